// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "machine/data_source.h"
#include "model/source.h"
#include "query/collected_samples.h"
#include "query/counter.h"
#include "query/sample_set.h"
#include "query/special_samples.h"

#include <boost/intrusive/list.hpp>
#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <vector>

namespace pdh_shim::query {

/// The counters of a query, and the requests to its sources for them. Any thread may call anything. A listed
/// counter keeps the plan alive; the plan does not keep counters alive.
class Plan : boost::noncopyable {
  public:
    /// The work of one collect.
    struct CollectTask {
        std::shared_ptr<const std::vector<PartPlan>> plan;
        std::uint32_t first_part = 0; ///< of the counter that was added first
        bool has_counters = false;    ///< or else all are awaited
        bool has_awaited = false;     ///< some are not found yet
        /// If only one counter was added: it, or all that its wildcard matched; else empty.
        std::vector<WantedCells> only;
    };

    explicit Plan(std::shared_ptr<machine::DataSource> source) : source_(std::move(source)) {}

    /// The data source of the query.
    [[nodiscard]] machine::DataSource& data_source() const noexcept { return *source_; }

    /// Opens a session with a source, unless one is open. No lock is held meanwhile: it may take long, and
    /// may run code of the program.
    void open_session(const std::shared_ptr<model::Source>& source);
    using MakeColumn = std::function<std::shared_ptr<const Column>(std::uint32_t part)>;
    /// The column of a counter of a source that has a session.
    /// @param make is called if no counter has it
    [[nodiscard]] std::shared_ptr<const Column> column(
        const machine::ResolvedCounter& counter, const MakeColumn& make);

    /// Lists a counter, which is collected from now on. If it is awaited, its computer is asked at each
    /// collect until it is found.
    /// @param token given back by tokens() and take_token(); may be null
    /// @retval invalid_handle the query has been closed
    [[nodiscard]] Result<void> link(Counter& counter, void* token);
    /// Nothing, if the counter is not listed.
    void remove(Counter& counter) noexcept;
    /// The tokens of all counters, in the order in which they were added.
    [[nodiscard]] std::vector<void*> tokens();
    /// Takes the token of a counter, which stays; null when all were taken. No counter is listed from the
    /// first call on.
    [[nodiscard]] void* take_token() noexcept;

    /// The samples of counters whose computers have not answered.
    [[nodiscard]] std::vector<std::shared_ptr<AwaitedSamples>> awaited();
    /// Gives counters of these the columns that were found for them: see AwaitedSamples::set_found().
    void use_found() noexcept;

    /// Whether there is nothing to collect.
    [[nodiscard]] bool is_empty();

    /// @retval no_data there are no counters
    [[nodiscard]] Result<CollectTask> task();

    /// See Query::set_range(). No collect is under way.
    [[nodiscard]] Result<void> set_range(std::int64_t begin, std::int64_t end);
    /// Of a log: sessions that are opened anew begin behind the record of this time.
    void follow(std::int64_t record);

    /// Replaces all sessions by new ones, and never closes the old ones. For a child of fork() whose parent
    /// was collecting.
    void reopen_sessions();

  private:
    // The counters of one object.
    struct PlannedObject {
        std::vector<std::uint32_t> wanted;              // counters that want the column
        std::vector<std::weak_ptr<const Column>> found; // by column, as it was found last
        std::uint32_t counters = 0;
        std::uint32_t not_only_total = 0; // counters that want another instance than _Total
    };
    struct PlannedPart {
        std::shared_ptr<model::Source> source;
        std::unique_ptr<model::Session> session;
        std::map<std::uint32_t, PlannedObject> objects; // by their numbers
        std::uint32_t awaiting = 0;                     // counters that are not found yet

        [[nodiscard]] bool is_awaited() const noexcept { return awaiting != 0; }
    };

    // All of them under mutex_.
    [[nodiscard]] bool has_session(const std::shared_ptr<model::Source>& source) const;
    void put_in_place(model::Session& session, std::size_t part) const;
    [[nodiscard]] std::vector<PlannedPart>::iterator part_of(
        const std::shared_ptr<model::Source>& source) noexcept;
    [[nodiscard]] bool is_awaiting() const noexcept;
    void count(const Counter& counter, bool added) noexcept;
    void count_cells(const Counter& counter, bool added) noexcept;
    [[nodiscard]] std::shared_ptr<const std::vector<PartPlan>> current();

    const std::shared_ptr<machine::DataSource> source_;
    ForkMutex mutex_; // guards what follows
    bool is_closed_ = false;
    boost::intrusive::list<Counter> counters_; // in the order of adding
    std::size_t collected_ = 0;                // how many of them are collected
    std::vector<PlannedPart> parts_;
    std::shared_ptr<const std::vector<PartPlan>> current_; // null if the counters have changed since
    std::int64_t begin_ = 0; // of what sessions of a log are to read: local FILETIMEs
    std::int64_t end_ = std::numeric_limits<std::int64_t>::max();
};

} // namespace pdh_shim::query
