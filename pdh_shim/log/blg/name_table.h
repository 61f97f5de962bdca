// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/log.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>

namespace pdh_shim::log::blg {

/// By the name of a machine (without backslashes), the titles that the file has of it, by their indexes.
using NameTables = std::map<std::u16string, model::LogTitles>;

/// Adds the payload of an EventKind::names: one of several that a machine may have.
/// @retval binary_log_corrupt a name has no end, or its index is not a number
[[nodiscard]] Result<void, Failure> read_names(std::span<const std::byte> payload, NameTables& tables);

} // namespace pdh_shim::log::blg
