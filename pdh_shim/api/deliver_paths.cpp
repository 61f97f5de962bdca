// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/deliver_paths.h"

namespace pdh_shim::api {

Result<void> fill_paths(const TextOut& buffer, DWORD size, std::span<const std::u16string> paths) {
    if (buffer.data() == nullptr) {
        return Status::more_data;
    }
    DWORD room = size;
    const Result<void> as_list = write_list(buffer, &room, paths);
    if (as_list || as_list.error() != Status::more_data || paths.size() != 1) {
        return as_list;
    }
    room = size;
    return write_text(buffer, &room, paths.front());
}

} // namespace pdh_shim::api
