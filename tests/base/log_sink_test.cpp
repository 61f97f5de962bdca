// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trace.h"
#include "child_process.h"
#include "temporary_folder.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace trace = pdh_shim::trace;
using pdh_shim::test::status_of_child;
using pdh_shim::test::TemporaryFolder;

namespace {

/// A log in a file, until the end of the case.
class Log : boost::noncopyable {
  public:
    explicit Log(const std::string& file) : number_(dup(STDIN_FILENO)) {
        close(number_);
        REQUIRE(trace::configure(trace::Level::warning, file));
    }
    ~Log() { trace::configure(trace::Level::off, ""); }

    /// The number of its descriptor.
    [[nodiscard]] int number() const noexcept { return number_; }

  private:
    int number_;
};

} // namespace

TEST_CASE("the log is not passed on to programs, and never becomes a standard stream") {
    const TemporaryFolder folder;
    {
        const Log log(folder.path("log"));
        CHECK((fcntl(log.number(), F_GETFD) & FD_CLOEXEC) != 0);
    }
    CHECK(status_of_child([&] {
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        const bool opened = trace::configure(trace::Level::warning, folder.path("log"));
        trace::write(trace::Level::error, "written");
        return opened && fcntl(STDIN_FILENO, F_GETFD) < 0 && fcntl(STDOUT_FILENO, F_GETFD) < 0;
    }) == 0);
    CHECK(folder.read("log").find("written") != std::string::npos);
}

TEST_CASE("a descriptor of the program under the log's number is neither used nor closed") {
    const TemporaryFolder folder;
    const int other = open(folder.write("other", "the program's").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    {
        const Log log(folder.path("log"));
        trace::write(trace::Level::error, "before");
        REQUIRE(dup2(other, log.number()) == log.number());
        trace::write(trace::Level::error, "after");
        trace::configure(trace::Level::off, "");
        CHECK(fcntl(log.number(), F_GETFD) >= 0);
        close(log.number());
    }
    close(other);
    CHECK(folder.read("other") == "the program's");
    CHECK(folder.read("log").find("before") != std::string::npos);
    CHECK(folder.read("log").find("after") != std::string::npos);
}

TEST_CASE("the log is a file or a character device, and opening a pipe does not block") {
    const TemporaryFolder folder;
    const std::string pipe = folder.path("pipe");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_FALSE(trace::configure(trace::Level::error, pipe));
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    CHECK_FALSE(trace::configure(trace::Level::error, pipe));
    close(reader);
    CHECK_FALSE(trace::configure(trace::Level::error, folder.path()));
    const Log log("/dev/null");
    trace::write(trace::Level::error, "an error");
}

TEST_CASE("a log of a relative name stays where it is when the current folder changes") {
    const TemporaryFolder folder;
    CHECK(status_of_child([&] {
        std::filesystem::current_path(folder.path());
        if (!trace::configure(trace::Level::warning, "log")) {
            return false;
        }
        std::filesystem::current_path("/");
        for (int number = STDERR_FILENO + 1; number < 64; ++number) { // as a daemon does
            close(number);
        }
        trace::write(trace::Level::error, "from elsewhere");
        return true;
    }) == 0);
    CHECK(folder.read("log").find("from elsewhere") != std::string::npos);
}
