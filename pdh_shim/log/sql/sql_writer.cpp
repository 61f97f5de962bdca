// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/sql_writer.h"

#include "base/trace.h"
#include "calc/format.h"
#include "path/counter_path.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace pdh_shim::log::sql {
namespace {

constexpr std::size_t most_rows = 16384; // that are collected before they are stored
constexpr int most_tries = 3;
constexpr std::uint32_t displayed_format = 0x8200; // PDH_FMT_DOUBLE | PDH_FMT_NOCAP100
constexpr std::size_t longest_zone = 32;
constexpr auto most_records_text = "a run has at most 2,147,483,647 records";

calc::RawSample sample_of(const model::LogValue& value) {
    return {.first = value.first,
        .second = value.second,
        .multi = value.multi,
        .cstatus = Status::cstatus_valid_data};
}

/// What is displayed, without a scale; 0 where there is nothing to be displayed, as in the first sample of a
/// rate.
double displayed(const model::LogEntry& entry, const model::LogValue& newer,
    const std::optional<model::LogValue>& before) {
    const calc::RawSample older = sample_of(before.value_or(model::LogValue{}));
    const calc::Formatted value = calc::format(
        entry.type, displayed_format, 0, entry.time_base, sample_of(newer), before ? &older : nullptr);
    const bool is_number = value.status == Status::success && std::isfinite(value.datum.value.real);
    return is_number ? value.datum.value.real : 0;
}

bool has_data(const model::LogValue& value) {
    return is_valid_data(static_cast<Status>(value.cstatus));
}

std::string insert_text(const ExtraColumns& extra, std::size_t rows) {
    std::string text =
        "INSERT INTO CounterData (GUID, CounterID, RecordIndex, CounterDateTime, CounterValue, "
        "FirstValueA, FirstValueB, SecondValueA, SecondValueB";
    text += extra.has_multi_count ? ", MultiCount" : "";
    text += extra.has_time_ticks ? ", TimeTicks" : "";
    text += extra.has_minutes ? ", MinutesToUTC" : "";
    text += ") VALUES ";
    std::string row = "(?, ?, ?, ?, ?, ?, ?, ?, ?";
    row += extra.has_multi_count ? ", ?" : "";
    row += extra.has_time_ticks ? ", ?" : "";
    row += extra.has_minutes ? ", ?)" : ")";
    for (std::size_t i = 0; i < rows; ++i) {
        text += i == 0 ? row : ", " + row;
    }
    return text;
}

SQLLEN null_unless(bool is_there) {
    return is_there ? 0 : SQL_NULL_DATA;
}

/// The name of the zone of a run, as far as its column takes it; in a run without a zone it is NULL.
std::u16string name_of_zone(const NewRun& run, const std::optional<std::int32_t>& bias) {
    std::u16string name;
    append_utf8_lossy(name, bias ? run.zone.name_of(*bias) : std::string());
    name.resize(std::min(name.size(), longest_zone));
    return name;
}

/// What a writer finds in the database.
struct FoundRun {
    std::u16string guid; ///< as the database has it
    std::int32_t number = 0;
    std::int32_t records = 0;
    model::LogZone zone = {}; ///< of the records
};

/// The number of a row that a statement gives for a GUID; 0 for NULL, and below 0.
Result<std::int32_t, Failure> number_of_run(
    OdbcConnection& connection, const char* statement, const std::u16string& guid) {
    TextParameter key(guid);
    CellColumn cell;
    PDH_SHIM_TRY(const bool is_there, read_row(connection, statement, std::tie(key), std::tie(cell)));
    const auto text = is_there ? cell.value() : std::nullopt;
    return std::max(text ? parse_int(*text).value_or(0) : 0, 0);
}

/// Finds out whether a run can go on with records of a zone. It keeps its own.
Result<FoundRun, Failure> go_on(OdbcConnection& connection, const NewRun& wanted, const LogSetRun& newest) {
    if (!model::parse_guid_text(newest.guid)) {
        return Failure(Status::invalid_sqldb, {}, "the log set has no GUID");
    }
    FoundRun run{newest.guid, newest.number};
    PDH_SHIM_TRY(const std::int32_t noted,
        number_of_run(connection, "SELECT NumberOfRecords FROM DisplayToID WHERE GUID = ?", run.guid));
    PDH_SHIM_TRY(const std::int32_t last,
        number_of_run(connection,
            "SELECT MAX(RecordIndex) FROM CounterData WHERE GUID = ? AND RecordIndex <= 2147483647",
            run.guid));
    run.records = std::max(noted, last);
    if (run.records == INT32_MAX) {
        return Failure(Status::end_of_log_file, {}, most_records_text);
    }
    if (run.records != 0 && newest.bias.has_value() != wanted.bias.has_value()) {
        return Failure(Status::incorrect_append_time, {},
            newest.bias ? "the zone of the log set is known, and that of the new records is not"
                        : "the zone of the new records is known, and that of the log set is not");
    }
    if (run.records != 0 && newest.bias) {
        run.zone = model::LogZone::fixed(*newest.bias, newest.zone);
    }
    if (run.records != 0 && newest.bias != wanted.bias) {
        trace::write(trace::Level::warning,
            "the log set has the zone UTC = local time + " + std::to_string(*newest.bias) +
                " minutes, and keeps it; the new records have " + std::to_string(*wanted.bias));
    }
    return run;
}

/// Adds a run without records.
Result<FoundRun, Failure> add_run(OdbcConnection& connection, const NewRun& run, const TimeText& now) {
    const std::int32_t none = 0;
    const std::int32_t first = 1;
    const std::u16string guid = model::make_guid_text(run.guid);
    TextParameter guid_text(guid);
    TextParameter log_set(run.log_set);
    TextParameter zone_text(name_of_zone(run, run.bias));
    const std::int32_t minutes = run.bias.value_or(0);
    const SQLLEN has_minutes = null_unless(run.bias.has_value());
    Statement insert(connection);
    PDH_SHIM_CHECK(insert.prepare("INSERT INTO DisplayToID (GUID, RunID, DisplayString, LogStartTime, "
                                  "LogStopTime, NumberOfRecords, MinutesToUTC, TimeZoneName) "
                                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
    insert.bind(guid_text);
    insert.bind(first);
    insert.bind(log_set);
    insert.bind(now);
    insert.bind(now);
    insert.bind(none);
    insert.bind(minutes, has_minutes);
    insert.bind(zone_text);
    PDH_SHIM_CHECK(insert.execute());
    return FoundRun{guid, first};
}

/// The run that a writer goes on in, or a new one.
Result<FoundRun, Failure> find_run(OdbcConnection& connection, const NewRun& wanted, const TimeText& now) {
    PDH_SHIM_CHECK(create_tables(connection));
    for (int tries = 1;; ++tries) {
        PDH_SHIM_TRY(const std::vector<LogSetRun> runs, read_runs(connection, wanted.log_set));
        if (!runs.empty()) {
            if (wanted.is_new_set) {
                return Failure(Status::file_already_exists, {}, "exists already");
            }
            return go_on(connection, wanted, runs.back());
        }
        auto added = add_run(connection, wanted, now);
        if (added || tries == most_tries) {
            return added;
        }
        // Another writer may have added the log set meanwhile, of which a database of Windows has one of a
        // name.
    }
}

} // namespace

struct SqlWriter::Batch {
    std::u16string data_source;
    std::u16string guid;
    std::shared_ptr<const std::vector<NewDataRow>> rows;
    std::vector<std::optional<std::int32_t>> numbers; // CounterIDs, of counters_
    std::vector<model::LogEntry> unnumbered;          // those without one
    // What DisplayToID says of the run.
    std::int64_t start = 0;
    std::int64_t stop = 0;
    std::int32_t stored = 0;  // without these records
    std::int32_t records = 0; // with them
    bool may_be_stored = false;
    std::optional<std::int32_t> bias; // of a run without records
    std::u16string zone;
};

struct SqlWriter::Stored {
    std::vector<std::int32_t> numbers; // the CounterIDs of all counters
    std::int32_t records = 0;          // of the run
};

class SqlWriter::Session {
  public:
    [[nodiscard]] static Result<std::unique_ptr<Session>, Failure> open(
        const Batch& batch, const std::shared_ptr<WorkProgress>& progress) {
        PDH_SHIM_TRY(auto connection, OdbcConnection::open(batch.data_source, Odbc::default_file, progress));
        PDH_SHIM_TRY(const ExtraColumns extra, read_schema(*connection));
        std::unique_ptr<Session> session(new Session(std::move(connection), extra, batch.guid));
        PDH_SHIM_CHECK(session->prepare(session->insert_many_, rows_at_once));
        PDH_SHIM_CHECK(session->prepare(session->insert_one_, 1));
        return session;
    }

    [[nodiscard]] bool is_own() const noexcept { return connection_->is_own(); }

    [[nodiscard]] Result<Stored, Failure> store(const Batch& batch) {
        PDH_SHIM_TRY(std::vector<std::int32_t> numbers, number_counters(batch));
        PDH_SHIM_CHECK(connection_->begin());
        PDH_SHIM_TRY(const RunRow run, lock_run());
        PDH_SHIM_TRY(const std::int32_t done, last_stored(batch, numbers));
        const std::int32_t last = std::max(run.records, done == batch.stored ? batch.stored : 0);
        if (last > INT32_MAX - (batch.records - done)) {
            return Failure(Status::end_of_log_file, {}, most_records_text);
        }
        PDH_SHIM_CHECK(insert_rows(*batch.rows, numbers, done, last - done));
        const std::int32_t records = last + (batch.records - done);
        PDH_SHIM_CHECK(update_run(batch, run, records));
        PDH_SHIM_CHECK(connection_->commit());
        return Stored{std::move(numbers), records};
    }

  private:
    /// Rows that one statement inserts.
    static constexpr std::size_t rows_at_once = 64;

    Session(std::unique_ptr<OdbcConnection> opened, const ExtraColumns& extra, const std::u16string& guid)
        : connection_(std::move(opened)), extra_(extra), numbers_(extra), guid_(guid),
          insert_many_(*connection_), insert_one_(*connection_) {}

    Result<void, Failure> prepare(Statement& insert, std::size_t count) {
        PDH_SHIM_CHECK(insert.prepare(insert_text(extra_, count)));
        for (std::size_t i = 0; i < count; ++i) {
            const NewDataRow& row = rows_[i];
            insert.bind(guid_);
            insert.bind(row.number);
            insert.bind(row.record);
            insert.bind(row.time);
            insert.bind(row.value);
            for (const std::int32_t& half : row.halves) {
                insert.bind(half);
            }
            if (extra_.has_multi_count) {
                insert.bind(row.multi);
            }
            if (extra_.has_time_ticks) {
                insert.bind(row.ticks);
            }
            if (extra_.has_minutes) {
                insert.bind(row.minutes, row.has_minutes);
            }
        }
        return outcome::success();
    }

    Result<std::vector<std::int32_t>, Failure> number_counters(const Batch& batch) {
        std::vector<std::int32_t> found;
        if (!batch.unnumbered.empty()) {
            std::vector<const model::LogEntry*> counters;
            for (const model::LogEntry& counter : batch.unnumbered) {
                counters.push_back(&counter);
            }
            PDH_SHIM_CHECK(connection_->begin());
            PDH_SHIM_CHECK(numbers_.find(*connection_, counters, found));
            PDH_SHIM_CHECK(connection_->commit());
        }
        std::vector<std::int32_t> numbers;
        std::size_t next = 0;
        for (const std::optional<std::int32_t>& number : batch.numbers) {
            numbers.push_back(number ? *number : found[next++]);
        }
        return numbers;
    }

    /// What DisplayToID says of the run.
    struct RunRow {
        std::int32_t records = 0;
        std::optional<std::int64_t> start;
        std::optional<std::int64_t> stop;
    };

    /// Waits for the end of an earlier transaction of the same run: of another writer, or of this one, if its
    /// connection was given up or lost. @retval sql_fetch_failed the run has been deleted
    Result<RunRow, Failure> lock_run() {
        PDH_SHIM_CHECK(sql::run(
            *connection_, "UPDATE DisplayToID SET NumberOfRecords = NumberOfRecords WHERE GUID = ?", guid_));
        std::array<CellColumn, 3> cells;
        PDH_SHIM_TRY(const bool is_there,
            read_row(*connection_,
                "SELECT NumberOfRecords, LogStartTime, LogStopTime FROM DisplayToID WHERE GUID = ?",
                std::tie(guid_), std::tie(cells)));
        if (!is_there) {
            return Failure(Status::sql_fetch_failed, {}, "the run has been deleted");
        }
        const auto time = [](const CellColumn& cell) {
            const auto text = cell.value();
            return text ? parse_time_text(*text) : std::nullopt;
        };
        const auto text = cells[0].value();
        return RunRow{std::max(text ? parse_int(*text).value_or(0) : 0, 0), time(cells[1]), time(cells[2])};
    }

    /// The last record of the batch that an earlier try has stored, whose end nobody knows: the record before
    /// the batch if there is none. Tries store whole batches, to which records are only added.
    Result<std::int32_t, Failure> last_stored(const Batch& batch, const std::vector<std::int32_t>& numbers) {
        std::int32_t done = batch.stored;
        std::span<const NewDataRow> rows = *batch.rows;
        while (batch.may_be_stored && !rows.empty()) {
            const std::size_t middle = rows.size() / 2;
            PDH_SHIM_TRY(const bool is_there, is_stored(batch, rows[middle], numbers));
            done = is_there ? rows[middle].record : done;
            rows = is_there ? rows.subspan(middle + 1) : rows.first(middle);
        }
        return done;
    }

    Result<bool, Failure> is_stored(
        const Batch& batch, const NewDataRow& row, const std::vector<std::int32_t>& numbers) {
        CellColumn cell;
        return read_row(*connection_,
            "SELECT RecordIndex FROM CounterData WHERE GUID = ? AND RecordIndex > ? AND CounterID = ? "
            "AND CounterDateTime = ?",
            std::tie(guid_, batch.stored, numbers[row.counter], row.time), std::tie(cell));
    }

    /// @param done the last record that is not inserted
    /// @param shift from the numbers of the records to those that they get
    Result<void, Failure> insert_rows(std::span<const NewDataRow> rows,
        const std::vector<std::int32_t>& numbers, std::int32_t done, std::int32_t shift) {
        while (!rows.empty() && rows.front().record <= done) { // they rise
            rows = rows.subspan(1);
        }
        while (!rows.empty()) {
            const std::size_t count = rows.size() >= rows_at_once ? rows_at_once : 1;
            for (std::size_t i = 0; i < count; ++i) {
                rows_[i] = rows[i];
                rows_[i].number = numbers[rows[i].counter];
                rows_[i].record += shift;
            }
            PDH_SHIM_CHECK((count == 1 ? insert_one_ : insert_many_).execute());
            rows = rows.subspan(count);
        }
        return outcome::success();
    }

    /// The zone is that of the first record, and stays.
    Result<void, Failure> update_run(const Batch& batch, const RunRow& run, std::int32_t records) {
        const bool is_first = run.records == 0;
        const TimeText start = make_time_text(
            is_first ? batch.start : std::min(batch.start, run.start.value_or(batch.start)), ':');
        const TimeText stop =
            make_time_text(is_first ? batch.stop : std::max(batch.stop, run.stop.value_or(batch.stop)), ':');
        TextParameter zone(batch.zone);
        const std::int32_t minutes = batch.bias.value_or(0);
        const SQLLEN has_minutes = null_unless(batch.bias.has_value());
        Statement update(*connection_);
        PDH_SHIM_CHECK(update.prepare(
            std::string("UPDATE DisplayToID SET LogStartTime = ?, LogStopTime = ?, NumberOfRecords = ?") +
            (is_first ? ", MinutesToUTC = ?, TimeZoneName = ?" : "") + " WHERE GUID = ?"));
        update.bind(start);
        update.bind(stop);
        update.bind(records);
        if (is_first) {
            update.bind(minutes, has_minutes);
            update.bind(zone);
        }
        update.bind(guid_);
        return update.execute();
    }

    const std::unique_ptr<OdbcConnection> connection_;
    const ExtraColumns extra_;
    CounterIds numbers_;
    TextParameter guid_;
    std::array<NewDataRow, rows_at_once> rows_{}; // of a statement
    Statement insert_many_;
    Statement insert_one_;
};

struct SqlWriter::ThreadState {
    const std::shared_ptr<WorkProgress> progress = std::make_shared<WorkProgress>();
    std::unique_ptr<Session> session;

    [[nodiscard]] Result<Stored, Failure> store(const Batch& batch) {
        if (session == nullptr || !session->is_own()) {
            PDH_SHIM_TRY(session, Session::open(batch, progress));
        }
        auto stored = session->store(batch);
        if (!stored) {
            session.reset();
        }
        return stored;
    }
};

SqlWriter::SqlWriter(NewRun run, std::vector<model::LogEntry> entries, Clock& clock)
    : settings_(std::move(run)), entries_(std::move(entries)), clock_(clock), single_(entries_.size()),
      instances_(entries_.size()), bias_(settings_.bias) {}

SqlWriter::~SqlWriter() {
    if (state_ != nullptr && state_->session->is_own()) {
        const auto progress = state_->progress;
        release_in_time(progress, std::move(state_));
    }
}

Result<std::unique_ptr<SqlWriter>, Failure> SqlWriter::begin(
    NewRun run, std::vector<model::LogEntry> entries, Clock& clock) {
    std::unique_ptr<SqlWriter> writer(new SqlWriter(std::move(run), std::move(entries), clock));
    const auto is_too_long = [](const model::LogEntry& entry) {
        return std::max({entry.machine.size() + 2, entry.object.size(), entry.counter.size(),
                   entry.instance.size(), entry.parent.size()}) > longest_name;
    };
    if (std::ranges::any_of(writer->entries_, is_too_long) ||
        writer->settings_.log_set.size() > longest_name) {
        return Failure(Status::sql_alter_detail_failed, {}, "a name has more than 1,024 characters");
    }
    PDH_SHIM_CHECK(writer->begin_run());
    return writer;
}

Result<void, Failure> SqlWriter::begin_run() {
    PDH_SHIM_TRY(FoundRun run,
        Database(settings_.data_source)
            .run<FoundRun>([wanted = settings_, now = make_time_text(clock_.now().system_time, ':')](
                               OdbcConnection& connection) { return find_run(connection, wanted, now); }));
    run_ = {model::parse_guid_text(run.guid).value_or(model::Guid{}), run.number};
    zone_of_run_ = run.zone;
    guid_ = std::move(run.guid);
    stored_ = run.records;
    records_ = run.records;
    return outcome::success();
}

std::size_t SqlWriter::place_of(model::LogEntry counter) {
    const auto [place, is_new] = by_key_.try_emplace(counter_key(counter), counters_.size());
    if (is_new) {
        counters_.push_back({std::move(counter), std::nullopt, std::nullopt, 0});
    }
    return place->second;
}

Result<void, Failure> SqlWriter::find_instance(std::size_t entry, const model::LogInstance& instance) {
    if (!has_data(instance.value)) {
        return outcome::success();
    }
    if (instance.name.size() > longest_name) {
        return Failure(
            Status::sql_alter_detail_failed, {}, "an instance has a name of more than 1,024 characters");
    }
    std::vector<std::optional<std::size_t>>& places = instances_[entry][instance.name]; // by their numbers
    places.resize(std::max(places.size(), instance.duplicate + std::size_t{1}));
    std::optional<std::size_t>& place = places[instance.duplicate];
    if (!place) {
        model::LogEntry counter = entries_[entry];
        const auto name = path::parse_instance_name(instance.name);
        const bool is_apart = name && name.value().index == 0; // a name may end in `#n` itself
        counter.kind = model::LogEntryKind::counter;
        counter.parent = is_apart ? name.value().parent : std::u16string();
        counter.instance = is_apart ? name.value().name : instance.name;
        counter.duplicate = instance.duplicate;
        place = place_of(std::move(counter));
    }
    found_.emplace_back(*place, &instance.value);
    return outcome::success();
}

Result<void, Failure> SqlWriter::find_counters(const model::LogRecord& record) {
    found_.clear();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const model::LogCell& cell = record.cells[i];
        const bool is_single = entries_[i].kind == model::LogEntryKind::counter;
        if (cell.is_there && is_single && has_data(cell.value)) {
            if (!single_[i]) {
                single_[i] = place_of(entries_[i]);
            }
            found_.emplace_back(*single_[i], &cell.value);
        } else if (cell.is_there && !is_single) {
            for (const model::LogInstance& instance : cell.instances) {
                PDH_SHIM_CHECK(find_instance(i, instance));
            }
        }
    }
    return outcome::success();
}

void SqlWriter::add_row(
    WrittenCounter& counter, std::size_t place, const model::LogValue& value, const RecordTime& time) {
    if (counter.newest_record == records_) {
        return; // the query has the same counter twice
    }
    if (counter.newest_record != records_ - 1) {
        counter.before.reset(); // it had no valid data in the record before
    }
    rows_->push_back({.counter = place,
        .record = records_,
        .time = time.utc,
        .value = displayed(counter.entry, value, counter.before),
        .halves = {low_half(value.first), high_half(value.first), low_half(value.second),
            high_half(value.second)},
        .multi = static_cast<std::int32_t>(value.multi),
        .ticks = time.ticks,
        .minutes = time.bias.value_or(0),
        .has_minutes = null_unless(time.bias.has_value())});
    counter.before = value;
    counter.newest_record = records_;
}

Result<void, Failure> SqlWriter::write(const model::LogRecord& record) {
    if (rows_->size() >= most_rows) {
        PDH_SHIM_CHECK(flush());
    }
    if (records_ == INT32_MAX) {
        return Failure(Status::end_of_log_file, {}, most_records_text);
    }
    PDH_SHIM_CHECK(find_counters(record));
    if (written_ == 0 && record.bias) {
        bias_ = record.bias;
    }
    const auto bias = record.bias ? record.bias : bias_;
    const std::int64_t utc = model::to_utc(record.time_stamp, bias.value_or(0));
    own_rows();
    rows_->reserve(rows_->size() + found_.size());
    first_time_ = written_ == 0 ? utc : std::min(first_time_, utc);
    last_time_ = written_ == 0 ? utc : std::max(last_time_, utc);
    ++written_;
    ++records_;
    const RecordTime time{make_time_text(utc, '.'), ticks_below_text(utc), bias};
    for (const auto& [place, value] : found_) {
        add_row(counters_[place], place, *value, time);
    }
    return outcome::success();
}

/// Rows are added only where nobody reads.
void SqlWriter::own_rows() {
    if (are_rows_lent_) {
        rows_ = std::make_shared<std::vector<NewDataRow>>(*rows_);
        are_rows_lent_ = false;
    }
}

std::shared_ptr<const SqlWriter::Batch> SqlWriter::make_batch() {
    const auto batch = std::make_shared<Batch>();
    batch->data_source = settings_.data_source;
    batch->guid = guid_;
    batch->rows = rows_;
    for (const WrittenCounter& counter : counters_) {
        batch->numbers.push_back(counter.number);
        if (!counter.number) {
            batch->unnumbered.push_back(counter.entry);
        }
    }
    batch->start = first_time_;
    batch->stop = last_time_;
    batch->stored = stored_;
    batch->records = records_;
    batch->may_be_stored = may_be_stored_;
    batch->bias = bias_;
    batch->zone = name_of_zone(settings_, bias_);
    return batch;
}

Result<void, Failure> SqlWriter::store(const std::shared_ptr<const Batch>& batch) {
    auto state = std::exchange(state_, nullptr);
    if (state == nullptr) {
        state = std::make_shared<ThreadState>();
    }
    are_rows_lent_ = true;
    may_be_stored_ = true;
    PDH_SHIM_TRY(const Stored stored,
        in_time<Stored>(state->progress, [state, batch] { return state->store(*batch); }));
    may_be_stored_ = false;
    for (std::size_t i = 0; i < stored.numbers.size(); ++i) {
        counters_[i].number = stored.numbers[i];
    }
    stored_ = stored.records;
    records_ = stored.records;
    state_ = std::move(state);
    return outcome::success();
}

Result<void, Failure> SqlWriter::flush() {
    if (rows_->empty()) {
        return outcome::success();
    }
    const auto batch = make_batch();
    Result<void, Failure> done = store(batch);
    // Another writer may give the same CounterID to a counter of its own at the same time.
    for (int tries = 1;
         !done && done.error().status() == Status::sql_alter_detail_failed && tries < most_tries; ++tries) {
        done = store(batch);
    }
    if (done) {
        rows_ = std::make_shared<std::vector<NewDataRow>>();
        are_rows_lent_ = false;
    }
    return done;
}

Result<void, Failure> SqlWriter::set_run_number(std::int32_t number) {
    PDH_SHIM_CHECK(
        Database(settings_.data_source).run<void>([guid = guid_, number](OdbcConnection& connection) {
            return sql::set_run_number(connection, guid, number);
        }));
    run_.number = number;
    return outcome::success();
}

} // namespace pdh_shim::log::sql
