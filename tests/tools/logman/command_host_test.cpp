// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "patience.h"
#include "temporary_folder.h"
#include "tools/logman/command_host.h"
#include "tools/logman/command_process.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace pdh_shim::tools;

using pdh_shim::test::TemporaryFolder;
using pdh_shim::tools::logman::CollectorSet;
using pdh_shim::tools::logman::CommandHost;
using pdh_shim::tools::logman::ProgramOutcome;

namespace {

void wait_until(const auto& condition) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(pdh_shim::test::patience);
    while (!condition()) {
        REQUIRE(std::chrono::steady_clock::now() < deadline);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

/// A set with a script as its program, which runs in the background.
struct HostBed {
    explicit HostBed(const std::string& script) {
        set.command = folder.write("say.sh", "#!/bin/sh\ncd '" + folder.path(".") + "'\n" + script);
        REQUIRE(::chmod(set.command.c_str(), 0700) == 0);
    }
    CommandHost& host() {
        if (!host_) {
            host_.emplace(set, messages_file, true);
        }
        return *host_;
    }
    /// Why a program was not started.
    std::string run(const std::vector<std::string>& arguments) {
        return host().run({set.command, arguments}).reason;
    }
    void end() { host_.reset(); }
    [[nodiscard]] std::string messages() const {
        return std::filesystem::exists(messages_file) ? folder.read("messages") : std::string();
    }
    // Of the programs that this folder has a file of.
    [[nodiscard]] std::size_t files(const std::string& start) const {
        const auto entries = std::filesystem::directory_iterator(folder.path());
        return static_cast<std::size_t>(std::count_if(begin(entries), end_of(entries),
            [&](const auto& entry) { return entry.path().filename().string().starts_with(start); }));
    }
    static std::filesystem::directory_iterator end_of(const std::filesystem::directory_iterator& entries) {
        return std::filesystem::end(entries);
    }

    const TemporaryFolder folder;
    const std::string messages_file = folder.path("messages");
    CollectorSet set;

  private:
    std::optional<CommandHost> host_;
};

} // namespace

TEST_CASE("a program that cannot be started is reported with the reason") {
    HostBed bed("exit 0\n");
    CHECK(bed.run({"x"}).empty());
    bed.end();
    bed.set.command = bed.folder.path("none");
    CHECK(bed.run({}) == "No such file or directory");
    bed.end();
    bed.set.command = bed.folder.write("text", "hello");
    CHECK(bed.run({}) == "Permission denied");
    CHECK(bed.run({std::string(1U << 20U, 'x')}) == "Argument list too long");
    bed.end();
    bed.set.user = "there-is-no-such-user";
    CHECK(bed.run({}) == "the user there-is-no-such-user does not exist");
}

TEST_CASE("a program gets its arguments unchanged, and its lines cannot steer a terminal") {
    HostBed bed(
        "for word; do printf '%s|' \"$word\"; done; echo; printf '\\033[2Jred\\n' >&2; printf 'no end'\n");
    CHECK(bed.run({"a b", "", "$x\n;y", "*"}).empty());
    wait_until([&] { return bed.messages().find("no end\n") != std::string::npos; });
    const auto text = bed.messages();
    CHECK(text.starts_with("say.sh["));
    CHECK(text.find("]: a b||$x\n") != std::string::npos);
    CHECK(text.find("]: ;y|*|\n") != std::string::npos);
    CHECK(text.find("]: \\x1b[2Jred\n") != std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '\n') == 4);
}

TEST_CASE("what a program says has a limit, and a line that never ends becomes several") {
    HostBed bed("head -c 3000000 /dev/zero | tr '\\0' x; echo end\n");
    CHECK(bed.run({}).empty());
    wait_until([&] { return bed.messages().find("more bytes") != std::string::npos; });
    const auto text = bed.messages();
    CHECK(text.find("(1951428 more bytes were left out)\n") != std::string::npos); // 3,000,004 - 2^20
    CHECK(std::count(text.begin(), text.end(), 'x') == 1 << 20);
    CHECK(text.size() < (1U << 20U) + 257U * 30U);
}

TEST_CASE("some programs run at once, others wait in order, beyond a thousand are refused") {
    HostBed bed("n=$1; >run$n; while [ ! -e go ]; do sleep 0.01; done; >ended$n\n");
    bed.set.most_commands = 3;
    for (std::size_t i = 0; i < 3 + CommandHost::most_waiting; ++i) {
        REQUIRE(bed.run({std::to_string(i)}).empty());
    }
    CHECK(bed.run({"x"}) == "3 of it run, and 1000 wait");
    wait_until([&] { return bed.files("run") == 3; });
    CHECK(std::filesystem::exists(bed.folder.path("run2")));
    bed.end(); // the run; those that wait are started all the same
    static_cast<void>(bed.folder.write("go", ""));
    wait_until([&] { return bed.files("ended") == 3 + CommandHost::most_waiting; });
    CHECK(bed.messages().empty());
}

TEST_CASE("a run whose starter ignores ended processes knows when its programs have ended") {
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    HostBed bed(">ended$1\n");
    bed.set.most_commands = 1;
    for (const std::string number : {"1", "2", "3"}) {
        CHECK(bed.run({number}).empty());
    }
    (void)std::signal(SIGCHLD, before);
    wait_until([&] { return bed.files("ended") == 3; });
}

