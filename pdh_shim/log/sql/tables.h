// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "log/sql/odbc_connection.h"
#include "model/log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The tables of a database: those that Windows documents, and nullable columns that we add to them. A
// database without these columns can be read and written too.

namespace pdh_shim::log::sql {

/// Which of the columns that Windows does not document a database has.
struct ExtraColumns {
    bool has_time_base = false;   ///< CounterDetails: TimeBaseA, TimeBaseB
    bool has_multi_count = false; ///< CounterData: MultiCount
    bool has_time_ticks = false;  ///< CounterData: TimeTicks
    bool has_minutes = false;     ///< CounterData: MinutesToUTC
};

/// @retval invalid_sqldb a table or a documented column is missing
[[nodiscard]] Result<ExtraColumns, Failure> read_schema(OdbcConnection& connection);

/// Makes the missing tables, and the missing columns that Windows does not document.
/// @retval sql_exec_direct_failed   a table cannot be made
/// @retval sql_alter_detail_failed a column cannot be added
[[nodiscard]] Result<void, Failure> create_tables(OdbcConnection& connection);

/// One run of a log set: what was written between an open and a close.
struct LogSetRun {
    std::u16string guid; ///< as the database has it
    std::int32_t number = 0;
    std::int64_t start = 0; ///< UTC FILETIME, or 0 if the database has none
    std::int64_t stop = 0;
    std::optional<std::int32_t> bias = std::nullopt; ///< minutes: UTC = local time + bias; none: not known
    std::string zone = {};                           ///< its name, in UTF-8
    std::optional<std::int32_t> last_record =
        std::nullopt; ///< the highest RecordIndex that it has; none: no record
};

/// The value of a column MinutesToUTC; none if it cannot be a bias.
[[nodiscard]] std::optional<std::int32_t> minutes_in(const CellColumn& column);

/// The runs of a log set in the order of their start. @retval see Statement
[[nodiscard]] Result<std::vector<LogSetRun>, Failure> read_runs(
    OdbcConnection& connection, const std::u16string& log_set);

/// The names of all log sets, each once. @retval see Statement
[[nodiscard]] Result<std::vector<std::u16string>, Failure> read_log_sets(OdbcConnection& connection);

/// Sets the number of a run.
[[nodiscard]] Result<void, Failure> set_run_number(
    OdbcConnection& connection, const std::u16string& guid, std::int32_t number);

} // namespace pdh_shim::log::sql
