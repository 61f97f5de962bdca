// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#if __SIZEOF_WCHAR_T__ == 2

#include <pdh_shim_crt/short_wide_streams.h>

#else

#include <iostream>
#include <stdio.h>
#include <streambuf>
#include <wchar.h>

namespace pdh_shim_crt {

/// Writes wide characters into a stream of the C library as UTF-8; the stream stays open for narrow ones.
class WideOutput : public std::wstreambuf {
  public:
    explicit WideOutput(FILE* stream) : stream_(stream) {}

  protected:
    int_type overflow(int_type character) override {
        const bool end = traits_type::eq_int_type(character, traits_type::eof());
        if (!end && fputwc(traits_type::to_char_type(character), stream_) == WEOF) {
            return traits_type::eof();
        }
        return traits_type::not_eof(character);
    }
    int sync() override { return fflush(stream_); }

  private:
    FILE* stream_;
};

/// Lets std::wcout and its like write so. They use the buffers to the end of the program.
inline bool use_wide_output() {
    static WideOutput* const output = new WideOutput(stdout);
    static WideOutput* const errors = new WideOutput(stderr);
    std::wcout.rdbuf(output);
    std::wcerr.rdbuf(errors);
    std::wclog.rdbuf(errors);
    return true;
}

static const bool wide_output_is_used __attribute__((unused)) = use_wide_output();

} // namespace pdh_shim_crt

#endif
