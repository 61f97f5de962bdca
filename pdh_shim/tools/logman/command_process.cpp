// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_process.h"

#include "base/trusted_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <optional>
#include <pwd.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::tools::logman {

namespace {

/// The rights of a user, looked up before fork(): its child may do next to nothing.
struct Rights {
    uid_t user = 0;
    gid_t group = 0;
    std::vector<gid_t> groups;
    std::vector<std::string> environment;
};

std::optional<Rights> rights_of(const std::string& user) {
    const passwd* const entry = ::getpwnam(user.c_str());
    if (entry == nullptr) {
        return std::nullopt;
    }
    Rights rights{entry->pw_uid, entry->pw_gid, std::vector<gid_t>(64),
        {std::string("HOME=") + entry->pw_dir, "USER=" + user, "LOGNAME=" + user,
            std::string("SHELL=") + entry->pw_shell, "PATH=/usr/local/bin:/usr/bin:/bin"}};
    auto count = static_cast<int>(rights.groups.size());
    while (::getgrouplist(user.c_str(), rights.group, rights.groups.data(), &count) < 0) {
        rights.groups.resize(static_cast<std::size_t>(count));
    }
    rights.groups.resize(static_cast<std::size_t>(count));
    return rights;
}

bool take_rights(const Rights& rights) {
    return ::setgroups(rights.groups.size(), rights.groups.data()) == 0 && ::setgid(rights.group) == 0 &&
           ::setuid(rights.user) == 0;
}

// What this process ignores or catches, its programs do not.
void restore_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGCHLD}) {
        (void)std::signal(number, SIG_DFL);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// In the child: only calls that are safe there. Sends errno to the parent if the program cannot be run.
[[noreturn]] void become_program(
    char* const* arguments, char* const* environment, const Rights* rights, int null, int to_parent) {
    restore_signals();
    ::dup2(null, STDIN_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::setpgid(0, 0);
    if (rights == nullptr || take_rights(*rights)) {
        close_files_at_exec();
        ::execve(arguments[0], arguments, environment);
    }
    const int reason = errno;
    [[maybe_unused]] const auto written = ::write(to_parent, &reason, sizeof reason);
    ::_exit(127);
}

int status_of_ended(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return 127;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string start_with(const std::vector<char*>& arguments, char* const* environment, const Rights* rights) {
    std::array<int, 2> ends = {-1, -1};
    const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
        const int reason = errno;
        ::close(null);
        return std::generic_category().message(reason);
    }
    const pid_t child = ::fork();
    int reason = errno;
    if (child == 0) {
        become_program(arguments.data(), environment, rights, null, ends[1]);
    }
    ::close(null);
    ::close(ends[1]);
    const bool is_started = child > 0 && ::read(ends[0], &reason, sizeof reason) != sizeof reason;
    ::close(ends[0]);
    return is_started ? std::string() : std::generic_category().message(reason);
}

} // namespace

std::string start_program(
    const std::string& program, const std::vector<std::string>& arguments, const std::string& user) {
    reap_programs();
    if (auto reason = reason_for_distrust(program); !reason.empty()) {
        return reason;
    }
    auto rights = user.empty() ? std::nullopt : rights_of(user);
    if (!user.empty() && !rights) {
        return "the user " + user + " does not exist";
    }
    std::vector<std::string> words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const auto pointers = exec_arguments(words);
    if (!rights) {
        return start_with(pointers, environ, nullptr);
    }
    const auto environment = exec_arguments(rights->environment);
    return start_with(pointers, environment.data(), &*rights);
}

bool user_exists(const std::string& user) {
    return ::getpwnam(user.c_str()) != nullptr;
}

// Kernels before 5.11 cannot do it in one call.
void close_files_at_exec() {
    constexpr int first = STDERR_FILENO + 1;
    constexpr rlim_t most = 65536;
    if (::close_range(first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) {
        return;
    }
    rlimit limit = {};
    (void)::getrlimit(RLIMIT_NOFILE, &limit);
    const auto end = static_cast<int>(std::min(limit.rlim_cur, most));
    for (int file = first; file < end; ++file) {
        (void)::fcntl(file, F_SETFD, FD_CLOEXEC);
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

void reap_programs() {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
}

} // namespace pdh_shim::tools::logman
