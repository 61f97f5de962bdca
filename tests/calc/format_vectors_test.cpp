// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/format.h"
#include "vectors/vectors.h"
#include "vectors/whole_answers.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>

namespace calc = pdh_shim::calc;
using calc::Formatted;
using calc::RawSample;
using pdh_shim::Status;
using pdh_shim::test::FormatVector;
using pdh_shim::test::RawValue;

namespace {

RawSample sample(const RawValue& raw) {
    return {raw.first, raw.second, raw.multi, static_cast<Status>(raw.cstatus)};
}

Formatted run(const FormatVector& vector) {
    const RawSample newer = sample(vector.newer);
    const RawSample older = sample(vector.older.value_or(RawValue{}));
    return calc::format(vector.counter_type, vector.format, vector.scale, vector.time_base, newer,
        vector.older ? &older : nullptr);
}

void check(const FormatVector& vector) {
    CAPTURE(vector.line);
    const auto [status, datum] = run(vector);
    CHECK(static_cast<std::uint32_t>(status) == vector.status);
    CHECK(static_cast<std::uint32_t>(datum.cstatus) == vector.cstatus);
    if (datum.value.number == calc::NumberType::as_double) {
        CHECK(pdh_shim::test::agrees(vector, datum.value.real));
        CHECK(datum.value.integer == 0);
    } else {
        CHECK(pdh_shim::test::agrees(vector, datum.value.integer));
        CHECK(datum.value.real == 0);
    }
}

} // namespace

TEST_CASE("the golden vectors") {
    const auto vectors = pdh_shim::test::read_format_vectors();
    CHECK(vectors.size() >= 3000);
    for (const FormatVector& vector : vectors) {
        check(vector);
    }
}

TEST_CASE("each cell that Windows 10 computed, bit for bit") {
    const auto cells = pdh_shim::test::read_windows_cells();
    CHECK(cells.size() == 217);
    for (const FormatVector& cell : cells) {
        CAPTURE(cell.line);
        const auto [status, datum] = run(cell);
        CHECK(status == Status::success);
        CHECK(datum.value.real == cell.real);
    }
}

TEST_CASE("none of 200,000 whole answers of any scale is cut to the number below it") {
    constexpr std::array scales{-7, -6, -5, -4, -3, -2, -1, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    pdh_shim::test::WholeAnswers calls;
    int wrong = 0;
    for (int i = 0; i < 200'000; ++i) {
        const auto call = calls.next(scales);
        const calc::Format format{
            call.is_long ? calc::NumberType::as_long : calc::NumberType::as_large, false, call.power_of_ten};
        const RawSample older = sample(call.older);
        const auto [status, datum] = calc::format(
            *calc::find_type(call.counter_type), format, call.time_base, sample(call.newer), &older);
        wrong += status == Status::success && datum.value.integer == call.answer ? 0 : 1;
    }
    CHECK(wrong == 0);
}
