// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/guarded_buffer.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

// Neither zero nor a byte that a program is likely to write.
constexpr std::byte mark{0xE3};

bool is_marked(std::span<const std::byte> bytes) noexcept {
    return std::ranges::all_of(bytes, [](std::byte byte) { return byte == mark; });
}

} // namespace

Result<GuardedBuffer> GuardedBuffer::make(std::size_t size) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t usable = (size + 2 * mark_bytes + page - 1) / page * page;
    const std::size_t length = usable + 2 * page;
    void* const start = mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        return Status::memory_allocation_failure;
    }
    auto* const bytes = static_cast<std::byte*>(start);
    if (mprotect(bytes + page, usable, PROT_READ | PROT_WRITE) != 0) {
        munmap(start, length);
        return Status::memory_allocation_failure;
    }
    return GuardedBuffer({bytes, length}, page, size);
}

GuardedBuffer::GuardedBuffer(std::span<std::byte> mapping, std::size_t page, std::size_t size) noexcept
    : mapping_(mapping), page_(page), data_(mapping.data() + page + mark_bytes), size_(size) {
    std::ranges::fill(mark_before(), mark);
    std::ranges::fill(mark_behind(), mark);
}

GuardedBuffer::GuardedBuffer(GuardedBuffer&& other) noexcept
    : mapping_(std::exchange(other.mapping_, {})), page_(other.page_),
      data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

GuardedBuffer& GuardedBuffer::operator=(GuardedBuffer&& other) noexcept {
    if (this != &other) {
        release();
        mapping_ = std::exchange(other.mapping_, {});
        page_ = other.page_;
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
    }
    return *this;
}

GuardedBuffer::~GuardedBuffer() {
    release();
}

bool GuardedBuffer::is_intact() const noexcept {
    return is_marked(mark_before()) && is_marked(mark_behind());
}

std::span<std::byte> GuardedBuffer::mark_before() const noexcept {
    return mapping_.empty() ? std::span<std::byte>() : mapping_.subspan(page_, mark_bytes);
}

std::span<std::byte> GuardedBuffer::mark_behind() const noexcept {
    if (mapping_.empty()) {
        return {};
    }
    const std::size_t begin = page_ + mark_bytes + size_;
    return mapping_.subspan(begin, mapping_.size() - page_ - begin);
}

void GuardedBuffer::release() noexcept {
    if (!mapping_.empty()) {
        munmap(mapping_.data(), mapping_.size());
    }
}

} // namespace pdh_shim::source::provider
