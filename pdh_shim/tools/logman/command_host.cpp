// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_host.h"

#include "base/named_file.h"
#include "tools/command/arguments.h"
#include "tools/logman/command_process.h"
#include "tools/terminal/program_end.h"
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
// A request begins with one of these; the first two have words behind it, each with a NUL at its end.
constexpr char with_rights_of_user = '+';
constexpr char with_own_rights = '=';
constexpr char question = '?';

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

// The texts of a request or a reply, each with a NUL at its end.
Words texts_in(std::string_view bytes) {
    Words texts;
    while (!bytes.empty()) {
        const auto end = std::min(bytes.find('\0'), bytes.size() - 1);
        texts.emplace_back(bytes.substr(0, end));
        bytes.remove_prefix(end + 1);
    }
    return texts;
}

/// A program that was asked for.
struct NextProgram {
    char kind; ///< the begin of the request
    Words words;
};

/// The child process.
class Host {
  public:
    Host(const CollectorSet& set, int requests, int messages)
        : user_(set.user), most_(set.most_commands), requests_(requests), messages_(messages),
          has_terminal_(messages == STDERR_FILENO), children_(child_signals()) {}

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

    // The reply has four texts, each with a NUL at its end: how many programs wait, how many of them could
    // not be started since the last reply, the reason of the newest, and why this program was not started.
    void answer() {
        std::vector<char> bytes(longest_request);
        const auto count = ::recv(requests_, bytes.data(), bytes.size(), 0);
        if (count <= 0) {
            if (count == 0 || errno != EINTR) {
                ::close(std::exchange(requests_, -1));
            }
            return;
        }
        const std::string_view request(bytes.data(), static_cast<std::size_t>(count));
        const auto reason = request.front() == question
                                ? std::string()
                                : take({request.front(), texts_in(request.substr(1))});
        constexpr std::size_t longest_reason = 1000;
        std::string reply;
        for (const auto& text : {std::to_string(waiting_.size()), std::to_string(std::exchange(late_, 0)),
                 late_reason_.substr(0, longest_reason), reason.substr(0, longest_reason)}) {
            reply.append(text).push_back('\0');
        }
        (void)::send(requests_, reply.data(), reply.size(), MSG_NOSIGNAL);
    }

    std::string take(NextProgram program) {
        if (running_.size() < most_) {
            return start(program);
        }
        if (waiting_.size() >= CommandHost::most_waiting) {
            return std::to_string(running_.size()) + " of it run, and " + std::to_string(waiting_.size()) +
                   " wait";
        }
        waiting_.push_back(std::move(program));
        return {};
    }

    void start_waiting() {
        while (running_.size() < most_ && !waiting_.empty()) {
            auto program = std::move(waiting_.front());
            waiting_.pop_front();
            if (auto reason = start(program); !reason.empty()) {
                (void)terminal::write_all(messages_, "logman: The command " +
                                                         terminal::escaped(program.words.front()) +
                                                         " was not run: " + reason + '\n');
                ++late_;
                late_reason_ = std::move(reason);
            }
        }
    }

    std::string start(NextProgram& program) {
        Words& words = program.words;
        if (auto reason = reason_for_distrust(words.front()); !reason.empty()) {
            return reason;
        }
        const bool has_user = !user_.empty() && program.kind != with_own_rights;
        auto rights = has_user ? rights_of(user_) : std::nullopt;
        if (has_user && !rights) {
            return "the user " + user_ + " does not exist";
        }
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
            outputs_.emplace_back(
                output.take_reader(), std::filesystem::path(program.arguments[0]).filename().string() + '[' +
                                          std::to_string(child) + ']');
        }
        return {};
    }

    std::string user_;
    std::size_t most_;
    int requests_; // -1 = the run has ended
    int messages_;
    bool has_terminal_; // or what else standard error of the run is
    int children_;      // SIGCHLD
    std::set<pid_t> running_;
    std::deque<NextProgram> waiting_;
    std::vector<Output> outputs_;
    std::uint64_t late_ = 0; // programs that waited and could not be started, since the last reply
    std::string late_reason_;
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

CommandHost::CommandHost(const CollectorSet& set, const std::string& messages_file, bool is_background)
    : become_host_([&set, messages_file, is_background](
                       int requests) { become_host(set, messages_file, is_background, requests); }) {
    start();
}

CommandHost::~CommandHost() {
    ::close(requests_);
}

void CommandHost::start() {
    std::array<int, 2> ends = {-1, -1};
    const bool is_open = ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0;
    host_ = is_open ? ::fork() : -1;
    const int reason = errno;
    if (host_ == 0) {
        become_host_(ends[1]);
    }
    ::close(ends[1]);
    requests_ = ends[0];
    if (host_ < 0) {
        ::close(std::exchange(requests_, -1));
        throw terminal::ProgramError("No process can be started: " + text_of_error(reason) + ".");
    }
}

ProgramOutcome CommandHost::run(const Program& program) {
    std::string request(1, program.has_own_rights ? with_own_rights : with_rights_of_user);
    request.append(program.file).push_back('\0');
    for (const auto& argument : program.arguments) {
        request.append(argument).push_back('\0');
    }
    if (request.size() > longest_request) {
        return {text_of_error(E2BIG), 0, {}, false};
    }
    return ask(request);
}

ProgramOutcome CommandHost::late_outcome() {
    return waiting_ > 0 ? ask({question}) : ProgramOutcome();
}

ProgramOutcome CommandHost::ask(const std::string& request) {
    constexpr const char* has_ended = "the process that starts it has ended";
    ProgramOutcome outcome;
    auto sent = ::send(requests_, request.data(), request.size(), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EPIPE || errno == ECONNRESET || errno == EBADF)) {
        outcome = {{}, std::exchange(waiting_, 0), has_ended, true};
        ::close(std::exchange(requests_, -1));
        if (host_ > 0) {
            (void)::waitpid(host_, nullptr, WNOHANG);
        }
        try {
            start();
        } catch (const terminal::ProgramError& error) {
            outcome.reason = error.what();
            outcome.is_host_new = false;
            return outcome;
        }
        sent = ::send(requests_, request.data(), request.size(), MSG_NOSIGNAL);
    }
    if (sent < 0) {
        outcome.reason = text_of_error(errno);
        return outcome;
    }
    std::array<char, longest_reply> reply{};
    ssize_t count = 0;
    do {
        count = ::recv(requests_, reply.data(), reply.size(), 0);
    } while (count < 0 && errno == EINTR);
    const auto texts = texts_in({reply.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))});
    constexpr std::size_t parts = 4;
    if (texts.size() != parts) {
        // It may have started the program all the same, so that nobody asks again.
        outcome.reason = request.front() == question ? std::string() : has_ended;
        return outcome;
    }
    waiting_ = command::parse_number(texts[0]).value_or(0);
    if (const auto late = command::parse_number(texts[1]).value_or(0); late > 0) {
        outcome.late += late;
        outcome.late_reason = texts[2];
    }
    outcome.reason = texts[3];
    return outcome;
}

} // namespace pdh_shim::tools::logman
