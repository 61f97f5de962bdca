// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/runner_process.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::tools::logman {

namespace {

std::string folder_of(pid_t process) {
    return "/proc/" + std::to_string(process);
}

// When the kernel started it, in its own units; empty if there is no such process.
std::string start_of(pid_t process) {
    constexpr int fields_between = 19; // from the state to the time
    std::ifstream file(folder_of(process) + "/stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto name_end = text.rfind(')'); // a name may have anything in it
    if (name_end == std::string::npos) {
        return {};
    }
    std::istringstream fields(text.substr(name_end + 1));
    std::string field;
    for (int i = 0; i <= fields_between; ++i) {
        fields >> field;
    }
    return field;
}

// What the kernel calls the time since the computer was started; empty if it does not say.
std::string boot() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

std::string reason_not_a_runner(pid_t process) {
    struct stat status = {};
    if (::stat(folder_of(process).c_str(), &status) == 0 && status.st_uid != ::geteuid()) {
        return "it belongs to another user";
    }
    std::error_code error;
    const auto program =
        std::filesystem::read_symlink(folder_of(process) + "/exe", error).filename().string();
    return program.starts_with("logman") ? std::string() : "the process that holds its lock is not logman";
}

/// What the kernel calls a process whatever becomes of its number. Kernels before 5.3 have none.
class ProcessHandle {
  public:
    explicit ProcessHandle(pid_t process)
        : process_(process), handle_(static_cast<int>(::syscall(SYS_pidfd_open, process, 0))) {}
    ~ProcessHandle() {
        if (handle_ >= 0) {
            ::close(handle_);
        }
    }
    ProcessHandle(const ProcessHandle&) = delete;
    ProcessHandle& operator=(const ProcessHandle&) = delete;

    [[nodiscard]] bool send(int signal) const {
        return handle_ >= 0 ? ::syscall(SYS_pidfd_send_signal, handle_, signal, nullptr, 0) == 0
                            : ::kill(process_, signal) == 0;
    }

  private:
    pid_t process_;
    int handle_;
};

} // namespace

std::string own_process() {
    return std::to_string(::getpid()) + ' ' + start_of(::getpid()) + ' ' + boot();
}

std::optional<pid_t> living_process(std::string_view text) {
    pid_t process = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), process);
    const bool is_known = error == std::errc{} && process > 0;
    const auto start = text.substr(static_cast<std::size_t>(end - text.data()));
    return is_known && start == ' ' + start_of(process) + ' ' + boot() ? std::optional(process)
                                                                       : std::nullopt;
}

bool is_of_another_boot(std::string_view text) {
    const auto last = text.rfind(' ');
    const auto now = boot();
    return std::ranges::count(text, ' ') == 2 && last + 1 < text.size() && !now.empty() &&
           text.substr(last + 1) != now;
}

std::string terminate_runner(pid_t process, const std::function<bool()>& is_runner) {
    if (process <= 0) {
        return "the process that holds its lock cannot be seen from here";
    }
    const ProcessHandle handle(process);
    if (!is_runner()) {
        return {};
    }
    if (auto reason = reason_not_a_runner(process); !reason.empty()) {
        return reason;
    }
    return handle.send(SIGTERM) || errno == ESRCH ? std::string() : std::generic_category().message(errno);
}

} // namespace pdh_shim::tools::logman
