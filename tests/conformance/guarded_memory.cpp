// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "guarded_memory.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace conformance {
namespace {

std::size_t rounded_up(std::size_t size, std::size_t to) {
    return (size + to - 1) / to * to;
}

} // namespace

GuardedMemory::GuardedMemory(std::size_t size, std::size_t alignment) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t room = rounded_up(size + 1, page); // one mark at least
    void* const start =
        mmap(nullptr, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        throw std::bad_alloc();
    }
    mapping_ = {static_cast<std::byte*>(start), room + page};
    pages_ = mapping_.first(room);
    if (mprotect(pages_.data() + room, page, PROT_NONE) != 0) {
        throw std::bad_alloc();
    }
    std::memset(pages_.data(), std::to_integer<int>(mark), pages_.size());
    bytes_ = pages_.last(rounded_up(size, alignment)).first(size);
}

GuardedMemory::~GuardedMemory() {
    munmap(mapping_.data(), mapping_.size());
}

bool GuardedMemory::is_intact() const {
    const auto is_mark = [](std::byte byte) { return byte == mark; };
    const auto before = static_cast<std::size_t>(bytes_.data() - pages_.data());
    return std::ranges::all_of(pages_.first(before), is_mark) &&
           std::ranges::all_of(pages_.subspan(before + bytes_.size()), is_mark);
}

} // namespace conformance
