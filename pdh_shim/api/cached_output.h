// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/library_state.h"
#include "api/output.h"
#include "api/size_query_cache.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pdh_shim::api {

/// What the caller of an empty list must have room for: its terminators, or, as Windows was seen to want for
/// expansions, nothing.
enum class EmptyList : std::uint8_t { terminators, nothing };

/// As write_list(), for a list that may change between a size query and the call for the data: the size query
/// caches the list (size_query_cache.h). `make_key` makes the CallKey, `make_list` the texts.
template <class MakeKey, class MakeList>
[[nodiscard]] Result<void> write_cached_list(const TextOut& buffer, DWORD* size, const MakeKey& make_key,
    const MakeList& make_list, EmptyList empty_needs = EmptyList::terminators) {
    const std::uint64_t room = std::uint64_t{*size} * unit_size(buffer.encoding());
    SizeQueryCache& cache = library().size_query_cache;
    if (room > 0 && cache.any()) {
        if (const auto kept = cache.take_list(make_key(), room)) {
            return write_encoded(buffer, size, *kept);
        }
    }
    Result<std::vector<std::u16string>> texts = make_list();
    if (!texts) {
        return texts.error();
    }
    std::string list = encode_list(buffer.encoding(), texts.value());
    if (texts.value().empty() && empty_needs == EmptyList::nothing && list.size() > room) {
        list.resize(static_cast<std::size_t>(room));
    }
    if (list.size() > room) {
        cache.keep_list(make_key(), list);
    }
    return write_encoded(buffer, size, list);
}

/// The same for a counter array. `make_items` makes the ItemArray.
template <class MakeKey, class MakeItems>
[[nodiscard]] Result<void> write_cached_items(
    void* buffer, DWORD* size, DWORD* count, const MakeKey& make_key, const MakeItems& make_items) {
    const auto write = [&](const ItemArray& items) -> Result<void> {
        *count = items.count;
        PDH_SHIM_CHECK(items.packed.write(buffer, size));
        if (items.status != Status::success) {
            return items.status;
        }
        return outcome::success();
    };
    const std::uint64_t room = *size;
    SizeQueryCache& cache = library().size_query_cache;
    if (room > 0 && cache.any()) {
        if (const auto kept = cache.take_items(make_key(), room)) {
            return write(*kept);
        }
    }
    Result<ItemArray> items = make_items();
    if (!items) {
        return items.error();
    }
    if (items.value().packed.size() > room) {
        cache.keep_items(make_key(), items.value());
    }
    return write(items.value());
}

} // namespace pdh_shim::api
