// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/catalogue.h"
#include "model/log.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::pcp {

/// Opens archives that were found, each time anew. Any thread may call it. @retval see find_archives()
using ArchiveOpener = std::function<Result<std::vector<std::unique_ptr<model::LogReader>>, Failure>()>;

/// Finds archives of pmlogger (Performance Co-Pilot): a log for each host that they are of, and another one
/// for those that overlap. libpcp is loaded now. What is compressed is decompressed now, for as long as the
/// result lives.
/// @param names     an archive (its name with or without the suffix of one of its files), or a folder: all
///        archives in it, or if there is none, in the folders in it; or several of them with commas between
/// @param described the objects that the Linux source describes: names and types are taken from it
/// @param library   name or path of libpcp
/// @retval access_denied          the program is set-id
/// @retval invalid_datasource     libpcp cannot be loaded
/// @retval file_not_found         there is no such archive
/// @retval unable_read_log_header it does not begin as an archive does
/// @retval log_file_open_error    libpcp cannot read it, or not together with the others
[[nodiscard]] Result<ArchiveOpener, Failure> find_archives(std::string_view names,
    std::shared_ptr<const model::Catalogue> described, const std::string& library = "libpcp.so.3");

} // namespace pdh_shim::source::pcp
