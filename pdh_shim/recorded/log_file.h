// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "model/log.h"
#include "model/log_zone.h"

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::recorded {

/// The formats of log files, with the numbers of PDH_LOG_TYPE_*.
enum class LogType : std::uint32_t { csv = 1, tsv = 2, sql = 7, binary = 8 };

/// Makes another reader of a log: each query has its own.
using ReaderFactory = std::function<Result<std::unique_ptr<model::LogReader>, Failure>()>;

/// An opened log: its format, and a reader.
struct LogToRead {
    LogType type = LogType::csv;
    std::unique_ptr<model::LogReader> reader;
    /// Makes another reader of it: of a log in a database with the records that were there at the first open,
    /// of archives those that were found then.
    ReaderFactory open_again;
    std::optional<std::endian> utf16 = {}; ///< the order of the bytes of a text log in UTF-16
};

/// Whether a name is that of archives of pmlogger, which are read as binary logs: `pcp:` and what
/// source/pcp/archive_files.h takes.
[[nodiscard]] bool is_archive_name(std::string_view name) noexcept;

/// Opens a log file by what its first bytes say, or archives and a log in a database
/// (recorded/database_log.h) by their names.
/// @retval not_implemented        archives, and the library was built without Performance Co-Pilot
/// @retval unknown_log_format it does not begin as a log
/// @retval file_not_found, log_file_open_error it cannot be read
/// @retval see log/blg/blg_reader.h, log/text/text_reader.h, source/pcp/archive_files.h
[[nodiscard]] Result<LogToRead, Failure> open_log_file(const std::string& name);

/// The name that a text log gives to a zone: that of the season that it has then or, where it has no name
/// that a header can have, `UTC-08:00`. Empty if the zone is not known.
[[nodiscard]] std::string zone_name_in_text(const model::ZoneAt& zone);

/// What happens to an existing log when a log is created.
enum class LogCreation : std::uint8_t {
    create_new,    ///< nothing may be there
    create_always, ///< what is there is lost
    append         ///< records are added to a log of the same counters; where there is none, one is made
};

/// A log to write.
struct NewLog {
    std::string file; ///< of LogType::sql `SQL:dsn!set`
    LogType type = LogType::csv;
    LogCreation creation = LogCreation::create_new;
    std::vector<model::LogEntry> entries; ///< of a text log none is LogEntryKind::instances
    std::uint64_t max_bytes = 0;          ///< 0 = no limit; of a log in a database records
    bool is_circular = false;  ///< of a binary log: when it is full, new records take the place of the oldest
    model::ZoneAt zone = {};   ///< with the bias that it has where the log begins
    bool has_comments = false; ///< of a text log: its last column is `caption`
    std::u16string caption;
    std::optional<std::endian> utf16 = {}; ///< of a new text log: the order of its bytes, if it is in UTF-16
};

/// @param clock lives longer than the writer
/// @retval file_already_exists      LogCreation::create_new, and there is something
/// @retval unmatched_append_counter LogCreation::append, and the log has other counters
/// @retval log_file_too_small       see NewLog::max_bytes
/// @retval log_file_create_error    it cannot be written, or another writer has it open
/// @retval log_file_open_error      LogCreation::append, and another writer has it open
/// @retval see recorded/database_log.h
[[nodiscard]] Result<std::unique_ptr<model::LogWriter>, Failure> create_log_file(NewLog log, Clock& clock);

/// Several logs as one: it has the entries of all of them, and their records in the order of UTC, with local
/// times of the first log's zone. Records of the same time become one. Where two logs have the same counter,
/// it is one entry. Logs whose zones are all unknown are put together by their local times; where some are
/// known and others are not, next() fails with incorrect_append_time.
/// @param readers at least one
[[nodiscard]] std::unique_ptr<model::LogReader> merge_logs(
    std::vector<std::unique_ptr<model::LogReader>> readers);

/// Sets the zone of logs that do not name one: `UTC`, minutes with which UTC = local time + minutes, `local`
/// for the zone of this process, or nothing for none.
/// @return whether it is one of these; else the zone stays as it was
bool set_assumed_zone(std::string_view setting);

/// The zone of a log: the one that the log names, or else that of set_assumed_zone().
/// @param local_time of one of its records
[[nodiscard]] model::LogZone zone_of(const model::LogReader& reader, std::int64_t local_time);

} // namespace pdh_shim::recorded
