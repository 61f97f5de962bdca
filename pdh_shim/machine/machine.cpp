// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/machine.h"

#include "calc/counter_type.h"
#include "names/ini_file.h"
#include "path/counter_path.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace pdh_shim::machine {
namespace {

// Of an object or a counter.
template <class Definition>
names::Translation translate(
    const Definition& definition, const names::TitleDatabase& titles, const names::Language& language) {
    const std::uint32_t index =
        definition.title_index != 0 ? definition.title_index : titles.index(definition.name).value_or(0);
    names::Translation text;
    if (const names::Translation* const translation = language.find(index, definition.name)) {
        text = *translation;
    }
    if (text.name.empty()) {
        text.name = definition.name;
    }
    if (text.help.empty()) {
        text.help = definition.help;
    }
    return text;
}

template <class Positions>
std::optional<std::uint32_t> find(const Positions& positions, std::u16string_view name) {
    const auto found = positions.find(name);
    return found == positions.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

LocalNames::LocalNames(
    const model::Catalogue& catalogue, const names::TitleDatabase& titles, const names::Language& language)
    : objects_(catalogue.objects.size()) {
    for (std::uint32_t position = 0; position < objects_.size(); ++position) {
        const model::ObjectDef& definition = catalogue.objects[position];
        LocalObject& object = objects_[position];
        object.text = translate(definition, titles, language);
        if (object.text.name != definition.name) {
            positions_.try_emplace(object.text.name, position);
        }
        object.counters.resize(definition.counters.size());
        for (std::uint32_t column = 0; column < definition.counters.size(); ++column) {
            object.counters[column] = translate(definition.counters[column], titles, language);
            if (object.counters[column].name != definition.counters[column].name) {
                object.columns.try_emplace(object.counters[column].name, column);
            }
        }
    }
}

std::optional<std::uint32_t> LocalNames::find_object(std::u16string_view name) const {
    return find(positions_, name);
}

std::optional<std::uint32_t> LocalNames::find_counter(std::uint32_t object, std::u16string_view name) const {
    return find(objects_[object].columns, name);
}

namespace {

// Objects up to this size are searched in order; that costs less than an index.
constexpr std::size_t largest_searched_object = 64;

// A title in a language (null = English).
std::u16string_view name_in(
    const names::Language* language, std::uint32_t index, std::u16string_view english) {
    const names::Translation* const local = language == nullptr ? nullptr : language->find(index, english);
    return local == nullptr || local->name.empty() ? english : local->name;
}

std::u16string_view help_in(const names::Language* language, std::uint32_t index, std::u16string_view english,
    const names::TitleDatabase& titles) {
    const names::Translation* const local = language == nullptr ? nullptr : language->find(index, english);
    return local == nullptr || local->help.empty() ? titles.help(index + 1).value_or(u"") : local->help;
}

} // namespace

// Wine's registry has no names: its sources call objects and counters by their numbers.
template <class Definition>
std::u16string_view Machine::english_name(const Definition& definition) const {
    if (!definition.name.starts_with(u'#') || localization_.translations == nullptr || find_titles_) {
        return {};
    }
    const names::Language* const english = localization_.translations->find(names::english_language);
    const names::Translation* const title =
        english == nullptr ? nullptr : english->find(definition.title_index, definition.name);
    return title == nullptr ? std::u16string_view() : title->name;
}

Machine::Machine(std::function<std::u16string()> find_name, std::vector<ActiveSource> sources,
    Localization localization, FindTitles find_titles)
    : find_name_(std::move(find_name)), sources_(std::move(sources)), localization_(std::move(localization)),
      find_titles_(std::move(find_titles)),
      language_(find_titles_ && names::is_english(localization_.language)
                    ? nullptr
                    : find_language(localization_.language)) {
    for (std::uint32_t source = 0; source < sources_.size(); ++source) {
        const auto& objects = sources_[source].catalogue->objects;
        for (std::uint32_t object = 0; object < objects.size(); ++object) {
            if (object_index_.try_emplace(objects[object].name, ObjectRef{source, object}).second) {
                objects_.push_back({source, object});
            }
        }
    }
    for (const ObjectRef object : objects_) {
        if (const std::u16string_view name = english_name(definition(object)); !name.empty()) {
            object_index_.try_emplace(name, object);
        }
    }
    if (language_ != nullptr) {
        titles_ = make_english_titles();
        for (const ActiveSource& active : sources_) {
            local_names_.emplace_back(*active.catalogue, *titles_, *language_);
        }
    }
}

std::optional<ObjectRef> Machine::find_object(std::u16string_view name, NameLanguage which) const {
    const auto local = which == NameLanguage::any ? find_local_object(name) : std::nullopt;
    if (local) {
        return local;
    }
    const auto found = object_index_.find(name);
    return found == object_index_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ObjectRef> Machine::find_local_object(std::u16string_view name) const {
    for (std::uint32_t source = 0; source < local_names_.size(); ++source) {
        const auto found = local_names_[source].find_object(name);
        const ObjectRef object{source, found.value_or(0)};
        if (found && object_index_.at(definition(object).name) == object) {
            return object;
        }
    }
    return std::nullopt;
}

const model::ObjectDef& Machine::definition(ObjectRef object) const {
    return sources_[object.source].catalogue->objects[object.object];
}

std::optional<std::uint32_t> Machine::find_counter(
    ObjectRef object, std::u16string_view name, NameLanguage which) const {
    if (which == NameLanguage::any && !local_names_.empty()) {
        if (const auto column = local_names_[object.source].find_counter(object.object, name)) {
            return column;
        }
    }
    return find_english_counter(object, name);
}

std::optional<std::uint32_t> Machine::find_english_counter(ObjectRef object, std::u16string_view name) const {
    const auto& counters = definition(object).counters;
    if (counters.size() > largest_searched_object) {
        const CounterIndex& index = counter_index(object);
        const auto found = index.find(name);
        return found == index.end() ? std::nullopt : std::optional(found->second);
    }
    const auto found = std::ranges::find_if(counters, [&](const auto& counter) {
        return equal_folded(counter.name, name) ||
               (!name.empty() && equal_folded(english_name(counter), name));
    });
    return found == counters.end() ? std::nullopt
                                   : std::optional(static_cast<std::uint32_t>(found - counters.begin()));
}

std::vector<ObjectRef> Machine::with_completions(ObjectRef object) const {
    std::vector<ObjectRef> all{object};
    const model::ObjectDef& first = definition(object);
    for (std::uint32_t source = object.source + 1; source < sources_.size(); ++source) {
        const model::Catalogue& catalogue = *sources_[source].catalogue;
        if (!catalogue.completes_others || first.instances != model::Instances::none) {
            continue;
        }
        for (std::uint32_t i = 0; i < catalogue.objects.size(); ++i) {
            const model::ObjectDef& other = catalogue.objects[i];
            if (other.instances == model::Instances::none && equal_folded(other.name, first.name)) {
                all.push_back({source, i});
            }
        }
    }
    return all;
}

std::optional<model::CounterDef> Machine::find_unmeasured(
    ObjectRef object, std::u16string_view name, NameLanguage which) const {
    model::Source& source = *sources_[object.source].source;
    auto found = source.unmeasured(definition(object).name, name);
    if (language_ == nullptr || which == NameLanguage::english) {
        return found;
    }
    if (!found) {
        const auto index = title_index(name);
        const auto english = index ? title(*index, NameLanguage::english) : std::nullopt;
        found = english ? source.unmeasured(definition(object).name, *english) : std::nullopt;
    }
    if (found) {
        found->name = title(found->title_index).value_or(found->name);
    }
    return found;
}

const std::u16string& Machine::object_name(ObjectRef object) const {
    return local_names_.empty() ? definition(object).name
                                : local_names_[object.source].object(object.object).name;
}

const std::u16string& Machine::object_help(ObjectRef object) const {
    const model::ObjectDef& english = definition(object);
    return local_names_.empty() ? help_of(english.title_index, english.name, english.help)
                                : local_names_[object.source].object(object.object).help;
}

const std::u16string& Machine::counter_name(ObjectRef object, std::uint32_t column) const {
    return local_names_.empty() ? definition(object).counters[column].name
                                : local_names_[object.source].counter(object.object, column).name;
}

const std::u16string& Machine::counter_help(ObjectRef object, std::uint32_t column) const {
    const model::CounterDef& english = definition(object).counters[column];
    return local_names_.empty() ? help_of(english.title_index, english.name, english.help)
                                : local_names_[object.source].counter(object.object, column).help;
}

// A computer with titles of its own is asked for help texts only when somebody wants to see one.
const std::u16string& Machine::help_of(
    std::uint32_t index, const std::u16string& name, const std::u16string& help) const {
    const names::Language* const english =
        help.empty() && find_titles_ ? find_language(names::english_language) : nullptr;
    const names::Translation* const title = english == nullptr ? nullptr : english->find(index, name);
    return title == nullptr ? help : title->help;
}

std::optional<std::u16string> Machine::title(std::uint32_t index, NameLanguage which) const {
    static_cast<void>(translations()); // which may take long
    const std::scoped_lock lock(lazy_mutex_);
    const auto english = english_titles().name(index);
    if (!english) {
        return std::nullopt;
    }
    return std::u16string(name_in(which == NameLanguage::any ? language_ : nullptr, index, *english));
}

std::optional<std::uint32_t> Machine::title_index(std::u16string_view name, NameLanguage which) const {
    static_cast<void>(translations());
    const std::scoped_lock lock(lazy_mutex_);
    const auto local = which == NameLanguage::any ? find_local_title(name) : std::nullopt;
    return local ? local : english_titles().index(name);
}

std::optional<std::uint32_t> Machine::find_local_title(std::u16string_view name) const {
    if (language_ == nullptr) {
        return std::nullopt;
    }
    if (!local_titles_) {
        local_titles_.emplace();
        for (const auto& [index, english] : english_titles().names()) {
            const std::u16string_view local = name_in(language_, index, english);
            if (local != english) {
                local_titles_->try_emplace(std::u16string(local), index);
            }
        }
    }
    const auto found = local_titles_->find(name);
    return found == local_titles_->end() ? std::nullopt : std::optional(found->second);
}

Result<std::vector<std::u16string>> Machine::titles(std::uint32_t language, bool help) const {
    const std::uint32_t asked = language == 0 ? localization_.language : language;
    // A computer with titles of its own may have other languages than the current one.
    const auto others =
        find_titles_ && asked != localization_.language ? sources_.front().source->titles(asked) : nullptr;
    const names::Language* const found = others == nullptr ? find_language(asked) : others->find(asked);
    if (found == nullptr && language != 0 && !names::is_english(language)) {
        return Status::string_not_found;
    }
    const std::scoped_lock lock(lazy_mutex_);
    const names::TitleDatabase& titles = english_titles();
    std::vector<std::u16string> list;
    if (!help) {
        list = {u"1", u"1847"}; // in every registry
    }
    for (const auto& [index, english] : titles.names()) {
        const std::u16string_view text =
            help ? help_in(found, index, english, titles) : name_in(found, index, english);
        if (!text.empty()) {
            append_decimal(list.emplace_back(), help ? index + 1 : index);
            list.emplace_back(text);
        }
    }
    return list;
}

const names::Language* Machine::find_language(std::uint32_t language) const {
    const names::Translations* const known = translations();
    return known == nullptr ? nullptr : known->find(language);
}

const names::Translations* Machine::translations() const {
    return find_titles_ ? own_titles_.get(find_titles_).get() : localization_.translations.get();
}

const Machine::CounterIndex& Machine::counter_index(ObjectRef object) const {
    const model::ObjectDef& definition = this->definition(object);
    const std::scoped_lock lock(lazy_mutex_);
    if (const auto known = counter_indexes_.find(&definition); known != counter_indexes_.end()) {
        return known->second;
    }
    CounterIndex index;
    index.reserve(definition.counters.size());
    for (std::uint32_t column = 0; column < definition.counters.size(); ++column) {
        index.try_emplace(definition.counters[column].name, column);
        if (const auto name = english_name(definition.counters[column]); !name.empty()) {
            index.try_emplace(name, column);
        }
    }
    return counter_indexes_.emplace(&definition, std::move(index)).first->second;
}

const names::TitleDatabase& Machine::english_titles() const {
    if (!titles_) {
        titles_ = make_english_titles();
    }
    return *titles_;
}

names::TitleDatabase Machine::make_english_titles() const {
    names::TitleDatabase titles = find_titles_ ? names::TitleDatabase() : names::TitleDatabase::english();
    for_each_title([&titles](const auto& definition) {
        if (definition.title_index != 0) {
            titles.add(definition.title_index, definition.name, definition.help);
        }
    });
    if (const names::Language* const english = find_language(names::english_language)) {
        for (const auto& [index, title] : english->by_index) {
            if (!title.english.empty()) {
                titles.add(index, title.english, title.translation.help);
            }
        }
    }
    for_each_title([&titles](const auto& definition) {
        if (definition.title_index == 0) {
            titles.add(definition.name, definition.help);
        }
    });
    return titles;
}

template <class Visit>
void Machine::for_each_title(const Visit& visit) const {
    for (const ObjectRef object : objects_) {
        const model::ObjectDef& definition = this->definition(object);
        visit(definition);
        for (const auto& counter : definition.counters) {
            if (!calc::is_base_type(counter.type)) {
                visit(counter);
            }
        }
    }
}

Result<void, Failure> add_title_file(const std::string& path, names::Translations& translations) {
    PDH_SHIM_TRY(auto ini, names::load_ini(path));
    // Without a symbol file, add() refuses the first text.
    if (ini.performance.find(u"First Counter") != nullptr && !ini.symbol_file().empty()) {
        PDH_SHIM_CHECK(names::load_symbols(path, ini));
    }
    return within(path, translations.add(ini));
}

} // namespace pdh_shim::machine
