#include "api/size_answers.h"

#include "base/clock.h"
#include "base/fork_mutex.h"
#include "base/thread_numbers.h"
#include "base/unload.h"
#include "core/runtime.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <iterator>
#include <list>
#include <mutex>
#include <variant>

namespace pdh_shim::api {

CallKey& CallKey::add(std::uint64_t number) {
    std::array<char, sizeof number> bytes{};
    std::memcpy(bytes.data(), &number, sizeof number);
    bytes_.append(bytes.data(), bytes.size());
    return *this;
}

CallKey& CallKey::add(std::u16string_view text) {
    add(text.size());
    for (const char16_t unit : text) {
        bytes_ += {static_cast<char>(unit & 0xFFU), static_cast<char>(unit >> 8U)};
    }
    return *this;
}

namespace size_answers {
namespace {

constexpr std::int64_t longest_kept = ticks_per_second;
// Answers of one thread. PdhEnumObjectItems tells two sizes; and a second function may be asked before the
// data of the first.
constexpr std::ptrdiff_t most_of_thread = 4;

struct Answer {
    std::uintptr_t thread; // of ThreadNumbers
    CallKey key;
    std::variant<std::string, ItemArray> data;
    std::size_t size;
    std::int64_t told; // perf_time
};

std::int64_t now() {
    return core::Runtime::instance().clock().now().perf_time;
}

class Answers {
  public:
    [[nodiscard]] bool any() const noexcept { return bytes() != 0; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

    // Of the calling thread, as what follows.
    void keep(CallKey key, std::variant<std::string, ItemArray> data, std::size_t size, std::int64_t time) {
        std::list<Answer> fresh;
        fresh.push_back({threads_.of_this_thread(), std::move(key), std::move(data), size, time});
        const Answer& newest = fresh.front();
        std::list<Answer> dropped; // freed after the lock, as below
        const std::scoped_lock lock(mutex_);
        drop(dropped, [&](const Answer& other) {
            return is_stale(other, newest.told) || (other.thread == newest.thread && other.key == newest.key);
        });
        std::ptrdiff_t too_many = count_of(newest.thread) - (most_of_thread - 1);
        drop(dropped, [&](const Answer& other) { return other.thread == newest.thread && too_many-- > 0; });
        drop(dropped, [&](const Answer&) { return bytes() + newest.size > most_kept; });
        bytes_ += newest.size;
        answers_.splice(answers_.end(), fresh);
    }

    [[nodiscard]] std::optional<Answer> take(const CallKey& key, std::int64_t time) {
        const std::uintptr_t thread = threads_.of_this_thread();
        std::list<Answer> stale;
        std::list<Answer> taken;
        {
            const std::scoped_lock lock(mutex_);
            drop(stale, [time](const Answer& answer) { return is_stale(answer, time); });
            drop(taken, [&](const Answer& answer) { return answer.thread == thread && answer.key == key; });
        }
        return taken.empty() ? std::nullopt : std::optional(std::move(taken.front()));
    }

    void forget(std::int64_t time) {
        const std::uintptr_t thread = threads_.of_this_thread();
        std::list<Answer> dropped;
        const std::scoped_lock lock(mutex_);
        drop(
            dropped, [=](const Answer& answer) { return answer.thread == thread || is_stale(answer, time); });
    }

  private:
    static bool is_stale(const Answer& answer, std::int64_t time) noexcept {
        const std::int64_t age = time - answer.told;
        return age < 0 || age > longest_kept;
    }

    [[nodiscard]] std::ptrdiff_t count_of(std::uintptr_t thread) const noexcept {
        return std::ranges::count(answers_, thread, &Answer::thread);
    }

    // Moves those that are unwanted out, asked from the oldest on.
    template <class Unwanted>
    void drop(std::list<Answer>& dropped, const Unwanted& unwanted) noexcept {
        for (auto answer = answers_.begin(); answer != answers_.end();) {
            const auto next = std::next(answer);
            if (unwanted(*answer)) {
                bytes_ -= answer->size;
                dropped.splice(dropped.end(), answers_, answer);
            }
            answer = next;
        }
    }

    ThreadNumbers threads_;
    ForkMutex mutex_;
    std::list<Answer> answers_;         // oldest first
    std::atomic<std::size_t> bytes_{0}; // of all; read without the mutex
};

Answers& answers() {
    static constinit Lasting<Answers> all;
    return all.get();
}

void keep(CallKey key, std::size_t size, std::variant<std::string, ItemArray> data) {
    answers().keep(std::move(key), std::move(data), size, now());
}

} // namespace

bool any() noexcept {
    return answers().any();
}

std::optional<std::string> take_list(const CallKey& key, std::uint64_t room) {
    auto answer = answers().take(key, now());
    auto* const list = answer ? std::get_if<std::string>(&answer->data) : nullptr;
    return list != nullptr && list->size() <= room ? std::optional(std::move(*list)) : std::nullopt;
}

std::optional<ItemArray> take_items(const CallKey& key, std::uint64_t room) {
    auto answer = answers().take(key, now());
    auto* const items = answer ? std::get_if<ItemArray>(&answer->data) : nullptr;
    return items != nullptr && items->packed.size() <= room ? std::optional(std::move(*items)) : std::nullopt;
}

void keep_list(CallKey key, const std::string& list) {
    if (list.size() <= largest_kept_answer) {
        keep(std::move(key), list.size(), list);
    }
}

void keep_items(CallKey key, const ItemArray& items) {
    if (items.packed.size() <= largest_kept_answer) {
        keep(std::move(key), items.packed.size(), items);
    }
}

void forget() {
    if (any()) {
        answers().forget(now());
    }
}

std::size_t kept_bytes() {
    return answers().bytes();
}

} // namespace size_answers
} // namespace pdh_shim::api
