// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"

#include "model/instance_writer.h"

#include <optional>

namespace pdh_shim::source::linux {
namespace {

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

/// The character of an escape at the front of a text.
std::optional<char> escaped_character(std::string_view text) {
    if (text.size() < 4 || text[0] != '\\' || !is_octal(text[1]) || !is_octal(text[2]) ||
        !is_octal(text[3])) {
        return std::nullopt;
    }
    return static_cast<char>(((text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0')) & 0xFF);
}

} // namespace

std::string unescaped(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const std::optional<char> character = escaped_character(text);
        plain += character.value_or(text.front());
        text.remove_prefix(character ? 4 : 1);
    }
    return plain;
}

std::string distinct_path_instance(std::string_view path) {
    std::string doubled;
    for (const char c : path) {
        doubled.append(c == '_' ? 2 : 1, c);
    }
    return model::path_instance(doubled);
}

} // namespace pdh_shim::source::linux
