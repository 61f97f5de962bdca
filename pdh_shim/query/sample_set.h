// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"
#include "model/snapshot.h"
#include "model/source.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::query {

/// The requests of a query to one source.
struct PartPlan {
    std::shared_ptr<model::Source> source;
    model::Session* session = nullptr;          // the query's; used only while it collects
    std::vector<model::ObjectRequest> requests; ///< one for each object, in the order of their numbers
    bool is_awaited = false; ///< asked without requests too, so that its counters can be found

    /// Whether a collect asks the source.
    [[nodiscard]] bool is_asked() const noexcept { return is_awaited || !requests.empty(); }
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
    /// The requests of the query to all its sources: made again when its counters have changed.
    std::shared_ptr<const std::vector<PartPlan>> plan;
    std::vector<CollectedPart> parts;

    /// The data of an object, or null when this collect did not ask for the counter.
    /// @param column of the counter; model::no_column: only the instances are asked for
    [[nodiscard]] const model::ObjectSnapshot* object(
        std::uint32_t part, std::uint32_t object, std::uint32_t column) const noexcept {
        if (part >= parts.size()) {
            return nullptr;
        }
        const std::vector<model::ObjectRequest>& requests = (*plan)[part].requests;
        const auto request = std::ranges::lower_bound(requests, object, {}, &model::ObjectRequest::object);
        if (request == requests.end() || request->object != object) {
            return nullptr;
        }
        // A counter that is not measured has no column, and a catalogue may have grown since the plan was
        // made.
        const std::vector<bool>& columns = request->columns;
        if (column != model::no_column && (column >= columns.size() || !columns[column])) {
            return nullptr;
        }
        return &parts[part].snapshot.objects[static_cast<std::size_t>(request - requests.begin())];
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

/// Where an instance of a sample stood in an older one.
struct EarlierRow {
    std::optional<std::size_t> row;
    bool replaced = false; ///< another instance had its name; there is no row
};

/// By its name, as a path finds it.
[[nodiscard]] EarlierRow earlier_row_by_name(
    const model::InstanceSet& newer, std::size_t row, const model::InstanceSet& older);

/// Where all rows of a set stood in an older one, by identity too: an instance keeps its samples when its
/// name changes, or its number among the instances of that name.
class EarlierRows {
  public:
    EarlierRows(
        std::shared_ptr<const model::InstanceSet> newer, std::shared_ptr<const model::InstanceSet> older);

    [[nodiscard]] bool are_of(const std::shared_ptr<const model::InstanceSet>& newer,
        const std::shared_ptr<const model::InstanceSet>& older) const noexcept {
        return newer_ == newer && older_ == older;
    }
    [[nodiscard]] const EarlierRow& operator[](std::size_t row) const noexcept { return rows_[row]; }

  private:
    void find_by_identity();

    std::shared_ptr<const model::InstanceSet> newer_;
    std::shared_ptr<const model::InstanceSet> older_;
    std::vector<EarlierRow> rows_;
};

} // namespace pdh_shim::query
