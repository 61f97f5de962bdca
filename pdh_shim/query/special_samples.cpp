// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/special_samples.h"

#include "base/text.h"
#include "model/catalogue.h"
#include "model/log.h"
#include "path/wildcard.h"

#include <mutex>

namespace pdh_shim::query {

GroupedSamples::GroupedSamples(Counters counters)
    : counters_(std::move(counters)), cursors_(counters_.size()) {
    for (Cursor& cursor : cursors_) {
        cursor.born = sequence();
    }
}

std::optional<RawValue> GroupedSamples::initial(const Counter& /*counter*/) const {
    return counters_.front()->samples()->initial(*counters_.front());
}

std::optional<SamplePair> GroupedSamples::newest(const Counter& /*counter*/, Cursor& /*cursor*/) {
    return counters_.front()->samples()->newest(*counters_.front(), cursors_.front());
}

Result<std::vector<Item<SamplePair>>> GroupedSamples::items(const Counter& /*counter*/, Cursor& /*cursor*/) {
    std::vector<Item<SamplePair>> items;
    Status failure = Status::success;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
        const Counter& counter = *counters_[i];
        auto own = counter.samples()->items(counter, cursors_[i]);
        if (!own) {
            failure = failure == Status::success ? own.error() : failure;
            continue;
        }
        for (Item<SamplePair>& item : own.value()) {
            std::u16string name = item.name.empty() ? item.name : item.name + u'\\';
            name += counter.column().found.name();
            item.value.column = &counter.column();
            items.push_back({std::move(name), item.value});
        }
    }
    if (items.empty()) {
        return failure;
    }
    return items;
}

AwaitedSamples::AwaitedSamples(std::shared_ptr<model::Source> computer, path::CounterPath path,
    machine::NameLanguage names, std::shared_ptr<CollectedSamples> collected)
    : computer(std::move(computer)), path(std::move(path)), names(names), collected_(std::move(collected)) {}

// Until it is known, a counter has the type of values that need no calculation, as a log keeps them.
machine::ResolvedCounter AwaitedSamples::definition() const {
    model::CounterDef counter;
    counter.name = path.counter;
    counter.type = model::displayed_value_type;
    return machine::synthetic_counter(computer, path.machine, path, std::move(counter), 0);
}

std::optional<SamplePair> AwaitedSamples::newest(const Counter& /*counter*/, Cursor& cursor) {
    const auto newest = collected_->newest().newer;
    if (newest == nullptr || newest->sequence <= cursor.born) {
        return std::nullopt;
    }
    return SamplePair{{.sample = {.cstatus = status_}, .time_stamp = newest->local_time}, std::nullopt};
}

Result<std::vector<Item<SamplePair>>> AwaitedSamples::items(const Counter& counter, Cursor& cursor) {
    return newest(counter, cursor) ? status_.load() : Status::no_data;
}

namespace {

std::optional<std::u16string> only_name(const path::InstanceName* instance) {
    if (instance == nullptr) {
        return std::u16string();
    }
    return path::has_wildcard(*instance) ? std::nullopt : std::optional(display_name(*instance));
}

} // namespace

SuppliedSamples::SuppliedSamples(const path::InstanceName* instance) : only_name_(only_name(instance)) {}

void SuppliedSamples::supply(const std::u16string& instance, const RawValue& value) {
    const std::u16string name = only_name_.value_or(instance);
    const std::scoped_lock lock(mutex_);
    const auto [place, is_first] = samples_.try_emplace(name, Supplied{SamplePair{value, std::nullopt}});
    if (!is_first) {
        SamplePair& samples = place->second.samples;
        samples.older = std::exchange(samples.newer, value);
        place->second.is_reset = false;
    }
    ++sequence_;
}

void SuppliedSamples::reset() {
    const std::scoped_lock lock(mutex_);
    for (auto& [name, supplied] : samples_) {
        supplied.is_reset = true;
    }
    ++sequence_;
}

std::optional<SamplePair> SuppliedSamples::newest(const Counter& /*counter*/, Cursor& /*cursor*/) {
    const std::scoped_lock lock(mutex_);
    if (samples_.empty()) {
        return std::nullopt;
    }
    const Supplied& first = samples_.begin()->second;
    return first.is_reset ? SamplePair{{.sample = {.cstatus = Status::cstatus_invalid_data}}, std::nullopt}
                          : first.samples;
}

Result<std::vector<Item<SamplePair>>> SuppliedSamples::items(const Counter& /*counter*/, Cursor& /*cursor*/) {
    std::vector<Item<SamplePair>> items;
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
    const path::CounterPath& path, const SuppliedDefinition& definition, QueryContext context) {
    const calc::TypeInfo* const type = calc::find_type(definition.type);
    if (type == nullptr || !type->displayable()) {
        return Status::function_not_found;
    }
    model::CounterDef counter;
    counter.name = path.counter;
    counter.type = definition.type;
    counter.default_scale = definition.default_scale;
    const auto instance =
        path.instance ? std::make_shared<const path::InstanceName>(*path.instance) : nullptr;
    const auto column = std::make_shared<const Column>(
        machine::synthetic_counter(nullptr, path.machine.empty() ? local_machine : path.machine, path,
            std::move(counter), definition.time_base),
        0, std::make_shared<SuppliedSamples>(instance.get()), std::move(context));
    return std::make_shared<Counter>(column, instance, path, 0);
}

} // namespace pdh_shim::query
