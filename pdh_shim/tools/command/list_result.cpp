// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/list_result.h"

#include "tools/command/paths.h"
#include "tools/command/status_text.h"

#include <pdhmsg.h>

#include <algorithm>

namespace pdh_shim::tools::command {

ListResult read_list(const std::function<PDH_STATUS(char* buffer, DWORD* size)>& fill) {
    std::string buffer;
    bool has_loss = false;
    for (;;) {
        auto size = static_cast<DWORD>(buffer.size());
        const auto status = static_cast<DWORD>(fill(buffer.empty() ? nullptr : buffer.data(), &size));
        has_loss = has_loss || !last_reason(PDH_BINARY_LOG_CORRUPT).empty();
        if (status == ERROR_SUCCESS) {
            return {status, strings_of(buffer), has_loss};
        }
        if (status != PDH_MORE_DATA) {
            return {status, {}, has_loss};
        }
        // Larger than requested, and larger than last time: the list may have grown.
        constexpr std::size_t slack = 1024;
        buffer.assign(std::max<std::size_t>(size, buffer.size()) + slack, '\0');
    }
}

void check_list(DWORD status, const std::string& what) {
    switch (status) {
    case PDH_INVALID_ARGUMENT:
    case PDH_INVALID_HANDLE:
    case PDH_MEMORY_ALLOCATION_FAILURE:
    case PDH_INSUFFICIENT_BUFFER:
    case PDH_NOT_IMPLEMENTED:
        throw status_error(what + " cannot be listed", status);
    default:
        break;
    }
}

ListResult expand(PDH_HLOG source, const std::string& path, DWORD flags) {
    return read_list([&](char* buffer, DWORD* size) {
        return PdhExpandWildCardPathHA(source, path.c_str(), buffer, size, flags);
    });
}

} // namespace pdh_shim::tools::command
