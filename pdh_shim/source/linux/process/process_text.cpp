// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_text.h"

#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pdh_shim::source::linux {
namespace {

/// The fields of a process's line that are used.
struct Used {
    enum Index : std::uint8_t {
        parent,
        minor_faults,
        major_faults,
        user_time,
        system_time,
        reaped_user_time,
        reaped_system_time,
        priority,
        nice,
        threads,
        start_time,
        virtual_size,
        resident, // not exact (see ProcessState::read_memory()); behind it the number before is not cut
        count
    };
};
/// Their numbers, as in proc(5).
constexpr std::array<std::size_t, Used::count> used_fields{4, 10, 12, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24};
constexpr std::size_t field_of_name = 2;
constexpr std::size_t field_of_state = 3;
constexpr std::size_t field_of_places = 26;
constexpr std::size_t field_of_exit_signal = 38;
constexpr std::size_t field_of_policy = 41;

/// Where the name ends. It may contain any character, but what comes after it contains no parenthesis: so the
/// search goes forward, over what is mostly a few characters, and then fast to the end.
std::size_t find_end_of_name(std::string_view text) {
    std::size_t last = text.find(')');
    for (std::size_t next = last; next != std::string_view::npos; next = text.find(')', next + 1)) {
        last = next;
    }
    return last;
}

/// The policy, from what follows the last of the used fields. Older kernels have none.
std::int64_t read_policy(Scanner scanner) {
    scanner.skip_words(field_of_policy - used_fields.back() - 1);
    return scanner.number().value_or(0);
}

/// The addresses of the program and its stack, from the same place.
std::array<std::int64_t, 3> read_places(Scanner scanner) {
    scanner.skip_words(field_of_places - used_fields.back() - 1);
    std::array<std::int64_t, 3> places{};
    for (std::int64_t& place : places) {
        place = scanner.number().value_or(0);
    }
    return places;
}

bool ends_with_exe(std::string_view name) {
    constexpr std::string_view exe = ".exe";
    if (name.size() <= exe.size()) {
        return false;
    }
    return std::ranges::equal(name.substr(name.size() - exe.size()), exe, {},
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
}

/// The last part of a path whose parts one of these divides.
std::string_view last_part(std::string_view path, std::string_view separators) {
    const std::size_t cut = path.find_last_of(separators);
    return cut == std::string_view::npos ? path : path.substr(cut + 1);
}

/// The file name in a path, if it begins with the comm, or nothing.
std::string_view file_of(std::string_view path, std::string_view comm) {
    // A program of Wine has a path of Windows.
    for (const std::string_view separators : {"/", "/\\"}) {
        if (const std::string_view file = last_part(path, separators); file.starts_with(comm)) {
            return file;
        }
    }
    return {};
}

/// The whole name that the kernel cut to this comm, if the command line has it.
std::string_view complete_name(std::string_view comm, std::string_view cmdline) {
    // The kernel puts the interpreter of a script and one argument for it in front of the script's path. The
    // interpreter may be such a script too.
    constexpr int most_arguments = 5;
    for (int i = 0; i < most_arguments && !cmdline.empty(); ++i) {
        std::string_view argument = cmdline.substr(0, cmdline.find('\0'));
        cmdline.remove_prefix(std::min(argument.size() + 1, cmdline.size()));
        if (i == 0) {
            argument = argument.substr(0, argument.find(": ")); // what follows is a set title
        }
        if (const std::string_view file = file_of(argument, comm); !file.empty()) {
            return file;
        }
    }
    return comm;
}

// A kernel worker shows its queue after its name, `kworker/0:1-events`, and another one a moment
// later. The text after `kworker/R-` is the name of the queue that it belongs to.
std::string_view without_task(std::string_view name) {
    const bool is_worker = name.starts_with("kworker/") && !name.starts_with("kworker/R-");
    return is_worker ? name.substr(0, name.find_first_of("-+")) : name;
}

} // namespace

std::optional<ProcessStat> parse_process_stat(std::string_view text) {
    const std::size_t open = text.find('(');
    const std::size_t close = find_end_of_name(text);
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return std::nullopt;
    }
    Scanner after_name(text.substr(close + 1));
    const std::string_view state = after_name.word();
    if (state.empty()) {
        return std::nullopt;
    }
    Scanner scanner(after_name.rest());
    std::array<std::int64_t, Used::count> fields;
    std::size_t last = field_of_state;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        scanner.skip_words(used_fields[i] - last - 1);
        last = used_fields[i];
        if (!scanner.read_number(fields[i])) {
            return std::nullopt;
        }
    }
    const std::string_view comm = text.substr(open + 1, close - open - 1);
    const auto count = [&](Used::Index field) { return std::max<std::int64_t>(0, fields[field]); };
    return ProcessStat{.comm = comm,
        .state = state.front(),
        .ended = state == "Z" || state == "X",
        .parent = count(Used::parent),
        .faults = sum_of({count(Used::minor_faults), count(Used::major_faults)}),
        .user_ticks = count(Used::user_time),
        .system_ticks = count(Used::system_time),
        .reaped_user_ticks = count(Used::reaped_user_time),
        .reaped_system_ticks = count(Used::reaped_system_time),
        .nice = fields[Used::nice],
        .threads = count(Used::threads),
        .start_ticks = count(Used::start_time),
        .virtual_bytes = count(Used::virtual_size),
        .policy = fields[Used::priority] < 0 ? read_policy(Scanner(scanner.rest())) : 0,
        .places = may_be_cut(comm) ? read_places(Scanner(scanner.rest())) : ProcessStat{}.places};
}

bool is_line_of_thread(std::string_view text) {
    Scanner scanner(text.substr(std::min(find_end_of_name(text), text.size())));
    scanner.skip_words(field_of_exit_signal - field_of_name);
    return scanner.number() == -1;
}

std::int64_t parse_run_time(std::string_view text) {
    const std::int64_t time = Scanner(text).number().value_or(0);
    return time > 0 ? time : unread;
}

std::int64_t parse_resident_pages(std::string_view text) {
    Scanner scanner(text);
    const bool has_size = scanner.number().has_value();
    return has_size ? scanner.number().value_or(unread) : unread;
}

std::string_view without_exe(std::string_view name) {
    constexpr std::size_t suffix = 4;
    return ends_with_exe(name) ? name.substr(0, name.size() - suffix) : name;
}

std::string_view process_name(std::string_view comm, std::string_view cmdline) {
    const std::string_view name = may_be_cut(comm) ? complete_name(comm, cmdline) : comm;
    return without_task(without_exe(name));
}

std::int64_t parse_newest_task(std::string_view text) {
    constexpr std::size_t words_before = 4;
    Scanner scanner(text);
    scanner.skip_words(words_before);
    return scanner.number().value_or(unread);
}

std::int64_t parse_thread_count(std::string_view text) {
    const std::size_t slash = text.find('/');
    return slash == std::string_view::npos ? unread
                                           : Scanner(text.substr(slash + 1)).number().value_or(unread);
}

} // namespace pdh_shim::source::linux
