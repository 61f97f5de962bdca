// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/catalogue.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::model {

/// In place of a unique id: the instance has only its name.
inline constexpr std::int64_t no_unique_id = -1;

/// One instance of an object in one snapshot.
struct Instance {
    std::u16string name;
    std::u16string parent; ///< name of the parent instance; empty = none
    /// Distinguishes an instance from a later one of the same name (by start time, interface index...). Two
    /// samples with different ids are never subtracted.
    std::int64_t unique_id = no_unique_id;

    friend bool operator==(const Instance&, const Instance&) = default;
};

/// A name that ends like the `#n` of a path.
struct NumberedName {
    std::u16string_view name;
    std::uint32_t number = 0;
    bool is_as_in_path = false; ///< the number has the form that a path gives it: `#1`, not `#01` or `#0`
};
[[nodiscard]] std::optional<NumberedName> as_numbered(std::u16string_view text) noexcept;

/// The instances of one object, immutable, shared by all snapshots in which the set is the same. Instances of
/// the same name (and parent) are distinguished by their order: the `#n` of a path.
///
/// Names are arbitrary, and each instance needs a path that means only this instance. So `*` and U+0000
/// become `_`; and so does the `#` of a name that ends in `#n` itself if that path means another
/// instance, or none.
class InstanceSet {
  public:
    /// @param numbers of a log: by row, which instance of its name is the one whose column stands at this
    ///                place; the others follow in their order. Empty: it is not that of a log
    explicit InstanceSet(std::vector<Instance> given, std::vector<std::uint32_t> numbers = {});

    [[nodiscard]] const std::vector<Instance>& instances() const noexcept { return instances_; }
    /// The same with the names that the source gave.
    [[nodiscard]] const std::vector<Instance>& given() const noexcept {
        return given_.empty() ? instances_ : given_;
    }
    /// How many instances of the same name and parent are before this row.
    [[nodiscard]] std::uint32_t duplicate_index(std::size_t row) const noexcept { return duplicates_[row]; }
    /// The rows in the order in which an expansion lists them: at the places of instances of one name, those
    /// of a log stand as its columns do, and of others, as on Windows, the last one stands first.
    [[nodiscard]] std::vector<std::size_t> listed() const;
    /// Row of the instance with this name, parent (empty = none) and duplicate index. Names are compared
    /// case-insensitively and as one text, `parent/name`: a name itself may have a slash. If there are
    /// fewer, it is the instance whose own name ends in that `#n`.
    [[nodiscard]] std::optional<std::size_t> find(
        std::u16string_view parent, std::u16string_view name, std::uint32_t duplicate) const;

  private:
    void replace_reserved_characters();
    void index();
    /// Whether it renamed instances.
    [[nodiscard]] bool rename_numbered(bool rename_all);
    [[nodiscard]] bool needs_another_name(std::u16string_view joined) const;
    std::u16string& name_to_change(std::size_t row);
    [[nodiscard]] std::size_t slot_of(std::uint32_t hash, std::u16string_view joined) const;
    [[nodiscard]] std::optional<std::size_t> find_joined(
        std::u16string_view joined, std::uint32_t duplicate) const;

    std::vector<Instance> instances_;
    std::vector<Instance> given_;        // empty if no name was changed
    std::vector<std::uint32_t> numbers_; // see listed()
    std::vector<std::uint32_t> duplicates_;
    std::vector<std::uint32_t> hashes_;  // of the joined name, by row
    std::vector<std::uint32_t> slots_;   // hash table with open addressing: first row of a name, or no_row
    std::vector<std::uint32_t> grouped_; // all rows, with the rows of one name side by side
    std::vector<std::uint32_t> places_;  // of the rows in grouped_
};

/// The data of one object at one time: a row per instance, a column per counter. An object without instances
/// has one row with an empty name.
///
/// A source fills it in this order: begin(), then per instance add_instance() and set(), or begin() with all
/// rows and then set(). It keeps its memory between collects: while the instances are the same, a collect
/// allocates nothing. After publish() it is immutable.
class ObjectSnapshot {
  public:
    /// Empties it for an object of `columns` columns.
    void begin(std::uint32_t columns);

