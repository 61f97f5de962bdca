// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/lazy.h"
#include "machine/data_source.h"
#include "machine/machine.h"
#include "model/catalogue.h"
#include "recorded/log_file.h"
#include "recorded/recorded_layout.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace pdh_shim::recorded {

/// A record of a log as its file has it.
struct RawLogRecord {
    LogType type = LogType::csv;
    std::vector<std::byte> bytes; ///< a line of a text log has a NUL at its end
};

/// One log, or several binary logs that are read as one: what was recorded, in the order of time. Any thread
/// may call anything; each query has a reader of its own.
class LogDataSource final : public machine::DataSource {
  public:
    /// The most binary logs that can be read as one, as documented.
    static constexpr std::size_t most_files = 32;

    /// In place of the row of one instance: all of them.
    static constexpr std::uint32_t all_rows = 0xFFFFFFFF;

    /// @param files names of 1 to most_files logs, or of one log in a database
    /// @retval unknown_log_format several files, one of which is not a binary log @retval see open_log_file()
    [[nodiscard]] static Result<std::shared_ptr<LogDataSource>, Failure> open(std::vector<std::string> files);

    [[nodiscard]] Result<void> start() override { return outcome::success(); }
    [[nodiscard]] Result<std::vector<std::u16string>> machines() override;
    /// @param name as in DataSource; an empty one means the first computer of the log
    [[nodiscard]] Result<std::shared_ptr<const machine::Machine>> machine(std::u16string_view name) override;
    [[nodiscard]] Result<std::shared_ptr<const machine::Machine>> machine_of(
        const path::CounterPath& path) override {
        return machine(path.machine);
    }

    [[nodiscard]] Result<model::ZoneAt> zone_at(std::int64_t local_time) override;
    [[nodiscard]] Result<void> set_range(
        model::Session& session, std::int64_t begin, std::int64_t end) override;
    void share_cursor(model::Session& session, const model::Session& first) override;

    [[nodiscard]] LogType type() const noexcept { return type_; }
    /// The order of the bytes of a text log in UTF-16.
    [[nodiscard]] std::optional<std::endian> utf16() const noexcept { return utf16_; }

    /// Of a text log with comments, the header of their column.
    [[nodiscard]] const std::optional<std::u16string>& caption() const noexcept { return caption_; }

    /// Whether records have the counter of a path with all instances of that time, not only with instances
    /// that the catalogue names.
    [[nodiscard]] bool has_all_instances(const path::CounterPath& path) const;

    /// The paths of its counters in the order of its catalogue, each once; of an object that is logged as a
    /// whole, of all its counters. Among them are paths that are too long, or cannot be taken apart.
    /// @param with_instances each instance has a path; else `*` stands for those that its catalogue does not
    /// name, and for all of a counter that stand side by side
    /// @retval memory_allocation_failure see machine::longest_expansion
    [[nodiscard]] Result<std::vector<std::u16string>> counters(bool with_instances);
    /// How many records between two local times have a comment.
    [[nodiscard]] Result<std::uint64_t> comments(std::int64_t begin, std::int64_t end) const;

    /// The times of its records: all of them are read, once. @retval no_data it has none
    [[nodiscard]] Result<model::LogRange> range();
    /// The newest run of a log in a database, and its number.
    /// @retval invalid_handle the log is not in a database @retval see newest_run()
    [[nodiscard]] Result<model::LogRun> run() const;
    [[nodiscard]] Result<void> set_run_number(std::int32_t number) const;
    /// Bytes of all its files, or records in a database.
    [[nodiscard]] Result<std::uint64_t> size();
    /// The newest record that is not after a time.
    /// @retval entry_not_in_log_file all records are after it
    /// @retval not_implemented a record in a database has no bytes of its own
    [[nodiscard]] Result<RawLogRecord> raw_record(std::int64_t local_time);

  private:
    LogDataSource(std::vector<std::string> files, LogType type, ReaderFactory open)
        : files_(std::move(files)), type_(type), open_(std::move(open)) {}

    /// A counter of the catalogue, or all counters of an object that is logged as a whole.
    struct ListedCounter {
        std::uint32_t entry = 0; ///< its position in the catalogue
        std::uint32_t machine = 0;
        machine::ObjectRef object;
        std::uint32_t column = model::no_column; ///< no_column: all
        std::uint32_t row = all_rows;            ///< of its instance
    };

    void list_counters(const RecordedLayout& layout);
    void list_objects(const model::Catalogue& objects, std::span<const model::LogEntry> entries,
        std::u16string_view machine, std::uint32_t source);
    [[nodiscard]] Result<std::uint64_t, Failure> count_comments(std::int64_t begin, std::int64_t end) const;
    [[nodiscard]] Result<model::ZoneAt, Failure> find_zone(std::int64_t local_time) const;
    [[nodiscard]] Result<void, Failure> read_catalogue(model::LogReader& log);
    [[nodiscard]] Result<RawLogRecord, Failure> find_raw_record(std::int64_t local_time) const;

    const std::vector<std::string> files_;
    const LogType type_;
    const ReaderFactory open_;
    std::optional<std::endian> utf16_;
    struct KnownMachine {
        std::u16string name;
        std::shared_ptr<const machine::Machine> machine;
    };
    std::vector<KnownMachine> machines_;        // in the order of the catalogue
    std::unordered_set<std::u16string> listed_; // counters and objects of entries with all instances
    std::vector<ListedCounter> catalogue_;      // in its order
    std::optional<std::u16string> caption_;     // see model::LogReader::caption()

    ReadOnce<model::LogRange> range_;
};

} // namespace pdh_shim::recorded
