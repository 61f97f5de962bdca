// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::u16string_view physical = u"PhysicalDisk";
constexpr std::u16string_view logical = u"LogicalDisk";
constexpr std::int64_t ms = second / 1000;
constexpr std::uint64_t mib = 1U << 20U;
constexpr std::int64_t sector = 512;
constexpr std::int64_t uptime = 1000 * second; // of set_machine()

/// A line of /proc/diskstats with the counts that matter in a test.
std::string disk(const std::string& number, const std::string& name, std::int64_t reads,
    std::int64_t read_ms = 0, std::int64_t busy_ms = 0) {
    const auto text = [](std::int64_t count) { return " " + std::to_string(count); };
    return number + " " + name + text(reads) + " 0 0" + text(read_ms) + " 0 0 0 0 0" + text(busy_ms) + " 0\n";
}

using Drives = std::vector<pdh_shim::platform::WindowsDrive>;

/// A machine with two disks of one partition each and a file system of memory, and with drives of Windows.
void set_drives(Scene& scene, const Drives& drives) {
    MemoryFiles& files = scene.files();
    set_machine(files);
    files.make_folder("/sys/block/sdb");
    files.make_folder("/sys/block/sdb/sdb1");
    files.set("/proc/diskstats",
        disk("8 0", "sda", 10) + disk("8 1", "sda1", 9) + disk("8 16", "sdb", 20) + disk("8 17", "sdb1", 19));
    files.set("/proc/self/mountinfo", "23 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                      "24 23 8:17 / /mnt/my\\040data rw - ext4 /dev/sdb1 rw\n"
                                      "25 23 0:40 / /tmp rw - tmpfs tmpfs rw\n"
                                      "26 23 0:41 / /net rw - nfs4 server:/x rw\n");
    files.set_space("/", {1000 * mib, 250 * mib});
    files.set_space("/mnt/my data", {3000 * mib, 50 * mib});
    files.set_space("/tmp", {70 * mib, 60 * mib});
    files.set_space("/net", {7 * mib, 7 * mib});
    scene.options.windows_drives = [drives] { return drives; };
}

const std::string prefix = "/home/me/.wine/drive_c";

/// Disks that sysfs knows, each with a sequence number.
void add_disk(MemoryFiles& files, const std::string& name, int sequence) {
    files.set("/sys/block/" + name + "/diskseq", std::to_string(sequence) + "\n");
}

} // namespace

TEST_CASE_FIXTURE(MachineScene, "PhysicalDisk has the values of whole disks in diskstats") {
    collect();
    CHECK(instances(physical) == Names{"0 sda", "_Total"});
    struct Row {
        std::u16string_view counter;
        std::int64_t value;
    };
    constexpr auto rows = std::to_array<Row>({
        {u"Current Disk Queue Length", 2},
        {u"% Disk Time", 500 * ms},
        {u"% Disk Read Time", 300 * ms},
        {u"% Disk Write Time", 200 * ms},
        {u"% Idle Time", uptime - 400 * ms},
        {u"Avg. Disk Queue Length", 500 * ms},
        {u"Avg. Disk Read Queue Length", 300 * ms},
        {u"Avg. Disk Write Queue Length", 200 * ms},
        {u"Avg. Disk sec/Transfer", 500 * ms},
        {u"Avg. Disk sec/Read", 300 * ms},
        {u"Avg. Disk sec/Write", 200 * ms},
        {u"Disk Transfers/sec", 150},
        {u"Disk Reads/sec", 100},
        {u"Disk Writes/sec", 50},
        {u"Disk Bytes/sec", 3000 * sector},
        {u"Disk Read Bytes/sec", 2000 * sector},
        {u"Disk Write Bytes/sec", 1000 * sector},
        {u"Avg. Disk Bytes/Transfer", 3000 * sector},
        {u"Avg. Disk Bytes/Read", 2000 * sector},
        {u"Avg. Disk Bytes/Write", 1000 * sector},
    });
    for (const Row& row : rows) {
        CAPTURE(pdh_shim::to_utf8(row.counter).value());
        CHECK(cell(physical, u"0 sda", row.counter) == row.value);
    }
    CHECK(base(physical, u"0 sda", u"% Disk Time") == start_time);
    CHECK(base(physical, u"0 sda", u"Avg. Disk sec/Transfer") == 150);
    CHECK(base(physical, u"0 sda", u"Avg. Disk sec/Read") == 100);
    CHECK(base(physical, u"0 sda", u"Avg. Disk Bytes/Write") == 50);
}

TEST_CASE_FIXTURE(
    MachineScene, "the queue of a disk is its reads and writes; discards and flushes are not in it") {
    files().set("/proc/diskstats", "8 0 sda 100 0 2000 300 50 0 1000 200 2 400 9500 70 0 800 6000 9 3000\n");
    collect();
    CHECK(cell(physical, u"0 sda", u"Avg. Disk Queue Length") == 500 * ms);
    CHECK(cell(physical, u"0 sda", u"Avg. Disk Read Queue Length") == 300 * ms);
    CHECK(cell(physical, u"0 sda", u"Avg. Disk Write Queue Length") == 200 * ms);
    CHECK(cell(physical, u"0 sda", u"Disk Transfers/sec") == 150);
    CHECK(cell(physical, u"_Total", u"Avg. Disk Queue Length") == 500 * ms);
}

