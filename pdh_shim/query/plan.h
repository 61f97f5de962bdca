// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/fork_mutex.h"
#include "base/numbered_list.h"
#include "base/result.h"
#include "model/source.h"
#include "query/collected.h"
#include "query/collected_samples.h"
#include "query/shared_instances.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <vector>

namespace pdh_shim::query {

/// The counters of a query, and the requests to its sources for them. Any thread may call anything.
class Plan {
  public:
    /// Where a counter will be in the plan, and what it shares with others of it.
    struct Place {
        std::uint64_t number; ///< in the order of adding
        CellAddress address;
        std::shared_ptr<const CollectedColumn> column;
        std::shared_ptr<const path::InstanceName> instance; ///< null = none
    };
    /// The work of one collect.
    struct Task {
        std::shared_ptr<const CollectPlan> plan;
        std::uint32_t first_part; ///< of the counter that was added first
        bool has_counters;        ///< or else all are awaited
        /// If only one counter was added: it, or all that its wildcard matched; else empty.
        std::vector<std::shared_ptr<const CellReader>> only;
    };
    struct NumberedReader {
        std::uint64_t number;
        std::shared_ptr<const CellReader> reader;
    };

    /// Opens a session with a source, unless one is open. No lock is held meanwhile: it may take long, and
    /// may run code of the program.
    void open_session(const std::shared_ptr<model::Source>& source);
    using MakeColumn = std::function<std::shared_ptr<const CollectedColumn>(const CellAddress& address)>;

    /// A number for a counter that is not in the plan, among those that are.
    [[nodiscard]] std::uint64_t take_number();
    /// For a counter of a source that has a session.
    /// @param make is called if no other counter shares its column
    [[nodiscard]] Place take_place(const machine::CounterTarget& target,
        const std::optional<path::InstanceName>& instance, const MakeColumn& make);
    void add(std::uint64_t number, std::shared_ptr<const CellReader> counter);
    /// Adds counters that are one for the program: the number of the first is that of all.
    void add_group(const std::vector<NumberedReader>& counters);
    void remove(std::uint64_t number) noexcept;
    /// Has a source asked at each collect, whether counters of it are in the plan or not, until
    /// stop_awaiting() was called as often. It has a session.
    void await(const std::shared_ptr<model::Source>& source);
    void stop_awaiting(const std::shared_ptr<model::Source>& source) noexcept;
    /// Whether there is nothing to collect.
    [[nodiscard]] bool is_empty();

    /// @retval no_data there are no counters
    [[nodiscard]] Result<Task> task();

    /// See Query::set_range(). No collect is under way.
    [[nodiscard]] Result<void> set_range(std::int64_t begin, std::int64_t end);
    /// Of a log: sessions that are opened from now on begin behind the record of this time.
    void follow(std::int64_t record);

    /// Replaces all sessions by new ones, and never closes the old ones. For a child of fork() whose parent
    /// was collecting.
    void reopen_sessions();

  private:
    // The counters of one object.
    struct Slot {
        std::uint32_t object = 0;
        std::vector<std::uint32_t> wanted;                       // counters that want the column
        std::vector<std::weak_ptr<const CollectedColumn>> found; // by column, as it was found last
        std::uint32_t counters = 0;
        std::uint32_t not_only_total = 0; // counters that want another instance than _Total
    };
    struct Part {
        std::shared_ptr<model::Source> source;
        std::unique_ptr<model::Session> session;
        std::vector<Slot> slots;
        std::map<std::uint32_t, std::uint32_t> slot_of_object;
        std::uint32_t awaiting = 0; // see await()

        [[nodiscard]] bool is_awaited() const noexcept { return awaiting != 0; }
    };

    // All of them under mutex_.
    [[nodiscard]] bool has_session(const std::shared_ptr<model::Source>& source) const;
    [[nodiscard]] Result<void> put_in_place(model::Session& session) const;
    [[nodiscard]] std::vector<Part>::iterator part_of(const std::shared_ptr<model::Source>& source) noexcept;
    [[nodiscard]] CellAddress address_of(const machine::CounterTarget& target);
    void count(const CellReader& counter, bool added) noexcept;
    void remove_one(std::uint64_t number) noexcept;
    [[nodiscard]] std::shared_ptr<const CollectPlan> current();

    ForkMutex mutex_; // guards what follows
    NumberedList<std::shared_ptr<const CellReader>> counters_;
    std::map<std::uint64_t, std::vector<std::uint64_t>> groups_; // numbers in counters_, by the first
    SharedInstances instances_;
    std::uint64_t next_number_ = 0;
    std::vector<Part> parts_;
    std::shared_ptr<const CollectPlan> current_; // null if the counters have changed since
    std::int64_t begin_ = 0;                     // of what sessions of a log are to read: local FILETIMEs
    std::int64_t end_ = std::numeric_limits<std::int64_t>::max();
};

} // namespace pdh_shim::query
