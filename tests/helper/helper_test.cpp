// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "base/sanitizer.h"
#include "base/trace.h"
#include "child_process.h"
#include "helper/helper.h"
#include "odd_helper.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace pdh_shim;
using namespace pdh_shim::test;
using helper::Helper;

namespace {

constexpr std::int64_t a_while = 10 * ticks_per_second; // on a clock that stands still

// The thread sanitizer does not support threads that a child of fork() starts.
const auto starts_in_child = doctest::skip(under_thread_sanitizer);

struct Scene {
    explicit Scene(helper::HelperProgram program = {.name = odd_helper, .arguments = {}})
        : helper(std::move(program), longest_answer, clock) {}

    auto begin(Odd what, std::string_view body = {}, std::int64_t time_out = a_while) {
        return helper.begin(static_cast<std::uint32_t>(what), std::as_bytes(std::span(body)), time_out);
    }

    // The answer; or `STATUS: REASON`.
    std::string finish(const std::shared_ptr<Helper::Request>& request) {
        auto answer = helper.finish(request);
        if (answer) {
            return text_of(answer.value());
        }
        return std::string(status_name(answer.error().status())) + ": " + std::string(answer.error().what());
    }
    std::string ask(Odd what, std::string_view body = {}) { return finish(begin(what, body)); }

    pid_t number(Odd what = Odd::number) {
        pid_t number = 0;
        const std::string bytes = ask(what);
        REQUIRE(bytes.size() == sizeof number);
        std::memcpy(&number, bytes.data(), sizeof number);
        return number;
    }

