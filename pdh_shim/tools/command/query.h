// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/sample.h"

#include <pdh.h>

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::tools::command {

/// A query on the running computer or on logs, and its counters, each of which becomes a column.
class Query : boost::noncopyable {
  public:
    /// @param source the logs; NULL = the running computer
    /// @throws terminal::ProgramError
    explicit Query(PDH_HLOG source = nullptr);
    ~Query();

    /// Adds a counter or, for a path with wildcards, all that match now. Counters that do not exist are left
    /// out. A counter of a computer that does not answer now has values as soon as it does; one with a
    /// wildcard for its instance is a column then, with the value of the first instance that matches.
    /// @param flags PDH_NOEXPANDINSTANCES: all instances of a counter, also those that appear later, are one
    ///              column
    /// @return ERROR_SUCCESS, or why nothing was added
    DWORD add(const std::string& path, DWORD flags = 0);

    /// Adds one counter, whether its instance exists or not.
    DWORD add_column(const std::string& path);

    /// The same for one that a wildcard matched: if it cannot be added, it is among refused().
    bool add_expanded(const std::string& path);

    /// Of logs: has only the records from `begin` to `end` collected, both local FILETIMEs.
    /// @throws terminal::ProgramError
    void set_range(std::int64_t begin, std::int64_t end);

    [[nodiscard]] bool is_empty() const { return counters_.empty(); }

    /// The counters that wildcards matched, and that could not be added, each with the reason.
    [[nodiscard]] const std::vector<std::pair<std::string, DWORD>>& refused() const { return refused_; }

    /// How many columns will never have a value, because this computer cannot measure them.
    [[nodiscard]] std::size_t unmeasured() const { return unmeasured_; }

    /// The columns of a computer that did not answer.
    struct AwaitedColumns {
        std::size_t columns = 0;
        bool has_wildcard = false; ///< which is one column, however many instances there will be
        std::string reason;        ///< see last_reason()
    };
    /// By the name of the computer, with backslashes.
    [[nodiscard]] const std::map<std::string, AwaitedColumns>& awaited() const { return awaited_; }
    [[nodiscard]] std::size_t column_count() const { return counters_.size(); }

    /// Paths of the columns, each with its computer: made for each call, since there may be 100,000 of them,
    /// and most are needed once.
    [[nodiscard]] std::vector<std::string> columns() const;

    /// Takes a sample, but does not read it.
    /// @return false when there are no more
    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect();

    /// Takes a sample, and reads it.
    /// @return false when there are no more
    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect(Sample& sample);

    /// Takes and reads up to `most` samples of a log, much faster than one by one.
    /// @param raw_values where the raw sample of each value goes; NULL = they are not wanted
    /// @return false when there are no more
    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect(
        SampleBlock& block, std::size_t most, std::vector<PDH_RAW_COUNTER>* raw_values = nullptr);

    /// Whether the log, up to its end, has parts that could not be read.
    [[nodiscard]] bool has_loss() const { return has_loss_; }

    /// The time of the newest sample, local, as a FILETIME.
    [[nodiscard]] std::int64_t time() const;

    /// Of the newest sample, minutes: UTC = local time + bias; none if a log does not say its zone.
    [[nodiscard]] std::optional<int> bias_minutes() const;

    [[nodiscard]] PDH_HQUERY handle() const { return query_; }

    /// Of each column.
    [[nodiscard]] const std::vector<PDH_HCOUNTER>& counters() const { return counters_; }

  private:
    DWORD add_awaited(const std::string& path, std::string reason);

    PDH_HLOG source_;
    PDH_HQUERY query_ = nullptr;
    bool has_loss_ = false;
    std::vector<PDH_HCOUNTER> counters_;
    std::vector<std::pair<std::string, DWORD>> refused_;
    std::size_t unmeasured_ = 0;
    std::map<std::string, AwaitedColumns> awaited_;
    std::map<std::size_t, std::string> typed_; // paths of columns that PDH spells in another way
};

/// Reads the samples of a query as readings, each with its status. A counter with a wildcard for its instance
/// has a reading for each instance that the sample has, and an instance gets its column when it first
/// appears.
class InstanceReader : boost::noncopyable {
  public:
    /// @param query    has all its counters; outlives this
    /// @param with_raw whether Reading::raw is wanted
    InstanceReader(Query& query, bool with_raw);

    /// Takes a sample, and reads it.
    /// @return false when there are no more
    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect(Sample& sample);

    /// Those of the readings of the newest sample, and of earlier ones. Columns are only added, until
    /// Sample::columns_version changes: instances that are gone are forgotten when there are many.
    [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }

    /// Which of the query's counters a column is of.
    [[nodiscard]] std::size_t counter_of(std::size_t column) const { return owners_[column]; }

  private:
    struct Counter {
        PDH_HCOUNTER handle = nullptr;
        std::size_t number = 0;               // in the query
        Column column = {};                   // of all its instances
        bool has_wildcard = false;            // for its instance
        std::vector<std::string> names = {};  // of the instances of the newest sample
        std::vector<std::size_t> places = {}; // their columns
        // The columns of all instances up to now, by their names; those of one name are told apart by their
        // order.
        std::map<std::string, std::vector<std::size_t>> by_name = {};
    };

    void begin_columns();
    void read_one(const Counter& counter, std::vector<Reading>& readings) const;
    void read_instances(Counter& counter, std::vector<Reading>& readings);
    void find_places(Counter& counter);

    Query& query_;
    bool with_raw_;
    std::vector<Counter> counters_;
    std::vector<Column> columns_;
    std::vector<std::size_t> owners_; // the counter of each column
    std::uint64_t columns_version_ = 0;
    std::size_t newest_readings_ = 0; // of the newest sample
    std::vector<char> values_;        // an array of PDH_FMT_COUNTERVALUE_ITEM_A and their names
    std::vector<char> raws_;          // an array of PDH_RAW_COUNTER_ITEM_A and their names
    std::vector<std::string> names_;
};

} // namespace pdh_shim::tools::command
