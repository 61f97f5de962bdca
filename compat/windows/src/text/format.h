// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// Where the arguments of a format come from.
class Arguments : boost::noncopyable {
  public:
    virtual ~Arguments() = default;

    virtual std::uint32_t integer32() = 0;
    virtual std::uint64_t integer64() = 0;
    virtual const void* pointer() = 0;
    virtual double floating() = 0;
    virtual long double long_floating() = 0;
};

/// The variable arguments of a function.
class VariableArguments final : public Arguments {
  public:
    explicit VariableArguments(va_list arguments) { va_copy(arguments_, arguments); }
    ~VariableArguments() override { va_end(arguments_); }

    std::uint32_t integer32() override { return va_arg(arguments_, std::uint32_t); }
    std::uint64_t integer64() override { return va_arg(arguments_, std::uint64_t); }
    const void* pointer() override { return va_arg(arguments_, const void*); }
    double floating() override { return va_arg(arguments_, double); }
    long double long_floating() override { return va_arg(arguments_, long double); }

  private:
    va_list arguments_;
};

/// The kind of function that the format is for.
struct FormatStyle {
    bool wide = false;         ///< of a wide function: %s and %c are wide, and text is measured in wide units
    std::size_t wide_size = 4; ///< bytes of the program's wchar_t: 2 or 4
};

/// Prints as Windows' printf family does. The format and the result are UTF-8 as text.h says; in narrow
/// functions their bytes are kept as they are.
///
/// Length prefixes: hh, h, l (32 bits), ll, I32, I64, I, z, t, j, w, L. %n prints nothing and takes its
/// argument.
[[nodiscard]] std::string format_text(FormatStyle style, std::string_view format, Arguments& arguments);

/// The meaning of a length prefix.
enum class Length { none, byte, half, bits32, bits64, wide, long_double };

struct Prefix {
    std::string_view text;
    Length length;
};

/// The length prefix at the start of the text; nullptr if there is none.
[[nodiscard]] const Prefix* prefix_at(std::string_view text);

/// Whether the argument of a conversion of text or characters is wide: `h`, `l` and `w` say so, else %s and
/// %c are as the function is, and %S and %C the opposite.
[[nodiscard]] bool means_wide(FormatStyle style, Length length, char conversion);

} // namespace pdh_shim::compat
