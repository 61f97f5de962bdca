// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../memory_files.h"
#include "base/manual_clock.h"
#include "source/linux/volume/mounts.h"
#include "source/linux/volume/space_probes.h"

#include <doctest/doctest.h>

#include <csignal>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::linux;
using pdh_shim::source::linux::ProbeOptions;
using pdh_shim::source::linux::SpaceProbes;
using pdh_shim::test::MemoryFiles;

namespace {

/// File systems whose questions are answered when the test says so. The clock stands still, and a collect has
/// no patience: nothing waits.
class Bed {
  public:
    Bed() {
        files->set_space("/net", {100, 25});
        options.run_aside = [this](const std::function<void()>& job) { jobs.push_back(job); };
        options.clock = &clock;
        options.patience = 0;
    }

    void answer_all() {
        for (const auto& job : std::exchange(jobs, {})) {
            job();
        }
    }

    ManualClock clock{{5, 5, 5}};
    std::shared_ptr<MemoryFiles> files = std::make_shared<MemoryFiles>();
    std::vector<std::function<void()>> jobs; // that are under way
    ProbeOptions options;
};

} // namespace

TEST_CASE("an answer in time is used at once, and the question is asked again") {
    Bed bed;
    bed.options.run_aside = [](const std::function<void()>& job) { job(); };
    SpaceProbes probes(bed.files, bed.options);
    for (int i = 1; i <= 3; ++i) {
        const auto space = probes.space("/net");
        REQUIRE(space);
        CHECK(space.value().total == 100);
        CHECK(space.value().available == 25);
        CHECK(bed.files->space_requests("/net") == i);
    }
    CHECK(probes.space("/gone").error() == FileError::not_found);
}

TEST_CASE("a file system that does not answer is asked once, until it does") {
    Bed bed;
    SpaceProbes probes(bed.files, bed.options);
    for (int i = 0; i < 5; ++i) {
        CHECK(probes.space("/net").error() == FileError::failed);
        CHECK(bed.jobs.size() == 1);
    }
    bed.answer_all();
    REQUIRE(probes.space("/net"));                            // the answer that came late
    CHECK(probes.space("/net").error() == FileError::failed); // and the next question
    CHECK(bed.jobs.size() == 1);
}

TEST_CASE("the number of unanswered questions is limited") {
    Bed bed;
    SpaceProbes probes(bed.files, bed.options);
    for (std::size_t i = 0; i < SpaceProbes::most + 3; ++i) {
        CHECK_FALSE(probes.space("/" + std::to_string(i)));
    }
    CHECK(bed.jobs.size() == SpaceProbes::most);
    bed.answer_all();
    CHECK(probes.space("/0").error() == FileError::not_found);
    CHECK_FALSE(probes.space("/net"));
    CHECK(bed.jobs.size() == 1);
}

TEST_CASE("a question whose thread cannot be started is not pending") {
    Bed bed;
    int refused = 0;
    bed.options.run_aside = [&](const std::function<void()>&) {
        ++refused;
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    };
    SpaceProbes probes(bed.files, bed.options);
    CHECK(probes.space("/net").error() == FileError::failed);
    CHECK(probes.space("/net").error() == FileError::failed);
    CHECK(refused == 2);
}

TEST_CASE("a question that failed for lack of memory is asked again") {
    Bed bed;
    bool has_memory = false;
    bed.options.run_aside = [&](const std::function<void()>& job) {
        if (!has_memory) {
            throw std::bad_alloc();
        }
        job();
    };
    SpaceProbes probes(bed.files, bed.options);
    CHECK_THROWS_AS(static_cast<void>(probes.space("/net")), std::bad_alloc);
    has_memory = true;
    CHECK(probes.space("/net"));
}

TEST_CASE("a thread that has no memory for the question answers that it failed") {
    struct NoMemory : MemoryFiles {
        FileResult<FileSpace> space(const std::string& /*path*/) override { throw std::bad_alloc(); }
    };
    Bed bed;
    SpaceProbes probes(std::make_shared<NoMemory>(), bed.options);
    CHECK(probes.space("/net").error() == FileError::failed);
    CHECK_NOTHROW(bed.answer_all());
    CHECK(probes.space("/net").error() == FileError::failed); // its answer
    CHECK(probes.space("/net").error() == FileError::failed); // of the next question
    CHECK(bed.jobs.size() == 1);
}

