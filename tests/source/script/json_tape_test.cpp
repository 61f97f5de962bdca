// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "require_value.h"
#include "source/script/json_tape.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using pdh_shim::Status;
using pdh_shim::source::script::JsonType;
using pdh_shim::source::script::JsonValue;
using pdh_shim::source::script::line_of;
using pdh_shim::source::script::object_length;
using pdh_shim::source::script::Tape;

namespace {

Tape parse(std::string_view text) {
    return pdh_shim::test::require_value(Tape::parse(text));
}

std::string tape_fault(std::string_view text) {
    const auto tape = Tape::parse(text);
    REQUIRE(!tape.has_value());
    REQUIRE(tape.error().status() == Status::invalid_datasource);
    return tape.error().message();
}

std::size_t line_in(std::string_view text, const JsonValue& value) {
    return line_of(text, value.offset());
}

} // namespace

TEST_CASE("a tape has each kind of value") {
    const Tape tape = parse(R"([null, true, -5, 1.5, "x", [], {}])");
    JsonValue value = tape.root().first();
    for (const JsonType kind : {JsonType::null, JsonType::boolean, JsonType::integer, JsonType::other_number,
             JsonType::text, JsonType::array, JsonType::object}) {
        CHECK(value.kind() == kind);
        value = value.next();
    }
    CHECK(tape.root().size() == 7);
}

TEST_CASE("whole numbers have 64 bits") {
    const Tape tape = parse("[-9223372036854775808, 9223372036854775807, 18446744073709551615]");
    const JsonValue lowest = tape.root().first();
    const JsonValue highest = lowest.next();
    const JsonValue above = highest.next();
    CHECK(lowest.integer() == INT64_MIN);
    CHECK(highest.integer() == INT64_MAX);
    CHECK(!highest.is_above_int64());
    CHECK(above.integer() == -1);
    CHECK(above.is_above_int64());
}

TEST_CASE("a number with an exponent or more than 64 bits is not a whole number") {
    const Tape tape = parse("[18446744073709551616, 1e3]");
    CHECK(tape.root().first().kind() == JsonType::other_number);
    CHECK(tape.root().first().next().kind() == JsonType::other_number);
}

TEST_CASE("members keep their order, and duplicate keys are kept") {
    const Tape tape = parse(R"({"b": [1, [2]], "a": "x", "b": 3})");
    const JsonValue first = tape.root().first();
    CHECK(tape.root().size() == 3);
    CHECK(first.text() == "b");
    CHECK(first.next().size() == 2);
    const JsonValue second = first.next().next();
    CHECK(second.text() == "a");
    CHECK(second.next().text() == "x");
    const JsonValue third = second.next().next();
    CHECK(third.text() == "b");
    CHECK(third.next().integer() == 3);
}

TEST_CASE("every value knows its line") {
    const std::string_view text = "\n[ 1\n,\n\"a\"\n, {\n\"k\"\n:\ntrue } , 2\n]";
    const Tape tape = parse(text);
    CHECK(line_in(text, tape.root()) == 2);
    const JsonValue number = tape.root().first();
    CHECK(line_in(text, number) == 2);
    const JsonValue name = number.next();
    CHECK(line_in(text, name) == 4);
    const JsonValue object = name.next();
    CHECK(line_in(text, object) == 5);
    CHECK(line_in(text, object.first()) == 6);
    CHECK(line_in(text, object.first().next()) == 8);
    CHECK(line_in(text, object.next()) == 8);
}

TEST_CASE("a text that is not JSON is refused with line, column and reason") {
    struct Row {
        std::string_view text;
        std::string_view fault;
    };
    const Row rows[] = {
        {" ", "1:2: syntax error while parsing value - unexpected end of input; expected '[', '{', or a "
              "literal"},
        {"[1,\n 2", "2:3: syntax error while parsing array - unexpected end of input; expected ']'"},
        {"[1,\n]", "2:1: syntax error while parsing value - unexpected ']'; expected '[', '{', or a literal"},
        {"{\n\"a\"\n1}",
            "3:1: syntax error while parsing object separator - unexpected number literal; expected ':'"},
        {"{\n\n1}", "3:1: syntax error while parsing object key - unexpected number literal; expected string "
                    "literal"},
        {"[]\n\n[]", "3:1: syntax error while parsing value - unexpected '['; expected end of input"},
        {"[\"a\nb\"]",
            "1:4: syntax error while parsing value - invalid string: control character U+000A (LF) "
            "must be escaped to "
            "\\u000A or \\n"},
        {"\n[\"\xFF\"]", "2:3: syntax error while parsing value - invalid string: ill-formed UTF-8 byte"},
        {R"(["\ud800"])", "1:9: syntax error while parsing value - invalid string: surrogate U+D800..U+DBFF "
                          "must be followed by "
                          "U+DC00..U+DFFF"},
        {"[01]", "1:3: syntax error while parsing array - unexpected number literal; expected ']'"},
        {"\n1e999", "2:5: number overflow"},
        {"nul", "1:4: syntax error while parsing value - invalid literal"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(tape_fault(row.text) == row.fault);
    }
    CHECK(tape_fault("").starts_with("1:1: ")); // versions of the parser have words of their own for it
}

TEST_CASE("comments are blanks") {
    const std::string_view text = "/* a\n{ */ [1, // \"\n 2 /**/] //";
    const Tape tape = parse(text);
    CHECK(tape.root().size() == 2);
    CHECK(line_in(text, tape.root()) == 2);
    CHECK(line_in(text, tape.root().first().next()) == 3);
    CHECK(tape_fault("[1,\n/* 2]") ==
          "2:6: syntax error while parsing value - invalid comment; missing closing '*/'");
    CHECK(tape_fault("[1 / 2]") ==
          "1:5: syntax error while parsing array - invalid comment; expecting '/' or '*' after '/'");
}

TEST_CASE("an object ends at the brace that closes the first") {
    for (const std::string_view text : {R"({})", R"({"a": {"b": [{}]}})", R"({"}\"}\\": 1})", "{/* } */}",
             "{// }\n}", "{// }\r}", "{/*/ }*/}"}) {
        CAPTURE(text);
        CHECK(object_length(text) == text.size());
        CHECK(object_length(std::string(text) + ", {}") == text.size());
    }
    for (const std::string_view text : {"{", "{\"}", "{\"a\\", "{\"a\\\"}", "{/*}", "{//}", "{{}", "{/*/}"}) {
        CAPTURE(text);
        CHECK(object_length(text) == text.size());
    }
}

TEST_CASE("nesting is limited") {
    const std::string open(Tape::max_depth, '[');
    const std::string close(Tape::max_depth, ']');
    CHECK(Tape::parse(open + close).has_value());
    CHECK(tape_fault("[" + open + close + "]") == "1:33: nested deeper than 32 levels");
    CHECK(tape_fault(std::string(1'000'000, '[')) == "1:33: nested deeper than 32 levels");
}

TEST_CASE("the length of a text is limited") {
    const std::string text(Tape::max_bytes + 1, ' ');
    CHECK(tape_fault(text) == "1:1: longer than 268435456 bytes");
}

TEST_CASE("lines are counted from one") {
    CHECK(line_of("", 0) == 1);
    CHECK(line_of("a\nb\n", 1) == 1);
    CHECK(line_of("a\nb\n", 2) == 2);
    CHECK(line_of("a\nb\n", 4) == 3);
}
