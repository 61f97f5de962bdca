// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "child_process.h"
#include "temporary_folder.h"
#include "tools/logman/command_process.h"
#include "tools/logman/run_state.h"
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
using namespace pdh_shim::tools::logman;

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

TEST_CASE("a state is read as it was written") {
    for (const auto status : std::array{RunStatus::stopped, RunStatus::pending, RunStatus::running}) {
        const RunState state{status, 5, "/a \"b\"\n\xFF.blg", true, "12 34", 7, {"\\a(\n)\\b", "\\c\\d"},
            "no room\nleft", "it is missing", PastFailure{5, 9, 4, "no \"room\"\nleft"}, 95,
            LastAlert{8, "\\a\\b>5", "\\\\x\\a(\"c\")\\b", "7.5"}, 3};
        const auto again = parse_state(state_text(state));
        CHECK(again.status == status);
        CHECK(again.since == 5);
        CHECK(again.file == state.file);
        CHECK(again.is_open);
        CHECK(again.process == "12 34");
        CHECK(again.command_failure == "it is missing");
        CHECK(again.failing_since == 7);
        CHECK(again.commands_not_run == 95);
        CHECK(again.last_alert == state.last_alert);
        CHECK(again.alerts == 3);
        REQUIRE(again.past_failure);
        CHECK(again.past_failure->since == 5);
        CHECK(again.past_failure->until == 9);
        CHECK(again.past_failure->records == 4);
        CHECK(again.past_failure->reason == "no \"room\"\\nleft");
        CHECK(again.missing == state.missing);
        CHECK(again.reason == "no room\\nleft"); // one line
    }
    CHECK_FALSE(parse_state(state_text({})).since.has_value());
}

TEST_CASE("a state is lines of names and values") {
    RunState state;
    state.status = RunStatus::running;
    state.since = 5;
    state.missing = {"\\a\\b", "\\c(=)\\d"};
    state.past_failure = PastFailure{5, 9, 4, ""};
    CHECK(state_text(state) == "status=running\nsince=5\nmissing=\\a\\b\nmissing=\\c(=)\\d\nfailure=5\n"
                               "failure=9\nfailure=4\nfailure=\n");
    const auto again = parse_state(state_text(state));
    CHECK(again.missing == state.missing);
    REQUIRE(again.past_failure);
    CHECK(again.past_failure->reason.empty());
}

TEST_CASE("a state that an earlier version wrote is read") {
    const auto state =
        parse_state("[status]\n\"running\"\n[since]\n\"5\"\n[file]\n\"/a=b.blg\"\n[open]\n\"yes\"\n"
                    "[process]\n\"12 34\"\n[notrun]\n\"2\"\n[missing]\n\"\\a\\b\"\n\"$'\\\\c\\n'\"\n"
                    "[failure]\n\"5\"\n\"9\"\n\"4\"\n\"no \"room\"\"\n"
                    "[alert]\n\"8\"\n\"\\a\\b>5\"\n\"\\x\"\n\"7.5\"\n");
    CHECK(state.status == RunStatus::running);
    CHECK(state.since == 5);
    CHECK(state.file == "/a=b.blg");
    CHECK(state.is_open);
    CHECK(state.process == "12 34");
    CHECK(state.commands_not_run == 2);
    CHECK(state.missing == std::vector<std::string>{"\\a\\b", "\\c\n"});
    REQUIRE(state.past_failure);
    CHECK(state.past_failure->reason == "no \"room\"");
    CHECK(state.last_alert == LastAlert{8, "\\a\\b>5", "\\x", "7.5"});
}

TEST_CASE("a text that is not a state is that of a set that was never started") {
    for (const auto* const text : {"", "x", "[nothing]\n1\n", "[status]\nflying\n[since]\n-1\n",
             "[failure]\n1\n2\n3\n", "[failure]\n1\nx\n3\n4\n", "[alert]\n1\n", "[alert]\nx\na\nb\nc\n"}) {
        const auto state = parse_state(text);
        CHECK(state.status == RunStatus::stopped);
        CHECK_FALSE(state.since.has_value());
        CHECK_FALSE(state.past_failure.has_value());
        CHECK_FALSE(state.last_alert.has_value());
    }
}
