// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/encoding.h"
#include "base/failure.h"
#include "machine/data_source.h"
#include "path/counter_path.h"
#include "recorded/log_data_source.h"
#include "recorded/query_log.h"

#include <pdh.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace pdh_shim::api {

/// The longest name of a data source, in characters (PDH_MAX_DATASOURCE_PATH without its terminator).
inline constexpr std::size_t longest_data_source = PDH_MAX_DATASOURCE_PATH - 1;

/// Whether a name is that of a set of logs in a database, `SQL:dsn!set`, well-formed or not.
[[nodiscard]] bool is_sql_name(std::u16string_view name);
/// @retval invalid_sql_log_format a part is missing
[[nodiscard]] Result<void> check_sql_name(std::u16string_view name);

/// A file name of a caller, in UTF-8.
/// @retval invalid_argument it is empty, too long or ill-formed
[[nodiscard]] Result<std::string> file_name(const TextIn& name);

/// The name of a log to read: of a file that exists, or of a log in a database, which is not asked for.
/// @retval file_not_found there is no such file @retval see file_name(), check_sql_name()
[[nodiscard]] Result<std::string> existing_log(const TextIn& name);

using DataSourcePointer = std::shared_ptr<machine::DataSource>;

/// This computer as it is now.
[[nodiscard]] DataSourcePointer live_data_source();

/// The log that a data source is, or null: this computer as it is now.
[[nodiscard]] recorded::LogDataSource* as_log(machine::DataSource& source) noexcept;
[[nodiscard]] std::shared_ptr<recorded::LogDataSource> as_log(const DataSourcePointer& source) noexcept;

/// The log of a name. @retval see existing_log(), recorded::LogDataSource::open()
[[nodiscard]] Result<std::shared_ptr<recorded::LogDataSource>> open_log_to_read(const TextIn& name);

/// The data source of a list of files, each with a terminator, and one more at the end: up to 32 binary logs,
/// or one text log. A single file without a second terminator is taken, as PowerShell passes it: what follows
/// a name counts only if it is a file or ends in `.blg`. Or a source of data alone.
/// @retval invalid_argument more files @retval see open_data_source()
[[nodiscard]] Result<DataSourcePointer> open_data_sources(const TextIn& files);

/// The data source of a handle, or the one that a name stands for: NULL or the empty text is this computer as
/// it is now; a source of data (core/sources.h) is one of the caller's own; else it is a log.
/// @retval see core::make_source_of_data(), open_log_to_read(), find_data_source()
[[nodiscard]] Result<DataSourcePointer> open_data_source(const SourceArgument& source);

/// The data source of a handle: of H_REALTIME_DATASOURCE, H_WBEM_DATASOURCE, or what
/// PdhBindInputDataSource has opened.
/// @retval invalid_handle it is not a data source
[[nodiscard]] Result<DataSourcePointer> find_data_source(PDH_HLOG handle);
/// The log of a handle: one that was opened to be read, or that PdhBindInputDataSource has opened.
/// @retval invalid_handle it is not a data source @return `live` for this computer as it is now
[[nodiscard]] Result<std::shared_ptr<recorded::LogDataSource>> find_log_to_read(
    PDH_HLOG handle, Status live = Status::invalid_handle);

/// The counters of a computer, as DataSource::machine().
/// @retval invalid_argument the name is ill-formed
[[nodiscard]] Result<std::shared_ptr<const machine::Machine>> find_machine(
    machine::DataSource& source, const TextIn& machine);

/// The same for a caller who needs one object and the titles, as DataSource::machine_with().
[[nodiscard]] Result<std::shared_ptr<const machine::Machine>> find_machine_with(
    machine::DataSource& source, const TextIn& machine, std::u16string_view object);

/// Parses a path of the caller. @retval invalid_path it cannot be parsed
[[nodiscard]] Result<path::CounterPath> parse_path(const TextIn& path);

/// Puts the name of this computer into a path that names none.
[[nodiscard]] Result<void> complete(path::CounterPath& path);

/// The object of the handle of a log that is written.
struct WrittenLog {
    std::shared_ptr<recorded::QueryLog> log;
    PDH_HQUERY query = nullptr; ///< its handle, which may have been closed
};

} // namespace pdh_shim::api
