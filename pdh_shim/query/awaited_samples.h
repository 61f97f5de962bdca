// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "machine/machine.h"
#include "machine/resolve.h"
#include "model/source.h"
#include "path/counter_path.h"
#include "query/collected_samples.h"
#include "query/samples.h"

#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace pdh_shim::query {

/// The samples of a counter whose computer has not answered yet: none before the next collect, and then one
/// that says why there is no value. Once the computer answers, the counter has another column, with samples
/// that are collected; this column and its samples live as long as the counter. Any thread may read.
class AwaitedSamples final : public Samples, public std::enable_shared_from_this<AwaitedSamples> {
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
    [[nodiscard]] machine::ResolvedCounter definition() const;
    /// Sets why the counter is not found yet; cstatus_no_machine at first.
    void set_status(Status status) noexcept { status_ = status; }
    /// The column that the counter has from Plan::use_found() on; null until it is set. For the thread that
    /// collects.
    void set_found(std::shared_ptr<const Column> column) noexcept { found_ = std::move(column); }
    [[nodiscard]] const Column* found() const noexcept { return found_.get(); }

    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept override {
        return collected_->sequence();
    }
    [[nodiscard]] AwaitedSamples* awaited() noexcept override { return this; }
    [[nodiscard]] std::optional<SamplePair> newest(const Counter& counter, Cursor& cursor) override;
    [[nodiscard]] Result<std::vector<Item<SamplePair>>> items(
        const Counter& counter, Cursor& cursor) override;

  private:
    const std::shared_ptr<CollectedSamples> collected_;
    std::atomic<Status> status_{Status::cstatus_no_machine};
    std::shared_ptr<const Column> found_;
};

} // namespace pdh_shim::query
