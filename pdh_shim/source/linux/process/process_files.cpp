// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_files.h"

#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

struct StatusLine {
    enum Index : std::uint8_t { virtual_peak, resident_peak, resident, anonymous, swapped, count };
};
constexpr std::array<std::string_view, StatusLine::count> status_names{
    "VmPeak", "VmHWM", "VmRSS", "RssAnon", "VmSwap"};

struct IoLine {
    enum Index : std::uint8_t { read_bytes, write_bytes, reads, writes, count };
};
constexpr std::array<std::string_view, IoLine::count> io_names{"rchar", "wchar", "syscr", "syscw"};

} // namespace

const std::string& ProcessFiles::path(const WatchedProcess& process, std::string_view file) {
    path_ = "/proc/";
    append_number(path_, process.id);
    if (!process.living_thread.empty() &&
        (file == "/statm" || file == "/status" || file == "/fd" || file == "/cmdline" || file == "/maps")) {
        path_ += process.living_thread;
    }
    path_ += file;
    return path_;
}

FileResult<std::string_view> ProcessFiles::read_once(const WatchedProcess& process, std::string_view file) {
    return files_.read(path(process, file), once_buffer_);
}

FileResult<std::string_view> ProcessFiles::read_file(
    const WatchedProcess& process, KeptFile& kept, std::string_view file) {
    const std::string& name = path(process, file);
    return process.lasting || keeps_new_ ? kept.read(files_, name, buffer_) : files_.read(name, buffer_);
}

bool ProcessFiles::is_there(const WatchedProcess& process) {
    const auto found = files_.info(path(process, "/stat"));
    return found || found.error() != FileError::not_found; // nobody can look where descriptors are missing
}

std::optional<std::uint64_t> ProcessFiles::program_size(const WatchedProcess& process) {
    const auto program = files_.info(path(process, "/exe"));
    return program ? std::optional(program.value().size) : std::nullopt;
}

bool ProcessFiles::read_values(WatchedProcess& process, Inputs needed) {
    const auto is_needed = [needed](Inputs files) { return (needed & files) != 0; };
    // The status has the memory too.
    const bool memory_alone = is_needed(inputs::process_memory) && !is_needed(inputs::process_status);
    return (!memory_alone || read_memory(process)) &&
           (!is_needed(inputs::process_status) || read_status(process)) &&
           (!is_needed(inputs::process_io) || read_io(process)) &&
           (!is_needed(inputs::process_handles) || read_handles(process));
}

std::int64_t ProcessFiles::find_living_thread(WatchedProcess& process, const ProcessStat& stat) {
    const bool is_told_by_thread = stat.ended && stat.threads > 1;
    if (!is_told_by_thread && process.living_thread.empty()) {
        return stat.virtual_bytes; // as nearly always
    }
    const std::string before = std::exchange(process.living_thread, {});
    std::int64_t virtual_bytes = stat.virtual_bytes;
    if (is_told_by_thread) {
        std::int64_t found = 0; // there is no such thread: nothing is known
        static_cast<void>(files_.list(path(process, "/task"), [&](std::string_view name) {
            const auto thread = whole_number(name);
            found = thread && *thread != process.id ? *thread : found;
        }));
        process.living_thread = "/task/" + std::to_string(found);
        const auto text = files_.read(path(process, process.living_thread + "/stat"), once_buffer_);
        const auto line = text ? parse_process_stat(text.value()) : std::nullopt;
        virtual_bytes = line ? line->virtual_bytes : unread;
    }
    if (process.living_thread != before) {
        process.memory.release();
        process.status.release();
    }
    return virtual_bytes;
}

// The line of stat has the memory too, but not exactly: the kernel counts it apart for each CPU, and adds
// the parts up only for these two files.
bool ProcessFiles::read_memory(WatchedProcess& process) {
    const auto text = read_file(process, process.memory, "/statm");
    if (!text) {
        return is_there(process);
    }
    process.now[ProcessField::working_set] = scaled(parse_resident_pages(text.value()), units_.page_size);
    return true;
}

bool ProcessFiles::read_status(WatchedProcess& process) {
    const auto text = read_file(process, process.status, "/status");
    if (!text) {
        return is_there(process);
    }
    std::array<std::int64_t, StatusLine::count> lines{};
    parse_named_values(text.value(), status_names, lines);
    if (lines[StatusLine::resident] == unread) {
        lines.fill(0); // a part of the kernel, or one that has ended: it has no memory
    }
    const auto bytes = [&](StatusLine::Index line) { return scaled(lines[line], 1024); };
    process.now[ProcessField::virtual_peak] = bytes(StatusLine::virtual_peak);
    process.now[ProcessField::working_set] = bytes(StatusLine::resident);
    process.now[ProcessField::working_set_peak] = bytes(StatusLine::resident_peak);
    process.now[ProcessField::working_set_private] = bytes(StatusLine::anonymous);
    process.now[ProcessField::private_bytes] =
        sum_of({bytes(StatusLine::anonymous), bytes(StatusLine::swapped)});
    return true;
}

bool ProcessFiles::read_io(WatchedProcess& process) {
    const auto text = read_file(process, process.io, "/io");
    if (!text) {
        return is_there(process);
    }
    std::array<std::int64_t, IoLine::count> lines{};
    parse_named_values(text.value(), io_names, lines);
    ProcessValues& now = process.now;
    now[ProcessField::io_reads] = lines[IoLine::reads];
    now[ProcessField::io_writes] = lines[IoLine::writes];
    now[ProcessField::io_operations] = sum_of({lines[IoLine::reads], lines[IoLine::writes]});
    now[ProcessField::io_read_bytes] = lines[IoLine::read_bytes];
    now[ProcessField::io_write_bytes] = lines[IoLine::write_bytes];
    now[ProcessField::io_bytes] = sum_of({lines[IoLine::read_bytes], lines[IoLine::write_bytes]});
    return true;
}

bool ProcessFiles::read_handles(WatchedProcess& process) {
    if (!folder_size_counts_) {
        // Linux 6.2 and later return the number of entries as the size; this process has at least one.
        const auto own = files_.info("/proc/self/fd");
        folder_size_counts_ = own && own.value().size > 0;
    }
    if (!*folder_size_counts_) {
        return count_entries(process);
    }
    const auto folder = files_.info(path(process, "/fd"));
    if (!folder) {
        return is_there(process);
    }
    process.now[ProcessField::handles] = std::min(static_cast<std::int64_t>(folder.value().size), number_max);
    return true;
}

bool ProcessFiles::count_entries(WatchedProcess& process) {
    std::int64_t entries = 0;
    if (!files_.list(path(process, "/fd"), [&](std::string_view) { ++entries; })) {
        return is_there(process);
    }
    process.now[ProcessField::handles] = entries;
    return true;
}

} // namespace pdh_shim::source::linux
