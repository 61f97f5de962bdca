// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/lodctr/ini_text.h"

#include "base/text.h"

#include <array>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

namespace pdh_shim::tools::lodctr {
namespace {

// `009`, or `0409`
std::string language_text(std::uint32_t id) {
    std::array<char, 8> digits{};
    auto* const end = std::to_chars(digits.data(), digits.data() + digits.size(), id, 16).ptr;
    std::string text(digits.data(), end);
    text.insert(0, text.size() < 3 ? 3 - text.size() : 0, '0');
    return text;
}

// Whether a reader would remove a part: surrounding spaces, or a pair of quotation marks.
bool needs_quotes(std::string_view value) {
    constexpr std::string_view spaces = " \t\r\f\v";
    constexpr std::string_view quotes = "\"'";
    if (value.empty()) {
        return false;
    }
    return spaces.find(value.front()) != std::string_view::npos ||
           spaces.find(value.back()) != std::string_view::npos ||
           (value.front() == value.back() && quotes.find(value.front()) != std::string_view::npos);
}

void write_value(std::string& out, const std::string& key, std::u16string_view value) {
    const std::string text = utf8(value);
    out += key + "=" + (needs_quotes(text) ? "\"" + text + "\"" : text) + "\n";
}

void write_section(std::string& out, const std::string& name, const names::IniSection& section) {
    out += "[" + name + "]\n";
    for (const names::IniValue& value : section.values()) {
        write_value(out, utf8(value.key), value.value);
    }
}

void write_texts(std::string& out, const names::LodctrLanguage& language) {
    for (const names::LodctrText& text : language.texts) {
        const std::string symbol = utf8(text.symbol) + "_" + language_text(language.id);
        write_value(out, symbol + "_NAME", text.name);
        write_value(out, symbol + "_HELP", text.help);
    }
}

} // namespace

std::string utf8(std::u16string_view text) {
    auto converted = to_utf8(text);
    if (converted) {
        return std::move(converted).value();
    }
    std::string ascii;
    for (const char16_t unit : text) {
        ascii += unit < 0x80 ? static_cast<char>(unit) : '?';
    }
    return ascii;
}

std::string write_ini(const names::LodctrIni& ini) {
    std::string out;
    write_section(out, "info", ini.info);
    out += "[languages]\n";
    for (const names::LodctrLanguage& language : ini.languages) {
        write_value(out, language_text(language.id), language.name);
    }
    out += "[objects]\n";
    for (const names::LodctrSymbol& object : ini.objects) {
        out += utf8(object.symbol) + "_" + language_text(names::english_language) + "_NAME=\n";
    }
    out += "[text]\n";
    for (const names::LodctrLanguage& language : ini.languages) {
        write_texts(out, language);
    }
    write_section(out, "performance", ini.performance);
    return out;
}

std::string write_symbols(const names::LodctrIni& ini) {
    std::map<std::string, std::uint32_t> offsets;
    for (const names::LodctrSymbol& object : ini.objects) {
        offsets[utf8(object.symbol)] = object.offset.value_or(0);
    }
    for (const names::LodctrLanguage& language : ini.languages) {
        for (const names::LodctrText& text : language.texts) {
            offsets[utf8(text.symbol)] = text.offset.value_or(0);
        }
    }
    std::string out;
    for (const auto& [symbol, offset] : offsets) {
        out += "#define " + symbol + " " + std::to_string(offset) + "\n";
    }
    return out;
}

} // namespace pdh_shim::tools::lodctr