TEST_CASE_FIXTURE(MachineScene, "partitions, loop devices, memory disks and layers are not physical disks") {
    for (const std::string name : {"sda", "loop0", "ram0", "zram0", "dm-0", "md0", "nvme0c0n1", "nvme0n1"}) {
        add_disk(files(), name, 1);
    }
    files().set("/sys/block/md0/slaves/sda", "");
    files().set("/sys/block/nvme0c0n1/hidden", "1\n");
    files().set("/sys/block/nvme0n1/hidden", "0\n");
    files().make_folder("/sys/block/nvme0n1/slaves");
    files().set("/proc/diskstats", disk("8 0", "sda", 1) + disk("8 1", "sda1", 1) + disk("7 0", "loop0", 1) +
                                       disk("1 0", "ram0", 1) + disk("253 0", "zram0", 1) +
                                       disk("252 0", "dm-0", 1) + disk("9 0", "md0", 1) +
                                       disk("259 1", "nvme0c0n1", 1) + disk("259 2", "nvme0n1", 1));
    collect();
    CHECK(instances(physical) == Names{"0 sda", "1 nvme0n1", "_Total"});
}

TEST_CASE("drives without a disk, and boot partitions, do not dilute the total of disks") {
    Scene scene;
    MemoryFiles& files = scene.files();
    set_machine(files);
    std::string lines = disk("8 0", "sda", 10, 100, 50);
    for (const std::string name :
        {"sr0", "fd0", "nbd0", "sdb", "mmcblk0", "mmcblk0boot0", "mmcblk0boot1", "mmcblk0rpmb", "fdisk",
            "zd0", "zd16"}) { // the last two are volumes of ZFS, which lie on other disks
        add_disk(files, name, 10);
        files.set("/sys/block/" + name + "/size", "4096\n");
        lines += disk("9 9", name, 0);
    }
    files.set("/sys/block/sdb/size", "0\n");
    files.set("/proc/diskstats", lines);
    scene.collect();
    CHECK(scene.instances(physical) == Names{"0 sda", "1 mmcblk0", "2 fdisk", "_Total"});
    CHECK(scene.cell(physical, u"_Total", u"% Disk Read Time") == 100 * ms / 3);
}

TEST_CASE("a card reader is a disk while it has a card, a network disk while connected") {
    Scene scene;
    MemoryFiles& files = scene.files();
    set_machine(files);
    for (const std::string name : {"sdb", "nbd0"}) {
        add_disk(files, name, 10);
        files.set("/sys/block/" + name + "/size", "0\n");
        files.set("/sys/block/" + name + "/removable", name == "sdb" ? "1\n" : "0\n");
    }
    const auto count = [&](int reads) {
        files.set("/proc/diskstats",
            disk("8 0", "sda", 1) + disk("8 16", "sdb", reads) + disk("43 0", "nbd0", reads));
        scene.pass(second);
        scene.collect();
    };
    count(0);
    CHECK(scene.instances(physical) == Names{"0 sda", "_Total"});
    files.forget();
    count(0);
    CHECK(files.reads("/sys/block/nbd0/size") == 0);
    files.set("/sys/block/sdb/size", "64\n");
    files.set("/sys/block/nbd0/size", "64\n");
    files.set("/sys/block/nbd0/pid", "77\n");
    count(5); // the kernel looks for partitions
    CHECK(scene.instances(physical) == Names{"0 sda", "1 sdb", "2 nbd0", "_Total"});
    files.set("/sys/block/sdb/size", "0\n");
    files.remove("/sys/block/nbd0/pid");
    count(5);
    CHECK(scene.instances(physical) == Names{"0 sda", "_Total"});
    files.set("/sys/block/sdb/size", "128\n");
    count(9);
    CHECK(scene.instances(physical) == Names{"0 sda", "1 sdb", "_Total"});
}

TEST_CASE_FIXTURE(MachineScene, "a disk keeps its number when another one goes, in every session") {
    add_disk(files(), "sdb", 10);
    add_disk(files(), "sdc", 11);
    files().set("/proc/diskstats", disk("8 0", "sda", 1) + disk("8 16", "sdb", 1));
    collect();
    files().set("/proc/diskstats", disk("8 16", "sdb", 1) + disk("8 32", "sdc", 1));
    collect();
    CHECK(instances(physical) == Names{"1 sdb", "2 sdc", "_Total"});
    pdh_shim::model::ObjectSnapshot listed;
    REQUIRE(source().enumerate(position_of(physical), listed));
    listed.publish(nullptr);
    CHECK(listed.instances()->instances()[0].name == u"1 sdb");
}

TEST_CASE_FIXTURE(MachineScene, "a disk of the same name with another sequence number is another instance") {
    files().set("/proc/diskstats", disk("8 0", "sda", 100));
    collect();
    const auto id = unique_id(physical, u"0 sda");
    files().replace("/sys/block/sda/diskseq", "10\n");
    files().set("/proc/diskstats", disk("8 0", "sda", 5000));
    collect();
    CHECK(unique_id(physical, u"0 sda") != id);
    CHECK(cell(physical, u"_Total", u"Disk Reads/sec") == 100);
}

TEST_CASE_FIXTURE(
    MachineScene, "without sequence numbers, a disk is new if its number differs or it was away") {
    files().remove("/sys/block/sda/diskseq");
    collect();
    const auto first = unique_id(physical, u"0 sda");
    collect();
    CHECK(unique_id(physical, u"0 sda") == first);
    files().set("/proc/diskstats", disk("8 48", "sda", 1));
    collect();
    const auto renumbered = unique_id(physical, u"0 sda");
    CHECK(renumbered != first);
    files().set("/proc/diskstats", "");
    collect();
    files().set("/proc/diskstats", disk("8 48", "sda", 1));
    collect();
    CHECK(unique_id(physical, u"0 sda") != renumbered);
}

