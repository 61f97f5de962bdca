// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/worker/host_pool.h"

#include "base/back_off.h"
#include "base/saturating.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <utility>

namespace pdh_shim::source::winhost {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t ticks_per_millisecond = ticks_per_second / 1000;

// The first number of a connection: that of another process is another one.
std::uint32_t milliseconds(std::int64_t time) noexcept {
    return static_cast<std::uint32_t>(time / ticks_per_millisecond);
}

// The first room of an answer. A call of DCE/RPC has no more than 16 bits for the length of a name.
constexpr std::uint32_t first_room = 0x10000;
constexpr std::size_t longest_value_name = 0x7FFE;
// All objects of a host have some megabytes and take seconds. They have a connection of their own, so that
// nobody waits for them or loses a connection because they are late.
constexpr std::u16string_view all_objects = u"Global";
constexpr std::string_view all_objects_key = "Global";
// Answers that are longer than the first room wait for each other, so that hosts which answer slowly do not
// take the memory of this process together.
constexpr std::size_t most_under_way = std::size_t{256} << 20U;
constexpr std::uint32_t first_room_of_all = std::uint32_t{4} << 20U;
// Requests of one host that wait at once: more than a program has queries of it.
constexpr std::size_t most_waiting = 10'000;

} // namespace

/// One host: its connection, or why there is none, and the requests that wait for it.
class HostPool::Host : boost::noncopyable {
  public:
    Host(HostPool& pool, HostSettings settings) : pool_(pool), settings_(std::move(settings)) {}

    [[nodiscard]] const HostSettings& settings() const noexcept { return settings_; }

    void ask(HostCall call, std::u16string_view value, std::int64_t deadline, Answer answer) {
        last_use_ = pool_.now_;
        if (value.size() > longest_value_name || waiting_.size() >= most_waiting) {
            answer(Failure(value_refused, "", "too much is asked at once"), 0);
            return;
        }
        if (state_ == State::closed) {
            if (!back_off_.is_over(pool_.now_)) {
                answer(refusal(), 0);
                return;
            }
            connect();
        }
        if (state_ == State::closed || (state_ == State::connecting && is_hanging_)) {
            answer(refusal(), 0);
            return;
        }
        waiting_.push_back({call, std::u16string(value), deadline, std::move(answer)});
        next();
    }

    /// There is room for its answer again.
    void go_on() { next(); }

    /// Its turn has come to be connected.
    void start() {
        if (auto reason = pool_.log_ins_.reason_to_wait(settings_, pool_.now_)) {
            state_ = State::closed;
            last_failure_ = *std::move(reason);
            refuse_all();
            return;
        }
        connecting_until_ = saturated_add(pool_.now_, longest_connecting);
        pool_.log_ins_.begin(settings_, pool_.now_);
        is_logging_in_ = true;
        connection_ = pool_.transport_.connect(settings_, [this](const TransportFailure* failure) {
            if (failure != nullptr) {
                fail(*failure);
            } else {
                end_log_in(nullptr);
                open();
            }
        });
        if (connection_ == nullptr) {
            fail({.trouble = Trouble::other, .code = 0, .detail = "this machine lacks memory"});
        }
    }

    void advance() {
        const std::int64_t now = pool_.now_;
        if (state_ == State::connecting && now >= connecting_until_) {
            fail({.trouble = Trouble::timed_out});
        }
        const bool is_late = !waiting_.empty() && std::ranges::any_of(waiting_, [now](const Waiting& one) {
            return now >= one.deadline;
        });
        if (is_late) {
            be_late();
        }
        if (state_ == State::open && waiting_.empty() && now - last_use_ >= longest_idle) {
            close();
        }
    }

    [[nodiscard]] std::int64_t next_time() const {
        std::int64_t time = state_ == State::connecting ? connecting_until_
                            : state_ == State::open && waiting_.empty()
                                ? saturated_add(last_use_, longest_idle)
                                : never;
        for (const Waiting& one : waiting_) {
            time = std::min(time, one.deadline);
        }
        return time;
    }

    /// Nobody has asked for long, so that it can be forgotten.
    [[nodiscard]] bool is_idle() const {
        return state_ == State::closed && waiting_.empty() && pool_.now_ - last_use_ >= longest_idle;
    }

  private:
    enum class State : std::uint8_t { closed, connecting, open };

    struct Waiting {
        HostCall call = HostCall::connect;
        std::u16string value;
        std::int64_t deadline = 0;
        Answer answer;
        bool is_repeated = false; // after a connection that was lost
    };

