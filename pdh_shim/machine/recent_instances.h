// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/locks.h"
#include "machine/machine.h"
#include "path/counter_path.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace pdh_shim::machine {

/// A cache of the instances of objects, for a moment: a program that checks 100,000 paths in turn does not
/// have them listed 100,000 times. Any thread may call anything.
class RecentInstances {
  public:
    /// How long a listing is used, in ticks of the performance clock: 0.1 s.
    static constexpr std::int64_t lifetime = ticks_per_second / 10;

    explicit RecentInstances(Clock& clock) : clock_(clock) {}

    /// Whether an object has an instance. If the last listing does not have it, another one is asked for,
    /// since the instance may just have begun; after that one, it is absent for a lifetime.
    /// @retval the status of a source that cannot list them
    [[nodiscard]] Result<bool> has(
        const Machine& machine, ObjectRef object, const path::InstanceName& instance);

  private:
    struct Listing {
        std::weak_ptr<model::Source> source;
        std::int64_t time = 0; ///< of the performance clock, before it was asked for
        std::shared_ptr<const model::InstanceSet> instances;
        std::vector<path::InstanceName> absent; ///< looked for in vain
    };
    /// By source, and the object's position in its catalogue.
    using Listings = std::map<std::pair<const model::Source*, std::uint32_t>, Listing>;

    Clock& clock_;
    Locked<Listings> listings_;
};

} // namespace pdh_shim::machine
