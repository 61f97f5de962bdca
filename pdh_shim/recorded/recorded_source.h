// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/source.h"
#include "query/collected_samples.h"
#include "recorded/log_file.h"
#include "recorded/recorded_layout.h"

#include <memory>
#include <string>
#include <string_view>

namespace pdh_shim::recorded {

/// The samples that a query collects from a log. A raw sample that was recorded by itself is returned as it
/// was recorded, not made of the cells and clocks of a snapshot.
class RecordedSamples final : public query::CollectedSamples {
  private:
    [[nodiscard]] query::RawValue read(const CollectedCell& cell) const override;
};

/// The counters of one computer whose raw samples a log has recorded one by one. Null if the log has none of
/// that computer.
/// @param name of the log, for the library's log
/// @param layout see lay_out()
[[nodiscard]] std::shared_ptr<model::Source> make_recorded_source(
    std::string name, RecordedLayout layout, ReaderFactory open);

/// The objects of one computer that a log has recorded as a whole: each record has PERF_DATA_BLOCKs of them.
/// What counters there are is read from the first two records, and from later ones as far as those are
/// damaged. Null if the log has none of that computer.
/// @param name of the log, for the library's log
[[nodiscard]] Result<std::shared_ptr<model::Source>, Failure> make_block_log_source(
    std::string name, model::LogReader& log, std::u16string_view machine, ReaderFactory open);

} // namespace pdh_shim::recorded
