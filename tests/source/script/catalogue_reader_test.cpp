// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "require_value.h"
#include "source/script/catalogue_reader.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::source::script;

namespace {

Result<ScriptObjects, Failure> objects_of(const std::string& text, std::int64_t perf_freq = 10) {
    const Tape tape = test::require_value(Tape::parse(text));
    return read_objects(ValueReader(text), tape.root(), perf_freq);
}

/// The reason that objects are refused for, with its line.
std::string refusal_of(const std::string& text) {
    const auto objects = objects_of(text);
    REQUIRE_FALSE(objects.has_value());
    CHECK(objects.error().status() == Status::invalid_datasource);
    return objects.error().message();
}

bool is_refused(const std::string& text, std::string_view reason) {
    return refusal_of(text).find(reason) != std::string::npos;
}

std::string object_text(const std::string& more, const std::string& counters) {
    return R"([{"name": "O", "instances": "none")" + more + R"(, "counters": [)" + counters + "]}]";
}

std::string counter_text(const std::string& more) {
    return object_text("", R"({"name": "C")" + more + "}");
}

} // namespace

TEST_CASE("a frequency is at least one tick a second") {
    for (const std::string_view text : {"1", "9223372036854775807"}) {
        CAPTURE(text);
        const Tape tape = test::require_value(Tape::parse(text));
        CHECK(read_frequency(ValueReader(text), tape.root(), "f").value() == tape.root().integer());
    }
    for (const std::string_view text : {"0", "-1", "9223372036854775808", "1.5", "\"1\"", "null"}) {
        CAPTURE(text);
        const Tape tape = test::require_value(Tape::parse(text));
        const auto frequency = read_frequency(ValueReader(text), tape.root(), "the frequency");
        REQUIRE_FALSE(frequency.has_value());
        CHECK(frequency.error().message().find("the frequency") != std::string::npos);
    }
}

TEST_CASE("there may be no objects, and each has a place for its time") {
    const ScriptObjects none = test::require_value(objects_of("[]"));
    CHECK(none.catalogue.objects.empty());
    CHECK(none.catalogue.perf_freq == 10);
    const ScriptObjects two = test::require_value(objects_of(
        R"([{"name": "A", "instances": "none", "counters": [{"name": "C", "type": 0}]},
            {"name": "B", "instances": "none", "counters": [{"name": "C", "type": 0}], "objectTime": -5}])"));
    REQUIRE(two.object_times.size() == 2);
    CHECK_FALSE(two.object_times[0].has_value());
    CHECK(two.object_times[1] == -5);
}

TEST_CASE("indexes, scales and types have limits") {
    for (const std::string text : {R"(, "type": 0, "index": 2147483647)", R"(, "type": 4294967295)",
             R"(, "type": 0, "defaultScale": 7)", R"(, "type": 0, "defaultScale": -7)"}) {
        CAPTURE(text);
        CHECK(objects_of(counter_text(text)).has_value());
    }
    for (const std::string text :
        {R"(, "type": 0, "index": 2147483648)", R"(, "type": 0, "index": -1)", R"(, "type": 4294967296)",
            R"(, "type": -1)", R"(, "type": 0, "defaultScale": 8)", R"(, "type": 0, "defaultScale": -8)"}) {
        CAPTURE(text);
        CHECK_FALSE(refusal_of(counter_text(text)).empty());
    }
}

TEST_CASE("a detail level is one of four, as a name or a number") {
    for (const std::string detail : {"100", "200", "300", "400", "\"PERF_DETAIL_EXPERT\""}) {
        CAPTURE(detail);
        CHECK(objects_of(counter_text(R"(, "type": 0, "detail": )" + detail)).has_value());
    }
    for (const std::string detail : {"0", "150", "\"100\"", "\"perf_detail_expert\"", "null", "[100]"}) {
        CAPTURE(detail);
        CHECK(is_refused(counter_text(R"(, "type": 0, "detail": )" + detail), "a detail level is"));
    }
}

TEST_CASE("names are compared in any case, and a base may have its counter's name") {
    const std::string upper = R"({"name": "RATE", "type": "PERF_COUNTER_RAWCOUNT"})";
    const std::string lower = R"({"name": "rate", "type": "PERF_COUNTER_RAWCOUNT"})";
    const std::string base = R"({"name": "rate", "type": "PERF_RAW_BASE"})";
    CHECK(is_refused(object_text("", upper + ", " + lower), "two counters of this name"));
    CHECK(objects_of(object_text("", upper + ", " + base)).has_value());
    CHECK(is_refused(R"([{"name": "o", "instances": "none", "counters": [{"name": "C", "type": 0}]},
                         {"name": "O", "instances": "none", "counters": [{"name": "C", "type": 0}]}])",
        "two objects of this name"));
}

