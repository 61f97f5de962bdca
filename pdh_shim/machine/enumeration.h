// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "machine/data_source.h"
#include "model/catalogue.h"
#include "model/snapshot.h"
#include "path/counter_path.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::machine {

// Names are returned in the current language, and accepted in that or in English.

/// Names of the objects whose detail level is not above `detail` (a PERF_DETAIL_* value).
[[nodiscard]] std::vector<std::u16string> object_names(const Machine& machine, std::uint32_t detail);

/// Names of the counters that have a value (no bases) and are not above `detail`.
[[nodiscard]] std::vector<std::u16string> counter_names(
    const Machine& machine, ObjectRef object, std::uint32_t detail);

/// The instances that an object has now. Empty for an object without instances.
[[nodiscard]] Result<std::vector<path::InstanceName>> instances(const Machine& machine, ObjectRef object);

/// The same as a set, in which they are looked up.
[[nodiscard]] Result<std::shared_ptr<const model::InstanceSet>> instance_set(
    const Machine& machine, ObjectRef object);

/// The same with which of its counters each of them has: the status of the others is cstatus_no_instance.
[[nodiscard]] Result<model::ObjectSnapshot> instance_rows(const Machine& machine, ObjectRef object);

/// The name of the instance in a row, as paths have it.
[[nodiscard]] path::InstanceName instance_name(const model::InstanceSet& set, std::size_t row);

/// Names of the instances as `parent/name`, without `#n`: a name is listed as often as it occurs.
[[nodiscard]] std::vector<std::u16string> instance_names(const std::vector<path::InstanceName>& instances);

/// Whether a path names something that exists now.
/// @retval cstatus_no_instance the instance does not exist, or none matches its wildcard; also for the `*` of
///         an object without instances
/// @retval cstatus_bad_countername the object cannot have the instance of the path, see accepts_instance()
/// @retval see DataSource::machine(), resolve()
[[nodiscard]] Result<void> validate(DataSource& source, const path::CounterPath& given);

/// The parts of a path that are expanded.
struct ExpandOptions {
    bool counters = true;
    bool instances = true;
};

/// Most characters that the paths of an expansion have together, with their terminators.
inline constexpr std::uint64_t longest_expansion = std::uint64_t{1} << 26U;

/// The paths that a path with wildcards matches, each with the machine's name: for each instance, in the
/// order of model::InstanceSet::listed(), its counters. A path without wildcards means itself. A wildcard for
/// counters is matched with English names if no other match. Names that a path cannot contain
/// (path::can_be_taken_apart()) are left out. The list is empty if no instance matches.
/// @retval see DataSource::machine(); cstatus_no_object, cstatus_no_counter nothing of that name, or that
///         matches
/// @retval invalid_path the path has an instance and the object has none, not even for `*`; or the reverse
/// @retval memory_allocation_failure they have more than `longest_expansion` characters
[[nodiscard]] Result<std::vector<std::u16string>> expand(
    DataSource& source, const path::CounterPath& given, ExpandOptions options);

} // namespace pdh_shim::machine