TEST_CASE("a program that outlives its run writes on") {
    HostBed bed(">started; while [ ! -e go ]; do sleep 0.01; done; echo late && >ended\n");
    CHECK(bed.run({}).empty());
    wait_until([&] { return bed.files("started") == 1; });
    bed.end();
    static_cast<void>(bed.folder.write("go", ""));
    wait_until([&] { return bed.files("ended") == 1 && !bed.messages().empty(); });
    CHECK(bed.messages().ends_with("]: late\n"));
}

TEST_CASE("a waiting program that cannot start is a message, and in the next outcome") {
    HostBed bed("while [ ! -e go ]; do sleep 0.01; done; rm -f say.sh; mv go gone\n");
    bed.set.most_commands = 1;
    CHECK(bed.run({}).empty());
    CHECK(bed.run({}).empty());
    static_cast<void>(bed.folder.write("go", ""));
    wait_until([&] { return !bed.messages().empty(); });
    CHECK(bed.messages() ==
          "logman: The command " + bed.set.command + " was not run: No such file or directory\n");
    const auto outcome = bed.host().late_outcome();
    CHECK(outcome.reason.empty());
    CHECK(outcome.late == 1);
    CHECK(outcome.late_reason == "No such file or directory");
    CHECK_FALSE(outcome.is_host_new);
    CHECK(bed.host().late_outcome().late == 0); // once
}

TEST_CASE("a killed starter of programs is replaced once, and what waited is counted") {
    HostBed bed(
        "echo $PPID >started$1.new; mv started$1.new started$1; while [ ! -e go ]; do sleep 0.01; done\n"
        ">ended$1\n");
    bed.set.most_commands = 1;
    CHECK(bed.run({"1"}).empty());
    CHECK(bed.run({"2"}).empty());
    CHECK(bed.run({"3"}).empty());
    wait_until([&] { return std::filesystem::exists(bed.folder.path("started1")); });
    const auto first = std::stoi(bed.folder.read("started1"));
    REQUIRE(::kill(first, SIGKILL) == 0);
    ProgramOutcome outcome;
    wait_until([&] {
        outcome = bed.host().late_outcome();
        return outcome.is_host_new;
    });
    CHECK(outcome.late == 2);
    CHECK(outcome.late_reason == "the process that starts it has ended");
    CHECK(outcome.reason.empty());
    outcome = bed.host().run({bed.set.command, {"4"}});
    CHECK(outcome.reason.empty());
    CHECK(outcome.late == 0);
    CHECK_FALSE(outcome.is_host_new);
    wait_until([&] { return std::filesystem::exists(bed.folder.path("started4")); });
    CHECK(std::stoi(bed.folder.read("started4")) != first);
    static_cast<void>(bed.folder.write("go", ""));
    wait_until([&] { return bed.files("ended") == 2; }); // before their folder goes, where they look for it
}

TEST_CASE("a program with the rights of the run needs no user") {
    HostBed bed(">ran$1\n");
    bed.set.user = "there-is-no-such-user";
    CHECK(bed.run({"1"}) == "the user there-is-no-such-user does not exist");
    CHECK(bed.host().run({bed.set.command, {"2"}, true}).reason.empty());
    wait_until([&] { return bed.files("ran2") == 1; });
}

using pdh_shim::tools::logman::finish_program;

TEST_CASE("a program that PATH lacks has the status of a shell, others have their own") {
    CHECK(finish_program({"there-is-no-such-program"}).status == 127);
    CHECK(finish_program({"sh", "-c", "exit 3"}).status == 3);
    CHECK(finish_program({"sh", "-c", "echo said; echo more >&2"}).output == "said\nmore\n");
    CHECK(finish_program({"sh", "-c", "kill -9 $$"}).status == 137);
}

TEST_CASE("a process is told from a later one of its number") {
    const auto own = logman::own_process();
    CHECK(logman::living_process(own) == ::getpid());
    CHECK_FALSE(logman::living_process(own + "1").has_value());
    for (const auto* const text : {"", "x", "0 1", "-1 1", "1", "99999999 5"}) {
        CHECK_FALSE(logman::living_process(text).has_value());
    }
}

TEST_CASE("a process differs from one of its number before the restart") {
    auto own = logman::own_process();
    CHECK_FALSE(logman::is_of_another_boot(own));
    own.back() = own.back() == '0' ? '1' : '0';
    CHECK(logman::is_of_another_boot(own));
    CHECK_FALSE(logman::living_process(own).has_value());
    for (const auto* const text : {"", "x", "1 2", "1 2 ", "1 2 3 4"}) {
        CHECK_FALSE(logman::is_of_another_boot(text));
    }
}

TEST_CASE("only a runner is asked to end") {
    const auto always = [] { return true; };
    CHECK(logman::terminate_runner(-1, always) == "the process that holds its lock cannot be seen from here");
    CHECK(logman::terminate_runner(0, always) == "the process that holds its lock cannot be seen from here");
    CHECK(logman::terminate_runner(::getppid(), [] { return false; }).empty());
}
