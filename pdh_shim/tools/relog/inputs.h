// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"
#include "tools/command/status_text.h"
#include "tools/relog/options.h"

#include <pdh.h>

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::relog {

/// The files that names stand for: in the last part of a name, `*` stands for any characters and `?` for one.
/// They are in the order of the names and of the alphabet.
/// @throws terminal::ProgramError a name stands for no file
[[nodiscard]] std::vector<std::string> input_files(const std::vector<std::string>& names);

/// Whether `name` matches a pattern with `*` and `?`; upper and lower case of ASCII are the same.
[[nodiscard]] bool matches(std::string_view name, std::string_view pattern);

/// The first and the last record of a log, and how many there are. Times are local, as FILETIMEs; they are 0
/// if there is no record.
struct RecordRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint64_t samples = 0;
};

/// The logs that relog reads, opened together as one data source.
class InputLogs : boost::noncopyable {
  public:
    /// @throws terminal::ProgramError one of them cannot be read, or they cannot be read together
    explicit InputLogs(const std::vector<std::string>& paths) : InputLogs(paths, paths) {}

    /// @param names of the files, for messages
    InputLogs(const std::vector<std::string>& paths, const std::vector<std::string>& names);
    ~InputLogs();

    [[nodiscard]] PDH_HLOG handle() const { return source_; }

    /// Says which log cannot be read any further, if it is one.
    [[nodiscard]] terminal::ProgramError named(const command::SourceError& error) const;

    /// Whether they are .blg files, whose records may have any instances.
    [[nodiscard]] bool are_binary() const { return are_binary_; }

    /// Reads all records for it.
    /// @throws terminal::ProgramError
    [[nodiscard]] RecordRange range() const;

    /// The zone at the first record that is not before a time: UTC = local time + bias. None if it is not
    /// known.
    [[nodiscard]] std::optional<int> bias_minutes(std::int64_t local_time) const;

    /// The range with times that are local to the logs.
    /// @throws terminal::ProgramError their zone is not known, or the end is before the begin
    [[nodiscard]] TimeRange local(const TimeRange& range) const;

    /// That zone as the header of a text log names it.
    [[nodiscard]] std::optional<command::TimeZone> zone(std::int64_t local_time) const;

    /// How many records of a text log between two times have a comment.
    /// @throws terminal::ProgramError
    [[nodiscard]] std::uint64_t comments(std::int64_t begin, std::int64_t end) const;

    /// The computers in the logs, each with its two backslashes; an empty one if counters are without.
    /// @throws terminal::ProgramError
    [[nodiscard]] std::vector<std::string> computers() const;

    /// All counters, each with its computer, in the order of the log: also those whose paths PdhAddCounter()
    /// refuses.
    /// @param with_instances false: `*` stands for instances that the catalogue of a binary log does not
    /// name, and for all of a counter that stand side by side
    /// @param has_loss becomes whether the logs were read for it, and parts of them are damaged
    /// @throws terminal::ProgramError
    [[nodiscard]] std::vector<std::string> counters(bool with_instances, bool* has_loss = nullptr) const;

    /// The same by objects: all instances of a counter are one, with `*`.
    /// @throws terminal::ProgramError
    [[nodiscard]] std::vector<std::string> counters_of_objects() const;

  private:
    [[nodiscard]] std::int64_t local(std::int64_t time, std::optional<int> bias) const;

    PDH_HLOG source_ = nullptr;
    std::string name_; // for messages; empty for several
    bool are_binary_ = false;
};

/// The type of a log as Windows' program shows it: `Binary`.
/// @throws terminal::ProgramError
[[nodiscard]] std::string type_of(const std::string& file);

} // namespace pdh_shim::tools::relog
