// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/posix/detached_program.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" char** environ; // NOLINT(readability-redundant-declaration): only declared with _GNU_SOURCE

namespace pdh_shim::source::provider {
namespace {

constexpr std::size_t stack_size = std::size_t{256} << 10U;

// The attributes for posix_spawn(); the destructor frees them.
class SpawnPlan : boost::noncopyable {
  public:
    explicit SpawnPlan(const DetachedProgram& program) {
        sigset_t none{};
        sigset_t all{};
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, program.standard_input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, program.socket, program.socket_number);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        // A Ctrl+C is for the program, not for this one.
        constexpr int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID;
        posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
    }
    ~SpawnPlan() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }

    [[nodiscard]] int spawn(const std::array<char*, 3>& arguments) const {
        pid_t process = 0;
        return posix_spawn(&process, arguments.front(), &actions_, &attributes_, arguments.data(), environ);
    }

  private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

// Data for the process between the caller and the detached program. It shares the caller's memory.
struct SpawnRequest {
    const SpawnPlan& plan;
    std::array<char*, 3> arguments;
    int error = 0;
};

int run_spawn_request(void* argument) {
    auto& request = *static_cast<SpawnRequest*>(argument);
    request.error = request.plan.spawn(request.arguments);
    // That ends the process. With _exit() the address sanitizer would keep the frame for one in use, and
    // another mapping at its place as well.
    return 0;
}

// Of the process in between; it grows downwards.
class Stack : boost::noncopyable {
  public:
    Stack() noexcept
        : base_(mmap(nullptr, stack_size, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0)) {}
    ~Stack() {
        if (base_ != MAP_FAILED) {
            munmap(base_, stack_size);
        }
    }

    // Null if there is none.
    [[nodiscard]] void* top() const noexcept {
        return base_ == MAP_FAILED ? nullptr : static_cast<char*>(base_) + stack_size;
    }

  private:
    void* base_;
};

// A process that shares the caller's memory runs no handler of the caller's.
class NoSignals : boost::noncopyable {
  public:
    NoSignals() noexcept {
        sigset_t all{};
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_{};
};

} // namespace

int DetachedProgram::start() const {
    std::string program_text = program;
    std::string argument_text = argument;
    const SpawnPlan plan(*this);
    SpawnRequest request{.plan = plan, .arguments = {program_text.data(), argument_text.data(), nullptr}};
    const Stack stack;
    if (stack.top() == nullptr) {
        return ENOMEM;
    }
    const NoSignals no_signals;
    // Its end sends no signal, so that only __WCLONE waits for it. (The program that it starts would
    // be a child like any other: execve() takes that property away.)
    const pid_t between = clone(run_spawn_request, stack.top(), CLONE_VM | CLONE_VFORK, &request);
    if (between < 0) {
        return errno;
    }
    while (waitpid(between, nullptr, static_cast<int>(__WCLONE)) < 0 && errno == EINTR) {
    }
    return request.error;
}

} // namespace pdh_shim::source::provider
