// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/awaited_samples.h"

#include "model/log.h"

#include <utility>

namespace pdh_shim::query {

AwaitedSamples::AwaitedSamples(std::shared_ptr<model::Source> computer, path::CounterPath path,
    machine::NameLanguage names, std::shared_ptr<CollectedSamples> collected)
    : Samples(SampleOrigin::awaited), computer(std::move(computer)), path(std::move(path)), names(names),
      collected_(std::move(collected)) {}

// Until it is known, a counter has the type of values that need no calculation, as a log keeps them.
machine::ResolvedCounter AwaitedSamples::known() const {
    model::CounterDef counter;
    counter.name = path.counter;
    counter.type = model::displayed_value_type;
    return machine::synthetic_counter(computer, path.machine, path, std::move(counter), 0);
}

void AwaitedSamples::set_found(std::shared_ptr<Counter> counter) {
    found_cursor_.born = sequence();
    owned_ = std::move(counter);
    found_ = owned_.get();
}

std::span<const std::shared_ptr<Counter>> AwaitedSamples::collected_counters() const noexcept {
    return {&owned_, found_ == nullptr ? std::size_t{0} : std::size_t{1}};
}

// Between the answer of its computer and the next collect, the counter is known and has no sample.
std::optional<SamplePair> AwaitedSamples::newest(const Counter& /*counter*/, Cursor& cursor) {
    if (const Counter* const found = found_) {
        if (auto samples = collected_->newest(*found, found_cursor_)) {
            samples->column = &found->column();
            return samples;
        }
    }
    const auto newest = collected_->newest().newer;
    if (newest == nullptr || newest->sequence <= cursor.born) {
        return std::nullopt;
    }
    return SamplePair{{.sample = {.cstatus = status_}, .time_stamp = newest->local_time}, std::nullopt};
}

Result<std::vector<Item<SamplePair>>> AwaitedSamples::items(const Counter& counter, Cursor& cursor) {
    const Counter* const found = found_;
    const auto newest = this->newest(counter, cursor);
    if (found == nullptr || !newest || newest->column == nullptr) {
        return newest ? status_.load() : Status::no_data;
    }
    PDH_SHIM_TRY(auto items, collected_->items(*found, found_cursor_));
    for (Item<SamplePair>& item : items) {
        item.value.column = &found->column();
    }
    return items;
}

} // namespace pdh_shim::query
