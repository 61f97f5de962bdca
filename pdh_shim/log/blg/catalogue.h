// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/log.h"

#include <cstddef>
#include <span>
#include <vector>

namespace pdh_shim::log::blg {

/// Reads the payload of an EventKind::catalogue.
/// @retval binary_log_corrupt an entry or one of its names leaves the bytes
[[nodiscard]] Result<std::vector<model::LogEntry>, Failure> read_catalogue(
    std::span<const std::byte> payload);

/// Writes such a payload behind the bytes that are there.
void append_catalogue(std::span<const model::LogEntry> entries, std::vector<std::byte>& payload);

} // namespace pdh_shim::log::blg
