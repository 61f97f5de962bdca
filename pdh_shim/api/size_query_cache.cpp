// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/size_query_cache.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <mutex>

namespace pdh_shim::api {

CallKey& CallKey::add(std::uint64_t number) {
    std::array<char, sizeof number> bytes{};
    std::memcpy(bytes.data(), &number, sizeof number);
    bytes_.append(bytes.data(), bytes.size());
    return *this;
}

CallKey& CallKey::add(std::u16string_view text) {
    add(text.size());
    for (const char16_t unit : text) {
        bytes_ += {static_cast<char>(unit & 0xFFU), static_cast<char>(unit >> 8U)};
    }
    return *this;
}

namespace {

constexpr std::int64_t longest_kept = ticks_per_second;
// Entries of one thread. PdhEnumObjectItems returns two sizes; and a second function may be called before the
// data of the first.
constexpr std::ptrdiff_t most_of_thread = 4;

} // namespace

bool SizeQueryCache::is_stale(const CachedData& entry, std::int64_t time) noexcept {
    const std::int64_t age = time - entry.asked;
    return age < 0 || age > longest_kept;
}

std::ptrdiff_t SizeQueryCache::count_of(std::uintptr_t thread) const noexcept {
    return std::ranges::count(entries_, thread, &CachedData::thread);
}

// Moves those that are unwanted out, asked from the oldest on.
template <class Unwanted>
void SizeQueryCache::drop(std::list<CachedData>& dropped, const Unwanted& unwanted) noexcept {
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        const auto next = std::next(entry);
        if (unwanted(*entry)) {
            bytes_ -= entry->size;
            dropped.splice(dropped.end(), entries_, entry);
        }
        entry = next;
    }
}

void SizeQueryCache::keep(CallKey key, std::size_t size, std::variant<std::string, ItemArray> data) {
    const std::int64_t time = clock_.now().perf_time;
    std::list<CachedData> fresh;
    fresh.push_back({threads_.of_this_thread(), std::move(key), std::move(data), size, time});
    const CachedData& newest = fresh.front();
    std::list<CachedData> dropped; // freed after the lock, as below
    const std::scoped_lock lock(mutex_);
    drop(dropped, [&](const CachedData& other) {
        return is_stale(other, newest.asked) || (other.thread == newest.thread && other.key == newest.key);
    });
    std::ptrdiff_t too_many = count_of(newest.thread) - (most_of_thread - 1);
    drop(dropped, [&](const CachedData& other) { return other.thread == newest.thread && too_many-- > 0; });
    drop(dropped, [&](const CachedData&) { return bytes() + newest.size > most_kept; });
    bytes_ += newest.size;
    entries_.splice(entries_.end(), fresh);
}

std::optional<SizeQueryCache::CachedData> SizeQueryCache::take(const CallKey& key) {
    const std::int64_t time = clock_.now().perf_time;
    const std::uintptr_t thread = threads_.of_this_thread();
    std::list<CachedData> stale;
    std::list<CachedData> taken;
    {
        const std::scoped_lock lock(mutex_);
        drop(stale, [time](const CachedData& entry) { return is_stale(entry, time); });
        drop(taken, [&](const CachedData& entry) { return entry.thread == thread && entry.key == key; });
    }
    return taken.empty() ? std::nullopt : std::optional(std::move(taken.front()));
}

std::optional<std::string> SizeQueryCache::take_list(const CallKey& key, std::uint64_t room) {
    auto entry = take(key);
    auto* const list = entry ? std::get_if<std::string>(&entry->data) : nullptr;
    return list != nullptr && list->size() <= room ? std::optional(std::move(*list)) : std::nullopt;
}

std::optional<ItemArray> SizeQueryCache::take_items(const CallKey& key, std::uint64_t room) {
    auto entry = take(key);
    auto* const items = entry ? std::get_if<ItemArray>(&entry->data) : nullptr;
    return items != nullptr && items->packed.size() <= room ? std::optional(std::move(*items)) : std::nullopt;
}

void SizeQueryCache::keep_list(CallKey key, const std::string& list) {
    if (list.size() <= largest_kept_data) {
        keep(std::move(key), list.size(), list);
    }
}

void SizeQueryCache::keep_items(CallKey key, const ItemArray& items) {
    if (items.packed.size() <= largest_kept_data) {
        keep(std::move(key), items.packed.size(), items);
    }
}

void SizeQueryCache::forget() {
    if (!any()) {
        return;
    }
    const std::int64_t time = clock_.now().perf_time;
    const std::uintptr_t thread = threads_.of_this_thread();
    std::list<CachedData> dropped;
    const std::scoped_lock lock(mutex_);
    drop(dropped, [=](const CachedData& entry) { return entry.thread == thread || is_stale(entry, time); });
}

} // namespace pdh_shim::api
