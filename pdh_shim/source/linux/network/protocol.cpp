// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/protocol.h"

#include "source/linux/kernel/scanner.h"
#include "source/linux/network/network_text.h"

namespace pdh_shim::source::linux {

Protocol::Protocol(const ProtocolCounts& counts)
    : counts_(counts), values_(counts.rows.size(), unread), continued_(values_.size()) {}

void Protocol::sample(const Collect& collect, Needs /*needed*/) {
    if (const auto text = collect.text(counts_.file)) {
        read(*text);
    } else {
        std::ranges::fill(values_, unread);
    }
}

void Protocol::read(std::string_view text) {
    const std::span<std::int64_t> shown = std::span(values_).subspan(1);
    if (counts_.line.empty()) {
        parse_named_values(text, counts_.names, shown);
    } else {
        parse_snmp(text, counts_.line, counts_.names, shown);
    }
    std::int64_t both = 0;
    for (std::size_t row = 1; row < values_.size(); ++row) {
        const Counted counted = counts_.rows[row].counted;
        if (values_[row] != unread && counted != Counted::now) {
            values_[row] = continued_[row].advance(values_[row]);
        }
        if (counted == Counted::received || counted == Counted::sent) {
            both = sum_of({both, values_[row]});
        }
    }
    values_[0] = both;
}

} // namespace pdh_shim::source::linux
