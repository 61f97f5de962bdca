// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "model/log.h"
#include "recorded/log_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Logs in databases (ODBC). In a build without ODBC all functions return PDH_INVALID_DATASOURCE.

namespace pdh_shim::recorded {

/// Reads the description of a log. The readers that the result makes have the records that are there now, and
/// no later ones.
/// @param name `SQL:dsn!set`
/// @retval invalid_sql_log_format it is not such a name
/// @retval see log::sql::read_log_set()
[[nodiscard]] Result<ReaderFactory, Failure> read_database_log(const std::string& name);

/// Begins a log. An existing log is added to, unless NewLog::creation is LogCreation::create_new.
/// @param zone_of_run set to the zone of the records that it is added to; not known if there are none
/// @retval invalid_sql_log_format its file is not such a name @retval see log::sql::SqlWriter::begin()
[[nodiscard]] Result<std::unique_ptr<model::LogWriter>, Failure> create_database_log(
    NewLog log, const model::Guid& guid, Clock& clock, model::LogZone& zone_of_run);

/// The newest run of a log.
/// @param name `SQL:dsn!set` @retval see read_database_log()
[[nodiscard]] Result<model::LogRun, Failure> newest_run(const std::string& name);
[[nodiscard]] Result<void, Failure> set_newest_run_number(const std::string& name, std::int32_t number);

/// The names of all log sets of a database.
/// @retval invalid_sqldb it does not have the tables @retval see log::sql::OdbcConnection::open()
[[nodiscard]] Result<std::vector<std::u16string>, Failure> log_set_names(std::u16string_view data_source);

/// Whether a database has the tables. @retval see log_set_names()
[[nodiscard]] Result<void, Failure> verify_database(std::u16string_view data_source);
/// Makes the tables. @retval see log::sql::create_tables()
[[nodiscard]] Result<void, Failure> create_database_tables(std::u16string_view data_source);

/// Sets how long a call of ODBC may take, in ticks of 100 ns. The functions above, and the logs that they
/// open, then return a status.
void set_database_time_limit(std::int64_t ticks);

} // namespace pdh_shim::recorded
