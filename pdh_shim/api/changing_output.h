// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/output.h"
#include "api/process_state.h"
#include "api/size_answers.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pdh_shim::api {

/// As write_list(), for a list that may change between two calls. `make_key` makes the CallKey, `make_list`
/// the texts.
template <class MakeKey, class MakeList>
[[nodiscard]] Result<void> write_changing_list(
    const TextOut& buffer, DWORD* size, const MakeKey& make_key, const MakeList& make_list) {
    const std::uint64_t room = std::uint64_t{*size} * unit_size(buffer.encoding());
    SizeAnswers& answers = process().size_answers;
    if (room > 0 && answers.any()) {
        if (const auto kept = answers.take_list(make_key(), room)) {
            return write_encoded(buffer, size, *kept);
        }
    }
    Result<std::vector<std::u16string>> texts = make_list();
    if (!texts) {
        return texts.error();
    }
    PDH_SHIM_TRY(const std::string list, encode_list(buffer.encoding(), texts.value()));
    if (list.size() > room) {
        answers.keep_list(make_key(), list);
    }
    return write_encoded(buffer, size, list);
}

/// The same for a counter array. `make_items` makes the ItemArray.
template <class MakeKey, class MakeItems>
[[nodiscard]] Result<void> write_changing_items(
    void* buffer, DWORD* size, DWORD* count, const MakeKey& make_key, const MakeItems& make_items) {
    const std::uint64_t room = *size;
    SizeAnswers& answers = process().size_answers;
    if (room > 0 && answers.any()) {
        if (const auto kept = answers.take_items(make_key(), room)) {
            *count = kept->count;
            return kept->packed.write(buffer, size);
        }
    }
    Result<ItemArray> made = make_items();
    if (!made) {
        return made.error();
    }
    const ItemArray& items = made.value();
    if (items.packed.size() > room) {
        answers.keep_items(make_key(), items);
    }
    *count = items.count;
    return items.packed.write(buffer, size);
}

} // namespace pdh_shim::api
