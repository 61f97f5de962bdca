// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/awaited_counter.h"

#include "model/log.h"

#include <utility>

namespace pdh_shim::query {
namespace {

// Until it is known, a counter has the type of values that need no calculation, as a log keeps them.
machine::CounterTarget awaited_target(
    std::shared_ptr<model::Source> computer, const path::CounterPath& path) {
    model::CounterDef counter;
    counter.name = path.counter;
    counter.type = model::displayed_value_type;
    machine::CounterTarget target =
        machine::lone_target(std::move(computer), path.machine, path, std::move(counter), 0);
    target.is_awaited = true;
    return target;
}

} // namespace

AwaitedSamples::AwaitedSamples(std::shared_ptr<const Feed> feed)
    : SampleSource(feed->sequence_number()), feed_(std::move(feed)), born_(sequence()) {}

void AwaitedSamples::set_found(std::shared_ptr<CollectedCounter> counter) {
    owned_ = std::move(counter);
    found_ = owned_.get();
}

// Between the answer of its computer and the next collect, the counter is known and has no sample.
std::optional<Samples> AwaitedSamples::newest() {
    if (CollectedCounter* const found = found_) {
        if (auto samples = found->samples.newest()) {
            samples->counter = &found->identity;
            return samples;
        }
    }
    const auto newest = feed_->newest().newer;
    if (newest == nullptr || newest->sequence <= born_) {
        return std::nullopt;
    }
    return Samples{{.sample = {.cstatus = status_}, .time_stamp = newest->local_time}, std::nullopt};
}

Result<std::vector<Item<Samples>>> AwaitedSamples::items() {
    CollectedCounter* const found = found_;
    const auto newest = this->newest();
    if (found == nullptr || !newest || newest->counter == nullptr) {
        return newest ? status_.load() : Status::no_data;
    }
    PDH_SHIM_TRY(auto items, found->samples.items());
    for (Item<Samples>& item : items) {
        item.value.counter = &found->identity;
    }
    return items;
}

AwaitedCounter::AwaitedCounter(std::shared_ptr<model::Source> computer, const path::CounterPath& path,
    machine::Names names, CounterSharing query, std::shared_ptr<const Feed> feed, std::uint64_t number,
    std::uintptr_t user_data)
    : computer(std::move(computer)), path(path), names(names),
      identity(std::make_shared<const CounterColumn>(awaited_target(this->computer, path), std::move(query)),
          path.instance ? std::make_shared<const path::InstanceName>(*path.instance) : nullptr, path),
      samples(std::move(feed)), counter(identity, samples, number, user_data) {}

} // namespace pdh_shim::query
