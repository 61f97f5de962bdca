// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "query/collected.h"
#include "query/counter_column.h"
#include "query/earlier_rows.h"
#include "query/samples.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pdh_shim::query {

/// What counters that are collected share.
struct CollectedColumn : CounterColumn {
    /// @param feed of the query
    CollectedColumn(machine::CounterTarget found, CounterSharing query, const CellAddress& address,
        std::shared_ptr<const Feed> feed);

    const CellAddress address;
    const std::shared_ptr<const Feed> feed;
};

/// Takes the raw values of one counter out of what its query has collected.
class CellReader {
  public:
    /// @param counter lives longer
    /// @param column  the counter's
    CellReader(const CounterIdentity& counter, const CollectedColumn& column);

    [[nodiscard]] const CounterIdentity& counter() const noexcept { return counter_; }
    [[nodiscard]] const CellAddress& address() const noexcept { return column_.address; }
    [[nodiscard]] const Feed& feed() const noexcept { return *column_.feed; }

    /// The data of the counter's object, or null when this collect did not ask for the counter.
    [[nodiscard]] const model::ObjectSnapshot* object(const Collected& collected) const noexcept {
        return collected.object(address());
    }
    /// The row of a counter that is no wildcard.
    [[nodiscard]] std::optional<std::size_t> row(const model::InstanceSet& set) const;
    /// The rows that match its wildcard.
    [[nodiscard]] std::vector<std::size_t> rows(const model::InstanceSet& set) const;
    /// The raw value in a row, of a collect that asked for the counter; its CStatus says why there is none.
    [[nodiscard]] RawValue read(const Collected& collected, std::optional<std::size_t> row) const;
    /// The same of an older collect. Of a log whose record had no value of the counter it is the newest one
    /// before.
    [[nodiscard]] RawValue read_older(const Collected& collected, std::optional<std::size_t> row) const;
    /// Whether a collect brought a value, for any of the counter's instances.
    [[nodiscard]] bool has_data(const Collected& collected) const;

  private:
    [[nodiscard]] RawValue read_cell(const Collected& collected, std::optional<std::size_t> row) const;
    [[nodiscard]] RawValue read_recorded(
        const model::ObjectSnapshot& object, std::size_t row, Status status) const;
    [[nodiscard]] Status cstatus(const model::ObjectSnapshot& object, std::optional<std::size_t> row) const;

    const CounterIdentity& counter_;
    const CollectedColumn& column_;
};

/// The samples of a counter that its query collects: read from the two newest collects when asked for.
class CollectedSamples final : public SampleSource {
  public:
    /// What was collected before now is not seen.
    explicit CollectedSamples(const CellReader& cells);

    [[nodiscard]] const CellReader& cells() const noexcept { return cells_; }

    [[nodiscard]] std::optional<RawValue> initial() const override;
    [[nodiscard]] std::optional<Samples> newest() override;
    [[nodiscard]] Result<std::vector<Item<Samples>>> items() override;

  private:
    static constexpr std::size_t no_row = std::numeric_limits<std::size_t>::max();

    struct Wildcard {
        std::vector<std::size_t> rows; // in set_
        std::shared_ptr<const EarlierRows> earlier_rows;
    };

    [[nodiscard]] CollectedPair collected() const;
    /// The rows of the counter, until the next call.
    [[nodiscard]] std::span<const std::size_t> rows_in(const std::shared_ptr<const model::InstanceSet>& set);
    [[nodiscard]] EarlierRow earlier_row(const std::shared_ptr<const model::InstanceSet>& newer,
        std::size_t row, const std::shared_ptr<const model::InstanceSet>& older);
    [[nodiscard]] std::optional<RawValue> read_older(const CollectedPair& pair, std::size_t newer_row);
    [[nodiscard]] Samples read(const CollectedPair& pair, std::size_t row);
    [[nodiscard]] std::u16string item_name(const model::Instance& instance) const;

    const std::uint64_t born_; // sequence of the feed when the counter was added
    const CellReader cells_;
    std::shared_ptr<const model::InstanceSet> set_; // whose rows are known
    std::size_t row_ = no_row;                      // in it, of a counter that is no wildcard
    const std::unique_ptr<Wildcard> wildcard_;      // null if it is none
};

} // namespace pdh_shim::query
