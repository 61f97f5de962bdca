// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/spelling.h"

#include <doctest/doctest.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>

using namespace pdh_shim::log::text;

namespace {

double value_of(std::string_view text) {
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string spelled(double value, const Spelling& spelling) {
    std::string out = ">";
    append_spelled(out, value, spelling);
    return out.substr(1);
}

} // namespace

TEST_CASE("a number is written with the characters that it was read with") {
    for (const std::string_view text :
        {"0", "7", "-7", "+7", "0.5", ".5", "5.", "-0", "0.000", "007.50", "1e5", "1E+05", "1.5e-007",
            "12345678901234567890", "1180591620717411303424.00", "0.1000000000000000055511151231257827"}) {
        const double value = value_of(text);
        CHECK(spelled(value, spelling_of(text, value)) == text);
    }
}

TEST_CASE("digits of any length are kept, and only for the number that they mean") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t digits = random() >> (random() % 64);
        const auto decimals = static_cast<std::uint32_t>(random() % 50);
        std::string text = std::to_string(digits);
        if (decimals > 0) {
            text.insert(0, text.size() > decimals ? 0 : decimals + 1 - text.size(), '0');
            text.insert(text.size() - decimals, ".");
        }
        const double value = value_of(text);
        CHECK(spelled(value, spelling_of_digits(digits, decimals)) == text);
        CHECK(spelled(-value, spelling_of_digits(digits, decimals)) == '-' + text);
        const double next = std::nextafter(value, 1e300);
        CHECK(spelled(next, spelling_of_digits(digits, decimals)) == spelled(next, {}));
    }
}

TEST_CASE("numbers as Windows writes them have the default spelling") {
    CHECK(spelling_of("0.5", 0.5) == Spelling{});
    CHECK(spelling_of("6.9494827586206889356e-005", 6.9494827586206889356e-005) == Spelling{});
    CHECK(spelling_of("0.50", 0.5) != Spelling{});
}

TEST_CASE("a spelling that is not of this value is not used") {
    CHECK(spelled(0.25, spelling_of("0.50", 0.5)) == "0.25");
    CHECK(spelled(-0.5, spelling_of_digits(5, 1)) == "-0.5");
    for (const std::uint32_t form : {std::uint32_t{0}, std::uint32_t{2}, form_of_digits | 0x3FFF'FFFFU,
             std::numeric_limits<std::uint32_t>::max()}) {
        CHECK(spelled(3, {.digits = 17, .form = form}) == "3");
    }
}

TEST_CASE("what has no room in a spelling is written as Windows writes it") {
    const std::string longest = "0." + std::string(most_kept_decimals, '0');
    CHECK(spelled(0, spelling_of(longest, 0)) == longest);
    CHECK(spelling_of(longest + "0", 0) == Spelling{});
    CHECK(spelling_of_digits(1, most_kept_decimals + 1) == Spelling{});
    CHECK(spelling_of_decimals(most_kept_decimals + 1) == Spelling{});
    CHECK(spelled(7, spelling_of("000000000007", 7)) == "7");
}
