// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/enumeration.h"

#include "base/text.h"
#include "base/trace.h"
#include "machine/resolve.h"
#include "path/wildcard.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace pdh_shim::machine {
namespace {

bool matches(const path::InstanceName& pattern, const path::InstanceName& instance) {
    return path::matches(pattern, instance.parent, instance.name, instance.index);
}

// The columns of a counter, or of those that match.
std::vector<std::uint32_t> expand_counter(
    const Machine& machine, ObjectRef object, const std::u16string& pattern) {
    const model::ObjectDef& definition = machine.definition(object);
    if (!path::has_wildcard(pattern)) {
        const auto column = machine.find_counter(object, pattern);
        if (!column || !has_value(definition, definition.counters[*column])) {
            return {};
        }
        return {*column};
    }
    return matching_counters(machine, object, pattern);
}

// An instance that a path is made for, if any.
struct ExpandedInstance {
    std::optional<path::InstanceName> name;
    std::optional<std::size_t> row; // of the object's instances
};

// The instances that a path means, and the rows that say which counters they have.
struct ExpandedInstances {
    std::vector<ExpandedInstance> instances;
    model::ObjectSnapshot rows;

    [[nodiscard]] bool has(const ExpandedInstance& instance, std::optional<std::uint32_t> column) const {
        return !instance.row || !column || rows.status(*instance.row, *column) != Status::cstatus_no_instance;
    }
};

Result<ExpandedInstances> expand_instance(
    const Machine& machine, ObjectRef object, const std::optional<path::InstanceName>& pattern) {
    ExpandedInstances expanded;
    if (machine.definition(object).instances == model::Instances::none) {
        expanded.instances.emplace_back();
        return expanded;
    }
    if (!pattern || !path::has_wildcard(*pattern)) {
        expanded.instances.push_back({pattern, std::nullopt});
        return expanded;
    }
    PDH_SHIM_TRY(expanded.rows, instance_rows(machine, object));
    const model::InstanceSet& set = *expanded.rows.instances();
    for (const std::size_t row : set.listed()) {
        const path::InstanceName name = instance_name(set, row);
        if (matches(*pattern, name)) {
            expanded.instances.push_back({shown_instance(machine.definition(object), name), row});
        }
    }
    return expanded;
}

// A counter that a path is made for: its name, and its column if it was looked up.
struct ExpandedCounter {
    std::u16string name;
    std::optional<std::uint32_t> column;
};

/// Characters of all the paths, terminators included, before any is made: a few hundred counters and
/// instances with long names would take more memory than there is.
std::uint64_t expansion_length(path::CounterPath path, const std::vector<ExpandedCounter>& counters,
    const std::vector<ExpandedInstance>& instances) {
    std::uint64_t without_counters = 0;
    for (const ExpandedInstance& instance : instances) {
        path.instance = instance.name;
        without_counters += path::make_counter_path(path).size() + 1;
    }
    std::uint64_t length = 0;
    for (const ExpandedCounter& counter : counters) {
        length += without_counters + instances.size() * counter.name.size();
    }
    return length;
}

Result<std::vector<ExpandedCounter>> counters_to_expand(
    const Machine& machine, ObjectRef object, const path::CounterPath& path, ExpandOptions options) {
    std::vector<ExpandedCounter> counters;
    if (!options.counters) {
        counters.push_back({path.counter, std::nullopt});
        return counters;
    }
    for (const ObjectRef part : machine.with_completions(object)) {
        for (const std::uint32_t column : expand_counter(machine, part, path.counter)) {
            if (is_first_of_name(machine, object, part, column)) {
                counters.push_back({machine.counter_name(part, column),
                    part == object ? std::optional(column) : std::nullopt});
            }
        }
    }
    if (!counters.empty()) {
        return counters;
    }
    // A name in full stands for itself, as in any path; a wildcard matches no such counter.
    const bool is_known = path::has_wildcard(path.counter) || machine.find_counter(object, path.counter);
    const auto unmeasured = is_known ? std::nullopt : machine.find_unmeasured(object, path.counter);
    if (!unmeasured) {
        return Status::cstatus_no_counter;
    }
    counters.push_back({unmeasured->name, std::nullopt});
    return counters;
}

Result<ExpandedInstances> instances_to_expand(
    const Machine& machine, ObjectRef object, const path::CounterPath& path, ExpandOptions options) {
    if (!options.instances) {
        return ExpandedInstances{{{path.instance, std::nullopt}}, {}};
    }
    return expand_instance(machine, object, path.instance);
}

/// Removes the counters that a log does not have of the one instance that a path names.
Result<void> remove_unrecorded(const Machine& machine, ObjectRef object, const path::CounterPath& path,
    std::vector<ExpandedCounter>& counters) {
    const path::InstanceName instance = path.instance.value_or(path::InstanceName());
    if (!path::has_wildcard(path.counter) || path::has_wildcard(instance)) {
        return outcome::success();
    }
    std::vector<ExpandedCounter> recorded;
    for (ExpandedCounter& counter : counters) {
        std::optional<bool> is_there;
        if (counter.column) {
            PDH_SHIM_TRY(is_there, is_recorded(machine, object, *counter.column, instance));
        }
        if (is_there != false) {
            recorded.push_back(std::move(counter));
        }
    }
    counters = std::move(recorded);
    return outcome::success();
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
    std::vector<std::u16string> names;
    for (const ObjectRef part : machine.with_completions(object)) {
        const model::ObjectDef& definition = machine.definition(part);
        const auto& counters = definition.counters;
        for (std::uint32_t column = 0; column < counters.size(); ++column) {
            if (has_value(definition, counters[column]) &&
                static_cast<std::uint32_t>(counters[column].detail) <= detail &&
                is_first_of_name(machine, object, part, column)) {
                names.push_back(machine.counter_name(part, column));
            }
        }
    }
    return names;
}

Result<model::ObjectSnapshot> instance_rows(const Machine& machine, ObjectRef object) {
    model::ObjectSnapshot snapshot;
    if (const auto listed = machine.sources()[object.source].source->enumerate(object.object, snapshot);
        !listed) {
        return trace::report_reason(listed.error());
    }
    snapshot.publish(nullptr);
    return snapshot;
}

path::InstanceName instance_name(const model::InstanceSet& set, std::size_t row) {
    const model::Instance& instance = set.instances()[row];
    return {instance.parent, instance.name, set.duplicate_index(row)};
}

Result<std::shared_ptr<const model::InstanceSet>> instance_set(const Machine& machine, ObjectRef object) {
    PDH_SHIM_TRY(const model::ObjectSnapshot rows, instance_rows(machine, object));
    return rows.instances();
}

Result<std::vector<path::InstanceName>> instances(const Machine& machine, ObjectRef object) {
    std::vector<path::InstanceName> result;
    if (machine.definition(object).instances == model::Instances::none) {
        return result;
    }
    PDH_SHIM_TRY(const auto set, instance_set(machine, object));
    for (std::size_t row = 0; row < set->instances().size(); ++row) {
        result.push_back(instance_name(*set, row));
    }
    return result;
}

std::vector<std::u16string> instance_names(const std::vector<path::InstanceName>& instances) {
    std::vector<std::u16string> names;
    names.reserve(instances.size());
    for (const path::InstanceName& instance : instances) {
        if (instance != path::InstanceName()) { // it would end a list
            names.push_back(path::make_instance_name({instance.parent, instance.name, 0}));
        }
    }
    return names;
}

Result<void> validate(DataSource& source, const path::CounterPath& given) {
    PDH_SHIM_TRY(const auto machine, source.machine_with(given.machine, given.object));
    const path::CounterPath path = with_names(*machine, given, NameLanguage::any);
    PDH_SHIM_TRY(const auto all_found, resolve_all(machine, path));
    const ResolvedCounter& found = all_found.front();
    if (!accepts_instance(found.object_definition(), path)) {
        return Status::cstatus_bad_countername;
    }
    if (found.object_definition().instances == model::Instances::none) {
        // Seen on Windows: programs take success as proof that the object has instances.
        return success_if(!path.instance, Status::cstatus_no_instance);
    }
    const path::InstanceName instance = path.instance.value_or(path::InstanceName());
    if (path::has_wildcard(instance)) {
        PDH_SHIM_TRY(const auto matching, expand_instance(*machine, found.object, path.instance));
        const auto has_some = [&](const ResolvedCounter& one) {
            const auto column = one.unmeasured == nullptr ? std::optional(one.column) : std::nullopt;
            return std::ranges::any_of(matching.instances,
                [&](const ExpandedInstance& instance) { return matching.has(instance, column); });
        };
        return success_if(std::ranges::any_of(all_found, has_some), Status::cstatus_no_instance);
    }
    std::optional<bool> recorded;
    for (const ResolvedCounter& one : all_found) {
        PDH_SHIM_TRY(recorded, is_recorded(*machine, one.object, one.column, instance));
        if (recorded != false) {
            break;
        }
    }
    if (recorded) {
        return success_if(*recorded, Status::cstatus_no_instance);
    }
    PDH_SHIM_TRY(const bool exists, source.recent_instances().has(*machine, found.object, instance));
    return success_if(exists, Status::cstatus_no_instance);
}

Result<std::vector<std::u16string>> expand(
    DataSource& source, const path::CounterPath& given, ExpandOptions options) {
    PDH_SHIM_TRY(const auto found, source.machine_with(given.machine, given.object));
    const Machine& machine = *found;
    const path::CounterPath path = with_names(machine, given, NameLanguage::any);
    const auto object = machine.find_object(path.object);
    if (!object) {
        return Status::cstatus_no_object;
    }
    const model::ObjectDef& definition = machine.definition(*object);
    const bool has_stray_instance = path.instance && definition.instances == model::Instances::none;
    if (has_stray_instance || !accepts_instance(definition, path)) {
        return Status::invalid_path;
    }
    PDH_SHIM_TRY(auto counters, counters_to_expand(machine, *object, path, options));
    PDH_SHIM_CHECK(remove_unrecorded(machine, *object, path, counters));
    PDH_SHIM_TRY(const auto expanded, instances_to_expand(machine, *object, path, options));
    // What has two backslashes behind its computer comes back so, and with the name as it was given.
    path::CounterPath whole{given.machine.ends_with(u'\\') ? given.machine : machine.name(),
        machine.object_name(*object), {}, {}};
    if (expansion_length(whole, counters, expanded.instances) > longest_expansion) {
        return Status::memory_allocation_failure;
    }
    std::vector<std::u16string> paths;
    paths.reserve(counters.size() * expanded.instances.size());
    for (const ExpandedInstance& instance : expanded.instances) {
        whole.instance = instance.name;
        for (const ExpandedCounter& counter : counters) {
            whole.counter = counter.name;
            std::u16string text = path::make_counter_path(whole);
            if (expanded.has(instance, counter.column) && path::can_be_taken_apart(text, whole)) {
                paths.push_back(std::move(text));
            }
        }
    }
    return paths;
}

} // namespace pdh_shim::machine
