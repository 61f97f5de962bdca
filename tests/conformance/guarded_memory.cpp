// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "guarded_memory.h"

#include <algorithm>
#include <cstring>
#include <new>
#ifdef _WIN32
#include <cstdlib>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace conformance {
namespace {

std::size_t rounded_up(std::size_t size, std::size_t to) {
    return (size + to - 1) / to * to;
}

#ifdef _WIN32
// Marks in place of the page: Wine asks its server for each, and the sweep would take minutes.
constexpr bool has_guard_page = false;
constexpr std::size_t page = 64;

std::byte* allocate(std::size_t size) {
    return static_cast<std::byte*>(std::malloc(size));
}

bool guard(std::byte* /*page*/) {
    return true;
}

void release(std::span<std::byte> memory) {
    std::free(memory.data());
}
#else
constexpr bool has_guard_page = true;
const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

std::byte* allocate(std::size_t size) {
    void* const start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return start == MAP_FAILED ? nullptr : static_cast<std::byte*>(start);
}

bool guard(std::byte* start) {
    return mprotect(start, page, PROT_NONE) == 0;
}

void release(std::span<std::byte> memory) {
    munmap(memory.data(), memory.size());
}
#endif

} // namespace

GuardedMemory::GuardedMemory(std::size_t size, std::size_t alignment) {
    const std::size_t room = rounded_up(size + 1, page); // one mark at least
    std::byte* const start = allocate(room + page);
    if (start == nullptr || !guard(start + room)) {
        throw std::bad_alloc();
    }
    mapping_ = {start, room + page};
    marked_ = has_guard_page ? mapping_.first(room) : mapping_;
    std::memset(marked_.data(), std::to_integer<int>(mark), marked_.size());
    bytes_ = mapping_.first(room).last(rounded_up(size, alignment)).first(size);
}

GuardedMemory::~GuardedMemory() {
    release(mapping_);
}

bool GuardedMemory::is_intact() const {
    const auto is_mark = [](std::byte byte) { return byte == mark; };
    const auto before = static_cast<std::size_t>(bytes_.data() - marked_.data());
    return std::ranges::all_of(marked_.first(before), is_mark) &&
           std::ranges::all_of(marked_.subspan(before + bytes_.size()), is_mark);
}

} // namespace conformance
