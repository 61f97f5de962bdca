// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_host.h"

#include "base/trusted_file.h"
#include "tools/logman/background.h"
#include "tools/logman/command_process.h"
#include "tools/terminal/program_error.h"
#include "tools/terminal/standard_output.h"
#include "tools/terminal/terminal_text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <deque>
#include <fcntl.h>
#include <filesystem>
#include <grp.h>
#include <optional>
#include <poll.h>
#include <pwd.h>
#include <set>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::logman {

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t longest_request = std::size_t{256} << 10U;
constexpr std::size_t longest_reply = 4096;

std::string text_of_error(int error) {
    return std::generic_category().message(error);
}

/// The rights of a user, looked up before fork().
struct Rights {
    uid_t user = 0;
    gid_t group = 0;
    std::vector<gid_t> groups;
    Words environment;
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

// What this process ignores, catches or blocks, its programs do not.
void restore_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGCHLD}) {
        (void)std::signal(number, SIG_DFL);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// What a new program gets of its parent, which prepares it: the child of fork() makes only safe calls.
struct NewProgram {
    char* const* arguments;
    char* const* environment;
    const Rights* rights; ///< null = the rights of this process
    bool keeps_terminal = false;
    int output = -1;
    int reasons = -1; ///< gets errno if the program cannot be run
};

// Standard input is that of this process: /dev/null.
[[noreturn]] void become_program(const NewProgram& program) {
    restore_signals();
    ::dup2(program.output, STDOUT_FILENO);
    ::dup2(program.output, STDERR_FILENO);
    program.keeps_terminal ? ::setpgid(0, 0) : ::setsid();
    const bool is_placed = program.keeps_terminal || ::chdir("/") == 0;
    if (is_placed && (program.rights == nullptr || take_rights(*program.rights))) {
        close_files(STDERR_FILENO + 1, ClosingTime::at_exec);
        ::execve(program.arguments[0], program.arguments, program.environment);
    }
    const int reason = errno;
    [[maybe_unused]] const auto written = ::write(program.reasons, &reason, sizeof reason);
    ::_exit(127);
}

/// A pipe whose ends close by themselves.
class Pipe : boost::noncopyable {
  public:
    Pipe() { is_open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
    ~Pipe() {
        if (is_open_) {
            close_writer();
            ::close(std::exchange(ends_[0], -1));
        }
    }
    [[nodiscard]] bool is_open() const { return is_open_; }
    [[nodiscard]] int reader() const { return ends_[0]; }
    [[nodiscard]] int writer() const { return ends_[1]; }
    [[nodiscard]] int take_reader() { return std::exchange(ends_[0], -1); }
    void close_writer() { ::close(std::exchange(ends_[1], -1)); }

  private:
    std::array<int, 2> ends_ = {-1, -1};
    bool is_open_;
};

/// What a program says, line by line.
class Output {
  public:
    Output(int pipe, std::string name) : pipe_(pipe), name_(std::move(name)) {
        ::fcntl(pipe, F_SETFL, O_NONBLOCK);
    }

    [[nodiscard]] int pipe() const { return pipe_; }

    /// Copies what is there to a file. @return false at the end
    bool copy_to(int messages) {
        std::array<char, 4096> bytes{};
        const auto count = ::read(pipe_, bytes.data(), bytes.size());
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
            return true;
        }
        add({bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))}, messages);
        if (count > 0) {
            return true;
        }
        end_line(messages);
        if (left_out_ > 0) {
            line_ = "(" + std::to_string(left_out_) + " more bytes were left out)";
            end_line(messages);
        }
        ::close(pipe_);
        return false;
    }

  private:
    // A line that is too long becomes several, and a program that says too much is not written down.
    void add(std::string_view bytes, int messages) {
        constexpr std::size_t longest_line = 4096;
        constexpr std::uint64_t most = std::uint64_t{1} << 20U;
        const auto room = static_cast<std::size_t>(most - taken_);
        left_out_ += bytes.size() - std::min(bytes.size(), room);
        bytes = bytes.substr(0, room);
        taken_ += bytes.size();
        for (const char c : bytes) {
            if (c != '\n') {
                line_ += c;
            }
            if (c == '\n' || line_.size() == longest_line) {
                end_line(messages);
            }
        }
    }

    void end_line(int messages) {
        if (!line_.empty()) {
            (void)terminal::write_all(messages, name_ + ": " + terminal::escaped(line_) + '\n');
            line_.clear();
        }
    }

    int pipe_;
    std::string name_;
    std::string line_;
    std::uint64_t taken_ = 0;
    std::uint64_t left_out_ = 0;
};

