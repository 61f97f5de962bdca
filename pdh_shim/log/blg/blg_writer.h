// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/data_file.h"
#include "base/failure.h"
#include "log/blg/record.h"
#include "log/blg/trace_writer.h"
#include "model/log.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace pdh_shim::log::blg {

/// Writes binary logs in the layout that Windows 8 writes: a catalogue, then records.
class BlgWriter final : public model::LogWriter {
  public:
    /// @retval log_file_too_small the greatest size leaves no room for a record
    [[nodiscard]] static Result<void, Failure> check_size(const TraceIdentity& identity);

    /// Begins a log in an empty file.
    /// @param entries none of LogEntryKind::object
    /// @param clock    for the times of the buffers; it outlives the writer
    /// @retval log_file_create_error the file cannot be written
    /// @retval log_file_too_small    see check_size()
    [[nodiscard]] static Result<std::unique_ptr<BlgWriter>, Failure> begin(std::unique_ptr<WritableFile> file,
        const TraceIdentity& identity, const std::vector<model::LogEntry>& entries, Clock& clock);

    /// Adds to a log that has these entries and buffers of the size that is written here, and is not
    /// circular.
    /// @param bytes of the file; a buffer that is not whole is cut off
    [[nodiscard]] static Result<std::unique_ptr<BlgWriter>, Failure> resume(
        std::unique_ptr<WritableFile> file, std::uint64_t bytes, const TraceIdentity& identity,
        const std::vector<model::LogEntry>& entries, Clock& clock);

    [[nodiscard]] Result<void, Failure> write(const model::LogRecord& record) override;
    [[nodiscard]] Result<void, Failure> flush() override;
    [[nodiscard]] Result<void, Failure> sync() override { return trace_.sync(); }
    [[nodiscard]] std::uint64_t size() const override { return trace_.size(); }
    [[nodiscard]] Result<void, Failure> close() override;

  private:
    BlgWriter(TraceWriter trace, EntryKinds kinds, Clock& clock)
        : trace_(std::move(trace)), kinds_(std::move(kinds)), clock_(clock) {}

    TraceWriter trace_;
    EntryKinds kinds_; // of the entries
    Clock& clock_;
    std::vector<std::byte> payload_;
};

} // namespace pdh_shim::log::blg
