// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/run_times.h"

#include "source/linux/kernel/scanner.h"
#include "source/linux/process/process_text.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace pdh_shim::source::linux {
namespace {

/// Whether a text of /proc/self/status gives the process this number and no other one.
bool has_one_number(std::string_view status, long process) {
    Scanner lines(status);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        if (line.skip("NSpid:")) {
            return line.number() == process && line.word().empty();
        }
    }
    return false; // Linux before 4.1
}

} // namespace

void RunTimes::prepare() {
    const std::uint32_t epoch = files_.fork_epoch();
    if (prepared_for_ == epoch) {
        return;
    }
    usable_ = ask_ && has_own_numbers() && !has_cpus_without_ticks();
    files_usable_ =
        !usable_ && reads_files_ && files_.info("/proc/self/schedstat") && !has_cpus_without_ticks();
    prepared_for_ = epoch;
}

std::int64_t RunTimes::of(std::int64_t process) const {
    const std::int64_t time = usable_ ? ask_(process).value_or(0) : 0;
    return time > 0 ? time : unread;
}

std::int64_t RunTimes::read(WatchedProcess& process) {
    const bool may_read = process.rests && (process.schedule.is_open() || files_.has_room());
    if (!files_usable_ || !may_read) {
        return of(process.id);
    }
    std::string path = "/proc/";
    append_number(path, process.id);
    const auto text = process.schedule.read(files_, path + "/schedstat", buffer_);
    if (!text) {
        process.schedule.release(); // it may be that of a process that had the number before
    }
    return text ? parse_run_time(text.value()) : unread;
}

/// Whether /proc gives processes the numbers that this process knows them by. In a container, it may be that
/// of the host.
bool RunTimes::has_own_numbers() const {
    FileBuffer buffer;
    const auto status = files_.read("/proc/self/status", buffer);
    return status && has_one_number(status.value(), files_.process_id());
}

/// Whether there are processors (nohz_full) on which the kernel counts the two apart.
bool RunTimes::has_cpus_without_ticks() const {
    FileBuffer buffer;
    const auto list = files_.read("/sys/devices/system/cpu/nohz_full", buffer);
    return list && std::ranges::any_of(list.value(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace pdh_shim::source::linux
