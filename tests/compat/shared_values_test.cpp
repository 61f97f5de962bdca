// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// An application, its performance DLL and a client of PDH: values go through a named mapping.
#include <pdh.h>
#include <pdh_shim/control.h>
#include <windows.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// The application. Its input and output are the test's.
class Application : boost::noncopyable {
  public:
    Application() {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
        pid_ = fork();
        if (pid_ == 0) {
            dup2(ends[1], STDIN_FILENO);
            dup2(ends[1], STDOUT_FILENO);
            execl(SHARED_VALUES_APP, SHARED_VALUES_APP, nullptr);
            _exit(127);
        }
        close(ends[1]);
        channel_ = ends[0];
        REQUIRE(read_line() == "ready");
    }
    ~Application() { end(); }

    void take_a_job() const {
        REQUIRE(write(channel_, "j", 1) == 1);
        REQUIRE(read_line() == "done");
    }

    /// Its exit code.
    int end() {
        if (pid_ == 0) {
            return 0;
        }
        close(channel_);
        int status = 0;
        waitpid(pid_, &status, 0);
        pid_ = 0;
        return status;
    }

  private:
    [[nodiscard]] std::string read_line() const {
        std::string line;
        char byte = 0;
        while (read(channel_, &byte, 1) == 1 && byte != '\n') {
            line += byte;
        }
        return line;
    }

    pid_t pid_ = 0;
    int channel_ = -1;
};

/// Back to the sources that the environment names.
struct OwnSources : private boost::noncopyable {
    OwnSources() { REQUIRE(pdh_shim_set_sources("provider:" SHARED_VALUES_INI) == ERROR_SUCCESS); }
    ~OwnSources() { pdh_shim_set_sources("script:" LEGACY_SCRIPT); }
};

LONGLONG value_of(PDH_HCOUNTER counter) {
    PDH_FMT_COUNTERVALUE value;
    REQUIRE(PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, &value) == ERROR_SUCCESS);
    return value.largeValue;
}

} // namespace

TEST_CASE("a performance DLL shows PDH what an application publishes in a named mapping") {
    Application application;
    const OwnSources sources;
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER done = nullptr;
    PDH_HCOUNTER waiting = nullptr;
    REQUIRE(PdhOpenQueryW(nullptr, 0, &query) == ERROR_SUCCESS);
    REQUIRE(PdhAddEnglishCounterW(query, L"\\Workers\\Jobs Done", 0, &done) == ERROR_SUCCESS);
    REQUIRE(PdhAddEnglishCounterW(query, L"\\Workers\\Jobs Waiting", 0, &waiting) == ERROR_SUCCESS);
    REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS);
    CHECK(value_of(done) == 5'000'000'000);
    CHECK(value_of(waiting) == 7);
    application.take_a_job();
    REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS);
    CHECK(value_of(waiting) == 8);
    CHECK(application.end() == 0);
    REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS); // the DLL's view keeps the values
    CHECK(value_of(waiting) == 8);
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
}
