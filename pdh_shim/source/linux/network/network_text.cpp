// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/network_text.h"

#include "source/linux/kernel/scanner.h"

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

/// Whether an address of /proc/net/tcp6 is one of IPv4 as IPv6 writes it, of which the kernel shows words in
/// the order of its bytes.
bool is_mapped(std::string_view address) {
    constexpr std::string_view zeros = "0000000000000000";
    constexpr std::size_t word = 8;
    const std::string_view third = address.substr(std::min(zeros.size(), address.size()), word);
    return address.starts_with(zeros) && (third == "FFFF0000" || third == "0000FFFF");
}

} // namespace

std::int64_t count_tcp6_connections(std::string_view text) {
    std::int64_t count = 0;
    Scanner lines(text);
    lines.line(); // the names of the columns
    while (!lines.at_end()) {
        Scanner line(lines.line());
        line.skip_words(2); // its number and the local address
        const std::string_view remote = line.word();
        const std::string_view state = line.word();
        const bool is_open = state == "01" || state == "08";
        count += is_open && !is_mapped(remote) ? 1 : 0;
    }
    return count;
}

void parse_net_dev(std::string_view text, std::vector<NetworkLine>& interfaces) {
    interfaces.clear();
    Scanner lines(text);
    while (!lines.at_end()) {
        if (const auto found = parse_interface(lines.line())) {
            interfaces.push_back(*found);
        }
    }
}

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
