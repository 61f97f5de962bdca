// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstddef>
#include <span>

namespace pdh_shim::source::provider {

/// Bytes of a mark on either side that a write past the buffer is noticed by. What reaches further than that
/// hits a page without access.
inline constexpr std::size_t mark_bytes = std::size_t{64} << 10U;

/// Memory for foreign code to write into, with marked memory on both sides that shows afterwards whether it
/// stayed inside.
class GuardedBuffer {
  public:
    /// No memory yet; to be assigned to.
    GuardedBuffer() noexcept = default;
    GuardedBuffer(const GuardedBuffer&) = delete;
    GuardedBuffer& operator=(const GuardedBuffer&) = delete;
    GuardedBuffer(GuardedBuffer&& other) noexcept;
    GuardedBuffer& operator=(GuardedBuffer&& other) noexcept;
    ~GuardedBuffer();

    /// Zeros, on an address that is a multiple of 8.
    /// @retval memory_allocation_failure
    [[nodiscard]] static Result<GuardedBuffer> make(std::size_t size);

    [[nodiscard]] std::byte* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// False after a write into the marks.
    [[nodiscard]] bool is_intact() const noexcept;

  private:
    GuardedBuffer(std::span<std::byte> mapping, std::size_t page, std::size_t size) noexcept;

    [[nodiscard]] std::span<std::byte> mark_before() const noexcept;
    [[nodiscard]] std::span<std::byte> mark_behind() const noexcept;
    void release() noexcept;

    std::span<std::byte> mapping_; // with the pages without access at both ends
    std::size_t page_ = 0;         // size of one of these
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace pdh_shim::source::provider
