// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/grouped_samples.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pdh_shim::query {

CollectedCounter::CollectedCounter(const std::shared_ptr<const CollectedColumn>& column,
    std::shared_ptr<const path::InstanceName> instance, const path::CounterPath& path, std::uint64_t number,
    std::uintptr_t user_data)
    : identity(column, std::move(instance), path), samples(CellReader(identity, *column)),
      counter(identity, samples, number, user_data) {}

GroupedSamples::GroupedSamples(Counters counters)
    : SampleSource(counters.front()->samples.cells().feed().sequence_number()),
      counters_(std::move(counters)) {
    samples_.reserve(counters_.size());
    for (const auto& counter : counters_) {
        samples_.push_back(std::make_unique<CollectedSamples>(counter->samples.cells()));
    }
}

std::vector<std::shared_ptr<Counter>> GroupedSamples::counters() const {
    std::vector<std::shared_ptr<Counter>> counters;
    counters.reserve(counters_.size());
    std::ranges::transform(counters_, std::back_inserter(counters),
        [](const auto& one) { return std::shared_ptr<Counter>(one, &one->counter); });
    return counters;
}

Result<std::vector<Item<Samples>>> GroupedSamples::items() {
    std::vector<Item<Samples>> items;
    Status failure = Status::success;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        auto own = samples_[i]->items();
        if (!own) {
            failure = failure == Status::success ? own.error() : failure;
            continue;
        }
        const CounterIdentity& counter = counters_[i]->identity;
        for (Item<Samples>& item : own.value()) {
            std::u16string name = item.name.empty() ? item.name : item.name + u'\\';
            name += counter.target().name();
            item.value.counter = &counter;
            items.push_back({std::move(name), item.value});
        }
    }
    if (items.empty()) {
        return failure;
    }
    return items;
}

CounterGroup::CounterGroup(GroupedSamples::Counters counters, const path::CounterPath& path,
    std::uint64_t number, std::uintptr_t user_data)
    : identity(counters.front()->identity.shared_column(), counters.front()->identity.instance, path),
      samples(std::move(counters)), counter(identity, samples, number, user_data) {}

} // namespace pdh_shim::query
