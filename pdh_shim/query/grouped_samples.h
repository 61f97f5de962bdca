// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "query/collected_samples.h"
#include "query/counter.h"
#include "query/samples.h"

#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::query {

/// One counter that is collected. It is in one piece of memory: this is faster if 100,000 are formatted in
/// turn.
struct CollectedCounter {
    CollectedCounter(const std::shared_ptr<const CollectedColumn>& column,
        std::shared_ptr<const path::InstanceName> instance, const path::CounterPath& path,
        std::uint64_t number, std::uintptr_t user_data);

    const CounterIdentity identity;
    CollectedSamples samples;
    Counter counter;
};

/// The samples of all counters that a wildcard for the counter's name matches. An item is called by its
/// counter too: `instance\counter`, or `counter` for an object without instances.
class GroupedSamples final : public SampleSource {
  public:
    using Counters = std::vector<std::shared_ptr<CollectedCounter>>;

    /// @param counters at least one
    explicit GroupedSamples(Counters counters);

    [[nodiscard]] std::vector<std::shared_ptr<Counter>> counters() const;

    [[nodiscard]] std::optional<RawValue> initial() const override { return samples_.front()->initial(); }
    /// Those of the first counter.
    [[nodiscard]] std::optional<Samples> newest() override { return samples_.front()->newest(); }
    /// Counters without any item are left out. @retval the status of the first counter, if none has an item
    [[nodiscard]] Result<std::vector<Item<Samples>>> items() override;

  private:
    const Counters counters_;
    /// One for each counter: its own are read by whoever uses it by itself.
    std::vector<std::unique_ptr<CollectedSamples>> samples_;
};

/// Counters that were added together by a wildcard for their name, and the one that stands for all of them.
struct CounterGroup {
    /// @param path   with the wildcard
    /// @param number of the first counter
    CounterGroup(GroupedSamples::Counters counters, const path::CounterPath& path, std::uint64_t number,
        std::uintptr_t user_data);

    const CounterIdentity identity; // of the first counter, with the path of all
    GroupedSamples samples;
    Counter counter;
};

} // namespace pdh_shim::query
