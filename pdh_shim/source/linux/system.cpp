#include "source/linux/system.h"

#include "base/clock.h"
#include "base/saturating.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pdh_shim::source::linux {
namespace {

using calc::CounterType;

struct SystemField {
    enum Index : std::uint8_t { context_switches, boot_time, queue_length, processes, threads, count };
};

constexpr auto system_rows = std::to_array<CounterRow>({
    {u"Context Switches/sec", 146, CounterType::perf_counter_counter, model::Detail::advanced, needs::stat,
        SystemField::context_switches,
        u"How often the processors went over from one thread to another in a second."},
    {u"System Up Time", 674, CounterType::perf_elapsed_time, model::Detail::novice, needs::uptime,
        SystemField::boot_time, u"Seconds since the machine was started, time spent suspended included."},
    {u"Processor Queue Length", 44, CounterType::perf_counter_rawcount, model::Detail::wizard, needs::stat,
        SystemField::queue_length, u"Threads that could run but have no processor."},
    {u"Processes", 248, CounterType::perf_counter_rawcount, model::Detail::wizard, needs::process_list,
        SystemField::processes, u"Processes that there are now."},
    {u"Threads", 250, CounterType::perf_counter_rawcount, model::Detail::wizard, needs::loadavg,
        SystemField::threads, u"Threads of all processes and of the kernel that there are now."},
});

} // namespace

constexpr ObjectTable system_table{ObjectId::system, u"System", 2, model::Instances::none, 0, 0,
    u"Processor Queue Length", u"What goes on in the machine as a whole.", system_rows};

std::int64_t parse_uptime(std::string_view text) {
    Scanner scanner(text);
    const std::optional<std::int64_t> seconds = scanner.number();
    if (!seconds || *seconds < 0) {
        return unread;
    }
    std::int64_t time = scaled(*seconds, ticks_per_second);
    scanner.skip(".");
    const std::string_view digits = scanner.word();
    std::int64_t unit = ticks_per_second / 10;
    for (std::size_t i = 0; i < digits.size() && digits[i] >= '0' && digits[i] <= '9'; ++i) {
        time += unit * (digits[i] - '0');
        unit /= 10;
    }
    return time;
}

std::int64_t parse_thread_count(std::string_view text) {
    const std::size_t slash = text.find('/');
    return slash == std::string_view::npos ? unread
                                           : Scanner(text.substr(slash + 1)).number().value_or(unread);
}

void BootTime::update(std::optional<std::string_view> uptime, std::int64_t time_100ns) {
    const std::int64_t since = uptime ? parse_uptime(*uptime) : unread;
    if (since == unread) {
        return;
    }
    const std::int64_t boot = saturated_subtract(time_100ns, since);
    // The kernel tells hundredths of a second: the start must not waver by them.
    if (value_ == unread || saturated_distance(boot, value_) > ticks_per_second / 2) {
        value_ = boot;
    }
}

void write_system(const SystemInput& input, RowWriter& rows) {
    std::array<std::int64_t, SystemField::count> values{};
    values[SystemField::context_switches] = input.stat.context_switches;
    values[SystemField::boot_time] = input.boot_time;
    values[SystemField::queue_length] = difference(input.stat.running, input.online_cpus);
    values[SystemField::processes] = input.processes;
    values[SystemField::threads] = input.loadavg ? parse_thread_count(*input.loadavg) : unread;
    rows.add({}, model::no_unique_id, values);
}

} // namespace pdh_shim::source::linux
