// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/texts.h"

#include "tools/terminal/program_error.h"

#include <pdh_shim/control.h>

#include <boost/locale/utf.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace pdh_shim::tools::formats {

namespace {

namespace utf = boost::locale::utf;

} // namespace

void refuse_unknown_zone() {
    throw terminal::ProgramError(
        "This format needs times in UTC, and the log does not say its time zone: say it with -tz.");
}

std::int64_t utc_ticks(const command::Sample& sample) {
    constexpr std::int64_t epoch = 116'444'736'000'000'000;
    constexpr std::int64_t minute = 600'000'000;
    if (!sample.bias_minutes) {
        refuse_unknown_zone();
    }
    return std::max<std::int64_t>(sample.local_time, 0) - epoch + *sample.bias_minutes * minute;
}

std::string valid_utf8(std::string_view text) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    std::string valid;
    const auto* const end = text.data() + text.size();
    for (const auto* next = text.data(); next != end;) {
        const auto* const first = next;
        const auto character = utf::utf_traits<char>::decode(next, end);
        if (character == utf::illegal || character == utf::incomplete) {
            next = first + 1; // each byte that belongs to nothing is one
            valid += replacement;
        } else {
            valid.append(first, next);
        }
    }
    return valid;
}

std::string status_name(std::uint32_t status) {
    if (const char* const name = pdh_shim_status_name(static_cast<LONG>(status))) {
        return name;
    }
    std::array<char, 8> digits = {};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), status, 16);
    return "0x" + std::string(digits.data(), result.ptr);
}

} // namespace pdh_shim::tools::formats
