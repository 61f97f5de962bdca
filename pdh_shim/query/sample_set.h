// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"
#include "model/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::query {

/// The requests of a query to one source. The position of an object in `requests` may change with the
/// counters; its slot does not.
struct PartPlan {
    std::shared_ptr<model::Source> source;
    model::Session* session = nullptr; // the query's; used only while it collects
    std::vector<model::ObjectRequest> requests;
    std::vector<std::uint32_t> request_of_slot; ///< place in `requests`, or model::no_column
    bool is_awaited = false; ///< asked without requests too, so that its counters can be found

    /// Whether a collect asks the source.
    [[nodiscard]] bool is_asked() const noexcept { return is_awaited || !requests.empty(); }
};

/// The requests of a query to all its sources: immutable, made again when its counters have changed.
struct CollectPlan {
    std::vector<PartPlan> parts;
};

/// The position of a counter's data in a collect of its query: the part (source), the slot (object) and the
/// column.
struct CellAddress {
    std::uint32_t part = 0;
    std::uint32_t slot = 0;
    std::uint32_t column = 0; ///< model::no_column: of the object, only the instances
};

/// The result of one collect of a query: a snapshot of each source. Immutable once published.
struct SampleSet {
    struct CollectedPart {
        model::Snapshot snapshot;
        std::int64_t local_time = 0;      ///< system time of the snapshot as a local FILETIME
        std::optional<std::int32_t> bias; ///< minutes: UTC = local time + bias; none if it is not known
    };

    std::uint64_t sequence = 0;       ///< number of the collect within the query, from 1
    std::int64_t local_time = 0;      ///< of the sample of the counter that was added first
    std::optional<std::int32_t> bias; ///< of that time
    std::uint32_t first_part = 0;     ///< of that counter
    std::shared_ptr<const CollectPlan> plan;
    std::vector<CollectedPart> parts;

    /// The data of the object that a counter belongs to, or null when this collect did not ask for the
    /// counter.
    [[nodiscard]] const model::ObjectSnapshot* object(const CellAddress& address) const noexcept {
        if (address.part >= parts.size()) {
            return nullptr;
        }
        const PartPlan& part = plan->parts[address.part];
        if (address.slot >= part.request_of_slot.size()) {
            return nullptr;
        }
        const std::uint32_t request = part.request_of_slot[address.slot];
        if (request == model::no_column) {
            return nullptr;
        }
        // A counter that is not measured has no column, and a catalogue may have grown since the plan was
        // made.
        const std::vector<bool>& columns = part.requests[request].columns;
        if (address.column != model::no_column &&
            (address.column >= columns.size() || !columns[address.column])) {
            return nullptr;
        }
        return &parts[address.part].snapshot.objects[request];
    }
};

/// Recycles the memory of collects that nobody reads any more.
class SampleSetPool : public std::enable_shared_from_this<SampleSetPool> {
  public:
    SampleSetPool();

    /// A collect to fill; its memory returns to the pool when the last reader releases it.
    [[nodiscard]] std::shared_ptr<SampleSet> take();

  private:
    void give_back(std::unique_ptr<SampleSet> collected) noexcept;

    ForkMutex mutex_; // guards what follows
    std::vector<std::unique_ptr<SampleSet>> spare_;
};

/// The two newest collects of a query, as a counter sees them: null where there was none since it was added.
struct CollectedPair {
    std::shared_ptr<const SampleSet> newer;
    std::shared_ptr<const SampleSet> older;
};

} // namespace pdh_shim::query
