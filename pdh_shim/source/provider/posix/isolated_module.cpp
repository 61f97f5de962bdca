#include "base/platform.h"
#include "source/provider/module.h"
#include "source/provider/posix/host_channel.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

extern "C" char** environ; // NOLINT(readability-redundant-declaration): only declared with _GNU_SOURCE

namespace pdh_shim::source::provider {
namespace {

// The program that loads the DLL; installed beside the library.
std::string host_program() {
    return platform::environment("PDH_SHIM_LIBEXEC").value_or(PDH_SHIM_LIBEXEC_FOLDER) + "/pdh-provider-host";
}

// What posix_spawn() is told, freed with this.
class SpawnPlan {
  public:
    explicit SpawnPlan(int socket) {
        sigset_t none{};
        sigset_t all{};
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, socket, host_socket);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        // A Ctrl+C is for the program: it closes the host when it ends.
        posix_spawnattr_setpgroup(&attributes_, 0);
        constexpr int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
        posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    SpawnPlan(SpawnPlan&&) = delete;
    SpawnPlan& operator=(SpawnPlan&&) = delete;
    ~SpawnPlan() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }

    // Number of the process, or an error.
    [[nodiscard]] int spawn(std::string program, std::string argument, pid_t& process) const {
        const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
        return posix_spawn(&process, program.c_str(), &actions_, &attributes_, arguments.data(), environ);
    }

  private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

// The child process. One thread may end it while another waits for it.
class ChildProcess {
  public:
    void set(pid_t process) {
        const std::scoped_lock lock(mutex_);
        process_ = process;
    }

    void kill() noexcept {
        const std::scoped_lock lock(mutex_);
        if (process_ > 0) {
            ::kill(process_, SIGKILL);
        }
    }

    // Ends it if need be, and says how it ended.
    std::string reap() {
        const std::scoped_lock lock(mutex_);
        if (process_ <= 0) {
            return "it is gone";
        }
        ::kill(process_, SIGKILL);
        int status = 0;
        pid_t reaped = 0;
        do {
            reaped = waitpid(process_, &status, 0);
        } while (reaped < 0 && errno == EINTR);
        process_ = 0;
        if (reaped > 0 && WIFSIGNALED(status)) {
            return "signal " + std::to_string(WTERMSIG(status));
        }
        return reaped > 0 ? "exit code " + std::to_string(WEXITSTATUS(status)) : "it is gone";
    }

  private:
    std::mutex mutex_;
    pid_t process_ = 0;
};

class IsolatedModule final : public Module {
  public:
    explicit IsolatedModule(std::string file) : file_(std::move(file)) {}
    IsolatedModule(const IsolatedModule&) = delete;
    IsolatedModule& operator=(const IsolatedModule&) = delete;
    IsolatedModule(IsolatedModule&&) = delete;
    IsolatedModule& operator=(IsolatedModule&&) = delete;
    ~IsolatedModule() override { end(); }

    Result<void> load(std::string& fault) override {
        PDH_SHIM_CHECK(start(fault));
        return call(HostCall::load, {}, fault);
    }

    Result<void> open(std::string& fault) override { return call(HostCall::open, {}, fault); }

    Result<Sample> collect(const std::u16string& request, std::string& fault) override {
        HostAnswer answer;
        PDH_SHIM_CHECK(ask(HostCall::collect, request, answer, fault));
        return Sample{received_, answer.objects};
    }

    void close() override {
        std::string fault;
        std::byte nothing{};
        if (call(HostCall::close, {}, fault)) {
            static_cast<void>(receive_all(socket_, {&nothing, 1})); // waits for the end of the process
        }
        end();
    }

    void abandon() noexcept override { process_.kill(); }

  private:
    Result<void> start(std::string& fault) {
        std::array<int, 2> sockets{};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
            fault = "no socket for its process";
            return Status::file_not_found;
        }
        socket_ = sockets[0];
        const std::string program = host_program();
        pid_t process = 0;
        const int error = SpawnPlan(sockets[1]).spawn(program, file_, process);
        ::close(sockets[1]);
        if (error != 0) {
            fault = program + " cannot be started (error " + std::to_string(error) + ")";
            return Status::file_not_found;
        }
        process_.set(process);
        return outcome::success();
    }

    Result<void> call(HostCall call, std::u16string_view text, std::string& fault) {
        HostAnswer answer;
        return ask(call, text, answer, fault);
    }

    Result<void> ask(HostCall call, std::u16string_view text, HostAnswer& answer, std::string& fault) {
        if (!exchange(call, text, answer)) {
            fault = "its process ended: " + process_.reap();
            return Status::invalid_data;
        }
        if (answer.status != 0) {
            fault.assign(reinterpret_cast<const char*>(received_.data()), received_.size());
            return static_cast<Status>(answer.status);
        }
        return outcome::success();
    }

    // False if the process is gone, or says what it should not.
    bool exchange(HostCall call, std::u16string_view text, HostAnswer& answer) {
        const auto bytes = std::as_bytes(std::span(text));
        if (bytes.size() > longest_request ||
            !send_message(socket_, HostRequest{call, static_cast<std::uint32_t>(bytes.size())}) ||
            !send_all(socket_, bytes) || !receive_message(socket_, answer) || answer.bytes > largest_sample) {
            return false;
        }
        received_.resize(static_cast<std::size_t>(answer.bytes));
        return receive_all(socket_, received_);
    }

    void end() {
        if (socket_ >= 0) {
            ::close(std::exchange(socket_, -1));
            static_cast<void>(process_.reap());
        }
    }

    const std::string file_;
    int socket_ = -1;
    ChildProcess process_;
    std::vector<std::byte> received_;
};

} // namespace

std::shared_ptr<Module> make_isolated_module(const std::string& file) {
    return std::make_shared<IsolatedModule>(file);
}

} // namespace pdh_shim::source::provider
