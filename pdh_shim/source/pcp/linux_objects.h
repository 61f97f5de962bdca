// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"
#include "source/pcp/object_plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::pcp {

/// A metric with its sign.
struct MappedTerm {
    std::string_view metric;
    bool negative = false;
};

/// How the value of a counter, or its base, is made from metrics.
struct MappedValue {
    Unit unit = Unit::number;
    std::array<MappedTerm, 4> terms{};
    bool adds_time = false;
};

/// A counter of the Linux catalogue. The columns of both values have the same rule for `_Total`.
struct MappedCounter {
    std::u16string_view name;
    Summing total = Summing::sum;
    MappedValue value;
    MappedValue base{};
};

/// An object of the Linux catalogue.
struct MappedObject {
    std::u16string_view name;
    std::span<const MappedCounter> counters;
    std::string_view instances{}; ///< the metric that lists them
    NameInstance name_instance = nullptr;
    bool has_total = false;
    std::string_view names{};      ///< see ObjectPlan::name
    std::string_view identities{}; ///< see ObjectPlan::identity
    std::string_view prefix{};     ///< of the metrics of its counters
};

/// The object of this name; null if PCP has none of its counters.
[[nodiscard]] const MappedObject* find_linux_object(std::u16string_view name) noexcept;
/// All of them.
[[nodiscard]] std::span<const MappedObject> linux_objects() noexcept;

/// The names of all metrics that an object may be read from.
[[nodiscard]] std::vector<std::string> metrics_of(const MappedObject& object);

/// Whether an object keeps counters whose metrics a host lacks.
enum class CountersWithoutMetrics : std::uint8_t { left_out, kept };

/// The object with the counters whose metrics a host has, with units that can be scaled.
/// @param described the object of the Linux catalogue
/// @param known     the metrics that the host has
/// @return none if no counter is left
[[nodiscard]] std::optional<ObjectPlan> make_linux_object(const MappedObject& object,
    const model::ObjectDef& described, std::span<const Metric> known,
    CountersWithoutMetrics missing = CountersWithoutMetrics::left_out);

} // namespace pdh_shim::source::pcp
