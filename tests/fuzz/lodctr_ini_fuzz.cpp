// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Files for lodctr come from anywhere. Properties: a refusal has a reason; a language and a symbol are in
// the result once, found by their name; UTF-8 and UTF-16 give the same; symbols have their offsets or there
// is a fault.
#include "base/text.h"
#include "names/lodctr_ini.h"
#include "require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::names;

namespace {

// Finding a symbol takes a look at all of them.
constexpr std::size_t most_looked_up = 200;

template <class T>
void require_reason(const Result<T, Failure>& result) {
    require(result.has_value() ||
            (result.error().status() == Status::cannot_read_name_strings && !result.error().what().empty()));
}

void check_language(const LodctrIni& ini, const LodctrLanguage& language) {
    require(ini.find_language(language.id) == &language);
    const std::size_t count = std::min(language.texts.size(), most_looked_up);
    for (std::size_t i = 0; i < count; ++i) {
        require(!language.texts[i].symbol.empty() && language.texts[i].line != 0);
        require(language.find(language.texts[i].symbol) == &language.texts[i]);
    }
}

void check_offsets(LodctrIni ini, const SymbolOffsets& offsets) {
    const auto resolved = resolve_symbols(ini, offsets);
    require_reason(resolved);
    for (const LodctrLanguage& language : ini.languages) {
        require(!resolved.has_value() || std::ranges::all_of(language.texts, [](const LodctrText& text) {
            return text.offset && *text.offset <= largest_symbol_offset && *text.offset % 2 == 0;
        }));
    }
}

std::string as_utf16_file(std::u16string_view text) {
    std::string bytes = "\xFF\xFE";
    for (const char16_t unit : text) {
        bytes.push_back(static_cast<char>(unit & 0xFF));
        bytes.push_back(static_cast<char>(unit >> 8));
    }
    return bytes;
}

bool same_texts(const LodctrIni& left, const LodctrIni& right) {
    return std::ranges::equal(left.languages, right.languages, [](const auto& one, const auto& other) {
        return one.id == other.id &&
               std::ranges::equal(one.texts, other.texts, {}, &LodctrText::name, &LodctrText::name);
    });
}

void check_ini(std::string_view bytes) {
    const auto ini = read_lodctr_ini(bytes);
    require_reason(ini);
    const auto header = read_symbol_header(bytes);
    require_reason(header);
    if (!ini.has_value()) {
        return;
    }
    for (const LodctrLanguage& language : ini.value().languages) {
        check_language(ini.value(), language);
    }
    check_offsets(ini.value(), header.has_value() ? header.value() : SymbolOffsets{});

    const auto text = decode_lodctr_text(bytes);
    require(text.has_value());
    const auto again = read_lodctr_ini(as_utf16_file(text.value()));
    require(!again.has_value() || same_texts(ini.value(), again.value())); // it may be too long now
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check_ini(std::string(data, data + size));
    return 0;
}
