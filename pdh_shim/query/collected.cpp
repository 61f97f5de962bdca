// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/collected.h"

#include <algorithm>
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

CollectedPair Feed::newest() const {
    const std::scoped_lock lock(mutex_);
    return newest_;
}

std::shared_ptr<const EarlierRows> Feed::known_earlier_rows(
    const std::shared_ptr<const model::InstanceSet>& newer,
    const std::shared_ptr<const model::InstanceSet>& older) const {
    const std::scoped_lock lock(mutex_);
    const auto known =
        std::ranges::find_if(earlier_rows_, [&](const auto& rows) { return rows->are_of(newer, older); });
    return known == earlier_rows_.end() ? nullptr : *known;
}

std::shared_ptr<const EarlierRows> Feed::earlier_rows(const std::shared_ptr<const model::InstanceSet>& newer,
    const std::shared_ptr<const model::InstanceSet>& older) const {
    if (auto known = known_earlier_rows(newer, older)) {
        return known;
    }
    // Without the lock. Two threads may make it at a time; a thread that is late adds one that goes with the
    // next collect.
    auto made = std::make_shared<const EarlierRows>(newer, older);
    const std::scoped_lock lock(mutex_);
    earlier_rows_.push_back(made);
    return made;
}

void Feed::publish(std::shared_ptr<const Collected> collected) {
    const std::uint64_t sequence = collected->sequence;
    CollectedPair retired; // let go of after the lock
    std::vector<std::shared_ptr<const EarlierRows>> retired_rows;
    const std::scoped_lock lock(mutex_);
    retired_rows.swap(earlier_rows_);
    retired.older = std::exchange(newest_.older, std::exchange(newest_.newer, std::move(collected)));
    sequence_.store(sequence, std::memory_order_release);
}

} // namespace pdh_shim::query
