#include "log/sql/sql_writer.h"

#include "calc/format.h"
#include "path/counter_path.h"

#include <algorithm>
#include <cmath>

namespace pdh_shim::log::sql {
namespace {

constexpr std::int64_t minute = 60 * ticks_per_second;
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

std::string insert_text(const Schema& schema, std::size_t rows) {
    std::string text =
        "INSERT INTO CounterData (GUID, CounterID, RecordIndex, CounterDateTime, CounterValue, "
        "FirstValueA, FirstValueB, SecondValueA, SecondValueB";
    text += schema.has_multi_count ? ", MultiCount) VALUES " : ") VALUES ";
    for (std::size_t i = 0; i < rows; ++i) {
        text += i == 0 ? "(" : ", (";
        text += schema.has_multi_count ? "?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" : "?, ?, ?, ?, ?, ?, ?, ?, ?)";
    }
    return text;
}

} // namespace

struct SqlWriter::Session {
    explicit Session(
        std::unique_ptr<Connection> opened, const Schema& schema_there, const std::u16string& guid)
        : connection(std::move(opened)), schema(schema_there), numbers(schema_there), guid_text(guid),
          insert_many(*connection), insert_one(*connection) {}

    Result<void, Failure> prepare() {
        PDH_SHIM_CHECK(prepare(insert_many, rows_at_once));
        return prepare(insert_one, 1);
    }

    Result<void, Failure> prepare(Statement& insert, std::size_t count) {
        PDH_SHIM_CHECK(insert.prepare(insert_text(schema, count)));
        for (std::size_t i = 0; i < count; ++i) {
            const Row& row = rows[i];
            insert.bind(guid_text);
            insert.bind(row.number);
            insert.bind(row.record);
            insert.bind(row.time);
            insert.bind(row.value);
            for (const std::int32_t& half : row.halves) {
                insert.bind(half);
            }
            if (schema.has_multi_count) {
                insert.bind(row.multi);
            }
        }
        return outcome::success();
    }

    const std::unique_ptr<Connection> connection;
    const Schema schema;
    CounterNumbers numbers;
    TextParameter guid_text;
    std::array<Row, rows_at_once> rows{}; // of a statement
    Statement insert_many;
    Statement insert_one;
};

SqlWriter::SqlWriter(NewRun run, std::vector<model::LogEntry> entries, Clock& clock)
    : settings_(std::move(run)), guid_(make_guid_text(settings_.guid)), entries_(std::move(entries)),
      clock_(clock), run_{settings_.guid, 0}, single_(entries_.size()), instances_(entries_.size()) {}

SqlWriter::~SqlWriter() = default;

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
    writer->set_zone(to_local_file_time(clock.now().system_time));
    PDH_SHIM_CHECK(writer->begin_run());
    return writer;
}

