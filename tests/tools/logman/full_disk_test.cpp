// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Sets on disks that are full, read-only or away, which are mounted where nobody else sees them.
#include "set_world.h"
#include "tools/logman/runner.h"

#include <pdh.h>

#define DOCTEST_CONFIG_IMPLEMENT
#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sched.h>
#include <set>
#include <string>
#include <sys/mount.h>
#include <unistd.h>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::OutputFormat;
using command::WakeReason;
using terminal::ExitStatus;

namespace {

/// Mounts something on a folder, as long as it lives.
class Mount : boost::noncopyable {
  public:
    Mount(std::string folder, const char* kind, unsigned long flags, const char* options)
        : folder_(std::move(folder)) {
        std::filesystem::create_directory(folder_);
        REQUIRE(::mount(folder_.c_str(), folder_.c_str(), kind, flags, options) == 0);
    }
    ~Mount() { ::umount2(folder_.c_str(), MNT_DETACH); }

    void change(unsigned long flags, const char* options) const {
        REQUIRE(::mount(nullptr, folder_.c_str(), nullptr, MS_REMOUNT | flags, options) == 0);
    }

  private:
    std::string folder_;
};

/// A disk in memory.
struct Disk : Mount {
    Disk(std::string folder, const std::string& size)
        : Mount(std::move(folder), "tmpfs", 0, ("size=" + size).c_str()) {}
    void grow() const { change(0, "size=64m"); }
};

/// The records of the logs of a folder.
struct Written {
    explicit Written(const std::string& folder) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            INFO(entry.path().string());
            if (entry.path().extension() == ".blg") {
                count_binary(entry.path());
            } else if (entry.is_regular_file()) {
                count_lines(entry.path());
            }
        }
    }

    std::size_t records = 0;
    bool is_each_once = true; ///< of text

  private:
    void count_binary(const std::string& name) {
        DWORD entries = 1;
        DWORD size = sizeof(PDH_TIME_INFO);
        PDH_TIME_INFO info = {};
        CHECK(PdhGetDataSourceTimeRangeA(name.c_str(), &entries, &info, &size) == ERROR_SUCCESS);
        records += info.SampleCount;
    }
    // Each record is a line, which its time and its values make another one than all before.
    void count_lines(const std::string& name) {
        std::ifstream file(name, std::ios::binary);
        for (std::string line; std::getline(file, line) && !file.eof();) {
            const bool is_head =
                line.starts_with("\"(PDH-") || line.starts_with("time,") || line.front() == '#';
            records += is_head ? 0 : 1;
            is_each_once = is_each_once && (is_head || lines_.insert(line).second);
        }
    }

    std::set<std::string> lines_;
};

std::size_t records_in(const std::string& folder) {
    return Written(folder).records;
}

bool has_each_record_once(const std::string& folder) {
    return Written(folder).is_each_once;
}

struct DiskCase {
    const char* name;
    OutputFormat format;
    const char* disk;
    std::chrono::seconds segment;
    std::uint64_t megabytes;
    bool is_circular;
};

constexpr std::array disk_cases = {
    DiskCase{"CSV", OutputFormat::csv, "64k", 0s, 0, false},
    DiskCase{"TSV", OutputFormat::tsv, "64k", 0s, 0, false},
    DiskCase{"BIN", OutputFormat::bin, "256k", 0s, 0, false},
    DiskCase{"CSV, segments", OutputFormat::csv, "128k", 20s, 0, false},
    DiskCase{"TSV, segments", OutputFormat::tsv, "128k", 20s, 0, false},
    DiskCase{"BIN, segments", OutputFormat::bin, "640k", 20s, 0, false},
    DiskCase{"CSV, sizes", OutputFormat::csv, "1500k", 0s, 1, false},
    DiskCase{"TSV, sizes", OutputFormat::tsv, "1500k", 0s, 1, false},
    DiskCase{"BIN, sizes", OutputFormat::bin, "1500k", 0s, 1, false},
    DiskCase{"JSON", OutputFormat::json, "64k", 0s, 0, false},
    DiskCase{"LONG, segments", OutputFormat::long_table, "256k", 20s, 0, false},
    DiskCase{"INFLUX, sizes", OutputFormat::influx, "1500k", 0s, 1, false},
    DiskCase{"OPENMETRICS", OutputFormat::openmetrics, "64k", 0s, 0, false},
    DiskCase{"OPENMETRICS, segments", OutputFormat::openmetrics, "256k", 20s, 0, false},
    DiskCase{"BINCIRC", OutputFormat::bin, "512k", 0s, 1, true},
};

/// A set that writes to a disk.
struct DiskWorld : SetWorld {
    explicit DiskWorld(const DiskCase& row, const char* size = nullptr)
        : disk(logs_folder, size == nullptr ? row.disk : size) {
        set.counters = {
            command::has_line_for_each_value(row.format) ? R"(\Memory\Available MBytes)" : R"(\Memory\*)"};
        set.format = row.format;
        set.output = logs_folder + "/web";
        set.is_circular = row.is_circular;
        set.segment = row.segment > 0s ? std::optional(row.segment) : std::nullopt;
        set.megabytes = row.megabytes > 0 ? std::optional(row.megabytes) : std::nullopt;
        most_waits = 20'000;
    }

    const std::string logs_folder = folder.path("logs");
    const Disk disk;
    std::size_t failing = 0; ///< waits that found it so
};

} // namespace

