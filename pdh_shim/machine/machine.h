// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/lazy.h"
#include "base/locks.h"
#include "model/catalogue.h"
#include "model/source.h"
#include "names/title_database.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pdh_shim::machine {

/// The objects of a catalogue and their counters in a language. Names without a translation are English.
class LocalNames {
  public:
    /// @param titles  the English names with their indexes: for what the catalogue gives none
    LocalNames(const model::Catalogue& catalogue, const names::TitleDatabase& titles,
        const names::Language& language);

    [[nodiscard]] const names::Translation& object(std::uint32_t object) const {
        return objects_[object].text;
    }
    [[nodiscard]] const names::Translation& counter(std::uint32_t object, std::uint32_t column) const {
        return objects_[object].counters[column];
    }
    /// The object or counter with this translation; the first if there are several.
    [[nodiscard]] std::optional<std::uint32_t> find_object(std::u16string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_counter(
        std::uint32_t object, std::u16string_view name) const;

  private:
    using Positions = std::unordered_map<std::u16string_view, std::uint32_t, FoldedHash, FoldedEqual>;
    struct LocalObject {
        names::Translation text;
        std::vector<names::Translation> counters;
        Positions columns; // of the counters that are translated
    };

    std::vector<LocalObject> objects_;
    Positions positions_; // of the objects that are translated
};

/// An active source and its catalogue at the time when the machine was made.
struct ActiveSource {
    std::shared_ptr<model::Source> source;
    std::shared_ptr<const model::Catalogue> catalogue;

    friend bool operator==(const ActiveSource&, const ActiveSource&) = default;
};

/// One object of one active source.
struct ObjectRef {
    std::uint32_t source = 0; ///< position in Machine::sources()
    std::uint32_t object = 0; ///< position in that source's catalogue

    friend bool operator==(const ObjectRef&, const ObjectRef&) = default;
};

/// The language of the names that are looked for.
enum class NameLanguage : std::uint8_t {
    any, ///< of the current language, or else English
    english
};

/// The largest language: LANGIDs have 16 bits.
inline constexpr std::uint32_t largest_language = 0xFFFF;

/// The current language, and the source of its names (null = only English).
struct Localization {
    std::shared_ptr<const names::Translations> translations;
    std::uint32_t language = names::english_language;
};

/// The objects and counters of a computer: what all active sources offer together, at one time, with their
/// names in the current language. Immutable. Where two sources have an object of the same English name, the
/// source named first wins (but see with_completions()).
class Machine {
  public:
    /// Finds the titles of a computer that has its own (model::Source::titles()).
    using FindTitles = std::function<std::shared_ptr<const names::Translations>()>;

    /// @param find_name   called when the name is first needed: with Wine it takes as long as a collect
    /// @param find_titles called when the titles are first needed. None: Windows' indexes, and the
    /// translations
    ///                    of the localization
    Machine(std::function<std::u16string()> find_name, std::vector<ActiveSource> sources,
        Localization localization = {}, FindTitles find_titles = {});

    [[nodiscard]] const std::u16string& name() const { return name_.get(find_name_); }
    [[nodiscard]] const std::vector<ActiveSource>& sources() const noexcept { return sources_; }
    [[nodiscard]] const std::vector<ObjectRef>& objects() const noexcept { return objects_; }

    [[nodiscard]] std::optional<ObjectRef> find_object(
        std::u16string_view name, NameLanguage which = NameLanguage::any) const;
    /// The definition of the source, in English.
    [[nodiscard]] const model::ObjectDef& definition(ObjectRef object) const;
    /// Column of a counter of the object. Of a counter and a base of the same name it is the counter.
    [[nodiscard]] std::optional<std::uint32_t> find_counter(
        ObjectRef object, std::u16string_view name, NameLanguage which = NameLanguage::any) const;

    /// The object, then the objects of the same name in later sources that add counters to it
    /// (Catalogue::completes_others).
    [[nodiscard]] std::vector<ObjectRef> with_completions(ObjectRef object) const;

