// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/log.h"
#include "model/snapshot.h"
#include "model/source.h"
#include "recorded/log_file.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::recorded {

/// Logs what a reader has lost, as a warning. @return the status of the loss; success if nothing was lost
Status report_loss(std::string_view name, const model::LogReader& reader);
/// Keeps what was lost where a log was read for what several calls ask, for pdh_shim_last_failure().
void keep_loss(std::string_view name, const model::LogLoss& loss);

/// The position of a query in its log, for all its sessions: one collect is one record. The file is opened
/// when the first record is read.
class LogCursor {
  public:
    /// Entries of the log that a session needs: their positions, rising.
    using Entries = std::shared_ptr<const std::vector<std::size_t>>;

    /// @param name of the log, for the library's log
    LogCursor(std::string name, ReaderFactory open) : name_(std::move(name)), open_(std::move(open)) {}

    /// See machine::DataSource.
    void set_range(std::int64_t begin, std::int64_t end);

    /// Says what a session needs of the next record. A session that needs the same as before says it with the
    /// same pointer.
    void ask(Entries entries) { asked_.push_back(std::move(entries)); }

    /// The next record of the range, which is read by the first call after ask(): each session that has asked
    /// gets the same one. Sets the time of the snapshot. It is never null.
    /// @retval no_more_data there is none
    /// @retval "the status of a loss" once, at the end of a range in which records were lost; the log has it
    /// already
    [[nodiscard]] Result<const model::LogRecord*, Failure> next(model::Snapshot& snapshot);

    /// See LogReader::lose(): of the record that next() gave.
    void lose(std::span<const std::byte> bytes, std::string_view what) { reader_->lose(bytes, what); }

  private:
    [[nodiscard]] Result<void, Failure> read();
    [[nodiscard]] Result<bool, Failure> read_in_range();
    void forget_missing();
    [[nodiscard]] Result<void, Failure> make_ready();

    const std::string name_;
    ReaderFactory open_;
    std::unique_ptr<model::LogReader> reader_;
    std::vector<Entries> asked_;    // for the next record
    std::vector<Entries> chosen_;   // what the reader knows
    bool is_in_place_ = false;      // the reader is where the range begins, or behind it
    bool is_loss_reported_ = false; // of this range
    std::optional<bool> goes_back_; // see LogRange; known once there is a range
    std::int64_t begin_ = 0;
    std::int64_t end_ = std::numeric_limits<std::int64_t>::max();
    std::optional<model::RecordZone> zone_; // since the first record
    model::LogRecord record_;
};

/// A session of a source of a log. start() comes before each collect().
class LogSession : public model::Session {
  public:
    LogSession(std::string name, ReaderFactory open)
        : cursor_(std::make_shared<LogCursor>(std::move(name), std::move(open))) {}

    /// See machine::DataSource.
    void set_range(std::int64_t begin, std::int64_t end) { cursor_->set_range(begin, end); }
    /// The same.
    void share_cursor(const LogSession& first) { cursor_ = first.cursor_; }

  protected:
    [[nodiscard]] LogCursor& cursor() noexcept { return *cursor_; }

  private:
    std::shared_ptr<LogCursor> cursor_; // of all sessions of the query
};

} // namespace pdh_shim::recorded
