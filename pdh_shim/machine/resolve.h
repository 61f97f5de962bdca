// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "machine/machine.h"
#include "path/counter_path.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::machine {

/// A counter of a machine's catalogue, as resolve() finds it when a path is added.
struct ResolvedCounter {
    std::shared_ptr<const Machine> machine;
    ObjectRef object;
    std::uint32_t column = 0;
    /// A counter that its source cannot measure, whose column is then model::no_column; else null.
    std::shared_ptr<const model::CounterDef> unmeasured;

    [[nodiscard]] const model::ObjectDef& object_definition() const { return machine->definition(object); }
    [[nodiscard]] const model::CounterDef& definition() const {
        return unmeasured != nullptr ? *unmeasured : object_definition().counters[column];
    }
    /// The source of the counter, and the catalogue that it offered.
    [[nodiscard]] const ActiveSource& active_source() const { return machine->sources()[object.source]; }
    /// For display, in the language that was current when the counter was found.
    [[nodiscard]] const std::u16string& object_name() const { return machine->object_name(object); }
    [[nodiscard]] const std::u16string& name() const {
        const model::CounterDef* const only = unmeasured.get();
        return only != nullptr ? only->name : machine->counter_name(object, column);
    }
    [[nodiscard]] const std::u16string& help() const {
        const model::CounterDef* const only = unmeasured.get();
        return only != nullptr ? only->help : machine->counter_help(object, column);
    }
};

/// Whether a counter of an object has a displayed value: not a base or a text. PERF_DOUBLE_RAW is a type only
/// in logs.
[[nodiscard]] bool has_value(const model::ObjectDef& object, const model::CounterDef& counter) noexcept;

/// True for the number of a title in the place of an object's name: `\4\30`.
[[nodiscard]] bool is_title_number(std::u16string_view object);

/// The path with names: where the object is given by the number of its title, and no object has that name,
/// the counter may be given by its number too.
[[nodiscard]] path::CounterPath with_names(
    const Machine& machine, const path::CounterPath& path, NameLanguage which);

/// Finds the counter of a path on a machine; the machine in the path does not matter.
/// @retval cstatus_no_object, cstatus_no_counter nothing of that name
/// @retval function_not_found there is no calculation for the counter's type (bases, texts)
[[nodiscard]] Result<ResolvedCounter> resolve(const std::shared_ptr<const Machine>& machine,
    const path::CounterPath& path, NameLanguage which = NameLanguage::any);

/// Whether a counter of a part of an object (see Machine::with_completions()) is one that the object itself
/// lacks, or is the object's own.
[[nodiscard]] bool is_first_of_name(
    const Machine& machine, ObjectRef object, ObjectRef part, std::uint32_t column);

/// The columns of an object's counters that have a value and match a wildcard. It is matched with English
/// names if no other match.
[[nodiscard]] std::vector<std::uint32_t> matching_counters(const Machine& machine, ObjectRef object,
    std::u16string_view wildcard, NameLanguage which = NameLanguage::any);

/// The counters of a path, as resolve() finds them: one, or all that match a wildcard for the counter's name.
/// @retval cstatus_no_object, cstatus_no_counter, function_not_found see resolve(); nothing matches
[[nodiscard]] Result<std::vector<ResolvedCounter>> resolve_all(const std::shared_ptr<const Machine>& machine,
    const path::CounterPath& path, NameLanguage which = NameLanguage::any);

/// Makes a counter that no catalogue has, on a machine that has only this counter.
/// @param source    null if it has none
/// @param machine   the name, with or without backslashes
/// @param frequency ticks per second of the counter's clock; 0 = as its type says
[[nodiscard]] ResolvedCounter synthetic_counter(std::shared_ptr<model::Source> source,
    const std::u16string& machine, const path::CounterPath& path, model::CounterDef counter,
    std::int64_t frequency);

/// Whether an object can have the instance of a path. An object with instances needs a name or a wildcard,
/// unless a log has counters of it without one; an object without instances needs none, or `*`, which means
/// the object itself.
[[nodiscard]] bool accepts_instance(const model::ObjectDef& object, const path::CounterPath& path);

/// Whether a log has a counter of an instance in any record; none of other sources: there it may come.
/// @retval the status of a log that cannot be read
[[nodiscard]] Result<std::optional<bool>> is_recorded(
    const Machine& machine, ObjectRef object, std::uint32_t column, const path::InstanceName& instance);

/// The name of the row that the instance of a path means: of an object with instances the one without a name
/// is meant by no instance.
[[nodiscard]] std::optional<path::InstanceName> meant_instance(
    const model::ObjectDef& object, const std::optional<path::InstanceName>& given);

/// The instance as a path has it: none for the row without a name, see
/// model::ObjectDef::has_row_without_name.
[[nodiscard]] std::optional<path::InstanceName> shown_instance(
    const model::ObjectDef& object, const std::optional<path::InstanceName>& instance);

} // namespace pdh_shim::machine
