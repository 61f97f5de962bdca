#include "core/query.h"

#include "base/rollback.h"
#include "base/trace.h"
#include "core/runtime.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>

namespace pdh_shim::core {
namespace {

// Where the same object was in the collect before, so that an unchanged set of instances is shared.
const model::ObjectSnapshot* previous_object(const Collected* previous, std::size_t part, std::size_t slot) {
    if (previous == nullptr || part >= previous->parts.size()) {
        return nullptr;
    }
    const PartPlan& plan = previous->plan->parts[part];
    if (slot >= plan.request_of_slot.size() || plan.request_of_slot[slot] == model::no_column) {
        return nullptr;
    }
    return &previous->parts[part].snapshot.objects[plan.request_of_slot[slot]];
}

void publish_objects(
    const PartPlan& plan, std::size_t part, model::Snapshot& snapshot, const Collected* previous) {
    for (std::size_t slot = 0; slot < plan.request_of_slot.size(); ++slot) {
        const std::uint32_t request = plan.request_of_slot[slot];
        if (request != model::no_column) {
            snapshot.objects[request].publish(previous_object(previous, part, slot));
        }
    }
}

} // namespace

Result<std::shared_ptr<Counter>> Query::add(
    const path::CounterPath& path, std::uintptr_t user_data, Names which) {
    PDH_SHIM_TRY(auto machine, Runtime::instance().machine_for(path.object, path.counter));
    PDH_SHIM_TRY(auto target, resolve(machine, path, which));
    if (!accepts_instance(target.object_definition(), path)) {
        return Status::cstatus_bad_countername;
    }
    open_session(target.machine->sources()[target.object.source].source);
    const auto [number, address] = take_place(target);
    auto counter =
        std::make_shared<Counter>(feed_, number, user_data_, std::move(target), path, user_data, address);
    const std::scoped_lock lock(plan_mutex_);
    counters_.emplace(number, counter);
    count(*counter, true);
    return counter;
}

// Unless there is one. Under no lock: it may take long, and be in the program's own code.
void Query::open_session(const std::shared_ptr<model::Source>& source) {
    const auto is_open = [&] { return std::ranges::find(parts_, source, &Part::source) != parts_.end(); };
    {
        const std::scoped_lock lock(plan_mutex_);
        if (is_open()) {
            return;
        }
    }
    std::unique_ptr<model::Session> session = source->open_session(); // one too many ends after the lock
    const std::scoped_lock lock(plan_mutex_);
    if (!is_open()) {
        parts_.push_back({source, std::move(session), {}, {}});
    }
}

Query::Place Query::take_place(const CounterTarget& target) {
    const std::scoped_lock lock(plan_mutex_);
    const CellAddress address = address_of(target);
    return {next_number_++, address};
}

void Query::remove(const Counter& counter) {
    std::shared_ptr<Counter> removed; // ends after the lock
    const std::scoped_lock lock(plan_mutex_);
    const auto found = counters_.find(counter.number());
    if (found == counters_.end()) {
        return;
    }
    removed = std::move(found->second);
    counters_.erase(found);
    count(*removed, false);
}

CellAddress Query::address_of(const CounterTarget& target) {
    const auto& source = target.machine->sources()[target.object.source].source;
    const auto part = std::ranges::find(parts_, source, &Part::source); // open_session() has made it
    const auto position = static_cast<std::uint32_t>(part - parts_.begin());
    auto slot = part->slot_of_object.find(target.object.object);
    if (slot == part->slot_of_object.end()) {
        const auto newest = static_cast<std::uint32_t>(part->slots.size());
        slot = part->slot_of_object.emplace(target.object.object, newest).first;
        Rollback found([&] { part->slot_of_object.erase(slot); });
        part->slots.emplace_back().object = target.object.object;
        found.dismiss();
    }
    auto& wanted = part->slots[slot->second].wanted;
    wanted.resize(std::max<std::size_t>(wanted.size(), target.object_definition().columns));
    return {position, slot->second, target.column};
}

void Query::count(const Counter& counter, bool added) noexcept {
    const CellAddress& address = counter.address();
    const model::CounterDef& definition = counter.definition();
    Slot& slot = parts_[address.part].slots[address.slot];
    const auto step = static_cast<std::uint32_t>(added ? 1 : -1); // wraps to a subtraction
    bool columns_changed = false;
    for (const std::uint32_t column : {address.column, definition.base, definition.multi}) {
        if (column != model::no_column) {
            const bool was_wanted = slot.wanted[column] != 0;
            slot.wanted[column] += step;
            columns_changed = columns_changed || was_wanted != (slot.wanted[column] != 0);
        }
    }
    const bool was_only_total = slot.not_only_total == 0;
    slot.counters += step;
    slot.not_only_total += counter.wants_only_total() ? 0 : step;
    if (columns_changed || was_only_total != (slot.not_only_total == 0)) {
        plan_ = nullptr;
    }
}

std::shared_ptr<const CollectPlan> Query::plan() {
    if (plan_ != nullptr) {
        return plan_;
    }
    auto plan = std::make_shared<CollectPlan>();
    for (const Part& part : parts_) {
        PartPlan& part_plan = plan->parts.emplace_back(PartPlan{part.source, part.session.get(), {}, {}});
        for (const Slot& slot : part.slots) {
            if (slot.counters == 0) {
                part_plan.request_of_slot.push_back(model::no_column);
                continue;
            }
            part_plan.request_of_slot.push_back(static_cast<std::uint32_t>(part_plan.requests.size()));
            model::ObjectRequest& request = part_plan.requests.emplace_back();
            request.object = slot.object;
            request.only_total = slot.not_only_total == 0;
            for (const std::uint32_t counters : slot.wanted) {
                request.columns.push_back(counters != 0);
            }
        }
    }
    plan_ = std::move(plan);
    return plan_;
}

namespace {

// What leaves the samples before as they are. Any other failure of a source costs its own counters only.
bool ends_collect(Status status) {
    return status == Status::no_more_data || status == Status::memory_allocation_failure;
}

void log_collect(const Collected& collected, const Result<std::int64_t>& result) {
    if (!trace::enabled(trace::Level::debug)) {
        return;
    }
    std::size_t objects = 0;
    for (const Collected::Part& part : collected.parts) {
        objects += part.snapshot.objects.size();
    }
    trace::write(trace::Level::debug,
        "collect " + std::to_string(collected.sequence) + ": " + std::to_string(objects) + " objects, " +
            std::string(status_name(result ? Status::success : result.error())));
}

} // namespace

Result<std::int64_t> Query::collect() {
    auto collecting = collect_mutex_.lock();
    if (collecting.is_interrupted()) {
        reopen_sessions();
        collecting.set_repaired();
    }
    auto collected = pool_->take();
    {
        const std::scoped_lock lock(plan_mutex_);
        if (counters_.empty()) {
            return Status::no_data;
        }
        collected->plan = plan();
    }
    PDH_SHIM_CHECK(fill(*collected));
    collected->sequence = feed_->sequence() + 1;
    feed_->publish(collected);
    const Result<std::int64_t> result = verdict(*collected);
    log_collect(*collected, result);
    return result;
}

// A thread of the parent was in the middle of a collect when this process was forked: its sessions are left
// as they are, and never closed.
void Query::reopen_sessions() {
    std::vector<std::shared_ptr<model::Source>> sources;
    {
        const std::scoped_lock lock(plan_mutex_);
        std::ranges::transform(parts_, std::back_inserter(sources), &Part::source);
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        std::unique_ptr<model::Session> session = sources[i]->open_session();
        const std::scoped_lock lock(plan_mutex_);
        parts_[i].session.swap(session);
        static_cast<void>(session.release());
        plan_ = nullptr;
    }
}

Result<void> Query::fill(Collected& collected) const {
    const CollectPlan& plan = *collected.plan;
    const CollectedPair before = feed_->newest();
    collected.parts.resize(plan.parts.size());
    for (std::size_t i = 0; i < plan.parts.size(); ++i) {
        const PartPlan& part = plan.parts[i];
        model::Snapshot& snapshot = collected.parts[i].snapshot;
        snapshot.objects.resize(part.requests.size());
        if (part.requests.empty()) {
            continue;
        }
        snapshot.forced_status = Status::success;
        const Result<void> result = part.session->collect(part.requests, snapshot);
        if (!result && ends_collect(result.error())) {
            return result.error();
        }
        if (snapshot.forced_status != Status::success) {
            return snapshot.forced_status;
        }
        if (!result) {
            trace::write(trace::Level::warning,
                "a source could not be read: " + std::string(status_name(result.error())));
            model::mark_unread(part.requests, snapshot);
        }
        publish_objects(part, i, snapshot, before.newer.get());
        collected.parts[i].local_time = to_local_file_time(snapshot.system_time);
    }
    return outcome::success();
}

Result<std::int64_t> Query::verdict(const Collected& collected) {
    std::shared_ptr<Counter> first;
    bool is_only = false;
    {
        const std::scoped_lock lock(plan_mutex_);
        if (counters_.empty()) {
            return Status::no_data;
        }
        first = counters_.begin()->second;
        is_only = counters_.size() == 1;
    }
    if (is_only && !first->has_data()) {
        return Status::no_data;
    }
    const std::uint32_t part = first->address().part;
    return part < collected.parts.size() ? collected.parts[part].local_time : 0;
}

Result<void> Query::collect_every(std::uint32_t seconds, std::unique_ptr<platform::Event> new_data) {
    {
        const std::scoped_lock lock(plan_mutex_);
        if (counters_.empty()) {
            return Status::no_data;
        }
    }
    const auto collect = [weak = weak_from_this()] {
        if (const std::shared_ptr<Query> query = weak.lock()) {
            query->collect_unattended();
        }
    };
    // The one before goes on if there is no thread for another.
    exchange_collector(
        std::make_unique<Collector>(Runtime::instance().clock(), seconds, collect, std::move(new_data)));
    return outcome::success();
}

// In a thread of the library's own there is nobody to report to: the counters tell.
void Query::collect_unattended() noexcept {
    try {
        static_cast<void>(collect());
    } catch (const std::exception&) {
        trace::write(trace::Level::warning, "a collect ran out of memory");
    }
}

void Query::stop_collecting() {
    exchange_collector(nullptr); // it ends under no lock: that waits for its thread
}

std::unique_ptr<Collector> Query::exchange_collector(std::unique_ptr<Collector> collector) {
    const std::scoped_lock lock(collector_mutex_);
    collector_.swap(collector);
    return collector;
}

} // namespace pdh_shim::core
