// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/data_source.h"

#include "machine/enumeration.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace pdh_shim::machine {
namespace {

/// Most names of an object that are remembered as absent.
constexpr std::size_t most_absent = 1000;

bool is_in(const model::InstanceSet& set, const path::InstanceName& instance) {
    return set.find(instance.parent, instance.name, instance.index).has_value();
}

} // namespace

Result<bool> RecentInstances::has(
    const Machine& machine, ObjectRef object, const path::InstanceName& instance) {
    const std::shared_ptr<model::Source>& source = machine.sources()[object.source].source;
    const std::pair key(source.get(), object.object);
    const std::int64_t now = clock_.now().perf_time;
    const auto is_known = listings_.with([&](Listings& listings) -> std::optional<bool> {
        std::erase_if(listings, [now](const auto& entry) {
            return now - entry.second.time >= lifetime || entry.second.source.expired();
        });
        const auto known = listings.find(key);
        if (known == listings.end()) {
            return std::nullopt;
        }
        if (is_in(*known->second.instances, instance)) {
            return true;
        }
        const auto& absent = known->second.absent;
        return std::ranges::find(absent, instance) != absent.end() ? std::optional(false) : std::nullopt;
    });
    if (is_known) {
        return *is_known;
    }
    PDH_SHIM_TRY(auto instances, instance_set(machine, object)); // under no lock: it may call the program
    const bool is_present = is_in(*instances, instance);
    listings_.with([&](Listings& listings) {
        Listing& newest = listings[key];
        newest.source = source;
        newest.time = now;
        newest.instances.swap(instances); // the older one ends after the lock
        if (!is_present && newest.absent.size() < most_absent) {
            newest.absent.push_back(instance);
        }
    });
    return is_present;
}

} // namespace pdh_shim::machine
