// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/schema.h"

#include "base/scope_guard.h"
#include "base/text.h"
#include "block/definition.h"
#include "block/layout.h"
#include "calc/counter_type.h"
#include "calc/format.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::block {
namespace {

// The lowest level that has all of the given one; a block may have numbers in between, or none.
model::Detail detail_of(std::uint32_t level) noexcept {
    for (const model::Detail detail :
        {model::Detail::novice, model::Detail::advanced, model::Detail::expert}) {
        if (level <= static_cast<std::uint32_t>(detail)) {
            return detail;
        }
    }
    return model::Detail::wizard;
}

std::uint32_t default_counter_of(const Definition& definition) noexcept {
    const std::int64_t counter = definition.default_counter;
    const bool is_there = counter >= 0 && counter < static_cast<std::int64_t>(definition.counters.size());
    return is_there ? static_cast<std::uint32_t>(counter) : 0;
}

std::u16string name_of(const Titles& titles, std::uint32_t index, const std::u16string& given) {
    if (!given.empty()) {
        return given;
    }
    auto known = titles.name ? titles.name(index) : std::nullopt;
    if (known.has_value() && !known->empty()) {
        return *std::move(known);
    }
    std::u16string number = u"#";
    append_decimal(number, index);
    return number;
}

std::u16string help_of(const Titles& titles, std::uint32_t index, const std::u16string& given) {
    if (!given.empty() || !titles.help) {
        return given;
    }
    return titles.help(index).value_or(std::u16string());
}

// A counter that comes again with another type gets another column. That of the old type may not be found by
// the name any more: it becomes a base, which is not shown.
void retire(model::CounterDef& counter) {
    counter.name.clear();
    counter.title_index = 0;
    counter.type = static_cast<std::uint32_t>(calc::CounterType::perf_large_raw_base);
}

// Adds what a definition has to the object that it defines.
class Merger {
  public:
    Merger(const Titles& titles, model::ObjectDef& object, const Definition& definition)
        : titles_(titles), object_(object), definition_(definition),
          columns_(columns_of(definition, object)) {}

    // True if anything was added.
    bool merge() {
        const bool is_known = std::ranges::find(columns_, model::no_column) == columns_.end();
        if (!is_known) {
            retire_other_types();
            name_multi_columns();
            append_counters();
        }
        const bool has_multi = link_counters();
        return !is_known || has_multi;
    }

  private:
    void retire_other_types() {
        std::map<std::uint32_t, std::uint32_t> in_use; // title indexes of counters, and their new type
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const CounterField& field = definition_.counters[i];
            if (columns_[i] == model::no_column && !calc::is_base_type(field.type)) {
                in_use.try_emplace(field.title_index, field.type);
            }
        }
        for (model::CounterDef& counter : object_.counters) {
            const auto found = in_use.find(counter.title_index);
            if (found != in_use.end() && found->second != counter.type && !calc::is_base_type(counter.type)) {
                retire(counter);
            }
        }
    }

    // Columns of multi counts follow the counters, where the new counters must go: they become bases
    // of that name, so that all columns stay where they are.
    void name_multi_columns() {
        const std::size_t counters = object_.counters.size();
        object_.counters.resize(object_.columns);
        for (std::size_t column = 0; column < counters; ++column) {
            const model::CounterDef& owner = object_.counters[column];
            if (owner.multi != model::no_column && owner.multi >= counters) {
                model::CounterDef& base = object_.counters[owner.multi];
                base.name = owner.name;
                base.title_index = owner.title_index;
                base.detail = owner.detail;
                base.type = static_cast<std::uint32_t>(calc::CounterType::perf_counter_multi_base);
            }
        }
    }

    void append_counters() {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (columns_[i] == model::no_column) {
                columns_[i] = static_cast<std::uint32_t>(object_.counters.size());
                append(definition_.counters[i]);
            }
        }
        object_.columns = static_cast<std::uint32_t>(object_.counters.size());
    }

    void append(const CounterField& field) {
        model::CounterDef& counter = object_.counters.emplace_back();
        counter.name = name_of(titles_, field.title_index, field.name);
        counter.help = help_of(titles_, field.help_index, field.help);
        counter.title_index = field.title_index;
        counter.type = field.type;
        counter.default_scale = std::clamp(field.default_scale, calc::min_scale, calc::max_scale);
        counter.detail = detail_of(field.detail);
    }

    // True if a counter that was there before has got a multi count.
    bool link_counters() {
        bool has_multi = false;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            model::CounterDef& counter = object_.counters[columns_[i]];
            const calc::TypeInfo* const type = calc::find_type(counter.type);
            const std::uint32_t base = base_behind(i);
            if (type != nullptr && type->second == calc::SecondField::base) {
                counter.base = base == model::no_column ? counter.base : base;
            }
            if (type != nullptr && type->multi() && counter.multi == model::no_column) {
                counter.multi = base != model::no_column ? base : object_.columns++;
                has_multi = true;
            }
        }
        return has_multi;
    }

    [[nodiscard]] std::uint32_t base_behind(std::size_t i) const noexcept {
        const bool is_there = i + 1 < columns_.size() && calc::is_base_type(definition_.counters[i + 1].type);
        return is_there ? columns_[i + 1] : model::no_column;
    }

    const Titles& titles_;
    model::ObjectDef& object_;
    const Definition& definition_;
    std::vector<std::uint32_t> columns_;
};

} // namespace

