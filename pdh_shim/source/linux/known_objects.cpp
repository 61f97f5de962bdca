// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/known_objects.h"

#include "base/text.h"
#include "calc/counter_type.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

/// The object without counters; `rows` is what it will have at most.
LinuxObject begin_object(const ObjectTable& table, std::span<const CounterRow> rows) {
    LinuxObject begun;
    model::ObjectDef& object = begun.definition;
    object.name = table.name;
    object.help = table.help;
    object.title_index = table.title_index;
    object.instances = table.instances;
    object.counters.reserve(rows.size());
    begun.layout.fields.reserve(rows.size());
    begun.layout.column_inputs.reserve(rows.size());
    return begun;
}

void add_row(const CounterRow& row, const ObjectTable& table, Inputs needed, LinuxObject& object) {
    if (row.name == table.default_counter) {
        object.definition.default_counter = static_cast<std::uint32_t>(object.definition.counters.size());
    }
    model::add_counter(row, object.definition);
    object.layout.fields.push_back(row.field);
    if (row.base_field != no_field) {
        object.layout.fields.push_back(row.base_field);
    }
    object.layout.column_inputs.resize(object.layout.fields.size(), needed);
}

Inputs inputs_of_all(std::span<const InputOf> inputs, const KernelFiles& files) noexcept {
    Inputs all = 0;
    for (const InputOf& input : inputs) {
        all |= inputs_of(input, files);
    }
    return all;
}

void add_file(KernelFiles& files, const InputOf& input) {
    if (!input.file.empty()) {
        files.add(input.file);
    }
}

} // namespace

Inputs inputs_of(const InputOf& input, const KernelFiles& files) noexcept {
    return input.others | (input.file.empty() ? 0 : file_input(files.number_of(input.file)));
}

void add_files(KernelFiles& files, const ObjectTable& table) {
    for (const InputOf& input : table.inputs) {
        add_file(files, input);
    }
    for (const CounterRow& row : table.counters) {
        add_file(files, row.input);
    }
}

std::span<const CounterRow> cheap_rows(const ObjectTable& table) noexcept {
    const auto costly = std::ranges::find_if(
        table.counters, [](const CounterRow& row) { return (row.input.others & inputs::costly) != 0; });
    return {table.counters.begin(), costly};
}

Inputs all_inputs(
    const ObjectTable& table, std::span<const CounterRow> rows, const KernelFiles& files) noexcept {
    Inputs all = inputs_of_all(table.inputs, files);
    for (const CounterRow& row : rows) {
        all |= inputs_of(row.input, files);
    }
    return all;
}

model::ObjectDef describe(const ObjectTable& table) {
    LinuxObject described = begin_object(table, table.counters);
    for (const CounterRow& row : table.counters) {
        add_row(row, table, 0, described);
    }
    described.definition.columns = static_cast<std::uint32_t>(described.definition.counters.size());
    return std::move(described.definition);
}

std::optional<LinuxObject> make_object(
    std::size_t place, std::span<const CounterRow> rows, Inputs available, const KernelFiles& files) {
    const ObjectTable& table = *all_objects[place];
    LinuxObject made = begin_object(table, rows);
    made.layout.object = place;
    made.layout.inputs = inputs_of_all(table.inputs, files);
    made.layout.instances_only = inputs_of_all(table.instances_only, files);
    if ((made.layout.inputs & ~available) != 0) {
        return std::nullopt;
    }
    model::ObjectDef& object = made.definition;
    for (const CounterRow& row : rows) {
        const Inputs needed = inputs_of(row.input, files);
        if ((needed & ~available) == 0) {
            add_row(row, table, needed, made);
        }
    }
    object.columns = static_cast<std::uint32_t>(object.counters.size());
    return object.counters.empty() ? std::nullopt : std::optional(std::move(made));
}

