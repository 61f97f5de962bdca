// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "query/counter.h"
#include "query/samples.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pdh_shim::query {

/// The samples of all counters that a wildcard for the counter's name matches. An item is called by its
/// counter too: `instance\counter`, or `counter` for an object without instances.
class GroupedSamples final : public Samples {
  public:
    using Counters = std::vector<std::shared_ptr<Counter>>;

    /// @param counters at least one, all of one query
    explicit GroupedSamples(Counters counters);

    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept override {
        return counters_.front()->column().sequence;
    }
    [[nodiscard]] bool are_collected() const noexcept override { return true; }
    [[nodiscard]] std::span<const std::shared_ptr<Counter>> members() const noexcept override {
        return counters_;
    }
    [[nodiscard]] std::optional<RawValue> initial(const Counter& counter) const override;
    /// Those of the first counter.
    [[nodiscard]] std::optional<SamplePair> newest(const Counter& counter, Cursor& cursor) override;
    /// Counters without any item are left out. @retval the status of the first counter, if none has an item
    [[nodiscard]] Result<std::vector<Item<SamplePair>>> items(
        const Counter& counter, Cursor& cursor) override;

  private:
    const Counters counters_;
    std::vector<Cursor> cursors_; // one for each counter: its own is used by whoever uses it by itself
};

} // namespace pdh_shim::query
