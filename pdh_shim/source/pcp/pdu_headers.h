// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pdh_shim::source::pcp {

/// Follows what a pmcd sends: PDUs, each of which begins with its length in bytes (32 bits, big endian), its
/// type and its sender. The length includes these 12 bytes.
class PduHeaders {
  public:
    /// @param longest length that a PDU may have
    explicit PduHeaders(std::uint64_t longest) noexcept : longest_(longest) {}

    /// Takes the next bytes.
    /// @retval false a length among them is not allowed: nothing from here on may be used
    [[nodiscard]] bool take(std::span<const std::byte> bytes) noexcept;
    /// The newest length that is complete.
    [[nodiscard]] std::uint32_t length() const noexcept { return length_; }

  private:
    [[nodiscard]] bool take_length(std::byte next) noexcept;

    const std::uint64_t longest_;
    std::uint32_t length_ = 0;
    std::size_t length_bytes_ = 0; // of the next length that have come
    std::uint64_t left_ = 0;       // of the PDU behind its length
};

} // namespace pdh_shim::source::pcp
