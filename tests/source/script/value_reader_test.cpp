// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "require_value.h"
#include "source/script/value_reader.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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