namespace {

/// How many rows of the table are looked for on behalf of one counter: those before it, so that columns stay,
/// and those after it that need nothing more. A counter that is costly, or unknown, takes the whole table.
std::size_t rows_for(const ObjectTable& table, std::u16string_view counter, const KernelFiles& files) {
    const auto cheap = cheap_rows(table);
    const auto asked = std::ranges::find_if(
        cheap, [counter](const CounterRow& row) { return equal_folded(row.name, counter); });
    if (asked == cheap.end()) {
        return table.counters.size();
    }
    const Inputs needed = all_inputs(table, {cheap.begin(), asked + 1}, files);
    const auto end = std::find_if(asked, cheap.end(),
        [&](const CounterRow& row) { return (inputs_of(row.input, files) & ~needed) != 0; });
    return static_cast<std::size_t>(end - cheap.begin());
}

std::shared_ptr<const model::Catalogue> make_empty_catalogue() {
    auto catalogue = std::make_shared<model::Catalogue>();
    catalogue->default_scale_applies = false;
    return catalogue;
}

} // namespace

KnownObjects::KnownObjects(KernelFiles& files, Inputs given)
    : files_(files), given_(given), catalogue_(make_empty_catalogue()) {
    for (const ObjectTable* const object : all_objects) {
        add_files(files_, *object);
    }
}

std::shared_ptr<const model::Catalogue> KnownObjects::catalogue() {
    RowCounts all{};
    std::ranges::transform(
        all_objects, all.begin(), [](const ObjectTable* object) { return object->counters.size(); });
    return look_for(all);
}

std::shared_ptr<const model::Catalogue> KnownObjects::catalogue_for(
    std::u16string_view object, std::u16string_view counter) {
    RowCounts wanted{};
    for (std::size_t i = 0; i < all_objects.size(); ++i) {
        const ObjectTable& table = *all_objects[i];
        if (equal_folded(table.name, object)) {
            wanted[i] = rows_for(table, counter, files_);
        }
    }
    return look_for(wanted);
}

KnownObjects::ByObject<Inputs> KnownObjects::missing_inputs(const RowCounts& wanted) const {
    ByObject<Inputs> missing{};
    for (std::size_t i = 0; i < all_objects.size(); ++i) {
        if (wanted[i] > known_[i]) {
            const ObjectTable& table = *all_objects[i];
            missing[i] = all_inputs(table, table.counters.first(wanted[i]), files_) &
                         ~(shared_.looked_for | own_[i].looked_for);
        }
    }
    return missing;
}

/// Looks what the machine has of these; it is not asked for others, and for none twice.
KnownObjects::ByObject<Inputs> KnownObjects::find(const ByObject<Inputs>& wanted) {
    ByObject<Inputs> found{};
    Inputs asked = 0;
    for (std::size_t i = 0; i < all_objects.size(); ++i) {
        if (const Inputs next = wanted[i] & ~asked; next != 0) {
            found[i] = find(*all_objects[i], next);
            asked |= next & ~inputs::all_own;
        }
    }
    return found;
}

Inputs KnownObjects::find(const ObjectTable& object, Inputs wanted) {
    const Inputs others = wanted & ~inputs::all_files & ~given_;
    const bool asks = others != 0 && object.find != nullptr;
    Inputs found = (asks ? object.find(files_.system(), others) : others) | (wanted & given_);
    for (std::size_t file = 0; file < files_.count(); ++file) {
        found |= (wanted & file_input(file)) != 0 && files_.exists(file) ? file_input(file) : 0;
    }
    return found;
}

void KnownObjects::Sought::add(Inputs wanted, Inputs found) noexcept {
    // Another thread may have been faster: its result is kept, so that columns stay.
    available |= found & wanted & ~looked_for;
    looked_for |= wanted;
}

void KnownObjects::add(const ByObject<Inputs>& wanted, const ByObject<Inputs>& found) {
    Inputs all_wanted = 0;
    Inputs all_found = 0;
    for (std::size_t i = 0; i < all_objects.size(); ++i) {
        all_wanted |= wanted[i] & ~inputs::all_own;
        all_found |= found[i];
        own_[i].add(wanted[i] & inputs::all_own, found[i]);
    }
    shared_.add(all_wanted, all_found);
}

