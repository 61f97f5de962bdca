// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A child of fork() may, whatever other threads of its parent are doing at the time, use queries
// of its own, and those that it inherits.
#include "base/sanitizer.h"
#include "child_process.h"
#include "own_source.h"
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdh_shim/source.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <future>
#include <string>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using pdh_shim::test::OwnSource;
using pdh_shim::test::status_of_child;
using pdh_shim::test::TemporaryFolder;

namespace {

constexpr const char* depth = "\\Plugged\\Depth";

// Opens a query, reads a value, and looks up names; true if all succeeded.
bool use_the_library() {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_FMT_COUNTERVALUE value{};
    DWORD index = 0;
    std::array<char, 500> list{};
    auto size = static_cast<DWORD>(list.size());
    const std::array statuses{
        PdhOpenQueryA(nullptr, 0, &query),
        PdhAddCounterA(query, depth, 0, &counter),
        PdhCollectQueryData(query),
        PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value),
        PdhLookupPerfIndexByNameA(nullptr, "Processor", &index),
        PdhExpandWildCardPathA(nullptr, depth, list.data(), &size, 0),
        PdhCloseQuery(query),
    };
    for (const PDH_STATUS status : statuses) {
        if (status != ERROR_SUCCESS) {
            return false;
        }
    }
    return value.longValue == 7 && index == 238;
}

bool child_can_use_the_library() {
    return status_of_child(use_the_library) == 0;
}

constexpr pdh_shim_counter depth_counter{"Depth", nullptr, 0, PERF_COUNTER_RAWCOUNT, 0, 0, 0};
constexpr pdh_shim_object plugged{"Plugged", nullptr, 0, 0, 0, 1, &depth_counter, 0};

// A source of one counter. The test decides what happens while it is collected.
class Plugin : boost::noncopyable {
  public:
    Plugin() { REQUIRE(source_.add() == ERROR_SUCCESS); }

    std::function<void()> during_collect;

  private:
    void write(pdh_shim_writer& writer) const {
        // A child does not wait: its parent's threads do not exist there.
        if (process_ == getpid() && during_collect) {
            during_collect();
        }
        writer.set(&writer, 0, 0, 7);
    }

    const pid_t process_ = getpid();
    OwnSource source_{"fork test", {plugged}, [this](pdh_shim_writer& writer, auto...) { write(writer); }};
};

// A query of the counter.
class PluggedQuery : boost::noncopyable {
  public:
    PluggedQuery() {
        REQUIRE(PdhOpenQueryA(nullptr, 0, &query_) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(query_, depth, 0, &counter_) == ERROR_SUCCESS);
    }
    ~PluggedQuery() { PdhCloseQuery(query_); }

    [[nodiscard]] PDH_HQUERY handle() const noexcept { return query_; }

    /// Collects and formats it.
    [[nodiscard]] bool works() const {
        PDH_FMT_COUNTERVALUE value{};
        return PdhCollectQueryData(query_) == ERROR_SUCCESS &&
               PdhGetFormattedCounterValue(counter_, PDH_FMT_LONG, nullptr, &value) == ERROR_SUCCESS &&
               value.longValue == 7;
    }

    /// The same, and adds and removes another counter and lists instances' values.
    [[nodiscard]] bool works_in_all_ways() const {
        PDH_HCOUNTER counter = nullptr;
        DWORD size = 0;
        DWORD count = 0;
        const bool added = PdhAddCounterA(query_, depth, 0, &counter) == ERROR_SUCCESS;
        const bool worked = works();
        const PDH_STATUS listed = PdhGetRawCounterArrayA(counter, &size, &count, nullptr);
        return added && worked && listed == static_cast<PDH_STATUS>(PDH_MORE_DATA) &&
               PdhRemoveCounter(counter) == ERROR_SUCCESS;
    }

  private:
    PDH_HQUERY query_ = nullptr;
    PDH_HCOUNTER counter_ = nullptr;
};

// Threads that do something again and again, as long as this lives.
class Busy : boost::noncopyable {
  public:
    Busy(int threads, const std::function<bool()>& one_round) {
        threads_.reserve(static_cast<std::size_t>(threads));
        for (int i = 0; i < threads; ++i) {
            threads_.emplace_back([this, one_round] {
                while (!ended_.load()) {
                    failures_ += one_round() ? 0 : 1;
                }
            });
        }
    }
    ~Busy() {
        ended_.store(true);
        for (std::thread& thread : threads_) {
            thread.join();
        }
        CHECK(failures_ == 0);
    }

