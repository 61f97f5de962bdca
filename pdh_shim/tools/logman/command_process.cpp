// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
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

} // namespace pdh_shim::tools::logman
