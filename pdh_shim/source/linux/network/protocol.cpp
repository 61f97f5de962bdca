// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/protocol.h"

#include "source/linux/kernel/scanner.h"
#include "source/linux/network/network_text.h"

#include <algorithm>
#include <cstddef>

namespace pdh_shim::source::linux {

Protocol::Protocol(const ProtocolCounts& counts)
    : counts_(counts), values_(ProtocolField::received + counts.names.size(), unread),
      continued_(values_.size()) {}

void Protocol::sample(const Collect& collect, Needs /*needed*/) {
    if (const auto text = collect.text(counts_.file)) {
        read(*text);
    } else {
        std::ranges::fill(values_, unread);
    }
}

void Protocol::read(std::string_view text) {
    const std::span<std::int64_t> shown = std::span(values_).subspan(ProtocolField::received);
    if (counts_.line.empty()) {
        parse_named_values(text, counts_.names, shown);
    } else {
        parse_snmp(text, counts_.line, counts_.names, shown);
    }
    for (std::size_t field = ProtocolField::received; field < values_.size(); ++field) {
        if (values_[field] != unread && field != counts_.state) {
            values_[field] = continued_[field].advance(values_[field]);
        }
    }
    values_[ProtocolField::both] = sum_of({values_[ProtocolField::received], values_[ProtocolField::sent]});
}

} // namespace pdh_shim::source::linux