  private:
    std::atomic<bool> ended_{false};
    std::atomic<int> failures_{0};
    std::vector<std::thread> threads_;
};

// One thread that is in the middle of something until this ends.
class InTheMiddle {
  public:
    void wait() {
        begun_.set_value();
        ended_.get_future().wait();
    }
    void wait_until_begun() { begun_.get_future().wait(); }
    void end() { ended_.set_value(); }

  private:
    std::promise<void> begun_;
    std::promise<void> ended_;
};

// A signal each millisecond, whose handler does nothing: calls of the system end early.
class Signals : boost::noncopyable {
  public:
    Signals() {
        struct sigaction action {};
        action.sa_handler = [](int) {};
        sigaction(SIGALRM, &action, &before_);
        set(1000);
    }
    ~Signals() {
        set(0);
        sigaction(SIGALRM, &before_, nullptr);
    }

  private:
    static void set(suseconds_t interval) {
        const itimerval timer{.it_interval = {0, interval}, .it_value = {0, interval}};
        setitimer(ITIMER_REAL, &timer, nullptr);
    }

    struct sigaction before_ {};
};

// As the manual pages say: forks twice, closes all, opens its own.
bool becomes_a_daemon_and(const std::function<bool()>& works) {
    return status_of_child([&] {
        setsid();
        return status_of_child([&] {
            for (int number = 0; number < 256; ++number) {
                close(number);
            }
            for (int number = 0; number < 64; ++number) {
                open("/dev/null", O_RDWR);
            }
            return works();
        }) == 0;
    }) == 0;
}

} // namespace

TEST_CASE("a child of fork() can use the library while other threads of its parent use it") {
    const Plugin plugin;
    const Busy busy(3, use_the_library);
    for (int i = 0; i < 50; ++i) {
        CHECK(child_can_use_the_library());
    }
}

TEST_CASE("a child of fork() uses an inherited query while threads of its parent use it") {
    const Plugin plugin;
    const PluggedQuery query;
    const Busy busy(3, [&] { return query.works_in_all_ways(); });
    for (int i = 0; i < 50; ++i) {
        CHECK(status_of_child([&] { return query.works_in_all_ways(); }) == 0);
    }
}

TEST_CASE("a child forked in the middle of a collect can collect and close the query") {
    Plugin plugin;
    const PluggedQuery query;
    REQUIRE(query.works());
    InTheMiddle middle;
    plugin.during_collect = [&] { middle.wait(); };
    std::thread collecting([&] { CHECK(query.works()); });
    middle.wait_until_begun();
    CHECK(status_of_child([&] {
        return query.works_in_all_ways() && query.works() && PdhCloseQuery(query.handle()) == ERROR_SUCCESS;
    }) == 0);
    middle.end();
    collecting.join();
    plugin.during_collect = nullptr;
    CHECK(query.works());
}

TEST_CASE("a child can close a query that a thread of its parent collects") {
    Plugin plugin;
    const PluggedQuery query;
    InTheMiddle middle;
    REQUIRE(pdh_shim_freeze_clock(0) == ERROR_SUCCESS);
    std::atomic<bool> first{true};
    plugin.during_collect = [&] {
        if (first.exchange(false)) {
            middle.wait();
        }
    };
    REQUIRE(PdhCollectQueryDataEx(query.handle(), 1, nullptr) == ERROR_SUCCESS);
    REQUIRE(pdh_shim_advance_clock(10'000'000) == ERROR_SUCCESS);
    middle.wait_until_begun();
    // The parent closes it too, which lasts as long as the collect.
    std::thread closing([&] { PdhCloseQuery(query.handle()); });
    CHECK(status_of_child([&] {
        const PDH_STATUS status = PdhCloseQuery(query.handle());
        return status == ERROR_SUCCESS || status == static_cast<PDH_STATUS>(PDH_INVALID_HANDLE);
    }) == 0);
    middle.end();
    closing.join();
    pdh_shim_release_clock();
}

// The thread sanitizer delays signals, and has descriptors that a daemon would close.
TEST_CASE("daemons under a hail of signals use new queries and those that they inherit" *
          doctest::skip(pdh_shim::under_thread_sanitizer)) {
    const TemporaryFolder folder;
    const Plugin plugin;
    const PluggedQuery query;
    REQUIRE(pdh_shim_set_log("calls", folder.path("log").c_str()) == ERROR_SUCCESS);
    {
        const Busy busy(3, [&] { return query.works_in_all_ways() && use_the_library(); });
        const Signals signals;
        for (int i = 0; i < 20; ++i) {
            CHECK(becomes_a_daemon_and([&] { return query.works_in_all_ways() && use_the_library(); }));
        }
    }
    pdh_shim_set_log("off", nullptr);
    const std::string log = folder.read("log");
    CHECK(log.find(" PdhCollectQueryData(query=0x") != std::string::npos);
    CHECK(log.find(") -> ok\n") != std::string::npos);
}