TEST_CASE_FIXTURE(MachineScene, "32-bit times of disks continue when they wrap") {
    files().set("/proc/diskstats", disk("8 0", "sda", 1, 4'294'967'290));
    collect();
    files().set("/proc/diskstats", disk("8 0", "sda", 2, 4));
    collect();
    CHECK(cell(physical, u"0 sda", u"Avg. Disk sec/Read") == 4'294'967'300 * ms);
}

TEST_CASE_FIXTURE(MachineScene, "idle time of a disk neither falls nor exceeds the time that passed") {
    files().set("/proc/diskstats", disk("8 0", "sda", 1, 0, 1000));
    collect();
    const auto idle = *cell(physical, u"0 sda", u"% Idle Time");
    pass(10 * ms);
    files().set("/proc/diskstats", disk("8 0", "sda", 2, 0, 1012)); // busy for longer than there was
    collect();
    CHECK(cell(physical, u"0 sda", u"% Idle Time") == idle);
    pass(10 * ms);
    collect();
    CHECK(cell(physical, u"0 sda", u"% Idle Time") == idle + 8 * ms);
}

TEST_CASE_FIXTURE(
    MachineScene, "idle time of a disk counts from the start of the machine, as it was first read") {
    files().set("/proc/diskstats", disk("8 0", "sda", 1, 0, 3000));
    collect();
    CHECK(cell(physical, u"0 sda", u"% Idle Time") == uptime - 3 * second);
    pass(second);
    files().set("/proc/uptime", "5000.00 40.20\n"); // the machine slept
    collect();
    CHECK(cell(physical, u"0 sda", u"% Idle Time") == uptime - 2 * second);
    CHECK(cell(physical, u"_Total", u"% Idle Time") == uptime - 2 * second);
    files().remove("/proc/uptime");
    pass(second);
    collect();
    CHECK(cell(physical, u"0 sda", u"% Idle Time") == uptime - second);
}

TEST_CASE_FIXTURE(
    MachineScene, "without the start of the machine a disk has no idle time, and all the rest") {
    files().set("/proc/uptime", "unknown\n");
    collect();
    CHECK_FALSE(cell(physical, u"0 sda", u"% Idle Time"));
    CHECK_FALSE(cell(physical, u"_Total", u"% Idle Time"));
    CHECK(cell(physical, u"0 sda", u"Disk Reads/sec") == 100);
}

TEST_CASE_FIXTURE(MachineScene, "_Total of disks is the mean of shares and the sum of the rest") {
    add_disk(files(), "sdb", 10);
    files().set("/proc/diskstats", disk("8 0", "sda", 10, 100, 50) + disk("8 16", "sdb", 20, 300, 150));
    collect();
    CHECK(cell(physical, u"_Total", u"% Disk Time") == 200 * ms);
    CHECK(cell(physical, u"_Total", u"% Idle Time") == uptime - 100 * ms);
    CHECK(base(physical, u"_Total", u"% Idle Time") == start_time);
    CHECK(cell(physical, u"_Total", u"Avg. Disk Read Queue Length") == 400 * ms);
    CHECK(cell(physical, u"_Total", u"Disk Reads/sec") == 30);
    CHECK(base(physical, u"_Total", u"Avg. Disk sec/Read") == 30);
}

TEST_CASE_FIXTURE(MachineScene, "LogicalDisk names mounted devices by their mount points") {
    add_disk(files(), "sdb", 10);
    files().set("/proc/diskstats", disk("8 0", "sda", 1) + disk("8 1", "sda1", 2) + disk("8 2", "sda2", 3) +
                                       disk("8 16", "sdb", 4) + disk("252 0", "dm-0", 5) +
                                       disk("7 0", "loop0", 6));
    files().set("/proc/self/mountinfo", "22 1 0:21 / /proc rw - proc proc rw\n"
                                        "23 1 252:0 / / rw shared:1 - ext4 /dev/mapper/vg-root rw\n"
                                        "24 23 8:2 / /var/lib/data rw - xfs /dev/sda2 rw\n"
                                        "25 23 8:16 / /mnt/my\\040disk rw - ext4 /dev/sdb rw\n"
                                        "26 23 7:0 / /snap/x ro - squashfs /dev/loop0 ro\n"
                                        "27 23 0:40 / /tmp rw - tmpfs tmpfs rw\n");
    collect();
    CHECK(instances(logical) == Names{"root", "var_lib_data", "mnt_my disk", "_Total"});
    CHECK(cell(logical, u"root", u"Disk Reads/sec") == 5);
    CHECK(cell(logical, u"var_lib_data", u"Disk Reads/sec") == 3);
    CHECK(cell(logical, u"_Total", u"Disk Reads/sec") == 12);
}

TEST_CASE_FIXTURE(MachineScene, "files mounted as devices and ZFS are logical disks, and packages are not") {
    files().set("/proc/diskstats", disk("8 1", "sda1", 2) + disk("7 0", "loop0", 6) +
                                       disk("7 1", "loop1", 7) + disk("230 0", "zd0", 8) +
                                       disk("1 0", "ram0", 9));
    files().set("/proc/self/mountinfo", "23 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                        "24 23 7:0 / /image rw - ext4 /dev/loop0 rw\n"
                                        "25 23 7:1 / /snap/x ro - squashfs /dev/loop1 ro\n"
                                        "26 23 0:50 / /tank rw - zfs tank rw\n"
                                        "27 23 0:51 / /tank/home rw - zfs tank/home rw\n"
                                        "28 23 0:50 /etc /srv rw - zfs tank rw\n"
                                        "29 23 230:0 / /vm rw - ext4 /dev/zd0 rw\n"
                                        "30 23 1:0 / /memory rw - ext4 /dev/ram0 rw\n");
    collect();
    CHECK(instances(logical) == Names{"root", "image", "tank", "tank_home", "vm", "_Total"});
    CHECK(cell(logical, u"image", u"Disk Reads/sec") == 6);
    CHECK(cell(logical, u"vm", u"Disk Reads/sec") == 8);
    CHECK_FALSE(cell(logical, u"tank", u"Disk Reads/sec"));
}

TEST_CASE_FIXTURE(
    MachineScene, "file systems with own device numbers are found by the device's name or link") {
    files().set("/proc/diskstats", disk("8 1", "sda1", 2) + disk("252 3", "dm-3", 5));
    files().set_link("/dev/mapper/home", "../dm-3");
    files().set("/proc/self/mountinfo", "23 1 0:30 /@ / rw - btrfs /dev/sda1 rw\n"
                                        "24 23 0:31 /@home /home rw - btrfs /dev/mapper/home rw\n"
                                        "25 23 0:32 / /x rw - btrfs /dev/mapper/unknown rw\n");
    collect();
    CHECK(instances(logical) == Names{"root", "home", "_Total"});
    CHECK(cell(logical, u"home", u"Disk Reads/sec") == 5);
}

TEST_CASE_FIXTURE(
    MachineScene, "a device mounted several times is one instance, named by the mount of its root") {
    files().set("/proc/self/mountinfo", "23 1 8:1 /etc/hosts /etc/hosts rw - ext4 /dev/sda1 rw\n"
                                        "24 1 8:1 / /data rw - ext4 /dev/sda1 rw\n"
                                        "25 1 8:1 / /again rw - ext4 /dev/sda1 rw\n");
    collect();
    CHECK(instances(logical) == Names{"data", "_Total"});
}

TEST_CASE_FIXTURE(MachineScene, "a mount that another one hides is left out") {
    files().set("/proc/self/mountinfo", "23 1 8:1 / /data rw - ext4 /dev/sda1 rw\n"
                                        "24 1 0:50 / /data rw - tmpfs tmpfs rw\n");
    collect();
    CHECK(instances(logical) == Names{"_Total"});
}

TEST_CASE_FIXTURE(MachineScene, "free space is in megabytes, and has a total of all volumes") {
    files().set("/proc/diskstats", disk("8 1", "sda1", 2) + disk("8 2", "sda2", 3));
    files().set("/proc/self/mountinfo", "23 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                        "24 1 8:2 / /my\\040data rw - ext4 /dev/sda2 rw\n");
    files().set_space("/", {1000 * mib, 250 * mib + 5});
    files().set_space("/my data", {3000 * mib, 50 * mib});
    collect();
    CHECK(cell(logical, u"root", u"Free Megabytes") == 250);
    CHECK(cell(logical, u"root", u"% Free Space") == 250);
    CHECK(base(logical, u"root", u"% Free Space") == 1000);
    CHECK(cell(logical, u"my data", u"Free Megabytes") == 50);
    CHECK(cell(logical, u"_Total", u"% Free Space") == 300);
    CHECK(base(logical, u"_Total", u"% Free Space") == 4000);
}

TEST_CASE("under a root with only /proc and /sys no volume has the folder's space") {
    Scene scene;
    scene.options.foreign_root = true;
    MemoryFiles& files = scene.files();
    set_machine(files);
    files.set("/proc/diskstats", disk("8 1", "sda1", 2) + disk("8 2", "sda2", 3));
    files.set("/proc/1/mountinfo", "23 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                   "24 1 8:2 / /data rw - xfs /dev/sda2 rw\n");
    using Number = pdh_shim::DeviceNumber;
    files.set_space("/", {64 * mib, 60 * mib, Number{0, 50}});
    files.set_space("/data", {3000 * mib, 50 * mib, Number{8, 2}});
    scene.collect();
    CHECK(scene.cell(logical, u"root", u"Disk Reads/sec") == 2);
    CHECK_FALSE(scene.cell(logical, u"root", u"Free Megabytes"));
    CHECK_FALSE(scene.cell(logical, u"root", u"% Free Space"));
    CHECK(scene.cell(logical, u"data", u"Free Megabytes") == 50);
    // A system that tells no device numbers cannot say whose the space is.
    files.set_space("/data", {3000 * mib, 50 * mib});
    scene.collect();
    CHECK_FALSE(scene.cell(logical, u"data", u"Free Megabytes"));
}

TEST_CASE("the space of btrfs is shown, though no mount shows its device numbers") {
    for (const std::string type : {"btrfs", "ext4"}) {
        CAPTURE(type);
        Scene scene;
        set_machine(scene.files());
        scene.files().set("/proc/self/mountinfo", "23 1 0:30 /@ / rw - " + type + " /dev/sda1 rw\n");
        scene.files().set_space("/", {1000 * mib, 250 * mib, pdh_shim::DeviceNumber{0, 31}, true});
        scene.collect();
        CHECK(scene.cell(logical, u"root", u"Free Megabytes").has_value() == (type == "btrfs"));
    }
}

TEST_CASE_FIXTURE(MachineScene, "mounts without device numbers are compared by the numbers of the device") {
    files().set("/proc/self/mountinfo", "/dev/sda1 / ext4 rw 0 0\n");
    files().set_space("/", {1000 * mib, 250 * mib, pdh_shim::DeviceNumber{8, 1}});
    collect();
    CHECK(cell(logical, u"root", u"Free Megabytes") == 250);
    files().set_space("/", {1000 * mib, 250 * mib, pdh_shim::DeviceNumber{8, 2}});
    collect();
    CHECK_FALSE(cell(logical, u"root", u"Free Megabytes"));
}

/// A container: its root is an overlay, and files of the host are mounted over files of its own.
void set_container(MemoryFiles& files, const std::string& more = {}) {
    set_machine(files);
    files.set("/etc/hosts", "");
    files.set("/etc/resolv.conf", "");
    files.set(
        "/proc/self/mountinfo", "600 500 0:52 / / rw - overlay overlay rw,lowerdir=/a:/b\n"
                                "601 600 0:55 / /proc rw - proc proc rw\n"
                                "610 600 8:1 /var/lib/c/resolv.conf /etc/resolv.conf rw - ext4 /dev/sda1 rw\n"
                                "611 600 8:1 /var/lib/c/hosts /etc/hosts rw - ext4 /dev/sda1 rw\n" +
                                    more);
    files.set_space("/", {1000 * mib, 250 * mib, pdh_shim::DeviceNumber{0, 52}});
}

TEST_CASE_FIXTURE(Scene, "in a container the root is shown with its space, and no bind-mounted file") {
    set_container(files());
    collect();
    CHECK(instances(logical) == Names{"root", "_Total"});
    CHECK(cell(logical, u"root", u"Free Megabytes") == 250);
    CHECK_FALSE(cell(logical, u"root", u"Disk Reads/sec"));
    CHECK(cell(logical, u"_Total", u"Free Megabytes") == 250);
}

TEST_CASE_FIXTURE(Scene, "a folder of the host in a container is a volume, and its space counts once") {
    set_container(files(), "612 600 8:1 /srv/data /data rw - ext4 /dev/sda1 rw\n");
    files().make_folder("/data");
    files().set_space("/data", {1000 * mib, 250 * mib, pdh_shim::DeviceNumber{8, 1}});
    collect();
    CHECK(instances(logical) == Names{"root", "data", "_Total"});
    CHECK(cell(logical, u"data", u"Disk Reads/sec") == 90);
    CHECK(cell(logical, u"_Total", u"Free Megabytes") == 250);
    CHECK(base(logical, u"_Total", u"% Free Space") == 1000);
}

TEST_CASE_FIXTURE(MachineScene, "the mount at the root names a device before all others of it") {
    files().set("/proc/self/mountinfo", "23 1 8:1 / /sysroot rw - ext4 /dev/sda1 rw\n"
                                        "24 1 8:1 /deploy / rw - ext4 /dev/sda1 rw\n"
                                        "25 1 8:1 / /boot rw - ext4 /dev/sda1 rw\n");
    collect();
    CHECK(instances(logical) == Names{"root", "_Total"});
    CHECK(cell(logical, u"root", u"Disk Reads/sec") == 90);
}

TEST_CASE("/a/b and /a_b are two names, each its own whichever was mounted first") {
    const std::string first = "23 1 8:1 / /a/b rw - ext4 /dev/sda1 rw\n";
    const std::string second = "24 1 8:2 / /a_b rw - ext4 /dev/sda2 rw\n";
    const std::string home = "25 1 8:3 / /root rw - ext4 /dev/sda3 rw\n26 1 0:52 / / rw - tmpfs none rw\n";
    for (const std::string& mounts : {first + second + home, home + second + first}) {
        Scene scene;
        set_machine(scene.files());
        scene.files().set(
            "/proc/diskstats", disk("8 1", "sda1", 1) + disk("8 2", "sda2", 2) + disk("8 3", "sda3", 3));
        scene.files().set("/proc/self/mountinfo", mounts);
        scene.collect();
        CHECK(scene.cell(logical, u"a_b", u"Disk Reads/sec") == 1);
        CHECK(scene.cell(logical, u"a__b", u"Disk Reads/sec") == 2);
        CHECK(scene.cell(logical, u"root_", u"Disk Reads/sec") == 3);
        CHECK_FALSE(scene.cell(logical, u"root", u"Disk Reads/sec"));
    }
}

TEST_CASE_FIXTURE(MachineScene, "space is asked for only for counters that need it") {
    files().set("/proc/diskstats", disk("8 1", "sda1", 2) + disk("8 2", "sda2", 3));
    files().set("/proc/self/mountinfo", "23 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                        "24 1 0:60 / /net rw - nfs4 server:/x rw\n"
                                        "25 24 8:2 / /net/disk rw - ext4 /dev/sda2 rw\n"
                                        "26 1 0:61 / /network rw - nfs4 server:/y rw\n");
    files().set_space("/net/disk", {1000 * mib, 250 * mib});
    want(logical, u"Disk Reads/sec");
    collect();
    CHECK(files().space_requests("/") == 0);
    CHECK(files().space_requests("/net/disk") == 0);
    want(logical, u"Free Megabytes");
    collect();
    CHECK(files().space_requests("/") == 1);
    CHECK(files().space_requests("/net/disk") == 1);
    CHECK(files().space_requests("/network") == 0);
    CHECK(cell(logical, u"net_disk", u"Free Megabytes") == 250);
}

TEST_CASE("a collect does not wait for a file system that does not answer") {
    struct Row {
        std::string type;
        std::string above; // on the way to it
    };
    for (const Row& row : {Row{"fuseblk", "ext4"}, Row{"ext4", "nfs4"}, Row{"ext4", "fuse.sshfs"},
             Row{"ocfs2", "ext4"}, Row{"xfs", "autofs"}}) {
        CAPTURE(row.type);
        CAPTURE(row.above);
        Scene scene;
        set_machine(scene.files());
        scene.files().set("/proc/diskstats", disk("8 1", "sda1", 2) + disk("8 2", "sda2", 3));
        scene.files().set("/proc/self/mountinfo",
            "23 1 8:1 / / rw - ext4 /dev/sda1 rw\n24 1 0:60 / /far rw - " + row.above +
                " x rw\n25 24 8:2 / /far/disk rw - " + row.type + " /dev/sda2 rw\n");
        scene.files().set_space("/", {1000 * mib, 250 * mib});
        scene.files().set_space("/far/disk", {500 * mib, 50 * mib});
        std::vector<std::function<void()>> jobs;
        scene.options.probes.run_aside = [&](const std::function<void()>& job) { jobs.push_back(job); };
        scene.options.probes.clock = &scene.clock();
        scene.options.probes.patience = 0;
        for (int i = 0; i < 3; ++i) {
            scene.collect();
            CHECK_FALSE(scene.cell(logical, u"far_disk", u"Free Megabytes"));
            CHECK(scene.cell(logical, u"far_disk", u"Disk Reads/sec") == 3);
            CHECK(scene.cell(logical, u"root", u"Free Megabytes") == 250);
            CHECK(jobs.size() == 1);
        }
        CHECK(scene.files().space_requests("/far/disk") == 0);
        jobs.front()();
        scene.collect();
        CHECK(scene.cell(logical, u"far_disk", u"Free Megabytes") == 50);
    }
}

TEST_CASE_FIXTURE(MachineScene, "a volume that is mounted or unmounted comes and goes") {
    files().set("/proc/self/mountinfo", "");
    collect();
    CHECK(instances(logical) == Names{"_Total"});
    files().set("/proc/self/mountinfo", "23 1 8:1 / /mnt rw - ext4 /dev/sda1 rw\n");
    collect();
    CHECK(instances(logical) == Names{"mnt", "_Total"});
    files().set("/proc/diskstats", "");
    collect();
    CHECK(instances(logical) == Names{"_Total"});
    CHECK(instances(physical) == Names{"_Total"});
}

TEST_CASE_FIXTURE(MachineScene, "a disk's sequence number is read by a kept descriptor, but not by a child") {
    want(physical, u"Disk Reads/sec");
    collect();
    files().forget();
    collect();
    CHECK(files().read_paths() == std::set<std::string>{"/proc/diskstats", "/sys/block/sda/diskseq"});
    CHECK(files().opens("/sys/block/sda/diskseq") == 0);
    files().set_process_id(2000);
    collect();
    CHECK(files().opens("/sys/block/sda/diskseq") == 1);
}

TEST_CASE_FIXTURE(MachineScene, "without a readable diskstats the disks have no data") {
    collect();
    files().set_error("/proc/diskstats", pdh_shim::FileError::failed);
    collect();
    CHECK(of(physical).status() == pdh_shim::Status::cstatus_invalid_data);
    CHECK(of(logical).status() == pdh_shim::Status::cstatus_invalid_data);
}

TEST_CASE_FIXTURE(MachineScene, "a device with slashes in its name is found in sysfs") {
    files().make_folder("/sys/block/cciss!c0d0");
    files().set("/proc/diskstats", disk("104 0", "cciss/c0d0", 7));
    collect();
    CHECK(instances(physical) == Names{"0 cciss/c0d0", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "drives of Windows are instances of LogicalDisk, before other file systems") {
    set_drives(*this, {{"C:", prefix, {}}, {"Z:", "/", {}}});
    collect();
    CHECK(instances(logical) == Names{"C:", "Z:", "mnt_my data", "_Total"});
    CHECK(cell(logical, u"mnt_my data", u"Disk Reads/sec") == 19);
}

TEST_CASE_FIXTURE(Scene, "a drive to a folder that is not a mount point has the values of its file system") {
    set_drives(*this, {{"C:", prefix, {}}, {"D:", "/mnt/my data/games", {"/mnt/my data"}}});
    collect();
    CHECK(instances(logical) == Names{"C:", "D:", "_Total"});
    CHECK(cell(logical, u"C:", u"Disk Reads/sec") == 9);
    CHECK(cell(logical, u"C:", u"Free Megabytes") == 250);
    CHECK(base(logical, u"C:", u"% Free Space") == 1000);
    CHECK(cell(logical, u"D:", u"Disk Reads/sec") == 19);
    CHECK(cell(logical, u"D:", u"Free Megabytes") == 50);
}

TEST_CASE_FIXTURE(Scene, "_Total counts a file system once, however many drives lead to it") {
    set_drives(
        *this, {{"C:", prefix, {}}, {"S:", "/tmp", {"/tmp"}}, {"T:", "/tmp/x", {"/tmp"}}, {"Z:", "/", {}}});
    collect();
    CHECK(cell(logical, u"_Total", u"Disk Reads/sec") == 28);
    CHECK(cell(logical, u"_Total", u"Free Megabytes") == 250 + 50 + 60);
    CHECK(base(logical, u"_Total", u"% Free Space") == 1000 + 3000 + 70);
}

TEST_CASE_FIXTURE(Scene, "two drives to one folder are two instances with the same numbers") {
    set_drives(*this, {{"C:", prefix, {}}, {"D:", prefix, {}}});
    collect();
    CHECK(instances(logical) == Names{"C:", "D:", "mnt_my data", "_Total"});
    for (const std::u16string_view drive : {u"C:", u"D:"}) {
        CHECK(cell(logical, drive, u"Disk Reads/sec") == 9);
        CHECK(cell(logical, drive, u"Free Megabytes") == 250);
    }
}

TEST_CASE_FIXTURE(Scene, "a drive on a file system without a device has space, but no transfers") {
    set_drives(*this, {{"S:", "/tmp/x", {"/tmp"}}});
    collect();
    CHECK(instances(logical) == Names{"S:", "root", "mnt_my data", "_Total"});
    CHECK(cell(logical, u"S:", u"Free Megabytes") == 60);
    CHECK(base(logical, u"S:", u"% Free Space") == 70);
    CHECK_FALSE(cell(logical, u"S:", u"Disk Reads/sec"));
    CHECK_FALSE(cell(logical, u"S:", u"% Disk Time"));
    CHECK(instances(physical) == Names{"0 sda", "1 sdb", "_Total"});
}

TEST_CASE("a collect does not wait for a drive on the network, nor for one behind a link") {
    for (const Drives& drives : {Drives{{"N:", "/net/home", {"/net"}}}, Drives{{"N:", "/link", {"/link"}}}}) {
        Scene scene;
        set_drives(scene, drives);
        std::vector<std::function<void()>> jobs;
        scene.options.probes.run_aside = [&](const std::function<void()>& job) { jobs.push_back(job); };
        scene.options.probes.clock = &scene.clock();
        scene.options.probes.patience = 0;
        scene.collect();
        CHECK(scene.instances(logical) == Names{"N:", "root", "mnt_my data", "_Total"});
        CHECK_FALSE(scene.cell(logical, u"N:", u"Free Megabytes"));
        CHECK(jobs.size() == 1);
    }
}

TEST_CASE_FIXTURE(Scene, "a drive behind a link gets its values when the answer has arrived") {
    set_drives(*this, {{"C:", "/home/link", {"/home/link"}}});
    files().set_space("/home/link", {3000 * mib, 49 * mib});
    std::vector<std::function<void()>> jobs;
    options.probes.run_aside = [&](const std::function<void()>& job) { jobs.push_back(job); };
    options.probes.clock = &clock();
    options.probes.patience = 0;
    collect();
    CHECK(instances(logical) == Names{"C:", "root", "mnt_my data", "_Total"});
    jobs.front()();
    collect();
    CHECK(instances(logical) == Names{"C:", "root", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "a drive behind a symbolic link is found by the size of its file system") {
    set_drives(*this, {{"C:", "/home/link", {"/home/link"}}});
    files().set_space("/home/link", {3000 * mib, 49 * mib});
    SUBCASE("one file system of that size") {
        collect();
        CHECK(instances(logical) == Names{"C:", "root", "_Total"});
        CHECK(cell(logical, u"C:", u"Disk Reads/sec") == 19);
        CHECK(cell(logical, u"C:", u"Free Megabytes") == 50);
    }
    SUBCASE("two file systems of that size: no data of transfers") {
        files().set_space("/", {3000 * mib, 250 * mib});
        collect();
        CHECK(instances(logical) == Names{"C:", "root", "mnt_my data", "_Total"});
        CHECK_FALSE(cell(logical, u"C:", u"Disk Reads/sec"));
        CHECK(cell(logical, u"C:", u"Free Megabytes") == 49);
    }
}

TEST_CASE("in a chroot without a mount a drive is found by the device of a mapped file") {
    Scene scene;
    set_drives(scene, {{"C:", prefix, {}}, {"Z:", "/", {}}});
    scene.files().set("/proc/self/mountinfo", "22 1 0:21 / /proc rw - proc proc rw\n"
                                              "23 1 8:1 / /boot rw - ext4 /dev/sda1 rw\n");
    scene.files().set_space(prefix, {1000 * mib, 250 * mib});
    scene.files().set_space("/", {1000 * mib, 250 * mib});
    const std::string before = "55d0-55d1 rw-p 00000000 00:00 0 [heap]\n"
                               "7f00-7f01 r-xp 00000000 08:01 17 /boot/a library.so\n"
                               "7f02-7f03 rw-s 00000000 00:05 18 /dev/zero (deleted)\n";
    SUBCASE("on a disk") {
        scene.files().set("/proc/self/maps", before + "7f04-7f05 r-xp 00001000 08:11 19 /usr/bin/wine\n");
        scene.collect();
        CHECK(scene.instances(logical) == Names{"C:", "Z:", "boot", "_Total"});
        for (const std::u16string_view drive : {u"C:", u"Z:"}) {
            CHECK(scene.cell(logical, drive, u"Disk Reads/sec") == 19);
            CHECK(scene.cell(logical, drive, u"Free Megabytes") == 250);
        }
        CHECK(scene.cell(logical, u"_Total", u"Disk Reads/sec") == 28);
        CHECK(scene.instances(physical) == Names{"0 sda", "1 C: Z:", "_Total"});
    }
    SUBCASE("on no disk") {
        scene.files().set("/proc/self/maps", before + "7f04-7f05 r-xp 00001000 00:2d 19 /usr/bin/wine\n");
        scene.collect();
        CHECK_FALSE(scene.cell(logical, u"C:", u"Disk Reads/sec"));
        CHECK(scene.cell(logical, u"C:", u"Free Megabytes") == 250);
    }
}

TEST_CASE_FIXTURE(Scene, "a drive on a loop device has the numbers of the loop device") {
    set_drives(*this, {{"I:", "/image", {"/image"}}});
    files().set("/proc/diskstats", disk("8 0", "sda", 1) + disk("7 0", "loop0", 6));
    files().set("/proc/self/mountinfo", "23 1 7:0 / /image rw - ext4 /dev/loop0 rw\n");
    collect();
    CHECK(instances(logical) == Names{"I:", "_Total"});
    CHECK(cell(logical, u"I:", u"Disk Reads/sec") == 6);
}

TEST_CASE_FIXTURE(Scene, "a disk is named by the drives that lie on it") {
    set_drives(*this, {{"C:", prefix, {}}, {"Z:", "/", {}}});
    collect();
    CHECK(instances(physical) == Names{"0 C: Z:", "1 sdb", "_Total"});
    CHECK(cell(physical, u"0 C: Z:", u"Disk Reads/sec") == 10);
}

TEST_CASE_FIXTURE(Scene, "a drive on layers of devices names each disk below once") {
    set_drives(*this, {{"C:", prefix, {}}});
    for (const std::string part : {"dm-0", "dm-0/slaves", "dm-0/slaves/md0", "md0", "md0/slaves",
             "md0/slaves/sda1", "md0/slaves/sda", "md0/slaves/sdb1"}) {
        files().make_folder("/sys/block/" + part);
    }
    files().set("/proc/diskstats", disk("8 0", "sda", 1) + disk("8 1", "sda1", 1) + disk("8 16", "sdb", 1) +
                                       disk("8 17", "sdb1", 1) + disk("9 0", "md0", 1) +
                                       disk("252 0", "dm-0", 5));
    files().set("/proc/self/mountinfo", "23 1 252:0 / / rw - ext4 /dev/mapper/vg-root rw\n");
    collect();
    CHECK(instances(physical) == Names{"0 C:", "1 C:", "_Total"});
    CHECK(cell(logical, u"C:", u"Disk Reads/sec") == 5);
}

TEST_CASE("drives that appear, disappear or lead elsewhere are noticed after a second") {
    Scene scene;
    Drives drives{{"C:", prefix, {}}};
    set_drives(scene, {});
    int lists = 0;
    scene.options.windows_drives = [&] {
        ++lists;
        return drives;
    };
    scene.collect();
    CHECK(scene.instances(physical) == Names{"0 C:", "1 sdb", "_Total"});
    drives = {{"C:", "/mnt/my data", {"/mnt/my data"}}, {"D:", "/", {}}};
    scene.pass(second / 2);
    scene.collect();
    CHECK(lists == 1);
    CHECK(scene.instances(logical) == Names{"C:", "mnt_my data", "_Total"});
    scene.pass(second / 2);
    scene.collect();
    CHECK(scene.instances(logical) == Names{"C:", "D:", "_Total"});
    CHECK(scene.instances(physical) == Names{"0 D:", "1 C:", "_Total"});
    CHECK(scene.cell(logical, u"C:", u"Disk Reads/sec") == 19);
    drives.clear();
    scene.pass(second);
    scene.collect();
    CHECK(scene.instances(logical) == Names{"root", "mnt_my data", "_Total"});
    CHECK(scene.instances(physical) == Names{"0 sda", "1 sdb", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "mounts are read for the names of disks only if there are drives") {
    set_drives(*this, {{"C:", prefix, {}}});
    SUBCASE("with a drive") {
        want(physical, u"Disk Reads/sec");
        collect();
        CHECK(instances(physical) == Names{"0 C:", "1 sdb", "_Total"});
    }
    SUBCASE("without one") {
        options.windows_drives = [] { return Drives(); };
        want(physical, u"Disk Reads/sec");
        files().forget();
        collect();
        CHECK(files().reads("/proc/self/mountinfo") == 0);
    }
}

TEST_CASE("disks that are gone leave no descriptors behind") {
    Scene scene;
    set_machine(scene.files());
    scene.want(physical, u"Disk Reads/sec");
    scene.files().set("/proc/diskstats", disk("8 0", "sda", 1));
    scene.collect();
    const auto before = scene.files().open_files();
    for (int i = 0; i < 100; ++i) {
        const std::string name = "nbd" + std::to_string(i);
        add_disk(scene.files(), name, 100 + i);
        scene.files().set("/sys/block/" + name + "/size", "8\n");
        scene.files().set("/sys/block/" + name + "/pid", "77\n");
        scene.files().set("/proc/diskstats", disk("8 0", "sda", 1) + disk("43 0", name, 1));
        scene.collect();
        CHECK(scene.instances(physical).size() == 3);
        CHECK(scene.files().open_files() <= before + 2);
    }
}
