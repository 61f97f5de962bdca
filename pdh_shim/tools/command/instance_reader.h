// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/query.h"
#include "tools/command/sample.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pdh_shim::tools::command {

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
