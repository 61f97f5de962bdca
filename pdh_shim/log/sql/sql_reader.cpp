// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/sql_reader.h"

#include "base/clock.h"
#include "base/saturating.h"
#include "log/sql/cell_text.h"
#include "log/sql/counter_details.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace pdh_shim::log::sql {
namespace {

constexpr std::int64_t rows_at_once = 8192;

std::optional<std::int32_t> int_in(const CellColumn& column) {
    const auto text = column.value();
    return text ? parse_int(*text) : std::nullopt;
}

constexpr std::int64_t no_time = -1;

std::int64_t time_in(const CellColumn& column, const CellColumn& ticks) {
    const auto text = column.value();
    const auto time = text ? parse_time_text(*text) : std::nullopt;
    return time ? with_ticks(*time, int_in(ticks).value_or(0)) : no_time;
}

/// A row of CounterData as it is read.
struct RowColumns {
    CellColumn record;
    CellColumn counter;
    CellColumn time;
    std::array<CellColumn, 4> halves; ///< of both values, the lower ones first
    CellColumn multi;
    CellColumn ticks;
    CellColumn minutes;

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

/// A time of CounterData, which is UTC, as the local time of the run, or of the record if its row has a bias
/// of its own. Where the zone is not known, the database has the local time.
std::int64_t local_time_in(std::int64_t utc, const std::optional<std::int32_t>& bias) {
    return model::to_local(utc, bias.value_or(0));
}

/// The highest RecordIndex of each run. A record is stored as a whole, so all up to it are there. SQLite
/// compares text, which may stand there too, as greater than any number.
Result<void, Failure> find_last_records(
    OdbcConnection& connection, const std::u16string& log_set, std::vector<LogSetRun>& runs) {
    TextParameter name(log_set);
    TextColumn guid;
    CellColumn last;
    return read_rows(connection,
        "SELECT GUID, (SELECT MAX(RecordIndex) FROM CounterData WHERE CounterData.GUID = DisplayToID.GUID "
        "AND RecordIndex <= 2147483647) FROM DisplayToID WHERE DisplayString = ?",
        std::tie(name), std::tie(guid, last), [&] {
            const auto run = std::ranges::find(runs, guid.value().value_or(u""), &LogSetRun::guid);
            if (run != runs.end()) {
                run->last_record = int_in(last);
            }
        });
}

Result<void, Failure> add_range(
    OdbcConnection& connection, const ExtraColumns& extra, const LogSetRun& run, model::LogRange& range) {
    if (!run.last_record) {
        return outcome::success();
    }
    TextParameter guid(run.guid);
    CellColumn record;
    CellColumn time;
    CellColumn ticks;
    CellColumn minutes;
    std::vector<CellColumn*> columns{&record, &time};
    if (extra.has_time_ticks) {
        columns.push_back(&ticks);
    }
    if (extra.has_minutes) {
        columns.push_back(&minutes);
    }
    return read_rows(connection,
        std::string("SELECT RecordIndex, MIN(CounterDateTime)") +
            (extra.has_time_ticks ? ", MIN(TimeTicks)" : "") +
            (extra.has_minutes ? ", MIN(MinutesToUTC)" : "") +
            " FROM CounterData WHERE GUID = ? AND RecordIndex <= ? GROUP BY RecordIndex ORDER BY RecordIndex",
        std::tie(guid, *run.last_record), std::tie(columns), [&] {
            if (const std::int64_t utc = time_in(time, ticks); utc != no_time) {
                const auto own = minutes_in(minutes);
                range.add(local_time_in(utc, own ? own : run.bias));
            }
        });
}

/// The first record of the run from a place on that is not before the start of the range.
Result<std::optional<std::int32_t>, Failure> find_record(
    OdbcConnection& connection, const LogSetRun& run, const PlaceInRun& place) {
    if (!run.last_record || place.record > *run.last_record) {
        return std::optional<std::int32_t>();
    }
    // Records of another season have another bias than the run; what is found too early is left out later.
    constexpr std::int64_t most_between_biases = 2 * std::int64_t{3600} * ticks_per_second;
    const bool is_start = place.record == INT32_MIN;
    const std::int64_t from_utc = model::to_utc(place.from, run.bias.value_or(0));
    TextParameter guid(run.guid);
    const auto first = static_cast<std::int32_t>(place.record);
    // The fraction is left to the caller: databases have it behind different marks.
    TimeText from = make_time_text(
        is_start ? std::max<std::int64_t>(saturated_subtract(from_utc, most_between_biases), 0) : 0, '\0');
    CellColumn cell;
    PDH_SHIM_TRY(
        const bool is_there, read_row(connection,
                                 "SELECT MIN(RecordIndex) FROM CounterData "
                                 "WHERE GUID = ? AND RecordIndex BETWEEN ? AND ? AND CounterDateTime >= ?",
                                 std::tie(guid, first, *run.last_record, from), std::tie(cell)));
    return is_there ? int_in(cell) : std::nullopt;
}

std::optional<std::size_t> place_of(const LogSet& set, const CellColumn& counter) {
    const auto number = int_in(counter);
    const auto found = number ? set.places.find(*number) : set.places.end();
    return found == set.places.end() ? std::nullopt : std::optional(found->second);
}

Result<std::vector<DataRow>, Failure> read_data(OdbcConnection& connection, const LogSet& set,
    const LogSetRun& run, const PlaceInRun& place, std::int32_t last) {
    TextParameter guid(run.guid);
    const auto first = static_cast<std::int32_t>(place.record);
    RowColumns row;
    std::vector<CellColumn*> columns{&row.record, &row.counter, &row.time};
    for (CellColumn& half : row.halves) {
        columns.push_back(&half);
    }
    if (set.extra.has_multi_count) {
        columns.push_back(&row.multi);
    }
    if (set.extra.has_time_ticks) {
        columns.push_back(&row.ticks);
    }
    if (set.extra.has_minutes) {
        columns.push_back(&row.minutes);
    }
    std::vector<DataRow> rows;
    PDH_SHIM_CHECK(read_rows(connection,
        std::string("SELECT RecordIndex, CounterID, CounterDateTime, FirstValueA, FirstValueB, "
                    "SecondValueA, SecondValueB") +
            (set.extra.has_multi_count ? ", MultiCount" : "") +
            (set.extra.has_time_ticks ? ", TimeTicks" : "") +
            (set.extra.has_minutes ? ", MinutesToUTC" : "") +
            " FROM CounterData WHERE GUID = ? AND RecordIndex BETWEEN ? AND ? ORDER BY RecordIndex, "
            "CounterID",
        std::tie(guid, first, last), std::tie(columns), [&] {
            const auto counter = place_of(set, row.counter);
            const auto record = int_in(row.record);
            const std::int64_t utc = time_in(row.time, row.ticks);
            const auto own = minutes_in(row.minutes);
            const auto bias = own ? own : run.bias;
            const std::int64_t local = local_time_in(utc, bias);
            if (counter && record && utc != no_time && local >= place.from) {
                rows.push_back({*record, local, bias, *counter, row.value(local)});
            }
        }));
    return rows;
}

/// Some records of a run.
struct Stretch {
    std::vector<DataRow> rows;
    std::optional<PlaceInRun> next; ///< none at the end of the run
};

Result<Stretch, Failure> read_rows_from(
    OdbcConnection& connection, const LogSet& set, const LogSetRun& run, PlaceInRun place) {
    if (!place.is_found) {
        PDH_SHIM_TRY(const auto found, find_record(connection, run, place));
        if (!found) {
            return Stretch{};
        }
        place.record = *found;
    }
    const auto entries = std::max<std::int64_t>(static_cast<std::int64_t>(set.entries.size()), 1);
    const std::int64_t end = *run.last_record;
    const std::int64_t last =
        std::min<std::int64_t>(place.record + std::max<std::int64_t>(rows_at_once / entries, 1) - 1, end);
    PDH_SHIM_TRY(auto rows, read_data(connection, set, run, place, static_cast<std::int32_t>(last)));
    place.is_found = !rows.empty() && last < end; // behind a gap the next one is to be found
    place.record = last + 1;
    return Stretch{std::move(rows), place};
}

Result<std::shared_ptr<const LogSet>, Failure> describe_log_set(
    OdbcConnection& connection, const std::u16string& data_source, const std::u16string& name) {
    auto set = std::make_shared<LogSet>();
    set->data_source = data_source;
    PDH_SHIM_TRY(set->extra, read_schema(connection));
    PDH_SHIM_TRY(set->runs, read_runs(connection, name));
    if (set->runs.empty()) {
        return Failure(Status::file_not_found, {}, "the database has no log set of that name");
    }
    PDH_SHIM_CHECK(find_last_records(connection, name, set->runs));
    // Behind the records, so that all of their counters are found.
    PDH_SHIM_TRY(auto counters, read_counters(connection, set->extra, name));
    std::map<std::u16string, std::size_t> paths;
    for (auto& [number, entry] : counters) {
        // Windows gives another CounterID to a counter of another type or scale.
        const auto [path, is_new] = paths.try_emplace(model::path_key(entry), set->entries.size());
        if (is_new) {
            set->entries.push_back(std::move(entry));
        }
        set->places.emplace(number, path->second);
    }
    return std::shared_ptr<const LogSet>(std::move(set));
}

} // namespace

Result<std::shared_ptr<const LogSet>, Failure> read_log_set(
    std::u16string_view data_source, const std::u16string& name) {
    return Database(data_source)
        .run<std::shared_ptr<const LogSet>>(
            [source = std::u16string(data_source), name](
                OdbcConnection& connection) { return describe_log_set(connection, source, name); });
}

Result<bool, Failure> SqlReader::next(model::LogRecord& record) {
    while (next_row_ == rows_.size()) {
        if (run_ == runs_.size()) {
            return false;
        }
        PDH_SHIM_CHECK(read_stretch());
    }
    const DataRow& first = rows_[next_row_];
    record.time_stamp = first.time_stamp;
    record.bias = first.bias;
    record.blocks.clear();
    record.cells.resize(entries().size());
    for (model::LogCell& cell : record.cells) {
        cell.is_there = false;
    }
    const std::int32_t number = first.record;
    for (; next_row_ < rows_.size() && rows_[next_row_].record == number; ++next_row_) {
        const DataRow& row = rows_[next_row_];
        if (row.value) {
            record.cells[row.place].is_there = true;
            record.cells[row.place].value = *row.value;
            known_[row.place] = true;
        }
    }
    for (std::size_t i = 0; i < record.cells.size(); ++i) {
        model::LogCell& cell = record.cells[i];
        if (known_[i] && !cell.is_there) { // no row: it had no valid data
            cell.is_there = true;
            cell.value = {.cstatus = static_cast<std::uint32_t>(Status::cstatus_invalid_data),
                .time_stamp = record.time_stamp};
        }
    }
    const auto own = clock_.bias_of(record);
    record.bias = own ? own : record.bias;
    return true;
}

model::LogZone SqlReader::zone() const {
    const LogSetRun& first = set_->runs[runs_.front()];
    return first.bias ? model::LogZone::fixed(*first.bias, first.zone) : model::LogZone();
}

/// Reads the next rows of the run, which may be none.
Result<void, Failure> SqlReader::read_stretch() {
    PDH_SHIM_TRY(Stretch stretch,
        database_.run<Stretch>([set = set_, run = runs_[run_], place = place_](OdbcConnection& connection) {
            return read_rows_from(connection, *set, set->runs[run], place);
        }));
    rows_ = std::move(stretch.rows);
    next_row_ = 0;
    if (std::exchange(is_new_run_, !stretch.next)) {
        known_.assign(entries().size(), false);
    }
    place_ = stretch.next.value_or(PlaceInRun{.from = place_.from});
    run_ += stretch.next ? 0 : 1;
    return outcome::success();
}

Result<void, Failure> SqlReader::seek(std::int64_t local_time) {
    rows_.clear();
    next_row_ = 0;
    run_ = 0;
    is_new_run_ = true;
    place_ = {.from = local_time};
    return outcome::success();
}

Result<model::LogRange, Failure> SqlReader::read_range() {
    return database_.run<model::LogRange>(
        [set = set_, runs = runs_](OdbcConnection& connection) -> Result<model::LogRange, Failure> {
            model::LogRange range;
            for (const std::size_t run : runs) {
                PDH_SHIM_CHECK(add_range(connection, set->extra, set->runs[run], range));
            }
            return range;
        });
}

Result<model::LogRange, Failure> SqlReader::range() {
    PDH_SHIM_TRY(const model::LogRange range, read_range());
    PDH_SHIM_CHECK(seek(0));
    if (range.records == 0) {
        return Failure(Status::no_data, {}, "has no record");
    }
    return range;
}

Result<std::uint64_t, Failure> SqlReader::size() {
    PDH_SHIM_TRY(const model::LogRange range, read_range());
    return range.records;
}

Result<std::uint64_t, Failure> SqlReader::whole_size() {
    return Failure(Status::log_file_open_error, {}, "a log set is added to by a new run");
}

std::vector<std::vector<std::size_t>> consecutive_runs(const std::vector<LogSetRun>& runs) {
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
