// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/supplied_counter.h"

#include "base/text.h"
#include "model/catalogue.h"

#include <mutex>
#include <utility>
#include <vector>

namespace pdh_shim::query {
namespace {

std::shared_ptr<const path::InstanceName> instance_of(const path::CounterPath& path) {
    return path.instance ? std::make_shared<const path::InstanceName>(*path.instance) : nullptr;
}

struct CounterWithSamples {
    CounterWithSamples(machine::CounterTarget target, const path::CounterPath& path, CounterSharing query,
        std::uint64_t number)
        : identity(std::make_shared<const CounterColumn>(std::move(target), std::move(query)),
              instance_of(path), path),
          samples(identity), counter(identity, samples, number, 0) {}

    const CounterIdentity identity;
    SuppliedSamples samples;
    Counter counter;
};

} // namespace

SuppliedSamples::SuppliedSamples(const CounterIdentity& counter)
    : SampleSource(samples_so_far), counter_(counter) {}

void SuppliedSamples::supply(const std::u16string& instance, const RawValue& value) {
    const std::u16string name = counter_.wildcard ? instance : counter_.instance_name();
    const std::scoped_lock lock(mutex_);
    const auto [place, is_first] = samples_.try_emplace(name, Supplied{Samples{value, std::nullopt}});
    if (!is_first) {
        Samples& samples = place->second.samples;
        samples.older = std::exchange(samples.newer, value);
        place->second.is_reset = false;
    }
    ++samples_so_far;
}

void SuppliedSamples::reset() {
    const std::scoped_lock lock(mutex_);
    for (auto& [name, supplied] : samples_) {
        supplied.is_reset = true;
    }
    ++samples_so_far;
}

std::optional<Samples> SuppliedSamples::newest() {
    const std::scoped_lock lock(mutex_);
    if (samples_.empty()) {
        return std::nullopt;
    }
    const Supplied& first = samples_.begin()->second;
    return first.is_reset ? Samples{{.sample = {.cstatus = Status::cstatus_invalid_data}}, std::nullopt}
                          : first.samples;
}

Result<std::vector<Item<Samples>>> SuppliedSamples::items() {
    std::vector<Item<Samples>> items;
    const std::scoped_lock lock(mutex_);
    for (const auto& [name, supplied] : samples_) {
        if (!supplied.is_reset) {
            items.push_back({name, supplied.samples});
        }
    }
    if (items.empty()) {
        return Status::no_data;
    }
    return items;
}

Result<std::shared_ptr<Counter>> make_supplied_counter(const std::u16string& local_machine,
    const path::CounterPath& path, const SuppliedDefinition& definition, CounterSharing query,
    std::uint64_t number) {
    const calc::TypeInfo* const type = calc::find_type(definition.type);
    if (type == nullptr || !type->displayable()) {
        return Status::function_not_found;
    }
    model::CounterDef counter;
    counter.name = path.counter;
    counter.type = definition.type;
    counter.default_scale = definition.default_scale;
    machine::CounterTarget target = machine::lone_target(nullptr,
        path.machine.empty() ? local_machine : path.machine, path, std::move(counter), definition.time_base);
    const auto made = std::make_shared<CounterWithSamples>(std::move(target), path, std::move(query), number);
    return std::shared_ptr<Counter>(made, &made->counter);
}

} // namespace pdh_shim::query
