// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/bytes.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::test {

inline constexpr std::uint32_t root_queue = 0xFFFF'FFFF; // the parent of the one that packets enter

/// Messages of rtnetlink as the kernel answers RTM_GETLINK and RTM_GETQDISC.
class QueueMessages {
  public:
    /// An interface, whose name has at most 15 bytes.
    QueueMessages& link(std::uint32_t index, std::string_view name) {
        begin(60, 16, {0U, index, 0U, 0U});
        begin_attribute(8, 1); // its address
        writer_.u32(1);
        begin_attribute(20, 3);
        writer_.bytes(std::as_bytes(std::span(name)));
        writer_.zeros(16 - name.size());
        return *this;
    }
    QueueMessages& queue(std::uint32_t index, std::uint32_t packets, std::uint32_t parent = root_queue) {
        begin(76, 36, {0U, index, 0U, parent, 0U});
        begin_attribute(9, 1); // its kind, which is padded
        writer_.bytes(std::as_bytes(std::span("fifo\0\0\0", 8)));
        begin_attribute(28, 7);
        begin_attribute(24, 3);
        write({packets, 1000U, 1U, 2U, 3U}); // and bytes, drops, requeues, overlimits
        return *this;
    }
    QueueMessages& done(std::int32_t error = 0) { return end(3, error); }
    QueueMessages& refused(std::int32_t error) { return end(2, error); }

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::string_view text() const noexcept { return as_text(bytes_); }

  private:
    void begin(std::uint32_t size, std::uint16_t type, std::initializer_list<std::uint32_t> numbers) {
        writer_.u32(size);
        writer_.u16(type);
        writer_.zeros(10);
        write(numbers);
    }
    void begin_attribute(std::uint16_t size, std::uint16_t type) {
        writer_.u16(size);
        writer_.u16(type);
    }
    void write(std::initializer_list<std::uint32_t> numbers) {
        for (const std::uint32_t number : numbers) {
            writer_.u32(number);
        }
    }
    QueueMessages& end(std::uint16_t type, std::int32_t error) {
        begin(20, type, {static_cast<std::uint32_t>(error)});
        return *this;
    }

    std::vector<std::byte> bytes_;
    ByteWriter writer_{bytes_, SIZE_MAX, std::endian::native};
};

} // namespace pdh_shim::test
