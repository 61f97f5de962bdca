// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim {

/// A number with its bytes in the opposite order.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T swap_bytes(T value) noexcept {
    T swapped = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        swapped = static_cast<T>(swapped << 8U | static_cast<T>(value >> 8U * i & 0xFFU));
    }
    return swapped;
}

/// Bytes as 8-bit text.
[[nodiscard]] inline std::string_view as_text(std::span<const std::byte> bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads numbers from arbitrary bytes. A read beyond their end returns 0 and sets the reader to failed:
/// read all that is needed, then check ok() once.
class ByteReader {
  public:
    explicit ByteReader(std::span<const std::byte> bytes, std::endian order = std::endian::little) noexcept
        : bytes_(bytes), swapped_(order != std::endian::native) {}

    /// False once a read has failed.
    [[nodiscard]] bool ok() const noexcept { return ok_; }
    /// Where the first read failed.
    [[nodiscard]] std::size_t fault() const noexcept { return fault_; }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

    [[nodiscard]] std::uint8_t u8(std::size_t offset) noexcept { return read<std::uint8_t>(offset); }
    [[nodiscard]] std::uint16_t u16(std::size_t offset) noexcept { return read<std::uint16_t>(offset); }
    [[nodiscard]] std::uint32_t u32(std::size_t offset) noexcept { return read<std::uint32_t>(offset); }
    [[nodiscard]] std::int32_t i32(std::size_t offset) noexcept {
        return static_cast<std::int32_t>(u32(offset));
    }
    [[nodiscard]] std::uint64_t u64(std::size_t offset) noexcept { return read<std::uint64_t>(offset); }
    [[nodiscard]] std::int64_t i64(std::size_t offset) noexcept {
        return static_cast<std::int64_t>(u64(offset));
    }

    /// Part of the bytes; empty if it would exceed them.
    [[nodiscard]] std::span<const std::byte> part(std::size_t offset, std::size_t size) noexcept {
        return has(offset, size) ? bytes_.subspan(offset, size) : std::span<const std::byte>{};
    }

  private:
    template <std::unsigned_integral T>
    T read(std::size_t offset) noexcept {
        if (!has(offset, sizeof(T))) {
            return 0;
        }
        T value = 0;
        std::memcpy(&value, bytes_.data() + offset, sizeof(T));
        return swapped_ ? swap_bytes(value) : value;
    }

    bool has(std::size_t offset, std::size_t size) noexcept {
        if (offset <= bytes_.size() && size <= bytes_.size() - offset) {
            return true;
        }
        if (ok_) {
            ok_ = false;
            fault_ = offset;
        }
        return false;
    }

    std::span<const std::byte> bytes_;
    bool swapped_;
    bool ok_ = true;
    std::size_t fault_ = 0;
};

/// Appends numbers to bytes, and fills in those that are known only later. Beyond `limit`
/// bytes it writes nothing more, and ok() is false.
class ByteWriter {
  public:
    explicit ByteWriter(std::vector<std::byte>& bytes, std::size_t limit = SIZE_MAX,
        std::endian order = std::endian::little) noexcept
        : bytes_(bytes), limit_(limit), swapped_(order != std::endian::native) {}

    /// False once the limit was exceeded.
    [[nodiscard]] bool ok() const noexcept { return ok_; }
    /// The position of the next byte.
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

    void u16(std::uint16_t value) { append(value); }
    void u32(std::uint32_t value) { append(value); }
    void u64(std::uint64_t value) { append(value); }
    void i64(std::int64_t value) { append(static_cast<std::uint64_t>(value)); }
    void bytes(std::span<const std::byte> data) {
        if (grow(data.size()) && !data.empty()) {
            std::memcpy(bytes_.data() + bytes_.size() - data.size(), data.data(), data.size());
        }
    }
    void zeros(std::size_t count) { grow(count); }
    /// Appends zeros until the size is a multiple of `alignment`, counted from `start`.
    void align(std::size_t alignment, std::size_t start = 0) {
        const std::size_t over = (bytes_.size() - start) % alignment;
        zeros(over == 0 ? 0 : alignment - over);
    }

    /// Replaces a number that was appended before; ignored if there is none at this position.
    void set_u16(std::size_t offset, std::uint16_t value) noexcept { overwrite(offset, value); }
    void set_u32(std::size_t offset, std::uint32_t value) noexcept { overwrite(offset, value); }
    void set_u64(std::size_t offset, std::uint64_t value) noexcept { overwrite(offset, value); }
    /// Sets a bit of bytes appended before; bit 8 is the lowest of the next byte.
    void set_bit(std::size_t offset, std::size_t bit) noexcept {
        if (offset < bytes_.size() && bit / 8 < bytes_.size() - offset) {
            bytes_[offset + bit / 8] |= std::byte{1} << bit % 8;
        }
    }

  private:
    template <std::unsigned_integral T>
    void append(T value) {
        if (grow(sizeof(T))) {
            overwrite(bytes_.size() - sizeof(T), value);
        }
    }

    template <std::unsigned_integral T>
    void overwrite(std::size_t offset, T value) noexcept {
        if (offset <= bytes_.size() && sizeof(T) <= bytes_.size() - offset) {
            const T stored = swapped_ ? swap_bytes(value) : value;
            std::memcpy(bytes_.data() + offset, &stored, sizeof(T));
        }
    }

    bool grow(std::size_t count) {
        ok_ = ok_ && bytes_.size() <= limit_ && count <= limit_ - bytes_.size();
        if (ok_) {
            bytes_.resize(bytes_.size() + count);
        }
        return ok_;
    }

    std::vector<std::byte>& bytes_;
    std::size_t limit_;
    bool swapped_;
    bool ok_ = true;
};

} // namespace pdh_shim
