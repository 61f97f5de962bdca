// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Files of translated titles come from anywhere (PDH_SHIM_TITLES). Properties: a refusal has a reason; each
// text of a file that is taken is found under its title, in its language and in those of its countries; each
// title that a database lists leads back to its index, and a name without one gets one that is free.
//
// The input is the INI file, and its symbol header as well.
#include "base/text.h"
#include "names/lodctr_ini.h"
#include "names/title_database.h"
#include "require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::names;

namespace {

constexpr std::uint32_t of_a_country = 0x400; // of 0407

// The key of a text: an index if the file has a First Counter, or else an English name.
struct Place {
    std::uint32_t index = 0;
    std::u16string_view english;
};

Place place_of(const LodctrIni& ini, std::optional<std::uint32_t> first_counter, const LodctrText& text) {
    const LodctrLanguage* const language = ini.find_language(english_language);
    const LodctrText* const english = language == nullptr ? nullptr : language->find(text.symbol);
    return {.index = first_counter ? *first_counter + text.offset.value() : 0,
        .english = english == nullptr ? std::u16string_view() : std::u16string_view(english->name)};
}

bool is_text(const Translation& translation, const LodctrText& text) {
    return translation.name == text.name && translation.help == text.help;
}

void check_language(const LodctrIni& ini, std::optional<std::uint32_t> first_counter,
    const LodctrLanguage& from, const Language& language) {
    const LodctrText* const last = from.texts.empty() ? nullptr : &from.texts.back();
    for (const LodctrText& text : from.texts) {
        const Place place = place_of(ini, first_counter, text);
        // Of texts with the same index the last counts, which may have another English name.
        const Translation* const found = language.find(place.index, place.english);
        require(found != nullptr || language.by_index.contains(place.index));
        require(&text != last || (found != nullptr && is_text(*found, text)));
    }
}

void check_indexes(const Language& language) {
    for (const auto& [index, indexed] : language.by_index) {
        require(index != 0 && index % 2 == 0);
        require(language.find(index, indexed.english) == &indexed.translation);
        require(
            language.find(index, u"#" + from_utf8(std::to_string(index)).value()) == &indexed.translation);
        const auto windows = TitleDatabase::english().name(index);
        require(!windows || indexed.english.empty() || equal_folded(*windows, indexed.english));
    }
}

Translations check_translations(const LodctrIni& ini) {
    Translations translations;
    if (const auto added = translations.add(ini); !added) {
        require(!added.error().what().empty() && added.error().where().starts_with("line "));
        return translations;
    }
    const auto first_counter = ini.performance.number(u"First Counter").value();
    for (const LodctrLanguage& from : ini.languages) {
        const Language* const language = translations.find(from.id);
        require(language != nullptr);
        const bool is_primary = from.id == primary_language(from.id);
        const bool has_country = ini.find_language(from.id | of_a_country) != nullptr;
        require(!is_primary || has_country || translations.find(from.id | of_a_country) == language);
        check_language(ini, first_counter, from, *language);
        check_indexes(*language);
    }
    return translations;
}

void check_title(const TitleDatabase& database, const TitleDatabase::Title& title) {
    const auto& [index, name] = title;
    require(database.name(index) == name);
    const auto lowest = database.index(name);
    require(lowest && *lowest <= index && equal_folded(database.name(*lowest).value(), name));
}

void check_database(const TitleDatabase& database) {
    const auto titles = database.names();
    require(std::ranges::adjacent_find(titles, std::ranges::greater_equal(), &TitleDatabase::Title::first) ==
            titles.end());
    for (const TitleDatabase::Title& title : titles) {
        check_title(database, title);
    }
}

void add_with_index(TitleDatabase& database, std::uint32_t index, const Translation& title) {
    const auto before = database.name(index);
    const std::u16string name(before.value_or(title.name));
    database.add(index, title.name, title.help);
    require(database.name(index) == name);
    require(before || title.help.empty() || database.help(index + 1) == title.help);
}

void add_without_index(TitleDatabase& database, const LodctrText& text) {
    const auto before = database.index(text.name);
    const std::uint32_t index = database.add(text.name, text.help);
    require(before ? *before == index : index >= first_free_index && index % 2 == 0);
    require(database.index(text.name) == index && database.add(text.name) == index);
    require(text.help.empty() || database.help(index + 1).has_value());
}

// What sources do with the titles that they have.
void check_titles(const LodctrIni& ini, const Translations& translations, TitleDatabase database) {
    for (const LodctrLanguage& from : ini.languages) {
        if (const Language* const language = translations.find(from.id)) {
            for (const auto& [index, indexed] : language->by_index) {
                add_with_index(database, index, indexed.translation);
            }
        }
        for (const LodctrText& text : from.texts) {
            add_without_index(database, text);
        }
    }
    check_database(database);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    auto ini = read_lodctr_ini(bytes);
    if (!ini) {
        return 0;
    }
    if (const auto header = read_symbol_header(bytes)) {
        static_cast<void>(resolve_symbols(ini.value(), header.value())); // or reported with the first text
    }
    const Translations translations = check_translations(ini.value());
    check_titles(ini.value(), translations, TitleDatabase::english());
    check_titles(ini.value(), translations, TitleDatabase());
    return 0;
}
