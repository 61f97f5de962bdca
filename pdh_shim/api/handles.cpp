// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/handles.h"

#include "api/library_state.h"

#include <mutex>
#include <utility>

namespace pdh_shim::api {
HandleTable::~HandleTable() {
    const std::unique_ptr<Segments> segments(segments_.load());
    for (std::size_t i = 0; segments != nullptr && i < most_segments; ++i) {
        delete (*segments)[i].load();
    }
}

void HandleTable::make_segment() {
    if (segments_.load() == nullptr) {
        segments_.store(new Segments{}, std::memory_order_release);
    }
    (*segments_.load())[used_ / slots_per_segment].store(new Segment, std::memory_order_release);
}

Result<std::size_t> HandleTable::take_slot() {
    const std::scoped_lock lock(mutex_);
    const bool full = used_ == most_;
    if (free_ > (full ? 0 : fewest_free)) {
        const std::size_t index = first_free_;
        first_free_ = slot(index)->next_free;
        --free_;
        return index;
    }
    if (full) {
        return Status::memory_allocation_failure;
    }
    if (used_ == first_slots || (used_ > first_slots && used_ % slots_per_segment == 0)) {
        make_segment();
    }
    return used_++;
}

void HandleTable::give_back(std::size_t index) noexcept {
    const std::scoped_lock lock(mutex_);
    if (free_ == 0) {
        first_free_ = index;
    } else {
        slot(last_free_)->next_free = static_cast<std::uint32_t>(index);
    }
    last_free_ = index;
    ++free_;
}

Result<void*> HandleTable::insert(HandleKind kind, std::shared_ptr<void> object) {
    PDH_SHIM_TRY(const std::size_t index, take_slot());
    Slot& slot = *this->slot(index);
    const std::scoped_lock lock(mutex_of(index));
    slot.generation = static_cast<std::uint32_t>((slot.generation + 1) & generation_mask);
    slot.kind = kind;
    slot.object = std::move(object);
    return encode({index, slot.generation});
}

bool HandleTable::is_empty() const {
    const std::scoped_lock lock(mutex_);
    return free_ == used_;
}

std::shared_ptr<void> HandleTable::find(HandleKind kind, const void* handle) const {
    return look_at(kind, handle,
        [](const std::shared_ptr<void>* object) { return object == nullptr ? nullptr : *object; });
}

std::shared_ptr<void> HandleTable::remove(HandleKind kind, const void* handle) {
    const Token token = decode(handle);
    Slot* const slot = slot_of(handle, token);
    if (slot == nullptr) {
        return nullptr;
    }
    std::shared_ptr<void> object;
    {
        const std::scoped_lock lock(mutex_of(token.index));
        if (slot->kind != kind || slot->generation != token.generation) {
            return nullptr;
        }
        slot->kind = HandleKind::free;
        object = std::move(slot->object);
    }
    give_back(token.index);
    return object;
}

Result<void*> insert_counter(query::Query& query, const std::shared_ptr<query::Counter>& counter) {
    PDH_SHIM_TRY(void* const handle, handles().insert(HandleKind::counter, counter));
    if (const auto linked = query.link(*counter, handle); !linked) {
        handles().remove(HandleKind::counter, handle);
        return linked.error();
    }
    return handle;
}

Result<std::shared_ptr<query::Query>> find_query(const void* handle) {
    auto query = std::static_pointer_cast<query::Query>(handles().find(HandleKind::query, handle));
    if (query == nullptr) {
        return Status::invalid_handle;
    }
    return query;
}

Result<std::shared_ptr<query::Counter>> find_counter(const void* handle) {
    auto counter = std::static_pointer_cast<query::Counter>(handles().find(HandleKind::counter, handle));
    if (counter == nullptr) {
        return Status::invalid_handle;
    }
    return counter;
}

} // namespace pdh_shim::api
