// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/text.h"
#include "child_process.h"
#include "model/collecting.h"
#include "source/linux/linux_source.h"
#include "temporary_folder.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <sched.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

// The processes of the machine that runs the test; counters_test.py has the counters. What only grows lies
// between two readings of the kernel's files, before and after the collect.

namespace {

namespace model = pdh_shim::model;
namespace source = pdh_shim::source;

std::string read_file(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::string> words(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> found;
    for (std::string word; stream >> word;) {
        found.push_back(word);
    }
    return found;
}

std::int64_t number(const std::string& text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

struct Live : pdh_shim::test::Collecting {
    /// @param counters of the objects; empty = all
    explicit Live(const std::vector<std::u16string_view>& objects,
        const std::vector<std::u16string_view>& counters = {u""})
        : Collecting([] {
              return source::linux::make_linux_source(std::string(), pdh_shim::system_clock()).value();
          }) {
        for (const std::u16string_view object : objects) {
            for (const std::u16string_view counter : counters) {
                want(object, counter);
            }
        }
    }
};

void check_between(std::int64_t before, std::optional<std::int64_t> value, std::int64_t after) {
    REQUIRE(value);
    CHECK(before <= *value);
    CHECK(*value <= after);
}

/// Keeps a processor busy for a while, so that there is something to measure.
void work_for(std::int64_t ticks) {
    const std::int64_t end = pdh_shim::system_clock().now().perf_time + ticks;
    while (pdh_shim::system_clock().now().perf_time < end) {
    }
}

std::u16string to_utf16(const std::string& text) {
    return pdh_shim::from_utf8(text).value();
}

/// Children that do the same over and over again.
class Children : boost::noncopyable {
  public:
    ~Children() {
        for (const pid_t id : ids_) {
            kill(id, SIGKILL);
            waitpid(id, nullptr, 0);
        }
    }
    Children() = default;

    /// Returns when all have their names.
    template <class Work>
    void start(int count, Work work) {
        for (int i = 0; i < count; ++i) {
            std::array<int, 2> unnamed{}; // the child closes its end when it has its name
            REQUIRE(pipe(unnamed.data()) == 0);
            const pid_t child = fork();
            if (child == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL);
                prctl(PR_SET_NAME, "child");
                close(unnamed[0]);
                close(unnamed[1]);
                for (;;) {
                    work();
                }
            }
            ids_.push_back(child);
            close(unnamed[1]);
            char nothing = 0;
            CHECK(read(unnamed[0], &nothing, 1) == 0);
            close(unnamed[0]);
        }
    }
    [[nodiscard]] const std::vector<pid_t>& ids() const { return ids_; }

  private:
    std::vector<pid_t> ids_;
};

void sleep_for(long microseconds) {
    const timespec time{0, microseconds * 1000};
    nanosleep(&time, nullptr);
}

struct Times {
    std::int64_t user = 0;
    std::int64_t privileged = 0;
};

std::vector<Times> times_of(const std::vector<pid_t>& ids) {
    const std::int64_t tick = pdh_shim::ticks_per_second / sysconf(_SC_CLK_TCK);
    std::vector<Times> times;
    for (const pid_t id : ids) {
        const std::string line = read_file("/proc/" + std::to_string(id) + "/stat");
        const auto fields = words(line.substr(line.rfind(')') + 1));
        times.push_back({number(fields.at(11)) * tick, number(fields.at(12)) * tick});
    }
    return times;
}

/// The times of all threads of processes, by the numbers of the threads.
std::map<std::int64_t, Times> thread_times_of(const std::vector<pid_t>& ids) {
    const std::int64_t tick = pdh_shim::ticks_per_second / sysconf(_SC_CLK_TCK);
    std::map<std::int64_t, Times> times;
    for (const pid_t id : ids) {
        std::error_code gone;
        for (const auto& entry :
            std::filesystem::directory_iterator("/proc/" + std::to_string(id) + "/task", gone)) {
            const std::string line = read_file(entry.path().string() + "/stat");
            const auto fields = words(line.substr(std::min(line.size(), line.rfind(')') + 1)));
            if (fields.size() > 12) { // else it has ended
                times[number(entry.path().filename().string())] = {
                    number(fields[11]) * tick, number(fields[12]) * tick};
            }
        }
    }
    return times;
}

} // namespace

TEST_CASE("the times of processes lie between two readings, however little they run") {
    Children children;
    children.start(20, [] { pause(); });
    children.start(2, [] {});
    children.start(6, [] { sleep_for(300); });
    children.start(6, [] {
        work_for(20'000); // half a tick of many kernels
        sleep_for(20'000);
    });
    children.start(1, [] {
        if (fork() == 0) {
            _exit(0);
        }
        wait(nullptr);
    });
    Live live({u"Process V2"}, {u"% User Time", u"% Privileged Time", u"% Processor Time"});
    live.collect();
    for (int i = 0; i < 100; ++i) {
        const auto before = times_of(children.ids());
        live.collect();
        const auto after = times_of(children.ids());
        for (std::size_t child = 0; child < children.ids().size(); ++child) {
            CAPTURE(child);
            const auto name = u"child:" + to_utf16(std::to_string(children.ids()[child]));
            const Times& first = before[child];
            const Times& last = after[child];
            check_between(first.user, live.cell(u"Process V2", name, u"% User Time"), last.user);
            check_between(
                first.privileged, live.cell(u"Process V2", name, u"% Privileged Time"), last.privileged);
            check_between(first.user + first.privileged, live.cell(u"Process V2", name, u"% Processor Time"),
                last.user + last.privileged);
        }
    }
}

TEST_CASE("the times of threads lie between two readings, however little they run") {
    Children children;
    children.start(20, [] { pause(); });
    children.start(3, [] { sleep_for(300); });
    children.start(3, [] { // threads that come and go
        std::thread other([] { work_for(20'000); });
        sleep_for(20'000);
        other.join();
    });
    Live live({u"Thread"}, {u"% User Time", u"% Privileged Time", u"ID Thread"});
    live.collect();
    int compared = 0;
    for (int i = 0; i < 100; ++i) {
        const auto before = thread_times_of(children.ids());
        live.collect();
        const auto after = thread_times_of(children.ids());
        const auto& rows = live.of(u"Thread");
        for (std::size_t row = 0; row < rows.rows(); ++row) {
            const std::int64_t thread = rows.cell(row, live.column_of(u"Thread", u"ID Thread"));
            const auto first = before.find(thread);
            const auto last = after.find(thread);
            if (first == before.end() || last == after.end()) {
                continue;
            }
            ++compared;
            check_between(first->second.user, rows.cell(row, live.column_of(u"Thread", u"% User Time")),
                last->second.user);
            check_between(first->second.privileged,
                rows.cell(row, live.column_of(u"Thread", u"% Privileged Time")), last->second.privileged);
        }
    }
    CHECK(compared >= 100 * 26); // the first thread of each child
}

namespace {

/// A shell that executes scripts one after the other, each of which says so and waits for a line.
class ScriptRunner : boost::noncopyable {
  public:
    explicit ScriptRunner(const std::string& script) {
        std::array<int, 2> to{};
        std::array<int, 2> from{};
        REQUIRE(pipe2(to.data(), O_CLOEXEC) == 0);
        REQUIRE(pipe2(from.data(), O_CLOEXEC) == 0);
        child_ = fork();
        if (child_ == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            dup2(to[0], STDIN_FILENO);
            dup2(from[1], STDOUT_FILENO);
            execl(script.c_str(), script.c_str(), nullptr);
            _exit(1);
        }
        close(to[0]);
        close(from[1]);
        to_ = to[1];
        from_ = from[0];
    }
    ~ScriptRunner() {
        kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        close(to_);
        close(from_);
    }

    [[nodiscard]] std::int64_t id() const { return child_; }
    [[nodiscard]] bool has_begun() const {
        char said = 0;
        return read(from_, &said, 1) == 1;
    }
    void execute_next() const { REQUIRE(write(to_, "\n", 1) == 1); }

  private:
    pid_t child_ = -1;
    int to_ = -1;
    int from_ = -1;
};

} // namespace

TEST_CASE("a script has its whole name, also after one with the same first 15 characters") {
    const pdh_shim::test::TemporaryFolder folder;
    const std::string second = folder.write("a-script-with-a-long-name-2", "#!/bin/sh\nprintf 2\nread x\n");
    const std::string first =
        folder.write("a-script-with-a-long-name-1", "#!/bin/sh -e\nprintf 1\nread x\nexec " + second + "\n");
    for (const std::string& script : {first, second}) {
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    }
    const ScriptRunner runner(first);
    Live live({u"Process V2"}, {u"% Processor Time"});
    const auto name = [&](const std::string& script) {
        return to_utf16(script + ":" + std::to_string(runner.id()));
    };
    REQUIRE(runner.has_begun());
    live.collect();
    CHECK(live.cell(u"Process V2", name("a-script-with-a-long-name-1"), u"% Processor Time"));
    runner.execute_next();
    REQUIRE(runner.has_begun());
    live.collect();
    CHECK(live.cell(u"Process V2", name("a-script-with-a-long-name-2"), u"% Processor Time"));
}

namespace {

/// Status of a function that the first process of a PID namespace runs; none if this program may not make
/// such a namespace.
template <class Function>
std::optional<int> status_in_namespace(const Function& function) {
    constexpr int refused = 77;
    const int user = geteuid() == 0 ? 0 : CLONE_NEWUSER;
    const int status = pdh_shim::test::wait_status_of_child([&] {
        if (unshare(user | CLONE_NEWPID | CLONE_NEWNS) != 0) {
            return refused;
        }
        const int first = pdh_shim::test::wait_status_of_child([&] {
            const bool is_mounted = mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                                    mount("proc", "/proc", "proc", 0, nullptr) == 0;
            return is_mounted ? function() : refused;
        });
        return WIFEXITED(first) ? WEXITSTATUS(first) : 1;
    });
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    return code == refused ? std::nullopt : std::optional(code);
}

} // namespace

TEST_CASE("in a PID namespace of its own a program sees its threads, and not the machine's") {
    const auto status = status_in_namespace([] {
        std::mutex busy;
        std::unique_lock lock(busy);
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&busy] { const std::scoped_lock waits(busy); });
        }
        Live live({u"System"}, {u"Processes", u"Threads"});
        live.collect();
        const bool is_right = live.cell(u"System", u"", u"Processes") == 1 &&
                              live.cell(u"System", u"", u"Threads") == 1 + std::ssize(threads);
        lock.unlock();
        for (std::thread& thread : threads) {
            thread.join();
        }
        return is_right ? 0 : 1;
    });
    if (!status) {
        MESSAGE("not tested: this user may not make namespaces");
        return;
    }
    CHECK(*status == 0);
}

TEST_CASE("a forked child collects with the session of its parent") {
    Live live({u"Processor", u"Process"});
    live.collect();
    live.collect();
    const pid_t child = fork();
    if (child == 0) {
        live.collect();
        _exit(live.of(u"Processor").rows() > 1 && live.of(u"Process").rows() > 2 ? 0 : 1);
    }
    REQUIRE(child > 0);
    for (int i = 0; i < 10; ++i) {
        live.collect();
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("sessions of one source collect in many threads at once") {
    const auto shared = source::linux::make_linux_source(std::string(), pdh_shim::system_clock()).value();
    const auto objects = shared->catalogue()->objects.size();
    std::array<bool, 4> right{};
    std::vector<std::thread> threads;
    threads.reserve(right.size());
    for (bool& good : right) {
        threads.emplace_back([&good, &shared, objects] {
            const auto session = shared->open_session();
            std::vector<model::ObjectRequest> requests(objects);
            for (std::uint32_t i = 0; i < objects; ++i) {
                requests[i].object = i;
                requests[i].columns.assign(shared->catalogue()->objects[i].columns, true);
            }
            model::Snapshot snapshot;
            snapshot.objects.resize(objects);
            good = true;
            for (int i = 0; i < 20; ++i) {
                good = session->collect(requests, snapshot).has_value() &&
                       snapshot.objects.front().rows() == 1 && good;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(std::ranges::all_of(right, [](bool good) { return good; }));
}
