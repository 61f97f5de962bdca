// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/query.h"

#include "base/saturating.h"
#include "base/trace.h"
#include "path/wildcard.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <string>

namespace pdh_shim::query {
namespace {

// An unchanged set of instances is shared with the same object in the previous collect.
void publish_objects(
    const PartPlan& plan, std::uint32_t part, model::Snapshot& snapshot, const SampleSet* previous) {
    for (std::size_t i = 0; i < plan.requests.size(); ++i) {
        const std::uint32_t object = plan.requests[i].object;
        snapshot.objects[i].publish(
            previous != nullptr ? previous->object(part, object, model::no_column) : nullptr);
    }
}

// A record of a log has both; live samples have the time of this computer in its zone.
void stamp(SampleSet::CollectedPart& part) {
    const model::Snapshot& snapshot = part.snapshot;
    if (snapshot.record_time != 0) {
        part.local_time = snapshot.record_time;
        part.bias = snapshot.bias;
        return;
    }
    part.local_time = to_local_file_time(snapshot.system_time);
    part.bias = static_cast<std::int32_t>(
        saturated_subtract(snapshot.system_time, part.local_time) / (60 * ticks_per_second));
}

std::shared_ptr<const path::InstanceName> shared_name(const std::optional<path::InstanceName>& instance) {
    return instance ? std::make_shared<const path::InstanceName>(*instance) : nullptr;
}

std::shared_ptr<Counter> make_collected(
    const std::shared_ptr<const Column>& column, const path::CounterPath& path, std::uintptr_t user_data) {
    const auto instance = machine::meant_instance(column->found.object_definition(), path.instance);
    return std::make_shared<Counter>(column, shared_name(instance), path, user_data);
}

// A log has no other instances than those that it has: see model::Source::is_recorded().
Result<bool> may_have_values(const machine::ResolvedCounter& found, const path::CounterPath& path) {
    if (!path.instance || path::has_wildcard(*path.instance)) {
        return true;
    }
    PDH_SHIM_TRY(const auto recorded,
        machine::is_recorded(*found.machine, found.object, found.column, *path.instance));
    return recorded.value_or(true);
}

} // namespace

Query::Query(Clock& clock, CounterContext& counter_context, std::shared_ptr<machine::DataSource> source,
    std::shared_ptr<CollectedSamples> samples, std::uintptr_t user_data)
    : clock_(clock), source_(std::move(source)),
      samples_(std::move(samples)), context_{.counter_context = counter_context,
                                        .plan = std::make_shared<Plan>(source_),
                                        .user_data = user_data} {}

Result<std::shared_ptr<Counter>> Query::make_counter(
    const path::CounterPath& given, std::uintptr_t user_data, machine::NameLanguage which) {
    auto made = make_known(given, user_data, which);
    if (!made && made.error() == Status::cstatus_no_machine && !path::has_wildcard(given.counter)) {
        return make_awaited(given, user_data, which);
    }
    return made;
}

Result<std::shared_ptr<Counter>> Query::make_known(
    const path::CounterPath& given, std::uintptr_t user_data, machine::NameLanguage which) {
    const bool has_wildcard = path::has_wildcard(given.counter);
    const bool needs_all = has_wildcard || machine::is_title_number(given.object);
    PDH_SHIM_TRY(const auto machine,
        needs_all ? source_->machine_with(given.machine, given.object) : source_->machine_of(given));
    const path::CounterPath path = machine::with_names(*machine, given, which);
    if (has_wildcard) {
        PDH_SHIM_TRY(const auto found, machine::resolve_all(machine, path, which));
        return make_group(found, path, user_data);
    }
    PDH_SHIM_TRY(const auto column, find_column(machine, path, which));
    return make_collected(column, path, user_data);
}

Result<std::shared_ptr<const Column>> Query::find_column(
    const std::shared_ptr<const machine::Machine>& machine, const path::CounterPath& path,
    machine::NameLanguage which) {
    PDH_SHIM_TRY(const auto found, machine::resolve(machine, path, which));
    if (!machine::accepts_instance(found.object_definition(), path)) {
        return Status::cstatus_bad_countername;
    }
    PDH_SHIM_TRY(const bool may_have_values, query::may_have_values(found, path));
    if (!may_have_values) {
        return Status::cstatus_no_instance;
    }
    return column_of(found);
}

std::shared_ptr<const Column> Query::column_of(const machine::ResolvedCounter& found) {
    context_.plan->open_session(found.active_source().source);
    return context_.plan->column(found,
        [&](std::uint32_t part) { return std::make_shared<const Column>(found, part, samples_, context_); });
}

Result<std::shared_ptr<Counter>> Query::make_group(const std::vector<machine::ResolvedCounter>& found,
    const path::CounterPath& path, std::uintptr_t user_data) {
    if (!machine::accepts_instance(found.front().object_definition(), path)) {
        return Status::cstatus_bad_countername;
    }
    path::CounterPath one = path;
    GroupedSamples::Counters counters;
    for (const machine::ResolvedCounter& each : found) {
        PDH_SHIM_TRY(const bool may_have_values, query::may_have_values(each, path));
        if (may_have_values) {
            one.counter = each.name();
            counters.push_back(make_collected(column_of(each), one, user_data));
        }
    }
    if (counters.empty()) {
        return Status::cstatus_no_instance;
    }
    const auto [first, instance, is_wildcard] = counters.front()->wanted();
    const auto column = std::make_shared<const Column>(
        first->found, first->part, std::make_shared<GroupedSamples>(std::move(counters)), context_);
    return std::make_shared<Counter>(column, instance, path, user_data);
}

Result<std::shared_ptr<Counter>> Query::make_awaited(
    const path::CounterPath& given, std::uintptr_t user_data, machine::NameLanguage which) {
    const auto computer = source_->awaited(given.machine);
    if (computer == nullptr) {
        return Status::cstatus_no_machine;
    }
    context_.plan->open_session(computer);
    const auto samples = std::make_shared<AwaitedSamples>(computer, given, which, samples_);
    const auto column = std::make_shared<const Column>(samples->definition(), 0, samples, context_);
    return std::make_shared<Counter>(column, shared_name(given.instance), given, user_data);
}

// The computers were asked side by side by the collect: one that did not answer then is not asked again.
void Query::find_awaited() {
    for (const auto& awaited : context_.plan->awaited()) {
        if (auto found = find(*awaited)) {
            awaited->set_found(std::move(found).value());
        } else {
            awaited->set_status(found.error());
        }
    }
    context_.plan->use_found();
}

Result<std::shared_ptr<const Column>> Query::find(const AwaitedSamples& awaited) {
    PDH_SHIM_TRY(const auto machine, machine::is_title_number(awaited.path.object)
                                         ? source_->machine_with(awaited.path.machine, awaited.path.object)
                                         : source_->machine_of(awaited.path));
    return find_column(machine, machine::with_names(*machine, awaited.path, awaited.names), awaited.names);
}

namespace {

Result<std::int64_t> verdict(const Plan::CollectTask& task, const SampleSet& collected) {
    const SampleSet::CollectedPart& first = collected.parts[task.first_part];
    const bool is_record = first.snapshot.record_time != 0; // of a log: one without data is one all the same
    const auto has_data = [&](const WantedCells& wanted) {
        return CollectedSamples::has_data(wanted, collected);
    };
    const bool is_only_gone = !task.only.empty() && std::ranges::none_of(task.only, has_data);
    if (!is_record && (!task.has_counters || is_only_gone)) {
        return Status::no_data;
    }
    return collected.local_time;
}

void log_collect(const SampleSet& collected, const Result<std::int64_t>& result) {
    if (!trace::enabled(trace::Level::debug)) {
        return;
    }
    std::size_t objects = 0;
    for (const SampleSet::CollectedPart& part : collected.parts) {
        objects += part.snapshot.objects.size();
    }
    trace::write(trace::Level::debug, "collect " + std::to_string(collected.sequence) + ": " +
                                          std::to_string(objects) + " objects, " +
                                          std::string(status_name(status_of(result))));
}

void set_value(ValueRow& row, std::size_t place, const calc::Formatted& formatted) {
    const bool has_value = formatted.status == Status::success;
    row.values[place] = has_value ? formatted.datum.value.real : std::numeric_limits<double>::quiet_NaN();
    // Why a sample has no value, its CStatus says better.
    row.statuses[place] =
        formatted.status == Status::invalid_data ? formatted.datum.cstatus : formatted.status;
}

void read_row(std::span<ValueReader> readers, const CollectedPair& newest, ValueRow& row) {
    for (std::size_t i = 0; i < readers.size(); ++i) {
        if (const auto displayed = readers[i].displayed(*newest.newer)) {
            row.values[i] = *displayed;
            row.statuses[i] = Status::success;
        } else {
            set_value(row, i, readers[i].read(newest));
        }
    }
}

void read_row_with_raw(std::span<ValueReader> readers, const CollectedPair& newest, ValueRow& row) {
    for (std::size_t i = 0; i < readers.size(); ++i) {
        set_value(row, i, readers[i].read(newest, &row.raw_values[i]));
    }
}

} // namespace

Result<std::int64_t> Query::collect() {
    auto collecting = collect_mutex_.lock();
    repair(collecting);
    return collect_locked();
}

Result<std::int64_t> Query::collect_values(std::span<ValueReader> readers, ValueRow& row) {
    row.values.resize(readers.size()); // what may fail, before there is a sample
    row.statuses.resize(readers.size());
    row.raw_values.resize(row.wants_raw ? readers.size() : 0);
    auto collecting = collect_mutex_.lock();
    repair(collecting);
    const std::uint64_t before = samples_->sequence();
    const Result<std::int64_t> result = collect_locked();
    row.is_collected = samples_->sequence() != before;
    if (row.is_collected) {
        const CollectedPair newest = samples_->newest();
        row.local_time = newest.newer->local_time;
        row.bias = newest.newer->bias;
        (row.wants_raw ? read_row_with_raw : read_row)(readers, newest, row);
    }
    return result;
}

void Query::repair(LongMutex::Lock& collecting) {
    if (collecting.is_interrupted()) {
        context_.plan->reopen_sessions();
        collecting.set_repaired();
    }
}

Result<std::int64_t> Query::collect_locked() {
    PDH_SHIM_TRY(const Plan::CollectTask task, context_.plan->task());
    auto collected = pool_->take();
    collected->plan = task.plan;
    PDH_SHIM_CHECK(fill(*collected));
    collected->sequence = samples_->sequence() + 1;
    const SampleSet::CollectedPart& first = collected->parts[task.first_part];
    collected->first_part = task.first_part;
    collected->local_time = first.local_time;
    collected->bias = first.bias;
    samples_->publish(collected);
    if (first.snapshot.record_time != 0) {
        context_.plan->follow(first.snapshot.record_time);
    }
    if (task.has_awaited) {
        find_awaited();
    }
    const Result<std::int64_t> result = verdict(task, *collected);
    log_collect(*collected, result);
    return result;
}

Result<void> Query::set_range(std::int64_t begin, std::int64_t end) {
    const auto collecting = collect_mutex_.lock();
    PDH_SHIM_CHECK(context_.plan->set_range(begin, end));
    range_begin_ = begin;
    return outcome::success();
}

Result<model::ZoneAt> Query::zone() const {
    return source_->zone_at(range_begin_);
}

Result<void> Query::fill(SampleSet& collected) {
    const std::vector<PartPlan>& plan = *collected.plan;
    const CollectedPair before = samples_->newest();
    collected.parts.resize(plan.size());
    for (const PartPlan& part : plan) {
        if (part.is_asked()) {
            part.session->start(part.requests);
        }
    }
    for (std::size_t i = 0; i < plan.size(); ++i) {
        const PartPlan& part = plan[i];
        model::Snapshot& snapshot = collected.parts[i].snapshot;
        snapshot.objects.resize(part.requests.size());
        if (!part.is_asked()) {
            continue;
        }
        const auto number = static_cast<std::uint32_t>(i);
        auto result = part.session->collect(part.requests, snapshot);
        if (result) {
            failures_.is_well(number);
        } else if (model::ends_collect(*part.source, result.error().status())) {
            return trace::report_reason(result.error());
        } else {
            model::report_unread(failures_, number, *part.source, part.requests, std::move(result).error());
            model::mark_unread(part.requests, snapshot);
        }
        publish_objects(part, number, snapshot, before.newer.get());
        stamp(collected.parts[i]);
    }
    return outcome::success();
}

Result<void> Query::collect_every(std::uint32_t seconds, std::unique_ptr<platform::Event> new_data) {
    if (context_.plan->is_empty()) {
        return Status::no_data;
    }
    const auto collect = [weak = weak_from_this()] {
        if (const std::shared_ptr<Query> query = weak.lock()) {
            query->collect_unattended();
        }
    };
    // The old collector goes on if no thread can be started for the new one.
    collector_.replace(std::make_unique<Collector>(clock_, seconds, collect, std::move(new_data)));
    return outcome::success();
}

// The library's own thread has no caller to report to. The status of a counter shows the failure.
void Query::collect_unattended() {
    try {
        static_cast<void>(collect());
    } catch (const std::exception&) {
        trace::write(trace::Level::warning, "a collect ran out of memory");
    }
}

void Query::stop_collecting() {
    collector_.replace(nullptr); // waits for its thread
}

struct Collector::Work {
    Clock& clock;
    std::int64_t interval;
    std::int64_t first; // time of the performance clock
    std::function<void()> collect;
    std::unique_ptr<platform::Event> new_data;
    std::shared_ptr<WaitEvent> stop;

