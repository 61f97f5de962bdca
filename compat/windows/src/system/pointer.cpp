// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "system/pointer.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <unistd.h>

namespace pdh_shim::compat {

MemoryProbe::MemoryProbe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) == 0) {
        input_ = ends[0];
        output_ = ends[1];
    }
}

MemoryProbe::~MemoryProbe() {
    if (input_ >= 0) {
        close(input_);
        close(output_);
    }
}

bool MemoryProbe::can_read(const void* byte) const {
    char copy = 0;
    return write(output_, byte, 1) == 1 && read(input_, &copy, 1) == 1;
}

bool MemoryProbe::can_write(void* byte) const {
    if (write(output_, byte, 1) != 1) {
        return false;
    }
    if (read(input_, byte, 1) == 1) {
        return true;
    }
    char rest = 0; // was not taken
    [[maybe_unused]] const ssize_t got = read(input_, &rest, 1);
    return false;
}

std::size_t MemoryProbe::left_in_page(const void* byte) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return page - reinterpret_cast<std::uintptr_t>(byte) % page;
}

namespace {

/// Whether a byte of each page, and the last one, pass.
template <class Passes>
bool all_pages(const char* memory, std::size_t size, Passes passes) {
    if (memory == nullptr || reinterpret_cast<std::uintptr_t>(memory) > UINTPTR_MAX - size) {
        return size == 0;
    }
    for (std::size_t i = 0; i < size; i += MemoryProbe::left_in_page(memory + i)) {
        if (!passes(memory + i)) {
            return false;
        }
    }
    return true;
}

} // namespace
} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

BOOL WINAPI IsBadReadPtr(const VOID* memory, UINT_PTR size) {
    compat::MemoryProbe probe;
    const bool good = compat::all_pages(
        static_cast<const char*>(memory), size, [&](const char* byte) { return probe.can_read(byte); });
    return good ? FALSE : TRUE;
}

BOOL WINAPI IsBadWritePtr(LPVOID memory, UINT_PTR size) {
    compat::MemoryProbe probe;
    const bool good = compat::all_pages(static_cast<const char*>(memory), size,
        [&](const char* byte) { return probe.can_write(const_cast<char*>(byte)); });
    return good ? FALSE : TRUE;
}
