// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/awaited_samples.h"

#include "model/log.h"

#include <utility>

namespace pdh_shim::query {

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

} // namespace pdh_shim::query
