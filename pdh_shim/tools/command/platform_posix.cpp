// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/log_names.h"
#include "tools/command/platform.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace pdh_shim::tools::command {

namespace {

using std::chrono::nanoseconds;

// The write end of the pipe whose read end wakes up wait_until: it gets the numbers of signals.
volatile std::sig_atomic_t signal_pipe = -1;

extern "C" void pass_on(int number) {
    const int saved_error = errno;
    const auto byte = static_cast<char>(number);
    // If the pipe is full, there are signals enough in it.
    [[maybe_unused]] const auto written = ::write(signal_pipe, &byte, 1);
    errno = saved_error;
}

void catch_stop_signals() {
    struct sigaction action = {};
    action.sa_handler = pass_on;
    // The first Ctrl+C restores the default, so that a second one ends a program that hangs.
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

// Whether the session of this process has a terminal. The kernel takes it away before it sends SIGHUP. Where
// no more files can be opened, the terminal may still be there.
bool has_terminal() {
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal >= 0) {
        ::close(terminal);
        return true;
    }
    return errno != ENXIO && errno != EIO && errno != ENOENT;
}

// poll() takes milliseconds: rounded up, so that the deadline has passed when it returns.
int poll_timeout(nanoseconds remaining) {
    constexpr std::chrono::milliseconds longest = std::chrono::hours(1);
    return static_cast<int>(std::clamp(
        std::chrono::ceil<std::chrono::milliseconds>(remaining), std::chrono::milliseconds(0), longest)
                                .count());
}

// The C library takes a name that it does not know for UTC.
bool has_zone(const std::string& name) {
    const bool is_name = !name.empty() && !name.starts_with('/') && name.find("..") == std::string::npos;
    const char* const other_folder = std::getenv("TZDIR");
    const std::string folder = other_folder == nullptr ? "/usr/share/zoneinfo" : other_folder;
    std::ifstream file(folder + '/' + name, std::ios::binary);
    std::array<char, 4> start = {};
    return is_name && file.read(start.data(), start.size()) && start == std::array{'T', 'Z', 'i', 'f'};
}

class PosixPlatform : public Platform {
  public:
    PosixPlatform() {
        terminal::reserve_standard_descriptors();
        std::array<int, 2> ends = {-1, -1};
        if (::pipe2(ends.data(), O_CLOEXEC) == 0) { // a program that is started could end this one
            signals_ = ends[0];
            ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
            signal_pipe = ends[1];
            catch_stop_signals();
            timer_ = ::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
        }
        // The next write detects a closed console, and a file that has reached the limit of its size.
        (void)std::signal(SIGPIPE, SIG_IGN);
        (void)std::signal(SIGXFSZ, SIG_IGN);
        ::tzset();
    }

    nanoseconds now() override {
        std::timespec time = {};
        ::clock_gettime(CLOCK_BOOTTIME, &time);
        return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
    }

    WakeReason wait_until(nanoseconds deadline, bool watch_console) override {
        while (!is_stopped_) {
            // The console is polled for no event: poll() still reports that its reader is gone.
            std::array<pollfd, 3> states = {pollfd{signals_, POLLIN, 0},
                pollfd{watch_console ? STDOUT_FILENO : -1, 0, 0}, pollfd{wake_at(deadline), POLLIN, 0}};
            const auto remaining = deadline - now();
            ::poll(states.data(), states.size(), poll_timeout(remaining));
            if ((states[0].revents & POLLIN) != 0 && is_reopen_requested()) {
                return WakeReason::reopen_requested;
            }
            if ((states[1].revents & (POLLERR | POLLHUP)) != 0) {
                return WakeReason::console_closed;
            }
            if (remaining <= nanoseconds(0) && !is_stopped_) {
                return WakeReason::time_reached;
            }
        }
        return WakeReason::stop_requested;
    }

    void reopen_on_hangup() override {
        if (signals_ < 0) {
            return;
        }
        struct sigaction action = {};
        ::sigaction(SIGHUP, nullptr, &action);
        if (action.sa_handler == SIG_IGN) {
            return;
        }
        had_terminal_ = has_terminal();
        action.sa_handler = pass_on;
        action.sa_flags = SA_RESTART;
        ::sigaction(SIGHUP, &action, nullptr);
    }

    std::error_code write_console(std::string_view text) override {
        return terminal::write_all(STDOUT_FILENO, text);
    }

    [[nodiscard]] std::string_view line_end() const override { return "\n"; }

    [[nodiscard]] bool console_is_terminal() const override { return ::isatty(STDOUT_FILENO) == 1; }

    [[nodiscard]] bool errors_are_terminal() const override { return ::isatty(STDERR_FILENO) == 1; }

    void write_error(std::string_view text) override { (void)terminal::write_all(STDERR_FILENO, text); }

    std::optional<std::string> read_console_line() override {
        std::string line;
        char c = 0;
        while (::read(STDIN_FILENO, &c, 1) == 1) {
            if (c == '\n') {
                return line;
            }
            line.push_back(c);
        }
        return std::nullopt;
    }

    TimeZone time_zone() override {
        const std::time_t now = std::time(nullptr);
        std::tm local = {};
        if (::localtime_r(&now, &local) == nullptr) {
            return {"UTC", 0};
        }
        return {local.tm_zone, static_cast<int>(-local.tm_gmtoff / 60)};
    }

    bool assume_log_zone(const std::string& zone) override {
        if (is_number_or_utc(zone)) {
            return ::setenv(log_zone_variable, zone.c_str(), 1) == 0;
        }
        const bool is_set = has_zone(zone) && ::setenv("TZ", zone.c_str(), 1) == 0 &&
                            ::setenv(log_zone_variable, "local", 1) == 0;
        ::tzset();
        return is_set;
    }

  private:
    // The time of poll() stands still while the computer is suspended; that of this descriptor does not.
    [[nodiscard]] int wake_at(nanoseconds deadline) const {
        itimerspec time = {};
        time.it_value.tv_sec = deadline / std::chrono::seconds(1);
        time.it_value.tv_nsec = (deadline % std::chrono::seconds(1)).count();
        ::timerfd_settime(timer_, TFD_TIMER_ABSTIME, &time, nullptr);
        return timer_;
    }

    // Takes a signal out of the pipe. Any signal but a request to reopen is a stop.
    bool is_reopen_requested() {
        char number = 0;
        const bool is_hangup = ::read(signals_, &number, 1) == 1 && number == SIGHUP;
        const bool is_reopen = is_hangup && (!had_terminal_ || has_terminal());
        is_stopped_ = !is_reopen;
        return is_reopen;
    }

    int signals_ = -1;
    int timer_ = -1; // without it, poll() knows when it is time
    bool is_stopped_ = false;
    bool had_terminal_ = false; // when SIGHUP was asked for
};

} // namespace

void set_environment(const std::string& name, const std::string& value) {
    ::setenv(name.c_str(), value.c_str(), 1);
}

std::unique_ptr<Platform> start_platform() {
    return std::make_unique<PosixPlatform>();
}

} // namespace pdh_shim::tools::command