    void run() const {
        std::int64_t next = first;
        while (!clock.wait_until(stop, next)) {
            collect();
            if (new_data != nullptr) {
                new_data->set();
            }
            // Deadlines are absolute, so that the time a collect takes does not add up; those missed are left
            // out.
            next = std::max(saturated_add(next, interval), clock.now().perf_time);
        }
    }
};

Collector::Collector(Clock& clock, std::uint32_t seconds, std::function<void()> collect,
    std::unique_ptr<platform::Event> new_data)
    : stop_(std::make_shared<WaitEvent>()), owner_(fork_epoch()) {
    const std::int64_t interval = seconds * ticks_per_second;
    // The interval begins now, not when the thread does.
    auto work = std::make_shared<Work>(Work{clock, interval, saturated_add(clock.now().perf_time, interval),
        std::move(collect), std::move(new_data), stop_});
    thread_ = start_thread([work] { work->run(); });
}

Collector::~Collector() {
    if (owner_ != fork_epoch()) {
        // After fork() the thread exists in the parent only, and its number here may belong to
        // another thread.
        static_cast<void>(new (std::nothrow) OwnThread(std::move(thread_)));
        return;
    }
    stop_->wake();
    if (thread_.is_current()) {
        thread_.detach();
        return;
    }
    thread_.join();
}

} // namespace pdh_shim::query