    [[nodiscard]] Failure refusal() const {
        return {Status::cstatus_no_machine, "", advice(last_failure_, settings_)};
    }

    // Stays closed if its password is not to be tried now.
    void connect() {
        if (auto reason = pool_.log_ins_.reason_to_wait(settings_, pool_.now_)) {
            last_failure_ = *std::move(reason);
            return;
        }
        state_ = State::connecting;
        connecting_until_ = never;
        pool_.queue_.push_back(this);
        pool_.start_queued();
    }

    void end_log_in(const TransportFailure* failure) {
        if (std::exchange(is_logging_in_, false)) {
            pool_.log_ins_.end(settings_, pool_.now_, failure);
            pool_.start_queued();
        }
    }

    void open() {
        connection_->call(RegistryCall::open_performance_data, open_request(), 0,
            [this](const TransportFailure* failure, std::span<const std::byte> bytes) {
                const auto answer = failure == nullptr ? read_open_answer(bytes) : std::nullopt;
                if (failure != nullptr) {
                    fail(*failure);
                } else if (!answer) {
                    fail({.trouble = Trouble::malformed});
                } else if (answer->error != 0) {
                    fail(of_windows(answer->error));
                } else {
                    handle_ = answer->handle;
                    connection_number_ = std::max(connection_number_ + 1, milliseconds(pool_.now_));
                    state_ = State::open;
                    is_hanging_ = false;
                    back_off_.succeed();
                    next();
                }
            });
    }

    // Errors of Windows: winerror.h.
    static TransportFailure of_windows(std::uint32_t error) {
        constexpr std::uint32_t access_denied = 5;
        return {.trouble = error == access_denied ? Trouble::not_permitted : Trouble::other,
            .code = 0,
            .detail = "error " + std::to_string(error) + " of the host"};
    }

    void next() {
        if (state_ != State::open || is_calling_) {
            return;
        }
        while (!waiting_.empty() && waiting_.front().call == HostCall::connect) {
            answer_first(std::span<const std::byte>());
        }
        if (!waiting_.empty()) {
            query();
        }
    }

    void query() {
        const std::u16string& value = waiting_.front().value;
        const auto known = rooms_.find(value);
        const std::uint32_t usual = value == all_objects ? first_room_of_all : first_room;
        room_ = std::max(room_, known == rooms_.end() ? usual : known->second);
        if (room_ > first_room && pool_.under_way_ + room_ > most_under_way) {
            pool_.is_short_of_room_ = true;
            return; // later
        }
        pool_.under_way_ += room_;
        under_way_ = room_;
        is_calling_ = true;
        connection_->call(RegistryCall::query_value, query_request(handle_, value, room_), room_,
            [this](const TransportFailure* failure, std::span<const std::byte> bytes) {
                end_call();
                take(failure, bytes);
                next();
                pool_.give_room();
            });
    }

    void end_call() {
        is_calling_ = false;
        pool_.under_way_ -= std::exchange(under_way_, 0);
    }

