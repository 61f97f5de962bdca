// Two samples of a machine all of whose kernel files hold the input: its first half, then its second half.
// What the source tells of them must not depend on how wrong they are.
#include "../source/linux/memory_files.h"
#include "base/manual_clock.h"
#include "source/linux/linux_source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace source = pdh_shim::source;
using pdh_shim::test::MemoryFiles;

constexpr auto paths = std::to_array<const char*>({"/proc/stat", "/proc/interrupts", "/proc/softirqs",
    "/proc/uptime", "/proc/loadavg", "/proc/diskstats", "/proc/net/dev", "/proc/vmstat", "/proc/meminfo",
    "/proc/swaps", "/proc/self/mountinfo", "/proc/self/cgroup", "/proc/cpuinfo", "/proc/7/stat",
    "/proc/7/status", "/proc/7/io", "/proc/7/cmdline", "/sys/block/sda/diskseq",
    "/sys/class/net/eth0/ifindex", "/sys/class/net/eth0/speed", "/sys/devices/system/node/node0/cpulist",
    "/sys/devices/system/cpu/cpu0/cpuidle/state0/name", "/sys/devices/system/cpu/cpu0/cpuidle/state0/time",
    "/sys/devices/system/cpu/cpu0/cpuidle/state0/usage",
    "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq",
    "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq",
    "/sys/devices/system/cpu/cpu0/cpufreq/base_frequency", "/sys/fs/cgroup/cgroup.controllers",
    "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat",
    "/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu.stat"});

void set_all(MemoryFiles& files, std::string_view text) {
    for (const char* path : paths) {
        files.set(path, text);
    }
}

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

std::uint32_t column_of(const source::ObjectDef& object, std::u16string_view counter) {
    const auto found = std::ranges::find(object.counters, counter, &source::CounterDef::name);
    require(found != object.counters.end());
    return static_cast<std::uint32_t>(found - object.counters.begin());
}

/// `_Total` of the processors was not idle for longer than the time that passed, nor for less than none.
void check_idle(const source::ObjectDef& processor, source::ObjectSnapshot& before,
    source::ObjectSnapshot& after, std::int64_t elapsed) {
    if (before.rows() == 0 || after.rows() == 0) {
        return;
    }
    const std::uint32_t idle = column_of(processor, u"% Idle Time");
    const std::int64_t grown = after.cell(after.rows() - 1, idle) - before.cell(before.rows() - 1, idle);
    require(grown >= 0 && grown <= elapsed);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string input(data, data + size);
    const std::string_view text(input);
    auto owned = std::make_unique<MemoryFiles>();
    MemoryFiles& files = *owned;
    set_all(files, text.substr(0, size / 2));
    pdh_shim::ManualClock clock({0, 134'000'000'000'000'000, 0});
    source::linux::LinuxOptions options;
    options.cgroup = true;
    options.units = {100, 4096};
    const auto linux_source = source::linux::make_linux_source(std::move(owned), clock, options);
    const auto session = linux_source->open_session();
    const auto& objects = linux_source->catalogue()->objects;
    std::vector<source::ObjectRequest> requests;
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
        requests.push_back({i, std::vector<bool>(objects[i].columns, true), false});
    }
    std::array<source::Snapshot, 2> snapshots;
    for (source::Snapshot& snapshot : snapshots) {
        snapshot.objects.resize(requests.size());
        require(session->collect(requests, snapshot).has_value());
        set_all(files, text.substr(size / 2));
        clock.advance(pdh_shim::ticks_per_second);
    }
    const auto processor = std::ranges::find(objects, u"Processor", &source::ObjectDef::name);
    require(processor != objects.end());
    const auto position = static_cast<std::size_t>(processor - objects.begin());
    check_idle(*processor, snapshots[0].objects[position], snapshots[1].objects[position],
        pdh_shim::ticks_per_second);
    return 0;
}
