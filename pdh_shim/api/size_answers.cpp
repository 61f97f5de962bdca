#include "api/size_answers.h"

#include "base/clock.h"
#include "base/thread_object.h"
#include "core/runtime.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
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

// PdhEnumObjectItems tells two sizes; and a second function may be asked before the data of the first.
class Answers final : public ThreadObject {
  public:
    void keep(Answer answer) {
        static_cast<void>(take(answer.key));
        if (answers_.size() == most) {
            answers_.erase(answers_.begin());
        }
        answers_.push_back(std::move(answer));
    }

    [[nodiscard]] std::optional<Answer> take(const CallKey& key) {
        const auto found = std::ranges::find(answers_, key, &Answer::key);
        if (found == answers_.end()) {
            return std::nullopt;
        }
        std::optional<Answer> answer = std::move(*found);
        answers_.erase(found);
        return answer;
    }

    [[nodiscard]] bool empty() const noexcept { return answers_.empty(); }
    void clear() noexcept { answers_.clear(); }

  private:
    static constexpr std::size_t most = 4;

    std::vector<Answer> answers_; // oldest first
};

// The thread's, or null.
Answers* answers() noexcept {
    return static_cast<Answers*>(ThreadObject::get());
}

void keep(CallKey key, std::size_t size, std::variant<std::string, ItemArray> data) {
    if (size > largest_kept_answer) {
        return;
    }
    if (answers() == nullptr) {
        ThreadObject::set(std::make_unique<Answers>());
    }
    if (answers() != nullptr) {
        answers()->keep({std::move(key), std::move(data), now()});
    }
}

std::optional<Answer> take(const CallKey& key) {
    if (!any()) {
        return std::nullopt;
    }
    auto answer = answers()->take(key);
    const std::int64_t age = answer ? now() - answer->told : 0;
    return age >= 0 && age <= longest_kept ? std::move(answer) : std::nullopt;
}

} // namespace

bool any() noexcept {
    const Answers* const kept = answers();
    return kept != nullptr && !kept->empty();
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
        answers()->clear();
    }
}

} // namespace size_answers
} // namespace pdh_shim::api