    ManualClock clock{{1'000, 2'000, 3'000}};
    Helper helper;
};

bool is_alive(pid_t process) {
    return kill(process, 0) == 0;
}

// Runs a program with a helper, which has its standard error; returns its wait status when all processes that
// have it are gone.
template <class Function>
int run_until_all_are_gone(const Function& run) {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const pid_t program = fork();
    if (program == 0) {
        alarm(patience);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        _exit(run());
    }
    close(ends[1]);
    int status = 0;
    waitpid(program, &status, 0);
    char byte = 0;
    CHECK(read(ends[0], &byte, 1) == 0);
    close(ends[0]);
    return status;
}

} // namespace

TEST_CASE("helper: a request has its answer, and the process stays") {
    Scene scene;
    CHECK(scene.ask(Odd::echo, "one") == "one");
    CHECK(scene.ask(Odd::echo).empty());
    CHECK(scene.number() == scene.number());
}

TEST_CASE("helper: answers come in any order, and each reaches its request") {
    Scene scene;
    std::vector<std::shared_ptr<Helper::Request>> begun;
    for (int i = 0; i < 100; ++i) {
        begun.push_back(scene.begin(Odd::hold, "held " + std::to_string(i)));
    }
    CHECK(scene.ask(Odd::release) == "");
    for (int i = 0; i < 100; ++i) {
        CHECK(scene.finish(begun[static_cast<std::size_t>(i)]) == "held " + std::to_string(i));
    }
}

TEST_CASE("helper: threads ask at once, and each has its own answers") {
    Scene scene;
    std::vector<std::thread> threads;
    std::atomic<int> right{0};
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&scene, &right, thread] {
            for (int i = 0; i < 50; ++i) {
                const std::string text = std::to_string(thread) + " " + std::to_string(i);
                right += scene.ask(Odd::echo, text) == text ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(right == 200);
}

TEST_CASE("helper: what the process refuses has its status and reason") {
    Scene scene;
    CHECK(scene.ask(Odd::refuse, "not for you") == "PDH_ACCESS_DENIED: not for you");
    CHECK(scene.ask(Odd::echo, "on") == "on");
}

TEST_CASE("helper: a request ends by its time-out, and its late answer harms nobody") {
    Scene scene;
    const auto late = scene.begin(Odd::hold, "late", 0);
    const auto kept = scene.begin(Odd::hold, "kept");
    CHECK(scene.finish(late) == "PDH_ASYNC_QUERY_TIMEOUT: it does not answer in time");
    CHECK(scene.ask(Odd::release) == "");
    CHECK(scene.finish(kept) == "kept");
    CHECK(scene.ask(Odd::echo, "on") == "on");
}

TEST_CASE("helper: a dead line is one of the injected clock") {
    Scene scene;
    const auto held = scene.begin(Odd::hold, "", ticks_per_second);
    std::thread other([&scene] {
        while (scene.clock.waiting() == 0) {
            std::this_thread::yield();
        }
        scene.clock.advance(ticks_per_second);
    });
    CHECK(scene.finish(held) == "PDH_ASYNC_QUERY_TIMEOUT: it does not answer in time");
    other.join();
}

TEST_CASE("helper: the end of the process fails all that it owes, and is in the log") {
    const TemporaryFolder folder;
    trace::configure(trace::Level::warning, folder.path("log"));
    for (const auto& [what, how] : {std::pair{Odd::exit, "exit code 3"}, std::pair{Odd::crash, "signal 6"},
             std::pair{Odd::throws, "exit code 1"}}) {
        Scene scene;
        const auto held = scene.begin(Odd::hold);
        const std::string reason = "PDH_INVALID_DATA: its process ended: " + std::string(how);
        CAPTURE(reason);
        CHECK(scene.ask(what) == reason);
        CHECK(scene.finish(held) == reason);
        CHECK(scene.ask(Odd::echo) == reason);
        while (folder.read("log").find("odd_helper: its process ended: " + std::string(how)) ==
               std::string::npos) { // it is written after the requests have failed
            std::this_thread::yield();
        }
    }
    trace::configure(trace::Level::off, "");
}

TEST_CASE("helper: a process that keeps ending is started after 1, 2, 4... 60 seconds") {
    Scene scene;
    for (const std::int64_t seconds : {1, 2, 4, 8, 16, 32, 60, 60}) {
        CAPTURE(seconds);
        CHECK(scene.ask(Odd::exit) == "PDH_INVALID_DATA: its process ended: exit code 3");
        scene.clock.advance(seconds * ticks_per_second - 1);
        CHECK(scene.ask(Odd::echo, "x") == "PDH_INVALID_DATA: its process ended: exit code 3");
        scene.clock.advance(1);
    }
    CHECK(scene.ask(Odd::echo, "x") == "x");
    scene.clock.advance(61 * ticks_per_second);
    CHECK(scene.ask(Odd::exit) == "PDH_INVALID_DATA: its process ended: exit code 3");
    CHECK(scene.ask(Odd::echo, "a process that ran for long is started at once") != "");
    CHECK(scene.ask(Odd::echo, "x") == "x");
}

TEST_CASE("helper: an answer that is longer than allowed ends the process") {
    Scene scene;
    const auto held = scene.begin(Odd::hold);
    CHECK(scene.ask(Odd::long_answer).starts_with("PDH_INVALID_DATA: its process ended"));
    CHECK(scene.finish(held).starts_with("PDH_INVALID_DATA: its process ended"));
    scene.clock.advance(ticks_per_second);
    CHECK(scene.ask(Odd::echo, "another") == "another");
}

TEST_CASE("helper: a stopped process delays nobody, and gets all requests once it continues") {
    Scene scene;
    const pid_t process = scene.number();
    kill(process, SIGSTOP);
    const std::string text(1'000, 'x');
    std::vector<std::shared_ptr<Helper::Request>> begun;
    for (int i = 0; i < 2'000; ++i) {
        begun.push_back(scene.begin(Odd::echo, text));
    }
    kill(process, SIGCONT);
    CHECK(std::ranges::all_of(begun, [&](const auto& request) { return scene.finish(request) == text; }));
    CHECK(scene.ask(Odd::echo, "on") == "on");
}

TEST_CASE("helper: requests that a process does not take are bounded, and fail when it ends") {
    Scene scene;
    const pid_t process = scene.number();
    kill(process, SIGSTOP);
    const std::string text(1'000'000, 'x');
    std::vector<std::shared_ptr<Helper::Request>> begun;
    for (int i = 0; i < 40; ++i) {
        begun.push_back(scene.begin(Odd::echo, text));
    }
    CHECK(scene.finish(begun.back()) == "PDH_INVALID_DATA: it does not take requests");
    kill(process, SIGKILL);
    CHECK(scene.finish(begun.front()) == "PDH_INVALID_DATA: its process ended: signal 9");
}

TEST_CASE("helper: a program that is not there is said, and looked for again after a second") {
    Scene scene({.name = "no_such_helper", .arguments = {}});
    const std::string reason = scene.ask(Odd::echo);
    CHECK(reason.starts_with("PDH_FILE_NOT_FOUND: "));
    CHECK(reason.find("no_such_helper cannot be started") != std::string::npos);
    CHECK(scene.ask(Odd::echo) == reason);
    scene.clock.advance(ticks_per_second);
    CHECK(scene.ask(Odd::echo) == reason);
}

TEST_CASE("helper: giving a process up fails its requests, and the next starts another") {
    Scene scene;
    scene.helper.give_up(); // there is none
    const pid_t first = scene.number();
    const auto held = scene.begin(Odd::hold);
    scene.clock.advance(ticks_per_second);
    scene.helper.give_up();
    CHECK(scene.finish(held) == "PDH_INVALID_DATA: it was given up");
    CHECK(scene.number() != first);
}

TEST_CASE(
    "helper: a child of fork() has its own process, and does not touch its parent's" * starts_in_child) {
    Scene scene;
    const pid_t parents = scene.number();
    const auto held = scene.begin(Odd::hold, "held");
    const int status = wait_status_of_child([&] {
        if (!scene.finish(held).starts_with("PDH_INVALID_DATA: the process that this one is a child of")) {
            return 1;
        }
        if (scene.ask(Odd::echo, "child") != "child" || scene.number() == parents) {
            return 2;
        }
        scene.helper.give_up();
        return 0;
    });
    CHECK(status == 0);
    CHECK(scene.ask(Odd::release) == "");
    CHECK(scene.finish(held) == "held");
    CHECK(scene.number() == parents);
}

TEST_CASE(
    "helper: no process outlives a program that ends or is killed, whatever it forked" * starts_in_child) {
    for (const bool with_child : {false, true}) {
        for (const int how : {0, SIGKILL}) {
            CAPTURE(with_child);
            CAPTURE(how);
            const int status = run_until_all_are_gone([with_child, how] {
                Scene scene;
                const pid_t left = scene.number(Odd::leave);
                static_cast<void>(scene.begin(Odd::hold));
                if (with_child && fork() == 0) { // has the sockets, but not the pipe
                    close(STDERR_FILENO);
                    while (is_alive(left)) {
                        std::this_thread::yield();
                    }
                    _exit(0);
                }
                raise(how);
                return 7;
            });
            CHECK(status == (how == SIGKILL ? SIGKILL : 7 << 8U));
        }
    }
}

TEST_CASE("helper: the process ends with its object, and so do those that it started" * starts_in_child) {
    const int status = run_until_all_are_gone([] {
        pid_t left = 0;
        pid_t process = 0;
        {
            Scene scene;
            left = scene.number(Odd::leave);
            process = scene.number();
        }
        while (is_alive(process) || is_alive(left)) {
            std::this_thread::yield();
        }
        return 0;
    });
    CHECK(status == 0);
}

TEST_CASE(
    "helper: closing all descriptors costs a program the process, not its own files" * starts_in_child) {
    const int status = wait_status_of_child([] {
        Scene scene;
        const auto held = scene.begin(Odd::hold);
        const pid_t first = scene.number();
        constexpr int most = 64;
        for (int number = 3; number < most; ++number) {
            close(number);
        }
        std::vector<int> own;
        while (own.empty() || own.back() < most) {
            own.push_back(open("/dev/null", O_RDWR));
        }
        if (scene.ask(Odd::echo) != "PDH_INVALID_DATA: its sockets were closed" ||
            scene.finish(held) != "PDH_INVALID_DATA: its sockets were closed") {
            return 1;
        }
        scene.clock.advance(ticks_per_second);
        if (scene.number() == first) {
            return 2;
        }
        return std::ranges::all_of(own, [](int number) { return fcntl(number, F_GETFD) >= 0; }) ? 0 : 3;
    });
    CHECK(status == 0);
}

TEST_CASE("helper: its two sockets are no standard streams, and are closed on exec" * starts_in_child) {
    const int status = wait_status_of_child([] {
        const auto is_socket = [](int number) {
            struct stat status {};
            return fstat(number, &status) == 0 && S_ISSOCK(status.st_mode);
        };
        for (int number = 0; number < 64; ++number) {
            if (number != STDERR_FILENO) {
                close(number);
            }
        }
        Scene scene;
        if (scene.ask(Odd::echo, "x") != "x") {
            return 1;
        }
        int sockets = 0;
        for (int number = 0; number < 64; ++number) {
            if (is_socket(number) && number != STDERR_FILENO) {
                ++sockets;
                if (number <= STDERR_FILENO || (fcntl(number, F_GETFD) & FD_CLOEXEC) == 0) {
                    return 2;
                }
            }
        }
        return sockets == 2 ? 0 : 10 + sockets;
    });
    CHECK(status == 0);
}

TEST_CASE("helper: the process does not get a standard error that is closed on exec" * starts_in_child) {
    std::array<int, 2> messages{};
    std::array<int, 2> wait{};
    REQUIRE(pipe2(messages.data(), O_CLOEXEC) == 0);
    REQUIRE(pipe2(wait.data(), O_CLOEXEC) == 0);
    const pid_t program = fork();
    if (program == 0) {
        alarm(patience);
        dup2(messages[1], STDERR_FILENO);
        fcntl(STDERR_FILENO, F_SETFD, FD_CLOEXEC);
        close(messages[1]);
        close(wait[1]);
        Scene scene;
        const bool has_another = scene.ask(Odd::facts).starts_with("descriptors 0 1 2 3,");
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        char byte = 0;
        _exit(has_another && read(wait[0], &byte, 1) == 0 && scene.ask(Odd::echo, "y") == "y" ? 0 : 1);
    }
    close(messages[1]);
    close(wait[0]);
    char byte = 0;
    CHECK(read(messages[0], &byte, 1) == 0); // nobody has it, though the process runs
    close(wait[1]);
    int status = 0;
    waitpid(program, &status, 0);
    CHECK(status == 0);
    close(messages[0]);
}

TEST_CASE("helper: a program sees no child of its own and no SIGCHLD" * starts_in_child) {
    const int status = wait_status_of_child([] {
        sigset_t child{};
        sigemptyset(&child);
        sigaddset(&child, SIGCHLD);
        sigprocmask(SIG_BLOCK, &child, nullptr);
        {
            Scene scene;
            if (scene.ask(Odd::echo, "x") != "x" || waitpid(-1, nullptr, 0) != -1 || errno != ECHILD) {
                return 1;
            }
        }
        sigset_t pending{};
        sigpending(&pending);
        return sigismember(&pending, SIGCHLD) == 0 ? 0 : 2;
    });
    CHECK(status == 0);
}
