// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "log/sql/odbc_connection.h"
#include "log/sql/tables.h"
#include "model/log.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::log::sql {

/// The counters of a log set by their CounterID. @retval see Statement
[[nodiscard]] Result<std::map<std::int32_t, model::LogEntry>, Failure> read_counters(
    OdbcConnection& connection, const ExtraColumns& extra, const std::u16string& log_set);

/// The key of a counter: equal for two entries of the same counter only.
[[nodiscard]] std::u16string counter_key(const model::LogEntry& entry);

/// The longest name that the tables hold.
inline constexpr std::size_t longest_name = 1024;

/// Finds the CounterID of each counter in the table CounterDetails, and adds the counters that are missing
/// there. All log sets of a database share this table.
class CounterIds {
  public:
    explicit CounterIds(const ExtraColumns& extra) : extra_(extra) {}

    /// @param counters of LogEntryKind::counter
    /// @param numbers set for each of them, and valid if the transaction is committed
    /// @retval sql_alter_detail_failed they cannot be added @retval see Statement
    [[nodiscard]] Result<void, Failure> find(OdbcConnection& connection,
        const std::vector<const model::LogEntry*>& counters, std::vector<std::int32_t>& numbers);

  private:
    using CounterGroup = std::pair<std::u16string, std::pair<std::u16string, std::u16string>>;

    [[nodiscard]] Result<void, Failure> load(OdbcConnection& connection, const model::LogEntry& counter);
    [[nodiscard]] Result<void, Failure> add(
        OdbcConnection& connection, const std::vector<const model::LogEntry*>& counters);

    const ExtraColumns extra_;
    std::map<std::u16string, std::int32_t> known_; // by counter_key()
    std::set<CounterGroup> loaded_;                // computer, object and counter
};

} // namespace pdh_shim::log::sql
