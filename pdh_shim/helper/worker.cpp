// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "helper/worker.h"

#include "base/named_file.h"
#include "base/platform.h"
#include "base/sanitizer.h"
#include "helper/sockets.h"
#include "helper/start.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <exception>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::helper {
namespace {

// ------------------------------------------------------------------------------------------ the supervisor

// It takes in the processes below it whose parents have ended. False if the system does not list them.
bool kill_children() noexcept {
    const FileStream list(std::fopen("/proc/thread-self/children", "re"));
    if (list == nullptr) {
        return false;
    }
    std::array<char, 32> number{};
    while (std::fscanf(list.get(), "%31s", number.data()) == 1) {
        pid_t child = 0;
        const char* const end = number.data() + std::strlen(number.data());
        const auto read = std::from_chars(number.data(), end, child);
        if (read.ec == std::errc() && read.ptr == end && child > 0) { // else kill() would mean a group
            kill(child, SIGKILL);
        }
    }
    return true;
}

// Ends all children of this process, their children and so on, and waits until they are gone.
// @param worker one of them, the leader of a process group; not waited for yet
// @return its status of waitpid()
int end_descendants(pid_t worker) noexcept {
    int worker_status = 0;
    // Only this loop waits for children of this process: until then their numbers stay valid. The group is
    // that of the worker, which lives or waits to be reaped.
    kill(-worker, SIGKILL);
    kill(worker, SIGKILL);
    for (;;) {
        const bool all_killed = kill_children();
        int status = 0;
        const pid_t ended = waitpid(-1, &status, all_killed ? 0 : WNOHANG);
        if (ended == worker) {
            worker_status = status;
        } else if (ended == 0 || (ended < 0 && errno != EINTR)) {
            return worker_status;
        }
    }
}

// Detects the end of the program: the socket is not enough, since a child of the program may have its end
// too. -1 if the kernel (before 5.3) cannot.
int watch(pid_t program) {
#ifdef SYS_pidfd_open
    return static_cast<int>(syscall(SYS_pidfd_open, program, 0));
#else
    static_cast<void>(program);
    return -1;
#endif
}

pid_t program_id() {
    ucred peer{};
    socklen_t size = sizeof peer;
    return getsockopt(control_socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
}

// Waits until the worker has ended, or the program needs it no more.
void wait_for_end(pid_t worker, int children, pid_t program) {
    constexpr int a_second = 1000;
    const int program_end = watch(program);
    std::array<pollfd, 3> sources{pollfd{.fd = control_socket, .events = POLLIN | POLLRDHUP, .revents = 0},
        pollfd{.fd = children, .events = POLLIN, .revents = 0},
        pollfd{.fd = program_end, .events = POLLIN, .revents = 0}};
    for (;;) {
        poll(sources.data(), sources.size(), program_end < 0 ? a_second : -1);
        const bool program_is_gone = program_end < 0 && kill(program, 0) != 0 && errno == ESRCH;
        if (sources[0].revents != 0 || sources[2].revents != 0 || program_is_gone) {
            return;
        }
        if (sources[1].revents != 0) {
            signalfd_siginfo told{};
            [[maybe_unused]] const ssize_t got = read(children, &told, sizeof told);
            siginfo_t ended{};
            if (waitid(P_PID, static_cast<id_t>(worker), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
                ended.si_pid == worker) {
                return;
            }
        }
    }
}

void open_null_as(int number, int mode) {
    const int null = open("/dev/null", mode);
    if (null >= 0 && null != number) {
        dup2(null, number);
        close(null);
    }
}

int supervise(pid_t worker, int children) {
    close(worker_socket);
    silence_standard_error(); // who reads the program's may wait until nobody has it
    wait_for_end(worker, children, program_id());
    const WorkerEnd end{end_descendants(worker)};
    static_cast<void>(send_all(control_socket, std::as_bytes(std::span(&end, 1))));
    return 0;
}

// The worker must not have the program's descriptors. Kernels before 5.9 have no close_range().
void close_inherited() {
    constexpr int first = worker_socket + 1;
    if (close_range(first, ~0U, 0) == 0) {
        return;
    }
    DIR* const folder = opendir("/proc/self/fd");
    std::vector<int> numbers;
    while (const dirent* const entry = folder == nullptr ? nullptr : readdir(folder)) {
        const char* const name = entry->d_name;
        int number = -1;
        std::from_chars(name, name + std::strlen(name), number);
        if (number >= first && number != dirfd(folder)) {
            numbers.push_back(number);
        }
    }
    if (folder != nullptr) {
        closedir(folder);
    }
    for (const int number : numbers) {
        close(number);
    }
}

// Opens /dev/null for closed standard streams.
void open_standard_streams() {
    for (const int number : {STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(number, F_GETFD) < 0) {
            open_null_as(number, O_WRONLY);
        }
    }
}

// ---------------------------------------------------------------------------------------------- the worker

int run_worker(const std::function<int()>& work, pid_t supervisor) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != supervisor) {
        return 1; // it has ended before
    }
    setpgid(0, 0);
    open_null_as(STDIN_FILENO, O_RDONLY);
    fcntl(worker_socket, F_SETFD, FD_CLOEXEC); // programs that it starts have nothing to do with it
    return work();
}

int run_both(const std::function<int()>& work) {
    close_inherited();
    open_standard_streams();
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); // takes in whose parents end, before there are any
    sigset_t child{};
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);
    const int children = signalfd(-1, &child, SFD_CLOEXEC);
    const pid_t supervisor = getpid();
    const pid_t worker = fork();
    if (worker == 0) {
        close(children);
        sigprocmask(SIG_UNBLOCK, &child, nullptr);
        return run_worker(work, supervisor);
    }
    return worker < 0 ? 1 : supervise(worker, children);
}

