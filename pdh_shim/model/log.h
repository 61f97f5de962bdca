// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/saturating.h"
#include "model/log_zone.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::model {

/// The parts of a log that a reader skipped because it could not read them: damaged bytes of a binary log, or
/// rows of a text log. A place is one such row, or one stretch of such bytes.
struct LogLoss {
    std::uint64_t places = 0;
    std::uint64_t bytes = 0; ///< of all places together
    /// Of the first place: what a program gets that reads as far as the end.
    Status status = Status::success;
    std::string where; ///< of the first place: `byte 65536`, `line 7`
    std::string what;  ///< why it could not be read
    /// Of each column of a text log that has cells without a number: the first one, and how many there are.
    /// Their rows are among the places.
    struct LostCells {
        std::string where;
        std::string what;
    };
    std::vector<LostCells> columns = {};

    /// Counts another place. @param why its status, place and reason
    void add(const Failure& why, std::uint64_t size) {
        if (places == 0) {
            status = why.status();
            where = why.where();
            what = why.what();
        }
        ++places;
        bytes += size;
    }

    /// Counts what another log lost, whose name is put before its place.
    void add(const LogLoss& other, const std::string& log) {
        if (other.places == 0) {
            return;
        }
        if (places == 0) {
            status = other.status;
            where = log + ": " + other.where;
            what = other.what;
        }
        places += other.places;
        bytes += other.bytes;
    }

    /// The loss as a failure: the first place and reason, and the total.
    [[nodiscard]] Failure failure() const {
        const std::string all = places == 1 ? std::to_string(bytes) + " bytes were passed over"
                                            : std::to_string(places) + " such places, " +
                                                  std::to_string(bytes) + " bytes, were passed over";
        return {status, where, what + " (" + all + ")"};
    }
};

} // namespace pdh_shim::model

// What the formats of performance logs have in common (log/*): a catalogue of entries, and records in the
// order in which they were written, each with the values of every entry.

namespace pdh_shim::model {

/// What an entry of a log's catalogue stands for.
enum class LogEntryKind : std::uint8_t {
    counter,   ///< one counter, of one instance or of an object without instances
    instances, ///< one counter of all the instances that there are when a record is written
    object     ///< all counters of an object: each record has a PERF_DATA_BLOCK with it
};

/// One entry of a log's catalogue.
struct LogEntry {
    LogEntryKind kind = LogEntryKind::counter;
    std::u16string machine; ///< without backslashes
    std::u16string object;
    std::u16string parent;       ///< name of the parent instance; empty = none
    std::u16string instance;     ///< empty = none
    std::uint32_t duplicate = 0; ///< which of several instances of that name
    std::u16string counter;
    std::uint32_t type = 0;     ///< a PERF_* counter type
    std::int64_t time_base = 0; ///< ticks per second of the counter's clock
    std::int32_t default_scale = 0;

    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// Equal for entries of the same path, in whatever case.
[[nodiscard]] std::u16string path_key(const LogEntry& entry);

/// The type of entries whose values are displayed ones, as text logs have them: `first` then has the bits of
/// a double, and there is nothing to calculate. winperf.h has no such type; the management interface of
/// Windows calls this number PERF_DOUBLE_RAW.
inline constexpr std::uint32_t displayed_value_type = 0x00012000;

/// In the multi count of a value of that type which is not valid: the record has a text in place of a number,
/// and `second` is its position in LogRecord::texts.
inline constexpr std::uint32_t multi_of_text = 0xC0000000;

/// A raw sample as a log keeps it: PDH_RAW_COUNTER.
struct LogValue {
    std::uint32_t cstatus = 0;   ///< PDH_CSTATUS_*
    std::int64_t time_stamp = 0; ///< local FILETIME
    std::int64_t first = 0;
    std::int64_t second = 0;
    std::uint32_t multi = 1;

    friend bool operator==(const LogValue&, const LogValue&) = default;
};

/// The value of one of several instances.
struct LogInstance {
    std::u16string name; ///< `parent/instance` or `instance`
    LogValue value;
    std::uint32_t duplicate = 0; ///< which of several instances of that name; those before it may be missing

    friend bool operator==(const LogInstance&, const LogInstance&) = default;
};

/// The data of one entry in a record.
struct LogCell {
    /// Whether the record has this entry. If not, the other members are left from the newest record that has
    /// it; before the first one, the time stamp is 0.
    bool is_there = false;
    LogValue value; ///< of LogEntryKind::instances: the status and the time of all of them
    std::vector<LogInstance> instances; ///< of LogEntryKind::instances

    friend bool operator==(const LogCell&, const LogCell&) = default;
};

/// What was logged at one time. It keeps its memory from one record to the next.
struct LogRecord {
    std::int64_t time_stamp = 0; ///< local FILETIME
    /// Minutes: UTC = local time + bias. A reader gives it where the record says so itself: see
    /// LogReader::zone().
    std::optional<std::int32_t> bias = std::nullopt;
    std::vector<LogCell> cells;        ///< one for each entry
    std::u16string comment;            ///< what a program wrote beside it; only text logs keep it
    std::vector<std::u16string> texts; ///< of the cells of a text log that are not numbers: see multi_of_text
    /// The PERF_DATA_BLOCKs of all entries of LogEntryKind::object; they lie in the memory of the reader.
    std::vector<std::span<const std::byte>> blocks;
};

/// The times of the records of a log. They are local: when summer time ends, the record that was written last
/// may not have the latest time.
struct LogRange {
    std::int64_t first = 0; ///< the earliest; local FILETIME
    std::int64_t last = 0;  ///< the latest
    std::uint64_t records = 0;
    /// The records go back in time further than by the hour that comes twice when summer time ends.
    bool goes_back = false;

