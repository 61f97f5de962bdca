// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/number.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

using namespace pdh_shim::log::text;

namespace {

std::string number(double value, NumberForm form = windows_form) {
    std::string text;
    append_number(text, value, form);
    return text;
}

std::optional<double> parse_number(std::string_view text, DecimalSign sign = DecimalSign::point) {
    const auto number = read_number(text, sign);
    return number ? std::optional(number->value) : std::nullopt;
}

struct NumberRow {
    double value;
    const char* text;
};

} // namespace

TEST_CASE("numbers are written as Windows 10 writes them") {
    // The last two stand in logs of Windows.
    for (const NumberRow& row : {NumberRow{0, "0"}, NumberRow{1, "1"}, NumberRow{-2.5, "-2.5"},
             NumberRow{100, "100"}, NumberRow{20261367808.0, "20261367808"}, NumberRow{1e20, "1e+020"},
             NumberRow{1e300, "1.0000000000000000525e+300"}, NumberRow{0.1, "0.10000000000000000555"},
             NumberRow{0.0001, "0.00010000000000000000479"},
             NumberRow{6.9494827586206889356e-005, "6.9494827586206889356e-005"}}) {
        CHECK(number(row.value) == row.text);
    }
}

TEST_CASE("a number that was written is read as the same number") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 200'000; ++i) {
        const double value = std::bit_cast<double>(static_cast<std::uint64_t>(random()));
        if (std::isfinite(value)) {
            const auto read = parse_number(number(value));
            REQUIRE(read.has_value());
            REQUIRE(std::bit_cast<std::uint64_t>(*read) == std::bit_cast<std::uint64_t>(value));
        }
    }
    for (const double value :
        {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()}) {
        CHECK(parse_number(number(value)) == value);
    }
}

TEST_CASE("numbers are written as the standard library writes them") {
    std::mt19937_64 random(4);
    const auto check = [](double value) {
        std::array<char, 64> buffer{};
        const char* const end =
            std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 20)
                .ptr;
        const std::string expected(static_cast<const char*>(buffer.data()), end);
        if (expected.find('e') == std::string::npos) {
            REQUIRE(number(value) == expected);
        }
    };
    for (int i = 0; i < 100'000; ++i) {
        const double value = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 96) - 84);
        check(value);
        check(-std::round(value));
        check(std::round(value * 1024) / 1024);
        check(static_cast<double>(random() % 100'000'000) / 1000);
    }
    for (const double value : {0.0, -0.0, 1.0, std::nextafter(1.0, 0), std::nextafter(10.0, 0),
             18446744073709549568.0, 18446744073709551616.0, 99999999999999991611392.0, 0.000244140625,
             0.00024414062499999997, 9007199254740993.0, 0.5, 1e-4, 1.00000000000000000005}) {
        check(value);
    }
}

TEST_CASE("numbers are read as the standard library reads them") {
    std::mt19937_64 random(6);
    const auto check = [](const std::string& text) {
        double expected = 0;
        REQUIRE(std::from_chars(text.data(), text.data() + text.size(), expected).ec == std::errc());
        for (const char* const behind : {"", "\"", "\",\"12345678901\""}) {
            const NumberAtStart read = number_at_start(text + behind);
            CAPTURE(text);
            REQUIRE((read.size == 0 || read.size == text.size()));
            if (read.size != 0) {
                REQUIRE(std::bit_cast<std::uint64_t>(read.value) == std::bit_cast<std::uint64_t>(expected));
            }
        }
    };
    for (int i = 0; i < 10'000; ++i) {
        const double value = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 96) - 84);
        check(number(value));
        for (const int digits : {3, 15, 16, 17, 18, 19, 21, 25}) {
            std::array<char, 64> buffer{};
            const auto form = std::chars_format::fixed;
            check({buffer.data(),
                std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form, digits).ptr});
        }
        std::string text; // digits that no double is near to
        for (const auto length = static_cast<std::size_t>(1 + random() % 30); text.size() < length;) {
            text += static_cast<char>('0' + random() % 10);
        }
        check(text);
        check(text.insert(static_cast<std::size_t>(random() % text.size() + 1), "."));
    }
    for (const char* text : {"0", "-0", "0.000", "1.", "9007199254740993",
             "9007199254740993.0000000000000000001", "4503599627370496.5", "4503599627370497.5",
             "0.30000000000000000000000000000004", "99999999999999999999", "0.00000001393990401310334"}) {
        check(text);
    }
    // So little beyond half way between two doubles that 64 bits of the quotient lie before it: by 9 to 20
    // units.
    for (const char* text : {"1.0023798047832331858942", "1021.09747041305098491648096",
             "1016.10779185397058199670", "1019.319399443120857995382"}) {
        check(text);
    }
}

