// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/output.h"
#include "base/clock.h"
#include "base/fork_mutex.h"
#include "base/result.h"
#include "base/thread_numbers.h"

#include <windows.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace pdh_shim::api {

// Programs ask for a size and then for the data, and instances come and go between the two calls. So the
// library keeps the data whose size a thread asked for. The thread's next call with the same arguments and a
// large enough buffer gets this data, and the library forgets it. It also forgets the data after a second of
// its clock, when the thread collects, refreshes or changes something, and when the thread asks for another
// size. A call without a size query before it makes a new list.
//
// The library keeps the data, not the thread, because the thread may never call again. The next call of any
// thread frees it, and there is a limit for all threads together.

/// Function and arguments of a call.
class CallKey {
  public:
    CallKey(std::string_view function, Encoding encoding) : bytes_(function) {
        bytes_ += static_cast<char>(encoding);
    }

    CallKey& add(const void* handle) { return add(reinterpret_cast<std::uintptr_t>(handle)); }
    CallKey& add(std::uint64_t number);
    CallKey& add(std::u16string_view text);

    friend bool operator==(const CallKey& left, const CallKey& right) { return left.bytes_ == right.bytes_; }

  private:
    std::string bytes_;
};

/// Most bytes of one list or array; a larger one is not kept.
inline constexpr std::size_t largest_kept_data = std::size_t{4} << 20U;
/// Most bytes for all threads together: the oldest data makes room for new data.
inline constexpr std::size_t most_kept = std::size_t{8} << 20U;

/// The items of a counter array.
struct ItemArray {
    PackedBuffer packed;
    DWORD count = 0;
    /// What the call that fills a buffer returns: the items say why they have no value.
    Status status = Status::success;
};

/// The lists and arrays whose size threads have asked for, each for one thread. Any thread may call anything.
class SizeQueryCache {
  public:
    explicit SizeQueryCache(Clock& clock) noexcept : clock_(clock) {}

    /// Whether data of any thread is kept. Other calls pay for nothing else.
    [[nodiscard]] bool any() const noexcept { return bytes() != 0; }
    /// Bytes that are kept for all threads.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

    /// The data whose size the calling thread asked for with this key, if it is not larger than `room`.
    /// Forgets it in either case. Lists are as encode_list() gives them; their `room` counts bytes too.
    [[nodiscard]] std::optional<std::string> take_list(const CallKey& key, std::uint64_t room);
    [[nodiscard]] std::optional<ItemArray> take_items(const CallKey& key, std::uint64_t room);

    void keep_list(CallKey key, const std::string& list);
    void keep_items(CallKey key, const ItemArray& items);

    /// Forgets the data of the calling thread: its next calls make new lists.
    void forget();

  private:
    struct CachedData {
        std::uintptr_t thread; // of ThreadNumbers
        CallKey key;
        std::variant<std::string, ItemArray> data;
        std::size_t size;
        std::int64_t asked; // when its size was asked for: perf_time
    };

    static bool is_stale(const CachedData& entry, std::int64_t time) noexcept;
    void keep(CallKey key, std::size_t size, std::variant<std::string, ItemArray> data);
    [[nodiscard]] std::optional<CachedData> take(const CallKey& key);
    [[nodiscard]] std::ptrdiff_t count_of(std::uintptr_t thread) const noexcept; // under mutex_
    template <class Unwanted>
    void drop(std::list<CachedData>& dropped, const Unwanted& unwanted) noexcept; // under mutex_

    Clock& clock_;
    ThreadNumbers threads_;
    ForkMutex mutex_;                   // guards what follows
    std::list<CachedData> entries_;     // oldest first
    std::atomic<std::size_t> bytes_{0}; // of all; read without the mutex
};

} // namespace pdh_shim::api
