// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/resolve.h"

#include "base/text.h"
#include "base/trace.h"
#include "calc/counter_type.h"
#include "path/wildcard.h"

#include <utility>

namespace pdh_shim::machine {

bool has_value(const model::ObjectDef& object, const model::CounterDef& counter) noexcept {
    const calc::TypeInfo* const type = calc::find_type(counter.type);
    return type != nullptr && type->displayable() &&
           (object.has_whole_samples || type->formula != calc::Formula::displayed);
}

bool is_first_of_name(const Machine& machine, ObjectRef object, ObjectRef part, std::uint32_t column) {
    return part == object || !machine.find_counter(object, machine.definition(part).counters[column].name,
                                 NameLanguage::english);
}

bool is_title_number(std::u16string_view object) {
    return parse_decimal(object).has_value();
}

path::CounterPath with_names(const Machine& machine, const path::CounterPath& path, NameLanguage which) {
    path::CounterPath named = path;
    if (!is_title_number(path.object) || machine.find_object(path.object, which)) {
        return named;
    }
    const auto replace = [&](std::u16string& name) {
        const auto number = parse_decimal(name);
        const auto title = number ? machine.title(*number, which) : std::nullopt;
        name = title.value_or(name);
    };
    replace(named.object);
    replace(named.counter);
    return named;
}

Result<ResolvedCounter> resolve(
    const std::shared_ptr<const Machine>& machine, const path::CounterPath& path, NameLanguage which) {
    const auto object = machine->find_object(path.object, which);
    if (!object) {
        return Status::cstatus_no_object;
    }
    for (const ObjectRef part : machine->with_completions(*object)) {
        if (const auto column = machine->find_counter(part, path.counter, which)) {
            ResolvedCounter found{machine, part, *column, nullptr};
            if (!has_value(found.object_definition(), found.definition())) {
                return Status::function_not_found;
            }
            return found;
        }
    }
    auto unmeasured = machine->find_unmeasured(*object, path.counter, which);
    if (!unmeasured) {
        return Status::cstatus_no_counter;
    }
    return ResolvedCounter{machine, *object, model::no_column,
        std::make_shared<const model::CounterDef>(std::move(*unmeasured))};
}

std::vector<std::uint32_t> matching_counters(
    const Machine& machine, ObjectRef object, std::u16string_view wildcard, NameLanguage which) {
    const model::ObjectDef& definition = machine.definition(object);
    const auto& counters = definition.counters;
    const auto find = [&](const auto& name_of) {
        std::vector<std::uint32_t> columns;
        for (std::uint32_t column = 0; column < counters.size(); ++column) {
            if (has_value(definition, counters[column]) && path::matches(wildcard, name_of(column))) {
                columns.push_back(column);
            }
        }
        return columns;
    };
    std::vector<std::uint32_t> columns;
    if (which == NameLanguage::any) {
        columns = find([&](std::uint32_t column) { return machine.counter_name(object, column); });
    }
    if (columns.empty()) {
        columns = find([&](std::uint32_t column) { return counters[column].name; });
    }
    return columns;
}

Result<std::vector<ResolvedCounter>> resolve_all(
    const std::shared_ptr<const Machine>& machine, const path::CounterPath& path, NameLanguage which) {
    auto only = resolve(machine, path, which);
    if (only) {
        return std::vector{std::move(only).value()};
    }
    if (only.error() != Status::cstatus_no_counter || !path::has_wildcard(path.counter)) {
        return only.error();
    }
    const ObjectRef object = *machine->find_object(path.object, which);
    std::vector<ResolvedCounter> found;
    for (const ObjectRef part : machine->with_completions(object)) {
        for (const std::uint32_t column : matching_counters(*machine, part, path.counter, which)) {
            if (is_first_of_name(*machine, object, part, column)) {
                found.push_back({machine, part, column, nullptr});
            }
        }
    }
    if (found.empty()) {
        return Status::cstatus_no_counter;
    }
    return found;
}

ResolvedCounter synthetic_counter(std::shared_ptr<model::Source> source, const std::u16string& machine,
    const path::CounterPath& path, model::CounterDef counter, std::int64_t frequency) {
    model::ObjectDef object;
    object.name = path.object;
    object.instances = path.instance ? model::Instances::multi : model::Instances::none;
    object.counters.push_back(std::move(counter));
    object.columns = 1;
    object.object_freq = frequency;
    auto catalogue = std::make_shared<model::Catalogue>();
    catalogue->objects.push_back(std::move(object));
    catalogue->perf_freq = frequency;
    catalogue->default_scale_applies = false;
    std::vector<ActiveSource> sources{{std::move(source), std::move(catalogue)}};
    ResolvedCounter found;
    found.machine = std::make_shared<const Machine>(
        [name = std::u16string(path::without_backslashes(machine))] { return name; }, std::move(sources));
    return found;
}

bool accepts_instance(const model::ObjectDef& object, const path::CounterPath& path) {
    if (object.instances == model::Instances::multi) {
        return path.instance.has_value() || object.has_row_without_name;
    }
    return !path.instance || *path.instance == path::InstanceName{{}, u"*", 0};
}

Result<std::optional<bool>> is_recorded(
    const Machine& machine, ObjectRef object, std::uint32_t column, const path::InstanceName& instance) {
    const auto recorded = machine.sources()[object.source].source->is_recorded(
        object.object, column, instance.parent, instance.name, instance.index);
    if (!recorded) {
        return trace::report_reason(recorded.error());
    }
    return recorded.value();
}

std::optional<path::InstanceName> meant_instance(
    const model::ObjectDef& object, const std::optional<path::InstanceName>& given) {
    const bool is_nameless = object.instances == model::Instances::multi && !given;
    return is_nameless ? path::InstanceName() : given;
}

std::optional<path::InstanceName> shown_instance(
    const model::ObjectDef& object, const std::optional<path::InstanceName>& instance) {
    const bool is_nameless = object.has_row_without_name && instance == path::InstanceName();
    return is_nameless ? std::nullopt : instance;
}

} // namespace pdh_shim::machine
