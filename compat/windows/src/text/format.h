// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Prints text as Windows' printf family does (%I64d, %S, %ld of 32 bits), for wprintf, wsprintf,
// StringCchPrintf and FormatMessage.

#include <boost/noncopyable.hpp>

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// Gives a format its arguments, one after the other.
class FormatArguments : boost::noncopyable {
  public:
    virtual ~FormatArguments() = default;

    virtual std::uint32_t integer32() = 0;
    virtual std::uint64_t integer64() = 0;
    virtual const void* pointer() = 0;
    virtual double floating() = 0;
    virtual long double long_floating() = 0;
};

/// The arguments of a va_list.
class VaListArguments final : public FormatArguments {
  public:
    explicit VaListArguments(va_list arguments) { va_copy(arguments_, arguments); }
    ~VaListArguments() override { va_end(arguments_); }

    std::uint32_t integer32() override { return va_arg(arguments_, std::uint32_t); }
    std::uint64_t integer64() override { return va_arg(arguments_, std::uint64_t); }
    const void* pointer() override { return va_arg(arguments_, const void*); }
    double floating() override { return va_arg(arguments_, double); }
    long double long_floating() override { return va_arg(arguments_, long double); }

  private:
    va_list arguments_;
};

/// Whether a format belongs to a wide function, as wprintf, and the width of the program's wchar_t.
struct FormatStyle {
    bool wide = false;         ///< of a wide function: %s and %c are wide, and text is measured in wide units
    std::size_t wide_size = 4; ///< bytes of the program's wchar_t: 2 or 4
};

/// Prints arguments by a format. The format and the result are UTF-8 as text.h says; narrow functions keep
/// their bytes as they are.
///
/// Length prefixes: hh, h, l (32 bits), ll, I32, I64, I, z, t, j, w, L. %n prints nothing and takes its
/// argument.
[[nodiscard]] std::string format_text(FormatStyle style, std::string_view format, FormatArguments& arguments);

/// What a length prefix says about the argument of a directive: `I64` means bits64.
enum class FormatLength { none, byte, half, bits32, bits64, wide, long_double };

struct LengthPrefix {
    std::string_view text;
    FormatLength length;
};

/// Finds the length prefix that a text begins with; nullptr if it begins with something else.
[[nodiscard]] const LengthPrefix* prefix_at(std::string_view text);

/// Whether %s, %S, %c or %C takes wide text. `h`, `l` and `w` decide it; without them %s and %c take the text
/// of the function, and %S and %C the other one.
[[nodiscard]] bool means_wide(FormatStyle style, FormatLength length, char conversion);

} // namespace pdh_shim::compat
