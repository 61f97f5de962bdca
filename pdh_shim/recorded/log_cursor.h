// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "model/log.h"
#include "model/snapshot.h"
#include "model/source.h"
#include "recorded/log_file.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::recorded {

/// Logs what a reader has lost, as a warning. @return the status of the loss; success if nothing was lost
Status report_loss(std::string_view name, const model::LogReader& reader);

/// The position of a session in its log. The file is opened when the first record is read.
class LogCursor {
  public:
    /// @param name of the log, for the library's log
    LogCursor(std::string name, ReaderFactory open) : name_(std::move(name)), open_(std::move(open)) {}

    /// See machine::DataSource.
    void set_range(std::int64_t begin, std::int64_t end);

    /// Chooses the entries of the log that the session needs: see model::LogReader.
    void choose(std::vector<std::size_t> entries);

    /// Reads the next record of the range, and sets the time of the snapshot. It is never null.
    /// @retval no_more_data there is none
    /// @retval "the status of a loss" once, at the end of a range in which records were lost; the log has it
    /// already
    [[nodiscard]] Result<const model::LogRecord*, Failure> next(model::Snapshot& snapshot);

  private:
    [[nodiscard]] Result<bool, Failure> read_in_range();
    void forget_missing();
    [[nodiscard]] Result<void, Failure> make_ready();

    const std::string name_;
    ReaderFactory open_;
    std::unique_ptr<model::LogReader> reader_;
    std::optional<std::vector<std::size_t>> chosen_; // until the reader knows them
    bool is_in_place_ = false;                       // the reader is where the range begins, or behind it
    bool is_loss_reported_ = false;                  // of this range
    std::int64_t begin_ = 0;
    std::int64_t end_ = std::numeric_limits<std::int64_t>::max();
    std::optional<model::RecordZone> zone_; // since the first record
    model::LogRecord record_;
};

/// A session of a source of a log.
class LogSession : public model::Session {
  public:
    LogSession(std::string name, ReaderFactory open) : cursor(std::move(name), std::move(open)) {}

    LogCursor cursor;
};

} // namespace pdh_shim::recorded
