// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "helper/helper.h"

#include "base/bytes.h"
#include "base/own_thread.h"
#include "base/platform.h"
#include "base/saturating.h"
#include "base/trace.h"
#include "helper/channel.h"
#include "helper/frames.h"
#include "helper/sockets.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace pdh_shim::helper {
namespace {

// Why there is no answer: to be copied, as a Failure cannot be.
struct Reason {
    Status status = Status::invalid_data;
    std::string text;

    [[nodiscard]] Failure failure() const { return {status, "", text}; }
};

// Bytes of requests that the process has not taken yet: one that takes none must not fill the memory.
constexpr std::size_t most_unsent = std::size_t{16} << 20U;

} // namespace

class Helper::Request : boost::noncopyable {
  public:
    explicit Request(std::int64_t deadline) noexcept : deadline(deadline) {}

    void settle(Result<std::vector<std::byte>, Failure> result) {
        answer = std::move(result);
        done->wake();
    }
    void fail(const Reason& reason) noexcept {
        try {
            answer = reason.failure();
        } catch (const std::exception&) { // it stays a failure, without a text
        }
        done->wake();
    }

    const std::int64_t deadline;
    const std::uint32_t epoch = fork_epoch();
    const std::shared_ptr<WaitEvent> done = std::make_shared<WaitEvent>();
    std::weak_ptr<Process> process;                                                 // that was asked
    std::uint32_t number = 0;                                                       // of that process
    Result<std::vector<std::byte>, Failure> answer = Failure(Status::invalid_data); // once it is done
};

// A process that was started, with the requests that it owes an answer. The thread that reads the answers
// owns it too: if the program closes its descriptors, the thread waits at what they were.
class Helper::Process : public std::enable_shared_from_this<Helper::Process>, boost::noncopyable {
  public:
    Process(std::string name, std::uint64_t longest_answer)
        : name_(std::move(name)), longest_answer_(longest_answer) {}

    [[nodiscard]] Result<void, Failure> start(const HelperProgram& program);

    void send(const std::shared_ptr<Request>& request, std::uint32_t what, std::span<const std::byte> body);
    void forget(std::uint32_t number);
    void give_up() noexcept;

    // How it has ended.
    [[nodiscard]] std::optional<Reason> end() const {
        const std::scoped_lock lock(mutex_);
        return end_;
    }

  private:
    void read() noexcept;
    void settle(Frame& frame);
    [[nodiscard]] std::string end_processes();
    bool finish(const Reason& reason) noexcept;
    bool queue(std::span<const std::byte> bytes);
    void send_rest() noexcept;
    void join_sender();

    const std::string name_;
    const std::uint64_t longest_answer_;
    Channel channel_;

    mutable Mutex mutex_{Rank::leaf}; // guards what follows
    std::unordered_map<std::uint32_t, std::shared_ptr<Request>> owed_;
    std::uint32_t newest_ = 0;
    std::vector<std::byte> unsent_;
    std::optional<OwnThread> sender_; // of what did not fit into the socket at once
    bool sending_ = false;            // that thread sends
    bool ending_ = false;             // nothing is sent any more
    std::optional<Reason> end_;
};

struct Helper::State : boost::noncopyable {
    ~State() {
        if (process != nullptr) {
            process->give_up();
        }
    }

    Mutex mutex{Rank::state};
    std::shared_ptr<Process> process;
    std::int64_t started = 0;
    Reason reason; // why there is none
    BackOff back_off;
};

Result<void, Failure> Helper::Process::start(const HelperProgram& program) {
    PDH_SHIM_CHECK(channel_.start(program));
    try {
        start_detached_thread([process = shared_from_this()] { process->read(); });
    } catch (const std::system_error&) {
        channel_.give_up();
        return Failure(Status::memory_allocation_failure, "", "there is no thread for it");
    }
    return outcome::success();
}

void Helper::Process::send(
    const std::shared_ptr<Request>& request, std::uint32_t what, std::span<const std::byte> body) {
    FrameHead head{.number = 0, .what = what, .bytes = body.size()};
    std::vector<std::byte> bytes(sizeof head + body.size());
    std::ranges::copy(body, bytes.begin() + sizeof head);
    std::optional<Reason> refused;
    {
        const std::scoped_lock lock(mutex_);
        refused = end_;
        if (unsent_.size() > most_unsent) {
            refused = {Status::invalid_data, "it does not take requests"};
        }
        if (!refused) {
            head.number = ++newest_;
            std::memcpy(bytes.data(), &head, sizeof head);
            request->number = head.number;
            owed_.insert_or_assign(head.number, request);
            if (ending_ || queue(bytes)) {
                return;
            }
        }
    }
    if (refused) {
        request->fail(*refused);
    } else {
        finish({Status::invalid_data, "its sockets were closed"});
    }
}

// The process may be slow to take them, and the caller must not wait for it. False if the program has closed
// the socket.
bool Helper::Process::queue(std::span<const std::byte> bytes) {
    const int socket = channel_.worker();
    if (socket < 0) {
        return false;
    }
    if (!sending_) {
        const auto sent = send_now(socket, bytes);
        if (!sent || *sent == bytes.size()) {
            return true; // if the process is gone, that is noticed by who reads
        }
        bytes = bytes.subspan(*sent);
    }
    unsent_.insert(unsent_.end(), bytes.begin(), bytes.end());
    if (sending_) {
        return true;
    }
    join_sender();
    try {
        sender_ = start_thread([this] { send_rest(); });
        sending_ = true;
    } catch (const std::system_error&) {
        channel_.leave_worker(); // which has a part of a request
    }
    return true;
}

