// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/sql_writer.h"

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

/// The number of the next run.
Result<std::int32_t, Failure> next_number(OdbcConnection& connection, const NewRun& run) {
    PDH_SHIM_TRY(const std::vector<LogSetRun> runs, read_runs(connection, run.log_set));
    if (run.is_new_set && !runs.empty()) {
        return Failure(Status::file_already_exists, {}, "exists already");
    }
    const auto newest = std::ranges::max_element(runs, {}, &LogSetRun::number);
    return newest == runs.end() || newest->number == INT32_MAX ? 1 : std::max(newest->number, 0) + 1;
}

/// Adds a run without records. @return its number
Result<std::int32_t, Failure> add_run(
    OdbcConnection& connection, const NewRun& run, const std::u16string& guid, const TimeText& now) {
    PDH_SHIM_CHECK(create_tables(connection));
    PDH_SHIM_TRY(const std::int32_t number, next_number(connection, run));
    const std::int32_t none = 0;
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
    insert.bind(number);
    insert.bind(log_set);
    insert.bind(now);
    insert.bind(now);
    insert.bind(none);
    insert.bind(minutes, has_minutes);
    insert.bind(zone_text);
    PDH_SHIM_CHECK(insert.execute());
    return number;
}

} // namespace

struct SqlWriter::Batch {
    std::u16string data_source;
    std::u16string guid;
    std::shared_ptr<const std::vector<NewDataRow>> rows;
    std::vector<std::optional<std::int32_t>> numbers; // CounterIDs, of counters_
    std::vector<model::LogEntry> unnumbered;          // those without one
    // What DisplayToID says of the run.
    TimeText start{};
    TimeText stop{};
    std::int32_t records = 0;
    std::optional<std::int32_t> bias;
    std::u16string zone;
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

