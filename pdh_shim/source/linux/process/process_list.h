// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/scanner.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// The namespace whose processes /proc shows. What the kernel counts beside them, such as the threads in
/// /proc/loadavg, is of the whole machine all the same.
class PidNamespace {
  public:
    explicit PidNamespace(FileSystem& files) noexcept : files_(files) {}

    /// Whether /proc shows the processes of the whole machine; true if that cannot be seen.
    [[nodiscard]] bool is_whole_machine();

  private:
    FileSystem& files_;
    std::uint32_t asked_by_ = 0; // epoch of the process that the answer is for
    bool is_whole_machine_ = true;
};

/// Lists the numbers of all processes. Under Wine a look into /proc takes three system calls for each of its
/// entries, half of the time of a collect. So processes that are known are found to have ended when they are
/// read, and new ones are sought by their numbers, which the kernel gives in ascending order: the newest is
/// in /proc/loadavg. All of /proc is listed at first, every ten seconds, and when there are too many numbers
/// to try.
class ProcessList {
  public:
    /// @param seeks whether to seek new processes by their numbers at all
    ProcessList(FileSystem& files, bool seeks) : files_(files), seeks_(seeks) {}

    /// Brings a list of numbers, in ascending order, up to date. What has ended may stay in it, and new
    /// threads may be in it: a thread has a folder too, which /proc does not list.
    /// @param may_keep whether the caller will notice what has ended, and what is a thread; else all of /proc
    ///   is listed
    /// @return false if /proc cannot be listed
    [[nodiscard]] bool update(std::vector<std::int64_t>& ids, std::int64_t time_100ns, bool may_keep);
    /// Says that a number was found to be that of a thread: it is not tried again.
    void add_thread(std::int64_t id) { threads_.push_back(id); }

    /// Closes what is kept open. The next update opens it again.
    void close_files() { loadavg_.release(); }

  private:
    [[nodiscard]] std::int64_t read_newest();
    [[nodiscard]] bool can_seek(std::int64_t known, std::int64_t newest, std::int64_t time_100ns) const;
    void seek(std::vector<std::int64_t>& ids, std::int64_t newest);
    [[nodiscard]] bool list(std::vector<std::int64_t>& ids, std::int64_t newest);
    [[nodiscard]] bool has_folder(std::int64_t id);

    FileSystem& files_;
    bool seeks_;
    std::int64_t newest_ = unread; // number at the last update
    std::int64_t older_ = unread;  // at the one before it
    std::int64_t listed_at_ = 0;
    bool missed_ = false; // whether the last update failed to try a number: there may be no descriptor
    std::vector<std::int64_t> threads_; // of the numbers that the next update may try
    std::vector<std::int64_t> listed_;  // memory for list()
    KeptFile loadavg_;
    FileBuffer buffer_;
};

} // namespace pdh_shim::source::linux
