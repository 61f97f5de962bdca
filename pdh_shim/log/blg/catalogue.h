// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/log.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::log::blg {

/// By the name of a machine (without backslashes), the titles that the file has of it, by their indexes.
using NameTables = std::map<std::u16string, model::LogTitles>;

/// Adds the payload of an EventKind::names: one of several that a machine may have.
/// @retval binary_log_corrupt a name has no end, or its index is not a number
[[nodiscard]] Result<void, Failure> read_names(std::span<const std::byte> payload, NameTables& tables);

/// Reads the payload of an EventKind::catalogue.
/// @retval binary_log_corrupt an entry or one of its names leaves the bytes
[[nodiscard]] Result<std::vector<model::LogEntry>, Failure> read_catalogue(
    std::span<const std::byte> payload);

/// Writes such a payload behind the bytes that are there.
void append_catalogue(std::span<const model::LogEntry> entries, std::vector<std::byte>& payload);

} // namespace pdh_shim::log::blg
