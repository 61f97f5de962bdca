// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/texts.h"

#include "base/text.h"
#include "tools/terminal/program_error.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace pdh_shim::tools::formats {

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
    std::u16string units;
    append_utf8_lossy(units, text);
    std::string valid;
    append_utf16_lossy(valid, units);
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
