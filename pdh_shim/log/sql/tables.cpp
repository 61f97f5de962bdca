// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/tables.h"

#include "log/sql/cell_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace pdh_shim::log::sql {
namespace {

struct Table {
    const char* name;
    const char* columns; ///< documented
    const char* definition;
};

// The key of CounterData has the order in which records are read.
constexpr std::array tables{
    Table{"CounterDetails",
        "CounterID, MachineName, ObjectName, CounterName, CounterType, DefaultScale, InstanceName, "
        "InstanceIndex, ParentName, ParentObjectID",
        "CounterID int NOT NULL PRIMARY KEY, MachineName varchar(1024) NOT NULL, "
        "ObjectName varchar(1024) NOT NULL, CounterName varchar(1024) NOT NULL, CounterType int NOT NULL, "
        "DefaultScale int NOT NULL, InstanceName varchar(1024), InstanceIndex int, "
        "ParentName varchar(1024), ParentObjectID int, TimeBaseA int, TimeBaseB int"},
    Table{"CounterData",
        "GUID, CounterID, RecordIndex, CounterDateTime, CounterValue, FirstValueA, FirstValueB, "
        "SecondValueA, SecondValueB",
        "GUID char(36) NOT NULL, CounterID int NOT NULL, RecordIndex int NOT NULL, "
        "CounterDateTime char(24) NOT NULL, CounterValue float NOT NULL, FirstValueA int, FirstValueB int, "
        "SecondValueA int, SecondValueB int, MultiCount int, TimeTicks int, MinutesToUTC int, "
        "PRIMARY KEY (GUID, RecordIndex, CounterID)"},
    Table{"DisplayToID",
        "GUID, RunID, DisplayString, LogStartTime, LogStopTime, NumberOfRecords, MinutesToUTC, TimeZoneName",
        "GUID char(36) NOT NULL PRIMARY KEY, RunID int, DisplayString varchar(1024) NOT NULL, "
        "LogStartTime char(24), LogStopTime char(24), NumberOfRecords int, MinutesToUTC int, "
        "TimeZoneName char(32)"},
};

constexpr auto time_base_columns = "TimeBaseA, TimeBaseB";
constexpr auto multi_count_column = "MultiCount";
constexpr auto time_ticks_column = "TimeTicks";
constexpr auto minutes_column = "MinutesToUTC";

Result<void, Failure> ask_for(OdbcConnection& connection, const char* table, const char* columns) {
    return connection.run(std::string("SELECT ") + columns + " FROM " + table + " WHERE 1 = 0");
}

Result<void, Failure> add_column(OdbcConnection& connection, const char* table, const char* column) {
    auto added = connection.run(std::string("ALTER TABLE ") + table + " ADD " + column + " int");
    if (!added) {
        return std::move(added).error().as(Status::sql_alter_detail_failed);
    }
    return outcome::success();
}

std::int64_t time_or_0(const CellColumn& column) {
    const auto text = column.value();
    return text ? parse_time_text(*text).value_or(0) : 0;
}

std::int32_t number_or_0(const CellColumn& column) {
    const auto text = column.value();
    return text ? parse_int(*text).value_or(0) : 0;
}

std::string name_in(const CellColumn& column) {
    const std::string_view text = column.value().value_or(std::string_view());
    return std::string(text.substr(0, text.find_last_not_of(' ') + 1)); // char(32) is filled up
}

} // namespace

std::optional<std::int32_t> minutes_in(const CellColumn& column) {
    constexpr std::int32_t day = 24 * 60;
    const auto text = column.value();
    const auto number = text ? parse_int(*text) : std::nullopt;
    return number && *number >= -day && *number <= day ? number : std::nullopt;
}

Result<ExtraColumns, Failure> read_schema(OdbcConnection& connection) {
    for (const Table& table : tables) {
        if (auto asked = ask_for(connection, table.name, table.columns); !asked) {
            return std::move(asked).error().as(Status::invalid_sqldb);
        }
    }
    return ExtraColumns{.has_time_base = ask_for(connection, "CounterDetails", time_base_columns).has_value(),
        .has_multi_count = ask_for(connection, "CounterData", multi_count_column).has_value(),
        .has_time_ticks = ask_for(connection, "CounterData", time_ticks_column).has_value(),
        .has_minutes = ask_for(connection, "CounterData", minutes_column).has_value()};
}

Result<void, Failure> create_tables(OdbcConnection& connection) {
    for (const Table& table : tables) {
        if (!ask_for(connection, table.name, table.columns)) {
            PDH_SHIM_CHECK(
                connection.run(std::string("CREATE TABLE ") + table.name + " (" + table.definition + ")"));
        }
    }
    if (!ask_for(connection, "CounterDetails", time_base_columns)) {
        PDH_SHIM_CHECK(add_column(connection, "CounterDetails", "TimeBaseA"));
        PDH_SHIM_CHECK(add_column(connection, "CounterDetails", "TimeBaseB"));
    }
    for (const char* const column : {multi_count_column, time_ticks_column, minutes_column}) {
        if (!ask_for(connection, "CounterData", column)) {
            PDH_SHIM_CHECK(add_column(connection, "CounterData", column));
        }
    }
    return outcome::success();
}

Result<std::vector<LogSetRun>, Failure> read_runs(OdbcConnection& connection, const std::u16string& log_set) {
    TextParameter name(log_set);
    TextColumn guid;
    std::array<CellColumn, 5> cells; // RunID, start, stop, minutes, zone
    std::vector<LogSetRun> runs;
    PDH_SHIM_CHECK(read_rows(connection,
        "SELECT GUID, RunID, LogStartTime, LogStopTime, MinutesToUTC, TimeZoneName "
        "FROM DisplayToID WHERE DisplayString = ?",
        std::tie(name), std::tie(guid, cells), [&] {
            if (auto text = guid.value()) {
                runs.push_back({std::move(*text), number_or_0(cells[0]), time_or_0(cells[1]),
                    time_or_0(cells[2]), minutes_in(cells[3]), name_in(cells[4]), std::nullopt});
            }
        }));
    std::ranges::sort(runs, [](const LogSetRun& left, const LogSetRun& right) {
        return left.start != right.start ? left.start < right.start : left.number < right.number;
    });
    return runs;
}

Result<std::vector<std::u16string>, Failure> read_log_sets(OdbcConnection& connection) {
    TextColumn name;
    std::vector<std::u16string> names;
    PDH_SHIM_CHECK(
        read_rows(connection, "SELECT DISTINCT DisplayString FROM DisplayToID ORDER BY DisplayString",
            std::tie(), std::tie(name), [&] {
                auto text = name.value();
                if (text && !text->empty()) {
                    names.push_back(std::move(*text));
                }
            }));
    return names;
}

Result<void, Failure> set_run_number(
    OdbcConnection& connection, const std::u16string& guid, std::int32_t number) {
    TextParameter key(guid);
    return run(connection, "UPDATE DisplayToID SET RunID = ? WHERE GUID = ?", number, key);
}

} // namespace pdh_shim::log::sql
