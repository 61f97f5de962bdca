// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/log_sink.h"

#include "base/clock.h"
#include "base/file_time.h"
#include "base/locks.h"
#include "base/named_file.h"
#include "base/platform/posix/descriptor.h"

#include <spdlog/sinks/sink.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::trace {
namespace {

// As spdlog makes them, but with its own clock: spdlog asks the C library for local time, see
// time_zone_rules.h.
std::string line_of(const spdlog::details::log_msg& message) {
    const auto ticks = std::chrono::floor<Ticks>(message.time.time_since_epoch()).count();
    const auto [year, month, weekday, day, hour, minute, second, millisecond] =
        to_system_time(to_local_file_time(ticks + unix_epoch_as_file_time));
    std::array<char, 64> start{};
    static_cast<void>(std::snprintf(start.data(), start.size(), "[%04d-%02d-%02d %02d:%02d:%02d.%03d] [",
        year, month, day, hour, minute, second, millisecond));
    const auto level = spdlog::level::to_string_view(message.level);
    std::string line(start.data());
    line.append(message.logger_name.data(), message.logger_name.size()).append("] [");
    line.append(level.data(), level.size()).append("] ");
    line.append(message.payload.data(), message.payload.size()).append("\n");
    return line;
}

int open_at_end(const std::string& name) {
    constexpr int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    constexpr mode_t mode = 0644;
    const int number = platform::above_standard_streams(open(name.c_str(), flags, mode));
    struct stat status {};
    // Writing to a pipe waits for a slow reader, and ends the program by SIGPIPE when there is none.
    if (number < 0 || (fstat(number, &status) == 0 && (S_ISREG(status.st_mode) || S_ISCHR(status.st_mode)))) {
        return number;
    }
    close(number);
    errno = EINVAL;
    return -1;
}

// Opens its file again if the program has closed it.
class LineSink final : public spdlog::sinks::sink {
  public:
    explicit LineSink(const std::string& file) : name_(file.empty() ? file : absolute_name(file)) {
        if (!name_.empty() && open_file() < 0) {
            throw spdlog::spdlog_ex(name_, errno);
        }
    }

    void log(const spdlog::details::log_msg& message) override {
        const std::string line = line_of(message);
        if (name_.empty()) {
            write_to(STDERR_FILENO, line);
            return;
        }
        auto file = file_.copy(); // it stays open as long as a thread writes to it
        if (file == nullptr || !file->is_ours()) {
            file = nullptr; // it ends before its number can be that of the next opening of the same file
            file_.replace(nullptr);
            static_cast<void>(open_file());
            file = file_.copy();
        }
        if (file != nullptr) {
            write_to(file->number(), line);
        }
    }
    void flush() override {}
    void set_pattern(const std::string& /*pattern*/) override {}
    void set_formatter(std::unique_ptr<spdlog::formatter> /*formatter*/) override {}

  private:
    // A line is one write, so that lines of several processes do not mix. A line that cannot be written is
    // lost.
    static void write_to(int descriptor, std::string_view line) noexcept {
        while (::write(descriptor, line.data(), line.size()) < 0 && errno == EINTR) {
        }
    }

    int open_file() {
        const int number = open_at_end(name_);
        if (number >= 0) {
            file_.replace(std::make_shared<platform::KeptDescriptor>(number));
        }
        return number;
    }

    const std::string name_; // whatever the current folder is later; empty for standard error
    Locked<std::shared_ptr<platform::KeptDescriptor>> file_{nullptr, Rank::last};
};

} // namespace

spdlog::sink_ptr make_sink(const std::string& file) {
    return std::make_shared<LineSink>(file);
}

} // namespace pdh_shim::trace
