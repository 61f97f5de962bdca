// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <pdh.h>
#include <pdhmsg.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::tools::command {

/// The result of a PDH function that returns a list.
struct ListResult {
    DWORD status = ERROR_SUCCESS;
    std::vector<std::string> strings; ///< empty unless the status is ERROR_SUCCESS
    bool has_loss = false;            ///< logs were read for it, and parts of them are damaged
};

/// Calls `fill`, which returns a list in a buffer of `*size` characters, with buffers that grow until one is
/// large enough.
[[nodiscard]] ListResult read_list(const std::function<PDH_STATUS(char* buffer, DWORD* size)>& fill);

/// Calls `fill`, which fills an array of items behind which their texts are, with a buffer that grows until
/// it is large enough.
template <class Item>
DWORD read_items(std::vector<char>& buffer, std::span<const Item>& items,
    const std::function<PDH_STATUS(DWORD* size, DWORD* count, Item* items)>& fill) {
    constexpr std::size_t first_size = std::size_t{16} << 10U;
    buffer.resize(std::max(buffer.size(), first_size));
    DWORD status = PDH_MORE_DATA;
    DWORD count = 0;
    while (status == PDH_MORE_DATA) {
        auto size = static_cast<DWORD>(buffer.size());
        auto* const first = reinterpret_cast<Item*>(buffer.data());
        status = static_cast<DWORD>(fill(&size, &count, first));
        // Items that all lack a value are returned with a status that says why.
        items = std::span(first, status != PDH_MORE_DATA ? std::exchange(count, 0) : 0);
        buffer.resize(std::max<std::size_t>(buffer.size(), size));
    }
    return status;
}

/// Ends the program if a list could not be made: if memory ran out, say. That there is nothing to list, or no
/// data now, is no failure.
/// @throws terminal::ProgramError "WHAT cannot be listed"
void check_list(DWORD status, const std::string& what);

/// The counters that a path with wildcards matches now.
/// @param source the logs; NULL = the running computer
/// @param flags  PDH_NOEXPAND...
[[nodiscard]] ListResult expand(PDH_HLOG source, const std::string& path, DWORD flags = 0);

/// Names up to three objects that are similar to one that does not exist, the most similar first: they
/// contain its name, or differ from it in few letters. If there are none, it names what lists all objects.
/// @param source the logs; NULL = the running computer
/// @param computer with its backslashes; empty = this one
[[nodiscard]] std::string similar_objects_text(
    PDH_HLOG source, const std::string& object, const std::string& computer);

/// Calls `write` with the path of each counter of an object (empty = of all objects); instances are `*`, or
/// each one if `with_instances`. Paths contain `computer` unless it is empty. An object that cannot be listed
/// is left out, and `leave_out` is called with the reason.
/// @param source the logs; NULL = the running computer
/// @throws terminal::ProgramError the object or computer does not exist
void list_counters(PDH_HLOG source, const std::string& object, const std::string& computer,
    bool with_instances, const std::function<void(const std::string& path)>& write,
    const std::function<void(const std::string& why)>& leave_out);

} // namespace pdh_shim::tools::command
