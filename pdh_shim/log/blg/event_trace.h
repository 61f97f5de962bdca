// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"
#include "base/failure.h"
#include "log/blg/layout.h"
#include "model/log.h"
#include "model/log_zone.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A binary log is an event trace file of Windows (ETL): buffers of one size, each with a header and events.
// Its layout is public: ETW_BUFFER_HEADER, SYSTEM_TRACE_HEADER, TRACE_LOGFILE_HEADER and EVENT_TRACE_HEADER
// of the Windows SDK. What the events of PDH carry is known from files: see catalogue.h and record.h.

namespace pdh_shim::log::blg {

/// The content of an event of PDH: the byte that EVENT_TRACE_HEADER calls Class.Type.
enum class EventKind : std::uint8_t {
    catalogue = 0x20, ///< the entries (catalogue.h)
    record = 0x22,    ///< one value of each entry (record.h)
    summary = 0x23,   ///< at the end of some files; nothing in it that the others do not have
    names = 0x24      ///< the titles of the objects and counters of a machine (catalogue.h)
};

/// One event, put together if it was written in several parts.
struct TraceEvent {
    EventKind kind = EventKind::record; ///< may be a number that has no name here
    std::int64_t time_stamp = 0;        ///< local FILETIME
    std::uint64_t buffer = 0;           ///< in which it begins: see TraceReader::seek()
    std::uint64_t place = 0;            ///< byte of the file at which it begins
    std::span<const std::byte> payload; ///< until the next event is read
};

/// The zone in the header of a log whose zone is not known: Windows has no zone of that name.
[[nodiscard]] model::ZoneRules unknown_zone();

/// The header of the file, from its first buffer.
struct TraceHeader {
    std::uint32_t buffer_size = 0;     ///< bytes
    std::uint32_t pointer_size = 8;    ///< of the system that wrote it: 4 or 8
    std::uint64_t buffers_written = 0; ///< when the file was closed last
    std::uint32_t start_buffers = 1;   ///< how many at the start stay when a circular file is full
    bool is_circular = false;
    bool has_wnodes = false;     ///< its buffers begin as in Windows before Vista
    std::int64_t start_time = 0; ///< UTC FILETIME
    std::int64_t end_time = 0;   ///< UTC FILETIME; 0 if the file was not closed
    model::LogZone zone;
};

/// Reads the events of a trace in the order in which they were written. A file that others are writing is
/// read as far as it has grown; one that was cut, as far as its last whole event. Damaged bytes up to the
/// next whole event are skipped and counted; an event that its writer has not finished is not counted.
class TraceReader {
  public:
    /// @retval unable_read_log_header it is too short, or does not begin with the header of a trace
    /// @retval log_file_open_error    it cannot be read
    [[nodiscard]] static Result<TraceReader, Failure> open(std::unique_ptr<DataFile> file);

    [[nodiscard]] const TraceHeader& header() const noexcept { return header_; }

    /// The next event; none behind the last one.
    [[nodiscard]] Result<std::optional<TraceEvent>, Failure> next();

    /// Goes to the first event that begins in this buffer or behind it. Buffers count in the order of time,
    /// from 0.
    void seek(std::uint64_t buffer) noexcept;
    /// Whether a buffer was found that is not where it belongs; from then on all are counted as they belong.
    [[nodiscard]] bool is_put_in_order() const noexcept { return !order_.empty(); }

    /// What was passed over since forget_loss().
    [[nodiscard]] const model::LogLoss& loss() const noexcept { return loss_; }
    void forget_loss() noexcept { loss_ = {}; }
    /// Counts a part of the payload of the newest event, which cannot be read.
    void lose(const TraceEvent& event, std::size_t offset, std::size_t size, std::string_view what);

    /// How many buffers the file has now: whole ones, and a last one that was cut behind its header.
    [[nodiscard]] Result<std::uint64_t, Failure> buffers();

    /// Bytes of the file now.
    [[nodiscard]] Result<std::uint64_t, Failure> size();

  private:
    TraceReader(std::unique_ptr<DataFile> file, TraceHeader header) noexcept;

    struct Part;
    struct Joining;
    struct End;
    struct BufferStart;