    /// @return the CounterIDs of all counters
    [[nodiscard]] Result<std::vector<std::int32_t>, Failure> store(const Batch& batch) {
        PDH_SHIM_TRY(std::vector<std::int32_t> numbers, number_counters(batch));
        PDH_SHIM_CHECK(connection_->begin());
        PDH_SHIM_TRY(const std::int32_t stored, lock_run());
        PDH_SHIM_CHECK(insert_rows(*batch.rows, numbers, stored));
        PDH_SHIM_CHECK(update_run(batch));
        PDH_SHIM_CHECK(connection_->commit());
        return numbers;
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

    /// Waits for the end of an earlier transaction of the same run, whose connection was given up or lost. It
    /// may have been committed all the same.
    /// @return the records that are stored @retval sql_fetch_failed the run has been deleted
    Result<std::int32_t, Failure> lock_run() {
        Statement lock(*connection_);
        PDH_SHIM_CHECK(
            lock.prepare("UPDATE DisplayToID SET NumberOfRecords = NumberOfRecords WHERE GUID = ?"));
        lock.bind(guid_);
        PDH_SHIM_CHECK(lock.execute());
        CellColumn records;
        Statement select(*connection_);
        PDH_SHIM_CHECK(select.prepare("SELECT NumberOfRecords FROM DisplayToID WHERE GUID = ?"));
        select.bind(guid_);
        select.read_into(records);
        PDH_SHIM_CHECK(select.execute());
        PDH_SHIM_TRY(const bool is_there, select.fetch());
        const auto text = records.value();
        if (!is_there || !text) {
            return Failure(Status::sql_fetch_failed, {}, "the run has been deleted");
        }
        return parse_int(*text).value_or(0);
    }

    Result<void, Failure> insert_rows(
        std::span<const NewDataRow> rows, const std::vector<std::int32_t>& numbers, std::int32_t stored) {
        while (!rows.empty() && rows.front().record <= stored) { // they rise
            rows = rows.subspan(1);
        }
        while (!rows.empty()) {
            const std::size_t count = rows.size() >= rows_at_once ? rows_at_once : 1;
            for (std::size_t i = 0; i < count; ++i) {
                rows_[i] = rows[i];
                rows_[i].number = numbers[rows[i].counter];
            }
            PDH_SHIM_CHECK((count == 1 ? insert_one_ : insert_many_).execute());
            rows = rows.subspan(count);
        }
        return outcome::success();
    }

    Result<void, Failure> update_run(const Batch& batch) {
        TextParameter zone(batch.zone);
        const std::int32_t minutes = batch.bias.value_or(0);
        const SQLLEN has_minutes = null_unless(batch.bias.has_value());
        Statement update(*connection_);
        PDH_SHIM_CHECK(update.prepare("UPDATE DisplayToID SET LogStartTime = ?, LogStopTime = ?, "
                                      "NumberOfRecords = ?, MinutesToUTC = ?, TimeZoneName = ? "
                                      "WHERE GUID = ?"));
        update.bind(batch.start);
        update.bind(batch.stop);
        update.bind(batch.records);
        update.bind(minutes, has_minutes);
        update.bind(zone);
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

    [[nodiscard]] Result<std::vector<std::int32_t>, Failure> store(const Batch& batch) {
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
    : settings_(std::move(run)), guid_(make_guid_text(settings_.guid)), entries_(std::move(entries)),
      clock_(clock), run_{settings_.guid, 0}, single_(entries_.size()), instances_(entries_.size()),
      bias_(settings_.bias) {}

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
    PDH_SHIM_TRY(run_.number,
        Database(settings_.data_source)
            .run<std::int32_t>(
                [run = settings_, guid = guid_, now = make_time_text(clock_.now().system_time, ':')](
                    OdbcConnection& connection) { return add_run(connection, run, guid, now); }));
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
    Namesakes& namesakes = instances_[entry][instance.name];
    namesakes.count = namesakes.record == tried_ ? namesakes.count + 1 : 1;
    namesakes.record = tried_;
    if (namesakes.places.size() < namesakes.count) {
        model::LogEntry counter = entries_[entry];
        const auto name = path::parse_instance_name(instance.name);
        const bool is_apart = name && name.value().index == 0; // a name may end in `#n` itself
        counter.kind = model::LogEntryKind::counter;
        counter.parent = is_apart ? name.value().parent : std::u16string();
        counter.instance = is_apart ? name.value().name : instance.name;
        counter.duplicate = namesakes.count - 1;
        namesakes.places.push_back(place_of(std::move(counter)));
    }
    found_.emplace_back(namesakes.places[namesakes.count - 1], &instance.value);
    return outcome::success();
}

Result<void, Failure> SqlWriter::find_counters(const model::LogRecord& record) {
    found_.clear();
    ++tried_;
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
    rows_->push_back({.counter = place,
        .record = records_,
        .time = time.utc,
        .value = displayed(counter.entry, value, counter.before),
        .halves = {low_half(value.first), high_half(value.first), low_half(value.second),
            high_half(value.second)},
        .multi = static_cast<std::int32_t>(value.multi),
        .ticks = ticks_below_text(last_time_),
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
        return Failure(Status::end_of_log_file, {}, "a run has at most 2,147,483,647 records");
    }
    PDH_SHIM_CHECK(find_counters(record));
    if (records_ == 0 && record.bias) {
        bias_ = record.bias;
    }
    const auto bias = record.bias ? record.bias : bias_;
    const std::int64_t utc = model::to_utc(record.time_stamp, bias.value_or(0));
    first_time_ = records_ == 0 ? utc : first_time_;
    own_rows();
    rows_->reserve(rows_->size() + found_.size());
    ++records_;
    last_time_ = utc;
    const RecordTime time{make_time_text(utc, '.'), bias};
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
    batch->start = make_time_text(first_time_, ':');
    batch->stop = make_time_text(last_time_, ':');
    batch->records = records_;
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
    PDH_SHIM_TRY(const std::vector<std::int32_t> numbers,
        in_time<std::vector<std::int32_t>>(state->progress, [state, batch] { return state->store(*batch); }));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        counters_[i].number = numbers[i];
    }
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
