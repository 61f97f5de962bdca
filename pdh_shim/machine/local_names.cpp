// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/local_names.h"

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

} // namespace pdh_shim::machine
