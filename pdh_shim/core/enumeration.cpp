#include "core/enumeration.h"

#include "base/text.h"
#include "calc/counter_type.h"
#include "core/counter_target.h"
#include "path/wildcard.h"

#include <algorithm>

namespace pdh_shim::core {
namespace {

bool has_value(const model::CounterDef& counter) {
    const calc::TypeInfo* const type = calc::find_type(counter.type);
    return type != nullptr && type->displayable();
}

bool matches(const path::InstanceName& pattern, const path::InstanceName& instance) {
    return path::matches(pattern, instance.parent, instance.name, instance.index);
}

Result<std::shared_ptr<const model::InstanceSet>> instance_set(const Machine& machine, ObjectRef object) {
    model::ObjectSnapshot snapshot;
    PDH_SHIM_CHECK(machine.sources()[object.source].source->enumerate(object.object, snapshot));
    snapshot.publish(nullptr);
    return snapshot.instances();
}

Result<void> present(bool exists) {
    if (!exists) {
        return Status::cstatus_no_instance;
    }
    return outcome::success();
}

template <class Matches>
std::vector<std::u16string> counters_matching(
    const Machine& machine, ObjectRef object, const Matches& matches) {
    const auto& counters = machine.definition(object).counters;
    std::vector<std::u16string> names;
    for (std::uint32_t column = 0; column < counters.size(); ++column) {
        if (has_value(counters[column]) && matches(column)) {
            names.push_back(machine.counter_name(object, column));
        }
    }
    return names;
}

Result<std::vector<std::u16string>> expand_counter(
    const Machine& machine, ObjectRef object, const std::u16string& pattern) {
    const model::ObjectDef& definition = machine.definition(object);
    if (!path::has_wildcard(pattern)) {
        const auto column = machine.find_counter(object, pattern);
        if (!column || !has_value(definition.counters[*column])) {
            return Status::cstatus_no_counter;
        }
        return std::vector{machine.counter_name(object, *column)};
    }
    auto names = counters_matching(machine, object,
        [&](std::uint32_t column) { return path::matches(pattern, machine.counter_name(object, column)); });
    if (names.empty()) {
        names = counters_matching(machine, object,
            [&](std::uint32_t column) { return path::matches(pattern, definition.counters[column].name); });
    }
    return names;
}

Result<std::vector<std::optional<path::InstanceName>>> expand_instance(
    const Machine& machine, ObjectRef object, const std::optional<path::InstanceName>& pattern) {
    std::vector<std::optional<path::InstanceName>> expanded;
    if (machine.definition(object).instances == model::Instances::none) {
        expanded.emplace_back(); // a `*` means no instance there
        return expanded;
    }
    if (!path::has_wildcard(*pattern)) {
        expanded.push_back(pattern);
        return expanded;
    }
    PDH_SHIM_TRY(const auto all, instances(machine, object));
    for (const path::InstanceName& instance : all) {
        if (matches(*pattern, instance)) {
            expanded.emplace_back(instance);
        }
    }
    return expanded;
}

/// Characters of all the paths, terminators included, before any is made: a few hundred counters and
/// instances with long names would take more memory than there is.
std::uint64_t expansion_length(path::CounterPath path, const std::vector<std::u16string>& counters,
    const std::vector<std::optional<path::InstanceName>>& instances) {
    std::uint64_t without_counters = 0;
    for (const auto& instance : instances) {
        path.instance = instance;
        without_counters += path::make_counter_path(path).size() + 1;
    }
    std::uint64_t length = 0;
    for (const std::u16string& counter : counters) {
        length += without_counters + instances.size() * counter.size();
    }
    return length;
}

} // namespace

std::vector<std::u16string> object_names(const Machine& machine, std::uint32_t detail) {
    std::vector<std::u16string> names;
    for (const ObjectRef object : machine.objects()) {
        if (static_cast<std::uint32_t>(machine.definition(object).detail) <= detail) {
            names.push_back(machine.object_name(object));
        }
    }
    return names;
}

std::vector<std::u16string> counter_names(const Machine& machine, ObjectRef object, std::uint32_t detail) {
    const auto& counters = machine.definition(object).counters;
    return counters_matching(machine, object,
        [&](std::uint32_t column) { return static_cast<std::uint32_t>(counters[column].detail) <= detail; });
}

Result<std::vector<path::InstanceName>> instances(const Machine& machine, ObjectRef object) {
    std::vector<path::InstanceName> result;
    if (machine.definition(object).instances == model::Instances::none) {
        return result;
    }
    PDH_SHIM_TRY(const auto set, instance_set(machine, object));
    for (std::size_t row = 0; row < set->instances().size(); ++row) {
        const model::Instance& instance = set->instances()[row];
        result.push_back({instance.parent, instance.name, set->duplicate_index(row)});
    }
    return result;
}

std::vector<std::u16string> instance_names(const std::vector<path::InstanceName>& instances) {
    std::vector<std::u16string> names;
    names.reserve(instances.size());
    for (const path::InstanceName& instance : instances) {
        names.push_back(path::make_instance_name({instance.parent, instance.name, 0}));
    }
    return names;
}

Result<void> validate(DataSource& source, const path::CounterPath& path) {
    PDH_SHIM_TRY(const auto machine, source.machine(path.machine));
    PDH_SHIM_TRY(const auto target, resolve(machine, path));
    if (!accepts_instance(target.object_definition(), path)) {
        return Status::cstatus_bad_countername;
    }
    if (target.object_definition().instances == model::Instances::none) {
        return outcome::success();
    }
    if (path::has_wildcard(*path.instance)) {
        PDH_SHIM_TRY(const auto matching, expand_instance(*machine, target.object, path.instance));
        return present(!matching.empty());
    }
    PDH_SHIM_TRY(const auto set, instance_set(*machine, target.object));
    return present(set->find(path.instance->parent, path.instance->name, path.instance->index).has_value());
}

Result<std::vector<std::u16string>> expand(
    DataSource& source, const path::CounterPath& path, ExpandOptions options) {
    PDH_SHIM_TRY(const auto found, source.machine(path.machine));
    const Machine& machine = *found;
    const auto object = machine.find_object(path.object);
    if (!object) {
        return Status::cstatus_no_object;
    }
    const model::ObjectDef& definition = machine.definition(*object);
    if (!accepts_instance(definition, path)) {
        return Status::invalid_path;
    }
    std::vector<std::u16string> counters{path.counter};
    std::vector<std::optional<path::InstanceName>> expanded{path.instance};
    if (options.counters) {
        PDH_SHIM_TRY(counters, expand_counter(machine, *object, path.counter));
    }
    if (options.instances) {
        PDH_SHIM_TRY(expanded, expand_instance(machine, *object, path.instance));
    }
    path::CounterPath whole{machine.name(), machine.object_name(*object), {}, {}};
    if (expansion_length(whole, counters, expanded) > longest_expansion) {
        return Status::memory_allocation_failure;
    }
    std::vector<std::u16string> paths;
    paths.reserve(counters.size() * expanded.size());
    for (const std::u16string& counter : counters) {
        whole.counter = counter;
        for (const auto& instance : expanded) {
            whole.instance = instance;
            std::u16string text = path::make_counter_path(whole);
            if (path::can_be_taken_apart(text, whole)) {
                paths.push_back(std::move(text));
            }
        }
    }
    return paths;
}

} // namespace pdh_shim::core