    void take(const TransportFailure* failure, std::span<const std::byte> bytes) {
        if (failure != nullptr) {
            lose(*failure);
            return;
        }
        const auto answer = read_query_answer(bytes);
        if (!answer) {
            fail({.trouble = Trouble::malformed});
        } else if (answer->error == error_more_data && room_ < longest()) {
            const std::uint64_t room = std::max<std::uint64_t>(answer->needed, std::uint64_t{room_} * 2);
            room_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(room, longest()));
        } else if (answer->error == error_more_data) {
            answer_first(Failure(
                value_refused, "", "the answer is longer than " + std::to_string(longest() >> 20U) + " MiB"));
        } else if (answer->error != 0) {
            const TransportFailure refused = of_windows(answer->error);
            answer_first(Failure(value_refused, "", advice(refused, settings_)));
        } else {
            remember_room();
            answer_first(answer->data);
        }
    }

    // Objects that are named by their numbers are never as long as all objects, or titles.
    [[nodiscard]] std::size_t longest() const {
        const bool is_list = waiting_.front().value.find_first_not_of(u"0123456789 ") == std::u16string::npos;
        return is_list ? longest_value / 4 : longest_value;
    }

    void remember_room() {
        constexpr std::size_t most = 100;
        if (room_ > first_room && rooms_.size() < most) {
            rooms_[waiting_.front().value] = room_;
        }
    }

    void answer_first(Result<std::span<const std::byte>, Failure> answer) {
        room_ = first_room;
        const Waiting first = std::move(waiting_.front());
        waiting_.pop_front();
        first.answer(std::move(answer), connection_number_);
    }

    // A connection that worked: the host may have been restarted, so the request is asked once more.
    void lose(const TransportFailure& failure) {
        if (std::exchange(waiting_.front().is_repeated, true) ||
            failure.trouble != Trouble::connection_lost) {
            fail(failure);
            return;
        }
        close();
        connect();
        if (state_ == State::closed) {
            refuse_all();
        }
    }

    void close() {
        state_ = State::closed;
        end_call();
        room_ = first_room;
        connection_ = nullptr;
    }

    void fail(TransportFailure failure) {
        close();
        last_failure_ = std::move(failure);
        is_hanging_ = is_hanging_ || last_failure_.trouble == Trouble::timed_out;
        back_off_.fail(pool_.now_);
        refuse_all();
        end_log_in(&last_failure_);
    }

    void refuse_all() {
        auto refused = std::exchange(waiting_, {});
        for (const Waiting& one : refused) {
            one.answer(refusal(), 0);
        }
    }

    // The host does not answer the first request in time, so the others do not wait for it either. While it
    // connects, that may still succeed.
    void be_late() {
        if (state_ == State::connecting) {
            is_hanging_ = true;
            last_failure_ = {.trouble = Trouble::timed_out};
            if (connection_ == nullptr) {
                last_failure_.detail = "other hosts are connected first";
            }
            refuse_all();
        } else {
            fail({.trouble = Trouble::timed_out});
        }
    }

    HostPool& pool_;
    const HostSettings settings_;
    State state_ = State::closed;
    std::unique_ptr<Connection> connection_;
    std::int64_t connecting_until_ = 0;
    std::int64_t last_use_ = 0;
    KeyHandle handle_{};
    std::uint32_t connection_number_ = 0;
    std::uint32_t room_ = first_room;               // of the first request's answer
    std::map<std::u16string, std::uint32_t> rooms_; // of values that needed more
    bool is_calling_ = false;
    std::size_t under_way_ = 0; // bytes of an answer
    bool is_logging_in_ = false;
    bool is_hanging_ = false; // nobody waits for it
    BackOff back_off_;
    TransportFailure last_failure_;
    std::deque<Waiting> waiting_; // in the order in which they are asked
};

HostPool::HostPool(Transport& transport) : transport_(transport) {}

HostPool::~HostPool() = default;

void HostPool::ask(HostCall call, const HostRequest& request, std::int64_t now, Answer answer) {
    now_ = now;
    std::string key(request.host);
    if (request.value == all_objects) {
        key += all_objects_key;
        answer = [answer = std::move(answer)](Result<std::span<const std::byte>, Failure> all,
                     std::uint32_t /*connection*/) { answer(std::move(all), 0); };
    }
    auto host = hosts_.find(key);
    if (host == hosts_.end()) {
        host = hosts_.emplace(std::move(key), std::make_unique<Host>(*this, request.settings)).first;
    }
    const std::int64_t deadline = saturated_add(now, request.time_out * ticks_per_millisecond);
    host->second->ask(call, request.value, deadline, std::move(answer));
}

void HostPool::give_room() {
    if (std::exchange(is_short_of_room_, false)) {
        for (auto& [key, host] : hosts_) {
            host->go_on();
        }
    }
}

void HostPool::start_queued() {
    if (std::exchange(is_starting_, true)) {
        return; // the loop below goes on
    }
    for (std::size_t i = 0; i < queue_.size();) {
        Host* const host = queue_[i];
        if (!log_ins_.may_begin(host->settings(), now_)) {
            ++i;
            continue;
        }
        queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(i));
        host->start();
    }
    is_starting_ = false;
}

void HostPool::advance(std::int64_t now) {
    now_ = now;
    start_queued();
    for (auto& [key, host] : hosts_) {
        host->advance();
    }
    give_room();
    std::erase_if(hosts_, [](const auto& entry) { return entry.second->is_idle(); });
}

std::int64_t HostPool::next_time() const {
    std::int64_t time = queue_.empty() ? never : saturated_add(now_, LogIns::usual_time);
    for (const auto& [key, host] : hosts_) {
        time = std::min(time, host->next_time());
    }
    return time;
}

} // namespace pdh_shim::source::winhost
