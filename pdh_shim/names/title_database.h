// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/text.h"
#include "names/lodctr_ini.h"
#include "names/title_list.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdh_shim::names {

/// The first index for names without one. Perflib numbers from 2 up, later installations
/// after that (`Last Counter`, some ten thousand), so no index of Windows is near.
inline constexpr std::uint32_t first_free_index = 1'000'000;

/// The title database of one language: names of objects and counters by their index, as Perflib keeps them,
/// and the help texts. The index of a name is even, that of its help is the next number. Objects and counters
/// share the database, and a name may have several indexes: looking it up gives the lowest.
///
/// Copies of it are independent. Like a container it may be read by several threads while none adds to it;
/// the owner sees to that. The texts it gives live as long as it does.
class TitleDatabase {
  public:
    /// The English (009) names that programs hard-code the indexes of. They are a table of the program, so
    /// this costs nothing.
    [[nodiscard]] static TitleDatabase english();

    /// Adds a name and its help. An index that is taken keeps its name, and keeps its help unless it has none
    /// and the name is the same. Index 0 means "none" and is ignored.
    void add(std::uint32_t index, std::u16string_view name, std::u16string_view help = {});
    /// Adds a name without an index: returns the index it has, or gives it the next one from first_free_index
    /// on.
    std::uint32_t add(std::u16string_view name, std::u16string_view help = {});

    [[nodiscard]] std::optional<std::u16string_view> name(std::uint32_t index) const;
    /// Help text by its own index: that of the name, plus 1.
    [[nodiscard]] std::optional<std::u16string_view> help(std::uint32_t index) const;
    [[nodiscard]] std::optional<std::uint32_t> index(std::u16string_view name) const;

    /// A text and its index.
    using Title = std::pair<std::uint32_t, std::u16string_view>;
    /// All names, by rising index.
    [[nodiscard]] std::vector<Title> names() const;

  private:
    bool has_english_ = false;
    std::uint32_t next_free_ = first_free_index;
    std::unordered_map<std::uint32_t, std::u16string> names_; // added ones
    std::unordered_map<std::uint32_t, std::u16string> helps_; // by the index of the name
    std::unordered_map<std::u16string, std::uint32_t, FoldedHash, FoldedEqual>
        indexes_; // lowest of the added ones
};

/// The language of all countries that a LANGID of one of them belongs to: 007 of 0407.
[[nodiscard]] constexpr std::uint32_t primary_language(std::uint32_t language) noexcept {
    return language & 0x3FFU;
}

[[nodiscard]] constexpr bool is_english(std::uint32_t language) noexcept {
    return primary_language(language) == english_language;
}

/// The name and the help text of an object or counter in a language. Empty = not translated.
struct Translation {
    std::u16string name;
    std::u16string help;
};

/// An English name and the text of its index in a language.
struct IndexedTranslation {
    std::u16string english; ///< empty if the file does not have it
    Translation translation;
};

/// The names and help texts of one language in lodctr files.
struct Language {
    /// By title index: of files with a `First Counter`.
    std::map<std::uint32_t, IndexedTranslation> by_index;
    /// By English name, also from other files.
    std::unordered_map<std::u16string, Translation, FoldedHash, FoldedEqual> by_name;

    /// The translation of the title with this index (0 = it has none) and English name, which is `#index` if
    /// nobody knows it; null if there is none.
    [[nodiscard]] const Translation* find(std::uint32_t index, std::u16string_view english) const;
};

/// The names of objects and counters in languages other than English, loaded from lodctr files. Like a
/// container it may be read by several threads while none adds to it.
class Translations {
  public:
    /// Adds the content of a file; it replaces earlier texts of the same titles. With a
    /// `First Counter` its symbols must have their offsets (resolve_symbols()), and each text has
    /// the sum of the two; without, under the English name that the file gives its symbol.
    /// @retval cannot_read_name_strings an index is not even, is beyond 32 bits, or Windows gives it another
    ///         English name; without First Counter: a symbol has no English name. What comes before it in the
    ///         file has been added
    [[nodiscard]] Result<void, Failure> add(const LodctrIni& ini);

    /// Adds the names and help texts that a computer has in a language.
    /// @param english its English names
    void add(
        std::uint32_t language, const TitleList& english, const TitleList& names, const TitleList& helps);

    /// The translations of a language, or of its primary language (007 of 0407); null if there are none.
    [[nodiscard]] const Language* find(std::uint32_t language) const;

  private:
    std::map<std::uint32_t, Language> languages_;
};

} // namespace pdh_shim::names
