// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/amounts.h"
#include "calc/running_total.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>

using namespace pdh_shim::calc;

namespace {

constexpr std::array<Summing, 4> rules{Summing::growth, Summing::mean_growth, Summing::sum, Summing::mean};
using Total = RunningTotal<4>;
using Values = Total::Values;

Values same(std::int64_t value) {
    return {value, value, value, value};
}

} // namespace

TEST_CASE("the first total is the sum or the mean of the instances") {
    Total total(rules);
    total.begin();
    total.add(same(10), nullptr);
    total.add(same(20), nullptr);
    CHECK(total.end() == Values{30, 15, 30, 15});
}

TEST_CASE("a growing total neither falls nor leaps when instances come and go") {
    Total total(rules);
    const Values first = same(1000);
    total.begin();
    total.add(first, nullptr);
    total.add(same(500), nullptr);
    static_cast<void>(total.end());
    // The second instance has gone, a third has come with a count of its own.
    total.begin();
    total.add(same(1010), &first);
    total.add(same(90'000), nullptr);
    CHECK(total.end() == Values{1510, 760, 91'010, 45'505});
}

TEST_CASE("a mean does not lose the remainders of divisions") {
    Total total(rules);
    const Values still = same(0);
    Values before = still;
    total.begin();
    total.add(before, nullptr);
    total.add(still, nullptr);
    std::int64_t mean = total.end()[1];
    for (int i = 1; i <= 10; ++i) {
        const Values now = same(i);
        total.begin();
        total.add(now, &before);
        total.add(still, &still);
        mean = total.end()[1];
        before = now;
    }
    CHECK(mean == 5);
}

TEST_CASE("a mean never grows by more than the instance that grew most") {
    Total total(rules);
    const Values first = same(10);
    total.begin();
    total.add(first, nullptr);
    total.add(same(10), nullptr);
    total.add(same(12), nullptr); // 32 / 3 leaves 2
    CHECK(total.end()[1] == 10);
    total.begin();
    total.add(same(15), &first);
    CHECK(total.end()[1] == 15);
}

TEST_CASE("an instance whose field cannot be read is left out of that total") {
    Total total(rules);
    total.begin();
    total.add({10, 10, unread, unread}, nullptr);
    total.add(same(20), nullptr);
    CHECK(total.end() == Values{30, 15, 20, 20});
}

TEST_CASE("a total that must be whole is unread while a part is, then begins anew") {
    static constexpr std::array<Summing, 2> whole{Summing::whole_growth, Summing::whole_sum};
    RunningTotal<2> total(whole);
    total.begin();
    total.add({10, 10}, nullptr);
    total.add({5, unread}, nullptr);
    CHECK(total.end() == std::array<std::int64_t, 2>{15, unread});
    const std::array<std::int64_t, 2> before{10, 10};
    total.begin();
    total.add({12, 12}, &before);
    total.add({unread, 6}, nullptr);
    CHECK(total.end() == std::array<std::int64_t, 2>{unread, 18});
    total.begin();
    total.add({14, 14}, &before);
    total.add({9, 6}, nullptr);
    CHECK(total.end() == std::array<std::int64_t, 2>{23, 20});
}

TEST_CASE("growth during an unreadable time is added when the instance can be read again") {
    Total total(rules);
    Values before = same(10);
    total.begin();
    total.add(before, nullptr);
    static_cast<void>(total.end());
    remember(before, same(unread), true);
    total.begin();
    total.add(same(30), &before);
    CHECK(total.end()[0] == 30);
    remember(before, same(unread), false); // another instance, which has not been read yet
    CHECK(before == same(unread));
}

TEST_CASE("a field that no instance has is without a total, and begins anew when one has it") {
    Total total(rules);
    const Values silent = same(unread);
    total.begin();
    total.add(silent, nullptr);
    CHECK(total.end() == same(unread));
    total.begin();
    total.add(same(40), &silent);
    CHECK(total.end() == same(40));
}

TEST_CASE("a field of one instance that falls does not lower the total") {
    Total total(rules);
    const Values first = same(100);
    total.begin();
    total.add(first, nullptr);
    static_cast<void>(total.end());
    total.begin();
    total.add(same(60), &first);
    CHECK(total.end() == Values{100, 100, 60, 60});
}

TEST_CASE("a field without a total is unread") {
    constexpr std::array<Summing, 2> some{Summing::sum, Summing::none};
    RunningTotal<2, 1> total(some);
    const std::array<std::int64_t, 1> before{1};
    for (int i = 0; i < 2; ++i) {
        total.begin();
        total.add({5, 5}, &before);
        CHECK(total.end() == std::array<std::int64_t, 2>{5, unread});
    }
}

TEST_CASE("a total of sums is unread where a part of it is") {
    std::array<std::int64_t, 2> total{1, 2};
    add_to_total(total, {10, unread});
    CHECK(total == std::array<std::int64_t, 2>{11, unread});
    add_to_total(total, {number_max, 1});
    CHECK(total == std::array<std::int64_t, 2>{number_max, unread});
}

TEST_CASE("one field of a total continues the last one, with what a mean left over") {
    MeanRest rest;
    FieldSums first;
    first.add(Summing::mean_growth, unread, 10, unread);
    first.add(Summing::mean_growth, unread, 11, unread);
    CHECK(first.total(Summing::mean_growth, unread, rest) == 10); // and 1 is left
    FieldSums second;
    second.add(Summing::mean_growth, 10, 11, 10);
    second.add(Summing::mean_growth, 10, 11, 11);
    CHECK(second.total(Summing::mean_growth, 10, rest) == 11);
    CHECK(FieldSums().total(Summing::growth, 11, rest) == unread);
}

TEST_CASE("a value computed from an unread value is unread") {
    CHECK(scaled(unread, 1024) == unread);
    CHECK(scaled(3, 1024) == 3072);
    CHECK(scaled(number_max, 1024) == number_max);
    CHECK(scaled(-number_max, 1024) == -number_max);
    CHECK(sum_of({1, 2, 3}) == 6);
    CHECK(sum_of({1, unread, 3}) == unread);
    CHECK(sum_of({number_max, number_max}) == number_max);
    CHECK(sum_of({-number_max, -number_max}) == -number_max);
    CHECK(sum_of({1, INT64_MAX}) == number_max);
    CHECK(difference(5, 2) == 3);
    CHECK(difference(2, 5) == 0);
    CHECK(difference(INT64_MAX, -1) == INT64_MAX);
    CHECK(difference(unread, 5) == unread);
    CHECK(difference(5, unread) == unread);
}

TEST_CASE("a number is taken up to its bounds") {
    CHECK(bounded(0) == 0);
    CHECK(bounded(number_max) == number_max);
    CHECK(bounded(number_max + 1) == number_max);
    CHECK(bounded(INT64_MAX) == number_max);
    CHECK(bounded(-number_max - 1) == -number_max);
    CHECK(bounded(INT64_MIN) == -number_max);
    CHECK(sum_of({}) == 0);
}
