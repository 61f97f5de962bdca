// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/own_thread.h"
#include "base/platform.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <functional>
#include <memory>

namespace pdh_shim::query {

/// The thread of PdhCollectQueryDataEx: waits for the interval, collects, sets the event, again and again. It
/// never outlives its owner.
class Collector : boost::noncopyable {
  public:
    Collector(Clock& clock, std::uint32_t seconds, std::function<void()> collect,
        std::unique_ptr<platform::Event> new_data);
    ~Collector();

  private:
    struct Work;

    std::shared_ptr<WaitEvent> stop_;
    std::uint32_t owner_; // epoch of the process that has the thread
    OwnThread thread_;
};

} // namespace pdh_shim::query