void limit(decltype(RLIMIT_AS) resource, rlim_t most) noexcept {
    rlimit limits{};
    if (getrlimit(resource, &limits) == 0) {
        limits.rlim_cur = std::min(most, limits.rlim_max);
        setrlimit(resource, &limits);
    }
}

} // namespace

int run_helper(const std::function<int()>& work) noexcept {
    try {
        return run_both(work);
    } catch (const std::exception&) {
        return 1;
    }
}

void silence_standard_error() noexcept {
    open_null_as(STDERR_FILENO, O_WRONLY);
}

void set_limits(const WorkerLimits& limits) noexcept {
    constexpr bool limits_memory = !under_address_sanitizer && !under_thread_sanitizer;
    if (limits_memory && limits.memory != 0) {
        limit(RLIMIT_AS, rlim_t{limits.memory} << 20U);
    }
    if (limits.descriptors != 0) {
        limit(RLIMIT_NOFILE, limits.descriptors);
    }
    if (limits.keeps_secrets) {
        limit(RLIMIT_CORE, 0);
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    }
}

bool is_privileged_program() noexcept {
    return platform::is_privileged_start() || std::getenv(privileged_mark) != nullptr;
}

void renew_processor_time(std::uint32_t seconds) noexcept {
    rusage used{};
    if (seconds != 0 && getrusage(RUSAGE_SELF, &used) == 0) {
        limit(RLIMIT_CPU, static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + seconds);
    }
}

std::optional<Frame> WorkerChannel::next() {
    if (receive(worker_socket, reader_) == Received::frame) {
        return std::move(reader_.frame());
    }
    return std::nullopt;
}

std::optional<Frame> WorkerChannel::next_arrived() {
    const Received received = receive_now(worker_socket, reader_);
    at_end_ = received == Received::end;
    if (received == Received::frame) {
        return std::move(reader_.frame());
    }
    return std::nullopt;
}

bool WorkerChannel::answer(
    std::uint32_t number, std::span<const std::byte> body, std::span<const std::byte> more) {
    return send(number, Status::success, body, more);
}

bool WorkerChannel::answer(std::uint32_t number, const Failure& failure) {
    const std::string reason = failure.what().empty() ? std::string() : failure.message();
    return send(number, failure.status(), std::as_bytes(std::span(reason)), {});
}

bool WorkerChannel::send(
    std::uint32_t number, Status status, std::span<const std::byte> body, std::span<const std::byte> more) {
    const std::scoped_lock lock(mutex_);
    return send_frame(worker_socket,
        {.number = number, .what = static_cast<std::uint32_t>(status), .bytes = 0}, body, more);
}

void answer_requests(WorkerChannel& channel,
    const std::function<Result<std::vector<std::byte>, Failure>(const Frame& request)>& perform) {
    while (const auto request = channel.next()) {
        const auto done = perform(*request);
        const bool is_answered = done ? channel.answer(request->number, done.value())
                                      : channel.answer(request->number, done.error());
        if (!is_answered) {
            return;
        }
    }
}

} // namespace pdh_shim::helper
