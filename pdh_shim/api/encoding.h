// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pdh_shim::api {

/// The text of an exported function: of the ...A functions, of the ...W functions, and of their twins for
/// programs whose wchar_t has 32 bits. `ansi` is UTF-8, on Windows the ANSI code page (base/platform.h).
enum class Encoding : std::uint8_t { ansi, utf16, utf32 };

/// Bytes of one unit (a char, a WCHAR, a 32-bit wchar_t).
[[nodiscard]] constexpr std::size_t unit_size(Encoding encoding) noexcept {
    switch (encoding) {
    case Encoding::ansi:
        return 1;
    case Encoding::utf16:
        return 2;
    case Encoding::utf32:
        break;
    }
    return 4;
}

/// Text as bytes in an encoding. In 8-bit text a lone surrogate is U+FFFD, and on Windows what the code page
/// lacks is `?`: one such name must not hide a whole list.
[[nodiscard]] std::string encode(Encoding encoding, std::u16string_view text);

/// NUL-terminated text that a caller passes in; maybe NULL.
class TextIn {
  public:
    TextIn(const char* text) noexcept : data_(text), encoding_(Encoding::ansi) {}
    TextIn(const char16_t* text) noexcept : data_(text), encoding_(Encoding::utf16) {}
    TextIn(const wchar_t* text) noexcept;
    TextIn(Encoding encoding, const void* text) noexcept : data_(text), encoding_(encoding) {}

    [[nodiscard]] bool is_null() const noexcept { return data_ == nullptr; }
    /// True for NULL and for the empty text.
    [[nodiscard]] bool is_empty() const noexcept;
    /// The text; empty for NULL. @retval invalid_argument it is ill-formed
    [[nodiscard]] Result<std::u16string> read() const;
    [[nodiscard]] Encoding encoding() const noexcept { return encoding_; }

    /// The text behind the terminator of this one, if it has at most `longest` units and none that controls a
    /// terminal; else NULL. A caller may have no list, but one text: then anything may stand there.
    [[nodiscard]] TextIn next_of_list(std::size_t longest) const noexcept;

    /// The same as read(), of at most `longest` units, for memory that may hold no text.
    [[nodiscard]] Result<std::u16string> read_doubtful(std::size_t longest) const;

    /// True when there is no terminator among the first `units` + 1 units. For memory that may hold no text.
    [[nodiscard]] bool is_longer_than(std::size_t units) const noexcept;

  private:
    [[nodiscard]] const char* unit(std::size_t index) const noexcept {
        return static_cast<const char*>(data_) + index * unit_size(encoding_);
    }
    [[nodiscard]] bool is_terminator(std::size_t index) const noexcept;
    [[nodiscard]] std::uint32_t unit_at(std::size_t index) const noexcept;
    template <class Unit>
    [[nodiscard]] std::basic_string<Unit> copy_units(std::size_t longest) const;

    const void* data_;
    Encoding encoding_;
};

/// The data source of a call: by name, as PdhOpenQuery has it, or by handle, as PdhOpenQueryH.
struct SourceArgument {
    SourceArgument(void* log) noexcept : handle(log), is_handle(true) {}
    template <class Unit>
    SourceArgument(const Unit* text) noexcept : name(text) {}
    SourceArgument(const TextIn& text) noexcept : name(text) {}

    TextIn name{Encoding::ansi, nullptr};
    void* handle = nullptr;
    bool is_handle = false;
};

/// A buffer for text that a caller passes in; maybe NULL.
class TextOut {
  public:
    TextOut(char* text) noexcept : data_(text), encoding_(Encoding::ansi) {}
    TextOut(char16_t* text) noexcept : data_(text), encoding_(Encoding::utf16) {}
    TextOut(wchar_t* text) noexcept;
    TextOut(Encoding encoding, void* text) noexcept : data_(text), encoding_(encoding) {}

    [[nodiscard]] void* data() const noexcept { return data_; }
    [[nodiscard]] Encoding encoding() const noexcept { return encoding_; }

  private:
    void* data_;
    Encoding encoding_;
};

/// A ...W structure of a program with a 32-bit wchar_t: the same layout, other text.
template <class Wide>
struct Wide32 : Wide {};

/// A caller's structure with pointers to text in it. Its three forms have one layout (tests/abi), so the rest
/// of the library knows the W form and the encoding of the text.
template <class Ansi, class Wide>
class Structure {
  public:
    Structure(Ansi* data) noexcept : data_(reinterpret_cast<Wide*>(data)), encoding_(Encoding::ansi) {}
    Structure(Wide* data) noexcept : data_(data), encoding_(Encoding::utf16) {}
    Structure(Wide32<Wide>* data) noexcept : data_(data), encoding_(Encoding::utf32) {}

    [[nodiscard]] Wide* data() const noexcept { return data_; }
    [[nodiscard]] Encoding encoding() const noexcept { return encoding_; }

  private:
    Wide* data_;
    Encoding encoding_;
};

} // namespace pdh_shim::api
