// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../memory_files.h"
#include "base/clock.h"
#include "source/linux/kernel/boot_time.h"
#include "source/linux/kernel/kernel_files.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim::source::linux;
using pdh_shim::FileBuffer;
using pdh_shim::FileError;
using pdh_shim::test::MemoryFiles;

TEST_CASE("a system-wide file is opened once and read through the descriptor that is kept") {
    MemoryFiles memory;
    memory.set("/proc/stat", "one");
    KernelFiles files(memory, false);
    FileBuffer buffer;
    CHECK(files.read(files.add(stat_file), buffer).value() == "one");
    memory.set("/proc/stat", "two");
    CHECK(files.read(files.add(stat_file), buffer).value() == "two");
    CHECK(memory.opens("/proc/stat") == 1);
    CHECK(memory.reads("/proc/stat") == 2);
}

TEST_CASE("a system-wide file whose descriptor is lost is opened again at once") {
    MemoryFiles memory;
    memory.set("/proc/stat", "one");
    KernelFiles files(memory, false);
    FileBuffer buffer;
    REQUIRE(files.read(files.add(stat_file), buffer));
    memory.replace("/proc/stat", "two");
    CHECK(files.read(files.add(stat_file), buffer).value() == "two");
    CHECK(memory.open_files() == 1);
}

TEST_CASE("a system-wide file is read without being kept when no more files may be") {
    MemoryFiles memory;
    memory.set_most_open_files(0);
    memory.set("/proc/1/mountinfo", "first mounts");
    memory.set("/proc/self/mountinfo", "own mounts");
    KernelFiles files(memory, true);
    FileBuffer buffer;
    CHECK(files.read(files.add(mounts_file), buffer).value() == "first mounts");
    memory.remove("/proc/1/mountinfo");
    CHECK(files.read(files.add(mounts_file), buffer).value() == "own mounts");
}

TEST_CASE("a forked child opens its own descriptors") {
    MemoryFiles memory;
    memory.set("/proc/stat", "one");
    KernelFiles files(memory, false);
    FileBuffer buffer;
    REQUIRE(files.read(files.add(stat_file), buffer));
    memory.set_process_id(2000);
    REQUIRE(files.read(files.add(stat_file), buffer));
    REQUIRE(files.read(files.add(stat_file), buffer));
    CHECK(memory.opens("/proc/stat") == 2);
    CHECK(memory.open_files() == 1);
}

namespace {

/// Files that are all `text`. The first reading of an open one is interrupted.
class InterruptedFiles final : public pdh_shim::FileSystem {
  public:
    pdh_shim::FileResult<std::string_view> read(const std::string&, FileBuffer& buffer) override {
        ++read_once;
        return text_in(buffer);
    }
    pdh_shim::FileResult<std::unique_ptr<pdh_shim::OpenFile>> open(const std::string&) override {
        // What a child forgets, since a thread of its parent has it, is no leak.
        static auto& all = *new std::vector<const pdh_shim::OpenFile*>;
        ++opened;
        auto file = std::make_unique<Interrupted>(*this);
        all.push_back(file.get());
        return std::unique_ptr<pdh_shim::OpenFile>(std::move(file));
    }
    pdh_shim::FileResult<void> list(
        const std::string&, const std::function<void(std::string_view)>&) override {
        return FileError::not_found;
    }
    pdh_shim::FileResult<std::string> read_link(const std::string&) override { return FileError::not_found; }
    pdh_shim::FileResult<pdh_shim::FileInfo> info(const std::string&) override {
        return FileError::not_found;
    }
    pdh_shim::FileResult<pdh_shim::FileSpace> space(const std::string&) override {
        return FileError::not_found;
    }
    [[nodiscard]] long process_id() const override { return 1; }
    [[nodiscard]] std::uint32_t fork_epoch() const override { return epoch; }

    std::function<void()> meanwhile;
    int opened = 0;
    int read_once = 0;
    std::uint32_t epoch = 1;

  private:
    class Interrupted final : public pdh_shim::OpenFile {
      public:
        explicit Interrupted(InterruptedFiles& files) : files_(files) {}

        pdh_shim::FileResult<std::string_view> read(FileBuffer& buffer) override {
            if (const auto interruption = std::exchange(files_.meanwhile, nullptr)) {
                interruption();
            }
            return text_in(buffer);
        }

      private:
        InterruptedFiles& files_;
    };

    static std::string_view text_in(FileBuffer& buffer) {
        buffer.assign({'t', 'e', 'x', 't'});
        return {buffer.data(), buffer.size()};
    }
};

} // namespace

TEST_CASE("a thread that finds a descriptor in use reads without it") {
    InterruptedFiles system;
    KernelFiles files(system, false);
    std::string second;
    system.meanwhile = [&] {
        FileBuffer buffer;
        second = files.read(files.add(stat_file), buffer).value();
    };
    FileBuffer buffer;
    CHECK(files.read(files.add(stat_file), buffer).value() == "text");
    CHECK(second == "text");
    CHECK(system.opened == 1);
    CHECK(system.read_once == 1);
}

TEST_CASE("a child forked while its parent reads opens a descriptor, and keeps it") {
    InterruptedFiles system;
    KernelFiles files(system, false);
    system.meanwhile = [&] { // in the child, where that thread never goes on
        system.epoch = 2;
        FileBuffer buffer;
        CHECK(files.read(files.add(stat_file), buffer).value() == "text");
        CHECK(files.read(files.add(stat_file), buffer).value() == "text");
        CHECK(system.opened == 2);
        CHECK(system.read_once == 0);
    };
    FileBuffer buffer;
    static_cast<void>(files.read(files.add(stat_file), buffer));
    CHECK(system.opened == 2);
}

