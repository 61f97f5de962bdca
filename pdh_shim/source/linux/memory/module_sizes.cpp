// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/memory/module_sizes.h"

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

} // namespace pdh_shim::source::linux
