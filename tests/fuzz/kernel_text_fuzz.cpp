// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Samples of a machine on which the input replaces some kernel files; all others are in order. The
// properties of the samples hold however wrong the files are.
//
// The input is text. A line `@PATH` begins a file, which ends before the next line that begins with `@`;
// `@remove PATH` takes a file away; `@link PATH TARGET` makes a symbolic link; `@sample` takes a sample and
// lets a second pass. `@drive NAME FOLDER` and
// `@program NAME ID PARENT STARTED` add a drive and a process of Windows, as Wine lists them; a folder on the
// way to the drive may follow, at which another file system begins. There is a sample of the machine as it
// was before, and one at the end. Only the objects that these files are about are collected.
#include "../source/linux/gpu/gpu_scene.h"
#include "base/manual_clock.h"
#include "base/platform.h"
#include "require.h"
#include "source/linux/linux_source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace model = pdh_shim::model;
namespace platform = pdh_shim::platform;
namespace source = pdh_shim::source;
using pdh_shim::test::MemoryFiles;

constexpr int most_parts = 12;

// Adds the files that test::set_machine() leaves out: all files that are ever read.
void set_whole_machine(MemoryFiles& files) {
    pdh_shim::test::set_machine(files);
    files.set(
        "/proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2100.000\n\nprocessor\t: 1\ncpu MHz\t\t: 2100.000\n");
    files.set("/sys/class/net/eth0/statistics/rx_nohandler", "3\n");
    files.set("/proc/net/tcp6", "sl\n 0: 00000000000000000000000001000000:0016 "
                                "00000000000000000000000001000000:D2F4 01 0:0\n");
    files.set("/sys/devices/system/node/node0/meminfo",
        "Node 0 MemTotal: 8000 kB\nNode 0 MemFree: 1000 kB\nNode 0 Inactive(file): 600 kB\n");
    files.set("/sys/class/powercap/intel-rapl:0/name", "package-0\n");
    files.set("/sys/class/powercap/intel-rapl:0/max_energy_range_uj", "262143328850\n");
    files.set("/sys/class/powercap/intel-rapl:0/energy_uj", "9000000\n");
    files.set("/sys/class/hwmon/hwmon0/name", "power_meter\n");
    files.set("/sys/class/hwmon/hwmon0/power1_average", "231500000\n");
    files.set("/sys/class/hwmon/hwmon0/power1_cap", "500000000\n");
    files.set("/sys/class/power_supply/BAT0/type", "Battery\n");
    files.set("/sys/class/power_supply/BAT0/uevent", "POWER_SUPPLY_STATUS=Charging\nPOWER_SUPPLY_VOLTAGE_NOW="
                                                     "12000000\nPOWER_SUPPLY_CURRENT_NOW=1500000\n");
    files.set("/sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_data", "1000\n");
    files.set("/proc/modules", "raid6_pq 122880 1 btrfs, Live 0x0000000000000000\n");
    files.set("/sys/devices/system/node/node0/cpulist", "0-1\n");
    for (const std::string cpu : {"/sys/devices/system/cpu/cpu0/", "/sys/devices/system/cpu/cpu1/"}) {
        files.set(cpu + "cpuidle/state0/name", "POLL\n");
        files.set(cpu + "cpuidle/state1/name", "C1\n");
        files.set(cpu + "cpuidle/state1/time", "700\n");
        files.set(cpu + "cpuidle/state1/usage", "30\n");
        files.set(cpu + "cpufreq/scaling_cur_freq", "1800000\n");
        files.set(cpu + "cpufreq/cpuinfo_max_freq", "3600000\n");
        files.set(cpu + "cpufreq/base_frequency", "2100000\n");
        files.set(cpu + "cpufreq/scaling_max_freq", "2000000\n");
    }
    files.set("/proc/self/cgroup", "0::/box\n");
    files.set("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
    files.set("/sys/fs/cgroup/box/memory.max", "100000000\n");
    files.set("/sys/fs/cgroup/box/memory.current", "5000000\n");
    files.set("/sys/fs/cgroup/box/memory.stat", "inactive_file 4096\nanon 8192\n");
    files.set("/sys/fs/cgroup/box/memory.swap.max", "800000\n");
    files.set("/sys/fs/cgroup/box/memory.swap.current", "9000\n");
    files.set("/sys/fs/cgroup/box/cgroup.procs", "77\n78\n");
    files.set("/sys/fs/cgroup/box/cgroup.threads", "77\n78\n");
    files.set("/sys/fs/cgroup/box/cgroup.stat", "nr_descendants 1\n");
    files.set("/sys/fs/cgroup/box/inner/cgroup.procs", "1\n");
    files.set("/sys/fs/cgroup/box/cpu.max", "50000 100000\n");
    files.set("/sys/fs/cgroup/box/cpu.stat", "usage_usec 900\nuser_usec 500\nsystem_usec 400\n");
    files.set("/proc/swaps", "Filename Type Size Used Priority\n/swap file 2000 30 -2\n");
    files.make_folder("/sys/block/sda/slaves");
    pdh_shim::test::set_gpu(files);
    pdh_shim::test::set_client(files, 77, 9, pdh_shim::test::amdgpu_client(5, 1000));
    pdh_shim::test::add_process(files, {.id = 78, .comm = "worker", .start_ticks = 6000, .parent = 77});
}

// Which objects a file is about, by a part of its path.
struct Subject {
    std::string_view path;
    std::u16string_view object;
};
constexpr auto subjects = std::to_array<Subject>({
    {"/proc/uptime", u"System"},
    {"/proc/loadavg", u"System"},
    {"/proc/loadavg", u"Objects"},
    {"/proc/stat", u"System"},
    {"/proc/stat", u"Processor"},
    {"/proc/stat", u"Processor Information"},
    {"/proc/interrupts", u"Processor"},
    {"/proc/interrupts", u"Processor Information"},
    {"/proc/softirqs", u"Processor"},
    {"/cpu.", u"Processor"},
    {"/proc/cpuinfo", u"Processor Information"},
    {"/sys/devices/system", u"Processor Information"},
    {"/sys/fs/cgroup", u"Job Object"},
    {"/sys/devices/system/node", u"NUMA Node Memory"},
    {"/proc/meminfo", u"Memory"},
    {"/proc/modules", u"Memory"},
    {"/proc/vmstat", u"Memory"},
    {"/proc/vmstat", u"Cache"},
    {"/memory.", u"Memory"},
    {"/memory.", u"Paging File"},
    {"/cgroup.", u"System"},
    {"/pids.", u"System"},
    {"/proc/self/ns", u"System"},
    {"/proc/self/cgroup", u"Memory"},
    {"/proc/diskstats", u"PhysicalDisk"},
    {"/sys/block", u"PhysicalDisk"},
    {"/proc/diskstats", u"LogicalDisk"},
    {"/proc/self/mountinfo", u"LogicalDisk"},
    {"/proc/net/dev", u"Network Interface"},
    {"/sys/class/net", u"Network Interface"},
    {"/sys/class/net", u"Network Adapter"},
    {"/proc/swaps", u"Paging File"},
    {"/proc/net/snmp", u"TCPv4"},
    {"/proc/net/snmp", u"IPv4"},
    {"/proc/net/snmp6", u"ICMPv6"},
    {"/proc/net/tcp6", u"TCPv6"},
    {"/proc/1", u"Process"},
    {"/proc/7", u"Process"},
    {"/proc/9", u"Process"},
    {"/proc/7", u"Process V2"},
    {"/task/", u"Thread"},
    {"/sys/class/powercap", u"Energy Meter"},
    {"/sys/class/hwmon", u"Power Meter"},
    {"/sys/class/power_supply", u"Battery Status"},
    {"/sys/class/infiniband", u"RDMA Activity"},
    {"/sys/class/thermal", u"Thermal Zone Information"},
    {"/sys/class/drm", u"GPU Adapter Memory"},
    {"/fdinfo/", u"GPU Engine"},
    {"/fdinfo/", u"GPU Process Memory"},
});

class Machine {
  public:
    explicit Machine(std::string_view input) : clock_({0, 134'000'000'000'000'000, 134'000'000'000'000'000}) {
        auto owned = std::make_unique<MemoryFiles>();
        files_ = owned.get();
        set_whole_machine(*files_);
        source::linux::LinuxOptions options;
        options.cgroup = true;
        options.units = {100, 4096};
        options.probes.run_aside = [](const std::function<void()>& job) { job(); };
        options.windows_drives = [this] { return drives_; };
        options.windows_processes = [this] { return programs_; };
        source_ = source::linux::make_linux_source(std::move(owned), clock_, options);
        session_ = source_->open_session();
        for (const Subject& subject : subjects) {
            if (input.find(subject.path) != std::string_view::npos) {
                choose(subject.object);
            }
        }
    }

    MemoryFiles& files() noexcept { return *files_; }

    void add_link(std::istringstream& words) {
        std::string path;
        std::string target;
        words >> path >> target;
        files_->set_link(path, target);
    }

    void add_drive(std::istringstream& words) {
        platform::WindowsDrive drive;
        words >> drive.name >> drive.folder;
        for (std::string crossing; words >> crossing;) {
            drive.crossings.push_back(crossing);
        }
        drives_.push_back(drive);
    }

    void add_program(std::istringstream& words) {
        platform::WindowsProcess program;
        words >> program.name >> program.id >> program.parent >> program.started;
        programs_.push_back(program);
    }

    void sample() {
        std::swap(before_, now_);
        now_.objects.resize(requests_.size());
        require(session_->collect(requests_, now_).has_value());
        for (std::size_t i = 0; i < now_.objects.size(); ++i) {
            now_.objects[i].publish(nullptr);
            check_rows(catalogue_->objects[requests_[i].object], now_.objects[i]);
        }
        check_idle();
        clock_.advance(pdh_shim::ticks_per_second);
    }

  private:
    void choose(std::u16string_view name) {
        catalogue_ = source_->catalogue_for(name, {});
        const auto object = std::ranges::find(catalogue_->objects, name, &model::ObjectDef::name);
        require(object != catalogue_->objects.end());
        const auto position = static_cast<std::uint32_t>(object - catalogue_->objects.begin());
        if (std::ranges::find(requests_, position, &model::ObjectRequest::object) == requests_.end()) {
            requests_.push_back({position, std::vector<bool>(object->columns, true), false});
        }
    }

    // Each row is found under the name that it has, and under no other's.
    static void check_rows(const model::ObjectDef& object, const model::ObjectSnapshot& snapshot) {
        require(object.instances == model::Instances::multi || snapshot.rows() == 1);
        const model::InstanceSet& set = *snapshot.instances();
        require(set.instances().size() == snapshot.rows());
        for (std::size_t row = 0; row < snapshot.rows(); ++row) {
            const model::Instance& instance = set.instances()[row];
            require(set.find(instance.parent, instance.name, set.duplicate_index(row)) == row);
        }
    }

    // While it is known, `_Total` of the processors was not idle for longer than the time that passed, nor
    // for less than none.
    void check_idle() const {
        for (std::size_t i = 0; i < before_.objects.size(); ++i) {
            const model::ObjectDef& object = catalogue_->objects[requests_[i].object];
            const model::ObjectSnapshot& before = before_.objects[i];
            const model::ObjectSnapshot& now = now_.objects[i];
            if (object.name != u"Processor" || before.rows() == 0 || now.rows() == 0) {
                continue;
            }
            const auto found = std::ranges::find(object.counters, u"% Idle Time", &model::CounterDef::name);
            require(found != object.counters.end());
            const auto idle = static_cast<std::uint32_t>(found - object.counters.begin());
            if (!now.is_valid(now.rows() - 1, idle) || !before.is_valid(before.rows() - 1, idle)) {
                continue;
            }
            const std::int64_t grown = now.cell(now.rows() - 1, idle) - before.cell(before.rows() - 1, idle);
            require(grown >= 0 && grown <= pdh_shim::ticks_per_second);
        }
    }

    pdh_shim::ManualClock clock_;
    MemoryFiles* files_ = nullptr;
    std::vector<platform::WindowsDrive> drives_;
    std::vector<platform::WindowsProcess> programs_;
    std::shared_ptr<model::Source> source_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    std::unique_ptr<model::Session> session_;
    std::vector<model::ObjectRequest> requests_;
    model::Snapshot before_;
    model::Snapshot now_;
};

// The text up to the next line that begins with `@`, and past it.
std::string_view take_part(std::string_view& text) {
    const std::size_t end = text.find("\n@");
    const std::string_view part = text.substr(0, end == std::string_view::npos ? end : end + 1);
    text.remove_prefix(part.size());
    return part;
}

void perform(Machine& machine, std::string_view part) {
    constexpr std::string_view remove = "remove ";
    constexpr std::string_view link = "link ";
    constexpr std::string_view drive = "drive ";
    constexpr std::string_view program = "program ";
    const std::size_t end = std::min(part.find('\n'), part.size());
    std::string_view head = part.substr(0, end);
    head.remove_prefix(std::min<std::size_t>(head.size(), 1));
    if (head == "sample") {
        machine.sample();
    } else if (head.starts_with(remove)) {
        machine.files().remove(std::string(head.substr(remove.size())));
    } else if (head.starts_with(link)) {
        std::istringstream words{std::string(head.substr(link.size()))};
        machine.add_link(words);
    } else if (head.starts_with(drive)) {
        std::istringstream words{std::string(head.substr(drive.size()))};
        machine.add_drive(words);
    } else if (head.starts_with(program)) {
        std::istringstream words{std::string(head.substr(program.size()))};
        machine.add_program(words);
    } else if (head.starts_with('/')) {
        machine.files().set(std::string(head), part.substr(std::min(end + 1, part.size())));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string input(data, data + size);
    std::string_view text(input);
    Machine machine(text);
    machine.sample();
    for (int parts = 0; parts < most_parts && !text.empty(); ++parts) {
        perform(machine, take_part(text));
    }
    machine.sample();
    return 0;
}
