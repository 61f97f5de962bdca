// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/translations.h"

#include "names/title_database.h"

#include <limits>
#include <optional>
#include <utility>

namespace pdh_shim::names {
namespace {

using EnglishNames = std::unordered_map<std::u16string_view, std::u16string_view, FoldedHash, FoldedEqual>;

/// By symbol.
EnglishNames english_names(const LodctrIni& ini) {
    EnglishNames names;
    if (const LodctrLanguage* const english = ini.find_language(english_language)) {
        for (const LodctrText& text : english->texts) {
            names.emplace(text.symbol, text.name);
        }
    }
    return names;
}

std::u16string_view find_name(const EnglishNames& names, std::u16string_view symbol) {
    const auto found = names.find(symbol);
    return found == names.end() ? std::u16string_view{} : found->second;
}

/// The title index of a text.
Result<std::uint32_t, Failure> index_of(
    const LodctrText& text, std::uint32_t first_counter, std::u16string_view english) {
    if (!text.offset) {
        return malformed_line(text.line, "First Counter needs a symbol file");
    }
    const std::uint64_t index = std::uint64_t{first_counter} + *text.offset;
    if (index == 0 || index % 2 != 0 || index >= std::numeric_limits<std::uint32_t>::max()) {
        return malformed_line(text.line, "the index is not an even number of 32 bits");
    }
    const auto taken = TitleDatabase::english().name(static_cast<std::uint32_t>(index));
    if (taken && !english.empty() && !equal_folded(*taken, english)) {
        return malformed_line(text.line, "index " + std::to_string(index) + " has another name on Windows");
    }
    return static_cast<std::uint32_t>(index);
}

/// Whether this replaces the name of an index without a known name.
bool is_nameless(std::u16string_view english, std::uint32_t index) {
    std::u16string number = u"#";
    append_decimal(number, index);
    return english == number;
}

} // namespace

const Translation* Language::find(std::uint32_t index, std::u16string_view english) const {
    const auto indexed = by_index.find(index);
    if (indexed != by_index.end() && (indexed->second.english.empty() || is_nameless(english, index) ||
                                         equal_folded(indexed->second.english, english))) {
        return &indexed->second.translation;
    }
    const auto named = by_name.find(english);
    return named == by_name.end() ? nullptr : &named->second;
}

Result<void, Failure> Translations::add(const LodctrIni& ini) {
    PDH_SHIM_TRY(const auto first_counter, ini.performance.number(u"First Counter"));
    const EnglishNames names = english_names(ini);
    for (const LodctrLanguage& from : ini.languages) {
        Language& language = languages_[from.id];
        for (const LodctrText& text : from.texts) {
            const std::u16string_view english = find_name(names, text.symbol);
            if (first_counter) {
                PDH_SHIM_TRY(const std::uint32_t index, index_of(text, *first_counter, english));
                language.by_index[index] = {std::u16string(english), {text.name, text.help}};
            } else if (!english.empty()) {
                language.by_name.insert_or_assign(std::u16string(english), Translation{text.name, text.help});
            } else {
                return malformed_line(
                    text.line, "the symbol has no English name (009), and there is no First Counter");
            }
        }
    }
    return outcome::success();
}

const Language* Translations::find(std::uint32_t language) const {
    auto found = languages_.find(language);
    if (found == languages_.end()) {
        found = languages_.find(primary_language(language));
    }
    return found == languages_.end() ? nullptr : &found->second;
}

} // namespace pdh_shim::names
