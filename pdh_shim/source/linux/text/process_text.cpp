// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/text/process_text.h"

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
constexpr std::size_t field_of_state = 3;
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
    const auto count = [&](Used::Index field) { return std::max<std::int64_t>(0, fields[field]); };
    return ProcessStat{.comm = text.substr(open + 1, close - open - 1),
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
        .policy = fields[Used::priority] < 0 ? read_policy(Scanner(scanner.rest())) : 0};
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
    std::string_view name = comm;
    if (may_be_cut(comm) && !cmdline.empty()) {
        const std::string_view first = cmdline.substr(0, cmdline.find('\0'));
        const std::string_view argument = first.substr(0, first.find(": ")); // what follows is a set title
        // A program of Wine has a path of Windows.
        for (const std::string_view separators : {"/", "/\\"}) {
            if (const std::string_view file = last_part(argument, separators); file.starts_with(comm)) {
                name = file;
                break;
            }
        }
    }
    return without_task(without_exe(name));
}

} // namespace pdh_shim::source::linux
