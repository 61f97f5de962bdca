// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/encoding.h"
#include "base/failure.h"

#include <windows.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pdh_shim::api {

// The only code that writes a caller's buffers. All follow one protocol: *size 0 requests the size
// (PDH_MORE_DATA); a buffer that is too small gets PDH_MORE_DATA and the size needed; one that is large
// enough is filled and *size becomes the used size. Nothing is written on any other failure, but that an
// array whose items all lack a value is written, and says why.

/// The checks that come before any work.
/// @retval invalid_argument no size, or a size without a buffer
[[nodiscard]] Result<void> check_buffer(const void* buffer, const DWORD* size);

/// More than any answer may have, in characters, or in bytes where those are counted: many programs keep
/// sizes in signed numbers.
inline constexpr std::uint64_t too_long_answer = std::uint64_t{1} << 31U;

/// The size of an answer for the caller. @retval memory_allocation_failure it is too long
[[nodiscard]] Result<DWORD> answer_size(std::uint64_t units);

/// Text with its terminator; the size counts characters.
[[nodiscard]] Result<void> write_text(const TextOut& buffer, DWORD* size, std::u16string_view text);

/// The same for a text that is cut to the size of the buffer, which is not 0.
[[nodiscard]] Result<void> write_cut_text(const TextOut& buffer, DWORD* size, std::u16string_view text);

/// A text or a list that is encoded already, terminators included: `bytes` holds whole characters.
[[nodiscard]] Result<void> write_encoded(const TextOut& buffer, DWORD* size, std::string bytes);

/// The bytes of a multi-string.
[[nodiscard]] std::string encode_list(Encoding encoding, std::span<const std::u16string> texts);

/// A multi-string: each text with its terminator, one more at the end; an empty list is two terminators.
[[nodiscard]] Result<void> write_list(
    const TextOut& buffer, DWORD* size, std::span<const std::u16string> texts);

/// An answer: structures of a fixed size, followed by the texts that they point to, whose size counts bytes;
/// or a text or list alone, whose size counts characters.
class PackedBuffer {
  public:
    PackedBuffer(Encoding encoding, std::size_t fixed_size) : encoding_(encoding), fixed_(fixed_size) {}
    /// A text or a list that is encoded already, terminators included.
    PackedBuffer(Encoding encoding, std::string texts)
        : encoding_(encoding), unit_(unit_size(encoding)), texts_(std::move(texts)) {}

    /// Puts a structure at an offset of the fixed part.
    template <class Plain>
    void put(std::size_t offset, const Plain& structure) {
        static_assert(std::is_trivially_copyable_v<Plain>);
        std::memcpy(fixed_.data() + offset, &structure, sizeof structure);
    }

    /// Appends a text; the pointer at this offset of the fixed part will point to it.
    void put_text(std::size_t pointer_offset, std::u16string_view text);

    /// Bytes of the fixed part and the texts.
    [[nodiscard]] std::size_t size() const noexcept { return fixed_.size() + texts_.size(); }

    [[nodiscard]] bool fits(DWORD size) const noexcept { return this->size() / unit_ <= size; }

    /// Copies everything into the buffer by the protocol above.
    [[nodiscard]] Result<void> write(void* buffer, DWORD* size) const;

    DWORD count = 0; ///< of items of a counter array
    /// What the call that fills a buffer returns: the items say why they have no value.
    Status status = Status::success;

  private:
    struct Pointer {
        std::size_t offset;
        std::size_t target; // offset in texts_
    };

    Encoding encoding_;
    std::size_t unit_ = 1;
    std::vector<std::byte> fixed_;
    std::string texts_;
    std::vector<Pointer> pointers_;
};

} // namespace pdh_shim::api
