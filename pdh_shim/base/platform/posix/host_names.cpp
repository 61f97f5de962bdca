// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/posix/host_names.h"

#include "base/named_file.h"
#include "base/platform.h"
#include "base/text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstddef>
#include <ifaddrs.h>
#include <memory>
#include <netinet/in.h>
#include <optional>
#include <span>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::platform {
namespace {

template <class Address>
std::string bytes_of(const Address& address) {
    return {reinterpret_cast<const char*>(&address), sizeof address};
}

std::string address_of(const ifaddrs& interface) {
    if (interface.ifa_addr == nullptr) {
        return {};
    }
    switch (interface.ifa_addr->sa_family) {
    case AF_INET:
        return bytes_of(reinterpret_cast<const sockaddr_in*>(interface.ifa_addr)->sin_addr);
    case AF_INET6:
        return bytes_of(reinterpret_cast<const sockaddr_in6*>(interface.ifa_addr)->sin6_addr);
    default:
        return {};
    }
}

bool is_same_host(std::string_view left, std::string_view right) {
    return std::ranges::equal(left, right, [](char one, char other) {
        return fold(static_cast<unsigned char>(one)) == fold(static_cast<unsigned char>(other));
    });
}

/// Removes the text up to one of the characters, and that, from the start.
std::string_view take_until(std::string_view& text, std::string_view ends) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return taken;
}

/// The words of the next line, without a comment.
std::vector<std::string_view> take_words(std::string_view& text) {
    std::string_view line = take_until(text, "\n");
    line = line.substr(0, line.find_first_of("#;"));
    std::vector<std::string_view> words;
    while (!line.empty()) {
        if (const std::string_view word = take_until(line, " \t\r\v\f"); !word.empty()) {
            words.push_back(word);
        }
    }
    return words;
}

/// The canonical name in a line of hosts(5), if that is of this host and has a domain.
std::optional<std::string> canonical_name(
    const std::vector<std::string_view>& words, std::string_view host_name, std::string_view label) {
    const auto names = std::span(words).subspan(std::min<std::size_t>(1, words.size()));
    const bool names_host = std::ranges::any_of(names,
        [&](std::string_view name) { return is_same_host(name, label) || is_same_host(name, host_name); });
    if (!names_host) {
        return std::nullopt;
    }
    const std::string_view canonical = names.front();
    const bool has_domain = canonical.size() > label.size() + 1 && canonical[label.size()] == '.' &&
                            is_same_host(canonical.substr(0, label.size()), label);
    const bool is_ours = has_domain && is_own_address(std::string(words.front()));
    return is_ours ? std::optional<std::string>(canonical) : std::nullopt;
}

/// Those of a line of resolv.conf(5).
std::vector<std::string_view> searched_domains(std::vector<std::string_view> words) {
    const bool has_domains = !words.empty() && (words.front() == "domain" || words.front() == "search");
    words.erase(words.begin(), has_domains ? words.begin() + 1 : words.end());
    std::erase(words, "."); // the root
    return words;
}

void add_name(std::vector<std::string>& names, std::string name) {
    if (std::ranges::find(names, name) == names.end()) {
        names.push_back(std::move(name));
    }
}

std::string text_of_file(const std::string& name) {
    constexpr std::size_t longest = std::size_t{4} << 20U; // some block advertisements in it
    const auto bytes = read_named_file(name, longest);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size())
                 : std::string();
}

} // namespace

std::string parse_address(const std::string& text) {
    in_addr v4{};
    in6_addr v6{};
    if (inet_pton(AF_INET, text.c_str(), &v4) == 1) {
        return bytes_of(v4);
    }
    return inet_pton(AF_INET6, text.c_str(), &v6) == 1 ? bytes_of(v6) : std::string();
}

std::vector<std::string> interface_addresses() {
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) {
        return {};
    }
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> interfaces(first, freeifaddrs);
    std::vector<std::string> addresses;
    for (const ifaddrs* interface = first; interface != nullptr; interface = interface->ifa_next) {
        addresses.push_back(address_of(*interface));
    }
    return addresses;
}

std::vector<std::string> full_host_names(
    std::string_view host_name, std::string_view hosts, std::string_view resolver) {
    const std::string_view label = host_name.substr(0, host_name.find('.'));
    std::vector<std::string> names;
    if (label.empty()) {
        return names;
    }
    if (host_name.size() > label.size() + 1) {
        add_name(names, std::string(host_name));
    }
    while (!hosts.empty()) {
        if (const auto name = canonical_name(take_words(hosts), host_name, label)) {
            add_name(names, *name);
        }
    }
    while (!resolver.empty()) {
        for (const std::string_view domain : searched_domains(take_words(resolver))) {
            add_name(names, std::string(label).append(".").append(domain));
        }
    }
    return names;
}

std::vector<std::string> full_host_names() {
    std::array<char, 256> host_name{};
    if (gethostname(host_name.data(), host_name.size() - 1) != 0) {
        return {};
    }
    return full_host_names(host_name.data(), text_of_file("/etc/hosts"), text_of_file("/etc/resolv.conf"));
}

} // namespace pdh_shim::platform