    /// Where a buffer of the file stands, in buffers, and what is wrong with that.
    struct OrderedBuffer {
        std::uint64_t place = 0;
        bool is_copy = false;         // of an earlier one
        bool is_behind_later = false; // in the file
    };

    [[nodiscard]] Result<void, Failure> find_oldest();
    [[nodiscard]] Result<std::int64_t, Failure> sequence_of(std::uint64_t place);
    [[nodiscard]] std::uint64_t turned(std::uint64_t buffer) const noexcept;
    [[nodiscard]] std::uint64_t place_of(std::uint64_t buffer) const noexcept;
    [[nodiscard]] std::uint64_t first_ordered() const noexcept;
    [[nodiscard]] Result<std::uint64_t, Failure> check_order(std::uint64_t buffer);
    [[nodiscard]] Result<void, Failure> put_in_order();
    [[nodiscard]] Result<BufferStart, Failure> start_of(std::uint64_t place);
    [[nodiscard]] Result<void, Failure> find_copies(std::vector<BufferStart>& buffers);
    [[nodiscard]] Result<std::uint64_t, Failure> hash_of(std::uint64_t place);
    [[nodiscard]] static std::size_t run_from(std::span<const BufferStart> buffers);
    static void sort_run(std::span<BufferStart> run);
    void count_misplaced(const OrderedBuffer& buffer);
    [[nodiscard]] Result<std::span<const std::byte>, Failure> bytes_of(std::uint64_t place);
    [[nodiscard]] Result<bool, Failure> load(std::uint64_t buffer);
    [[nodiscard]] Result<bool, Failure> is_unfinished(std::uint64_t place);
    [[nodiscard]] bool is_closed(std::uint64_t place) const noexcept;
    [[nodiscard]] Result<void, Failure> count_missing_end();
    [[nodiscard]] bool is_zeroed(std::size_t offset, std::size_t size, bool is_ours) const;
    [[nodiscard]] Part part_at(std::size_t offset, std::size_t size) const;
    [[nodiscard]] Result<std::optional<Part>, Failure> next_part();
    [[nodiscard]] bool is_of_log(std::size_t offset, std::size_t size) const;
    [[nodiscard]] std::size_t next_whole_event(std::size_t offset) const;
    void pass_over_damage();
    void go_to(std::uint64_t buffer) noexcept;
    void lose(std::uint64_t place, std::uint64_t size, std::string_view what);
    void lose_unfinished(const Joining& unfinished, const Part& next);
    void lose_headless(const Part& part);
    [[nodiscard]] bool join(Joining& joining, const Part& part);

    std::unique_ptr<DataFile> file_;
    TraceHeader header_;
    std::uint64_t count_ = 0;          // buffers when a circular file was opened
    std::uint64_t oldest_ = 0;         // of a circular file: place of the first buffer behind start_buffers
    std::vector<OrderedBuffer> order_; // of the first buffers; empty = as in the file
    bool is_order_checked_ = false;
    std::optional<std::int64_t> newest_sequence_; // of the buffer before, if it was loaded

    std::unique_ptr<std::byte[]> piece_; // several buffers, read at once
    std::size_t piece_filled_ = 0;       // how much of it was read
    std::uint64_t piece_place_ = 0;      // of its first buffer
    std::span<const std::byte> buffer_;  // the one that is read, as far as it is filled
    std::uint64_t number_ = 0;           // of that buffer, in the order of time
    bool is_loaded_ = false;
    bool is_cut_ = false;                     // the file ends in it
    std::optional<std::size_t> doubtful_end_; // its header is damaged, and says that its events end there
    std::size_t offset_ = 0;                  // of the next event in it
    model::Guid guid_{};                      // of the log, in the event that was read last
    bool is_mid_event_ = false;   // behind a seek, until an event begins: its parts before are no loss
    bool is_in_loss_ = false;     // until a whole event follows, what is lost is one place
    bool is_end_counted_ = false; // buffers that are missing at the end were counted
    model::LogLoss loss_;
    std::vector<std::byte> joined_;                             // the parts of an event that has several
    std::vector<std::pair<std::size_t, std::uint64_t>> pieces_; // offsets in its payload, and their places
};

} // namespace pdh_shim::log::blg
