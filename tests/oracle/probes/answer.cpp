// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "answer.h"

#ifndef _WIN32
#include <unistd.h>
#endif

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdio>

namespace oracle {

namespace {

struct NamedStatus {
    DWORD value;
    const char* name;
};

const std::array named_statuses = {
#define STATUS(constant, words, rest) NamedStatus{static_cast<DWORD>(constant), #constant},
#include "../../conformance/status_texts.inc"
#undef STATUS
};

std::string name_of_number(DWORD status, const char* zero) {
    if (status == 0) {
        return zero;
    }
    for (const NamedStatus& known : named_statuses) {
        if (known.value == status) {
            return known.name;
        }
    }
    std::array<char, 16> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "0x%08lX", static_cast<unsigned long>(status)));
    return text.data();
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(
        lower, lower.begin(), [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
    return lower;
}

/// The names that this computer has in paths and messages, in lower case.
std::vector<std::string> host_names() {
    std::vector<std::string> names;
    std::array<char, 512> name{};
#ifdef _WIN32
    for (const COMPUTER_NAME_FORMAT format : std::array{ComputerNameDnsHostname, ComputerNameNetBIOS}) {
        auto size = static_cast<DWORD>(name.size());
        if (GetComputerNameExA(format, name.data(), &size) != 0) {
            names.push_back(in_lower_case(name.data()));
        }
    }
#else
    if (gethostname(name.data(), name.size() - 1) == 0) {
        names.push_back(
            in_lower_case(std::string_view(name.data()).substr(0, std::string_view(name.data()).find('.'))));
    }
#endif
    std::erase(names, "");
    return names;
}

/// Whether a character may be one of a computer's name; not so before the start and behind the end.
bool is_of_a_name(const std::string& text, std::size_t place) {
    return place < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[place])) != 0 || text[place] == '-');
}

std::string json_string(std::string_view text) {
    std::string json = "\"";
    for (const char unit : text) {
        const auto byte = static_cast<unsigned char>(unit);
        if (byte == '"' || byte == '\\') {
            json += '\\';
            json += unit;
        } else if (byte < ' ' || byte > '~') {
            std::array<char, 8> escape{};
            static_cast<void>(
                std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(byte)));
            json += escape.data();
        } else {
            json += unit;
        }
    }
    return json + '"';
}

} // namespace

std::string name_of(PDH_STATUS status) {
    return name_of_number(static_cast<DWORD>(status), "ERROR_SUCCESS");
}

std::string name_of_cstatus(DWORD cstatus) {
    return name_of_number(cstatus, "PDH_CSTATUS_VALID_DATA");
}

std::string without_host(std::string_view text) {
    static const std::vector<std::string> names = host_names();
    std::string replaced(text);
    for (const std::string& name : names) {
        std::size_t found = 0;
        while ((found = in_lower_case(replaced).find(name, found)) != std::string::npos) {
            const bool is_word =
                !is_of_a_name(replaced, found - 1) && !is_of_a_name(replaced, found + name.size());
            replaced.replace(found, is_word ? name.size() : 0, is_word ? "HOST" : "");
            ++found;
        }
    }
    return replaced;
}

void Answer::status(std::string_view what, PDH_STATUS status) {
    members_.emplace_back(what, json_string(name_of(status)));
}

void Answer::cstatus(std::string_view what, DWORD cstatus) {
    members_.emplace_back(what, json_string(name_of_cstatus(cstatus)));
}

void Answer::text(std::string_view what, std::string_view text) {
    members_.emplace_back(what, json_string(without_host(text)));
}

void Answer::number(std::string_view what, std::int64_t number) {
    members_.emplace_back(what, std::to_string(number));
}

void Answer::real(std::string_view what, double number) {
    std::array<char, 40> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "%.12g", number));
    members_.emplace_back(
        what, json_string(text.data())); // a text, because a number of JSON is always finite
}

void Answer::yes(std::string_view what, bool yes) {
    members_.emplace_back(what, yes ? "true" : "false");
}

void Answer::texts(std::string_view what, const std::vector<std::string>& texts) {
    std::string joined;
    for (const std::string& one : texts) {
        joined += (joined.empty() ? "" : " | ") + one;
    }
    text(what, joined);
}

void Answer::skip(std::string_view why) {
    members_.clear();
    text("skipped", why);
}

std::string Answer::json() const {
    std::string json = "{";
    for (const auto& [what, value] : members_) {
        json += (json.size() == 1 ? "" : ",") + json_string(what) + ":" + value;
    }
    return json + "}";
}

} // namespace oracle
