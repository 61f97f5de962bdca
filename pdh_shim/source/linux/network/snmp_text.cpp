// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/snmp_text.h"

#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <cstddef>

namespace pdh_shim::source::linux {
namespace {

/// The rest of the next line that begins with this word; empty if there is none.
Scanner find_line(Scanner& lines, std::string_view word) {
    while (!lines.at_end()) {
        Scanner line(lines.line());
        if (line.word() == word) {
            return line;
        }
    }
    return Scanner({});
}

} // namespace

void parse_snmp(std::string_view text, std::string_view protocol, std::span<const std::string_view> names,
    std::span<std::int64_t> values) {
    std::ranges::fill(values, unread);
    Scanner lines(text);
    Scanner header = find_line(lines, protocol);
    Scanner counts = find_line(lines, protocol);
    for (std::string_view name = header.word(); !name.empty(); name = header.word()) {
        const auto count = counts.number();
        if (!count) {
            return;
        }
        if (const auto wanted = std::ranges::find(names, name); wanted != names.end()) {
            values[static_cast<std::size_t>(wanted - names.begin())] = *count;
        }
    }
}

} // namespace pdh_shim::source::linux
