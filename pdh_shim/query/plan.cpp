// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/plan.h"

#include "base/rollback.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace pdh_shim::query {

bool Plan::has_session(const std::shared_ptr<model::Source>& source) const {
    return std::ranges::find(parts_, source, &Part::source) != parts_.end();
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
        static_cast<void>(put_in_place(*session));
        parts_.push_back({source, std::move(session), {}, {}, 0});
    }
}

Result<void> Plan::put_in_place(model::Session& session) const {
    const bool is_whole = begin_ == 0 && end_ == std::numeric_limits<std::int64_t>::max();
    return is_whole ? outcome::success() : session.set_range(begin_, end_);
}

Result<void> Plan::set_range(std::int64_t begin, std::int64_t end) {
    const std::scoped_lock lock(mutex_);
    begin_ = begin;
    end_ = end;
    for (const Part& part : parts_) {
        PDH_SHIM_CHECK(part.session->set_range(begin, end));
    }
    return outcome::success();
}

void Plan::follow(std::int64_t record) {
    const std::scoped_lock lock(mutex_);
    begin_ = record + 1;
}

std::uint64_t Plan::take_number() {
    const std::scoped_lock lock(mutex_);
    return next_number_++;
}

Plan::Place Plan::take_place(const machine::CounterTarget& target,
    const std::optional<path::InstanceName>& instance, const MakeColumn& make) {
    Place place{};
    std::shared_ptr<const CollectedColumn> known; // one of another machine ends after the lock
    const std::scoped_lock lock(mutex_);
    place.address = address_of(target);
    if (target.unmeasured != nullptr) {
        place.column = make(place.address);
    } else {
        auto& found = parts_[place.address.part].slots[place.address.slot].found[place.address.column];
        known = found.lock();
        const bool is_same = known != nullptr && known->target.machine == target.machine;
        place.column = is_same ? known : make(place.address);
        found = place.column;
    }
    place.instance = instance ? instances_.share(*instance) : nullptr;
    place.number = next_number_++;
    return place;
}

void Plan::add(std::uint64_t number, std::shared_ptr<const CellReader> counter) {
    const std::scoped_lock lock(mutex_);
    const CellReader& added = *counter;
    counters_.add(number, std::move(counter));
    count(added, true);
}

void Plan::add_group(const std::vector<NumberedReader>& counters) {
    std::vector<std::uint64_t> numbers;
    numbers.reserve(counters.size());
    std::ranges::transform(counters, std::back_inserter(numbers), &NumberedReader::number);
    const std::uint64_t first = numbers.front();
    {
        const std::scoped_lock lock(mutex_);
        groups_.emplace(first, std::move(numbers));
    }
    Rollback unfinished([&] { remove(first); });
    for (const NumberedReader& counter : counters) {
        add(counter.number, counter.reader);
    }
    unfinished.dismiss();
}

void Plan::remove(std::uint64_t number) noexcept {
    decltype(groups_)::node_type group;
    {
        const std::scoped_lock lock(mutex_);
        group = groups_.extract(number);
    }
    if (group.empty()) {
        remove_one(number);
        return;
    }
    std::ranges::for_each(group.mapped(), [this](std::uint64_t one) { remove_one(one); });
}

void Plan::remove_one(std::uint64_t number) noexcept {
    std::shared_ptr<const CellReader> removed; // ends after the lock
    const std::scoped_lock lock(mutex_);
    removed = counters_.remove(number);
    if (removed != nullptr) {
        count(*removed, false);
    }
}

std::vector<Plan::Part>::iterator Plan::part_of(const std::shared_ptr<model::Source>& source) noexcept {
    return std::ranges::find(parts_, source, &Part::source);
}

void Plan::await(const std::shared_ptr<model::Source>& source) {
    const std::scoped_lock lock(mutex_);
    ++part_of(source)->awaiting;
    current_ = nullptr;
}

void Plan::stop_awaiting(const std::shared_ptr<model::Source>& source) noexcept {
    const std::scoped_lock lock(mutex_);
    --part_of(source)->awaiting;
    current_ = nullptr;
}

bool Plan::is_empty() {
    const std::scoped_lock lock(mutex_);
    return counters_.size() == 0 && std::ranges::none_of(parts_, &Part::is_awaited);
}

CellAddress Plan::address_of(const machine::CounterTarget& target) {
    const auto part = part_of(target.active_source().source);
    const auto position = static_cast<std::uint32_t>(part - parts_.begin());
    auto slot = part->slot_of_object.find(target.object.object);
    if (slot == part->slot_of_object.end()) {
        const auto newest = static_cast<std::uint32_t>(part->slots.size());
        slot = part->slot_of_object.emplace(target.object.object, newest).first;
        Rollback found([&] { part->slot_of_object.erase(slot); });
        part->slots.emplace_back().object = target.object.object;
        found.dismiss();
    }
    const std::size_t columns = target.object_definition().columns;
    Slot& known = part->slots[slot->second];
    known.found.resize(std::max(known.found.size(), columns));
    known.wanted.resize(known.found.size());
    return {position, slot->second, target.column};
}

void Plan::count(const CellReader& counter, bool added) noexcept {
    const CellAddress& address = counter.address();
    const model::CounterDef& definition = counter.counter().definition();
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
    const bool was_in_use = slot.counters != 0;
    slot.counters += step;
    slot.not_only_total += counter.counter().wants_only_total() ? 0 : step;
    if (columns_changed || was_in_use != (slot.counters != 0) ||
        was_only_total != (slot.not_only_total == 0)) {
        current_ = nullptr;
    }
}

Result<Plan::Task> Plan::task() {
    const std::scoped_lock lock(mutex_);
    const auto awaited = std::ranges::find_if(parts_, &Part::is_awaited);
    const bool has_counters = counters_.size() != 0;
    if (!has_counters && awaited == parts_.end()) {
        return Status::no_data;
    }
    Task task{.plan = current(),
        .first_part = has_counters ? counters_.first()->address().part
                                   : static_cast<std::uint32_t>(awaited - parts_.begin()),
        .has_counters = has_counters,
        .only = {}};
    const bool is_group = groups_.size() == 1 && groups_.begin()->second.size() == counters_.size();
    if (counters_.size() == 1 || is_group) {
        counters_.for_each([&](const auto& counter) { task.only.push_back(counter); });
    }
    return task;
}

std::shared_ptr<const CollectPlan> Plan::current() {
    if (current_ != nullptr) {
        return current_;
    }
    auto plan = std::make_shared<CollectPlan>();
    for (const Part& part : parts_) {
        PartPlan& part_plan =
            plan->parts.emplace_back(PartPlan{part.source, part.session.get(), {}, {}, part.is_awaited()});
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
    current_ = std::move(plan);
    return current_;
}

void Plan::reopen_sessions() {
    std::vector<std::shared_ptr<model::Source>> sources;
    {
        const std::scoped_lock lock(mutex_);
        std::ranges::transform(parts_, std::back_inserter(sources), &Part::source);
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        std::unique_ptr<model::Session> session = sources[i]->open_session();
        const std::scoped_lock lock(mutex_);
        static_cast<void>(put_in_place(*session));
        parts_[i].session.swap(session);
        static_cast<void>(session.release());
        current_ = nullptr;
    }
}

} // namespace pdh_shim::query
