// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "machine/machine.h"
#include "model/source.h"
#include "path/counter_path.h"
#include "query/collected_samples.h"
#include "query/counter.h"
#include "query/samples.h"

#include <boost/intrusive/list.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pdh_shim::query {

/// The samples of a counter whose computer did not answer when it was added, so that nothing is known but its
/// path: none, until the computer says which counter it is. Any thread may call anything. The plan of the
/// query lists those that are still not found.
class AwaitedSamples final : public Samples,
                             public std::enable_shared_from_this<AwaitedSamples>,
                             public boost::intrusive::list_base_hook<> {
  public:
    /// @param computer  its source
    /// @param names     those that the path has
    /// @param collected of the query
    AwaitedSamples(std::shared_ptr<model::Source> computer, path::CounterPath path, machine::Names names,
        std::shared_ptr<CollectedSamples> collected);

    const std::shared_ptr<model::Source> computer;
    const path::CounterPath path;
    const machine::Names names;

    /// What is known of a counter with these samples.
    [[nodiscard]] machine::FoundCounter known() const;
    /// Why there is still no counter; cstatus_no_machine at the begin.
    void set_status(Status status) noexcept { status_ = status; }
    /// The counter that it is: from now on, its samples. To be called once.
    void set_found(std::shared_ptr<Counter> counter);
    /// Null until then. It lives as long as this.
    [[nodiscard]] const Counter* found() const noexcept { return found_; }

    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept override {
        return collected_->sequence();
    }
    [[nodiscard]] std::span<const std::shared_ptr<Counter>> sources() const noexcept override;
    [[nodiscard]] std::optional<SamplePair> newest(const Counter& counter, Cursor& cursor) override;
    [[nodiscard]] Result<std::vector<Item<SamplePair>>> items(
        const Counter& counter, Cursor& cursor) override;

  private:
    const std::shared_ptr<CollectedSamples> collected_;
    std::atomic<Status> status_{Status::cstatus_no_machine};
    std::shared_ptr<Counter> owned_; // found_
    Cursor found_cursor_;
    std::atomic<const Counter*> found_{nullptr};
};

} // namespace pdh_shim::query
