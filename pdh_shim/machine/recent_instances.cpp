// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/recent_instances.h"

#include "machine/enumeration.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace pdh_shim::machine {
namespace {

/// Most names of an object that are remembered as absent.
constexpr std::size_t most_absent = 1000;

bool is_in(const model::InstanceSet& set, const path::InstanceName& instance) {
    return set.find(instance.parent, instance.name, instance.index).has_value();
}

} // namespace

bool RecentInstances::Listing::is_of_same_object(const Listing& other) const {
    const bool is_same_source = !source.owner_before(other.source) && !other.source.owner_before(source);
    return is_same_source && object == other.object;
}

Result<bool> RecentInstances::has(
    const Machine& machine, ObjectRef object, const path::InstanceName& instance) {
    Listing newest{.source = machine.sources()[object.source].source,
        .object = object.object,
        .time = clock_.now().perf_time,
        .instances = nullptr,
        .absent = {}};
    const std::optional<bool> is_known = listings_.with([&](Listings& listings) -> std::optional<bool> {
        const Listing* const known = find(listings, newest);
        if (known == nullptr) {
            return std::nullopt;
        }
        if (is_in(*known->instances, instance)) {
            return true;
        }
        if (std::ranges::find(known->absent, instance) != known->absent.end()) {
            return false;
        }
        newest.absent = known->absent;
        return std::nullopt;
    });
    if (is_known) {
        return *is_known;
    }
    PDH_SHIM_TRY(newest.instances, instance_set(machine, object)); // under no lock: it may call the program
    const bool is_present = is_in(*newest.instances, instance);
    std::erase_if(
        newest.absent, [&](const path::InstanceName& name) { return is_in(*newest.instances, name); });
    if (!is_present && newest.absent.size() < most_absent) {
        newest.absent.push_back(instance);
    }
    keep(std::move(newest));
    return is_present;
}

const RecentInstances::Listing* RecentInstances::find(const Listings& listings, const Listing& wanted) {
    const auto known = std::ranges::find_if(
        listings, [&](const Listing& listing) { return listing.is_of_same_object(wanted); });
    return known != listings.end() && wanted.time - known->time < lifetime ? &*known : nullptr;
}

void RecentInstances::keep(Listing newest) {
    listings_.with([&newest](Listings& listings) {
        const auto first = std::partition(listings.begin(), listings.end(), [&](const Listing& listing) {
            return !listing.source.expired() && !listing.is_of_same_object(newest);
        });
        Listings replaced(std::make_move_iterator(first), std::make_move_iterator(listings.end()));
        listings.erase(first, listings.end());
        listings.push_back(std::move(newest));
        return replaced;
    });
}

} // namespace pdh_shim::machine
