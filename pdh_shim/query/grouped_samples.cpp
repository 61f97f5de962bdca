// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/grouped_samples.h"

#include <string>
#include <utility>

namespace pdh_shim::query {

GroupedSamples::GroupedSamples(Counters counters)
    : counters_(std::move(counters)), cursors_(counters_.size()) {
    for (Cursor& cursor : cursors_) {
        cursor.born = sequence();
    }
}

std::optional<RawValue> GroupedSamples::initial(const Counter& /*counter*/) const {
    return counters_.front()->samples()->initial(*counters_.front());
}

std::optional<SamplePair> GroupedSamples::newest(const Counter& /*counter*/, Cursor& /*cursor*/) {
    return counters_.front()->samples()->newest(*counters_.front(), cursors_.front());
}

Result<std::vector<Item<SamplePair>>> GroupedSamples::items(const Counter& /*counter*/, Cursor& /*cursor*/) {
    std::vector<Item<SamplePair>> items;
    Status failure = Status::success;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
        const Counter& counter = *counters_[i];
        auto own = counter.samples()->items(counter, cursors_[i]);
        if (!own) {
            failure = failure == Status::success ? own.error() : failure;
            continue;
        }
        for (Item<SamplePair>& item : own.value()) {
            std::u16string name = item.name.empty() ? item.name : item.name + u'\\';
            name += counter.column().found.name();
            item.value.column = &counter.column();
            items.push_back({std::move(name), item.value});
        }
    }
    if (items.empty()) {
        return failure;
    }
    return items;
}

} // namespace pdh_shim::query
