// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/text/network_text.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace pdh_shim::source::linux {
namespace {

std::optional<NetworkLine> parse_interface(std::string_view text) {
    const std::size_t colon = text.rfind(':'); // the name of an alias also contains one
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    NetworkLine found;
    found.name = Scanner(text.substr(0, colon)).word();
    if (found.name.empty()) {
        return std::nullopt;
    }
    Scanner line(text.substr(colon + 1));
    for (std::int64_t& count : found.counts) {
        const std::optional<std::int64_t> number = line.number();
        if (!number) {
            return std::nullopt;
        }
        count = std::max<std::int64_t>(0, *number);
    }
    return found;
}

} // namespace

void parse_net_dev(std::string_view text, std::vector<NetworkLine>& interfaces) {
    interfaces.clear();
    Scanner lines(text);
    while (!lines.at_end()) {
        if (const auto found = parse_interface(lines.line())) {
            interfaces.push_back(*found);
        }
    }
}

} // namespace pdh_shim::source::linux
