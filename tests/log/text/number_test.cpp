#include "log/text/number.h"

#include <doctest/doctest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

using namespace pdh_shim::log::text;

namespace {

std::string number(double value) {
    std::string text;
    append_number(text, value);
    return text;
}

struct Row {
    double value;
    const char* text;
};

} // namespace

TEST_CASE("numbers are written as Windows 10 writes them") {
    // The last two stand in logs of Windows.
    for (const Row& row : {Row{0, "0"}, Row{1, "1"}, Row{-2.5, "-2.5"}, Row{100, "100"},
             Row{20261367808.0, "20261367808"}, Row{1e20, "1e+020"}, Row{1e300, "1.0000000000000000525e+300"},
             Row{0.1, "0.10000000000000000555"}, Row{0.0001, "0.00010000000000000000479"},
             Row{6.9494827586206889356e-005, "6.9494827586206889356e-005"}}) {
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
    CHECK(parse_number(" 12.5 ") == 12.5);
    CHECK(parse_number("+1e3") == 1000);
    CHECK(parse_number("1e+003") == 1000);
    CHECK(parse_number("0.032083023520161361") == 0.032083023520161361);
    CHECK(parse_number("12,5") == 12.5);
    CHECK(parse_number("-0.000000") == 0);
}

TEST_CASE("a cell without a number has none") {
    for (const char* cell : {"", " ", "\t", "-", "+", "x", "1x", "1 2", "1,2,3", "--1", "1e", "0x10"}) {
        CAPTURE(cell);
        CHECK_FALSE(parse_number(cell).has_value());
    }
}
