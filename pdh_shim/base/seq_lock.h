// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace pdh_shim {

/// A value that threads copy without a lock and without writing anything, while one thread at a time
/// replaces it. (This is a sequence lock.)
template <class Value>
class SeqLock {
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

    /// Copies the value last published. False if there is none or a new one was published meanwhile.
    [[nodiscard]] bool read(Value& value) const noexcept {
        const Word version = version_.load(std::memory_order_acquire);
        if (version % 2 != 0 || version == 0) {
            return false;
        }
        const Words words = load(std::make_index_sequence<word_count>());
        if (version_.load(std::memory_order_relaxed) != version) {
            return false;
        }
        std::memcpy(static_cast<void*>(&value), words.data(), sizeof value);
        return true;
    }

  private:
    using Word = std::uintptr_t;
    static constexpr std::size_t word_count = (sizeof(Value) + sizeof(Word) - 1) / sizeof(Word);
    using Words = std::array<Word, word_count>;

    /// Each word before the version is looked at again. Not by a loop: so they stay in registers, and whoever
    /// reads the value does not wait for them to be stored.
    template <std::size_t... Indexes>
    [[nodiscard]] Words load(std::index_sequence<Indexes...> /*all*/) const noexcept {
        return {words_[Indexes].load(std::memory_order_acquire)...};
    }

    std::atomic<Word> version_{0}; // odd while a value is written
    std::array<std::atomic<Word>, word_count> words_{};
};

} // namespace pdh_shim
