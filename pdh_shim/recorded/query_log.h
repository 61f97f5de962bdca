// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/locks.h"
#include "query/counter.h"
#include "query/query.h"
#include "query/special_samples.h"
#include "recorded/log_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::recorded {

/// A log that the counters of a query are written to: raw samples to a binary one or a database, formatted
/// values to a text log. Any thread may call anything; a child of fork() does not touch it: it belongs to the
/// parent.
///
/// What is written reaches the file when a second has passed since that was done last, when much has been
/// collected, and at the end. The system is asked to store it when 30 seconds have passed since it last was,
/// and at the end.
class QueryLog {
  public:
    /// Creates the file. In a text log a wildcard counter has a column for each instance that exists now, or,
    /// if its samples are supplied, for each in the first record.
    /// @param log without entries; its type decides what is written
    /// @param clock lives longer
    /// @retval no_counters the query has none @retval see create_log_file()
    [[nodiscard]] static Result<std::shared_ptr<QueryLog>, Failure> create(
        std::shared_ptr<query::Query> query, const std::vector<std::shared_ptr<query::Counter>>& counters,
        NewLog log, Clock& clock);

    [[nodiscard]] LogType type() const noexcept { return settings_.type; }

    /// Collects the query and adds a record.
    /// @retval see Query::collect(), model::LogWriter::write()
    [[nodiscard]] Result<void> update(std::u16string_view comment);

    /// Adds a record of the newest samples, without a collect.
    [[nodiscard]] Result<void> write(std::int64_t local_time);

    /// Forgets which samples have been supplied: those that are not supplied again are missing in the next
    /// record.
    void reset_supplied();

    /// The run that is written to a database. @retval invalid_handle the log is not in a database
    [[nodiscard]] Result<model::LogRun> run();
    [[nodiscard]] Result<void> set_run_number(std::int32_t number);

    /// Bytes of the file, or records in a database, with what is to be written.
    [[nodiscard]] Result<std::uint64_t> size();

    /// Writes what is left. Nothing can be added any more.
    [[nodiscard]] Result<void> close();

  private:
    // A column of a text log, or an entry of a binary one.
    struct LogColumn {
        std::size_t counter = 0;
        std::optional<std::u16string>
            instance; // of a wildcard counter that is expanded: `parent/name` or `name`
        std::u16string parent;
        std::uint32_t duplicate = 0;
        std::u16string numbered;   // `name#n`: the name of an instance without another one before it
        std::size_t of_item = 0;   // the column of the item at this place, if items are as they mostly are
        bool is_displayed = false; // nobody knew the counter's type when the log was begun
    };

    QueryLog(std::shared_ptr<query::Query> query, std::vector<std::shared_ptr<query::Counter>> counters,
        NewLog settings, Clock& clock);

    [[nodiscard]] bool is_text() const noexcept {
        return settings_.type == LogType::csv || settings_.type == LogType::tsv;
    }
    [[nodiscard]] Result<void, Failure> begin();
    [[nodiscard]] Result<void> expand_columns();
    void add_whole_column(std::size_t counter);
    [[nodiscard]] Result<void> expand_column(std::size_t counter);
    [[nodiscard]] bool is_expanded(const query::Counter& counter) const;
    [[nodiscard]] std::vector<model::LogEntry> entries() const;
    [[nodiscard]] bool waits_for_instances() const;
    [[nodiscard]] Result<void> check_open() const;
    [[nodiscard]] Result<void> add_record(
        std::int64_t local_time, std::optional<std::int32_t> bias, std::u16string_view comment);
    [[nodiscard]] Result<void, Failure> write_record();
    void fill_record();
    void fill_column(std::size_t column, const query::CollectedPair& newest);
    void fill_displayed(model::LogCell& cell, query::Counter& counter) const;
    void fill_instances(std::size_t first, std::size_t end);
    void note_order(std::size_t first);
    [[nodiscard]] const LogColumn& column_of_item(std::size_t place) const {
        return columns_[columns_[place].of_item];
    }
    template <class Items>
    [[nodiscard]] bool are_columns_of(std::size_t first, std::size_t end, const Items& items) const;
    template <class Items>
    void find_columns(std::size_t first, std::size_t end, const Items& items);
    template <class Items>
    void place_items(std::size_t first, std::size_t end, const Items& items);

    const std::shared_ptr<query::Query> query_;
    const std::vector<std::shared_ptr<query::Counter>> counters_;
    Clock& clock_;
    const std::uint32_t epoch_; // of the process that has made it

    LongMutex writing_{Rank::log}; // guards what follows
    NewLog settings_;
    std::vector<LogColumn> columns_;
    std::vector<std::optional<query::ValueReader>> readers_; // of counters whose raw values are written
    std::unique_ptr<model::LogWriter> writer_;               // null before it is begun and after it is closed
    bool keeps_comments_ = false;                            // of the log that the query reads
    bool is_closed_ = false;
    model::LogRecord record_;
    std::int64_t flushed_ = 0; // perf_time
    std::int64_t stored_ = 0;  // the same, of the last sync
};

} // namespace pdh_shim::recorded
