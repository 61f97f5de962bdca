// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/size_query_cache.h"

namespace pdh_shim::api {

std::optional<SizeQueryCache::Kept> SizeQueryCache::take_out(const std::string* key) {
    constexpr std::int64_t longest_kept = ticks_per_second;
    const std::int64_t time = clock_.now().perf_time;
    const auto is_stale = [time](const Kept& kept) {
        const std::int64_t age = time - kept.asked;
        return age < 0 || age > longest_kept;
    };
    auto taken = store_.take([&](const Kept& kept, bool is_own) {
        return is_stale(kept) || (is_own && (key == nullptr || kept.key == *key));
    });
    return taken && !is_stale(*taken) && key != nullptr && taken->key == *key ? std::move(taken)
                                                                              : std::nullopt;
}

std::optional<PackedBuffer> SizeQueryCache::take(const std::string& key) {
    auto taken = take_out(&key);
    return taken ? std::optional(std::move(taken->answer)) : std::nullopt;
}

void SizeQueryCache::keep(std::string key, const PackedBuffer& answer) {
    if (answer.size() > largest_kept_data) {
        return;
    }
    take_out(&key);
    store_.keep({std::move(key), answer, clock_.now().perf_time}, answer.size());
}

void SizeQueryCache::forget() {
    if (bytes() != 0) {
        take_out(nullptr);
    }
}

} // namespace pdh_shim::api
