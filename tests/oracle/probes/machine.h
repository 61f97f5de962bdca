// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// What the probes use of the machine beside PDH: files, programs, time.

#include "answer.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace oracle {

/// The option with which a probe starts this program once more, as a process that waits.
inline constexpr const char* idle_option = "--idle";
/// Makes an empty file, which says that the process has begun, and waits for the end of its standard input.
int idle(const char* mark);
/// Keeps the name by which this program was started, for Sibling.
void remember_program(const char* name);
/// The name of the instance that Process has for this program.
[[nodiscard]] std::string instance_of_this_program();
/// The folder of this program, in which the kit has the logs that we wrote.
[[nodiscard]] std::filesystem::path folder_of_this_program();

/// A new, empty folder. It is removed with the object.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    /// The name of a file in the folder.
    [[nodiscard]] std::string file(std::string_view name) const;
    [[nodiscard]] std::string path() const;

  private:
    std::filesystem::path path_;
};

/// This program once more, as another process, which has begun. It ends with the object.
class Sibling {
  public:
    Sibling();
    ~Sibling();
    Sibling(const Sibling&) = delete;
    Sibling& operator=(const Sibling&) = delete;

  private:
    Folder folder_;
    std::FILE* input_;
};

[[nodiscard]] std::string read_file(const std::string& name);
void write_file(const std::string& name, std::string_view bytes);

/// What a program printed and its exit status.
struct Output {
    int status = -1;
    std::string text;
};
/// Runs a command of the system's shell. Its standard error goes with its standard output.
Output run_command(const std::string& command);

/// Waits for as long as two samples should lie apart.
void let_time_pass();

/// Minutes by which the local time is behind UTC now.
[[nodiscard]] std::int64_t minutes_behind_utc();
/// Seconds from the time of UTC now to a FILETIME.
[[nodiscard]] std::int64_t seconds_from_now(const FILETIME& time);

/// Whether the names of objects and counters are English. Skips the probe otherwise.
[[nodiscard]] bool has_english_names(Answer& answer);

} // namespace oracle