Schema::Schema(Titles titles, SchemaLimits limits) : titles_(std::move(titles)), limits_(limits) {
    draft_.default_scale_applies = false; // Windows was seen not to apply that of performance DLLs
}

Result<void, Failure> Schema::learn(const BlockObjects& sample) {
    for (const ObjectBytes& object : sample.objects()) {
        if (sample.find(object.title_index) == &object) {
            PDH_SHIM_CHECK(learn(object));
        }
    }
    return outcome::success();
}

void Schema::set_perf_freq(std::int64_t perf_freq) {
    if (draft_.perf_freq == perf_freq) {
        return;
    }
    draft_.perf_freq = perf_freq;
    published_ = nullptr;
    for (const auto& [title_index, known] : known_) {
        if (!known.has_clock) {
            draft_.objects[known.object].object_freq = perf_freq;
        }
    }
}

std::shared_ptr<const model::Catalogue> Schema::catalogue() {
    if (published_ == nullptr) {
        published_ = std::make_shared<const model::Catalogue>(draft_);
    }
    return published_;
}

model::ObjectDef Schema::new_object(const Definition& definition) const {
    model::ObjectDef object;
    object.name = name_of(titles_, definition.title_index, definition.name);
    object.help = help_of(titles_, definition.help_index, definition.help);
    object.title_index = definition.title_index;
    object.instances = definition.instances;
    object.detail = detail_of(definition.detail);
    object.default_counter = default_counter_of(definition);
    object.object_freq = draft_.perf_freq;
    return object;
}

bool Schema::knows(const ObjectBytes& bytes) const {
    const auto found = known_.find(bytes.title_index);
    return found != known_.end() && found->second.order == bytes.order &&
           has_definition(bytes, found->second.definition);
}

Result<void, Failure> Schema::learn(const ObjectBytes& bytes) {
    if (knows(bytes)) {
        return outcome::success();
    }
    const auto found = known_.find(bytes.title_index);
    const bool is_new = found == known_.end();
    if (is_new && draft_.objects.size() >= limits_.objects) {
        return malformed(bytes.offset, "there are too many objects");
    }
    PDH_SHIM_TRY(const auto definition, read_definition(bytes));
    // A copy, which is put in the place of the object when it is whole.
    model::ObjectDef object = is_new ? new_object(definition) : draft_.objects[found->second.object];
    if (object.instances != definition.instances) {
        return malformed(bytes.offset + layout::object::instance_count,
            "the object has instances at one time and none at another");
    }
    if (!definition.name.empty() && object.name != definition.name) {
        return malformed(
            bytes.offset + layout::object::title_index, "the title index has another name than before");
    }
    if (object.columns + definition.counters.size() > most_columns) {
        return malformed(bytes.offset, "the object's definition has changed too often");
    }
    if (columns_ + definition.counters.size() > limits_.columns) {
        return malformed(bytes.offset, "all objects together have too many counters");
    }
    const bool has_grown = Merger(titles_, object, definition).merge();
    const std::int64_t freq = definition.perf_freq > 0 ? definition.perf_freq : draft_.perf_freq;
    const bool has_changed = has_grown || object.object_freq != freq;
    object.object_freq = freq;
    put(std::move(object),
        {.has_clock = definition.perf_freq > 0, .order = bytes.order, .definition = definition_bytes(bytes)});
    if (is_new || has_changed) {
        published_ = nullptr;
    }
    return outcome::success();
}

void Schema::put(model::ObjectDef&& object, LearntObject&& known) {
    const auto [entry, is_new] = known_.try_emplace(object.title_index);
    known.object = entry->second.object;
    if (is_new) {
        ScopeGuard added([this, entry = entry] { known_.erase(entry); });
        known.object = static_cast<std::uint32_t>(draft_.objects.size());
        draft_.objects.emplace_back();
        added.dismiss();
    }
    columns_ += object.columns - draft_.objects[known.object].columns;
    draft_.objects[known.object] = std::move(object);
    entry->second = std::move(known);
}

} // namespace pdh_shim::block
