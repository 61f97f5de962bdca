// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/unmeasured.h"

#include "base/text.h"
#include "calc/counter_type.h"
#include "source/linux/all_objects.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace pdh_shim::source::linux {
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
constexpr Needs probed = needs::frequencies;

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
    if (row == table.counters.end() || (row->origin.others & probed) != 0) {
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
