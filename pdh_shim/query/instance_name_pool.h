// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "path/counter_path.h"

#include <cstddef>
#include <memory>
#include <unordered_map>

namespace pdh_shim::query {

/// The instance names of a query's counters: each is stored once, for all counters that have it, and as long
/// as one has it. One thread at a time.
class InstanceNamePool {
  public:
    [[nodiscard]] std::shared_ptr<const path::InstanceName> share(const path::InstanceName& instance);
    /// How many names are stored, unused ones that are not removed yet included.
    [[nodiscard]] std::size_t size() const noexcept { return by_hash_.size(); }

  private:
    static constexpr std::size_t fewest = 64;

    void forget_unused();

    std::unordered_multimap<std::size_t, std::weak_ptr<const path::InstanceName>> by_hash_;
    std::size_t most_ = fewest; // then unused ones are looked for
};

} // namespace pdh_shim::query
