// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/source.h"
#include "recorded/log_file.h"

#include <memory>
#include <string>
#include <string_view>

namespace pdh_shim::recorded {

/// The objects of one computer that a log has recorded as a whole: each record has PERF_DATA_BLOCKs of them.
/// What counters there are is read from the first two records, and from later ones as far as those are
/// damaged. Null if the log has none of that computer.
/// @param name of the log, for the library's log
[[nodiscard]] Result<std::shared_ptr<model::Source>, Failure> make_block_log_source(
    std::string name, model::LogReader& log, std::u16string_view machine, ReaderFactory open);

} // namespace pdh_shim::recorded
