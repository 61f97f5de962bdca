// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/data_file.h"
#include "base/failure.h"
#include "log/blg/event_trace.h"
#include "log/blg/record.h"
#include "model/log.h"
#include "model/log_zone.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::log::blg {

/// The header of a new trace, for its first buffer.
struct TraceIdentity {
    model::Guid guid{}; ///< of this log, in each of its events too
    std::u16string file_name;
    std::int64_t start_time = 0; ///< UTC FILETIME
    std::int64_t boot_time = 0;  ///< UTC FILETIME
    std::int64_t perf_freq = 0;
    model::LogZone zone;
    std::uint32_t processors = 1;
    std::uint32_t process = 0; ///< its number
    /// Buffers that the file may have; 0 = no limit.
    std::uint64_t most_buffers = 0;
    /// When the file has that many, new buffers take the place of the oldest ones.
    bool is_circular = false;
};

inline constexpr std::uint32_t buffer_size_to_write = 0x10000;

/// Writes the events of a trace. Events are collected in a buffer, which goes to the file when it is full or
/// when flush() is called. What the file has is at any time a trace with whole events, also if this process
/// ends in the middle of a write. After an error the file keeps what it had, and the same call may be made
/// again.
class TraceWriter {
  public:
    /// Begins a new trace in an empty file.
    /// @retval log_file_create_error it cannot be written
    [[nodiscard]] static Result<TraceWriter, Failure> begin(
        std::unique_ptr<WritableFile> file, const TraceIdentity& identity);

    /// Adds to a trace that is not circular. Its events keep the GUID that they have; new ones get another.
    /// @param buffers how many whole ones the file has; what is behind them is cut off
    [[nodiscard]] static Result<TraceWriter, Failure> resume(
        std::unique_ptr<WritableFile> file, const TraceIdentity& identity, std::uint64_t buffers);

    /// Adds an event.
    /// @param utc  now, for the header of a buffer that is full
    /// @retval log_file_create_error the buffer that was full cannot be written; the event was not added
    /// @retval end_of_log_file       the file has most_buffers
    [[nodiscard]] Result<void, Failure> append(
        EventKind kind, std::int64_t time_stamp, std::int64_t utc, std::span<const std::byte> payload);

    /// Of a circular file: what was written so far stays for ever.
    [[nodiscard]] Result<void, Failure> keep_start(std::int64_t utc);

    /// Writes what is collected. @retval log_file_create_error it cannot be written; it stays collected
    [[nodiscard]] Result<void, Failure> flush(std::int64_t utc);

    /// Has the system store what was flushed. @retval log_file_create_error it cannot
    [[nodiscard]] Result<void, Failure> sync();

    /// Writes what is collected and the end time, and syncs; nothing may be added behind it.
    [[nodiscard]] Result<void, Failure> close(std::int64_t utc);

    /// Bytes of the file, with what is collected.
    [[nodiscard]] std::uint64_t size() const noexcept;

  private:
    TraceWriter(std::unique_ptr<WritableFile> file, TraceIdentity identity);

    [[nodiscard]] std::vector<std::byte> first_buffer() const;
    [[nodiscard]] std::array<std::byte, 0x48> buffer_header(std::int64_t utc, std::uint16_t flags) const;
    [[nodiscard]] Result<void, Failure> write(std::uint64_t offset, std::span<const std::byte> bytes);
    [[nodiscard]] Result<void, Failure> write_buffer(std::int64_t utc, std::uint16_t flags);
    [[nodiscard]] Result<void, Failure> make_room(std::size_t bytes, std::int64_t utc);
    [[nodiscard]] Result<void, Failure> next_buffer(std::int64_t utc);
    void add_part(EventKind kind, std::int64_t time_stamp, std::uint32_t number, std::uint32_t count,
        std::span<const std::byte> payload);
    void empty_buffer();

    std::unique_ptr<WritableFile> file_;
    TraceIdentity identity_;
    std::uint32_t start_buffers_ = 1;
    std::vector<std::byte> buffer_; // that is being filled, as far as it is
    std::size_t written_ = 0;       // how much of it the file has; 0 = not even its header
    std::uint64_t place_ = 1;       // in the file, in buffers
    std::uint64_t sequence_ = 1;
    std::uint64_t places_ = 2; // how many buffers the file has, with this one
};

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
