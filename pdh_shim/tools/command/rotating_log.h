// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/log_names.h"
#include "tools/command/platform.h"
#include "tools/command/query.h"
#include "tools/command/sample.h"
#include "tools/terminal/program_end.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace pdh_shim::tools::command {

/// The times that logs need.
struct Clocks {
    Platform& platform;                       ///< never goes back
    std::function<std::int64_t()> local_time; ///< of the wall, as a FILETIME
};

/// The clocks of this computer.
[[nodiscard]] Clocks system_clocks(Platform& platform);

/// What happens to the logs.
struct LogEvents {
    std::function<void(const std::string& file)> opened = [](const std::string&) {};
    std::function<void(const std::string& file)> closed = [](const std::string&) {};
    /// At each record that is not written. It may throw a terminal::ProgramError, which ends the sampling.
    std::function<void(const std::string& reason)> failed = [](const std::string&) {};
    std::function<void()> written = [] {}; ///< at each record
    /// Before the sampling ends because of LogFiles::ends_when_full.
    std::function<void(const std::string& file)> full = [](const std::string&) {};
};

/// Opens a log, which may be made anew or appended to.
/// @throws terminal::ProgramError
using MakeLog = std::function<std::unique_ptr<Output>(const std::string& file, bool append)>;

/// The logs that a program writes: a file, or one after another. A record that cannot be written is reported,
/// and the next one is tried again. No sample is lost between two files: a file takes records until the next
/// one is open, and the query goes on, so that the first record of a file has rates too.
class RotatingLog : public Output {
  public:
    /// @param query     the logs have its counters; all three outlive this
    /// @param continued the file of a run that ended unexpectedly, which is appended to if it is one of these
    ///                  logs and has their counters, else it is closed; empty = none
    /// @param make_log  opens a log in a format that has a line for each value; NULL = there will be none
    RotatingLog(const LogFiles& files, Query& query, Clocks clocks, LogEvents events, std::string continued,
        MakeLog make_log = nullptr);

    /// Opens the first file.
    /// @throws terminal::ProgramError
    void open();

    [[nodiscard]] bool update() override;
    void reopen() override;
    void close() override;

  private:
    /// The log that takes the records.
    struct OpenLog {
        std::string file;
        std::unique_ptr<Output> log;
        std::string identity = {}; // of the file
        bool has_records = false;  // since it was opened
        std::uintmax_t size = 0;   // at the newest record; 0 = not known
        int failures = 0;          // records that were not written, without one in between that was
    };
    /// Where its file is: its name may have been taken away, or given to another one, without a signal.
    enum class Place { here, moved, replaced, folder_moved };

    [[nodiscard]] bool has_its_size();
    [[nodiscard]] bool is_full();
    [[nodiscard]] Place place() const;
    bool continue_file();
    void choose_file();
    void begin_file();
    void replace_log(const std::function<void()>& open_next);
    void begin_next_file();
    void close_log(Output& log);
    void reopen_by_name(Place found);
    void prepare_log();
    bool write_record();
    void replace_database_log();
    void note(const terminal::ProgramError& error);
    [[nodiscard]] std::unique_ptr<Output> make_log_of_library(bool append) const;
    void open_log(bool append);
    void open_again(bool append);
    void move_segment();

    const LogFiles& files_;
    Query& query_;
    Clocks clocks_;
    LogEvents events_;
    std::string continued_;
    LogNames names_;
    MakeLog make_log_;
    OpenLog open_;
    std::uintmax_t growth_ = 0; // of a binary log: the most bytes by which a record has made one larger
    std::string file_;          // the name of the log that is opened, or that cannot be opened
    std::optional<std::chrono::nanoseconds> segment_end_;
    std::string failure_;   // why the record of now is not written, or is not where it belongs; empty = it is
    bool is_retry_ = false; // its name is chosen, and opening it has failed
    bool is_retry_appended_ = false; // how it is opened then
    bool is_own_ = false;            // what is at that name was made or written here
};

} // namespace pdh_shim::tools::command