/// The child process.
class Host {
  public:
    Host(const CollectorSet& set, int requests, int messages)
        : program_(set.command), user_(set.user), most_(set.most_commands), requests_(requests),
          messages_(messages), has_terminal_(messages == STDERR_FILENO), children_(child_signals()) {}

    void serve() {
        while (requests_ >= 0 || !running_.empty() || !waiting_.empty() || !outputs_.empty()) {
            wait();
            start_waiting();
        }
    }

  private:
    static int child_signals() {
        sigset_t child;
        ::sigemptyset(&child);
        ::sigaddset(&child, SIGCHLD);
        ::sigprocmask(SIG_BLOCK, &child, nullptr);
        return ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    }

    void wait() {
        std::vector<pollfd> states{{requests_, POLLIN, 0}, {children_, POLLIN, 0}};
        for (const auto& output : outputs_) {
            states.push_back({output.pipe(), POLLIN, 0});
        }
        if (::poll(states.data(), states.size(), -1) < 0) {
            return;
        }
        if (states[1].revents != 0) {
            reap();
        }
        auto state = states.begin() + 2;
        std::erase_if(
            outputs_, [&](Output& output) { return (state++)->revents != 0 && !output.copy_to(messages_); });
        if (states[0].revents != 0) {
            answer();
        }
    }

    void reap() {
        std::array<signalfd_siginfo, 16> signals{};
        while (::read(children_, signals.data(), sizeof signals) > 0) {
        }
        for (pid_t ended = ::waitpid(-1, nullptr, WNOHANG); ended > 0;
             ended = ::waitpid(-1, nullptr, WNOHANG)) {
            running_.erase(ended);
        }
    }

    // Takes a request: `+`, then arguments, each with a NUL behind it. The reply is `+`, or `-` and the
    // reason.
    void answer() {
        std::vector<char> bytes(longest_request);
        const auto count = ::recv(requests_, bytes.data(), bytes.size(), 0);
        if (count <= 0) {
            if (count == 0 || errno != EINTR) {
                ::close(std::exchange(requests_, -1));
            }
            return;
        }
        Words arguments;
        const auto end = bytes.begin() + count;
        for (auto next = bytes.begin() + 1; next != end;) {
            const auto nul = std::find(next, end, '\0');
            arguments.emplace_back(next, nul);
            next = nul == end ? end : nul + 1;
        }
        const auto reason = take(std::move(arguments));
        const auto reply = (reason.empty() ? "+" : "-") + reason.substr(0, longest_reply - 1);
        (void)::send(requests_, reply.data(), reply.size(), MSG_NOSIGNAL);
    }

    std::string take(Words arguments) {
        if (running_.size() < most_) {
            return start(arguments);
        }
        if (waiting_.size() >= CommandHost::most_waiting) {
            return std::to_string(running_.size()) + " of it run, and " + std::to_string(waiting_.size()) +
                   " wait";
        }
        waiting_.push_back(std::move(arguments));
        return {};
    }

    void start_waiting() {
        while (running_.size() < most_ && !waiting_.empty()) {
            const auto arguments = std::move(waiting_.front());
            waiting_.pop_front();
            if (const auto reason = start(arguments); !reason.empty()) {
                (void)terminal::write_all(messages_,
                    "logman: The command " + terminal::escaped(program_) + " was not run: " + reason + '\n');
            }
        }
    }

    std::string start(const Words& arguments) {
        if (auto reason = reason_for_distrust(program_); !reason.empty()) {
            return reason;
        }
        auto rights = user_.empty() ? std::nullopt : rights_of(user_);
        if (!user_.empty() && !rights) {
            return "the user " + user_ + " does not exist";
        }
        Words words{program_};
        words.insert(words.end(), arguments.begin(), arguments.end());
        const auto pointers = exec_arguments(words);
        if (!rights) {
            return start_with({pointers.data(), environ, nullptr});
        }
        const auto environment = exec_arguments(rights->environment);
        return start_with({pointers.data(), environment.data(), &*rights});
    }