std::shared_ptr<const model::Catalogue> KnownObjects::look_for(const RowCounts& wanted) {
    ByObject<Inputs> missing{};
    {
        const std::scoped_lock lock(mutex_);
        missing = missing_inputs(wanted);
    }
    const ByObject<Inputs> found = find(missing);
    const std::scoped_lock lock(mutex_);
    add(missing, found);
    publish(wanted);
    return catalogue_;
}

void KnownObjects::publish(const RowCounts& wanted) {
    // Nothing is known before all of it is.
    RowCounts known = known_;
    Positions positions = positions_;
    std::shared_ptr<model::Catalogue> catalogue; // another one, if something is found
    for (std::size_t i = 0; i < all_objects.size(); ++i) {
        if (wanted[i] <= known[i]) {
            continue;
        }
        known[i] = wanted[i];
        const auto rows = all_objects[i]->counters.first(wanted[i]);
        const Inputs available = shared_.available | own_[i].available;
        if (auto made = make_object(i, rows, available, files_)) {
            catalogue = catalogue != nullptr ? catalogue : std::make_shared<model::Catalogue>(*catalogue_);
            publish_object(positions[i], std::move(*made), *catalogue);
        }
    }
    if (catalogue != nullptr) {
        catalogue_ = std::move(catalogue);
    }
    known_ = known;
    positions_ = positions;
}

void KnownObjects::publish_object(
    std::optional<std::uint32_t>& position, LinuxObject&& made, model::Catalogue& catalogue) {
    if (!position) {
        position = static_cast<std::uint32_t>(catalogue.objects.size());
        catalogue.objects.emplace_back();
    }
    catalogue.objects[*position] = std::move(made.definition);
    all_layouts_.push_back(std::make_unique<const ObjectLayout>(std::move(made.layout)));
    layouts_[*position].store(all_layouts_.back().get(), std::memory_order_release);
}

namespace {

struct WindowsCounter {
    std::u16string_view object;
    std::u16string_view name;
    std::uint32_t title_index;
    CounterType type;
};

constexpr auto windows_counters = std::to_array<WindowsCounter>({
#define UNMEASURED(object, name, index, type) {object, name, index, CounterType::type},
#include "source/linux/unmeasured.inc"
#undef UNMEASURED
});

/// What the counters of the processors' frequencies need. Programs probe for these by adding them; without
/// them they ask the system, which knows the frequency of more machines than cpufreq.
constexpr Inputs probed = inputs::frequencies;

model::CounterDef definition_of(std::u16string_view name, std::uint32_t title_index, CounterType type) {
    return {
        .name = std::u16string(name),
        .help = u"Windows has this counter. It cannot be measured here.",
        .title_index = title_index,
        .type = static_cast<std::uint32_t>(type),
    };
}

std::optional<model::CounterDef> find_in(const ObjectTable& table, std::u16string_view counter) {
    const auto row = std::ranges::find_if(
        table.counters, [counter](const CounterRow& one) { return equal_folded(one.name, counter); });
    if (row == table.counters.end() || (row->input.others & probed) != 0) {
        return std::nullopt;
    }
    return definition_of(row->name, row->title_index, row->type);
}

} // namespace

std::optional<model::CounterDef> unmeasured_counter(std::u16string_view object, std::u16string_view counter) {
    const auto* const named = std::ranges::find_if(windows_counters, [&](const WindowsCounter& one) {
        return equal_folded(one.object, object) && equal_folded(one.name, counter);
    });
    if (named != windows_counters.end()) {
        return definition_of(named->name, named->title_index, named->type);
    }
    const auto* const known = std::ranges::find_if(
        all_objects, [object](const ObjectTable* one) { return equal_folded(one->name, object); });
    return known == all_objects.end() ? std::nullopt : find_in(**known, counter);
}

} // namespace pdh_shim::source::linux