TEST_CASE("fork() does not wait for a log that nobody reads") {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const Plugin plugin;
    const int standard_error = dup(STDERR_FILENO);
    REQUIRE(dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
    REQUIRE(pdh_shim_set_log("calls", nullptr) == ERROR_SUCCESS);
    // More than a pipe holds.
    std::thread writing([] {
        for (int i = 0; i < 2000; ++i) {
            PdhIsRealTimeQuery(nullptr);
        }
    });
    const timespec moment{.tv_sec = 0, .tv_nsec = 1'000'000};
    for (int bytes = 0, before = -1; bytes != before; ioctl(ends[0], FIONREAD, &bytes)) {
        before = bytes;
        nanosleep(&moment, nullptr);
    }
    const bool good = status_of_child([] {
        pdh_shim_set_log("off", nullptr);
        return use_the_library();
    }) == 0;
    pdh_shim_set_log("off", nullptr);
    signal(SIGPIPE, SIG_IGN);
    close(ends[0]); // the writer continues
    writing.join();
    signal(SIGPIPE, SIG_DFL);
    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
    close(ends[1]);
    CHECK(good);
}

TEST_CASE("fork() waits neither for an added source nor for a script that is a pipe") {
    const Plugin plugin;
    const TemporaryFolder folder;
    REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    InTheMiddle middle;
    std::thread adding([&] {
        pdh_shim_source source{};
        source.size = sizeof source;
        source.version = PDH_SHIM_SOURCE_VERSION;
        source.name = "slow";
        source.context = &middle;
        source.describe = [](void* context, pdh_shim_catalogue*) {
            static_cast<InTheMiddle*>(context)->wait();
            return static_cast<std::int32_t>(PDH_INVALID_DATA);
        };
        source.collect = [](void*, const pdh_shim_request*, std::uint32_t, pdh_shim_times*,
                             pdh_shim_writer*) { return 0; };
        pdh_shim_add_source(&source);
    });
    middle.wait_until_begun();
    std::atomic<bool> chosen{false};
    std::thread choosing([&] {
        pdh_shim_set_sources(("script:" + folder.path("pipe")).c_str());
        chosen.store(true);
    });
    CHECK(child_can_use_the_library());
    middle.end();
    adding.join();
    while (!chosen.load()) { // a reader of the pipe waits for its end
        close(open(folder.path("pipe").c_str(), O_WRONLY | O_NONBLOCK));
        std::this_thread::yield();
    }
    choosing.join();
    CHECK(use_the_library());
}

TEST_CASE("fork() does not wait for a plug-in, and its child can use it") {
    Plugin plugin;
    std::promise<void> begun;
    std::promise<void> forked;
    plugin.during_collect = [&] {
        begun.set_value();
        forked.get_future().wait();
    };
    std::thread collecting([] { CHECK(use_the_library()); });
    begun.get_future().wait();
    CHECK(child_can_use_the_library());
    forked.set_value();
    collecting.join();
    plugin.during_collect = nullptr;
    CHECK(use_the_library());
}

TEST_CASE("a plug-in may fork while it is collected") {
    Plugin plugin;
    bool good = false;
    plugin.during_collect = [&good] { good = child_can_use_the_library(); };
    CHECK(use_the_library());
    CHECK(good);
}

TEST_CASE("a child uses the library while its parent waits for the file of the time zone" *
          doctest::skip(pdh_shim::under_thread_sanitizer)) { // which has no threads in a child of fork()
    const Plugin plugin;
    const TemporaryFolder folder;
    const std::string zone = folder.path("zone");
    REQUIRE(mkfifo(zone.c_str(), S_IRUSR | S_IWUSR) == 0);
    CHECK(status_of_child([&] {
        setenv("TZ", zone.c_str(), 1);
        std::thread program([] { tzset(); }); // waits in the C library, which has a lock
        const int writer = open(zone.c_str(), O_WRONLY | O_CLOEXEC); // until that has opened the file
        const bool parent_works = use_the_library();
        const bool child_works = child_can_use_the_library();
        pdh_shim_set_log("debug", folder.path("log").c_str()); // whose lines have local times
        const bool both_log = use_the_library() && child_can_use_the_library();
        close(writer);
        program.join();
        return parent_works && child_works && both_log;
    }) == 0);
}
