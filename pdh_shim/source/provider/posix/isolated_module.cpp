// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/locks.h"
#include "base/named_file.h"
#include "base/platform.h"
#include "source/provider/module.h"
#include "source/provider/posix/host_channel.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace pdh_shim::source::provider {

/// Starts a program that is not a child, so that the calling program's wait(), SIGCHLD and process numbers
/// do not include it. It leads a new session; its signals have their default actions, its standard
/// output goes nowhere, and of the descriptors it has these two under the given numbers, and standard error.
/// (The system gives it to the calling program after all if this asked for orphans: the first process of a
/// container, or a PR_SET_CHILD_SUBREAPER.)
struct DetachedProgram {
    std::string program;
    std::string argument;
    int standard_input = -1;
    int socket = -1;
    int socket_number = -1; ///< what `socket` becomes

    /// 0, or the error of the system.
    [[nodiscard]] int start() const;
};

} // namespace pdh_shim::source::provider

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

namespace {

// The program that loads the DLL; installed with the library.
// @retval file_not_found, memory_allocation_failure not now
Result<std::string, Failure> host_program() {
    constexpr std::string_view name = "/pdh-provider-host";
    if (const auto folder = platform::environment("PDH_SHIM_LIBEXEC")) {
        return *folder + std::string(name);
    }
    std::string searched;
    for (std::string& path : companion_paths(name.substr(1), {PDH_SHIM_LIBEXEC_FOLDERS})) {
        if (file_kind(path) == FileKind::file) {
            return std::move(path);
        }
        searched += (searched.empty() ? "" : ", ") + path;
    }
    // If the own file is not known, as without a free descriptor, it may be found later.
    return Failure(own_file().empty() ? Status::memory_allocation_failure : Status::file_not_found, "",
        "the program that runs it is not there: " + searched);
}

bool is_shortage(int error) noexcept {
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

// Gives a shortage of the system some milliseconds to pass.
int start_patiently(const DetachedProgram& program) {
    constexpr int attempts = 6;
    std::chrono::milliseconds pause{1};
    int error = program.start();
    for (int attempt = 1; attempt < attempts && is_shortage(error); ++attempt) {
        std::this_thread::sleep_for(pause);
        pause *= 2;
        error = program.start();
    }
    return error;
}

std::string describe(const HostEnd& end) {
    if (!WIFSIGNALED(end.wait_status)) {
        return "exit code " + std::to_string(WEXITSTATUS(end.wait_status));
    }
    const int signal = WTERMSIG(end.wait_status);
    return "signal " + std::to_string(signal) +
           (signal == SIGXCPU ? ", it used more processor time than CPU Limit allows" : "");
}

// The two sockets, and with them the processes. One thread may give them up while another waits for them.
class HostProcess {
  public:
    /// @retval memory_allocation_failure not now
    /// @retval file_not_found there is no such program
    /// @retval access_denied this process belongs to root, and others can change it
    Result<void, Failure> start(const std::string& file) {
        PDH_SHIM_TRY(const std::string program, host_program());
        PDH_SHIM_CHECK(check_trust(program));
        auto control = HostSocket::make_pair();
        auto worker = HostSocket::make_pair();
        if (!control || !worker) {
            return Failure(Status::memory_allocation_failure, "", "there is no socket for its process");
        }
        const DetachedProgram host{.program = program,
            .argument = file,
            .standard_input = control.value()[1].number(),
            .socket = worker.value()[1].number(),
            .socket_number = worker_socket};
        if (const int error = start_patiently(host); error != 0) {
            return Failure(is_shortage(error) ? Status::memory_allocation_failure : Status::file_not_found,
                "", host.program + " cannot be started (error " + std::to_string(error) + ")");
        }
        const std::scoped_lock lock(mutex_);
        control_ = std::move(control.value()[0]);
        worker_ = std::move(worker.value()[0]);
        return outcome::success();
    }

    /// The socket to talk to the worker; -1 if the program has closed it.
    [[nodiscard]] int worker() const noexcept {
        return control_.is_ours() && worker_.is_ours() ? worker_.number() : -1;
    }

    /// Waits until the worker has sent data. False if it has ended: a child that it has left may have
    /// the other end of its socket.
    [[nodiscard]] bool wait_for_worker() const noexcept {
        std::array<pollfd, 2> sources{pollfd{.fd = worker_.number(), .events = POLLIN, .revents = 0},
            pollfd{.fd = control_.number(), .events = POLLIN, .revents = 0}};
        while (poll(sources.data(), sources.size(), -1) < 0) {
            if (errno != EINTR) {
                return false;
            }
        }
        return (sources[0].revents & POLLIN) != 0;
    }

    /// Ends the processes if necessary, waits until they have ended, and returns how the worker ended.
    std::string end() {
        if (!control_.is_ours()) {
            forget();
            return "its sockets were closed";
        }
        control_.shut_down_sending();
        const auto end = receive_end(control_.number());
        forget();
        return end ? describe(*end) : "it is gone";
    }

    /// The same without waiting, while another thread uses this.
    void give_up() noexcept {
        const std::scoped_lock lock(mutex_);
        control_.shut_down();
        worker_.shut_down();
    }

    /// Waits until the processes are gone by themselves.
    void wait_for_end() const noexcept {
        if (control_.is_ours()) {
            static_cast<void>(receive_end(control_.number()));
        }
    }

  private:
    void forget() noexcept {
        const std::scoped_lock lock(mutex_);
        control_.close();
        worker_.close();
    }

    Mutex mutex_{Rank::leaf}; // to make and close them, and for the other thread
    HostSocket control_;
    HostSocket worker_;
};

class IsolatedModule final : public Module {
  public:
    explicit IsolatedModule(std::string file) : file_(std::move(file)) {}
    ~IsolatedModule() override { static_cast<void>(host_.end()); }

    Result<void, Failure> load() override {
        PDH_SHIM_CHECK(host_.start(file_));
        return call(HostCall::load);
    }

    Result<void, Failure> open() override { return call(HostCall::open); }

    Result<CollectedObjects, Failure> collect(const std::u16string& request) override {
        PDH_SHIM_TRY(const HostAnswer answer, ask(HostCall::collect, request));
        return CollectedObjects{received_, answer.objects};
    }

    void close() override {
        if (call(HostCall::close)) {
            host_.wait_for_end();
        }
        static_cast<void>(host_.end());
    }

    void abandon() noexcept override { host_.give_up(); }

  private:
    Result<void, Failure> call(HostCall call) {
        PDH_SHIM_CHECK(ask(call, {}));
        return outcome::success();
    }

    Result<HostAnswer, Failure> ask(HostCall call, std::u16string_view text) {
        const auto answer = exchange(call, text);
        if (!answer) {
            return Failure(Status::invalid_data, "", "its process ended: " + host_.end());
        }
        if (answer->status != 0) {
            // A shortage in that process is the DLL's fault: this process has none.
            const auto status = static_cast<Status>(answer->status);
            return Failure(status == Status::memory_allocation_failure ? Status::invalid_data : status, "",
                std::string(as_text(received_)));
        }
        return *answer;
    }

    // None if the process has ended, or violates the protocol.
    std::optional<HostAnswer> exchange(HostCall call, std::u16string_view text) {
        const auto bytes = std::as_bytes(std::span(text));
        const int socket = host_.worker();
        const bool is_asked =
            socket >= 0 && bytes.size() <= longest_request &&
            send_message(socket, HostRequest{call, static_cast<std::uint32_t>(bytes.size())}) &&
            send_all(socket, bytes) && host_.wait_for_worker();
        return is_asked ? receive_answer(socket, received_) : std::nullopt;
    }

    const std::string file_;
    HostProcess host_;
    std::vector<std::byte> received_;
};

} // namespace

std::shared_ptr<Module> make_isolated_module(const std::string& file) {
    return std::make_shared<IsolatedModule>(file);
}

} // namespace pdh_shim::source::provider
