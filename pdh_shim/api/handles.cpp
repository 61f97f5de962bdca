// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/handles.h"

#include <algorithm>

namespace pdh_shim::api {

void HandleTable::Part::move_to(std::vector<Slot>& larger) noexcept {
    for (Slot& slot : slots) {
        if (slot.handle != 0) {
            larger[(slot.handle >> slot_shift) & (larger.size() - 1)] = std::move(slot);
        }
    }
    slots.swap(larger);
}

void* HandleTable::insert(HandleKind kind, std::shared_ptr<void> object) {
    constexpr std::uintptr_t number_mask = UINTPTR_MAX >> 1U >> number_shift; // and the sign bit
    const std::size_t part_number = next_part_++ % part_count;
    Part& part = parts_[part_number];
    std::vector<Slot> larger; // made and freed where no thread waits for it
    for (;;) {
        std::size_t slots = 0;
        {
            const std::scoped_lock lock(part.mutex);
            if (part.is_full() && larger.size() > part.slots.size()) {
                part.move_to(larger);
            }
            slots = part.slots.size();
            while (!part.is_full()) {
                const std::uintptr_t number = (part.next++ * part_count + part_number) & number_mask;
                const std::uintptr_t handle =
                    number << number_shift | static_cast<unsigned>(kind) << kind_shift | 1U;
                Slot& slot = part.slot_of(handle);
                if (slot.handle == 0) {
                    slot = {handle, std::move(object)};
                    ++part.live;
                    return reinterpret_cast<void*>(handle);
                }
            }
        }
        larger = std::vector<Slot>(slots * 2);
    }
}

std::shared_ptr<void> HandleTable::find(HandleKind kind, const void* handle) const {
    return look_at(kind, handle,
        [](const std::shared_ptr<void>* object) { return object == nullptr ? nullptr : *object; });
}

std::shared_ptr<void> HandleTable::remove(HandleKind kind, const void* handle) {
    const auto value = reinterpret_cast<std::uintptr_t>(handle);
    Part& part = part_of(value);
    const std::scoped_lock lock(part.mutex);
    Slot& slot = part.slot_of(value);
    if (!slot.is(kind, value)) {
        return nullptr;
    }
    slot.handle = 0;
    --part.live;
    return std::move(slot.object);
}

Result<void*> insert_counter(query::Query& query, const std::shared_ptr<query::Counter>& counter) {
    void* const handle = open_handle(counter);
    if (const auto linked = query.link(*counter, handle); !linked) {
        static_cast<void>(close_handle<query::Counter>(handle));
        return linked.error();
    }
    return handle;
}

} // namespace pdh_shim::api
