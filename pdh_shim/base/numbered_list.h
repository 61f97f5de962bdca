// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pdh_shim {

/// Values in the order of their numbers, of which each is given once. A caller adds them in about that order;
/// `Value()` stands for none. There may be 100,000 of them: one takes no memory but its own and its number's,
/// and whoever removes them all one by one, in any order, does not move the rest each time.
template <class Value>
class NumberedList {
  public:
    void add(std::uint64_t number, Value value) {
        const auto added = entries_.insert(place_of(number), {number, std::move(value)});
        ++count_;
        first_ = std::min(first_, static_cast<std::size_t>(added - entries_.begin()));
    }

    /// @return the value, or none if there is none of that number
    Value remove(std::uint64_t number) noexcept {
        const auto entry = place_of(number);
        if (entry == entries_.end() || entry->number != number || entry->value == Value()) {
            return Value();
        }
        Value removed = std::exchange(entry->value, Value());
        --count_;
        if (count_ < entries_.size() / 2) {
            close_gaps();
        }
        while (first_ < entries_.size() && entries_[first_].value == Value()) {
            ++first_;
        }
        return removed;
    }

    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    /// The value with the smallest number, of a list that is not empty.
    [[nodiscard]] const Value& first() const noexcept { return entries_[first_].value; }

    template <class Visit>
    void for_each(const Visit& visit) const {
        for (const Entry& entry : entries_) {
            if (entry.value != Value()) {
                visit(entry.value);
            }
        }
    }

  private:
    struct Entry {
        std::uint64_t number;
        Value value; // none: a gap, where one was removed
    };
    using Entries = std::vector<Entry>;

    [[nodiscard]] typename Entries::iterator place_of(std::uint64_t number) noexcept {
        return std::ranges::lower_bound(entries_, number, {}, &Entry::number);
    }

    void close_gaps() noexcept {
        std::erase_if(entries_, [](const Entry& entry) { return entry.value == Value(); });
        first_ = 0;
    }

    Entries entries_;
    std::size_t count_ = 0;
    std::size_t first_ = 0; // place of the first value
};

} // namespace pdh_shim
