// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/instance_name_pool.h"

#include <algorithm>
#include <functional>
#include <string>

namespace pdh_shim::query {
namespace {

std::size_t hash_of(const path::InstanceName& instance) {
    constexpr std::size_t spreads_numbers = 31;
    const std::hash<std::u16string> hash;
    return (hash(instance.parent) * spreads_numbers + hash(instance.name)) * spreads_numbers + instance.index;
}

} // namespace

std::shared_ptr<const path::InstanceName> InstanceNamePool::share(const path::InstanceName& instance) {
    const std::size_t hash = hash_of(instance);
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto entry = first; entry != last; ++entry) {
        auto known = entry->second.lock();
        if (known != nullptr && *known == instance) {
            return known;
        }
    }
    if (by_hash_.size() >= most_) {
        forget_unused();
    }
    auto made = std::make_shared<const path::InstanceName>(instance);
    by_hash_.emplace(hash, made);
    return made;
}

// At twice the number that was left last, so that a name costs constant time in the long run.
void InstanceNamePool::forget_unused() {
    std::erase_if(by_hash_, [](const auto& entry) { return entry.second.expired(); });
    most_ = std::max(fewest, 2 * by_hash_.size());
}

} // namespace pdh_shim::query