TEST_CASE("a full disk costs no record, and a set continues by itself when there is room") {
    for (const auto& row : disk_cases) {
        CAPTURE(std::string(row.name));
        DiskWorld world(row);
        std::size_t after = 0;
        std::int64_t end = 0;
        world.on_wait = [&] {
            const auto state = world.store.state("web");
            if (state.failing_since && ++world.failing == 6) {
                CHECK(*state.failing_since == world.wall() - 6 * SetWorld::second);
                CHECK((state.reason.find("there is no room for it") != std::string::npos ||
                       state.reason.find("No space left on device") != std::string::npos));
                world.disk.grow();
            }
            if (world.failing >= 6 && !state.failing_since) {
                end = after++ == 0 ? world.wall() - SetWorld::second : end;
            }
            return after > 30 ? WakeReason::stop_requested : WakeReason::time_reached;
        };
        CHECK(world.run() == ExitStatus::done);
        const auto past = world.store.state("web").past_failure;
        REQUIRE(past);
        CHECK(past->records == 6);
        CHECK(past->until == end);
        CHECK(records_in(world.logs_folder) == world.waits - 1);
        CHECK(has_each_record_once(world.logs_folder));
    }
}

TEST_CASE("a disk that is full for long costs records of that time only, and damages no log") {
    constexpr int most_failing = 500;
    for (const auto& row : disk_cases) {
        CAPTURE(std::string(row.name));
        DiskWorld world(row);
        std::size_t after = 0;
        world.on_wait = [&] {
            const auto state = world.store.state("web");
            if (state.failing_since && ++world.failing == most_failing) {
                world.disk.grow();
            }
            after += world.failing >= most_failing && !state.failing_since ? 1 : 0;
            return after > 30 ? WakeReason::stop_requested : WakeReason::time_reached;
        };
        CHECK(world.run() == ExitStatus::done);
        REQUIRE(world.store.state("web").past_failure);
        CHECK(world.store.state("web").past_failure->records == most_failing);
        const auto records = records_in(world.logs_folder);
        CHECK(records <= world.waits - 1);
        CHECK(records >= world.waits - 1 - most_failing);
        CHECK(has_each_record_once(world.logs_folder));
    }
}

TEST_CASE("a state on the full disk is written when there is room") {
    DiskWorld world(disk_cases[0]);
    world.store = logman::SetStore(
        world.logs_folder + "/sets", world.logs_folder + "/states", world.logs_folder, false);
    std::size_t after = 0;
    bool is_full = false;
    world.on_wait = [&] {
        is_full = is_full || world.platform.errors.find("web.state: No space left") != std::string::npos;
        world.failing += is_full ? 1 : 0;
        if (world.failing == 6) {
            world.disk.grow();
        }
        after += world.failing >= 6 ? 1 : 0;
        return after > 30 || world.waits > 2000 ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(is_full);
    const auto state = world.store.state("web");
    CHECK(state.status == logman::RunStatus::stopped);
    REQUIRE(state.past_failure);
    CHECK(state.past_failure->records >= 5);
    CHECK(records_in(world.logs_folder) == world.waits - 1);
}

TEST_CASE("in a folder that is read-only for a time, the open log takes the records") {
    for (const auto& row : disk_cases) {
        CAPTURE(std::string(row.name));
        DiskWorld world(row, "64m");
        std::optional<Mount> bound;
        world.most_waits = 100;
        world.on_wait = [&] {
            if (world.waits == 10) {
                bound.emplace(world.logs_folder, nullptr, MS_BIND, nullptr);
                bound->change(MS_BIND | MS_RDONLY, nullptr);
            } else if (world.waits == 50) {
                CHECK(world.store.state("web").failing_since.has_value() == (row.segment > 0s));
                bound.reset();
            }
            return WakeReason::time_reached;
        };
        CHECK(world.run() == ExitStatus::done);
        CHECK_FALSE(world.store.state("web").failing_since);
        CHECK(records_in(world.logs_folder) == 100);
    }
}

TEST_CASE("a disk that goes away and comes back has all records but the ones of that time") {
    for (const auto& row : disk_cases) {
        CAPTURE(std::string(row.name));
        DiskWorld world(row, "64m");
        std::optional<Disk> other;
        std::size_t elsewhere = 0;
        world.most_waits = 100;
        world.on_wait = [&] {
            if (world.waits == 15) {
                other.emplace(world.logs_folder, "1m"); // in place of the folder below the disk
            } else if (world.waits == 18) {
                elsewhere = records_in(world.logs_folder);
                other.reset();
            }
            return WakeReason::time_reached;
        };
        CHECK(world.run() == ExitStatus::done);
        CHECK(elsewhere == 3);
        if (row.is_circular) { // what it has written is never replaced
            CHECK(world.store.state("web").reason.find("is another file") != std::string::npos);
            CHECK(records_in(world.logs_folder) == 14);
        } else {
            CHECK_FALSE(world.store.state("web").failing_since);
            CHECK(records_in(world.logs_folder) == 97);
        }
    }
}

namespace {

void map_id(const char* file, unsigned id) {
    std::ofstream(file) << id << ' ' << id << " 1";
}

/// Takes a mount namespace of this program's own, whose mounts nobody else sees.
bool take_mount_namespace() {
    const auto user = ::geteuid();
    const auto group = ::getegid();
    if (::unshare(user == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0) {
        return false;
    }
    if (user != 0) {
        std::ofstream("/proc/self/setgroups") << "deny";
        map_id("/proc/self/uid_map", user);
        map_id("/proc/self/gid_map", group);
    }
    return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

} // namespace

int main(int count, char** arguments) {
    if (!take_mount_namespace()) {
        constexpr int skipped = 77;
        std::cout << "SKIPPED: this user may not make a mount namespace: " << std::strerror(errno) << '\n';
        return skipped;
    }
    return doctest::Context(count, arguments).run();
}