    static constexpr std::int64_t longest_return = std::int64_t{61} * 60 * ticks_per_second;

    void add(std::int64_t time) noexcept {
        goes_back = goes_back || (records != 0 && saturated_subtract(last, time) > longest_return);
        first = records == 0 ? time : std::min(first, time);
        last = records == 0 ? time : std::max(last, time);
        ++records;
    }
};

/// A GUID in the byte order of Windows: the first three fields are little-endian.
using Guid = std::array<std::uint8_t, 16>;

/// A GUID as `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`, and back, with or without brackets. None for any other
/// text.
[[nodiscard]] std::u16string make_guid_text(const Guid& guid);
[[nodiscard]] std::optional<Guid> parse_guid_text(std::u16string_view text);

/// The identity of a run: the part of a log in a database between an open and a close.
struct LogRun {
    Guid guid{};
    std::int32_t number = 0;
};

/// The titles of counters and objects, by their indexes.
using LogTitles = std::map<std::uint32_t, std::u16string>;

/// Reads a log from its start to its end. One thread at a time.
class LogReader {
  public:
    LogReader() = default;
    LogReader(const LogReader&) = delete;
    LogReader& operator=(const LogReader&) = delete;
    LogReader(LogReader&&) = delete;
    LogReader& operator=(LogReader&&) = delete;
    virtual ~LogReader() = default;

    [[nodiscard]] virtual const std::vector<LogEntry>& entries() const = 0;

    /// Says that nobody asks for entries() any more, and may free their memory: it is 300 bytes for each.
    virtual void forget_entries() {}

    /// The header of the column of comments; none if it has no such column.
    [[nodiscard]] virtual std::optional<std::u16string> caption() const { return std::nullopt; }

    /// The zone of its local times, as the file says it.
    [[nodiscard]] virtual LogZone zone() const = 0;

    /// What the blocks of a machine call their counters by number; null if the log has no titles of it.
    [[nodiscard]] virtual const LogTitles* titles(std::u16string_view machine) const = 0;

    /// Chooses the entries to read from now on; before, all are read. A reader may leave out the others:
    /// their cells are then undefined.
    /// @param entries their positions in entries(), rising
    virtual void choose(const std::vector<std::size_t>& /*entries*/) {}
    /// Whether it leaves out records that have none of the chosen entries.
    [[nodiscard]] virtual bool leaves_out_records() const noexcept { return false; }

    /// The names of the instances, `parent/instance` or `instance`, that an entry of LogEntryKind::instances
    /// has in any record. @return false: the reader would have to read all records for them
    [[nodiscard]] virtual Result<bool, Failure> all_instances(
        std::size_t /*entry*/, std::vector<std::u16string>& /*names*/) {
        return false;
    }

    /// Reads the next record. @return false at the end
    [[nodiscard]] virtual Result<bool, Failure> next(LogRecord& record) = 0;

    /// Counts bytes of the blocks of the newest record, which whoever reads them found damaged.
    virtual void lose(std::span<const std::byte> /*bytes*/, std::string_view /*what*/) {}

    /// What was skipped since the reader was opened, or since the last seek() or range(). What range() itself
    /// skips is counted until the next seek() or next().
    [[nodiscard]] virtual LogLoss loss() const { return {}; }

    /// The bytes of the record that was read last, as the file has them, until the next call.
    [[nodiscard]] virtual std::span<const std::byte> bytes() const = 0;

    /// Goes to the first record that is not before this local FILETIME.
    [[nodiscard]] virtual Result<void, Failure> seek(std::int64_t local_time) = 0;

    /// Reads the whole log for it, and goes back to the start. @retval no_data it has no record
    [[nodiscard]] virtual Result<LogRange, Failure> range() = 0;

    /// Bytes of the file.
    [[nodiscard]] virtual Result<std::uint64_t, Failure> size() = 0;

    /// Bytes behind which records can be added, without what a writer left unfinished. Leaves the reader at
    /// an undefined position.
    /// @retval log_file_open_error nothing can be added to a log of this layout
    [[nodiscard]] virtual Result<std::uint64_t, Failure> whole_size() = 0;
};

/// Writes a log. One thread at a time.
class LogWriter {
  public:
    LogWriter() = default;
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;
    LogWriter(LogWriter&&) = delete;
    LogWriter& operator=(LogWriter&&) = delete;
    virtual ~LogWriter() = default;

    /// Adds a record: a cell for each entry. Records are collected and written together; those that are
    /// collected are lost if the process ends. After a failure the log is as before, and the same call may be
    /// made again.
    /// @retval log_file_create_error the file cannot be written, or there is no room for it
    /// @retval end_of_log_file       it has reached its greatest size
    [[nodiscard]] virtual Result<void, Failure> write(const LogRecord& record) = 0;

    /// Writes what is collected to the file. After a failure it is still collected.
    [[nodiscard]] virtual Result<void, Failure> flush() = 0;

    /// Bytes of the file, with what is collected.
    [[nodiscard]] virtual std::uint64_t size() const = 0;

    /// Has the system store what was flushed, so that a power failure does not take it.
    [[nodiscard]] virtual Result<void, Failure> sync() { return outcome::success(); }

    /// The run that is written, if the log is in a database.
    [[nodiscard]] virtual std::optional<LogRun> run() const { return std::nullopt; }

    /// Changes the number of the run. @retval invalid_handle the log is not in a database
    [[nodiscard]] virtual Result<void, Failure> set_run_number(std::int32_t /*number*/) {
        return Failure(Status::invalid_handle);
    }

    /// Writes what is collected and what closes the file, as sync() does; nothing may be written behind it.
    [[nodiscard]] virtual Result<void, Failure> close() = 0;
};

} // namespace pdh_shim::model
