// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Reads text as Windows' scanf family does (%I64d, %S, sizes of buffers for scanf_s).

#include "text/format.h"

#include <boost/noncopyable.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// Where a scanf function reads. Bytes that it does not need are put back.
class ScanInput : boost::noncopyable {
  public:
    virtual ~ScanInput() = default;

    virtual int get() = 0; ///< the next byte, or EOF
    virtual void unget(unsigned char byte) = 0;
};

class TextInput final : public ScanInput {
  public:
    explicit TextInput(std::string_view text) : text_(text) {}
    int get() override { return next_ < text_.size() ? static_cast<unsigned char>(text_[next_++]) : EOF; }
    void unget(unsigned char) override { --next_; }

  private:
    std::string_view text_;
    std::size_t next_ = 0;
};

class StreamInput final : public ScanInput {
  public:
    explicit StreamInput(FILE* stream) : stream_(stream) {}
    int get() override { return std::fgetc(stream_); }
    void unget(unsigned char byte) override { static_cast<void>(std::ungetc(byte, stream_)); }

  private:
    FILE* stream_;
};

/// Reads input by a format. Format and input are UTF-8; in narrow functions a byte is a character.
///
/// It takes the length prefixes of format_text(). %s, %c and %[ give text of the function's own width; with h
/// they give narrow text, with l or w wide text. %S and %C give the other one.
/// @param sized  for a ..._s function: the size of each text buffer follows it, in characters. Text that does
///     not fit ends the scan, with an empty text in its place
/// @return how many arguments were stored; EOF if the input ended before the first
[[nodiscard]] int scan_text(
    FormatStyle style, bool sized, std::string_view format, ScanInput& input, FormatArguments& arguments);

} // namespace pdh_shim::compat
