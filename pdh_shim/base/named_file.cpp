// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"

#include <algorithm>

namespace pdh_shim {
namespace {

constexpr std::size_t first_room = std::size_t{64} << 10U;

} // namespace

FileResult<std::vector<std::byte>> read_named_file(const std::string& name, std::size_t longest) {
    const auto opened = open_regular_file(name);
    if (!opened) {
        return opened.error();
    }
    std::FILE* const file = opened.value().get();
    const std::size_t wanted = longest + 1;
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    while (size < wanted && std::feof(file) == 0) {
        bytes.resize(std::min(wanted, std::max(first_room, size * 2)));
        size += std::fread(bytes.data() + size, 1, bytes.size() - size, file);
        if (std::ferror(file) != 0) {
            return FileError::failed;
        }
    }
    bytes.resize(size);
    return bytes;
}

std::string_view reason_of(FileError error) noexcept {
    switch (error) {
    case FileError::not_found:
        return "cannot be read: No such file or directory";
    case FileError::denied:
        return "cannot be read: Permission denied";
    case FileError::not_regular:
        return "is not a regular file";
    case FileError::failed:
    case FileError::too_many:
        break;
    }
    return "cannot be read";
}

} // namespace pdh_shim
