// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/key_objects.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::block {
namespace {

// For the log of failures: all of an answer. Objects have their title indexes.
constexpr std::uint32_t whole_answer = 0;

bool is_asked(const KeySample& sample, const ObjectBytes& object) {
    return sample.asked.empty() || std::ranges::find(sample.asked, object.title_index) != sample.asked.end();
}

} // namespace

Result<BlockHeader, Failure> KeySample::find_objects(std::size_t count) {
    objects.clear();
    return objects.add_block(std::span(bytes).first(std::min(count, bytes.size())));
}

void KeyObjects::learn(KeySample& sample, const BlockHeader& header) {
    schema_.set_perf_freq(header.perf_freq);
    sample.refused.clear();
    for (const ObjectBytes& object : sample.objects.objects()) {
        if (sample.objects.find(object.title_index) != &object || !is_asked(sample, object)) {
            continue;
        }
        if (auto learnt = schema_.learn(object); !learnt) {
            sample.refused.push_back(object.title_index);
            refuse(object.title_index, std::move(learnt).error());
        }
    }
}

bool KeyObjects::knows(const KeySample& sample) const {
    return std::ranges::all_of(sample.objects.objects(),
        [&](const ObjectBytes& object) { return !is_asked(sample, object) || schema_.knows(object); });
}

void KeyObjects::read(KeySample& sample, const BlockHeader& header,
    const std::shared_ptr<const model::Catalogue>& catalogue, std::span<const model::ObjectRequest> requests,
    model::Snapshot& snapshot) {
    failures_.is_well(whole_answer);
    snapshot.take_clocks(header);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!read_object(sample, catalogue, requests[i], header.perf_time, snapshot.objects[i])) {
            model::mark_unread(requests[i], snapshot.objects[i]);
        }
    }
}

void KeyObjects::report(const Failure& failure) {
    failures_.report(whole_answer, failure, trace::Level::error);
}

bool KeyObjects::read_object(KeySample& sample, const std::shared_ptr<const model::Catalogue>& catalogue,
    const model::ObjectRequest& request, std::int64_t perf_time, model::ObjectSnapshot& snapshot) {
    const std::uint32_t title_index = catalogue->objects[request.object].title_index;
    if (std::ranges::find(sample.refused, title_index) != sample.refused.end()) {
        return false;
    }
    auto result = sample.reader.read(sample.objects, catalogue, request, perf_time, snapshot);
    if (!result) {
        refuse(title_index, std::move(result).error());
        return false;
    }
    failures_.is_well(title_index);
    return true;
}

void KeyObjects::refuse(std::uint32_t title_index, Failure failure) {
    const std::string object = place_ + ": the object of title index " + std::to_string(title_index);
    failures_.report(title_index, std::move(failure).within(object + " is malformed"), trace::Level::error);
}

} // namespace pdh_shim::block
