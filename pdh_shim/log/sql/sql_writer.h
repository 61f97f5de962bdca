// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "log/sql/cell_text.h"
#include "log/sql/counter_details.h"
#include "log/sql/database.h"
#include "log/sql/odbc_connection.h"
#include "model/log.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdh_shim::log::sql {

/// The run that a writer begins, or goes on in: that of the log set, if there is one.
struct NewRun {
    std::u16string data_source; ///< of ODBC
    std::u16string log_set;
    bool is_new_set = false; ///< a log set of that name must not be there
    model::Guid guid{};      ///< of a run that is begun
    model::LogZone zone = {};
    std::optional<std::int32_t> bias = std::nullopt; ///< minutes: that of the zone where the log begins
};

/// Writes to the run of a log set. Records are collected and stored in one transaction, together with what
/// DisplayToID says of the run: so a run has whole batches only, whatever happens to the program, the
/// connection or the database. After a failure the next call connects again. Other writers may write to the
/// run at the same time: each batch has the numbers behind those that are stored by then.
class SqlWriter final : public model::LogWriter {
  public:
    /// Makes the tables if they are not there, and begins the run or finds that of the log set: of several,
    /// the newest.
    /// @param clock outlives the writer
    /// @retval file_already_exists see NewRun::is_new_set
    /// @retval incorrect_append_time the zone of the run is known and that of the new records is not, or the
    ///                               reverse
    /// @retval end_of_log_file the run has as many records as a run can have
    /// @retval invalid_sqldb   the run has no GUID
    /// @retval see OdbcConnection::open(), create_tables()
    [[nodiscard]] static Result<std::unique_ptr<SqlWriter>, Failure> begin(
        NewRun run, std::vector<model::LogEntry> entries, Clock& clock);
    ~SqlWriter() override;

    /// A sample without valid data gets no row.
    /// @retval sql_alter_detail_failed an instance has a longer name than the tables hold
    [[nodiscard]] Result<void, Failure> write(const model::LogRecord& record) override;
    [[nodiscard]] Result<void, Failure> flush() override;
    /// Records of the run.
    [[nodiscard]] std::uint64_t size() const override { return static_cast<std::uint64_t>(records_); }
    [[nodiscard]] Result<void, Failure> close() override { return flush(); }
    [[nodiscard]] std::optional<model::LogRun> run() const override { return run_; }
    [[nodiscard]] Result<void, Failure> set_run_number(std::int32_t number) override;
    /// The zone of a run that has records; else it is not known.
    [[nodiscard]] const model::LogZone& zone_of_run() const noexcept { return zone_of_run_; }

  private:
    /// A counter of one instance.
    struct WrittenCounter {
        model::LogEntry entry;
        std::optional<std::int32_t> number; ///< CounterID, once it is known
        std::optional<model::LogValue> before;
        std::int32_t newest_record = 0;
    };

    /// When a record was taken.
    struct RecordTime {
        TimeText utc{};
        std::int32_t ticks = 0; ///< that the text leaves out
        std::optional<std::int32_t> bias;
    };

    struct NewDataRow {
        std::size_t counter = 0; ///< position in counters_
        std::int32_t number = 0; ///< CounterID
        std::int32_t record = 0;
        TimeText time{};
        double value = 0;
        std::array<std::int32_t, 4> halves{};
        std::int32_t multi = 0;
        std::int32_t ticks = 0; ///< of the time, below a millisecond
        std::int32_t minutes = 0;
        SQLLEN has_minutes = 0; ///< or SQL_NULL_DATA
    };

    /// The places in counters_ of the instances of each name, of an entry of all instances; by their numbers.
    using InstanceCounters =
        std::unordered_map<std::u16string, std::vector<std::optional<std::size_t>>, FoldedHash, FoldedEqual>;

    /// What one transaction stores.
    struct Batch;
    /// What one transaction has stored.
    struct Stored;
    /// A connection and what is prepared in it.
    class Session;
    /// What the thread of an overdue transaction keeps.
    struct ThreadState;

    SqlWriter(NewRun run, std::vector<model::LogEntry> entries, Clock& clock);

    [[nodiscard]] Result<void, Failure> begin_run();
    [[nodiscard]] Result<void, Failure> find_counters(const model::LogRecord& record);
    [[nodiscard]] Result<void, Failure> find_instance(std::size_t entry, const model::LogInstance& instance);
    [[nodiscard]] std::size_t place_of(model::LogEntry counter);
    void add_row(
        WrittenCounter& counter, std::size_t place, const model::LogValue& value, const RecordTime& time);
    void own_rows();
    [[nodiscard]] std::shared_ptr<const Batch> make_batch();
    [[nodiscard]] Result<void, Failure> store(const std::shared_ptr<const Batch>& batch);

    const NewRun settings_;
    std::u16string guid_; // as the database has it
    const std::vector<model::LogEntry> entries_;
    Clock& clock_;
    model::LogRun run_;
    model::LogZone zone_of_run_;

    std::shared_ptr<ThreadState> state_; // null after a failure
    std::vector<WrittenCounter> counters_;
    std::map<std::u16string, std::size_t> by_key_;                      // places in counters_
    std::vector<std::optional<std::size_t>> single_;                    // places of entries of one counter
    std::vector<InstanceCounters> instances_;                           // of entries of all instances
    std::vector<std::pair<std::size_t, const model::LogValue*>> found_; // of the record that is written
    std::shared_ptr<std::vector<NewDataRow>> rows_ =
        std::make_shared<std::vector<NewDataRow>>(); // to be stored
    bool are_rows_lent_ = false;                     // a transaction that has failed may still read them
    bool may_be_stored_ = false;       // the rows, or the first ones of them: nobody knows how a try ended
    std::int32_t stored_ = 0;          // records of the run, without those that are to be stored
    std::int32_t records_ = 0;         // with them
    std::uint64_t written_ = 0;        // records of this writer
    std::optional<std::int32_t> bias_; // that of the first record, or of the zone where the log begins
    std::int64_t first_time_ = 0;      // UTC
    std::int64_t last_time_ = 0;
};

} // namespace pdh_shim::log::sql
