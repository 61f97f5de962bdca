// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/counter_details.h"

#include "base/clock.h"
#include "base/text.h"
#include "log/sql/cell_text.h"
#include "path/counter_path.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace pdh_shim::log::sql {
namespace {

// What a row says beside its number.
std::string columns_of(const ExtraColumns& extra) {
    return std::string("MachineName, ObjectName, CounterName, InstanceName, ParentName, CounterType, "
                       "DefaultScale, InstanceIndex") +
           (extra.has_time_base ? ", TimeBaseA, TimeBaseB" : "");
}

/// A row of CounterDetails as it is read.
class DetailsRow {
  public:
    explicit DetailsRow(const ExtraColumns& extra) : time_base_(extra.has_time_base ? 2 : 0) {}

    [[nodiscard]] auto columns() {
        return std::tie(
            number_, machine_, object_, counter_, instance_, parent_, type_, scale_, duplicate_, time_base_);
    }

    [[nodiscard]] std::optional<std::int32_t> number() const { return int_of(number_); }

    /// None if the row does not say what counter it is.
    [[nodiscard]] std::optional<model::LogEntry> entry() const {
        auto object = object_.value();
        auto counter = counter_.value();
        const auto type = type_of(type_);
        if (!object || object->empty() || !counter || counter->empty() || !type) {
            return std::nullopt;
        }
        model::LogEntry entry;
        entry.machine = path::without_backslashes(machine_.value().value_or(u""));
        entry.object = std::move(*object);
        entry.counter = std::move(*counter);
        entry.instance = instance_.value().value_or(u"");
        entry.parent = parent_.value().value_or(u"");
        entry.duplicate = static_cast<std::uint32_t>(std::max(int_of(duplicate_).value_or(0), 0));
        entry.type = *type;
        entry.default_scale = int_of(scale_).value_or(0);
        entry.time_base = time_base();
        return entry;
    }

  private:
    static std::optional<std::int32_t> int_of(const CellColumn& column) {
        const auto text = column.value();
        return text ? parse_int(*text) : std::nullopt;
    }

    // A type of which the highest bit is set may have been written without a sign.
    static std::optional<std::uint32_t> type_of(const CellColumn& column) {
        const auto text = column.value();
        const auto number = text ? parse_integer(*text) : std::nullopt;
        const bool fits = number && *number >= INT32_MIN && *number <= UINT32_MAX;
        return fits ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
    }

    // Windows' own clocks all have this frequency since Windows 10.
    [[nodiscard]] std::int64_t time_base() const {
        const auto low = time_base_.empty() ? std::nullopt : int_of(time_base_.front());
        const auto high = time_base_.empty() ? std::nullopt : int_of(time_base_.back());
        return low && high ? joined(*low, *high) : ticks_per_second;
    }

    CellColumn number_;
    TextColumn machine_;
    TextColumn object_;
    TextColumn counter_;
    TextColumn instance_;
    TextColumn parent_;
    CellColumn type_;
    CellColumn scale_;
    CellColumn duplicate_;
    std::vector<CellColumn> time_base_; // the lower half first; empty without columns for it
};

std::u16string machine_name(const model::LogEntry& entry) {
    return u"\\\\" + entry.machine;
}

// Without a column for it, the time base is not known.
std::u16string known_key(model::LogEntry entry, const ExtraColumns& extra) {
    entry.time_base = extra.has_time_base ? entry.time_base : 0;
    return counter_key(entry);
}

/// Reads a number that a query has alone in its row; none for NULL.
Result<std::optional<std::int32_t>, Failure> read_number(
    OdbcConnection& connection, const std::string& text) {
    CellColumn cell;
    PDH_SHIM_TRY(const bool is_there, read_row(connection, text, std::tie(), std::tie(cell)));
    const auto found = is_there ? cell.value() : std::nullopt;
    return found ? parse_int(*found) : std::nullopt;
}

Result<bool, Failure> numbers_itself(OdbcConnection& connection) {
    Statement select(connection);
    PDH_SHIM_CHECK(select.prepare("SELECT CounterID FROM CounterDetails WHERE 1 = 0"));
    PDH_SHIM_CHECK(select.execute());
    return select.numbers_itself();
}

/// Adds one row.
/// @param number of the row; none if the database gives it
Result<void, Failure> insert(OdbcConnection& connection, const ExtraColumns& extra,
    const model::LogEntry& entry, std::optional<std::int32_t> number) {
    TextParameter machine(machine_name(entry));
    TextParameter object(entry.object);
    TextParameter counter(entry.counter);
    TextParameter instance(entry.instance);
    TextParameter parent(entry.parent);
    const auto type = static_cast<std::int32_t>(entry.type);
    const auto duplicate = static_cast<std::int32_t>(entry.duplicate);
    const SQLLEN has_duplicate = entry.instance.empty() ? SQL_NULL_DATA : 0;
    const std::int32_t time_base_low = low_half(entry.time_base);
    const std::int32_t time_base_high = high_half(entry.time_base);
    Statement statement(connection);
    PDH_SHIM_CHECK(statement.prepare("INSERT INTO CounterDetails (" + columns_of(extra) +
                                     (number ? ", CounterID" : "") + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?" +
                                     (extra.has_time_base ? ", ?, ?" : "") + (number ? ", ?)" : ")")));
    for (TextParameter* const text : {&machine, &object, &counter, &instance, &parent}) {
        statement.bind(*text);
    }
    statement.bind(type);
    statement.bind(entry.default_scale);
    statement.bind(duplicate, has_duplicate);
    if (extra.has_time_base) {
        statement.bind(time_base_low);
        statement.bind(time_base_high);
    }
    if (number) {
        statement.bind(*number);
    }
    if (auto done = statement.execute(); !done) {
        return std::move(done).error().as(Status::sql_alter_detail_failed);
    }
    return outcome::success();
}

} // namespace

