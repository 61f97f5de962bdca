// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_process.h"

#include "tools/terminal/own_files.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <linux/close_range.h>
#include <pwd.h>
#include <spawn.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::tools::logman {

namespace {

int status_of_ended(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return 127;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

bool user_exists(const std::string& user) {
    return ::getpwnam(user.c_str()) != nullptr;
}

bool is_own_user(const std::string& user) {
    const passwd* const entry = ::getpwnam(user.c_str());
    return entry != nullptr && entry->pw_uid == ::geteuid();
}

// Kernels before 5.9 cannot close them in one call, and those before 5.11 cannot mark them.
void close_files(int first, ClosingTime time) {
    constexpr rlim_t most = 65536;
    const bool at_exec = time == ClosingTime::at_exec;
    if (::close_range(static_cast<unsigned>(first), ~0U, at_exec ? CLOSE_RANGE_CLOEXEC : 0) == 0) {
        return;
    }
    rlimit limit = {};
    (void)::getrlimit(RLIMIT_NOFILE, &limit);
    const auto end = static_cast<int>(std::min(limit.rlim_cur, most));
    for (int file = first; file < end; ++file) {
        (void)(at_exec ? ::fcntl(file, F_SETFD, FD_CLOEXEC) : ::close(file));
    }
}

FinishedProgram finish_program(const std::vector<std::string>& words) {
    auto copies = words;
    auto pointers = exec_arguments(copies);
    std::array<int, 2> ends = {-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return {};
    }
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    pid_t child = -1;
    const bool is_started =
        ::posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ) == 0;
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    FinishedProgram program;
    std::array<char, 4096> buffer = {};
    for (auto count = ::read(ends[0], buffer.data(), buffer.size()); count > 0;
         count = ::read(ends[0], buffer.data(), buffer.size())) {
        program.output.append(buffer.data(), static_cast<std::size_t>(count));
    }
    ::close(ends[0]);
    program.status = is_started ? status_of_ended(child) : program.status;
    return program;
}

std::vector<char*> exec_arguments(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (auto& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

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

namespace {

// In the second child, which the first one has left to init. It has no terminal, and cannot get one.
[[noreturn]] void become_runner(char* const* arguments, int messages) {
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC | O_NOCTTY);
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
    ::dup2(messages, STDERR_FILENO);
    (void)std::signal(SIGHUP, SIG_DFL); // nohup has nothing to do with it
    close_files(STDERR_FILENO + 1, ClosingTime::at_exec);
    if (::chdir("/") == 0) {
        ::execv(arguments[0], arguments);
    }
    constexpr std::string_view text = "logman cannot start itself.\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(127);
}

void fork_twice(char* const* arguments, int messages) {
    const pid_t child = ::fork();
    if (child < 0) {
        throw terminal::ProgramError(
            "No process can be started: " + std::generic_category().message(errno) + ".");
    }
    if (child == 0) {
        ::setsid();
        if (::fork() == 0) {
            become_runner(arguments, messages);
        }
        ::_exit(0);
    }
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
}

std::string read_to_the_end(int file) {
    std::string text;
    std::array<char, 4096> buffer = {};
    for (auto count = ::read(file, buffer.data(), buffer.size()); count > 0 || (count < 0 && errno == EINTR);
         count = ::read(file, buffer.data(), buffer.size())) {
        text.append(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return text;
}

} // namespace

std::string own_executable() {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) {
        throw terminal::ProgramError("The file of this program is not known: " + error.message() + ".");
    }
    return path.string();
}

std::string start_in_background(const std::string& executable, const std::vector<std::string>& arguments) {
    std::vector<std::string> words{executable};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const auto pointers = exec_arguments(words);
    std::array<int, 2> ends = {-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw terminal::ProgramError(
            "No process can be started: " + std::generic_category().message(errno) + ".");
    }
    fork_twice(pointers.data(), ends[1]);
    ::close(ends[1]);
    auto text = read_to_the_end(ends[0]);
    ::close(ends[0]);
    return text;
}

int open_messages(const std::string& messages_file) {
    try {
        return terminal::open_file(messages_file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);
    } catch (const terminal::ProgramError&) {
        return ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    }
}

void keep_messages() {
    (void)::fcntl(STDERR_FILENO, F_SETFD, FD_CLOEXEC);
}

void enter_background(const std::string& messages_file) {
    const int file = open_messages(messages_file);
    ::dup2(file, STDERR_FILENO);
    ::close(file);
}

} // namespace pdh_shim::tools::logman
