// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace conformance {

/// Memory followed by a page without access, as near as alignment allows; under Windows, by marked bytes. The
/// bytes before it and in the gap are marked, too.
class GuardedMemory {
  public:
    /// @param alignment of the first byte: a power of two
    explicit GuardedMemory(std::size_t size, std::size_t alignment = 1);
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    GuardedMemory(GuardedMemory&&) = delete;
    GuardedMemory& operator=(GuardedMemory&&) = delete;
    ~GuardedMemory();

    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }
    /// False after a write outside of it.
    [[nodiscard]] bool is_intact() const;

    static constexpr std::byte mark{0x5A};

  private:
    std::span<std::byte> mapping_; // with the page after it
    std::span<std::byte> marked_;  // without it, where it cannot be accessed
    std::span<std::byte> bytes_;
};

} // namespace conformance
