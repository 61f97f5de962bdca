// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/source.h"
#include "path/counter_path.h"
#include "query/collected.h"
#include "query/counter.h"
#include "query/grouped_samples.h"
#include "query/samples.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::query {

/// The samples of a counter whose computer did not answer when it was added: none, until the computer says
/// which counter it is. Any thread may call anything.
class AwaitedSamples final : public SampleSource {
  public:
    /// @param feed of the query; what was collected before now is not seen
    explicit AwaitedSamples(std::shared_ptr<const Feed> feed);

    /// Why there is still no counter; cstatus_no_machine at the begin.
    void set_status(Status status) noexcept { status_ = status; }
    /// The counter that it is: from now on, its samples. To be called once.
    void set_found(std::shared_ptr<CollectedCounter> counter);
    /// Null until then. It lives as long as this.
    [[nodiscard]] const CollectedCounter* found() const noexcept { return found_; }

    [[nodiscard]] std::optional<RawValue> initial() const override { return std::nullopt; }
    [[nodiscard]] std::optional<Samples> newest() override;
    [[nodiscard]] Result<std::vector<Item<Samples>>> items() override;

  private:
    const std::shared_ptr<const Feed> feed_;
    const std::uint64_t born_; // sequence of the feed when the counter was added
    std::atomic<Status> status_{Status::cstatus_no_machine};
    std::shared_ptr<CollectedCounter> owned_; // found_
    std::atomic<CollectedCounter*> found_{nullptr};
};

/// A counter of a computer that does not answer, and of which nothing is known but its path.
struct AwaitedCounter {
    /// @param computer its source
    /// @param names    those that the path has
    AwaitedCounter(std::shared_ptr<model::Source> computer, const path::CounterPath& path,
        machine::Names names, CounterSharing query, std::shared_ptr<const Feed> feed, std::uint64_t number,
        std::uintptr_t user_data);

    const std::shared_ptr<model::Source> computer;
    const path::CounterPath path;
    const machine::Names names;
    const CounterIdentity identity;
    AwaitedSamples samples;
    Counter counter;
};

} // namespace pdh_shim::query
