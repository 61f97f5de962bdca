// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/process/process_text.h"
#include "source/linux/process/watched_process.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::source::linux {

/// Reads the files that /proc has of each process.
class ProcessFiles {
  public:
    /// @param keeps_new whether the files of new processes are kept open, too: under Wine that costs no more
    /// than
    ///   to read them once
    ProcessFiles(FileSystem& files, const KernelUnits& units, bool keeps_new = false)
        : files_(files), units_(units), keeps_new_(keeps_new) {}

    /// Reads a file of a process again. What lives longer than from one sample to the next is kept open.
    [[nodiscard]] FileResult<std::string_view> read_file(
        const WatchedProcess& process, KeptFile& kept, std::string_view file);
    /// Reads a file that is needed once. The text stays valid until the next one.
    [[nodiscard]] FileResult<std::string_view> read_once(
        const WatchedProcess& process, std::string_view file);
    /// Whether a process still exists although one of its files could not be read: its counters are invalid
    /// then.
    [[nodiscard]] bool is_there(const WatchedProcess& process);
    /// The size of the file of its program; none where it is hidden.
    [[nodiscard]] std::optional<std::uint64_t> program_size(const WatchedProcess& process);
    /// Reads what its line does not show: memory, input and output, handles. False if the process is gone.
    [[nodiscard]] bool read_values(WatchedProcess& process, Inputs needed);
    /// The files of a process whose first thread has ended, and others not, show no memory and no handles:
    /// those of another thread do. @return the virtual memory
    [[nodiscard]] std::int64_t find_living_thread(WatchedProcess& process, const ProcessStat& stat);

  private:
    [[nodiscard]] bool read_memory(WatchedProcess& process);
    [[nodiscard]] bool read_status(WatchedProcess& process);
    [[nodiscard]] bool read_io(WatchedProcess& process);
    [[nodiscard]] bool read_handles(WatchedProcess& process);
    [[nodiscard]] bool count_entries(WatchedProcess& process);
    [[nodiscard]] const std::string& path(const WatchedProcess& process, std::string_view file);

    FileSystem& files_;
    KernelUnits units_;
    bool keeps_new_;
    std::optional<bool> folder_size_counts_; // st_size of a process's fd folder is the number of its entries
    std::string path_;
    FileBuffer buffer_;
    FileBuffer once_buffer_;
};

} // namespace pdh_shim::source::linux
