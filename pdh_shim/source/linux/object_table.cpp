#include "source/linux/object_table.h"

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

CounterDef definition_of(const CounterRow& row) {
    CounterDef counter;
    counter.name = row.name;
    counter.help = row.help;
    counter.title_index = row.title_index;
    counter.type = static_cast<std::uint32_t>(row.type);
    counter.detail = row.detail;
    return counter;
}

void add_counter(const CounterRow& row, ObjectDef& object, ObjectLayout& layout) {
    CounterDef counter = definition_of(row);
    layout.columns.push_back({row.field, row.needs});
    if (row.base_field == no_field) {
        object.counters.push_back(std::move(counter));
        return;
    }
    // As on Windows: the base stands behind its counter and bears the same name.
    CounterDef base = counter;
    base.help.clear();
    base.type = static_cast<std::uint32_t>(base_type_of(row.type));
    counter.base = static_cast<std::uint32_t>(object.counters.size() + 1);
    object.counters.push_back(std::move(counter));
    object.counters.push_back(std::move(base));
    layout.columns.push_back({row.base_field, row.needs});
}

ObjectDef make_object(const ObjectTable& table, Needs available, ObjectLayout& layout) {
    ObjectDef object;
    object.name = table.name;
    object.help = table.help;
    object.title_index = table.title_index;
    object.instances = table.instances;
    layout.table = &table;
    for (const CounterRow& row : table.counters) {
        if ((row.needs & ~available) != 0) {
            continue;
        }
        if (row.name == table.default_counter) {
            object.default_counter = static_cast<std::uint32_t>(object.counters.size());
        }
        add_counter(row, object, layout);
    }
    object.columns = static_cast<std::uint32_t>(object.counters.size());
    return object;
}

} // namespace

Layout make_layout(std::span<const ObjectTable* const> tables, Needs available) {
    Layout made;
    made.catalogue.default_scale_applies = false;
    for (const ObjectTable* table : tables) {
        if ((table->needs & ~available) != 0) {
            continue;
        }
        ObjectLayout layout;
        ObjectDef object = make_object(*table, available, layout);
        if (!object.counters.empty()) {
            made.catalogue.objects.push_back(std::move(object));
            made.objects.push_back(std::move(layout));
        }
    }
    return made;
}

} // namespace pdh_shim::source::linux
