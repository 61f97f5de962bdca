#include "source/linux/object_table.h"

#include <algorithm>
#include <string>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

using calc::CounterType;

CounterType base_type_of(CounterType type) {
    switch (type) {
    case CounterType::perf_raw_fraction:
        return CounterType::perf_raw_base;
    case CounterType::perf_precision_100ns_timer:
        return CounterType::perf_precision_timestamp;
    default:
        return CounterType::perf_average_base;
    }
}

model::CounterDef definition_of(const CounterRow& row) {
    model::CounterDef counter;
    counter.name = row.name;
    counter.help = row.help;
    counter.title_index = row.title_index;
    counter.type = static_cast<std::uint32_t>(row.type);
    counter.detail = row.detail;
    return counter;
}

void add_counter(const CounterRow& row, model::ObjectDef& object, ObjectLayout& layout) {
    model::CounterDef counter = definition_of(row);
    layout.columns.push_back({row.field, row.needs});
    if (row.base_field == no_field) {
        object.counters.push_back(std::move(counter));
        return;
    }
    // As on Windows: the base stands behind its counter and bears the same name.
    model::CounterDef base = counter;
    base.help.clear();
    base.type = static_cast<std::uint32_t>(base_type_of(row.type));
    counter.base = static_cast<std::uint32_t>(object.counters.size() + 1);
    object.counters.push_back(std::move(counter));
    object.counters.push_back(std::move(base));
    layout.columns.push_back({row.base_field, row.needs});
}

} // namespace

std::span<const CounterRow> cheap_rows(const ObjectTable& table) noexcept {
    const auto costly = std::ranges::find_if(
        table.counters, [](const CounterRow& row) { return (row.needs & needs::costly) != 0; });
    return {table.counters.begin(), costly};
}

Needs all_needs(const ObjectTable& table, std::span<const CounterRow> rows) noexcept {
    Needs all = table.needs;
    for (const CounterRow& row : rows) {
        all |= row.needs;
    }
    return all;
}

std::optional<LinuxObject> make_object(
    const ObjectTable& table, std::span<const CounterRow> rows, Needs available) {
    if ((table.needs & ~available) != 0) {
        return std::nullopt;
    }
    LinuxObject made;
    made.layout.table = &table;
    model::ObjectDef& object = made.definition;
    object.name = table.name;
    object.help = table.help;
    object.title_index = table.title_index;
    object.instances = table.instances;
    for (const CounterRow& row : rows) {
        if ((row.needs & ~available) != 0) {
            continue;
        }
        if (row.name == table.default_counter) {
            object.default_counter = static_cast<std::uint32_t>(object.counters.size());
        }
        add_counter(row, object, made.layout);
    }
    object.columns = static_cast<std::uint32_t>(object.counters.size());
    return object.counters.empty() ? std::nullopt : std::optional(std::move(made));
}

} // namespace pdh_shim::source::linux
