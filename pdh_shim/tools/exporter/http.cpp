// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/http.h"

#include "tools/exporter/names.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace pdh_shim::tools::exporter {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto begin = std::min(text.find_first_not_of(" \t"), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

// Takes the part up to a separator from the beginning.
std::string_view next(std::string_view& text, char separator) {
    const auto end = std::min(text.find(separator), text.size());
    const auto part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return trimmed(part);
}

// What is not a number is 0.
double number(std::string_view text) {
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() && std::isfinite(value) ? value : 0;
}

struct Choice {
    std::string_view name;
    double weight = 1;
    std::string_view version = {};
};

template <typename Use>
void for_each_choice(std::string_view list, const Use& use) {
    while (!list.empty()) {
        auto item = next(list, ',');
        Choice choice{.name = next(item, ';')};
        while (!item.empty()) {
            auto parameter = next(item, ';');
            const auto key = next(parameter, '=');
            if (equal(key, "q")) {
                choice.weight = number(parameter);
            } else if (equal(key, "version")) {
                choice.version = parameter;
            }
        }
        use(choice);
    }
}

} // namespace

AnswerForm answer_form(std::string_view accept, std::string_view accept_encoding) {
    double openmetrics = 0;
    double text = 0;
    for_each_choice(accept, [&](const Choice& choice) {
        if (equal(choice.name, "application/openmetrics-text") &&
            (choice.version.empty() || choice.version.starts_with('1'))) {
            openmetrics = std::max(openmetrics, choice.weight);
        } else if (equal(choice.name, "text/plain")) {
            text = std::max(text, choice.weight);
        }
    });
    double gzip = 0;
    for_each_choice(accept_encoding,
        [&gzip](const Choice& choice) { gzip = equal(choice.name, "gzip") ? choice.weight : gzip; });
    return {.format = openmetrics > 0 && openmetrics >= text ? Format::openmetrics : Format::text,
        .gzip = gzip > 0};
}

std::chrono::milliseconds longest_wait(std::string_view timeout) {
    constexpr double usual = 10;
    constexpr double least = 0.05; // even of a healthy target
    constexpr double most = 120;
    constexpr double on_the_way = 0.25;
    double seconds = number(timeout);
    seconds = seconds <= 0 ? usual : std::min(seconds, most);
    seconds = seconds < 2 * on_the_way ? seconds / 2 : seconds - on_the_way;
    seconds = std::max(seconds, least);
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

bool is_loopback_host(std::string_view host) {
    if (host.starts_with('[')) {
        return host.starts_with("[::1]");
    }
    const std::string name(host.substr(0, host.find(':')));
    std::array<unsigned char, sizeof(in_addr)> address = {};
    return equal(name, "localhost") || inet_pton(AF_INET, name.c_str(), address.data()) == 1;
}

} // namespace pdh_shim::tools::exporter
