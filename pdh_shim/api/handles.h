// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/fork_mutex.h"
#include "base/result.h"
#include "base/striped.h"
#include "query/counter.h"
#include "query/query.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace pdh_shim::api {

enum class HandleKind : std::uint8_t { free = 0, query = 1, counter = 2, data_source = 3, log_to_write = 4 };

/// The table of open handles: turns objects into handles and back. A handle is a token (slot, generation),
/// never a pointer: a closed one, one of another kind and garbage are distinguished from a live one without
/// using their values as addresses.
///
/// The value of a closed handle is given out again as late as can be: after all generations of thousands of
/// slots, which is after 2^44 handles; with 32 bits after 2^30, less a share for those that stay open.
///
/// Any thread may call anything. Looking a handle up takes a lock for a few instructions, which it shares
/// with few others.
///
/// Simpler is a number that only grows, and a slot by its remainder in a table that doubles; it takes a third
/// of the code. That was measured: it looks a handle up in 5.4 ns instead of 4.8, and in 8 instead of 6.5
/// with 100,000 open, 1.13 and 1.23 times as long. Then a handle has 42 to 84 bytes of the table instead of
/// 32, for a free slot must be found soon: a counter would take more than it may (counter_memory_test.cpp).
/// Slots in one piece that grows in place would be simple too, but only systems that give out more memory
/// than they have can reserve it.
class HandleTable {
    static constexpr unsigned index_bits = sizeof(void*) == 8 ? 22 : 16;
    static constexpr std::size_t most_handles = std::size_t{1} << index_bits;

  public:
    /// @param most handles that may be open at a time
    explicit HandleTable(std::size_t most = most_handles) noexcept : most_(most) {}
    ~HandleTable();

    /// @retval memory_allocation_failure more handles are open than the table can distinguish
    [[nodiscard]] Result<void*> insert(HandleKind kind, std::shared_ptr<void> object);
    /// The object of a live handle of this kind, or null.
    [[nodiscard]] std::shared_ptr<void> find(HandleKind kind, const void* handle) const;
    /// Calls `look` with that object, or null, and returns its result. The handle does not close meanwhile,
    /// so that `look` needs no share of the object; it neither waits nor calls the table.
    template <class Look>
    [[nodiscard]] auto look_at(HandleKind kind, const void* handle, const Look& look) const;
    /// Closes the handle and gives the object back, or null.
    std::shared_ptr<void> remove(HandleKind kind, const void* handle);
    /// Whether no handle is live.
    [[nodiscard]] bool is_empty() const;

  private:
    struct Token {
        std::size_t index;
        std::uint32_t generation;
    };
    struct Slot {
        std::uint32_t generation = 0;
        std::uint32_t next_free = 0; // guarded by mutex_
        HandleKind kind = HandleKind::free;
        std::shared_ptr<void> object;
    };
    static constexpr std::size_t first_slots = 32; // in the table itself: most programs need no more

    // A token is odd, so that it is neither NULL nor the address of anything aligned; the sign bit stays
    // clear, so that it is not INVALID_HANDLE_VALUE either.
    static constexpr unsigned index_shift = 1;
    static constexpr unsigned generation_shift = index_shift + index_bits;
    static constexpr unsigned generation_bits = sizeof(void*) * 8 - 1 - generation_shift;
    static constexpr std::uintptr_t generation_mask =
        (std::uintptr_t{1} << (generation_bits < 32 ? generation_bits : 32)) - 1;

    static constexpr std::size_t slots_per_segment = 1024;
    static constexpr std::size_t most_segments = most_handles / slots_per_segment;
    // That wait before the first of them is taken again: all that there can be, where generations are few.
    static constexpr std::size_t fewest_free = generation_bits < 32 ? most_handles : 4096;
    using Segment = std::array<Slot, slots_per_segment>;
    using Segments = std::array<std::atomic<Segment*>, most_segments>;

    [[nodiscard]] static void* encode(const Token& token) noexcept;
    [[nodiscard]] static Token decode(const void* handle) noexcept;

    /// The slot of what may be a handle, or null.
    [[nodiscard]] Slot* slot_of(const void* handle, const Token& token) const noexcept;
    [[nodiscard]] Slot* slot(std::size_t index) const noexcept;
    /// Guards the slot, and each sixteenth after it: threads with different handles seldom wait.
    [[nodiscard]] BriefForkMutex& mutex_of(std::size_t index) const noexcept;
    void make_segment(); // for slot `used_`, under mutex_
    [[nodiscard]] Result<std::size_t> take_slot();
    void give_back(std::size_t index) noexcept;

    mutable Striped<BriefForkMutex, 16, Rank::leaf> slot_mutexes_; // first: cache lines leave no gap there
    // Segments are made when they are needed and stay, so that a lookup needs no lock to reach a slot.
    mutable std::array<Slot, first_slots> first_;
    std::atomic<Segments*> segments_{nullptr}; // the first of them begins with slots that are not used
    const std::size_t most_;
    mutable ForkMutex mutex_; // guards what follows
    std::size_t used_ = 0;
    // A queue of the free slots, through next_free: the one that has been free for longest is taken first.
    std::size_t free_ = 0;
    std::size_t first_free_ = 0;
    std::size_t last_free_ = 0;
};

inline void* HandleTable::encode(const Token& token) noexcept {
    return reinterpret_cast<void*>((std::uintptr_t{token.generation} << generation_shift) |
                                   (std::uintptr_t{token.index} << index_shift) | 1U);
}

inline HandleTable::Token HandleTable::decode(const void* handle) noexcept {
    const auto value = reinterpret_cast<std::uintptr_t>(handle);
    return {(value >> index_shift) & (most_handles - 1),
        static_cast<std::uint32_t>((value >> generation_shift) & generation_mask)};
}

inline HandleTable::Slot* HandleTable::slot(std::size_t index) const noexcept {
    if (index < first_slots) {
        return &first_[index];
    }
    const Segments* const segments = segments_.load(std::memory_order_acquire);
    if (segments == nullptr) {
        return nullptr;
    }
    Segment* const segment = (*segments)[index / slots_per_segment].load(std::memory_order_acquire);
    return segment == nullptr ? nullptr : &(*segment)[index % slots_per_segment];
}

inline HandleTable::Slot* HandleTable::slot_of(const void* handle, const Token& token) const noexcept {
    return encode(token) == handle ? slot(token.index) : nullptr;
}

inline BriefForkMutex& HandleTable::mutex_of(std::size_t index) const noexcept {
    return slot_mutexes_.of_number(index);
}

template <class Look>
auto HandleTable::look_at(HandleKind kind, const void* handle, const Look& look) const {
    const Token token = decode(handle);
    const Slot* const slot = slot_of(handle, token);
    const std::shared_ptr<void>* object = nullptr;
    if (slot == nullptr) {
        return look(object);
    }
    const std::scoped_lock lock(mutex_of(token.index));
    if (slot->kind == kind && slot->generation == token.generation) {
        object = &slot->object;
    }
    return look(object);
}

/// A handle for a counter, which belongs to the query from now on.
/// @retval invalid_handle the query has been closed in the meantime
[[nodiscard]] Result<void*> insert_counter(
    query::Query& query, const std::shared_ptr<query::Counter>& counter);

/// @retval invalid_handle
[[nodiscard]] Result<std::shared_ptr<query::Query>> find_query(const void* handle);
[[nodiscard]] Result<std::shared_ptr<query::Counter>> find_counter(const void* handle);

} // namespace pdh_shim::api
