// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pdh_shim::source::linux {

/// Reads a text of lines `name value` or `name: value unit` (meminfo, vmstat, status, io, cgroup files):
/// values[i] becomes the value of names[i], or `unread` if there is no such line. Each line has so many words
/// before its name.
inline void parse_named_values(std::string_view text, std::span<const std::string_view> names,
    std::span<std::int64_t> values, std::size_t words_before = 0) {
    for (std::int64_t& value : values) {
        value = unread;
    }
    Scanner lines(text);
    std::size_t missing = names.size();
    while (missing != 0 && !lines.at_end()) {
        Scanner line(lines.line());
        line.skip_words(words_before);
        std::string_view name = line.word();
        if (name.ends_with(':')) {
            name.remove_suffix(1);
        }
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (values[i] == unread && name == names[i]) {
                values[i] = line.number().value_or(unread);
                --missing;
                break;
            }
        }
    }
}

} // namespace pdh_shim::source::linux
