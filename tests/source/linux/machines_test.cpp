// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Machines that few people have at hand, in the texts that their kernels give.
#include "machine.h"
#include "scene.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::test;

namespace {

using MachineNames = std::vector<std::string>;

constexpr std::u16string_view cpu_object = u"Processor";
constexpr std::u16string_view by_node = u"Processor Information";

constexpr int large_cpus = 128;
constexpr int cpus_of_node = 32;

/// A machine of 128 processors in four memory nodes, the first `online` of which work. Processor n has used n
/// ticks, and had 10 interrupts of the timer and n of the network.
void set_large_machine(MemoryFiles& files, int online) {
    set_machine(files);
    std::string stat;
    std::string head = "     ";
    std::string timer = "LOC:";
    std::string network = " 31:";
    long interrupts = 0;
    for (int i = 0; i < online; ++i) {
        const std::string number = std::to_string(i);
        stat += "cpu" + number + " " + number + " 0 0 5000 0 0 0 0 0 0\n";
        head += " CPU" + number;
        timer += " 10";
        network += " " + number;
        interrupts += 10 + i;
    }
    files.set("/proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\n" + stat + "intr " + std::to_string(interrupts) +
                                " 0\nctxt 7\nbtime 1700000000\nprocesses 9\n");
    files.set(
        "/proc/interrupts", head + "\n" + network + "  IR-PCI-MSI-edge eth0\n" + timer + " Local timer\n");
    for (int node = 0; node < large_cpus / cpus_of_node; ++node) {
        const int first = node * cpus_of_node;
        files.set("/sys/devices/system/node/node" + std::to_string(node) + "/cpulist",
            std::to_string(first) + "-" + std::to_string(first + cpus_of_node - 1) + "\n");
    }
}

struct TestDisk {
    std::string name;
    bool is_drive; ///< one that PhysicalDisk shows
};

/// Forty of them, and what else the kernel calls a block device.
std::vector<TestDisk> disks_of_every_kind() {
    std::vector<TestDisk> disks;
    const auto add = [&](const std::string& name, int first, int count, bool is_drive) {
        for (int i = first; i < first + count; ++i) {
            disks.push_back({name + std::to_string(i), is_drive});
        }
    };
    for (char letter = 'a'; letter <= 'p'; ++letter) {
        disks.push_back({std::string("sd") + letter, true});
        disks.push_back({std::string("vd") + letter, true});
    }
    for (const char* const controller : {"nvme0n", "nvme1n", "nvme2n"}) {
        add(controller, 1, 2, true);
    }
    add("mmcblk", 0, 2, true);
    add("md", 0, 3, false);
    add("dm-", 0, 12, false);
    add("loop", 0, 8, false);
    add("zram", 0, 2, false);
    add("ram", 0, 16, false);
    add("nbd", 0, 16, false);
    add("sr", 0, 1, false);
    disks.push_back({"mmcblk0boot0", false});
    return disks;
}

void set_disks(MemoryFiles& files, const std::vector<TestDisk>& disks) {
    std::string text;
    int sequence = 0;
    for (const TestDisk& disk : disks) {
        const std::string folder = "/sys/block/" + disk.name;
        files.set(folder + "/diskseq", std::to_string(++sequence) + "\n");
        files.set(folder + "/size", disk.is_drive || !disk.name.starts_with("nbd") ? "4096\n" : "0\n");
        if (disk.name.starts_with("md") || disk.name.starts_with("dm-")) {
            files.set(folder + "/slaves/sda", "");
        }
        text += " 8 " + std::to_string(sequence) + " " + disk.name + " 5 0 80 7 0 0 0 0 0 7 7\n";
    }
    files.set("/proc/diskstats", text);
}

} // namespace

TEST_CASE_FIXTURE(Scene, "128 processors in four memory nodes are all shown, with a total for each node") {
    set_large_machine(files(), large_cpus);
    collect();
    CHECK(instances(cpu_object).size() == large_cpus + 1);
    CHECK(instances(by_node).size() == large_cpus + 4 + 1);
    CHECK(cell(by_node, u"3,31", u"% User Time") == ticks(127));
    CHECK(cell(by_node, u"3,_Total", u"% User Time") == ticks(96 + 127) / 2);
    CHECK(cell(cpu_object, u"_Total", u"% User Time") == ticks(127) / 2);
    CHECK(cell(cpu_object, u"100", u"Interrupts/sec") == 110);
    CHECK(cell(cpu_object, u"_Total", u"Interrupts/sec") == 128 * 10 + 127 * 128 / 2);
}

TEST_CASE_FIXTURE(Scene, "half of the processors of a large machine go offline and return as new instances") {
    set_large_machine(files(), large_cpus);
    collect();
    const auto first = unique_id(cpu_object, u"127");
    set_large_machine(files(), large_cpus / 2);
    pass(second);
    collect();
    CHECK(instances(cpu_object).size() == large_cpus / 2 + 1);
    CHECK(instances(by_node).size() == large_cpus / 2 + 2 + 1);
    set_large_machine(files(), large_cpus);
    pass(second);
    collect();
    CHECK(instances(cpu_object).size() == large_cpus + 1);
    CHECK(unique_id(cpu_object, u"127") != first);
}