    /// Empties it and adds all its rows at once, with zeros: for a source that keeps its instances as a
    /// set.
    void begin(std::uint32_t columns, std::shared_ptr<const InstanceSet> rows);

    /// The same for a source that then sets every cell: until then the cells are undefined.
    void begin_to_set_all(std::uint32_t columns, std::shared_ptr<const InstanceSet> rows);

    /// Appends a row of zeros and returns its number.
    std::size_t add_instance(
        std::u16string_view name, std::u16string_view parent = {}, std::int64_t unique_id = no_unique_id);
    void set(std::size_t row, std::uint32_t column, std::int64_t value) noexcept {
        cells_[row * columns_ + column] = value;
    }
    /// The cells of a row, one per column, for a source that fills many at once.
    [[nodiscard]] std::int64_t* cells_of(std::size_t row) noexcept { return cells_.data() + row * columns_; }
    /// Sets the CStatus of a cell without a value.
    void set_status(std::size_t row, std::uint32_t column, Status cstatus);
    /// Marks a cell that could not be read (its CStatus is PDH_CSTATUS_INVALID_DATA).
    void set_invalid(std::size_t row, std::uint32_t column) {
        set_status(row, column, Status::cstatus_invalid_data);
    }
    /// The object's own clock; its frequency is in the catalogue.
    void set_object_time(std::int64_t ticks) noexcept { object_time_ = ticks; }
    /// Sets the status of the whole object.
    void set_status(Status cstatus) noexcept { status_ = cstatus; }

    /// Completes the snapshot. Shares the instance set of `previous` (may be null) if it is the same.
    void publish(const ObjectSnapshot* previous);

    [[nodiscard]] Status status() const noexcept { return status_; }
    [[nodiscard]] std::size_t rows() const noexcept { return row_count_; }
    [[nodiscard]] std::int64_t object_time() const noexcept { return object_time_; }
    [[nodiscard]] std::int64_t cell(std::size_t row, std::uint32_t column) const noexcept {
        return cells_[row * columns_ + column];
    }
    /// Status of a cell: success, or why it has no value.
    [[nodiscard]] Status status(std::size_t row, std::uint32_t column) const noexcept {
        return cell_statuses_.empty() ? Status::success : cell_statuses_[row * columns_ + column];
    }
    [[nodiscard]] bool is_valid(std::size_t row, std::uint32_t column) const noexcept {
        return status(row, column) == Status::success;
    }
    /// Only after publish().
    [[nodiscard]] const std::shared_ptr<const InstanceSet>& instances() const noexcept { return set_; }

  private:
    [[nodiscard]] bool has_rows_of(const InstanceSet& set) const noexcept;

    std::uint32_t columns_ = 0;
    std::size_t row_count_ = 0;
    std::vector<Instance> rows_; // outlives begin(); only the first row_count_ count
    std::vector<std::int64_t> cells_;
    std::vector<Status> cell_statuses_; // empty while every cell is valid
    std::int64_t object_time_ = 0;
    Status status_ = Status::success;
    std::shared_ptr<const InstanceSet> set_; // of the last publish()
    bool rows_differ_ = true;                // rows_ has changed since it was the same as set_
    bool has_given_rows_ = false;            // set_ was given by the source; rows_ is not used
};

/// The result of one collect of one source: clocks, and an ObjectSnapshot for each requested object, in the
/// order of the request.
struct Snapshot {
    std::int64_t perf_time = 0;
    std::int64_t time_100ns = 0;
    std::int64_t system_time = 0; ///< UTC FILETIME
    std::int64_t record_time = 0; ///< of a record of a log: its local FILETIME; 0 = it is not a record
    /// Of a record of a log, minutes: UTC = local time + bias; none if its zone is not known.
    std::optional<std::int32_t> bias;
    std::u16string comment;            ///< of a record of a text log: see LogRecord
    std::vector<std::u16string> texts; ///< the same
    std::vector<ObjectSnapshot> objects;

    /// @param clocks an Instant, or the header of a block
    template <class Clocks>
    void take_clocks(const Clocks& clocks) noexcept {
        perf_time = clocks.perf_time;
        time_100ns = clocks.time_100ns;
        system_time = clocks.system_time;
    }
};

} // namespace pdh_shim::model
