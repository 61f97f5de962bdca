// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Descriptors belong to the program: how many the library keeps, under which numbers, and what it does when
// the program closes them and opens its own in their place. Each case runs in a separate process.
#include "base/sanitizer.h"
#include "child_process.h"
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using pdh_shim::test::status_of_child;
using pdh_shim::test::TemporaryFolder;

namespace {

constexpr int first_own = STDERR_FILENO + 1;
constexpr int most = 256;

bool is_open(int number) {
    return fcntl(number, F_GETFD) >= 0;
}

std::vector<int> open_numbers() {
    std::vector<int> numbers;
    for (int number = 0; number < most; ++number) {
        if (is_open(number)) {
            numbers.push_back(number);
        }
    }
    return numbers;
}

void close_from(int first) {
    for (int number = first; number < most; ++number) {
        close(number);
    }
}

void limit_descriptors(rlim_t limit) {
    rlimit both{};
    getrlimit(RLIMIT_NOFILE, &both);
    both.rlim_cur = limit;
    setrlimit(RLIMIT_NOFILE, &both);
}

// Many kinds of kernel files, among them one for each process, which has the number of its threads.
class Monitor : boost::noncopyable {
  public:
    Monitor() {
        good_ = pdh_shim_set_sources("linux") == ERROR_SUCCESS &&
                PdhOpenQueryA(nullptr, 0, &query_) == ERROR_SUCCESS;
        for (const char* const path : {"\\Process(*)\\% Processor Time", "\\Process(_Total)\\Thread Count",
                 "\\Processor(_Total)\\% Processor Time", "\\Memory\\Available Bytes",
                 "\\System\\Context Switches/sec"}) {
            PDH_HCOUNTER counter = nullptr;
            good_ = PdhAddEnglishCounterA(query_, path, 0, &counter) == ERROR_SUCCESS && good_;
            counters_.push_back(counter);
        }
    }
    ~Monitor() { PdhCloseQuery(query_); }

    /// Collects; true if every counter has a plausible value.
    [[nodiscard]] bool collect() const {
        if (!good_ || PdhCollectQueryData(query_) != ERROR_SUCCESS) {
            return false;
        }
        return std::ranges::all_of(counters_, [](PDH_HCOUNTER counter) {
            PDH_RAW_COUNTER value{};
            return PdhGetRawCounterValue(counter, nullptr, &value) == ERROR_SUCCESS &&
                   value.CStatus <= PDH_CSTATUS_NEW_DATA && value.FirstValue > 0;
        });
    }
    [[nodiscard]] bool collect_often() const { return collect() && collect() && collect(); }

    [[nodiscard]] PDH_HQUERY handle() const noexcept { return query_; }

  private:
    PDH_HQUERY query_ = nullptr;
    std::vector<PDH_HCOUNTER> counters_;
    bool good_ = false;
};

// A file of the program's under every number from 3 on.
class OccupiedNumbers {
  public:
    explicit OccupiedNumbers(const std::string& file) {
        stat(file.c_str(), &file_);
        while (open(file.c_str(), O_RDONLY) < most - 1) {
        }
    }

    [[nodiscard]] bool are_untouched() const {
        for (int number = first_own; number < most; ++number) {
            struct stat status {};
            if (fstat(number, &status) != 0 || status.st_ino != file_.st_ino) {
                return false;
            }
        }
        return true;
    }

  private:
    struct stat file_ {};
};

// Other processes, for a source to keep files of.
class Crowd : boost::noncopyable {
  public:
    explicit Crowd(std::size_t size) {
        while (members_.size() < size) {
            const pid_t member = fork();
            if (member == 0) {
                alarm(pdh_shim::test::patience);
                for (;;) {
                    pause();
                }
            }
            members_.push_back(member);
        }
    }
    ~Crowd() {
        for (const pid_t member : members_) {
            kill(member, SIGKILL);
            waitpid(member, nullptr, 0);
        }
    }

  private:
    std::vector<pid_t> members_;
};

} // namespace

TEST_CASE("a child of fork() that closes all descriptors keeps the ones that it opens") {
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "cpu 1 2 3\n");
    CHECK(status_of_child([&] {
        const Monitor monitor;
        return monitor.collect_often() && status_of_child([&] {
            close_from(first_own);
            const OccupiedNumbers own(file);
            return monitor.collect_often() && own.are_untouched();
        }) == 0 &&
               monitor.collect();
    }) == 0);
}

TEST_CASE("a program that closes all descriptors keeps the ones that it opens") {
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "cpu 1 2 3\n");
    CHECK(status_of_child([&] {
        bool good = false;
        {
            const Monitor monitor;
            good = monitor.collect_often();
            close_from(first_own);
            const OccupiedNumbers own(file);
            good = good && monitor.collect_often() && own.are_untouched();
        }
        return good && open_numbers().size() == static_cast<std::size_t>(most); // nor by closing the query
    }) == 0);
}

TEST_CASE("at most 64 descriptors are kept, all queries of a process together") {
    const Crowd crowd(80);
    CHECK(status_of_child([] {
        const std::size_t before = open_numbers().size();
        const std::array<Monitor, 4> monitors;
        const bool good = std::ranges::all_of(monitors, &Monitor::collect_often);
        const std::size_t kept = open_numbers().size() - before;
        return good && kept > 32 && kept <= 64;
    }) == 0);
}