TEST_CASE("of 5,000 processes each has its own name and values") {
    constexpr int workers = 4000;
    constexpr int others = 1000;
    constexpr int first_id = 100;
    const auto is_job = [](int i) { return i % 5 == 0; };
    Scene scene;
    set_machine(scene.files());
    for (int i = 0; i < workers + others; ++i) {
        add_process(scene.files(), {.id = first_id + i,
                                       .comm = is_job(i) ? "job-" + std::to_string(i) : "apache2",
                                       .start_ticks = 100 + i,
                                       .user_ticks = i});
    }
    scene.collect();
    CHECK(scene.instances(u"Process").size() == workers + others + 4); // Idle, init, worker and _Total
    const std::uint32_t user_time = scene.column_of(u"Process", u"% User Time");
    const model::ObjectSnapshot& rows = scene.of(u"Process");
    std::uint32_t worker = 0;
    for (int i = 0; i < workers + others; ++i) {
        std::u16string job(u"job-");
        append_utf8_lossy(job, std::to_string(i));
        const auto row =
            is_job(i) ? rows.instances()->find({}, job, 0) : rows.instances()->find({}, u"apache2", worker++);
        REQUIRE(row.has_value());
        REQUIRE(rows.cell(*row, user_time) == ticks(i));
    }
}

TEST_CASE("an ARM board has its processors, its card and its network") {
    Scene scene;
    MemoryFiles& files = scene.files();
    set_machine(files);
    files.set("/proc/cpuinfo",
        "processor\t: 0\nBogoMIPS\t: 108.00\nFeatures\t: fp asimd evtstrm crc32 cpuid\n"
        "CPU implementer\t: 0x41\nCPU part\t: 0xd08\n\nRevision\t: c03115\n"
        "Model\t\t: Raspberry Pi 4 Model B Rev 1.5\n");
    files.set("/proc/interrupts", "           CPU0       CPU1\n"
                                  " 11:       1000       2000     GICv2  30 Level     arch_timer\n"
                                  " 38:          7          0     GICv2 158 Level     mmc1, mmc0\n"
                                  "IPI0:        40         60       Rescheduling interrupts\n"
                                  "Err:          0\n");
    files.set("/proc/stat", "cpu0 100 0 50 2000 10 4 6 0 0 0\ncpu1 200 0 150 2000 10 6 14 0 0 0\n"
                            "intr 3007 0 1000\nctxt 7000\nbtime 1700000000\nprocesses 90\n");
    set_disks(files, {{"mmcblk0", true}, {"mmcblk0boot0", false}, {"ram0", false}, {"loop0", false}});
    files.set("/sys/block/mmcblk0/mmcblk0p2", "");
    files.set("/proc/self/mountinfo", "27 1 179:2 / / rw - ext4 /dev/root rw\n");
    files.set("/proc/net/dev", "Inter-|   Receive  |  Transmit\n face |bytes packets|bytes packets\n"
                               "  end0: 5000 40 1 2 0 0 0 3 6000 50 4 5 0 0 0 0\n");
    scene.collect();
    CHECK(scene.instances(cpu_object) == MachineNames{"0", "1", "_Total"});
    CHECK(scene.instances(u"PhysicalDisk") == MachineNames{"0 mmcblk0", "_Total"});
    CHECK(scene.instances(u"Network Interface") == MachineNames{"end0"});
    CHECK(scene.cell(cpu_object, u"_Total", u"Interrupts/sec") == 3007);
}

TEST_CASE_FIXTURE(MachineScene, "of 40 disks of every kind, only drives are physical disks") {
    const std::vector<TestDisk> disks = disks_of_every_kind();
    set_disks(files(), disks);
    collect();
    MachineNames drives;
    for (const TestDisk& disk : disks) {
        if (disk.is_drive) {
            drives.push_back(std::to_string(drives.size()) + " " + disk.name);
        }
    }
    REQUIRE(drives.size() == 40);
    drives.emplace_back("_Total");
    CHECK(instances(u"PhysicalDisk") == drives);
    CHECK(cell(u"PhysicalDisk", u"_Total", u"Disk Reads/sec") == 40 * 5);
}

TEST_CASE("volumes of all kinds have one instance each, if they are local") {
    Scene scene;
    MemoryFiles& files = scene.files();
    set_machine(files);
    files.set("/proc/diskstats", " 9 0 md0 5 0 80 7 0 0 0 0 0 7 7\n 254 0 dm-0 6 0 80 7 0 0 0 0 0 7 7\n"
                                 " 43 0 nbd0 7 0 80 7 0 0 0 0 0 7 7\n");
    files.set("/proc/self/mountinfo", "22 1 0:30 /@ / rw - btrfs /dev/md0 rw\n"
                                      "23 22 0:30 /@home /home rw - btrfs /dev/md0 rw\n"
                                      "24 22 254:0 / /var rw - ext4 /dev/mapper/vg-var rw\n"
                                      "25 22 254:0 /log /srv/log rw - ext4 /dev/mapper/vg-var rw\n"
                                      "26 22 0:50 / /net rw - nfs4 server:/export rw\n"
                                      "27 22 0:51 / /run rw - tmpfs tmpfs rw\n"
                                      "28 22 43:0 / /mnt/nbd rw - ext4 /dev/nbd0 rw\n");
    scene.collect();
    CHECK(scene.instances(u"LogicalDisk") == MachineNames{"root", "var", "mnt_nbd", "_Total"});
    CHECK(scene.cell(u"LogicalDisk", u"root", u"Disk Reads/sec") == 5);
    CHECK(scene.cell(u"LogicalDisk", u"_Total", u"Disk Reads/sec") == 18);
}
