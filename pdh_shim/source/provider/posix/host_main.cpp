// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The processes that an isolated performance DLL runs in, see host_channel.h. The library starts this program
// with the DLL's INI file as its argument and two sockets.

#include "base/named_file.h"
#include "base/sanitizer.h"
#include "source/provider/module.h"
#include "source/provider/posix/host_channel.h"

#include <boost/noncopyable.hpp>

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
#include <memory>
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
#include <vector>

// The processes below the supervisor (host_channel.h), which takes in those whose parents have ended.

namespace pdh_shim::source::provider {

/// Has all descendants of this process whose parents end become its children. Called before there are any.
void adopt_orphans() noexcept;

/// Ends all children of this process, their children and so on, and waits until they are gone.
/// @param first  one of them, the leader of a process group; not waited for yet
/// @return its status of waitpid()
[[nodiscard]] int end_descendants(pid_t first) noexcept;

namespace {

// False if the system does not list them.
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

} // namespace

void adopt_orphans() noexcept {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int end_descendants(pid_t first) noexcept {
    int first_status = 0;
    // Only this loop waits for children of this process: until then their numbers stay valid. The group is
    // that of `first`, which lives or waits to be reaped.
    kill(-first, SIGKILL);
    kill(first, SIGKILL);
    for (;;) {
        const bool all_killed = kill_children();
        int status = 0;
        const pid_t ended = waitpid(-1, &status, all_killed ? 0 : WNOHANG);
        if (ended == first) {
            first_status = status;
        } else if (ended == 0 || (ended < 0 && errno != EINTR)) {
            return first_status;
        }
    }
}

namespace {

// Sanitizers reserve terabytes of address space.
constexpr bool limits_memory = !under_address_sanitizer && !under_thread_sanitizer;

// The DLL must not have the program's descriptors. Kernels before 5.9 have no close_range().
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
            const int null = open("/dev/null", O_WRONLY);
            if (null != number && null >= 0) {
                dup2(null, number);
                close(null);
            }
        }
    }
}

void limit(decltype(RLIMIT_AS) resource, rlim_t most) {
    rlimit limits{};
    if (getrlimit(resource, &limits) == 0) {
        limits.rlim_cur = std::min(most, limits.rlim_max);
        setrlimit(resource, &limits);
    }
}

// ---------------------------------------------------------------------------------------------- the worker

Result<CollectedObjects, Failure> perform(Module& module, HostCall call, const std::u16string& text) {
    switch (call) {
    case HostCall::load:
        PDH_SHIM_CHECK(module.load());
        break;
    case HostCall::open:
        PDH_SHIM_CHECK(module.open());
        break;
    case HostCall::collect:
        return module.collect(text);
    case HostCall::close:
        module.close();
        break;
    }
    return CollectedObjects{};
}

bool answer(const HostAnswer& head, std::span<const std::byte> bytes) {
    return send_message(worker_socket, head) && send_all(worker_socket, bytes);
}

bool answer(const Failure& failure) {
    const std::string reason = failure.what().empty() ? std::string() : failure.message();
    const HostAnswer head{
        .status = static_cast<std::uint32_t>(failure.status()), .objects = 0, .bytes = reason.size()};
    return answer(head, std::as_bytes(std::span(reason)));
}

bool answer(const Result<CollectedObjects, Failure>& result) {
    if (!result) {
        return answer(result.error());
    }
    const CollectedObjects& sample = result.value();
    return answer({.status = 0, .objects = sample.objects, .bytes = sample.bytes.size()}, sample.bytes);
}

// The processor time that the DLL may use until the next call begins anew with each one.
void renew_processor_time(std::uint32_t seconds) {
    rusage used{};
    if (seconds != 0 && getrusage(RUSAGE_SELF, &used) == 0) {
        limit(RLIMIT_CPU, static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + seconds);
    }
}

void serve(Module& module, const Settings& settings) {
    while (const auto request = receive_request(worker_socket)) {
        renew_processor_time(settings.cpu_limit);
        if (!answer(perform(module, request->call, request->text)) || request->call == HostCall::close) {
            return;
        }
    }
}

// The DLL may end the thread that calls it (pthread_exit()): then the process ends, whatever other threads
// there are.
class EndWithThread : boost::noncopyable {
  public:
    ~EndWithThread() {
        if (!has_served_) {
            static_cast<void>(
                answer(Failure(Status::invalid_data, "", "it ended the thread that called it")));
            _exit(1);
        }
    }

    void set_served() noexcept { has_served_ = true; }

  private:
    bool has_served_ = false;
};

int work(const std::string& file, pid_t supervisor) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != supervisor) {
        return 1; // it has ended before
    }
    setpgid(0, 0);
    const int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    close(null);
    fcntl(worker_socket, F_SETFD, FD_CLOEXEC); // programs that the DLL starts have nothing to do with it
    const auto settings = load_settings(file);
    if (!settings) {
        static_cast<void>(answer(settings.error()));
        return 1;
    }
    if (limits_memory && settings.value().memory_limit != 0) {
        limit(RLIMIT_AS, rlim_t{settings.value().memory_limit} << 20U);
    }
    EndWithThread end;
    serve(*make_loaded_module(settings.value()), settings.value());
    end.set_served();
    return 0;
}

// ------------------------------------------------------------------------------------------ the supervisor

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

int supervise(pid_t worker, int children) {
    close(worker_socket);
    wait_for_end(worker, children, program_id());
    const HostEnd end{end_descendants(worker)};
    static_cast<void>(send_message(control_socket, end));
    return 0;
}

int run(const std::string& file) {
    close_inherited();
    open_standard_streams();
    adopt_orphans();
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
        const int code = work(file, supervisor);
        std::exit(code);
    }
    return worker < 0 ? 1 : supervise(worker, children);
}

} // namespace
} // namespace pdh_shim::source::provider

int main(int count, char** arguments) {
    try {
        return count == 2 ? pdh_shim::source::provider::run(arguments[1]) : 2;
    } catch (const std::exception&) {
        return 1;
    }
}
