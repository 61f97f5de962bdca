// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/background.h"

#include "tools/logman/command_process.h"
#include "tools/terminal/own_files.h"
#include "tools/terminal/program_error.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::tools::logman {

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

void enter_background(const std::string& messages_file) {
    const int file = open_messages(messages_file);
    ::dup2(file, STDERR_FILENO);
    ::close(file);
}

} // namespace pdh_shim::tools::logman
