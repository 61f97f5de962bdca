#include "log/sql/sql_reader.h"

#include "base/saturating.h"
#include "base/text.h"
#include "log/sql/cell_text.h"
#include "log/sql/counter_details.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

namespace pdh_shim::log::sql {
namespace {

constexpr std::int64_t rows_at_once = 8192;

// What finds a counter in a path. Windows gives another CounterID to a counter of another type or scale.
std::u16string path_key(const model::LogEntry& entry) {
    std::u16string key;
    for (const std::u16string* const part :
        {&entry.machine, &entry.object, &entry.parent, &entry.instance, &entry.counter}) {
        std::ranges::transform(*part, std::back_inserter(key), fold);
        key += u'\0';
    }
    append_decimal(key, entry.duplicate);
    return key;
}

std::optional<std::int32_t> int_in(const CellColumn& column) {
    const auto text = column.value();
    return text ? parse_int(*text) : std::nullopt;
}

constexpr std::int64_t no_time = -1;

std::int64_t time_in(const CellColumn& column) {
    const auto text = column.value();
    return text ? parse_time_text(*text).value_or(no_time) : no_time;
}

/// A row of CounterData as it is read.
struct DataRow {
    CellColumn record;
    CellColumn counter;
    CellColumn time;
    std::array<CellColumn, 4> halves; ///< of both values, the lower ones first
    CellColumn multi;

    [[nodiscard]] std::optional<std::int64_t> number(std::size_t first_half) const {
        const auto low = int_in(halves[first_half]);
        const auto high = int_in(halves[first_half + 1]);
        return low && high ? std::optional(joined(*low, *high)) : std::nullopt;
    }

