#include "calc/format.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

// Runs the vectors of the file format.jsonl in the directory named by PDH_SHIM_VECTORS, one formatting call a
// line: counterType, format, scale, timeBase, newer and older ([FirstValue, SecondValue, MultiCount, CStatus]
// or null), status, cstatus, and value: an integer, or a double in hexadecimal.

namespace calc = pdh_shim::calc;
using calc::Formatted;
using calc::RawSample;
using nlohmann::json;
using pdh_shim::Status;

namespace {

std::optional<RawSample> sample(const json& fields) {
    if (fields.is_null()) {
        return std::nullopt;
    }
    return RawSample{fields[0].get<std::int64_t>(), fields[1].get<std::int64_t>(),
        fields[2].get<std::uint32_t>(), static_cast<Status>(fields[3].get<std::uint32_t>())};
}

Formatted run(const json& vector) {
    const std::optional<RawSample> newer = sample(vector["newer"]);
    const std::optional<RawSample> older = sample(vector["older"]);
    REQUIRE(newer.has_value());
    return calc::format(vector["counterType"].get<std::uint32_t>(), vector["format"].get<std::uint32_t>(),
        vector["scale"].get<int>(), vector["timeBase"].get<std::int64_t>(), *newer,
        older ? &*older : nullptr);
}

bool within_two_units(double computed, double expected) {
    const double below = std::nextafter(std::nextafter(expected, -HUGE_VAL), -HUGE_VAL);
    const double above = std::nextafter(std::nextafter(expected, HUGE_VAL), HUGE_VAL);
    return computed >= below && computed <= above;
}

void check(const json& vector) {
    const Formatted formatted = run(vector);
    CHECK(static_cast<std::uint32_t>(formatted.status) == vector["status"].get<std::uint32_t>());
    CHECK(static_cast<std::uint32_t>(formatted.datum.cstatus) == vector["cstatus"].get<std::uint32_t>());
    const json value = vector.value("value", json(0));
    if (value.is_string()) {
        const double expected = std::strtod(value.get<std::string>().c_str(), nullptr);
        CHECK(within_two_units(formatted.datum.value.real, expected));
        return;
    }
    CHECK(formatted.datum.value.integer == value.get<std::int64_t>());
    CHECK(formatted.datum.value.real == 0);
}

} // namespace

TEST_CASE("the golden vectors, where they are at hand") {
    const char* const directory = std::getenv("PDH_SHIM_VECTORS");
    if (directory == nullptr) {
        MESSAGE("skipped: PDH_SHIM_VECTORS does not name a directory");
        return;
    }
    std::ifstream file(std::string(directory) + "/format.jsonl");
    REQUIRE(file.is_open());
    int count = 0;
    for (std::string line; std::getline(file, line); ++count) {
        CAPTURE(line);
        check(json::parse(line));
    }
    CHECK(count > 0);
}
