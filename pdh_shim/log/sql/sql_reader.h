// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "log/sql/database.h"
#include "log/sql/tables.h"
#include "model/log.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pdh_shim::log::sql {

/// A log set as its database describes it when it is opened, with the last record of each run. Readers stop
/// there: so a query that logs into the set that it reads comes to an end, and the positions of entries are
/// the same for all readers.
struct LogSet {
    std::u16string data_source; ///< of ODBC
    ExtraColumns extra;
    std::vector<LogSetRun> runs; ///< in the order of their start
    std::vector<model::LogEntry> entries;
    std::unordered_map<std::int32_t, std::size_t> places; ///< CounterID: position in `entries`
};

/// @retval invalid_sqldb  the database does not have the tables @retval file_not_found it has no such log set
/// @retval see OdbcConnection::open(), Statement
[[nodiscard]] Result<std::shared_ptr<const LogSet>, Failure> read_log_set(
    std::u16string_view data_source, const std::u16string& name);

/// A row of the table CounterData.
struct DataRow {
    std::int32_t record = 0;
    std::int64_t time_stamp = 0;      ///< local
    std::optional<std::int32_t> bias; ///< see model::LogRecord
    std::size_t place = 0;            ///< of its counter in LogSet::entries
    std::optional<model::LogValue> value;
};

/// The position of a reader in a run.
struct PlaceInRun {
    std::int64_t from = 0; ///< local time: where the range begins
    bool is_found = false; ///< `record` is one that there may be
    std::int64_t record = INT32_MIN;
};

/// Reads runs of a log set that follow one another. It reads a stretch of records at once and keeps nothing
/// open in the database between two of them, so that others can write. A lost connection is a failure; the
/// next call connects again and goes on where it was.
///
/// A row with an unknown counter or an invalid time is skipped; a value that is NULL or not a number is
/// missing.
class SqlReader final : public model::LogReader {
  public:
    /// @param runs positions in LogSet::runs, rising
    SqlReader(std::shared_ptr<const LogSet> log_set, std::vector<std::size_t> runs)
        : set_(std::move(log_set)), runs_(std::move(runs)), clock_(set_->entries),
          database_(set_->data_source) {}

    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return set_->entries; }
    /// That of the first run.
    [[nodiscard]] model::LogZone zone() const override;
    [[nodiscard]] const model::LogTitles* titles(std::u16string_view /*machine*/) const override {
        return nullptr;
    }
    [[nodiscard]] Result<bool, Failure> next(model::LogRecord& record) override;
    /// Always empty: database records have no bytes.
    [[nodiscard]] std::span<const std::byte> bytes() const override { return {}; }
    [[nodiscard]] Result<void, Failure> seek(std::int64_t local_time) override;
    [[nodiscard]] Result<model::LogRange, Failure> range() override;
    /// Records.
    [[nodiscard]] Result<std::uint64_t, Failure> size() override;
    [[nodiscard]] Result<std::uint64_t, Failure> whole_size() override;

  private:
    [[nodiscard]] Result<void, Failure> read_stretch();
    [[nodiscard]] Result<model::LogRange, Failure> read_range();

    const std::shared_ptr<const LogSet> set_;
    const std::vector<std::size_t> runs_;
    const model::RecordClock clock_;
    Database database_;

    std::size_t run_ = 0; // position in runs_ of the one that is read
    PlaceInRun place_;
    std::vector<DataRow> rows_; // of one stretch
    std::size_t next_row_ = 0;
    bool is_new_run_ = true;  // the next stretch begins one
    std::vector<bool> known_; // the counters that have had a row in this run
};

/// Runs that do not overlap follow one another in one list: each list is to have a reader, and the logs are
/// to be merged. So computers that write to one log set at the same time come in the order of time.
[[nodiscard]] std::vector<std::vector<std::size_t>> consecutive_runs(const std::vector<LogSetRun>& runs);

} // namespace pdh_shim::log::sql
