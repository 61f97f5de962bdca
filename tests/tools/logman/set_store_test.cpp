// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "child_process.h"
#include "temporary_folder.h"
#include "tools/logman/command_process.h"
#include "tools/logman/set_store.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace pdh_shim::tools;

using logman::CollectorSet;
using logman::SetStore;
using pdh_shim::test::TemporaryFolder;

namespace {

struct StoreInFolder {
    TemporaryFolder folder;
    SetStore store{folder.path("config/sets"), folder.path("state/sets"), folder.path("logs"), false};

    void add(const std::string& name) const {
        CollectorSet set;
        set.name = name;
        set.counters = {"\\System\\Processes"};
        set.output = "/logs/web";
        store.write(set);
    }
};

} // namespace

TEST_CASE("a set is a file that only its owner can read") {
    const StoreInFolder world;
    CHECK(world.store.names().empty());
    world.add("web");
    world.add("a b");
    CHECK(world.store.names() == std::vector<std::string>{"a b", "web"});
    CHECK(world.store.read("web").counters == std::vector<std::string>{"\\System\\Processes"});
    struct stat status = {};
    REQUIRE(::stat(world.folder.path("config/sets/web.set").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0600U);
    world.store.remove("web");
    CHECK_FALSE(world.store.has("web"));
}

TEST_CASE("what is not a set is refused with the name of its file") {
    const StoreInFolder world;
    world.add("web");
    CHECK_THROWS_WITH_AS(static_cast<void>(world.store.read("other")),
        "The set \"other\" does not exist; logman query lists all sets.", terminal::ProgramError);
    const auto file = world.folder.write("config/sets/web.set", "hello\n");
    CHECK_THROWS_WITH_AS(static_cast<void>(world.store.read("web")),
        ("The file \"" + file +
            "\" is not that of a set: The settings begin with \"hello\" in place of an "
            "[option].")
            .c_str(),
        terminal::ProgramError);
    CHECK_THROWS_AS(static_cast<void>(world.store.read("../web")), terminal::ProgramError);
}

TEST_CASE("a set of the system is refused if others can change it") {
    const StoreInFolder world;
    world.add("web");
    const auto file = world.folder.path("config/sets/web.set");
    const SetStore of_all(
        world.folder.path("config/sets"), world.folder.path("state/sets"), world.folder.path("logs"), true);
    CHECK_NOTHROW(static_cast<void>(of_all.read("web")));
    REQUIRE(::chmod(file.c_str(), 0666) == 0);
    CHECK_THROWS_AS(static_cast<void>(of_all.read("web")), terminal::ProgramError);
}

TEST_CASE("one process runs a set, and others see which") {
    const StoreInFolder world;
    CHECK_FALSE(world.store.runner("web").has_value());
    auto lock = world.store.lock_runner("web");
    const pid_t own = ::getpid();
    CHECK(pdh_shim::test::status_of_child([&] { return world.store.runner("web") == own; }) == 0);
    CHECK(pdh_shim::test::status_of_child([&] {
        try {
            const auto second = world.store.lock_runner("web");
        } catch (const terminal::ProgramError& error) {
            return std::string(error.what()) == "The set \"web\" is running already.";
        }
        return false;
    }) == 0);
    lock.reset();
    CHECK_FALSE(world.store.runner("web").has_value());
}

TEST_CASE("a process that is killed runs no set") {
    const StoreInFolder world;
    const int status = pdh_shim::test::wait_status_of_child([&] {
        const auto lock = world.store.lock_runner("web");
        return ::raise(SIGKILL);
    });
    CHECK(WIFSIGNALED(status));
    CHECK_FALSE(world.store.runner("web").has_value());
    CHECK_NOTHROW(static_cast<void>(world.store.lock_runner("web")));
}

TEST_CASE("the state is kept beside the sets") {
    const StoreInFolder world;
    CHECK(world.store.state("web").status == logman::RunStatus::stopped);
    world.store.write_state("web", {logman::RunStatus::pending, 5, "/a", true, "", 7, {}, "x", ""});
    CHECK(world.store.state("web").status == logman::RunStatus::pending);
    CHECK(world.store.state("web").file == "/a");
    CHECK(world.store.messages_file("web") == world.folder.path("state/sets/web.log"));
}

TEST_CASE("nobody else can lock a set of the system, but all see whether it runs") {
    const StoreInFolder world;
    const SetStore store(
        world.folder.path("config/sets"), world.folder.path("state/sets"), world.folder.path("logs"), true);
    const auto lock = store.lock_runner("web");
    const auto file = world.folder.path("state/sets/web.lock");
    struct stat status = {};
    REQUIRE(::stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0600U);
    logman::RunState state;
    state.process = logman::own_process();
    store.write_state("web", state);
    REQUIRE(::chmod(file.c_str(), 0) == 0);
    REQUIRE(::chmod(world.folder.path("").c_str(), 0755) == 0);
    const pid_t own = ::getpid();
    CHECK(pdh_shim::test::status_of_child([&] {
        constexpr uid_t somebody = 65534;
        return (::getuid() != 0 || ::setuid(somebody) == 0) && store.runner("web") == own;
    }) == 0);
}

TEST_CASE("what is not the file of a set is not listed") {
    const StoreInFolder world;
    world.add("web");
    const auto sets = world.folder.path("config/sets/");
    for (const auto* const name : {"a\\b.set", "\x1B[31mred.set", ".set", "..set", "other.txt"}) {
        static_cast<void>(world.folder.write(std::string("config/sets/") + name, ""));
    }
    std::filesystem::create_directory(sets + "folder.set");
    REQUIRE(::mkfifo((sets + "pipe.set").c_str(), 0600) == 0);
    CHECK(world.store.names() == std::vector<std::string>{"web"});
    CHECK_THROWS_WITH_AS(static_cast<void>(world.store.read("pipe")),
        ("\"" + sets + "pipe.set\" is not a file.").c_str(), terminal::ProgramError);
}

TEST_CASE("a state that cannot be read is that of a set that was never started") {
    const StoreInFolder world;
    world.add("web");
    std::filesystem::create_directories(world.folder.path("state/sets"));
    static_cast<void>(world.folder.write("state/sets/web.state", std::string("a\0b", 3)));
    CHECK_FALSE(world.store.state("web").since.has_value());
}

TEST_CASE("sets are changed by one process after the other") {
    const StoreInFolder world;
    auto lock = world.store.lock_sets();
    std::array<int, 2> ends = {};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(pdh_shim::test::patience);
        const auto second = world.store.lock_sets();
        ::_exit(::write(ends[1], "x", 1) == 1 ? 0 : 1);
    }
    world.add("web");
    pollfd readable{ends[0], POLLIN, 0};
    CHECK(::poll(&readable, 1, 0) == 0);
    lock.reset();
    char byte = 0;
    CHECK(::read(ends[0], &byte, 1) == 1);
    ::waitpid(child, nullptr, 0);
    ::close(ends[0]);
    ::close(ends[1]);
}
