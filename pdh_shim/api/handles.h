// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "machine/data_source.h"
#include "query/counter.h"
#include "query/query.h"

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace pdh_shim::api {

enum class HandleKind : std::uint8_t { query, counter, data_source, log_to_write };

/// The table of open handles: turns objects into handles and back. A handle is a number that only grows, with
/// its kind, and never a pointer: a closed one, one of another kind and garbage are distinguished from a live
/// one without using their values as addresses. The value of a closed handle is given out again after 2^60
/// others; with 32 bits after 2^28.
///
/// Any thread may call anything. Each sixteenth number lies in one part of the table, and looking it up takes
/// the part's lock for a few instructions: threads with different handles seldom wait.
class HandleTable {
  public:
    [[nodiscard]] void* insert(HandleKind kind, std::shared_ptr<void> object);
    /// The object of a live handle of this kind, or null.
    [[nodiscard]] std::shared_ptr<void> find(HandleKind kind, const void* handle) const;
    /// Calls `look` with that object, or null, and returns its result. The handle does not close meanwhile,
    /// so that `look` needs no share of the object; it neither waits nor calls the table.
    template <class Look>
    [[nodiscard]] auto look_at(HandleKind kind, const void* handle, const Look& look) const {
        const auto value = reinterpret_cast<std::uintptr_t>(handle);
        Part& part = part_of(value);
        const std::scoped_lock lock(part.mutex);
        const Slot& slot = part.slot_of(value);
        return look(slot.is(kind, value) ? &slot.object : nullptr);
    }
    /// Closes the handle and gives the object back, or null.
    std::shared_ptr<void> remove(HandleKind kind, const void* handle);

  private:
    // A handle is odd, so that it is neither NULL nor the address of anything aligned; the sign bit stays
    // clear, so that it is not INVALID_HANDLE_VALUE either. Between them are its number and its kind, and the
    // lowest bits of the number say which part of the table it is in.
    static constexpr std::size_t part_count = 16;
    static constexpr unsigned kind_shift = 1;
    static constexpr unsigned number_shift = 3;
    static constexpr unsigned slot_shift = number_shift + 4;
    static constexpr std::uintptr_t first_number = 0x10000; // larger than what a program may have by mistake

    struct Slot {
        std::uintptr_t handle = 0; // 0: free
        std::shared_ptr<void> object;

        [[nodiscard]] bool is(HandleKind kind, std::uintptr_t value) const noexcept {
            return handle == value && value != 0 && (value >> kind_shift & 3U) == static_cast<unsigned>(kind);
        }
    };
    // The slot of a number is its remainder. A number whose slot is taken by an older one is left out.
    struct Part {
        alignas(64) std::vector<Slot> slots = std::vector<Slot>(4); // a part has its own lines of the cache
        BriefForkMutex mutex;                                       // guards the others
        std::uintptr_t next = first_number;                         // number / part_count
        std::size_t live = 0;

        [[nodiscard]] Slot& slot_of(std::uintptr_t value) noexcept {
            return slots[(value >> slot_shift) & (slots.size() - 1)];
        }
        [[nodiscard]] bool is_full() const noexcept { return live * 8 >= slots.size() * 7; }
        void move_to(std::vector<Slot>& larger) noexcept;
    };

    [[nodiscard]] Part& part_of(std::uintptr_t value) const noexcept {
        return parts_[(value >> number_shift) % part_count];
    }

    mutable std::array<Part, part_count> parts_;
    std::atomic<std::size_t> next_part_{0};
};

struct WrittenLog;

template <class Object>
[[nodiscard]] constexpr HandleKind kind_of() noexcept {
    if constexpr (std::same_as<Object, query::Query>) {
        return HandleKind::query;
    } else if constexpr (std::same_as<Object, query::Counter>) {
        return HandleKind::counter;
    } else if constexpr (std::same_as<Object, machine::DataSource>) {
        return HandleKind::data_source;
    } else {
        static_assert(std::same_as<Object, WrittenLog>);
        return HandleKind::log_to_write;
    }
}

/// The handles of the process.
[[nodiscard]] HandleTable& handles();

template <class Object>
[[nodiscard]] void* open_handle(std::shared_ptr<Object> object) {
    return handles().insert(kind_of<Object>(), std::move(object));
}

/// The object of a handle. @retval invalid_handle
template <class Object>
[[nodiscard]] Result<std::shared_ptr<Object>> find(const void* handle) {
    auto object = std::static_pointer_cast<Object>(handles().find(kind_of<Object>(), handle));
    if (object == nullptr) {
        return Status::invalid_handle;
    }
    return object;
}

/// The object of a handle, which is closed. @retval invalid_handle
template <class Object>
[[nodiscard]] Result<std::shared_ptr<Object>> close_handle(const void* handle) {
    auto object = std::static_pointer_cast<Object>(handles().remove(kind_of<Object>(), handle));
    if (object == nullptr) {
        return Status::invalid_handle;
    }
    return object;
}

/// A handle for a counter, which belongs to the query from now on.
/// @retval invalid_handle the query has been closed in the meantime
[[nodiscard]] Result<void*> insert_counter(
    query::Query& query, const std::shared_ptr<query::Counter>& counter);

} // namespace pdh_shim::api
