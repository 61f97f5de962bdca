// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/size_answers.h"

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
// Answers of one thread. PdhEnumObjectItems returns two sizes; and a second function may be called before the
// data of the first.
constexpr std::ptrdiff_t most_of_thread = 4;

} // namespace

bool SizeAnswers::is_stale(const Answer& answer, std::int64_t time) noexcept {
    const std::int64_t age = time - answer.told;
    return age < 0 || age > longest_kept;
}

std::ptrdiff_t SizeAnswers::count_of(std::uintptr_t thread) const noexcept {
    return std::ranges::count(answers_, thread, &Answer::thread);
}

// Moves those that are unwanted out, asked from the oldest on.
template <class Unwanted>
void SizeAnswers::drop(std::list<Answer>& dropped, const Unwanted& unwanted) noexcept {
    for (auto answer = answers_.begin(); answer != answers_.end();) {
        const auto next = std::next(answer);
        if (unwanted(*answer)) {
            bytes_ -= answer->size;
            dropped.splice(dropped.end(), answers_, answer);
        }
        answer = next;
    }
}

void SizeAnswers::keep(CallKey key, std::size_t size, std::variant<std::string, ItemArray> data) {
    const std::int64_t time = clock_.now().perf_time;
    std::list<Answer> fresh;
    fresh.push_back({threads_.of_this_thread(), std::move(key), std::move(data), size, time});
    const Answer& newest = fresh.front();
    std::list<Answer> dropped; // freed after the lock, as below
    const std::scoped_lock lock(mutex_);
    drop(dropped, [&](const Answer& other) {
        return is_stale(other, newest.told) || (other.thread == newest.thread && other.key == newest.key);
    });
    std::ptrdiff_t too_many = count_of(newest.thread) - (most_of_thread - 1);
    drop(dropped, [&](const Answer& other) { return other.thread == newest.thread && too_many-- > 0; });
    drop(dropped, [&](const Answer&) { return bytes() + newest.size > most_kept; });
    bytes_ += newest.size;
    answers_.splice(answers_.end(), fresh);
}

std::optional<SizeAnswers::Answer> SizeAnswers::take(const CallKey& key) {
    const std::int64_t time = clock_.now().perf_time;
    const std::uintptr_t thread = threads_.of_this_thread();
    std::list<Answer> stale;
    std::list<Answer> taken;
    {
        const std::scoped_lock lock(mutex_);
        drop(stale, [time](const Answer& answer) { return is_stale(answer, time); });
        drop(taken, [&](const Answer& answer) { return answer.thread == thread && answer.key == key; });
    }
    return taken.empty() ? std::nullopt : std::optional(std::move(taken.front()));
}

std::optional<std::string> SizeAnswers::take_list(const CallKey& key, std::uint64_t room) {
    auto answer = take(key);
    auto* const list = answer ? std::get_if<std::string>(&answer->data) : nullptr;
    return list != nullptr && list->size() <= room ? std::optional(std::move(*list)) : std::nullopt;
}

std::optional<ItemArray> SizeAnswers::take_items(const CallKey& key, std::uint64_t room) {
    auto answer = take(key);
    auto* const items = answer ? std::get_if<ItemArray>(&answer->data) : nullptr;
    return items != nullptr && items->packed.size() <= room ? std::optional(std::move(*items)) : std::nullopt;
}

void SizeAnswers::keep_list(CallKey key, const std::string& list) {
    if (list.size() <= largest_kept_answer) {
        keep(std::move(key), list.size(), list);
    }
}

void SizeAnswers::keep_items(CallKey key, const ItemArray& items) {
    if (items.packed.size() <= largest_kept_answer) {
        keep(std::move(key), items.packed.size(), items);
    }
}

void SizeAnswers::forget() {
    if (!any()) {
        return;
    }
    const std::int64_t time = clock_.now().perf_time;
    const std::uintptr_t thread = threads_.of_this_thread();
    std::list<Answer> dropped;
    const std::scoped_lock lock(mutex_);
    drop(dropped, [=](const Answer& answer) { return answer.thread == thread || is_stale(answer, time); });
}

} // namespace pdh_shim::api