    /// A counter of the object that find_counter() does not find: see model::Source::unmeasured(). Name and
    /// help are for display.
    [[nodiscard]] std::optional<model::CounterDef> find_unmeasured(
        ObjectRef object, std::u16string_view name, NameLanguage which = NameLanguage::any) const;

    /// Names and help texts for display: in the current language, or English if it has none.
    [[nodiscard]] const std::u16string& object_name(ObjectRef object) const;
    [[nodiscard]] const std::u16string& object_help(ObjectRef object) const;
    [[nodiscard]] const std::u16string& counter_name(ObjectRef object, std::uint32_t column) const;
    [[nodiscard]] const std::u16string& counter_help(ObjectRef object, std::uint32_t column) const;

    /// The title of an index, for display: the one of Windows, or else of a source.
    [[nodiscard]] std::optional<std::u16string> title(
        std::uint32_t index, NameLanguage which = NameLanguage::any) const;
    /// The index of a name in the current language, else in English.
    [[nodiscard]] std::optional<std::uint32_t> title_index(
        std::u16string_view name, NameLanguage which = NameLanguage::any) const;
    /// The value of Perflib for a language (0 = the current one), `Counter` or, with `help`, `Help`: each
    /// text after its index, English if the language has none.
    /// @retval string_not_found nothing is known of the language
    [[nodiscard]] Result<std::vector<std::u16string>> titles(std::uint32_t language, bool help) const;

  private:
    using CounterIndex = std::unordered_map<std::u16string_view, std::uint32_t, FoldedHash, FoldedEqual>;

    [[nodiscard]] const CounterIndex& counter_index(ObjectRef object) const;
    /// The name that a title file has in English for the index of an object or counter that its source calls
    /// by its number; empty if there is none.
    template <class Definition>
    [[nodiscard]] std::u16string_view english_name(const Definition& definition) const;
    [[nodiscard]] std::optional<ObjectRef> find_local_object(std::u16string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_english_counter(
        ObjectRef object, std::u16string_view name) const;
    template <class Visit>
    void for_each_title(const Visit& visit) const; // of the objects and counters
    [[nodiscard]] names::TitleDatabase make_english_titles() const;
    [[nodiscard]] const names::TitleDatabase&
    english_titles() const; // under lazy_mutex_, with the own titles
    [[nodiscard]] const names::Translations* translations() const;
    [[nodiscard]] const std::u16string& help_of(
        std::uint32_t index, const std::u16string& name, const std::u16string& help) const;
    [[nodiscard]] std::optional<std::uint32_t> find_local_title(
        std::u16string_view name) const; // under lazy_mutex_
    [[nodiscard]] const names::Language* find_language(std::uint32_t language) const;

    const std::function<std::u16string()> find_name_;
    Lazy<std::u16string> name_;
    std::vector<ActiveSource> sources_;
    std::vector<ObjectRef> objects_;
    std::unordered_map<std::u16string_view, ObjectRef, FoldedHash, FoldedEqual> object_index_;
    const Localization localization_;
    const FindTitles find_titles_;
    Lazy<std::shared_ptr<const names::Translations>> own_titles_;
    const names::Language* const language_; // null: English
    std::vector<LocalNames> local_names_;   // by source; empty: English

    // Filled when first asked for: most programs need neither.
    mutable ForkMutex lazy_mutex_;
    mutable std::unordered_map<const model::ObjectDef*, CounterIndex> counter_indexes_;
    mutable std::optional<names::TitleDatabase> titles_; // English
    using TitleIndex = std::unordered_map<std::u16string, std::uint32_t, FoldedHash, FoldedEqual>;
    mutable std::optional<TitleIndex> local_titles_; // of the names that are translated
};

/// Adds the content of a lodctr INI file to `translations`. If it has a `First Counter`, the symbol file that
/// it names is read too; its path starts at the folder of the INI file.
/// @retval file_not_found one of the files cannot be read
/// @retval access_denied this process belongs to root, and others can change one of them
/// @retval cannot_read_name_strings one of them is malformed. `translations` may have some of its texts then
[[nodiscard]] Result<void, Failure> add_title_file(
    const std::string& path, names::Translations& translations);

} // namespace pdh_shim::machine
