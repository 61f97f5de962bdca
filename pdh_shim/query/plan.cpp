// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/plan.h"

#include "base/saturating.h"
#include "base/scope_guard.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace pdh_shim::query {
namespace {

bool is_collected(const Counter& counter) {
    return counter.samples()->origin == Samples::SampleOrigin::collects ||
           !counter.samples()->collected_counters().empty();
}

template <class Visit>
void for_each_collected(const Counter& counter, const Visit& visit) {
    if (counter.samples()->origin == Samples::SampleOrigin::collects) {
        visit(counter);
    }
    for (const std::shared_ptr<Counter>& source : counter.samples()->collected_counters()) {
        visit(*source);
    }
}

} // namespace

bool Plan::has_session(const std::shared_ptr<model::Source>& source) const {
    return std::ranges::find(parts_, source, &PlannedPart::source) != parts_.end();
}

void Plan::open_session(const std::shared_ptr<model::Source>& source) {
    {
        const std::scoped_lock lock(mutex_);
        if (has_session(source)) {
            return;
        }
    }
    std::unique_ptr<model::Session> session = source->open_session(); // a superfluous one ends after the lock
    const std::scoped_lock lock(mutex_);
    if (!has_session(source)) {
        put_in_place(*session, parts_.size());
        parts_.push_back({source, std::move(session), {}, {}, 0});
    }
}

void Plan::put_in_place(model::Session& session, std::size_t part) const {
    if (part != 0) {
        source_->share_cursor(session, *parts_.front().session);
    } else if (begin_ != 0 || end_ != std::numeric_limits<std::int64_t>::max()) {
        static_cast<void>(source_->set_range(session, begin_, end_)); // only a log has one
    }
}

Result<void> Plan::set_range(std::int64_t begin, std::int64_t end) {
    const std::scoped_lock lock(mutex_);
    begin_ = begin;
    end_ = end;
    for (const PlannedPart& part : parts_) {
        PDH_SHIM_CHECK(source_->set_range(*part.session, begin, end));
    }
    return outcome::success();
}

void Plan::follow(std::int64_t record) {
    const std::scoped_lock lock(mutex_);
    begin_ = saturated_add(record, std::int64_t{1});
}

std::shared_ptr<const Column> Plan::column(const machine::ResolvedCounter& counter, const MakeColumn& make) {
    std::shared_ptr<const Column> known; // one of another machine ends after the lock
    const std::scoped_lock lock(mutex_);
    const CellAddress address = address_of(counter);
    if (counter.unmeasured != nullptr) {
        return make(address);
    }
    auto& newest = parts_[address.part].slots[address.slot].found[address.column];
    known = newest.lock();
    if (known != nullptr && known->found.machine == counter.machine) {
        return known;
    }
    auto made = make(address);
    newest = made;
    return made;
}

std::shared_ptr<const path::InstanceName> Plan::instance(const std::optional<path::InstanceName>& name) {
    const std::scoped_lock lock(mutex_);
    return name ? instances_.share(*name) : nullptr;
}

Result<void> Plan::link(Counter& counter, void* token) {
    const std::scoped_lock lock(mutex_);
    if (is_closed_) {
        return Status::invalid_handle;
    }
    counter.token_ = token;
    counters_.push_back(counter);
    count(counter, true);
    return outcome::success();
}

void Plan::remove(Counter& counter) noexcept {
    const std::scoped_lock lock(mutex_);
    if (counter.is_linked()) {
        counters_.erase(counters_.iterator_to(counter));
        count(counter, false);
    }
}

std::vector<void*> Plan::tokens() {
    std::vector<void*> tokens;
    const std::scoped_lock lock(mutex_);
    std::transform(counters_.begin(), counters_.end(), std::back_inserter(tokens),
        [](const Counter& counter) { return counter.token_; });
    return tokens;
}

// Each counter whose token is taken moves to the end, so that after the last one the order is as before. One
// that a log keeps stays listed.
void* Plan::take_token() noexcept {
    const std::scoped_lock lock(mutex_);
    is_closed_ = true;
    if (counters_.empty() || counters_.front().token_ == nullptr) {
        return nullptr;
    }
    Counter& first = counters_.front();
    counters_.pop_front();
    counters_.push_back(first);
    return std::exchange(first.token_, nullptr);
}

std::vector<std::shared_ptr<AwaitedSamples>> Plan::awaited() {
    std::vector<std::shared_ptr<AwaitedSamples>> awaited;
    const std::scoped_lock lock(mutex_);
    for (AwaitedSamples& samples : awaited_) {
        awaited.push_back(samples.shared_from_this());
    }
    return awaited;
}

