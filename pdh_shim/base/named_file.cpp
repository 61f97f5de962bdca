// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"

#include "base/file_failure.h"

#include <algorithm>
#include <cerrno>

namespace pdh_shim {
namespace {

constexpr std::size_t first_room = std::size_t{64} << 10U;

} // namespace

Result<std::vector<std::byte>, Failure> read_named_file(const std::string& name, std::size_t longest) {
    PDH_SHIM_TRY(const FileStream opened, open_regular_file(name));
    std::FILE* const file = opened.get();
    const std::size_t wanted = longest + 1;
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    while (size < wanted && std::feof(file) == 0) {
        bytes.resize(std::min(wanted, std::max(first_room, size * 2)));
        size += std::fread(bytes.data() + size, 1, bytes.size() - size, file);
        if (std::ferror(file) != 0) {
            return file_failure::unreadable(static_cast<unsigned long>(errno));
        }
    }
    bytes.resize(size);
    return bytes;
}

} // namespace pdh_shim
