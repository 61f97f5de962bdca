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
#include <utility>
#include <vector>

namespace pdh_shim::recorded {

/// The cell of an object's snapshot that the samples of a log entry belong to.
struct RecordedCell {
    std::size_t entry = 0; ///< position in the log's catalogue
    std::uint32_t column = 0;
    std::size_t row = 0; ///< of an entry of one counter; if the object has lists, its place
};

/// An instance of a list: its name, and which of several instances of that name it is.
using ListedName = std::pair<std::u16string, std::uint32_t>;

/// Rows for instances by their names and their numbers among the instances of that name. The instances of
/// columns are added first, in any order of their numbers, then the instances of lists.
class RecordedRows {
  public:
    /// Adds the instance of a column, if it is not there.
    /// @param name      `parent/instance` or `instance`
    /// @param duplicate which of several instances of that name
    /// @return its place
    std::size_t add_column(std::u16string_view name, std::uint32_t duplicate);
    /// Adds the instances of a list that are not there. `name#1` means the second `name` if another list or
    /// record has two of them. @return their places
    std::vector<std::size_t> add_list(std::span<const ListedName> list);

    /// Makes the rows of all instances. Those of one name stand in the order of their numbers. A number whose
    /// predecessors are missing is a part of the name. @return the rows, by places
    std::vector<std::size_t> settle();
    /// To be called after settle(). Expansions list it in the order of the columns.
    [[nodiscard]] std::shared_ptr<const model::InstanceSet> set() const {
        return std::make_shared<const model::InstanceSet>(instances_, numbers_);
    }

  private:
    using Key = std::pair<std::u16string, std::uint32_t>; // the name is folded
    using Places = std::map<Key, std::size_t>;
    struct SettledRows {
        std::vector<model::Instance> instances;
        std::vector<std::uint32_t> numbers;
        std::vector<std::size_t> row_of_place;
    };

    std::size_t add(std::u16string_view name, std::uint32_t duplicate);
    std::vector<std::size_t> merge_spellings();
    void settle_name(Places::const_iterator first, Places::const_iterator last, SettledRows& settled);

    Places places_;
    std::map<std::size_t, std::optional<Key>> numbered_; // what `name#1` at a place may mean
    std::vector<model::Instance> instances_;
    std::vector<std::uint32_t> numbers_; // by place, and by row once settled
    std::size_t columns_ = 0;            // these places are of columns
};

/// One object of one computer of a log.
struct RecordedObject {
    std::vector<RecordedCell> counters;              ///< of entries of one counter each
    std::vector<RecordedCell> lists;                 ///< of entries of all instances
    RecordedRows rows;                               ///< of `counters`, not settled, if there are lists
    std::shared_ptr<const model::InstanceSet> fixed; ///< the same, settled, if there are none
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