TEST_CASE("the numbers of logs are read fast") {
    for (const char* text : {"0", "12", "20261367808", "43.123456789012344567", "0.032083023520161361",
             "0.10000000000000000555", "-2.5", "100"}) {
        CHECK(number_at_start(text).size == std::string_view(text).size());
    }
    for (const char* text : {"", "-", ".", "x", "1e5", "nan", "123456789012345678901"}) {
        CHECK(number_at_start(text).size == 0);
    }
}

TEST_CASE("a locale with another decimal sign changes nothing") {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    for (const char* name : {"de_DE.UTF-8", "ru_RU.UTF-8", "C.UTF-8"}) {
        if (std::setlocale(LC_ALL, name) != nullptr) {
            CHECK(number(0.5) == "0.5");
            CHECK(parse_number("0.5") == 0.5);
        }
    }
    std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("cells of all kinds of files are read") {
    CHECK(parse_number("12") == 12);
    CHECK(parse_number("+1e3") == 1000);
    CHECK(parse_number("1e+003") == 1000);
    CHECK(parse_number("0.032083023520161361") == 0.032083023520161361);
    CHECK(parse_number("-0.000000") == 0);
}

TEST_CASE("a comma groups digits where the point is the decimal sign, and conversely") {
    CHECK(parse_number("1,234") == 1234);
    CHECK(parse_number("-1,234,567.5") == -1234567.5);
    CHECK(parse_number("12,5", DecimalSign::comma) == 12.5);
    CHECK(parse_number("1.234", DecimalSign::comma) == 1234);
    CHECK(parse_number("1.234.567,5", DecimalSign::comma) == 1234567.5);
    CHECK(parse_number("1,5e3", DecimalSign::comma) == 1500);
    for (const char* text :
        {"12,5", "0,123", "1234,567", "1,23,456", ",123", "1,,234", "1,234,", "1.5,123"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_number(text).has_value());
    }
    for (const char* text : {"12.5", "0.123", "1234.567", "1.23.456", "1,5.123"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_number(text, DecimalSign::comma).has_value());
    }
}

TEST_CASE("a cell without a number has none") {
    for (const char* cell : {"", " ", "\t", "-", "+", "x", "1x", "1 2", "1,2,3", "--1", "+-1", "1e", "0x10",
             "nan", "inf", "-inf", "1e999"}) {
        CAPTURE(cell);
        CHECK_FALSE(parse_number(cell).has_value());
    }
}

TEST_CASE("a number is written with the decimals that it was read with") {
    for (const auto& row : std::vector<std::pair<const char*, const char*>>{{"0", "0"}, {"-0", "-0"},
             {"0.000000", "0.000000"}, {"-0.50", "-0.50"}, {"82.45", "82.45"}, {"1.50", "1.50"},
             {"20261367808.000000", "20261367808.000000"}, {"999999999999999", "999999999999999"},
             {"0.00000000000000000000012", "0.00000000000000000000012"},
             {"43.123456789012344359", "43.123456789012344359"}, // of Windows 10
             {"6.9494827586206889356e-005", "6.9494827586206889356e-005"}, {"1e+020", "1e+020"},
             {"0.032083023520161361", "0.032083023520161361"}, // of an earlier Windows
             {"0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"},
             {"123456789012345683968", "123456789012345683968"},
             {"0.00000095367431640625", "0.00000095367431640625"}, {"-0.0078125", "-0.0078125"},
             {"73652.06325909335", "73652.06325909335"}, {"8.397850020935461", "8.397850020935461"},
             {"123456789012345.500000000000000000000000000000000000000000000000000000000000",
                 "123456789012345.500000000000000000000000000000000000000000000000000000000000"},
             {"9007199254740993", "9007199254740992"}, // no double
             {"1E+05", "100000"}, {"-2.50E-07", "-2.4999999999999998869e-007"}, {"+5", "5"},
             {"007.50", "7.50"}, {"5.", "5"}, {".5", "0.5"}, {".50", "0.50"}}) {
        const char* const text = row.first;
        CAPTURE(text);
        const auto read = read_number(text, DecimalSign::point);
        REQUIRE(read.has_value());
        CHECK(number(read->value, read->form) == row.second);
        const NumberAtStart fast = number_at_start(text);
        if (fast.size != 0) {
            CHECK(number(fast.value, fast.form) == row.second);
        }
    }
}

TEST_CASE("any number keeps its value and as many decimals as a form has room for") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t digits = random() >> (random() % 64);
        const auto decimals = static_cast<std::size_t>(random() % 50);
        std::string text = std::to_string(digits);
        if (decimals > 0) {
            text.insert(0, text.size() > decimals ? 0 : decimals + 1 - text.size(), '0');
            text.insert(text.size() - decimals, ".");
        }
        CAPTURE(text);
        const auto read = read_number(text, DecimalSign::point);
        REQUIRE(read.has_value());
        const std::string again = number(read->value, read->form);
        REQUIRE(parse_number(again) == read->value);
        REQUIRE(number(-read->value, read->form) == '-' + again);
        if (digits < 1'000'000'000'000'000) {
            REQUIRE(again == text);
        }
        if (read->form != windows_form) {
            REQUIRE(again.size() - std::min(again.find('.'), again.size() - 1) - 1 == decimals);
        }
    }
    const std::string longest = "0." + std::string(most_decimals, '0');
    CHECK(number(0, form_of_decimals(most_decimals)) == longest);
    CHECK(read_number(longest + "0", DecimalSign::point).value().form == windows_form);
    CHECK(number_at_start(longest + "0").form == windows_form);
}

