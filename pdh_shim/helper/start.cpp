// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "helper/start.h"

#include "base/named_file.h"
#include "base/platform.h"
#include "base/sanitizer.h"
#include "helper/channel.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

extern "C" char** environ; // NOLINT(readability-redundant-declaration): only declared with _GNU_SOURCE

namespace pdh_shim::helper {
namespace {

constexpr std::size_t stack_size = std::size_t{256} << 10U;

// What posix_spawn() is given; the destructor frees it.
class SpawnPlan : boost::noncopyable {
  public:
    SpawnPlan(std::string path, std::vector<std::string> arguments, int control, int worker)
        : path_(std::move(path)), texts_(std::move(arguments)) {
        arguments_.push_back(path_.data());
        for (std::string& text : texts_) {
            arguments_.push_back(text.data());
        }
        arguments_.push_back(nullptr);
        sigset_t none{};
        sigset_t all{};
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, control, control_socket);
        posix_spawn_file_actions_adddup2(&actions_, worker, worker_socket);
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

    void spawn() {
        pid_t process = 0;
        error_ =
            posix_spawn(&process, path_.c_str(), &actions_, &attributes_, arguments_.data(), environment_);
    }

    // 0, or the error of the system.
    [[nodiscard]] int error() const noexcept { return error_; }

  private:
    std::string path_;
    std::vector<std::string> texts_;
    std::vector<char*> arguments_;
    std::string path_variable_ = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    std::string mark_ = std::string(privileged_mark) + "=1";
    std::array<char*, 3> own_environment_{path_variable_.data(), mark_.data(), nullptr};
    // The user chose that of a program with more rights, and the process does not see that it has them, once
    // the program has become its owner altogether.
    char** environment_ = platform::is_privileged_start() ? own_environment_.data() : environ;
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
    int error_ = 0;
};

// In the process between the caller and the program.
int run_spawn(void* plan) {
    static_cast<SpawnPlan*>(plan)->spawn();
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

// Below 0: errno. The end of the process sends no signal, so that only __WCLONE waits for it. (The program
// that it starts would be a child like any other: execve() takes that property away.)
pid_t start_between(SpawnPlan& plan, const Stack& stack) {
    if constexpr (under_thread_sanitizer) {
        // That takes a process which shares the memory for a child of fork(), and ends the program.
        const auto between = static_cast<pid_t>(syscall(SYS_clone, 0UL, nullptr, nullptr, nullptr, 0UL));
        if (between == 0) {
            plan.spawn();
            syscall(
                SYS_exit_group, plan.error()); // the sanitizer has locks that another thread may have held
        }
        return between;
    }
    return clone(run_spawn, stack.top(), CLONE_VM | CLONE_VFORK, &plan);
}

// 0, or the error of the system.
int start(SpawnPlan& plan) {
    const Stack stack;
    if (stack.top() == nullptr) {
        return ENOMEM;
    }
    const NoSignals no_signals;
    const pid_t between = start_between(plan, stack);
    if (between < 0) {
        return errno;
    }
    int status = 0;
    while (waitpid(between, &status, static_cast<int>(__WCLONE)) < 0 && errno == EINTR) {
    }
    return under_thread_sanitizer ? WEXITSTATUS(status) : plan.error();
}

bool is_shortage(int error) noexcept {
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

// Gives a shortage of the system some milliseconds to pass.
int start_patiently(SpawnPlan& plan) {
    constexpr int attempts = 6;
    std::chrono::milliseconds pause{1};
    int error = start(plan);
    for (int attempt = 1; attempt < attempts && is_shortage(error); ++attempt) {
        std::this_thread::sleep_for(pause);
        pause *= 2;
        error = start(plan);
    }
    return error;
}

// @retval file_not_found, memory_allocation_failure not now
Result<std::string, Failure> path_of(const std::string& name) {
    if (const auto folder = platform::environment("PDH_SHIM_LIBEXEC")) {
        return *folder + "/" + name;
    }
    std::string searched;
    for (std::string& path : companion_paths(name, {PDH_SHIM_LIBEXEC_FOLDERS})) {
        if (file_kind(path) == FileKind::file) {
            return std::move(path);
        }
        searched += (searched.empty() ? "" : ", ") + path;
    }
    // If the own file is not known, as without a free descriptor, it may be found later.
    return Failure(own_file().empty() ? Status::memory_allocation_failure : Status::file_not_found, "",
        "the program that runs it is not there: " + searched);
}

} // namespace

Result<void, Failure> start_detached(const HelperProgram& program, int control, int worker) {
    PDH_SHIM_TRY(const std::string path, path_of(program.name));
    PDH_SHIM_CHECK(check_trust(path));
    SpawnPlan plan(path, program.arguments, control, worker);
    if (const int error = start_patiently(plan); error != 0) {
        return Failure(is_shortage(error) ? Status::memory_allocation_failure : Status::file_not_found, "",
            path + " cannot be started (error " + std::to_string(error) + ")");
    }
    return outcome::success();
}

} // namespace pdh_shim::helper
