// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/title_database.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>

namespace pdh_shim::names {
namespace {

// The English names are one text with a NUL after each, with arrays of indexes and offsets: read-only data
// that needs neither relocations nor anything at start-up.
constexpr std::uint16_t english_indexes[] = {
#define TITLE(index, name) index,
#include "names/english_009.inc"
#undef TITLE
};
constexpr std::size_t english_count = std::size(english_indexes);

constexpr char16_t english_text[] =
#define TITLE(index, name) u##name u"\0"
#include "names/english_009.inc"
#undef TITLE
    ;

static_assert(
    std::ranges::adjacent_find(english_indexes, std::greater_equal<>{}) == std::end(english_indexes));

/// Where each name starts, and where the last one ends.
constexpr auto english_starts = [] {
    std::array<std::uint16_t, english_count + 1> starts{};
    std::size_t at = 0;
    for (std::size_t row = 0; row < english_count; ++row) {
        while (english_text[at++] != u'\0') {
        }
        starts[row + 1] = static_cast<std::uint16_t>(at);
    }
    return starts;
}();

constexpr std::u16string_view english_name(std::size_t row) noexcept {
    return {
        english_text + english_starts[row], english_starts[row + 1] - english_starts[row] - std::size_t{1}};
}

std::optional<std::u16string_view> find_english_name(std::uint32_t index) noexcept {
    const auto* const place = std::ranges::lower_bound(english_indexes, index);
    if (place == std::end(english_indexes) || *place != index) {
        return std::nullopt;
    }
    return english_name(static_cast<std::size_t>(place - std::begin(english_indexes)));
}

/// The lowest index of a name.
std::optional<std::uint32_t> find_english_index(std::u16string_view name) noexcept {
    for (std::size_t row = 0; row < english_count; ++row) {
        if (equal_folded(english_name(row), name)) {
            return english_indexes[row];
        }
    }
    return std::nullopt;
}

std::optional<std::u16string_view> find_text(
    const std::unordered_map<std::uint32_t, std::u16string>& texts, std::uint32_t index) {
    const auto place = texts.find(index);
    return place == texts.end() ? std::nullopt : std::optional<std::u16string_view>(place->second);
}

} // namespace

TitleDatabase TitleDatabase::english() {
    TitleDatabase database;
    database.has_english_ = true;
    return database;
}

void TitleDatabase::add(std::uint32_t index, std::u16string_view name, std::u16string_view help) {
    if (index == 0) {
        return;
    }
    const auto present = this->name(index);
    if (!present) {
        names_.emplace(index, name);
        std::uint32_t& lowest = indexes_.try_emplace(std::u16string(name), index).first->second;
        lowest = std::min(lowest, index);
    } else if (!equal_folded(*present, name)) {
        return;
    }
    if (!help.empty()) {
        helps_.try_emplace(index, help);
    }
}

std::uint32_t TitleDatabase::add(std::u16string_view name, std::u16string_view help) {
    const auto known = index(name);
    while (!known && this->name(next_free_)) {
        next_free_ += 2;
    }
    const std::uint32_t index = known.value_or(next_free_);
    add(index, name, help);
    return index;
}

std::optional<std::u16string_view> TitleDatabase::name(std::uint32_t index) const {
    if (has_english_) {
        if (const auto name = find_english_name(index)) {
            return name;
        }
    }
    return find_text(names_, index);
}

std::optional<std::u16string_view> TitleDatabase::help(std::uint32_t index) const {
    return find_text(helps_, index - 1);
}

std::vector<TitleDatabase::Title> TitleDatabase::names() const {
    std::vector<Title> all(names_.begin(), names_.end());
    for (std::size_t row = 0; has_english_ && row < english_count; ++row) {
        all.emplace_back(english_indexes[row], english_name(row));
    }
    std::ranges::sort(all); // each index is unique
    return all;
}

std::optional<std::uint32_t> TitleDatabase::index(std::u16string_view name) const {
    const auto english = has_english_ ? find_english_index(name) : std::nullopt;
    const auto added = indexes_.find(name);
    if (added == indexes_.end()) {
        return english;
    }
    return english ? std::min(*english, added->second) : added->second;
}

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

void Translations::add(
    std::uint32_t language, const TitleList& english, const TitleList& names, const TitleList& helps) {
    Language& added = languages_[language];
    for (std::size_t place = 0; place < names.size(); ++place) {
        const std::uint32_t index = names.index(place);
        added.by_index[index] = {.english = std::u16string(english.find(index).value_or(u"")),
            .translation = {.name = std::u16string(names.text(place)),
                .help = std::u16string(helps.find(index + 1).value_or(u""))}};
    }
}

const Language* Translations::find(std::uint32_t language) const {
    auto found = languages_.find(language);
    if (found == languages_.end()) {
        found = languages_.find(primary_language(language));
    }
    return found == languages_.end() ? nullptr : &found->second;
}

} // namespace pdh_shim::names
