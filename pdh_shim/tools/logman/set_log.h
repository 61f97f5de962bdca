// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_log.h"
#include "tools/command/platform.h"
#include "tools/command/query.h"
#include "tools/command/sampler.h"
#include "tools/logman/file_name.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace pdh_shim::tools::logman {

/// The times that a set needs.
struct Clocks {
    command::Platform& platform;              ///< never goes back
    std::function<std::int64_t()> local_time; ///< of the wall, as a FILETIME
};

/// What happens to the files of a set.
struct LogEvents {
    std::function<void(const std::string& file)> opened;
    std::function<void(const std::string& file)> closed;
    std::function<void(const std::string& reason)> failed; ///< at each record that is not written
    std::function<void()> written;                         ///< at each record
};

/// The logs that a set writes: a file, or one after another. A record that cannot be written is reported, and
/// the next one is tried again. The first sample is only taken: a rate needs two. No sample is lost
/// between two files, and the query goes on, so that the first record of a file has rates too.
class SetLog : public command::SampleSource {
  public:
    /// @param query     its counters are those of the set; all three outlive this
    /// @param continued the file of a run that ended unexpectedly, which is appended to; empty = none
    SetLog(const CollectorSet& set, command::Query& query, const Clocks& clocks, LogEvents events,
        std::string continued);

    /// Opens the first file.
    /// @throws terminal::ProgramError
    void open();

    [[nodiscard]] bool collect(command::Sample& sample) override;

    /// Opens the file again, which may have been moved away.
    void reopen();

    /// Ends the file. Call it last.
    void close();

  private:
    [[nodiscard]] bool is_full() const;
    [[nodiscard]] bool is_gone() const;
    void begin_file();
    void end_file();
    bool write_record();
    void open_log(bool append);
    void open_again(bool append);
    void move_segment();

    const CollectorSet& set_;
    command::Query& query_;
    Clocks clocks_;
    LogEvents events_;
    std::string continued_;
    FileNames names_;
    std::optional<command::OutputLog> log_;
    std::string file_;
    std::optional<std::chrono::nanoseconds> segment_end_;
    bool is_started_ = false;
    bool has_records_ = false;       // since it was opened
    bool is_retry_ = false;          // its name is chosen, and opening it has failed
    bool is_retry_appended_ = false; // how it is opened then
};

} // namespace pdh_shim::tools::logman
