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

/// The samples of a counter whose computer did not answer when the counter was added. Until the computer
/// answers, only the path is known and there are no samples; then they are those of the counter that was
/// found. Any thread may call anything. The plan of the query lists the counters that are not found yet.
class AwaitedSamples final : public Samples,
                             public std::enable_shared_from_this<AwaitedSamples>,
                             public boost::intrusive::list_base_hook<> {
  public:
    /// @param computer  its source
    /// @param names     those that the path has
    /// @param collected of the query
    AwaitedSamples(std::shared_ptr<model::Source> computer, path::CounterPath path,
        machine::NameLanguage names, std::shared_ptr<CollectedSamples> collected);

    const std::shared_ptr<model::Source> computer;
    const path::CounterPath path;
    const machine::NameLanguage names;

    /// The counter as far as it is known: a definition without data.
    [[nodiscard]] machine::ResolvedCounter known() const;
    /// Sets why the counter is not found yet; cstatus_no_machine at first.
    void set_status(Status status) noexcept { status_ = status; }
    /// The counter that it is: from now on, its samples. To be called once.
    void set_found(std::shared_ptr<Counter> counter);
    /// Null until then. It lives as long as this.
    [[nodiscard]] const Counter* found() const noexcept { return found_; }

    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept override {
        return collected_->sequence();
    }
    [[nodiscard]] std::span<const std::shared_ptr<Counter>> collected_counters() const noexcept override;
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
