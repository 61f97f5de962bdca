// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/capture.h"

#include "base/trace.h"
#include "block/block_writer.h"
#include "machine/performance_data.h"

#include <cstdint>
#include <utility>

namespace pdh_shim::recorded {
namespace {

std::vector<block::ObjectToWrite> objects_of(const machine::Machine& machine,
    const std::vector<model::ObjectDef>& definitions, const query::PartPlan& part,
    const model::Snapshot& snapshot) {
    std::vector<block::ObjectToWrite> objects;
    for (std::size_t i = 0; i < part.requests.size(); ++i) {
        const model::ObjectRequest& request = part.requests[i];
        auto& object = objects.emplace_back(machine::object_to_write(machine, definitions[request.object]));
        object.snapshot = &snapshot.objects[i];
        object.columns = request.columns;
    }
    return objects;
}

} // namespace

Result<std::vector<std::byte>> write_capture(
    const machine::Machine& machine, const query::SampleSet& collected, bool titles) {
    const block::BlockFormat format{.lossless = true, .titles = titles};
    std::vector<std::byte> bytes;
    std::int64_t perf_freq = 0; // of the first block
    for (std::size_t i = 0; i < collected.parts.size(); ++i) {
        const query::PartPlan& part = (*collected.plan)[i];
        const model::Snapshot& snapshot = collected.parts[i].snapshot;
        if (part.requests.empty()) {
            continue;
        }
        const auto catalogue = part.source->catalogue();
        if (perf_freq != 0 && perf_freq != catalogue->perf_freq) {
            trace::write(trace::Level::warning,
                part.source->name() + " is left out of a capture: its clock has another frequency");
            continue;
        }
        perf_freq = catalogue->perf_freq;
        const block::BlockClocks clocks{.perf_time = snapshot.perf_time,
            .perf_freq = perf_freq,
            .time_100ns = snapshot.time_100ns,
            .system_time = snapshot.system_time};
        const auto objects = objects_of(machine, catalogue->objects, part, snapshot);
        PDH_SHIM_CHECK(write_block(objects, clocks, machine.name(), format, bytes));
    }
    return bytes;
}

} // namespace pdh_shim::recorded
