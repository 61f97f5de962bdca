// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/memory/memory_text.h"

#include "source/linux/kernel/scanner.h"

#include <algorithm>

namespace pdh_shim::source::linux {

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

void parse_swaps(std::string_view text, std::vector<SwapLine>& swaps) {
    swaps.clear();
    Scanner lines(text);
    lines.line(); // the headings
    while (!lines.at_end()) {
        Scanner line(lines.line());
        SwapLine swap;
        swap.path = line.word();
        line.word(); // file or partition
        const auto size = line.number();
        const auto used = line.number();
        if (size && used) {
            swap.kilobytes = std::max<std::int64_t>(0, *size);
            swap.used_kilobytes = std::max<std::int64_t>(0, *used);
            swaps.push_back(swap);
        }
    }
}

} // namespace pdh_shim::source::linux
