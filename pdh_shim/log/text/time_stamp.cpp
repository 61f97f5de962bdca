// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/time_stamp.h"

#include "block/system_time.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pdh_shim::log::text {
namespace {

void append_digits(std::string& out, unsigned value, std::size_t count) {
    std::array<char, 8> digits{};
    for (std::size_t i = count; i > 0; --i) {
        digits[i - 1] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
    out.append(digits.data(), count);
}

/// Takes numbers and what stands between them from the front of a text.
class Taker {
  public:
    explicit Taker(std::string_view text) : text_(text) {}

    std::uint16_t number(std::size_t most_digits) {
        unsigned value = 0;
        std::size_t count = 0;
        for (; count < std::min(most_digits, text_.size()) && text_[count] >= '0' && text_[count] <= '9';
             ++count) {
            value = value * 10 + static_cast<unsigned>(text_[count] - '0');
        }
        ok_ = ok_ && count > 0;
        text_.remove_prefix(count);
        return static_cast<std::uint16_t>(value);
    }

    void mark(char expected) {
        ok_ = ok_ && text_.starts_with(expected);
        if (ok_) {
            text_.remove_prefix(1);
        }
    }

    /// `.123` at the end, as milliseconds.
    std::uint16_t fraction() {
        if (text_.empty()) {
            return 0;
        }
        mark('.');
        unsigned value = 0;
        unsigned unit = 100;
        for (const char digit : text_) {
            ok_ = ok_ && digit >= '0' && digit <= '9';
            value += unit * static_cast<unsigned>(digit - '0');
            unit /= 10;
        }
        return ok_ ? static_cast<std::uint16_t>(value) : std::uint16_t{0};
    }

    [[nodiscard]] bool ok() const noexcept { return ok_; }
    [[nodiscard]] bool is_at_end() const noexcept { return text_.empty(); }

  private:
    std::string_view text_;
    bool ok_ = true;
};

} // namespace

void append_time_stamp(std::string& out, std::int64_t local_time) {
    const block::SystemTime time = block::to_system_time(local_time);
    append_digits(out, time[1], 2);
    out += '/';
    append_digits(out, time[3], 2);
    out += '/';
    append_digits(out, time[0], 4);
    out += ' ';
    append_digits(out, time[4], 2);
    out += ':';
    append_digits(out, time[5], 2);
    out += ':';
    append_digits(out, time[6], 2);
    out += '.';
    append_digits(out, time[7], 3);
}

std::optional<std::int64_t> parse_time_stamp(std::string_view text) {
    block::SystemTime time{};
    Taker take(text);
    time[1] = take.number(2);
    take.mark('/');
    time[3] = take.number(2);
    take.mark('/');
    time[0] = take.number(4);
    take.mark(' ');
    time[4] = take.number(2);
    take.mark(':');
    time[5] = take.number(2);
    if (!take.is_at_end()) {
        take.mark(':');
        time[6] = take.number(2);
        time[7] = take.fraction();
    }
    return take.ok() ? block::to_file_time(time) : std::nullopt;
}

} // namespace pdh_shim::log::text
