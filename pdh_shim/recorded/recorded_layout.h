// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/text.h"
#include "model/catalogue.h"
#include "model/log.h"
#include "model/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdh_shim::recorded {

/// The cell of an object's snapshot that the samples of a log entry belong to.
struct RecordedCell {
    std::size_t entry = 0; ///< position in the log's catalogue
    std::uint32_t column = 0;
    std::size_t row = 0; ///< of an entry of one counter, among the rows that are always there
};

/// Rows for instances by their names and their numbers among the instances of that name. The instances of
/// columns are added first, in any order of their numbers, then the instances of lists.
class RecordedRows {
  public:
    /// Adds the instance of a column, if it is not there.
    /// @param name      `parent/instance` or `instance`
    /// @param duplicate which of several instances of that name
    /// @return its place among the columns' instances
    std::size_t add_column(std::u16string_view name, std::uint32_t duplicate);
    /// The rows of the columns' instances, by their places: instances of one name stand in the order of their
    /// numbers. A number whose predecessors are not in the log is a part of the name.
    std::vector<std::size_t> settle();

    /// The row of an instance of a list, which is added if it is not there. The numbers of a list rise.
    std::size_t row_of(std::u16string_view name, std::uint32_t duplicate);

    /// Expansions list it in the order of the columns.
    [[nodiscard]] std::shared_ptr<const model::InstanceSet> set() const {
        return std::make_shared<const model::InstanceSet>(instances_, numbers_);
    }

  private:
    std::map<std::pair<std::u16string, std::uint32_t>, std::size_t> rows_; // names are folded
    std::unordered_map<std::u16string, std::uint32_t> counts_;             // of names without a number
    std::vector<model::Instance> instances_;
    std::vector<std::uint32_t> numbers_; // of the columns at their places
};

/// One object of one computer of a log.
struct RecordedObject {
    std::vector<RecordedCell> counters;              ///< of entries of one counter each
    std::vector<RecordedCell> lists;                 ///< of entries of all instances
    RecordedRows rows;                               ///< of `counters`, if there are lists
    std::shared_ptr<const model::InstanceSet> fixed; ///< the same, if there are none
};

/// Maps the entries of a log that belong to one computer to its catalogue and its snapshots, except entries
/// of LogEntryKind::object.
struct RecordedLayout {
    std::shared_ptr<const model::Catalogue> catalogue;
    std::vector<RecordedObject> objects; ///< as in the catalogue
};

/// The columns for the rest of a counter's raw sample; the counter's own column has FirstValue.
struct RestOfSample {
    RestOfSample(const model::ObjectDef& object, std::uint32_t column) noexcept
        : second(static_cast<std::uint32_t>(object.counters.size()) + columns * column) {}

    static constexpr std::uint32_t columns = 3;
    /// In the column of the multi count, above its 32 bits: this record has no sample, and the cells have the
    /// newest one of the records before, where the next rate begins.
    static constexpr std::int64_t earlier = std::int64_t{1} << 32U;

    const std::uint32_t second;
    const std::uint32_t multi = second + 1;
    const std::uint32_t time_stamp = second + 2; ///< local FILETIME
};

[[nodiscard]] RecordedLayout lay_out(std::span<const model::LogEntry> entries, std::u16string_view machine);

} // namespace pdh_shim::recorded
