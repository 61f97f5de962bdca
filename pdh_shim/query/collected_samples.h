// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"
#include "query/column.h"
#include "query/sample_set.h"
#include "query/samples.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pdh_shim::query {

/// The samples that a query collects for its counters: its two newest collects, in which a counter's row is
/// found when the counter is read. A reader never waits for a collect.
class CollectedSamples : public Samples {
  public:
    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept final { return sequence_; }
    [[nodiscard]] bool are_collected() const noexcept final { return true; }
    [[nodiscard]] CollectedPair newest() const;
    /// Where the rows of a set of the newest collect stood in one of the collect before: made once for all
    /// counters that ask.
    [[nodiscard]] std::shared_ptr<const EarlierRows> earlier_rows(
        const std::shared_ptr<const model::InstanceSet>& newer,
        const std::shared_ptr<const model::InstanceSet>& older) const;
    void publish(std::shared_ptr<const SampleSet> collected);

    [[nodiscard]] std::optional<RawValue> initial(const Counter& counter) const final;
    [[nodiscard]] std::optional<SamplePair> newest(const Counter& counter, Cursor& cursor) final;
    /// The same, for a caller that has the two newest collects already.
    [[nodiscard]] std::optional<SamplePair> newest_in(
        const CollectedPair& newest, const Counter& counter, Cursor& cursor) const;
    [[nodiscard]] Result<std::vector<Item<SamplePair>>> items(const Counter& counter, Cursor& cursor) final;

    /// Whether a collect brought a value, for any of the instances.
    [[nodiscard]] static bool has_data(const WantedCells& wanted, const SampleSet& collected);

  protected:
    /// A counter's value in a collect: a row of the object, and a column.
    struct CollectedCell {
        const SampleSet& collected;
        const Column& column;
        const model::ObjectSnapshot& object;
        std::optional<std::size_t> row; ///< none: the object lacks the instance
        bool begins_rate = false;       ///< it is asked for as the older one of two samples

        /// Success, or why it has no value.
        [[nodiscard]] Status status() const noexcept;
        [[nodiscard]] std::int64_t local_time() const noexcept {
            return collected.parts[column.part].local_time;
        }
    };

    /// Whether an instance has the counter: in a log, not each has.
    [[nodiscard]] static bool is_there(const SampleSet& collected, const Column& column,
        const model::ObjectSnapshot& object, std::size_t row) noexcept {
        return CollectedCell{collected, column, object, row}.status() != Status::cstatus_no_instance;
    }
    /// The raw value of a cell; its CStatus says why it has none.
    [[nodiscard]] virtual RawValue read(const CollectedCell& cell) const;

  private:
    [[nodiscard]] std::shared_ptr<const EarlierRows> known_earlier_rows(
        const std::shared_ptr<const model::InstanceSet>& newer,
        const std::shared_ptr<const model::InstanceSet>& older) const;
    [[nodiscard]] EarlierRow earlier_row(const std::shared_ptr<const model::InstanceSet>& newer,
        std::size_t row, const std::shared_ptr<const model::InstanceSet>& older, Cursor& cursor) const;
    [[nodiscard]] std::optional<RawValue> read_older(const Column& column, const SampleSet& older,
        const model::ObjectSnapshot& newer_object, std::size_t newer_row, Cursor& cursor) const;
    [[nodiscard]] SamplePair read(const Column& column, const CollectedPair& newest,
        const model::ObjectSnapshot& object, std::size_t row, Cursor& cursor) const;

    mutable ForkMutex mutex_; // held for the copy of a few pointers; guards the next two
    CollectedPair newest_;
    mutable std::vector<std::shared_ptr<const EarlierRows>> earlier_rows_; // an element for each object
    std::atomic<std::uint64_t> sequence_{0};                               // number of collects so far
};

} // namespace pdh_shim::query