TEST_CASE("a number as Windows writes it has Windows' form") {
    for (const auto& row : {std::pair{"0", true}, std::pair{"-3", true}, std::pair{"0.5", true},
             std::pair{"12.25", true}, std::pair{"0.0009765625", true}, std::pair{"9007199254740992", true},
             std::pair{"9007199254740993", false}, std::pair{"0.000030517578125", false},
             std::pair{"0.1", false}, std::pair{"1.50", false}, std::pair{"0.0", false},
             std::pair{"0.00000095367431640625", false}}) {
        const auto& [text, is_usual] = row;
        CAPTURE(row.first);
        const NumberAtStart fast = number_at_start(text);
        CHECK((fast.size == 0 || (fast.form == windows_form) == is_usual));
        CHECK((read_number(text, DecimalSign::point).value().form == windows_form) == is_usual);
    }
}

TEST_CASE("a form with too few decimals for a number, or no form, is not used") {
    CHECK(number(0.25, form_of_decimals(1)) == "0.25");
    CHECK(number(0.25, form_of_decimals(0)) == "0.25");
    CHECK(number(1e-30, form_of_decimals(20)) == number(1e-30));
    CHECK(number(0.30000000000000004, form_of_decimals(16)) == number(0.30000000000000004));
    for (const NumberForm form : {NumberForm{0}, NumberForm{2}, NumberForm{511}}) {
        CHECK(number(3, form) == "3");
    }
    CHECK(number(2.5, NumberForm{1} << 30U | 2U) == "2.50"); // of an earlier version
}

TEST_CASE("numbers with a decimal comma or groups are written with a point") {
    for (const auto& [text, expected] : {std::pair{"12,50", "12.50"}, std::pair{"1.234,5", "1234.5"},
             std::pair{"184467440731709,5625", "184467440731709.5625"},
             std::pair{"1844674407317095,1616", "1844674407317095.2500"}}) { // more than 19 digits
        const auto read = read_number(text, DecimalSign::comma);
        REQUIRE(read.has_value());
        CHECK(number(read->value, read->form) == expected);
    }
}
