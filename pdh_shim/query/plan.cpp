// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/plan.h"

#include "base/saturating.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace pdh_shim::query {
namespace {

bool is_collected(const Counter& counter) {
    return counter.samples()->are_collected();
}

template <class Visit>
void for_each_collected(const Counter& counter, const Visit& visit) {
    if (counter.members().empty()) {
        visit(counter);
    }
    for (const std::shared_ptr<Counter>& member : counter.members()) {
        visit(*member);
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
        parts_.push_back({source, std::move(session), {}, 0});
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
    std::shared_ptr<const Column> known;
    const std::scoped_lock lock(mutex_);
    const auto part = part_of(counter.active_source().source);
    const auto number = static_cast<std::uint32_t>(part - parts_.begin());
    PlannedObject& object = part->objects[counter.object.object];
    object.found.resize(std::max(object.found.size(), std::size_t{counter.object_definition().columns}));
    object.wanted.resize(object.found.size());
    if (counter.unmeasured != nullptr) {
        return make(number);
    }
    auto& newest = object.found[counter.column];
    known = newest.lock();
    if (known == nullptr || known->found.machine != counter.machine) {
        known = make(number);
        newest = known;
    }
    return known;
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
    for (const Counter& counter : counters_) {
        if (AwaitedSamples* const samples = counter.samples()->awaited()) {
            awaited.push_back(samples->shared_from_this());
        }
    }
    return awaited;
}

void Plan::use_found() noexcept {
    const std::scoped_lock lock(mutex_);
    for (Counter& counter : counters_) {
        const AwaitedSamples* const samples = counter.samples()->awaited();
        if (samples != nullptr && samples->found() != nullptr) {
            count(counter, false);
            counter.column_.store(samples->found(), std::memory_order_release);
            count(counter, true);
        }
    }
}

bool Plan::is_awaiting() const noexcept {
    return std::ranges::any_of(parts_, &PlannedPart::is_awaited);
}

std::vector<Plan::PlannedPart>::iterator Plan::part_of(
    const std::shared_ptr<model::Source>& source) noexcept {
    return std::ranges::find(parts_, source, &PlannedPart::source);
}

bool Plan::is_empty() {
    const std::scoped_lock lock(mutex_);
    return collected_ == 0 && !is_awaiting();
}

void Plan::count(const Counter& counter, bool added) noexcept {
    if (const AwaitedSamples* const awaited = counter.samples()->awaited()) {
        part_of(awaited->computer)->awaiting += static_cast<std::uint32_t>(added ? 1 : -1); // wraps
        current_ = nullptr;
    } else if (is_collected(counter)) {
        collected_ += static_cast<std::size_t>(added ? 1 : -1); // wraps to a subtraction
        for_each_collected(counter, [&](const Counter& one) { count_cells(one, added); });
    }
}

void Plan::count_cells(const Counter& counter, bool added) noexcept {
    const Column& own = counter.column();
    const auto object = parts_[own.part].objects.find(own.found.object.object); // column() has made it
    PlannedObject& planned = object->second;
    const auto step = static_cast<std::uint32_t>(added ? 1 : -1); // wraps to a subtraction
    bool columns_changed = false;
    for (const std::uint32_t column : {own.found.column, own.definition.base, own.definition.multi}) {
        if (column != model::no_column) {
            const bool was_wanted = planned.wanted[column] != 0;
            planned.wanted[column] += step;
            columns_changed = columns_changed || was_wanted != (planned.wanted[column] != 0);
        }
    }
    const bool was_only_total = planned.not_only_total == 0;
    const bool was_in_use = planned.counters != 0;
    planned.counters += step;
    planned.not_only_total += counter.wants_only_total() ? 0 : step;
    if (columns_changed || was_in_use != (planned.counters != 0) ||
        was_only_total != (planned.not_only_total == 0)) {
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
    task.first_part = first.column().part;
    if (collected_ == 1) {
        for_each_collected(first, [&](const Counter& one) { task.only.push_back(one.wanted()); });
    }
    return task;
}

std::shared_ptr<const std::vector<PartPlan>> Plan::current() {
    if (current_ != nullptr) {
        return current_;
    }
    auto plan = std::make_shared<std::vector<PartPlan>>();
    for (const PlannedPart& part : parts_) {
        PartPlan& part_plan =
            plan->emplace_back(PartPlan{part.source, part.session.get(), {}, part.is_awaited()});
        for (const auto& [number, object] : part.objects) {
            if (object.counters != 0) {
                model::ObjectRequest& request = part_plan.requests.emplace_back();
                request.object = number;
                request.only_total = object.not_only_total == 0;
                std::ranges::transform(object.wanted, std::back_inserter(request.columns),
                    [](std::uint32_t counters) { return counters != 0; });
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