    std::string start_with(NewProgram program) {
        const Rights* const rights = program.rights;
        const bool is_other_user = rights != nullptr && rights->user != ::geteuid();
        program.keeps_terminal = has_terminal_ && !is_other_user;
        Pipe reasons;
        Pipe output;
        if (!reasons.is_open() || !output.is_open()) {
            return text_of_error(errno);
        }
        if (is_other_user) { // so that it can open /dev/stderr
            [[maybe_unused]] const int given = ::fchown(output.writer(), rights->user, rights->group);
        }
        program.output = program.keeps_terminal ? STDERR_FILENO : output.writer();
        program.reasons = reasons.writer();
        const pid_t child = ::fork();
        int reason = errno;
        if (child == 0) {
            become_program(program);
        }
        reasons.close_writer();
        if (child < 0 || ::read(reasons.reader(), &reason, sizeof reason) == sizeof reason) {
            return text_of_error(reason);
        }
        running_.insert(child);
        if (!program.keeps_terminal) {
            outputs_.emplace_back(output.take_reader(),
                std::filesystem::path(program_).filename().string() + '[' + std::to_string(child) + ']');
        }
        return {};
    }

    std::string program_;
    std::string user_;
    std::size_t most_;
    int requests_; // -1 = the run has ended
    int messages_;
    bool has_terminal_; // or what else standard error of the run is
    int children_;      // SIGCHLD
    std::set<pid_t> running_;
    std::deque<Words> waiting_;
    std::vector<Output> outputs_;
};

// Keeps nothing of the run but a connection to it: not its files, not its locks. An exception ends it, and
// goes no further: what is behind it belongs to the run.
[[noreturn]] void become_host(
    const CollectorSet& set, const std::string& messages_file, bool is_background, int requests) noexcept {
    constexpr int kept = STDERR_FILENO + 1;
    ::dup2(requests, kept);
    close_files(kept + 1, ClosingTime::now);
    for (const int number : {SIGINT, SIGHUP, SIGPIPE, SIGXFSZ}) { // Ctrl+C is for the run
        (void)std::signal(number, SIG_IGN);
    }
    for (const int number : {SIGTERM, SIGCHLD}) { // an ignored SIGCHLD would come from who started the run
        (void)std::signal(number, SIG_DFL);
    }
    ::setpgid(0, 0);
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
    const auto rights = rights_of(set.user);
    int messages = STDERR_FILENO;
    if (is_background || (rights && rights->user != ::geteuid())) {
        messages = open_messages(messages_file);
        ::dup2(null, STDERR_FILENO); // whoever started the run may read it until nobody has it
    }
    Host(set, kept, messages).serve();
    ::_exit(0);
}

} // namespace

CommandHost::CommandHost(const CollectorSet& set, const std::string& messages_file, bool is_background) {
    std::array<int, 2> ends = {-1, -1};
    const bool is_open = ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0;
    const pid_t child = is_open ? ::fork() : -1;
    const int reason = errno;
    if (child == 0) {
        become_host(set, messages_file, is_background, ends[1]);
    }
    ::close(ends[1]);
    requests_ = ends[0];
    if (child < 0) {
        ::close(ends[0]);
        throw terminal::ProgramError("No process can be started: " + text_of_error(reason) + ".");
    }
}

CommandHost::~CommandHost() {
    ::close(requests_);
}

std::string CommandHost::run(const std::vector<std::string>& arguments) const {
    std::string request = "+"; // an empty one would be the end
    for (const auto& argument : arguments) {
        request.append(argument).push_back('\0');
    }
    if (request.size() > longest_request) {
        return text_of_error(E2BIG);
    }
    if (::send(requests_, request.data(), request.size(), MSG_NOSIGNAL) < 0) {
        return text_of_error(errno);
    }
    std::array<char, longest_reply> reply{};
    ssize_t count = 0;
    do {
        count = ::recv(requests_, reply.data(), reply.size(), 0);
    } while (count < 0 && errno == EINTR);
    return count > 0 ? std::string(reply.data() + 1, static_cast<std::size_t>(count) - 1)
                     : "the process that starts it has ended";
}

} // namespace pdh_shim::tools::logman