TEST_CASE("a foreign root shows the mounts and interfaces of its first process, or its own") {
    MemoryFiles memory;
    memory.set("/proc/1/mountinfo", "first mounts");
    memory.set("/proc/self/mountinfo", "own mounts");
    memory.set("/proc/net/dev", "own interfaces");
    FileBuffer buffer;
    KernelFiles foreign(memory, true);
    CHECK(foreign.read(foreign.add(mounts_file), buffer).value() == "first mounts");
    CHECK(foreign.read(foreign.add("/proc/net/dev"), buffer).value() == "own interfaces");
    KernelFiles own(memory, false);
    CHECK(own.read(own.add(mounts_file), buffer).value() == "own mounts");
    memory.deny("/proc/1/mountinfo");
    KernelFiles denied(memory, true);
    CHECK(denied.read(denied.add(mounts_file), buffer).value() == "own mounts");
}

TEST_CASE("a file that was not needed or cannot be read has no text") {
    MemoryFiles memory;
    memory.set("/proc/stat", "stat");
    memory.set("/proc/uptime", "uptime");
    KernelFiles files(memory, false);
    const std::size_t uptime = files.add("/proc/uptime");
    const Inputs needed = file_input(uptime) | file_input(files.add("/proc/vmstat"));
    CollectedTexts texts(files);
    texts.read(needed | file_input(files.add("/proc/stat")));
    CHECK(texts.get("/proc/stat") == "stat");
    CHECK(texts.get("/proc/uptime") == "uptime");
    CHECK_FALSE(texts.get("/proc/vmstat"));
    texts.read(file_input(files.add("/proc/stat")));
    CHECK_FALSE(texts.get("/proc/uptime"));
    CHECK(memory.reads("/proc/uptime") == 1);
}

TEST_CASE("a kept file is opened again by its path when the old file is gone") {
    MemoryFiles memory;
    memory.set("/f", "one");
    FileBuffer buffer;
    KeptFile kept;
    CHECK(kept.read(memory, "/f", buffer).value() == "one");
    CHECK(kept.read(memory, "/f", buffer).value() == "one");
    CHECK(memory.opens("/f") == 1);
    memory.replace("/f", "two");
    CHECK(kept.read(memory, "/f", buffer).value() == "two");
    memory.remove("/f");
    CHECK(kept.read(memory, "/f", buffer).error() == FileError::not_found);
    CHECK(memory.open_files() == 0);
}

TEST_CASE("a kept file that is there and cannot be read is not opened again") {
    MemoryFiles memory;
    memory.set("/f", "one");
    FileBuffer buffer;
    KeptFile kept;
    CHECK(kept.read(memory, "/f", buffer));
    memory.set_error("/f", FileError::failed);
    CHECK(kept.read(memory, "/f", buffer).error() == FileError::failed);
    CHECK(memory.opens("/f") == 1);
    memory.replace("/f", "two");
    CHECK(kept.read(memory, "/f", buffer).value() == "two");
}

TEST_CASE("a file is read without being kept when no more files may be") {
    MemoryFiles memory;
    memory.set_most_open_files(1);
    memory.set("/f", "one");
    memory.set("/g", "two");
    FileBuffer buffer;
    KeptFile first;
    CHECK(first.read(memory, "/f", buffer).value() == "one");
    KeptFile second;
    CHECK(second.read(memory, "/g", buffer).value() == "two");
    CHECK(memory.open_files() == 1);
    first.release();
    CHECK(second.read(memory, "/g", buffer).value() == "two");
    CHECK(memory.open_files() == 1);
}

TEST_CASE("a file has one number, however often it is added; others have none") {
    MemoryFiles memory;
    KernelFiles files(memory, false);
    const std::size_t number = files.add("/proc/vmstat");
    CHECK(files.add("/proc/vmstat") == number);
    CHECK(files.number_of("/proc/vmstat") == number);
    CHECK(files.number_of("/proc/meminfo") == inputs::most_files);
    CHECK(files.add("/proc/stat") < number); // it is read nearest to the clock
}

using pdh_shim::ticks_per_second;

namespace {

constexpr std::int64_t now = 1'000'000 * ticks_per_second;

} // namespace

TEST_CASE("the start of the machine is the time less its up time, as it was first read") {
    BootTime boot;
    CHECK(boot.value() == unread);
    boot.update("100.00 50.00\n", now);
    CHECK(boot.value() == now - 100 * ticks_per_second);
    boot.update("101.02 50.00\n", now + ticks_per_second); // hundredths of a second do not move it
    CHECK(boot.value() == now - 100 * ticks_per_second);
}

TEST_CASE("the start of the machine follows a clock that was set") {
    BootTime boot;
    boot.update("100.00 50.00\n", now);
    boot.update("100.00 50.00\n", now + 60 * ticks_per_second);
    CHECK(boot.value() == now - 40 * ticks_per_second);
}

TEST_CASE("an up time that cannot be read changes nothing") {
    BootTime boot;
    boot.update(std::nullopt, now);
    boot.update("up", now);
    CHECK(boot.value() == unread);
    boot.update("100.00 50.00\n", now);
    boot.update("", now + 60 * ticks_per_second);
    CHECK(boot.value() == now - 100 * ticks_per_second);
}

TEST_CASE("the uptime is read, or is unread") {
    CHECK(parse_uptime("1162.75 2261.91\n") == 11'627'500'000);
    CHECK(parse_uptime("7") == 7 * ticks_per_second);
    CHECK(parse_uptime("7.123456789") == 71'234'567);
    CHECK(parse_uptime("") == unread);
    CHECK(parse_uptime("-5.0") == unread);
}