void Helper::Process::send_rest() noexcept {
    for (;;) {
        std::vector<std::byte> bytes;
        {
            const std::scoped_lock lock(mutex_);
            bytes.swap(unsent_);
            sending_ = !bytes.empty() && !ending_;
            if (!sending_) {
                return;
            }
        }
        if (!send_all(channel_.worker(), bytes)) {
            return;
        }
    }
}

void Helper::Process::join_sender() {
    if (sender_) {
        sender_->join();
        sender_.reset();
    }
}

void Helper::Process::forget(std::uint32_t number) {
    const std::scoped_lock lock(mutex_);
    owed_.erase(number);
}

void Helper::Process::read() noexcept {
    try {
        FrameReader reader(longest_answer_);
        while (channel_.receive(reader)) {
            settle(reader.frame());
        }
    } catch (const std::exception&) { // no memory for an answer
    }
    try {
        const Reason reason{Status::invalid_data, "its process ended: " + end_processes()};
        if (finish(reason)) {
            trace::report(Failure(reason.status, name_, reason.text), trace::Level::warning);
        }
    } catch (const std::exception&) {
        finish({}); // without a text
    }
}

void Helper::Process::settle(Frame& frame) {
    std::shared_ptr<Request> request;
    {
        const std::scoped_lock lock(mutex_);
        const auto found = owed_.find(frame.number);
        if (found == owed_.end()) {
            return; // an answer that came too late
        }
        request = std::move(found->second);
        owed_.erase(found);
    }
    if (frame.what == static_cast<std::uint32_t>(Status::success)) {
        request->settle(std::move(frame.body));
    } else {
        request->settle(Failure(static_cast<Status>(frame.what), "", std::string(as_text(frame.body))));
    }
}

// How they ended. The sockets are closed only when nobody sends.
std::string Helper::Process::end_processes() {
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
    }
    channel_.leave_worker();
    join_sender();
    return channel_.end();
}

// From now on there are no answers. False if that was so already.
bool Helper::Process::finish(const Reason& reason) noexcept {
    std::unordered_map<std::uint32_t, std::shared_ptr<Request>> owed;
    {
        const std::scoped_lock lock(mutex_);
        if (end_) {
            return false;
        }
        try {
            end_ = reason;
        } catch (const std::exception&) {
            end_.emplace(); // without a text
        }
        owed.swap(owed_);
    }
    for (const auto& [number, request] : owed) {
        request->fail(reason);
    }
    return true;
}

void Helper::Process::give_up() noexcept {
    finish({Status::invalid_data, "it was given up"});
    channel_.give_up();
}

Helper::Helper(HelperProgram program, std::uint64_t longest_answer, Clock& clock)
    : program_(std::move(program)), longest_answer_(longest_answer), clock_(clock) {}

Helper::~Helper() = default;

std::shared_ptr<Helper::Request> Helper::begin(
    std::uint32_t what, std::span<const std::byte> body, std::int64_t time_out) {
    auto request = std::make_shared<Request>(saturated_add(clock_.now().perf_time, time_out));
    if (auto process = this->process()) {
        request->process = process.value();
        process.value()->send(request, what, body);
    } else {
        request->settle(std::move(process).error());
    }
    return request;
}

Result<std::vector<std::byte>, Failure> Helper::finish(const std::shared_ptr<Request>& request) {
    if (request->epoch != fork_epoch()) {
        return Failure(Status::invalid_data, "", "the process that this one is a child of has asked");
    }
    if (!clock_.wait_until(request->done, request->deadline)) {
        if (const auto process = request->process.lock()) {
            process->forget(request->number);
        }
        return Failure(Status::async_query_timeout, "", "it does not answer in time");
    }
    return std::move(request->answer);
}

void Helper::give_up() noexcept {
    if (const auto state = state_.get()) {
        const std::scoped_lock lock(state->mutex);
        if (state->process != nullptr) {
            state->process->give_up();
        }
    }
}

// The process that runs, or one that is started.
Result<std::shared_ptr<Helper::Process>, Failure> Helper::process() {
    State& state = state_.use([](const State* /*parents*/) { return std::make_shared<State>(); });
    const std::scoped_lock lock(state.mutex);
    const std::int64_t now = clock_.now().perf_time;
    if (state.process != nullptr) {
        auto end = state.process->end();
        if (!end) {
            return state.process;
        }
        if (now - state.started > BackOff::longest) {
            state.back_off.succeed();
        }
        state.back_off.fail(state.started);
        state.reason = std::move(*end);
        state.process = nullptr;
    }
    if (!state.back_off.is_over(now)) {
        return state.reason.failure();
    }
    auto made = std::make_shared<Process>(program_.name, longest_answer_);
    if (auto started = made->start(program_); !started) {
        state.reason = {started.error().status(), std::string(started.error().what())};
        state.back_off.fail(now);
        return std::move(started).error();
    }
    state.process = std::move(made);
    state.started = now;
    return state.process;
}

} // namespace pdh_shim::helper
