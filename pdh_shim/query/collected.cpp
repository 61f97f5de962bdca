// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/collected.h"

#include <mutex>
#include <utility>

namespace pdh_shim::query {

CollectedPool::CollectedPool() {
    // A query has two collects in use and fills a third; readers may hold on to a few more.
    spare_.reserve(4);
}

std::shared_ptr<Collected> CollectedPool::take() {
    std::unique_ptr<Collected> collected;
    {
        const std::scoped_lock lock(mutex_);
        if (!spare_.empty()) {
            collected = std::move(spare_.back());
            spare_.pop_back();
        }
    }
    if (collected == nullptr) {
        collected = std::make_unique<Collected>();
    }
    return {collected.release(),
        [pool = shared_from_this()](Collected* used) { pool->give_back(std::unique_ptr<Collected>(used)); }};
}

void CollectedPool::give_back(std::unique_ptr<Collected> collected) noexcept {
    const std::scoped_lock lock(mutex_);
    if (spare_.size() < spare_.capacity()) {
        spare_.push_back(std::move(collected));
    }
}

} // namespace pdh_shim::query
