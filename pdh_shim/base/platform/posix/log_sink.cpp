// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/log_sink.h"

#include "base/clock.h"
#include "base/locked.h"
#include "base/named_file.h"
#include "base/platform/posix/kept_descriptor.h"

#include <boost/noncopyable.hpp>
#include <spdlog/sinks/sink.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <ratio>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::trace {
namespace {

// As spdlog makes them, but with its own clock: spdlog asks the C library for local time, see
// time_zone_rules.h.
std::string line_of(const spdlog::details::log_msg& message) {
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, ticks_per_second>>;
    const auto utc = std::chrono::floor<Ticks>(message.time.time_since_epoch()).count();
    const std::chrono::sys_time<Ticks> time(
        Ticks(to_local_file_time(utc + unix_epoch_as_file_time) - unix_epoch_as_file_time));
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::milliseconds>(time - day));
    std::array<char, 64> start{};
    static_cast<void>(std::snprintf(start.data(), start.size(), "[%04d-%02u-%02u %02d:%02d:%02d.%03d] [",
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
        static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
        static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count())));
    const auto level = spdlog::level::to_string_view(message.level);
    std::string line(start.data());
    line.append(message.logger_name.data(), message.logger_name.size()).append("] [");
    line.append(level.data(), level.size()).append("] ");
    line.append(message.payload.data(), message.payload.size()).append("\n");
    return line;
}

class LineSink : public spdlog::sinks::sink {
  public:
    void log(const spdlog::details::log_msg& message) override { write(line_of(message)); }
    void flush() override {}
    void set_pattern(const std::string& /*pattern*/) override {}
    void set_formatter(std::unique_ptr<spdlog::formatter> /*formatter*/) override {}

  protected:
    virtual void write(std::string_view line) = 0;

    // A line is one write, so that lines of several processes do not mix. A line that cannot be written is
    // lost.
    static void write_to(int descriptor, std::string_view line) noexcept {
        while (::write(descriptor, line.data(), line.size()) < 0 && errno == EINTR) {
        }
    }
};

class ErrorSink final : public LineSink {
    void write(std::string_view line) override { write_to(STDERR_FILENO, line); }
};

// One opening of the file; it lives as long as a thread writes to it.
class LogFile : boost::noncopyable {
  public:
    explicit LogFile(const std::string& name) : descriptor_(open_at_end(name)) {}
    ~LogFile() {
        if (lost_) { // the number may belong to the next opening of the same file
            descriptor_.forget();
        }
    }

    [[nodiscard]] int number() const noexcept { return descriptor_.number(); }
    [[nodiscard]] bool is_lost() noexcept {
        if (!descriptor_.is_ours()) {
            lost_ = true;
        }
        return lost_;
    }

  private:
    static int open_at_end(const std::string& name) {
        constexpr int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
        constexpr mode_t mode = 0644;
        const int number = platform::above_standard_streams(open(name.c_str(), flags, mode));
        struct stat status {};
        if (number < 0 || (fstat(number, &status) == 0 && may_be_log(status.st_mode))) {
            return number;
        }
        close(number);
        errno = EINVAL;
        return -1;
    }

    // Writing to a pipe waits for a slow reader, and ends the program by SIGPIPE when there is none.
    static bool may_be_log(mode_t mode) noexcept { return S_ISREG(mode) || S_ISCHR(mode); }

    platform::KeptDescriptor descriptor_;
    std::atomic<bool> lost_{false};
};

// Opens its file again if the program has closed it.
class FileSink final : public LineSink {
  public:
    explicit FileSink(const std::string& file) : name_(absolute_name(file)) {
        auto opened = std::make_shared<LogFile>(name_);
        if (opened->number() < 0) {
            throw spdlog::spdlog_ex(name_, errno);
        }
        file_.replace(std::move(opened));
    }

  private:
    void write(std::string_view line) override {
        std::shared_ptr<LogFile> file = file_.copy();
        if (file->is_lost()) {
            file = std::make_shared<LogFile>(name_);
            file_.replace(file);
        }
        if (file->number() >= 0) {
            write_to(file->number(), line);
        }
    }

    const std::string name_; // whatever the current folder is later
    Locked<std::shared_ptr<LogFile>> file_{nullptr, Rank::last};
};

} // namespace

spdlog::sink_ptr make_file_sink(const std::string& file) {
    return std::make_shared<FileSink>(file);
}

spdlog::sink_ptr make_error_sink() {
    return std::make_shared<ErrorSink>();
}

} // namespace pdh_shim::trace
