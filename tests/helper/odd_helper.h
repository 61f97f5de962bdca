// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "helper/helper.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace pdh_shim::test {

/// What the helper of odd_helper.cpp does.
enum class Odd : std::uint32_t {
    echo,           ///< answers what it is sent
    echo_as_events, ///< the same, and from then on as a loop of events does
    refuse,         ///< answers access_denied, and the text that it is sent
    hold,           ///< does not answer yet
    release,        ///< answers, and then what it holds, the newest first
    number,         ///< its process number, 4 bytes
    facts,          ///< what its process looks like, in words
    exit,           ///< ends with exit code 3
    crash,          ///< ends by SIGABRT
    long_answer,    ///< an answer of longest_answer + 1 bytes
    throws,         ///< an exception
    spin,           ///< uses processor time without end, after a limit of a second
    leave,          ///< starts a process that stays, and answers its number
};

inline constexpr std::uint64_t longest_answer = 0x10000;
inline constexpr const char* odd_helper = "odd_helper";

inline std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

inline std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace pdh_shim::test
