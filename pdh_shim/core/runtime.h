// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"
#include "base/manual_clock.h"
#include "base/trace.h"
#include "core/live_data_source.h"
#include "machine/performance_data.h"
#include "query/column.h"

#include <memory>
#include <string>

namespace pdh_shim::core {

/// trace::configure(), and as the first line, from Level::info on, the version of this library.
bool start_log(trace::Level level, const std::string& file);

/// The state that all queries and enumerations of a process share: clock, live data source, settings of
/// counters. It reads the environment once, when it is made, and outlives the objects that use it.
class Runtime {
  public:
    Runtime();

    [[nodiscard]] SwitchableClock& clock() noexcept { return clock_; }
    /// This computer as it is now, with the sources that were chosen.
    [[nodiscard]] const std::shared_ptr<LiveDataSource>& live() const noexcept { return live_; }
    [[nodiscard]] query::CounterContext& counter_context() noexcept { return counter_context_; }
    /// HKEY_PERFORMANCE_DATA of this process.
    [[nodiscard]] std::shared_ptr<machine::PerformanceData> performance_data() {
        return performance_data_.get(
            [](const auto* /*parents*/) { return std::make_shared<machine::PerformanceData>(); });
    }
    /// HKEY_PERFORMANCE_DATA of other computers.
    [[nodiscard]] std::shared_ptr<machine::ForeignData> foreign_data() {
        return foreign_data_.get(
            [](const auto* /*parents*/) { return std::make_shared<machine::ForeignData>(); });
    }

  private:
    query::CounterContext counter_context_;
    SwitchableClock clock_;
    std::shared_ptr<LiveDataSource> live_;
    ForkOwned<machine::PerformanceData> performance_data_;
    ForkOwned<machine::ForeignData> foreign_data_;
};

} // namespace pdh_shim::core
