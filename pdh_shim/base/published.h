// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace pdh_shim {

/// A value that threads copy without a lock and without writing anything, while one thread at a time
/// replaces it. (This is a sequence lock.)
template <class Value>
class Published {
    static_assert(std::is_trivially_copyable_v<Value>);

  public:
    /// One caller at a time.
    void publish(const Value& value) noexcept {
        Words words{};
        std::memcpy(words.data(), &value, sizeof value);
        const Word version = version_.load(std::memory_order_relaxed);
        version_.store(version + 1, std::memory_order_relaxed);
        for (std::size_t i = 0; i < words.size(); ++i) {
            words_[i].store(words[i], std::memory_order_release); // after the odd version
        }
        version_.store(version + 2, std::memory_order_release);
    }

    /// Copies the value last published. False, and `value` is undefined, if there is none or a new one was
    /// published meanwhile.
    [[nodiscard]] bool read(Value& value) const noexcept {
        const Word version = version_.load(std::memory_order_acquire);
        if (version % 2 != 0 || version == 0) {
            return false;
        }
        // Word by word into its place: a copy by larger ones would wait for the words to be stored.
        auto* const place = reinterpret_cast<std::byte*>(&value);
        for (std::size_t i = 0; i < word_count; ++i) {
            const Word word =
                words_[i].load(std::memory_order_acquire); // before the version is looked at again
            std::memcpy(
                place + i * sizeof word, &word, std::min(sizeof word, sizeof value - i * sizeof word));
        }
        return version_.load(std::memory_order_relaxed) == version;
    }

  private:
    using Word = std::uintptr_t;
    static constexpr std::size_t word_count = (sizeof(Value) + sizeof(Word) - 1) / sizeof(Word);
    using Words = std::array<Word, word_count>;

    std::atomic<Word> version_{0}; // odd while a value is written
    std::array<std::atomic<Word>, word_count> words_{};
};

} // namespace pdh_shim