Result<void, Failure> SqlWriter::begin_run() {
    PDH_SHIM_TRY(auto connection, Connection::open(settings_.data_source));
    PDH_SHIM_CHECK(create_tables(*connection));
    PDH_SHIM_TRY(const std::vector<Run> runs, read_runs(*connection, settings_.log_set));
    if (settings_.is_new_set && !runs.empty()) {
        return Failure(Status::file_already_exists, {}, "exists already");
    }
    const auto newest = std::ranges::max_element(runs, {}, &Run::number);
    run_.number = newest == runs.end() || newest->number == INT32_MAX ? 1 : std::max(newest->number, 0) + 1;
    const TimeText now = make_time_text(clock_.now().system_time, ':');
    const auto minutes = static_cast<std::int32_t>(bias_ / minute);
    const std::int32_t none = 0;
    TextParameter guid(guid_);
    TextParameter log_set(settings_.log_set);
    TextParameter zone(zone_);
    Statement insert(*connection);
    PDH_SHIM_CHECK(insert.prepare("INSERT INTO DisplayToID (GUID, RunID, DisplayString, LogStartTime, "
                                  "LogStopTime, NumberOfRecords, MinutesToUTC, TimeZoneName) "
                                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
    insert.bind(guid);
    insert.bind(run_.number);
    insert.bind(log_set);
    insert.bind(now);
    insert.bind(now);
    insert.bind(none);
    insert.bind(minutes);
    insert.bind(zone);
    return insert.execute();
}

/// A run has the zone of its first record, which may be of another time of the year. So the local times of a
/// log are kept, also where it is a copy of an old one.
void SqlWriter::set_zone(std::int64_t local_time) {
    const auto bias_now = time_zone_at(local_time).bias;
    const TimeZone zone = time_zone_at(local_time + bias_now * minute);
    bias_ = zone.bias * minute;
    zone_.clear();
    append_utf8_lossy(zone_, zone.name);
    zone_.resize(std::min(zone_.size(), longest_zone));
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
    Counter& counter, std::size_t place, const model::LogValue& value, const TimeText& time) {
    if (counter.newest_record == records_) {
        return; // the query has the same counter twice
    }
    rows_.push_back({.counter = place,
        .record = records_,
        .time = time,
        .value = displayed(counter.entry, value, counter.before),
        .halves = {low_half(value.first), high_half(value.first), low_half(value.second),
            high_half(value.second)},
        .multi = static_cast<std::int32_t>(value.multi)});
    counter.before = value;
    counter.newest_record = records_;
}

Result<void, Failure> SqlWriter::write(const model::LogRecord& record) {
    if (rows_.size() >= most_rows) {
        PDH_SHIM_CHECK(flush());
    }
    if (records_ == INT32_MAX) {
        return Failure(Status::end_of_log_file, {}, "a run has at most 2,147,483,647 records");
    }
    PDH_SHIM_CHECK(find_counters(record));
    if (records_ == 0) {
        set_zone(record.time_stamp);
        first_time_ = record.time_stamp + bias_;
    }
    rows_.reserve(rows_.size() + found_.size());
    ++records_;
    last_time_ = record.time_stamp + bias_;
    const TimeText time = make_time_text(last_time_, '.');
    for (const auto& [place, value] : found_) {
        add_row(counters_[place], place, *value, time);
    }
    return outcome::success();
}

Result<void, Failure> SqlWriter::connect() {
    if (session_ != nullptr && session_->connection->is_own()) {
        return outcome::success();
    }
    PDH_SHIM_TRY(auto connection, Connection::open(settings_.data_source));
    PDH_SHIM_TRY(const Schema schema, read_schema(*connection));
    auto session = std::make_unique<Session>(std::move(connection), schema, guid_);
    PDH_SHIM_CHECK(session->prepare());
    session_ = std::move(session);
    return drop_stored();
}

/// A connection may be lost after the database has committed, and before it said so.
Result<void, Failure> SqlWriter::drop_stored() {
    CellColumn records;
    Statement select(*session_->connection);
    PDH_SHIM_CHECK(select.prepare("SELECT NumberOfRecords FROM DisplayToID WHERE GUID = ?"));
    select.bind(session_->guid_text);
    select.read_into(records);
    PDH_SHIM_CHECK(select.execute());
    PDH_SHIM_TRY(const bool is_there, select.fetch());
    const auto text = records.value();
    if (!is_there || !text) {
        return Failure(Status::sql_fetch_failed, {}, "the run has been deleted");
    }
    const std::int32_t stored = parse_int(*text).value_or(0);
    std::erase_if(rows_, [stored](const Row& row) { return row.record <= stored; });
    return outcome::success();
}

Result<void, Failure> SqlWriter::number_counters() {
    std::vector<const model::LogEntry*> unnumbered;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
        if (!counters_[i].number) {
            unnumbered.push_back(&counters_[i].entry);
            places.push_back(i);
        }
    }
    if (unnumbered.empty()) {
        return outcome::success();
    }
    Connection& connection = *session_->connection;
    std::vector<std::int32_t> numbers;
    PDH_SHIM_CHECK(connection.begin());
    PDH_SHIM_CHECK(session_->numbers.find(connection, unnumbered, numbers));
    PDH_SHIM_CHECK(connection.commit());
    for (std::size_t i = 0; i < places.size(); ++i) {
        counters_[places[i]].number = numbers[i];
    }
    return outcome::success();
}

Result<void, Failure> SqlWriter::insert_rows() {
    for (std::size_t next = 0; next < rows_.size();) {
        const std::size_t count = rows_.size() - next >= rows_at_once ? rows_at_once : 1;
        for (std::size_t i = 0; i < count; ++i) {
            session_->rows[i] = rows_[next + i];
            session_->rows[i].number = *counters_[rows_[next + i].counter].number;
        }
        PDH_SHIM_CHECK((count == 1 ? session_->insert_one : session_->insert_many).execute());
        next += count;
    }
    return outcome::success();
}

Result<void, Failure> SqlWriter::update_run() {
    const TimeText start = make_time_text(first_time_, ':');
    const TimeText stop = make_time_text(last_time_, ':');
    const auto minutes = static_cast<std::int32_t>(bias_ / minute);
    TextParameter zone(zone_);
    Statement update(*session_->connection);
    PDH_SHIM_CHECK(update.prepare("UPDATE DisplayToID SET LogStartTime = ?, LogStopTime = ?, "
                                  "NumberOfRecords = ?, MinutesToUTC = ?, TimeZoneName = ? WHERE GUID = ?"));
    update.bind(start);
    update.bind(stop);
    update.bind(records_);
    update.bind(minutes);
    update.bind(zone);
    update.bind(session_->guid_text);
    return update.execute();
}

Result<void, Failure> SqlWriter::store() {
    Connection& connection = *session_->connection;
    PDH_SHIM_CHECK(connection.begin());
    PDH_SHIM_CHECK(insert_rows());
    PDH_SHIM_CHECK(update_run());
    return connection.commit();
}

Result<void, Failure> SqlWriter::try_flush() {
    PDH_SHIM_CHECK(connect());
    PDH_SHIM_CHECK(number_counters());
    return store();
}

Result<void, Failure> SqlWriter::flush() {
    if (rows_.empty()) {
        return outcome::success();
    }
    Result<void, Failure> done = try_flush();
    // Another writer may give the same CounterID to a counter of its own at the same time.
    for (int tries = 1;
         !done && done.error().status() == Status::sql_alter_detail_failed && tries < most_tries; ++tries) {
        session_.reset();
        done = try_flush();
    }
    if (!done) {
        session_.reset();
        return done;
    }
    rows_.clear();
    return outcome::success();
}

Result<void, Failure> SqlWriter::set_run_number(std::int32_t number) {
    PDH_SHIM_TRY(const auto connection, Connection::open(settings_.data_source));
    PDH_SHIM_CHECK(sql::set_run_number(*connection, guid_, number));
    run_.number = number;
    return outcome::success();
}

} // namespace pdh_shim::log::sql
