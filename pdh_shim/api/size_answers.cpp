#include "api/size_answers.h"

#include "base/clock.h"
#include "core/runtime.h"

#include <algorithm>
#include <array>
#include <cstring>
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

struct Answer {
    CallKey key;
    std::variant<std::string, ItemArray> data;
    std::int64_t told = 0; // perf_time
};

std::int64_t now() {
    return core::Runtime::instance().clock().now().perf_time;
}

// How many answers the thread has. Beside them, because it needs no making and no clearing up.
thread_local std::size_t kept_count = 0;
thread_local bool thread_ended = false;

// PdhEnumObjectItems tells two sizes; and a second function may be asked before the data of the first.
class Answers {
  public:
    Answers() = default;
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;
    Answers(Answers&&) = delete;
    Answers& operator=(Answers&&) = delete;
    ~Answers() {
        thread_ended = true;
        kept_count = 0;
    }

    void keep(Answer answer) {
        static_cast<void>(take(answer.key));
        if (answers_.size() == most) {
            answers_.erase(answers_.begin());
        }
        answers_.push_back(std::move(answer));
        kept_count = answers_.size();
    }

    [[nodiscard]] std::optional<Answer> take(const CallKey& key) {
        const auto found = std::ranges::find(answers_, key, &Answer::key);
        if (found == answers_.end()) {
            return std::nullopt;
        }
        std::optional<Answer> answer = std::move(*found);
        answers_.erase(found);
        kept_count = answers_.size();
        return answer;
    }

    void clear() noexcept {
        answers_.clear();
        kept_count = 0;
    }

  private:
    static constexpr std::size_t most = 4;

    std::vector<Answer> answers_; // oldest first
};

Answers& answers() {
    static thread_local Answers of_thread;
    return of_thread;
}

void keep(CallKey key, std::size_t size, std::variant<std::string, ItemArray> data) {
    // Programs call even while a thread ends and what it had is gone.
    if (size <= largest_kept_answer && !thread_ended) {
        answers().keep({std::move(key), std::move(data), now()});
    }
}

std::optional<Answer> take(const CallKey& key) {
    auto answer = answers().take(key);
    const std::int64_t age = answer ? now() - answer->told : 0;
    return age >= 0 && age <= longest_kept ? std::move(answer) : std::nullopt;
}

} // namespace

bool any() noexcept {
    return kept_count != 0;
}

std::optional<std::string> take_list(const CallKey& key, std::uint64_t room) {
    auto answer = take(key);
    auto* const list = answer ? std::get_if<std::string>(&answer->data) : nullptr;
    return list != nullptr && list->size() <= room ? std::optional(std::move(*list)) : std::nullopt;
}

std::optional<ItemArray> take_items(const CallKey& key, std::uint64_t room) {
    auto answer = take(key);
    auto* const items = answer ? std::get_if<ItemArray>(&answer->data) : nullptr;
    return items != nullptr && items->packed.size() <= room ? std::optional(std::move(*items)) : std::nullopt;
}

void keep_list(CallKey key, const std::string& list) {
    keep(std::move(key), list.size(), list);
}

void keep_items(CallKey key, const ItemArray& items) {
    keep(std::move(key), items.packed.size(), items);
}

void forget() noexcept {
    if (any()) {
        answers().clear();
    }
}

} // namespace size_answers
} // namespace pdh_shim::api