TEST_CASE("a forked child asks for itself") {
    Bed bed;
    SpaceProbes probes(bed.files, bed.options);
    CHECK_FALSE(probes.space("/net"));
    bed.files->set_process_id(2000);
    CHECK_FALSE(probes.space("/net"));
    CHECK(bed.jobs.size() == 2);
}

TEST_CASE("a question outlives the source that asked it") {
    Bed bed;
    {
        SpaceProbes probes(bed.files, bed.options);
        CHECK_FALSE(probes.space("/net"));
    }
    bed.answer_all();
    CHECK(bed.files->space_requests("/net") == 1);
}

TEST_CASE("questions are asked in own threads that handle no signal of the program") {
    Bed bed;
    std::promise<bool> is_blocked;
    ProbeOptions standard;
    standard.run_aside([&] {
        sigset_t blocked{};
        pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
        is_blocked.set_value(sigismember(&blocked, SIGALRM) == 1 && sigismember(&blocked, SIGCHLD) == 1);
    });
    CHECK(is_blocked.get_future().get());
}

TEST_CASE("the lines of mountinfo are read, with any number of optional fields") {
    std::vector<MountLine> mounts;
    parse_mounts("27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n"
                 "36 27 0:33 /@home /home/my\\040dir rw shared:7 master:1 - btrfs /dev/mapper/x rw\n"
                 "37 27 8:1 / /cut rw\n",
        mounts);
    REQUIRE(mounts.size() == 2);
    CHECK(mounts[0].major == 254);
    CHECK(mounts[0].minor == 0);
    CHECK(mounts[0].root == "/");
    CHECK(mounts[0].point == "/");
    CHECK(mounts[0].type == "ext4");
    CHECK(mounts[1].root == "/@home");
    CHECK(mounts[1].point == "/home/my\\040dir");
    CHECK(mounts[1].source == "/dev/mapper/x");
}

TEST_CASE("the lines of /proc/mounts will do in place of mountinfo") {
    std::vector<MountLine> mounts;
    parse_mounts("/dev/sda1 /boot ext4 rw,relatime 0 0\n", mounts);
    REQUIRE(mounts.size() == 1);
    CHECK(mounts[0].source == "/dev/sda1");
    CHECK(mounts[0].point == "/boot");
    CHECK(mounts[0].type == "ext4");
    CHECK(mounts[0].major == 0);
}

TEST_CASE("a file system that is not known to be local may have to wait for others") {
    for (const std::string_view type : {"nfs", "nfs4", "cifs", "fuse", "fuse.sshfs", "fuseblk", "9p", "ceph",
             "gfs2", "ocfs2", "autofs", "virtiofs", "vboxsf", "a type of tomorrow", ""}) {
        CAPTURE(type);
        CHECK_FALSE(is_local_type(type));
    }
    for (const std::string_view type : {"ext4", "xfs", "btrfs", "vfat", "ntfs3", "tmpfs", "overlay", "zfs"}) {
        CAPTURE(type);
        CHECK(is_local_type(type));
    }
}

TEST_CASE("a mapped file has a path, and the hexadecimal number of its device") {
    const auto file = parse_mapped_file("7f1c-7f1d r-xp 00026000 fd:1a 1234    /usr/lib/my lib.so (deleted)");
    REQUIRE(file);
    CHECK(file->major == 0xFD);
    CHECK(file->minor == 0x1A);
    CHECK(file->path == "/usr/lib/my lib.so (deleted)");
    for (const std::string_view line : {"", "7f1c-7f1d rw-p 00000000 00:00 0",
             "7f1c-7f1d rw-p 00000000 00:00 0 [stack]", "7f1c-7f1d r-xp 00026000 fd1a 1234 /a",
             "7f1c-7f1d r-xp 00026000 fd:xx 1234 /a", "7f1c-7f1d r-xp 00026000 100000000:1 1234 /a",
             "7f1c-7f1d r-xp 00026000 08:01 x /a", "7f1c-7f1d r-xp 00026000 : 1 /a"}) {
        CAPTURE(line);
        CHECK_FALSE(parse_mapped_file(line));
    }
}
