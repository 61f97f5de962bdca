// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure_log.h"
#include "base/locks.h"
#include "base/own_thread.h"
#include "base/platform.h"
#include "machine/data_source.h"
#include "query/collected_samples.h"
#include "query/counter.h"
#include "query/plan.h"
#include "query/sample_set.h"
#include "query/special_samples.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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

/// The formatted values of counters in one collect.
struct ValueRow {
    bool is_collected = false;
    std::int64_t local_time = 0;      ///< see SampleSet
    std::optional<std::int32_t> bias; ///< the same
    std::vector<double> values;       ///< not a number where there is none
    std::vector<Status> statuses;     ///< success, or why there is no value
    bool wants_raw = false;           ///< whether raw samples are read as well
    std::vector<RawValue> raw_values; ///< see Counter::raw(); empty if they are not wanted
};

/// A set of counters of one data source that are collected together. Any thread may call anything; collects
/// of one query follow each other, and nothing but a collect waits for the sources.
class Query : public std::enable_shared_from_this<Query> {
  public:
    /// @param samples where its counters find what it collects
    Query(Clock& clock, CounterContext& counter_context, std::shared_ptr<machine::DataSource> source,
        std::shared_ptr<CollectedSamples> samples, std::uintptr_t user_data);

    [[nodiscard]] machine::DataSource& data_source() const noexcept { return *source_; }
    /// What its counters need of it; a counter that is not collected is made with it too.
    [[nodiscard]] const QueryContext& context() const noexcept { return context_; }

    /// Makes a counter, or one for all that a wildcard for its name matches; link() then adds it. A missing
    /// instance is not an error: it may come later. So may a computer that may be asked; a wildcard for the
    /// counter's name needs its answer.
    /// @retval cstatus_bad_countername the object cannot have the instance of the path: see
    ///         accepts_instance()
    /// @retval see DataSource::machine(), resolve()
    [[nodiscard]] Result<std::shared_ptr<Counter>> make_counter(const path::CounterPath& given,
        std::uintptr_t user_data, machine::NameLanguage which = machine::NameLanguage::any);
    /// Adds a counter, which lasts as long as others keep it. @retval see Plan::link()
    [[nodiscard]] Result<void> link(Counter& counter, void* token) {
        return context_.plan->link(counter, token);
    }
    /// See Plan::tokens().
    [[nodiscard]] std::vector<void*> tokens() const { return context_.plan->tokens(); }
    /// See Plan::take_token(): for a query that is closed.
    [[nodiscard]] void* take_token() const noexcept { return context_.plan->take_token(); }

    /// Takes a sample of every counter.
    /// @return time stamp of the first counter's sample: a local FILETIME
    /// @retval no_data no counters, or the only counter's instance does not exist
    /// @retval no_more_data a source is at its end; the samples stay as they were
    /// @retval the status of a failure that ends the collect, see model::ends_collect(); the samples stay as
    /// they
    ///         were
    [[nodiscard]] Result<std::int64_t> collect();
    /// The same, and formats counters before anybody else can collect.
    /// @param readers of counters of this query, for doubles
    /// @param row empty, or of an earlier call; its is_collected says whether there is a new sample, which
    /// can
    ///        be so after no_data too
    [[nodiscard]] Result<std::int64_t> collect_values(std::span<ValueReader> readers, ValueRow& row);

    /// The newest sample of its counters, or null before the first.
    [[nodiscard]] std::shared_ptr<const SampleSet> newest() const { return samples_->newest().newer; }

    /// How often it has been collected.
    [[nodiscard]] std::uint64_t collects() const noexcept { return samples_->sequence(); }

    /// The zone of its times, with the bias where it begins to read. @retval see DataSource::zone_at()
    [[nodiscard]] Result<model::ZoneAt> zone() const;

    /// Of a log: the next collect takes the first record that is not before `begin`, and the last one is not
    /// after `end`; both are local FILETIMEs.
    /// @retval data_source_is_real_time it is not a log
    [[nodiscard]] Result<void> set_range(std::int64_t begin, std::int64_t end);

    /// Collects every `seconds` from now on in a separate thread, and sets the event (if any) each time.
    /// Takes the place of an earlier one.
    /// @retval no_data no counters
    [[nodiscard]] Result<void> collect_every(
        std::uint32_t seconds, std::unique_ptr<platform::Event> new_data);

    /// Ends the collecting thread.
    void stop_collecting();

  private:
    [[nodiscard]] Result<std::shared_ptr<Counter>> make_known(
        const path::CounterPath& given, std::uintptr_t user_data, machine::NameLanguage which);
    [[nodiscard]] Result<std::shared_ptr<const Column>> find_column(
        const std::shared_ptr<const machine::Machine>& machine, const path::CounterPath& path,
        machine::NameLanguage which);
    [[nodiscard]] Result<std::shared_ptr<Counter>> make_group(
        const std::vector<machine::ResolvedCounter>& found, const path::CounterPath& path,
        std::uintptr_t user_data);
    [[nodiscard]] Result<std::shared_ptr<Counter>> make_awaited(
        const path::CounterPath& given, std::uintptr_t user_data, machine::NameLanguage which);
    [[nodiscard]] std::shared_ptr<const Column> column_of(const machine::ResolvedCounter& found);
    void find_awaited(); // with the collect locked
    [[nodiscard]] Result<std::shared_ptr<const Column>> find(const AwaitedSamples& awaited);
    void collect_unattended();
    void repair(LongMutex::Lock& collecting);
    [[nodiscard]] Result<std::int64_t> collect_locked(); // with the collect locked

    [[nodiscard]] Result<void> fill(SampleSet& collected); // with the collect locked

    Clock& clock_;                                      // of the collector
    const std::shared_ptr<machine::DataSource> source_; // of its counters
    const std::shared_ptr<CollectedSamples> samples_;
    const QueryContext context_;

    LongMutex collect_mutex_{Rank::collect}; // one collect at a time
    FailureLog failures_;                    // of its sources, by part
    std::atomic<std::int64_t> range_begin_{0};
    const std::shared_ptr<SampleSetPool> pool_ = std::make_shared<SampleSetPool>();

    Locked<std::unique_ptr<Collector>> collector_;
};

} // namespace pdh_shim::query