TEST_CASE("PDH_SHIM_DESCRIPTORS and pdh_shim_set_descriptors() say how many are kept") {
    const Crowd crowd(80);
    CHECK(status_of_child([] {
        setenv("PDH_SHIM_DESCRIPTORS", "75", 1);
        const std::size_t before = open_numbers().size();
        const Monitor monitor;
        bool good = monitor.collect_often() && open_numbers().size() == before + 75;
        good = pdh_shim_set_descriptors(0) == ERROR_SUCCESS && open_numbers().size() == before && good;
        good = monitor.collect_often() && open_numbers().size() == before && good;
        good = pdh_shim_set_descriptors(5) == ERROR_SUCCESS && good;
        return monitor.collect_often() && open_numbers().size() == before + 5 && good;
    }) == 0);
    CHECK(pdh_shim_set_descriptors(1'048'577) == PDH_INVALID_ARGUMENT);
}

TEST_CASE("an invalid number of descriptors is logged, and the limit stays 64") {
    const TemporaryFolder folder;
    for (const char* const setting : {"", "-1", "1048577", "many", "5x"}) {
        CAPTURE(setting);
        CHECK(status_of_child([&] {
            setenv("PDH_SHIM_LOG", ("error:" + folder.path("log")).c_str(), 1);
            setenv("PDH_SHIM_DESCRIPTORS", setting, 1);
            const std::size_t before = open_numbers().size();
            const Monitor monitor;
            return monitor.collect_often() && open_numbers().size() > before + 1;
        }) == 0);
        CHECK(folder.read("log").find("PDH_SHIM_DESCRIPTORS is no number from 0 to 1048576") !=
              std::string::npos);
    }
}

TEST_CASE("no descriptor is a standard stream, and all are closed by exec") {
    const TemporaryFolder folder;
    CHECK(status_of_child([&] {
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        close_from(first_own);
        const int event = fcntl(eventfd(0, 0), F_DUPFD, most);
        close_from(0);
        const Monitor monitor;
        bool good = pdh_shim_set_log("calls", folder.path("log").c_str()) == ERROR_SUCCESS &&
                    PdhCollectQueryDataEx(monitor.handle(), 1000,
                        reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(event))) == ERROR_SUCCESS;
        good = monitor.collect_often() && good;
        const std::vector<int> numbers = open_numbers();
        const bool all_closed = std::ranges::all_of(
            numbers, [](int number) { return (fcntl(number, F_GETFD) & FD_CLOEXEC) != 0; });
        return good && numbers.size() > 3 && numbers.front() >= first_own && all_closed;
    }) == 0);
}

TEST_CASE("near its limit of descriptors a program has them all, and its query works") {
    CHECK(status_of_child([] {
        close_from(first_own);
        limit_descriptors(first_own + 32);
        const Monitor monitor;
        return monitor.collect_often() && open_numbers().size() == first_own;
    }) == 0);
}

// In the two cases that follow no descriptor is free. The sanitizer for undefined behaviour looks at memory
// through a pipe, and takes one that it cannot make for bad memory.
TEST_CASE("a program without a descriptor left gets the statuses that pdh.h promises" *
          doctest::skip(pdh_shim::under_address_sanitizer)) {
    CHECK(status_of_child([] {
        PDH_HQUERY several = nullptr;
        PDH_HQUERY one = nullptr;
        std::array<PDH_HCOUNTER, 3> counters{};
        bool good = pdh_shim_set_descriptors(0) == ERROR_SUCCESS &&
                    pdh_shim_set_sources("linux") == ERROR_SUCCESS &&
                    PdhOpenQueryA(nullptr, 0, &several) == ERROR_SUCCESS &&
                    PdhOpenQueryA(nullptr, 0, &one) == ERROR_SUCCESS;
        for (PDH_HCOUNTER& counter : counters) {
            good = PdhAddEnglishCounterA(&counter == &counters.back() ? one : several,
                       "\\Memory\\Available Bytes", 0, &counter) == ERROR_SUCCESS &&
                   good;
        }
        const rlimit none{3, 3};
        good = good && setrlimit(RLIMIT_NOFILE, &none) == 0 &&
               PdhCollectQueryData(several) == ERROR_SUCCESS &&
               PdhCollectQueryData(one) == static_cast<PDH_STATUS>(PDH_NO_DATA);
        return good && std::ranges::all_of(counters, [](PDH_HCOUNTER counter) {
            PDH_RAW_COUNTER value{};
            return PdhGetRawCounterValue(counter, nullptr, &value) == ERROR_SUCCESS &&
                   value.CStatus == PDH_CSTATUS_INVALID_DATA;
        });
    }) == 0);
}

TEST_CASE("a query works on when the program uses up its descriptors, all but one" *
          doctest::skip(pdh_shim::under_address_sanitizer)) {
    CHECK(status_of_child([] {
        const Monitor monitor;
        bool good = monitor.collect_often();
        int last = -1;
        limit_descriptors(most);
        for (int number = dup(STDIN_FILENO); number >= 0; number = dup(STDIN_FILENO)) {
            last = number;
        }
        good = monitor.collect_often() && good; // with those that it gives up itself
        for (int number = dup(STDIN_FILENO); number >= 0; number = dup(STDIN_FILENO)) {
            last = number;
        }
        close(last);
        return monitor.collect_often() && good;
    }) == 0);
}
