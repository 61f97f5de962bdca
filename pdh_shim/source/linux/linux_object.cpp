// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/linux_object.h"

#include <algorithm>
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
    begun.layout.column_needs.reserve(rows.size());
    return begun;
}

void add_row(const CounterRow& row, const ObjectTable& table, Needs needed, LinuxObject& object) {
    if (row.name == table.default_counter) {
        object.definition.default_counter = static_cast<std::uint32_t>(object.definition.counters.size());
    }
    model::add_counter(row, object.definition);
    object.layout.fields.push_back(row.field);
    if (row.base_field != no_field) {
        object.layout.fields.push_back(row.base_field);
    }
    object.layout.column_needs.resize(object.layout.fields.size(), needed);
}

Needs needs_of_all(std::span<const Origin> origins, const KernelFiles& files) noexcept {
    Needs all = 0;
    for (const Origin& origin : origins) {
        all |= needs_of(origin, files);
    }
    return all;
}

void add_file(KernelFiles& files, const Origin& origin) {
    if (!origin.file.empty()) {
        files.add(origin.file);
    }
}

} // namespace

Needs needs_of(const Origin& origin, const KernelFiles& files) noexcept {
    return origin.others | (origin.file.empty() ? 0 : needs_file(files.number_of(origin.file)));
}

void add_files(KernelFiles& files, const ObjectTable& table) {
    for (const Origin& origin : table.origins) {
        add_file(files, origin);
    }
    for (const CounterRow& row : table.counters) {
        add_file(files, row.origin);
    }
}

std::span<const CounterRow> cheap_rows(const ObjectTable& table) noexcept {
    const auto costly = std::ranges::find_if(
        table.counters, [](const CounterRow& row) { return (row.origin.others & needs::costly) != 0; });
    return {table.counters.begin(), costly};
}

Needs all_needs(
    const ObjectTable& table, std::span<const CounterRow> rows, const KernelFiles& files) noexcept {
    Needs all = needs_of_all(table.origins, files);
    for (const CounterRow& row : rows) {
        all |= needs_of(row.origin, files);
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
    std::size_t place, std::span<const CounterRow> rows, Needs available, const KernelFiles& files) {
    const ObjectTable& table = *all_objects[place];
    LinuxObject made = begin_object(table, rows);
    made.layout.object = place;
    made.layout.needs = needs_of_all(table.origins, files);
    made.layout.instances_only = needs_of_all(table.instances_only, files);
    if ((made.layout.needs & ~available) != 0) {
        return std::nullopt;
    }
    model::ObjectDef& object = made.definition;
    for (const CounterRow& row : rows) {
        const Needs needed = needs_of(row.origin, files);
        if ((needed & ~available) == 0) {
            add_row(row, table, needed, made);
        }
    }
    object.columns = static_cast<std::uint32_t>(object.counters.size());
    return object.counters.empty() ? std::nullopt : std::optional(std::move(made));
}

} // namespace pdh_shim::source::linux
