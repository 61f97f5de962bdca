// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/loadavg.h"

#include "source/linux/kernel/scanner.h"

#include <cstddef>

namespace pdh_shim::source::linux {

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
