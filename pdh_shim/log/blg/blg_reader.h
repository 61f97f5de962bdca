// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"
#include "base/failure.h"
#include "log/blg/catalogue.h"
#include "log/blg/event_trace.h"
#include "log/blg/record.h"
#include "model/log.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::log::blg {

/// Reads binary logs of Windows XP and later versions (32 and 64 bits), and our own. Damaged bytes
/// behind the catalogue are skipped and counted.
class BlgReader final : public model::LogReader {
  public:
    /// @retval unable_read_log_header the file is not an event trace
    /// @retval binary_log_corrupt its catalogue is missing or damaged
    /// @retval log_file_open_error    the file cannot be read
    [[nodiscard]] static Result<std::unique_ptr<BlgReader>, Failure> open(std::unique_ptr<DataFile> file);

    [[nodiscard]] const TraceHeader& header() const noexcept { return trace_.header(); }
    /// The titles of objects that are logged as a whole.
    [[nodiscard]] const NameTables& names() const noexcept { return names_; }

    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return entries_; }
    void forget_entries() override { std::vector<model::LogEntry>().swap(entries_); }
    [[nodiscard]] model::LogZone zone() const override { return header().zone; }
    [[nodiscard]] const model::LogTitles* titles(std::u16string_view machine) const override;
    [[nodiscard]] Result<bool, Failure> next(model::LogRecord& record) override;
    void lose(std::span<const std::byte> bytes, std::string_view what) override;
    [[nodiscard]] model::LogLoss loss() const override { return trace_.loss(); }
    [[nodiscard]] std::span<const std::byte> bytes() const override {
        return newest_ ? newest_->payload : std::span<const std::byte>();
    }
    [[nodiscard]] Result<void, Failure> seek(std::int64_t local_time) override;
    [[nodiscard]] Result<model::LogRange, Failure> range() override;
    [[nodiscard]] Result<std::uint64_t, Failure> size() override { return trace_.size(); }
    [[nodiscard]] Result<std::uint64_t, Failure> whole_size() override;

  private:
    explicit BlgReader(TraceReader trace) : trace_(std::move(trace)) {}

    [[nodiscard]] Result<void, Failure> read_start();
    [[nodiscard]] Result<void, Failure> take_names(const TraceEvent& event);
    [[nodiscard]] Result<void, Failure> take_catalogue(const TraceEvent& event);
    [[nodiscard]] Result<std::optional<TraceEvent>, Failure> next_record();
    [[nodiscard]] Result<std::optional<TraceEvent>, Failure> first_record_in(std::uint64_t buffer);

    TraceReader trace_;
    NameTables names_;
    std::uint64_t names_size_ = 0; // bytes of titles since the last seek
    std::vector<model::LogEntry> entries_;
    EntryKinds kinds_;             // of the entries
    std::uint64_t paths_hash_ = 0; // the same
    model::RecordClock clock_;
    std::optional<TraceEvent> kept_;     // the record that next() gives, if it has been read already
    bool is_loss_of_range_ = false;      // loss() is that of range()
    std::optional<TraceEvent> newest_;   // the record that next() gave last
    std::vector<const std::byte*> lost_; // what lose() has counted of it
};

} // namespace pdh_shim::log::blg
