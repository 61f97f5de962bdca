// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/format.h"
#include "vectors/vectors.h"

#include <doctest/doctest.h>

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
    CHECK(datum.value.integer == vector.integer);
    if (datum.value.number == calc::NumberType::as_double) {
        CHECK(pdh_shim::test::agrees(vector, datum.value.real));
    } else {
        CHECK(datum.value.real == 0);
    }
}

} // namespace

TEST_CASE("the golden vectors, with whole numbers as they are") {
    const auto vectors = pdh_shim::test::read_format_vectors();
    CHECK(vectors.size() >= 3000);
    for (const FormatVector& vector : vectors) {
        check(vector);
    }
}
