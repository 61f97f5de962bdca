#include "source/linux/text/process_text.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pdh_shim::source::linux {
namespace {

// Numbers of the fields, as in proc(5).
constexpr std::size_t field_parent = 4;
constexpr std::size_t field_minor_faults = 10;
constexpr std::size_t field_major_faults = 12;
constexpr std::size_t field_user_time = 14;
constexpr std::size_t field_system_time = 15;
constexpr std::size_t field_nice = 19;
constexpr std::size_t field_threads = 20;
constexpr std::size_t field_start_time = 22;
constexpr std::size_t field_virtual_size = 23;
constexpr std::size_t field_resident = 24;
constexpr std::size_t field_policy = 41;

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
    const std::size_t close = text.rfind(')'); // the name may contain any character
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return std::nullopt;
    }
    ProcessStat stat;
    stat.comm = text.substr(open + 1, close - open - 1);
    Scanner scanner(text.substr(close + 1));
    const std::string_view state = scanner.word();
    if (state.empty()) {
        return std::nullopt;
    }
    stat.ended = state == "Z" || state == "X";
    std::array<std::int64_t, field_policy + 1> fields{};
    std::size_t last = field_parent - 1;
    while (last < field_policy) {
        const std::optional<std::int64_t> number = scanner.number();
        if (!number) {
            break;
        }
        fields[++last] = *number;
    }
    if (last < field_resident) {
        return std::nullopt;
    }
    const auto count = [&](std::size_t field) { return fields[field] < 0 ? 0 : fields[field]; };
    stat.parent = count(field_parent);
    stat.faults = sum_of({count(field_minor_faults), count(field_major_faults)});
    stat.user_ticks = count(field_user_time);
    stat.system_ticks = count(field_system_time);
    stat.nice = fields[field_nice];
    stat.threads = count(field_threads);
    stat.start_ticks = count(field_start_time);
    stat.virtual_bytes = count(field_virtual_size);
    stat.resident_pages = count(field_resident);
    stat.policy = fields[field_policy];
    return stat;
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
