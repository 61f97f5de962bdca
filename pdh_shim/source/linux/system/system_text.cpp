// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/system/system_text.h"

#include "base/clock.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace pdh_shim::source::linux {

std::int64_t parse_uptime(std::string_view text) {
    Scanner scanner(text);
    const std::optional<std::int64_t> seconds = scanner.number();
    if (!seconds || *seconds < 0) {
        return unread;
    }
    std::int64_t time = scaled(*seconds, ticks_per_second);
    scanner.skip(".");
    const std::string_view digits = scanner.word();
    std::int64_t unit = ticks_per_second / 10;
    for (std::size_t i = 0; i < digits.size() && digits[i] >= '0' && digits[i] <= '9'; ++i) {
        time += unit * (digits[i] - '0');
        unit /= 10;
    }
    return time;
}

std::int64_t parse_module_sizes(std::string_view text) {
    std::int64_t bytes = 0;
    Scanner lines(text);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        line.skip_words(1); // the name
        bytes = sum_of({bytes, std::max<std::int64_t>(0, line.number().value_or(0))});
    }
    return bytes;
}

std::int64_t parse_newest_task(std::string_view text) {
    constexpr std::size_t words_before = 4;
    Scanner scanner(text);
    scanner.skip_words(words_before);
    return scanner.number().value_or(unread);
}

std::int64_t parse_thread_count(std::string_view text) {
    const std::size_t slash = text.find('/');
    return slash == std::string_view::npos ? unread
                                           : Scanner(text.substr(slash + 1)).number().value_or(unread);
}

} // namespace pdh_shim::source::linux
