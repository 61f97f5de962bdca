// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/sample_set.h"

#include <mutex>
#include <utility>

namespace pdh_shim::query {

SampleSetPool::SampleSetPool() {
    // A query has two collects in use and fills a third; readers may hold on to a few more.
    spare_.reserve(4);
}

std::shared_ptr<SampleSet> SampleSetPool::take() {
    std::unique_ptr<SampleSet> collected;
    {
        const std::scoped_lock lock(mutex_);
        if (!spare_.empty()) {
            collected = std::move(spare_.back());
            spare_.pop_back();
        }
    }
    if (collected == nullptr) {
        collected = std::make_unique<SampleSet>();
    }
    return {collected.release(),
        [pool = shared_from_this()](SampleSet* used) { pool->give_back(std::unique_ptr<SampleSet>(used)); }};
}

void SampleSetPool::give_back(std::unique_ptr<SampleSet> collected) noexcept {
    const std::scoped_lock lock(mutex_);
    if (spare_.size() < spare_.capacity()) {
        spare_.push_back(std::move(collected));
    }
}

} // namespace pdh_shim::query
