// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::log::text {

/// The first line of a text log.
struct Header {
    char separator =
        ','; ///< what stands behind the first cell: a spreadsheet may have saved the file with `;`
    /// Minutes: UTC = local time + bias. None where the line lacks it: typeperf's own output, and files of
    /// systems whose zone has a name beyond ASCII.
    std::optional<std::int32_t> bias;
    std::string zone;                     ///< its name, with a bias; no clue to the bias
    std::vector<model::LogEntry> entries; ///< the columns behind the time
    /// Of the last column, if it is not a counter: it has the comments that a program wrote.
    std::optional<std::u16string> caption;
};

/// Whether these are the first bytes of a text log, and which separator the files of its kind have. A byte
/// order mark and empty lines may stand before the header.
[[nodiscard]] std::optional<char> separator_of(std::string_view start);

/// The separator of the line that is a header; none if it is not.
[[nodiscard]] std::optional<char> separator_in(std::string_view line);

/// Parses a header. Names that are not UTF-8 are read as Windows-1252.
/// @retval unable_read_log_header it is not a header, or a column is not a counter path
/// @retval log_file_open_error    it has more columns than memory_limit() allows
[[nodiscard]] Result<Header, Failure> read_header(std::string_view line);

/// What a header is made of.
struct HeaderToWrite {
    char separator = ',';
    std::string zone;                    ///< name of the time zone; what is beyond ASCII is left out
    std::optional<std::int32_t> bias;    ///< none: the line has no zone
    std::vector<std::u16string> columns; ///< counter paths, and perhaps a caption
};

/// The line with its end. Quotation marks of names are doubled, so that every reader of CSV sees the columns.
[[nodiscard]] std::string make_header(const HeaderToWrite& header);

} // namespace pdh_shim::log::text