std::u16string counter_key(const model::LogEntry& entry) {
    std::u16string key;
    for (const std::u16string* const part :
        {&entry.machine, &entry.object, &entry.counter, &entry.parent, &entry.instance}) {
        key += well_formed(*part); // as the database has them
        key += u'\0';
    }
    for (const std::uint64_t number : {std::uint64_t{entry.duplicate}, std::uint64_t{entry.type},
             static_cast<std::uint64_t>(entry.time_base), static_cast<std::uint64_t>(entry.default_scale)}) {
        append_decimal(key, number);
        key += u'\0';
    }
    return key;
}

Result<std::map<std::int32_t, model::LogEntry>, Failure> read_counters(
    OdbcConnection& connection, const ExtraColumns& extra, const std::u16string& log_set) {
    TextParameter name(log_set);
    DetailsRow row(extra);
    std::map<std::int32_t, model::LogEntry> counters;
    PDH_SHIM_CHECK(read_rows(connection,
        "SELECT CounterID, " + columns_of(extra) +
            " FROM CounterDetails WHERE CounterID IN (SELECT CounterID FROM CounterData "
            "WHERE GUID IN (SELECT GUID FROM DisplayToID WHERE DisplayString = ?)) ORDER BY CounterID",
        std::tie(name), row.columns(), [&] {
            const auto number = row.number();
            auto entry = row.entry();
            if (number && entry) {
                counters.emplace(*number, std::move(*entry));
            }
        }));
    return counters;
}

/// Learns all counters of the same name, of whatever instance.
Result<void, Failure> CounterIds::load(OdbcConnection& connection, const model::LogEntry& counter) {
    const CounterGroup group{counter.machine, {counter.object, counter.counter}};
    if (loaded_.contains(group)) {
        return outcome::success();
    }
    TextParameter machine(machine_name(counter));
    TextParameter object(counter.object);
    TextParameter name(counter.counter);
    DetailsRow row(extra_);
    PDH_SHIM_CHECK(read_rows(connection,
        "SELECT CounterID, " + columns_of(extra_) +
            " FROM CounterDetails WHERE MachineName = ? AND ObjectName = ? AND CounterName = ?",
        std::tie(machine, object, name), row.columns(), [&] {
            const auto number = row.number();
            const auto entry = row.entry();
            if (number && entry) {
                known_.emplace(known_key(*entry, extra_), *number);
            }
        }));
    loaded_.insert(group);
    return outcome::success();
}

Result<void, Failure> CounterIds::add(
    OdbcConnection& connection, const std::vector<const model::LogEntry*>& counters) {
    if (counters.empty()) {
        return outcome::success();
    }
    PDH_SHIM_TRY(const bool is_automatic, numbers_itself(connection));
    PDH_SHIM_TRY(const auto last, read_number(connection, "SELECT MAX(CounterID) FROM CounterDetails"));
    std::int32_t next = std::max(last.value_or(0), 0);
    for (const model::LogEntry* const counter : counters) {
        if (next == INT32_MAX) {
            return Failure(Status::sql_alter_detail_failed, {}, "CounterDetails has no number left");
        }
        ++next;
        PDH_SHIM_CHECK(
            insert(connection, extra_, *counter, is_automatic ? std::nullopt : std::optional(next)));
        if (is_automatic) {
            loaded_.erase({counter->machine, {counter->object, counter->counter}});
        } else {
            known_.emplace(known_key(*counter, extra_), next);
        }
    }
    for (const model::LogEntry* const counter : counters) {
        PDH_SHIM_CHECK(load(connection, *counter));
    }
    return outcome::success();
}

Result<void, Failure> CounterIds::find(OdbcConnection& connection,
    const std::vector<const model::LogEntry*>& counters, std::vector<std::int32_t>& numbers) {
    std::vector<const model::LogEntry*> unknown;
    for (const model::LogEntry* const counter : counters) {
        PDH_SHIM_CHECK(load(connection, *counter));
        if (!known_.contains(known_key(*counter, extra_))) {
            unknown.push_back(counter);
        }
    }
    PDH_SHIM_CHECK(add(connection, unknown));
    numbers.clear();
    for (const model::LogEntry* const counter : counters) {
        const auto found = known_.find(known_key(*counter, extra_));
        if (found == known_.end()) {
            return Failure(
                Status::sql_alter_detail_failed, {}, "CounterDetails does not keep what it is given");
        }
        numbers.push_back(found->second);
    }
    return outcome::success();
}

} // namespace pdh_shim::log::sql
