// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/title_numbers.h"

#include "base/bytes.h"
#include "base/text.h"
#include "block/layout.h"
#include "names/title_database.h"

#include <algorithm>

namespace pdh_shim::source::winhost {
namespace {

namespace layout = block::layout;

// What has no title is called by its number, which says nothing of another one.
template <class Definition>
bool is_named(const Definition& definition) {
    return definition.title_index != 0 && !definition.name.starts_with(u'#');
}

template <class Definition>
bool has_title(const Definition& definition, const names::TitleList& titles) {
    return !is_named(definition) || titles.find(definition.title_index) == definition.name;
}

/// The counters of an object in an answer.
struct FieldOfCounter {
    std::size_t place = 0; ///< of the title index, in the object
    std::uint32_t index = 0;
    std::uint32_t type = 0;
};

std::vector<FieldOfCounter> counters_of(const block::ObjectBytes& object) {
    ByteReader reader(object.bytes, object.order);
    std::vector<FieldOfCounter> counters;
    std::size_t place = reader.u32(layout::object::header_length);
    const std::uint32_t count = reader.u32(layout::object::counter_count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t length = reader.u32(place + layout::counter::length);
        const FieldOfCounter counter{.place = place + layout::counter::title_index,
            .index = reader.u32(place + layout::counter::title_index),
            .type = reader.u32(place + layout::counter::type)};
        if (!reader.ok() || length < layout::counter::size) {
            break; // malformed, which others report
        }
        counters.push_back(counter);
        place += length;
    }
    return counters;
}

} // namespace

void TitleNumbers::check(const model::Catalogue& known, const names::TitleList& titles) {
    const bool is_same = std::ranges::all_of(known.objects, [&](const model::ObjectDef& object) {
        return has_title(object, titles) &&
               std::ranges::all_of(object.counters,
                   [&](const model::CounterDef& counter) { return has_title(counter, titles); });
    });
    if (is_same && !have_changed_) {
        return;
    }
    have_changed_ = true;
    objects_.clear();
    counters_.clear();
    asked_as_.clear();
    for (const model::ObjectDef& object : known.objects) {
        if (is_named(object)) {
            asked_as_[object.title_index] = titles.indexes_of(object.name);
        }
    }
}

std::u16string TitleNumbers::value_of(std::span<const std::uint32_t> indexes) const {
    std::vector<std::uint32_t> others;
    for (const std::uint32_t index : indexes) {
        if (const auto asked = asked_as_.find(index); asked != asked_as_.end()) {
            others.insert(others.end(), asked->second.begin(), asked->second.end());
        } else {
            others.push_back(index);
        }
    }
    return block::index_list(others);
}

bool TitleNumbers::needs_titles(const block::BlockObjects& objects) const {
    return have_changed_ && std::ranges::any_of(objects.objects(), [this](const block::ObjectBytes& object) {
        return !objects_.contains(object.title_index) ||
               std::ranges::any_of(counters_of(object), [&](const FieldOfCounter& counter) {
                   return !counters_.contains({object.title_index, counter.index, counter.type});
               });
    });
}

void TitleNumbers::rewrite(std::vector<std::byte>& bytes, const block::BlockObjects& objects,
    const model::Catalogue& known, const names::TitleList& titles) {
    if (!have_changed_) {
        return;
    }
    for (const block::ObjectBytes& object : objects.objects()) {
        const auto start = static_cast<std::size_t>(object.bytes.data() - bytes.data());
        const std::uint32_t number = number_of_object(object.title_index, known, titles);
        const auto definition = std::ranges::find(known.objects, number, &model::ObjectDef::title_index);
        for (const FieldOfCounter& counter : counters_of(object)) {
            auto& kept = counters_[{object.title_index, counter.index, counter.type}];
            if (kept == 0) {
                kept = number_of_counter(counter.index, counter.type,
                    definition == known.objects.end() ? nullptr : &*definition, titles);
            }
            ByteWriter(bytes, SIZE_MAX, object.order).set_u32(start + counter.place, kept);
        }
        ByteWriter(bytes, SIZE_MAX, object.order).set_u32(start + layout::object::title_index, number);
    }
}

std::optional<std::u16string> TitleNumbers::name(std::uint32_t number) const {
    const auto found =
        std::ranges::find_if(made_up_, [number](const auto& entry) { return entry.second == number; });
    return found == made_up_.end() ? std::nullopt : std::optional(found->first);
}

std::uint32_t TitleNumbers::made_up(std::u16string_view name) {
    const auto next = static_cast<std::uint32_t>(names::first_free_index + 2 * made_up_.size());
    return made_up_.try_emplace(std::u16string(name), next).first->second;
}

std::uint32_t TitleNumbers::number_of_object(
    std::uint32_t index, const model::Catalogue& known, const names::TitleList& titles) {
    if (const auto found = objects_.find(index); found != objects_.end()) {
        return found->second;
    }
    const auto name = titles.find(index);
    std::uint32_t number = index;
    const auto same = std::ranges::find_if(known.objects,
        [&](const model::ObjectDef& object) { return name && equal_folded(object.name, *name); });
    if (same != known.objects.end()) {
        number = same->title_index;
    } else if (std::ranges::find(known.objects, index, &model::ObjectDef::title_index) !=
               known.objects.end()) {
        number = made_up(name.value_or(u"#"));
        asked_as_[number] = {index};
    }
    objects_[index] = number;
    return number;
}

std::uint32_t TitleNumbers::number_of_counter(
    std::uint32_t index, std::uint32_t type, const model::ObjectDef* object, const names::TitleList& titles) {
    const auto name = titles.find(index);
    if (object == nullptr) {
        return index;
    }
    const auto same = std::ranges::find_if(object->counters, [&](const model::CounterDef& counter) {
        return name && counter.type == type && equal_folded(counter.name, *name);
    });
    if (same != object->counters.end()) {
        return same->title_index;
    }
    const bool is_taken =
        std::ranges::find(object->counters, index, &model::CounterDef::title_index) != object->counters.end();
    return is_taken ? made_up(name.value_or(u"#")) : index;
}

} // namespace pdh_shim::source::winhost
