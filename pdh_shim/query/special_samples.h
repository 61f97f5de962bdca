// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "machine/machine.h"
#include "machine/resolve.h"
#include "model/source.h"
#include "path/counter_path.h"
#include "query/collected_samples.h"
#include "query/counter.h"
#include "query/samples.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
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

/// The samples that a program supplies for a counter (PdhAddRelogCounter, PdhSetCounterValue). Any thread may
/// call anything.
class SuppliedSamples final : public Samples {
  public:
    /// @param instance of the counter; null = none
    explicit SuppliedSamples(const path::InstanceName* instance);

    /// Supplies the newest sample; the one before it becomes the older one. Of a wildcard counter it is the
    /// sample of the instance with this display name, of another counter its only one.
    void supply(const std::u16string& instance, const RawValue& value);

    /// From now on no sample is the newest one, until the next is supplied; the one before it stays the older
    /// one.
    void reset();

    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept override { return sequence_; }
    [[nodiscard]] SuppliedSamples* supplied() noexcept override { return this; }
    [[nodiscard]] std::optional<SamplePair> newest(const Counter& counter, Cursor& cursor) override;
    [[nodiscard]] Result<std::vector<Item<SamplePair>>> items(
        const Counter& counter, Cursor& cursor) override;

  private:
    struct ByName {
        bool operator()(const std::u16string& left, const std::u16string& right) const noexcept {
            return compare_folded(left, right) < 0;
        }
    };
    struct Supplied {
        SamplePair samples;
        bool is_reset = false; // no sample since reset()
    };

    const std::optional<std::u16string> only_name_; // none for a wildcard counter
    std::atomic<std::uint64_t> sequence_{0};        // number of samples so far
    ForkMutex mutex_;                               // guards what follows
    std::map<std::u16string, Supplied, ByName> samples_;
};

/// The properties of a counter whose samples the caller supplies.
struct SuppliedDefinition {
    std::uint32_t type = 0;         ///< a PERF_* counter type
    std::int32_t default_scale = 0; ///< only reported
    std::int64_t time_base = 0;     ///< ticks per second of the counter's clock
};

/// A counter that no source knows and no query collects: see Counter::supplied().
/// @param local_machine this computer's name, for a path that names none
/// @retval function_not_found there is no calculation for the type (bases, texts)
[[nodiscard]] Result<std::shared_ptr<Counter>> make_supplied_counter(const std::u16string& local_machine,
    const path::CounterPath& path, const SuppliedDefinition& definition, QueryContext context);

} // namespace pdh_shim::query