void Plan::set_found(AwaitedSamples& awaited, std::shared_ptr<Counter> counter) {
    const std::scoped_lock lock(mutex_);
    const Counter& found = *counter;
    awaited.set_found(std::move(counter));
    if (awaited.is_linked()) { // or else it was removed meanwhile
        stop_awaiting(awaited);
        ++collected_;
        count_cells(found, true);
    }
}

void Plan::await(AwaitedSamples& samples) noexcept {
    awaited_.push_back(samples);
    ++part_of(samples.computer)->awaiting;
    current_ = nullptr;
}

void Plan::stop_awaiting(AwaitedSamples& samples) noexcept {
    awaited_.erase(awaited_.iterator_to(samples));
    --part_of(samples.computer)->awaiting;
    current_ = nullptr;
}

std::vector<Plan::PlannedPart>::iterator Plan::part_of(
    const std::shared_ptr<model::Source>& source) noexcept {
    return std::ranges::find(parts_, source, &PlannedPart::source);
}

bool Plan::is_empty() {
    const std::scoped_lock lock(mutex_);
    return collected_ == 0 && std::ranges::none_of(parts_, &PlannedPart::is_awaited);
}

CellAddress Plan::address_of(const machine::ResolvedCounter& counter) {
    const auto part = part_of(counter.active_source().source);
    const auto position = static_cast<std::uint32_t>(part - parts_.begin());
    auto slot = part->slot_of_object.find(counter.object.object);
    if (slot == part->slot_of_object.end()) {
        const auto newest = static_cast<std::uint32_t>(part->slots.size());
        slot = part->slot_of_object.emplace(counter.object.object, newest).first;
        ScopeGuard found([&] { part->slot_of_object.erase(slot); });
        part->slots.emplace_back().object = counter.object.object;
        found.dismiss();
    }
    const std::size_t columns = counter.object_definition().columns;
    PlannedObject& known = part->slots[slot->second];
    known.found.resize(std::max(known.found.size(), columns));
    known.wanted.resize(known.found.size());
    return {position, slot->second, counter.column};
}

void Plan::count(const Counter& counter, bool added) noexcept {
    if (counter.is_unknown()) {
        auto& awaited = static_cast<AwaitedSamples&>(*counter.samples());
        added ? await(awaited) : stop_awaiting(awaited);
    } else if (is_collected(counter)) {
        collected_ += static_cast<std::size_t>(added ? 1 : -1); // wraps to a subtraction
        for_each_collected(counter, [&](const Counter& one) { count_cells(one, added); });
    }
}

void Plan::count_cells(const Counter& counter, bool added) noexcept {
    const CellAddress& address = counter.column().address;
    const model::CounterDef& definition = counter.definition();
    PlannedObject& slot = parts_[address.part].slots[address.slot];
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
    const bool was_in_use = slot.counters != 0;
    slot.counters += step;
    slot.not_only_total += counter.wants_only_total() ? 0 : step;
    if (columns_changed || was_in_use != (slot.counters != 0) ||
        was_only_total != (slot.not_only_total == 0)) {
        current_ = nullptr;
    }
}

Result<Plan::CollectTask> Plan::task() {
    const std::scoped_lock lock(mutex_);
    const auto awaited = std::ranges::find_if(parts_, &PlannedPart::is_awaited);
    if (collected_ == 0 && awaited == parts_.end()) {
        return Status::no_data;
    }
    CollectTask task{.plan = current(),
        .has_counters = collected_ != 0,
        .has_awaited = awaited != parts_.end(),
        .only = {}};
    if (!task.has_counters) {
        task.first_part = static_cast<std::uint32_t>(awaited - parts_.begin());
        return task;
    }
    const Counter& first = *std::find_if(counters_.begin(), counters_.end(), is_collected);
    task.first_part = first.column().address.part;
    if (collected_ == 1) {
        for_each_collected(first, [&](const Counter& one) { task.only.push_back(one.wanted()); });
    }
    return task;
}

std::shared_ptr<const CollectPlan> Plan::current() {
    if (current_ != nullptr) {
        return current_;
    }
    auto plan = std::make_shared<CollectPlan>();
    for (const PlannedPart& part : parts_) {
        PartPlan& part_plan =
            plan->parts.emplace_back(PartPlan{part.source, part.session.get(), {}, {}, part.is_awaited()});
        for (const PlannedObject& slot : part.slots) {
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
    current_ = std::move(plan);
    return current_;
}

void Plan::reopen_sessions() {
    std::vector<std::shared_ptr<model::Source>> sources;
    {
        const std::scoped_lock lock(mutex_);
        std::ranges::transform(parts_, std::back_inserter(sources), &PlannedPart::source);
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        std::unique_ptr<model::Session> session = sources[i]->open_session();
        const std::scoped_lock lock(mutex_);
        put_in_place(*session, i);
        parts_[i].session.swap(session);
        static_cast<void>(session.release());
        current_ = nullptr;
    }
}

} // namespace pdh_shim::query