    /// None if the first value is not there.
    [[nodiscard]] std::optional<model::LogValue> value(std::int64_t local_time) const {
        const auto first = number(0);
        if (!first) {
            return std::nullopt;
        }
        return model::LogValue{.cstatus = 0,
            .time_stamp = local_time,
            .first = *first,
            .second = number(2).value_or(0),
            .multi = static_cast<std::uint32_t>(int_in(multi).value_or(1))};
    }
};

/// The highest RecordIndex of each run. A record is stored as a whole, so all up to it are there. SQLite
/// compares text, which may stand there too, as greater than any number.
Result<void, Failure> find_last_records(
    Connection& connection, const std::u16string& log_set, std::vector<Run>& runs) {
    TextParameter name(log_set);
    TextColumn guid;
    CellColumn last;
    Statement select(connection);
    PDH_SHIM_CHECK(
        select.prepare("SELECT GUID, (SELECT MAX(RecordIndex) FROM CounterData WHERE "
                       "CounterData.GUID = DisplayToID.GUID AND RecordIndex <= 2147483647) FROM DisplayToID "
                       "WHERE DisplayString = ?"));
    select.bind(name);
    select.read_into(guid);
    select.read_into(last);
    PDH_SHIM_CHECK(select.execute());
    while (true) {
        PDH_SHIM_TRY(const bool is_there, select.fetch());
        if (!is_there) {
            return outcome::success();
        }
        const auto run = std::ranges::find(runs, guid.value().value_or(u""), &Run::guid);
        if (run != runs.end()) {
            run->last_record = int_in(last);
        }
    }
}

Result<void, Failure> add_range(Connection& connection, const Run& run, model::LogRange& range) {
    if (!run.last_record) {
        return outcome::success();
    }
    TextParameter guid(run.guid);
    CellColumn record;
    CellColumn time;
    Statement select(connection);
    PDH_SHIM_CHECK(select.prepare("SELECT RecordIndex, MIN(CounterDateTime) FROM CounterData WHERE GUID = ? "
                                  "AND RecordIndex <= ? GROUP BY RecordIndex ORDER BY RecordIndex"));
    select.bind(guid);
    select.bind(*run.last_record);
    select.read_into(record);
    select.read_into(time);
    PDH_SHIM_CHECK(select.execute());
    while (true) {
        PDH_SHIM_TRY(const bool is_there, select.fetch());
        if (!is_there) {
            return outcome::success();
        }
        if (const std::int64_t utc = time_in(time); utc != no_time) {
            const std::int64_t local = utc - run.bias;
            range.first = range.records == 0 ? local : range.first;
            range.last = local;
            ++range.records;
        }
    }
}

} // namespace

Result<std::shared_ptr<const LogSet>, Failure> read_log_set(
    std::u16string_view data_source, const std::u16string& name) {
    PDH_SHIM_TRY(const auto connection, Connection::open(data_source));
    auto set = std::make_shared<LogSet>();
    set->data_source = data_source;
    PDH_SHIM_TRY(set->schema, read_schema(*connection));
    PDH_SHIM_TRY(set->runs, read_runs(*connection, name));
    if (set->runs.empty()) {
        return Failure(Status::file_not_found, {}, "the database has no log set of that name");
    }
    PDH_SHIM_CHECK(find_last_records(*connection, name, set->runs));
    // Behind the records, so that all of their counters are found.
    PDH_SHIM_TRY(auto counters, read_counters(*connection, set->schema, name));
    std::map<std::u16string, std::size_t> paths;
    for (auto& [number, entry] : counters) {
        const auto [path, is_new] = paths.try_emplace(path_key(entry), set->entries.size());
        if (is_new) {
            set->entries.push_back(std::move(entry));
        }
        set->places.emplace(number, path->second);
    }
    return std::shared_ptr<const LogSet>(std::move(set));
}

/// A connection that has failed is not used again.
template <class Read>
auto SqlReader::with_connection(Read read) -> decltype(read(std::declval<Connection&>())) {
    if (connection_ == nullptr || !connection_->is_own()) {
        PDH_SHIM_TRY(connection_, Connection::open(set_->data_source));
    }
    auto result = read(*connection_);
    if (!result) {
        connection_.reset();
    }
    return result;
}

void SqlReader::go_to_run(std::size_t run) {
    run_ = run;
    is_found_ = false;
    next_record_ = INT32_MIN;
}

Result<bool, Failure> SqlReader::next(model::LogRecord& record) {
    while (next_row_ == rows_.size()) {
        PDH_SHIM_TRY(const bool is_more,
            with_connection([this](Connection& connection) { return read_stretch(connection); }));
        if (!is_more) {
            return false;
        }
    }
    const Row& first = rows_[next_row_];
    record.time_stamp = first.utc - set_->runs[runs_[run_]].bias;
    record.blocks.clear();
    record.cells.resize(entries().size());
    for (model::LogCell& cell : record.cells) {
        cell.is_there = false;
    }
    const std::int32_t number = first.record;
    for (; next_row_ < rows_.size() && rows_[next_row_].record == number; ++next_row_) {
        const Row& row = rows_[next_row_];
        if (row.value) {
            record.cells[row.place].is_there = true;
            record.cells[row.place].value = *row.value;
        }
    }
    return true;
}

/// Reads the next rows, which may be none. @return false at the end of the last run
Result<bool, Failure> SqlReader::read_stretch(Connection& connection) {
    if (run_ == runs_.size()) {
        return false;
    }
    if (!is_found_) {
        PDH_SHIM_TRY(const auto found, find_record(connection));
        if (!found) {
            go_to_run(run_ + 1);
            return run_ < runs_.size();
        }
        next_record_ = *found;
        is_found_ = true;
    }
    const auto entries = std::max<std::int64_t>(static_cast<std::int64_t>(set_->entries.size()), 1);
    const std::int64_t end = *set_->runs[runs_[run_]].last_record;
    const std::int64_t last =
        std::min<std::int64_t>(next_record_ + std::max<std::int64_t>(rows_at_once / entries, 1) - 1, end);
    PDH_SHIM_CHECK(read_rows(connection, static_cast<std::int32_t>(last)));
    is_found_ = !rows_.empty() && last < end; // behind a gap the next one is to be found
    next_record_ = last + 1;
    return true;
}

/// The first record of the run from next_record_ on that is not before the start of the range.
Result<std::optional<std::int32_t>, Failure> SqlReader::find_record(Connection& connection) const {
    const Run& run = set_->runs[runs_[run_]];
    if (!run.last_record || next_record_ > *run.last_record) {
        return std::optional<std::int32_t>();
    }
    const bool is_start = next_record_ == INT32_MIN;
    TextParameter guid(run.guid);
    const auto first = static_cast<std::int32_t>(next_record_);
    // The fraction is left to the caller: databases have it behind different marks.
    TimeText from = make_time_text(is_start ? saturated_add(from_, run.bias) : 0, '\0');
    CellColumn cell;
    Statement select(connection);
    PDH_SHIM_CHECK(select.prepare("SELECT MIN(RecordIndex) FROM CounterData "
                                  "WHERE GUID = ? AND RecordIndex BETWEEN ? AND ? AND CounterDateTime >= ?"));
    select.bind(guid);
    select.bind(first);
    select.bind(*run.last_record);
    select.bind(from);
    select.read_into(cell);
    PDH_SHIM_CHECK(select.execute());
    PDH_SHIM_TRY(const bool is_there, select.fetch());
    return is_there ? int_in(cell) : std::nullopt;
}

std::optional<std::size_t> SqlReader::place_of(const CellColumn& counter) const {
    const auto number = int_in(counter);
    const auto found = number ? set_->places.find(*number) : set_->places.end();
    return found == set_->places.end() ? std::nullopt : std::optional(found->second);
}

Result<void, Failure> SqlReader::read_rows(Connection& connection, std::int32_t last) {
    const Run& run = set_->runs[runs_[run_]];
    TextParameter guid(run.guid);
    const auto first = static_cast<std::int32_t>(next_record_);
    DataRow row;
    Statement select(connection);
    PDH_SHIM_CHECK(select.prepare(
        std::string("SELECT RecordIndex, CounterID, CounterDateTime, FirstValueA, FirstValueB, "
                    "SecondValueA, SecondValueB") +
        (set_->schema.has_multi_count ? ", MultiCount" : "") +
        " FROM CounterData WHERE GUID = ? AND RecordIndex BETWEEN ? AND ? ORDER BY RecordIndex, CounterID"));
    select.bind(guid);
    select.bind(first);
    select.bind(last);
    for (CellColumn* const column : {&row.record, &row.counter, &row.time}) {
        select.read_into(*column);
    }
    for (CellColumn& half : row.halves) {
        select.read_into(half);
    }
    if (set_->schema.has_multi_count) {
        select.read_into(row.multi);
    }
    PDH_SHIM_CHECK(select.execute());
    std::vector<Row> rows;
    while (true) {
        PDH_SHIM_TRY(const bool is_there, select.fetch());
        if (!is_there) {
            break;
        }
        const auto place = place_of(row.counter);
        const auto record = int_in(row.record);
        const std::int64_t utc = time_in(row.time);
        if (place && record && utc != no_time && utc - run.bias >= from_) {
            rows.push_back({*record, utc, *place, row.value(utc - run.bias)});
        }
    }
    rows_ = std::move(rows);
    next_row_ = 0;
    return outcome::success();
}

Result<void, Failure> SqlReader::seek(std::int64_t local_time) {
    from_ = local_time;
    rows_.clear();
    next_row_ = 0;
    go_to_run(0);
    return outcome::success();
}

Result<model::LogRange, Failure> SqlReader::read_range(Connection& connection) const {
    model::LogRange range;
    for (const std::size_t run : runs_) {
        PDH_SHIM_CHECK(add_range(connection, set_->runs[run], range));
    }
    return range;
}

Result<model::LogRange, Failure> SqlReader::range() {
    PDH_SHIM_TRY(const model::LogRange range,
        with_connection([this](Connection& connection) { return read_range(connection); }));
    PDH_SHIM_CHECK(seek(0));
    if (range.records == 0) {
        return Failure(Status::no_data, {}, "has no record");
    }
    return range;
}

Result<std::uint64_t, Failure> SqlReader::size() {
    PDH_SHIM_TRY(const model::LogRange range,
        with_connection([this](Connection& connection) { return read_range(connection); }));
    return range.records;
}

Result<std::uint64_t, Failure> SqlReader::whole_size() {
    return Failure(Status::log_file_open_error, {}, "a log set is added to by a new run");
}

std::vector<std::vector<std::size_t>> consecutive_runs(const std::vector<Run>& runs) {
    std::vector<std::vector<std::size_t>> lists;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto is_before = [&](const std::vector<std::size_t>& list) {
            return runs[list.back()].stop <= runs[i].start;
        };
        const auto place = std::ranges::find_if(lists, is_before);
        if (place == lists.end()) {
            lists.push_back({i});
        } else {
            place->push_back(i);
        }
    }
    return lists;
}

} // namespace pdh_shim::log::sql
