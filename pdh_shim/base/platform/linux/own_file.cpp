// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_file.h"

#include "base/file.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace pdh_shim {
namespace {

// Whether a line of /proc/self/maps, which begins with `start-end`, has the address.
bool contains(std::string_view line, std::uintptr_t address) {
    constexpr int hexadecimal = 16;
    std::uintptr_t start = 0;
    std::uintptr_t end = 0;
    const char* const last = line.data() + line.size();
    const auto [dash, error] = std::from_chars(line.data(), last, start, hexadecimal);
    return error == std::errc() && dash != last &&
           std::from_chars(dash + 1, last, end, hexadecimal).ec == std::errc() && start <= address &&
           address < end;
}

} // namespace

// The loader's name of a library may be relative to a folder that the program has left, and its name of the
// program is whatever the parent chose. The kernel knows both.
std::string own_file() {
    const auto files = make_file_system();
    FileBuffer buffer;
    if (!files) {
        return {};
    }
    const auto maps = files.value()->read("/proc/self/maps", buffer);
    if (!maps) {
        return {};
    }
    std::string_view rest = maps.value();
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (contains(line, reinterpret_cast<std::uintptr_t>(&own_file))) {
            const std::size_t path = line.find('/');
            return path == std::string_view::npos ? std::string() : std::string(line.substr(path));
        }
    }
    return {};
}

} // namespace pdh_shim
