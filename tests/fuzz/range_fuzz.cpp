// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Ranges are typed by people, and names of instances come from anywhere. Properties: `@` turns each verdict
// round, the ends belong to a range, and what is reported is one line whose label ends where it seems to.
#include "require.h"
#include "tools/check/finding.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::tools::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const auto range = parse_range(text);
    if (range) {
        require(range->low <= range->high && range->text == text);
        const auto other = parse_range(range->alerts_inside ? std::string_view(text).substr(1) : '@' + text);
        require(other.has_value());
        for (const double value : {range->low, range->high, 0.0, -1e300, 1e300}) {
            require(alerts(*range, value) != alerts(*other, value));
        }
        require(alerts(*range, range->low) == range->alerts_inside);
        require(alerts(*range, range->high) == range->alerts_inside);
        require(std::ranges::all_of(text,
            [](char c) { return std::string_view("@~:+-.0123456789eE").find(c) != std::string_view::npos; }));
    }
    const auto line = report({finding_of(text, 1, unit_of(0, text), {})}, false);
    require(std::ranges::count(line, '\n') == 1 && line.ends_with("\n"));
    require(std::ranges::count(line, '|') == 1);
    const auto label = std::string_view(line).substr(line.find('|'));
    require(std::ranges::count(label, '=') == 1 && std::ranges::count(label, '\'') % 2 == 0);
    return 0;
}