TEST_CASE("a fraction needs a base right after it, and another counter does not") {
    const std::string fraction = R"({"name": "F", "type": "PERF_RAW_FRACTION"})";
    const std::string base = R"({"name": "B", "type": "PERF_RAW_BASE"})";
    const std::string other = R"({"name": "C", "type": "PERF_COUNTER_RAWCOUNT"})";
    CHECK(is_refused(object_text("", fraction), "PERF_RAW_FRACTION needs a base"));
    CHECK(is_refused(object_text("", fraction + ", " + other + ", " + base), "needs a base right after it"));
    CHECK(is_refused(object_text("", base + ", " + fraction), "needs a base right after it"));
    const ScriptObjects objects = test::require_value(objects_of(object_text("", fraction + ", " + base)));
    CHECK(objects.catalogue.objects[0].counters[0].base == 1);
    CHECK(objects.catalogue.objects[0].columns == 2);
}

TEST_CASE("what an object must have is missed by its name") {
    CHECK(is_refused(R"([{"instances": "none", "counters": []}])", "\"name\""));
    CHECK(is_refused(R"([{"name": "O", "counters": []}])", "\"instances\""));
    CHECK(is_refused(R"([{"name": "O", "instances": "some", "counters": []}])", "\"multi\" or \"none\""));
    CHECK(is_refused(R"([{"name": "O", "instances": "none"}])", "\"counters\""));
    CHECK(is_refused(object_text("", ""), "an object needs counters"));
    CHECK(is_refused(counter_text(""), "\"type\""));
    CHECK(is_refused(counter_text(R"(, "type": "PERF_NOTHING")"), "PERF_NOTHING"));
    CHECK(is_refused("{}", "\"objects\""));
}

using namespace pdh_shim;
using namespace pdh_shim::source::script;

namespace {

// One value of a text, and what reads it.
struct Read {
    explicit Read(std::string_view text) : tape(test::require_value(Tape::parse(text))), reader(text) {}

    [[nodiscard]] JsonValue value() const { return tape.root(); }

    Tape tape;
    ValueReader reader;
};

template <class T>
std::string reason(const Result<T, Failure>& result) {
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().status() == Status::invalid_datasource);
    return result.error().message();
}

} // namespace

TEST_CASE("a text for messages is in quotation marks, and has an end") {
    CHECK(source::script::quoted("a") == "\"a\"");
    CHECK(source::script::quoted(std::string(1000, 'x')).size() < 200);
}

TEST_CASE("a number has to be whole and within its limits") {
    const Read seven("7");
    CHECK(seven.reader.number(seven.value(), "n", 7, 7).value() == 7);
    CHECK_FALSE(reason(seven.reader.number(seven.value(), "n", 8, 9)).empty());
    CHECK_FALSE(reason(seven.reader.number(seven.value(), "n", 5, 6)).empty());
    const Read half("0.5");
    CHECK(reason(half.reader.number(half.value(), "the count")).find("the count") != std::string::npos);
    const Read large("18446744073709551615");
    CHECK(large.reader.bits(large.value(), "n").value() == -1);
    CHECK_FALSE(reason(large.reader.number(large.value(), "n")).empty());
}

TEST_CASE("a name is not empty and has no NUL, another text may be anything") {
    const Read empty("\"\"");
    CHECK(empty.reader.text(empty.value(), "t").value().empty());
    CHECK_FALSE(reason(empty.reader.name(empty.value(), "t")).empty());
    const Read zero("\"a\\u0000b\"");
    CHECK(zero.reader.text(zero.value(), "t").value().size() == 3);
    CHECK_FALSE(reason(zero.reader.name(zero.value(), "t")).empty());
    const Read number("1");
    CHECK_FALSE(reason(number.reader.text(number.value(), "t")).empty());
}

TEST_CASE("a status is a name or a number, and not one of success") {
    const auto status_of = [](std::string_view text) {
        const Read read(text);
        Status status = Status::success;
        return read.reader.status(read.value(), status) ? status : Status::success;
    };
    CHECK(status_of("\"PDH_NO_DATA\"") == Status::no_data);
    CHECK(status_of("\"0x800007D5\"") == Status::no_data);
    CHECK(status_of("2147485653") == Status::no_data);
    for (const std::string_view text : {"0", "\"ERROR_SUCCESS\"", "\"PDH_NOTHING\"", "\"0x\"",
             "\"0x1FFFFFFFF\"", "4294967296", "true", "null"}) {
        CHECK(status_of(text) == Status::success);
    }
}

TEST_CASE("an object has known keys, each once, and the required ones") {
    constexpr std::array<std::string_view, 2> keys{"a", "b"};
    const Read both("{\"b\": 2, \"a\": 1}");
    const Fields fields = both.reader.fields(both.value(), "o", keys).value();
    CHECK(fields.find("a")->integer() == 1);
    CHECK(both.reader.require(fields, "o", "b").value().integer() == 2);
    CHECK_FALSE(fields.find("c").has_value());
    CHECK(reason(both.reader.require(fields, "o", "c")).find("\"c\"") != std::string::npos);
    const Read unknown("{\"x\": 1}");
    CHECK(reason(unknown.reader.fields(unknown.value(), "o", keys)).find("\"x\"") != std::string::npos);
    const Read twice("{\"a\": 1, \"a\": 2}");
    CHECK_FALSE(reason(twice.reader.fields(twice.value(), "o", keys)).empty());
    const Read list("[]");
    CHECK_FALSE(reason(list.reader.fields(list.value(), "o", keys)).empty());
}
