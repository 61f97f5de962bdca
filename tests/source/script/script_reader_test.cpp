// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"
#include "calc/counter_type.h"
#include "require_value.h"
#include "source/script/catalogue_reader.h"
#include "source/script/script_reader.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using pdh_shim::Status;
using pdh_shim::to_utf8;
using namespace pdh_shim::model;
using namespace pdh_shim::source::script;

namespace {

Script read(std::string_view text) {
    return pdh_shim::test::require_value(read_script(text));
}

std::string whole_fault_of(std::string_view text) {
    const auto script = read_script(text);
    REQUIRE(!script.has_value());
    REQUIRE(script.error().status() == Status::invalid_datasource);
    return script.error().message();
}

// Without the column: one case has columns for each kind of value.
std::string fault_of(std::string_view text) {
    std::string fault = whole_fault_of(text);
    const std::size_t column = fault.find(':');
    const std::size_t reason = fault.find(": ");
    REQUIRE(column < reason);
    return fault.erase(column, reason - column);
}

std::string utf8(std::u16string_view text) {
    return to_utf8(text).value();
}

// A script of these counters in an object "O" with instances, and these samples.
std::string with(std::string_view counters, std::string_view samples) {
    std::string text = R"({"objects": [{"name": "O", "instances": "multi", "counters": [)";
    text += counters;
    text += "]}], \"samples\": [\n";
    text += samples;
    text += "]}";
    return text;
}

constexpr std::string_view raw_count = R"({"name": "C", "type": "PERF_COUNTER_RAWCOUNT"})";
constexpr std::string_view two_counters =
    R"({"name": "C", "type": "PERF_COUNTER_RAWCOUNT"}, {"name": "D", "type": "PERF_COUNTER_DELTA"})";

std::string instance_text(const Instance& instance) {
    return utf8(instance.parent) + "|" + utf8(instance.name) + "|" + std::to_string(instance.unique_id);
}

} // namespace

TEST_CASE("objects and counters have every property that the script gives") {
    const Script script = read(R"({"perfFreq": 1000, "loop": true, "samples": [], "objects": [
        {"name": "Widget", "index": 5000, "help": "h", "detail": "PERF_DETAIL_EXPERT", "instances": "multi",
         "objectFreq": 50, "objectTime": 77,
         "counters": [{"name": "\u00c4/sec", "index": 5002, "type": "PERF_COUNTER_COUNTER",
                       "defaultScale": -7, "help": "k", "detail": 400}]},
        {"name": "Gadget", "instances": "none", "counters": [{"name": "Depth", "type": 65536}]}]})");
    CHECK(script.loop);
    CHECK(script.catalogue.perf_freq == 1000);
    CHECK(script.catalogue.default_scale_applies);
    REQUIRE(script.catalogue.objects.size() == 2);

    const ObjectDef& widget = script.catalogue.objects[0];
    CHECK(utf8(widget.name) == "Widget");
    CHECK(widget.title_index == 5000);
    CHECK(utf8(widget.help) == "h");
    CHECK(widget.detail == Detail::expert);
    CHECK(widget.instances == Instances::multi);
    CHECK(widget.object_freq == 50);
    CHECK(script.object_times[0] == 77);
    CHECK(widget.columns == 1);
    REQUIRE(widget.counters.size() == 1);
    CHECK(utf8(widget.counters[0].name) == "\xC3\x84/sec");
    CHECK(widget.counters[0].title_index == 5002);
    CHECK(widget.counters[0].type == 0x10410400);
    CHECK(widget.counters[0].default_scale == -7);
    CHECK(utf8(widget.counters[0].help) == "k");
    CHECK(widget.counters[0].detail == Detail::wizard);

    const ObjectDef& gadget = script.catalogue.objects[1];
    CHECK(gadget.instances == Instances::none);
    CHECK(gadget.counters[0].type == 0x00010000);
}

TEST_CASE("an optional key that is missing has its default") {
    const Script script = read(with(raw_count, ""));
    CHECK(!script.loop);
    CHECK(script.catalogue.perf_freq == 10'000'000);
    const ObjectDef& object = script.catalogue.objects[0];
    CHECK(object.title_index == 0);
    CHECK(object.help.empty());
    CHECK(object.detail == Detail::novice);
    CHECK(object.object_freq == 10'000'000);
    CHECK(!script.object_times[0].has_value());
    const CounterDef& counter = object.counters[0];
    CHECK(counter.title_index == 0);
    CHECK(counter.help.empty());
    CHECK(counter.detail == Detail::novice);
    CHECK(counter.default_scale == 0);
    CHECK(counter.base == no_column);
    CHECK(counter.multi == no_column);
}

TEST_CASE("an object's clock runs at perfFreq unless it has a frequency of its own") {
    const Script script = read(R"({"perfFreq": 3000, "samples": [], "objects": [
        {"name": "O", "instances": "none", "counters": [{"name": "C", "type": 0}]}]})");
    CHECK(script.catalogue.objects[0].object_freq == 3000);
}

TEST_CASE("every counter type is known by its name") {
    for (const auto& type : pdh_shim::calc::counter_types) {
        CAPTURE(type.name);
        const std::string counter = R"({"name": "C", "type": ")" + std::string(type.name) + "\"}";
        const std::string base = R"(, {"name": "B", "type": "PERF_RAW_BASE"})";
        CHECK(read(with(counter + base, "")).catalogue.objects[0].counters[0].type == type.value());
    }
}

TEST_CASE("a number is accepted as a type even if it is unknown") {
    const Script script = read(with(R"({"name": "C", "type": 4294967295})", ""));
    CHECK(script.catalogue.objects[0].counters[0].type == 0xFFFFFFFF);
}

TEST_CASE("a counter's base is the base right after it") {
    const Script script = read(with(R"(
        {"name": "Hit %", "type": "PERF_SAMPLE_FRACTION"}, {"name": "Hit %", "type": "PERF_SAMPLE_BASE"},
        {"name": "Rate", "type": "PERF_COUNTER_COUNTER"}, {"name": "b", "type": "PERF_SAMPLE_BASE"},
        {"name": "Avg", "type": "PERF_AVERAGE_BULK"}, {"name": "b", "type": 1073939458})",
        ""));
    const auto& counters = script.catalogue.objects[0].counters;
    CHECK(counters[0].base == 1);
    CHECK(counters[1].base == no_column);
    CHECK(counters[2].base == no_column);
    CHECK(counters[4].base == 5);
}

TEST_CASE("a multi timer has its multi count from the base behind it") {
    const Script script = read(with(R"(
        {"name": "T", "type": "PERF_100NSEC_MULTI_TIMER"}, {"name": "n", "type": "PERF_COUNTER_MULTI_BASE"},
        {"name": "U", "type": "PERF_100NSEC_MULTI_TIMER"})",
        ""));
    const ObjectDef& object = script.catalogue.objects[0];
    CHECK(object.counters[0].multi == 1);
    CHECK(object.counters[0].base == no_column);
    CHECK(object.counters[2].multi == no_column);
    CHECK(object.columns == 3);
}

TEST_CASE("a multi count in a value has a column of its own") {
    const Script script = read(with(R"(
        {"name": "T", "type": "PERF_100NSEC_MULTI_TIMER"}, {"name": "n", "type": "PERF_COUNTER_MULTI_BASE"},
        {"name": "U", "type": "PERF_100NSEC_MULTI_TIMER"})",
        R"({"data": {"O": {"a": [1, 2, 3]}}}, {"data": {"O": {"a": [1, 2, [3, 4]], "b": [[5, 6], 7, 8]}}})"));
    const ObjectDef& object = script.catalogue.objects[0];
    CHECK(object.columns == 5);
    CHECK(object.counters[2].multi == 3);
    CHECK(object.counters[0].multi == 4);
    const ObjectSample& sample = script.samples[1].objects[0];
    CHECK(sample.cells == std::vector<std::int64_t>{1, 2, 3, 5, 7, 8});
    REQUIRE(sample.multi.size() == 2);
    CHECK(sample.multi[0].cell.row == 0);
    CHECK(sample.multi[0].cell.column == 3);
    CHECK(sample.multi[0].count == 4);
    CHECK(sample.multi[1].cell.row == 1);
    CHECK(sample.multi[1].cell.column == 4);
    CHECK(sample.multi[1].count == 6);
    CHECK(script.samples[0].objects[0].multi.empty());
}

TEST_CASE("values are 64 bits, above 2^63 their bits") {
    const Script script = read(with(two_counters, R"({"data": {"O": {
        "a": [-9223372036854775808, 18446744073709551615], "b": [9223372036854775807, 9223372036854775808]}}})"));
    CHECK(
        script.samples[0].objects[0].cells == std::vector<std::int64_t>{INT64_MIN, -1, INT64_MAX, INT64_MIN});
}

TEST_CASE("null is a value that could not be read") {
    const Script script = read(with(two_counters, R"({"data": {"O": {"a": [1, 2], "b": [3, null]}}})"));
    const ObjectSample& sample = script.samples[0].objects[0];
    CHECK(sample.cells == std::vector<std::int64_t>{1, 2, 3, 0});
    REQUIRE(sample.missing.size() == 1);
    CHECK(sample.missing[0].cell.row == 1);
    CHECK(sample.missing[0].cell.column == 1);
    CHECK(sample.missing[0].cstatus == Status::cstatus_invalid_data);
}

TEST_CASE("a text in place of a value is its status, in place of a row each value's") {
    const Script script = read(with(two_counters, R"({"data": {"O": [
        ["a", ["PDH_CSTATUS_NO_COUNTER", 2]], ["p/b", "0x800007D1", 7], ["c", [3, "0xC0000BB8"]]]}})"));
    const ObjectSample& sample = script.samples[0].objects[0];
    CHECK(sample.cells == std::vector<std::int64_t>{0, 2, 0, 0, 3, 0});
    std::string missing;
    for (const auto& [cell, cstatus] : sample.missing) {
        missing += std::to_string(cell.row) + std::to_string(cell.column) + " " +
                   std::string(pdh_shim::status_name(cstatus)) + ", ";
    }
    CHECK(missing == "00 PDH_CSTATUS_NO_COUNTER, 10 PDH_CSTATUS_NO_INSTANCE, 11 PDH_CSTATUS_NO_INSTANCE, "
                     "21 PDH_CSTATUS_NO_OBJECT, ");
    CHECK(sample.instances->instances()[1].unique_id == 7);
}

TEST_CASE("a status may be a name or a number, of a sample and of an object") {
    const Script script = read(with(raw_count, R"(
        {"status": "PDH_NO_DATA"}, {"status": "0x800007d5"}, {"status": 2147485653}, {"status": -2147481643},
        {"status": 5}, {"data": {"O": "PDH_CSTATUS_NO_OBJECT"}})"));
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(script.samples[i].status == Status::no_data);
        CHECK(script.samples[i].objects.empty());
    }
    CHECK(to_code(script.samples[4].status) == 5);
    CHECK(script.samples[5].status == Status::success);
    CHECK(script.samples[5].objects[0].status == Status::cstatus_no_object);
}

TEST_CASE("comments count as blanks, but not inside a text") {
    const Script script = read("// first\n{ /* \" */ \"$schema\": \"x\", \"samples\": [], // {\n"
                               "\"objects\": [{\"name\": \"a//b/*c*/\", \"instances\": \"none\",\n"
                               "\"counters\": [{\"name\": \"C\", \"type\": 0}]}]}/* last */ // end");
    CHECK(utf8(script.catalogue.objects[0].name) == "a//b/*c*/");
}

TEST_CASE("a list has names twice, parents and ids") {
    const Script script = read(with(raw_count, R"({"data": {"O": [
        ["a", [1]], ["a", [2]], ["p/a", [3]], ["p/q/r", [4], 12], ["/x", [5]], ["y/", [6]], ["/", [7]]]}})"));
    const ObjectSample& sample = script.samples[0].objects[0];
    const std::array<std::string_view, 7> expected{
        "|a|-1", "|a|-1", "p|a|-1", "p|q/r|12", "|/x|-1", "|y/|-1", "|/|-1"};
    REQUIRE(sample.instances->instances().size() == expected.size());
    for (std::size_t row = 0; row < expected.size(); ++row) {
        CHECK(instance_text(sample.instances->instances()[row]) == expected[row]);
    }
    CHECK(sample.cells == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("a slash in a map is part of the name") {
    const Script script = read(with(raw_count, R"({"data": {"O": {"p/a": [1]}}})"));
    CHECK(instance_text(script.samples[0].objects[0].instances->instances().front()) == "|p/a|-1");
}

TEST_CASE("instances of a map stand in the order of the text") {
    const Script script = read(with(raw_count, R"({"data": {"O": {"z": [1], "a": [2], "A": [3]}}})"));
    const auto& instances = script.samples[0].objects[0].instances->instances();
    REQUIRE(instances.size() == 3);
    CHECK(utf8(instances[0].name) == "z");
    CHECK(utf8(instances[1].name) == "a");
    CHECK(utf8(instances[2].name) == "A");
}

TEST_CASE("samples share their instances while these stay the same") {
    const Script script = read(with(raw_count, R"({"data": {"O": {"a": [1], "b": [2]}}},
        {"data": {}}, {"data": {"O": [["a", [1]], ["b", [2]]]}}, {"data": {"O": {"b": [1], "a": [2]}}})"));
    CHECK(script.samples[0].objects[0].instances == script.samples[2].objects[0].instances);
    CHECK(script.samples[0].objects[0].instances != script.samples[3].objects[0].instances);
    CHECK(script.samples[1].objects.empty());
}

TEST_CASE("an object without instances has one nameless row") {
    const Script script = read(R"({"objects": [{"name": "O", "instances": "none", "counters": [
        {"name": "C", "type": 65536}]}], "samples": [{"data": {"o": [9]}}]})");
    const ObjectSample& sample = script.samples[0].objects[0];
    REQUIRE(sample.instances->instances().size() == 1);
    CHECK(sample.instances->instances().front() == Instance{});
    CHECK(sample.cells == std::vector<std::int64_t>{9});
}

TEST_CASE("data stands by object whatever the order in the text") {
    const Script script = read(R"({"objects": [
        {"name": "A", "instances": "none", "counters": [{"name": "C", "type": 65536}]},
        {"name": "B", "instances": "none", "counters": [{"name": "C", "type": 65536}]}],
        "samples": [{"data": {"B": [2], "A": [1]}, "objectTime": {"B": 20, "A": 10}, "objectFreq": {"B": 5}}]})");
    const ScriptSample& sample = script.samples[0];
    REQUIRE(sample.objects.size() == 2);
    CHECK(sample.objects[0].object == 0);
    CHECK(sample.objects[0].cells.front() == 1);
    CHECK(sample.objects[1].object == 1);
    REQUIRE(sample.object_times.size() == 2);
    CHECK(sample.object_times[0] == std::pair<std::uint32_t, std::int64_t>{0, 10});
    CHECK(sample.object_times[1] == std::pair<std::uint32_t, std::int64_t>{1, 20});
    CHECK(script.catalogue.objects[0].object_freq == 10'000'000);
    CHECK(script.catalogue.objects[1].object_freq == 5);
}

TEST_CASE("a sample sets the clocks that it gives, and the others advance") {
    const Script script = read(with(raw_count, R"(
        {"perfTime": 1, "time100ns": 2, "systemTime": "1601-01-01T00:00:00.0000003Z", "data": {}},
        {"perfTime": 11, "data": {}}, {"data": {}})"));
    CHECK(script.samples[0].clocks.perf_time == 1);
    CHECK(script.samples[0].clocks.time_100ns == 2);
    CHECK(script.samples[0].clocks.system_time == 3);
    CHECK(script.samples[1].clocks.time_100ns == 12);
    CHECK(script.samples[1].clocks.system_time == 13);
    CHECK(script.samples[2].clocks.perf_time == 10'000'011);
}

TEST_CASE("a malformed script is refused with line and reason") {
    struct Row {
        std::string text;
        std::string_view fault;
    };
    const auto objects = [](std::string_view list) {
        return "{\"objects\": [\n" + std::string(list) + "], \"samples\": []}";
    };
    const auto counters = [&](std::string_view list) {
        return objects(
            "{\"name\": \"O\", \"instances\": \"multi\", \"counters\": [\n" + std::string(list) + "]}");
    };
    const auto samples = [](std::string_view list) { return with(two_counters, list); };
    constexpr std::string_view no_status =
        R"(3: a status is a constant of pdhmsg.h or a number of 32 bits, as "0x800007D5")";
    constexpr std::string_view valid_status = "3: a status of valid data needs a value in its place";
    const Row rows[] = {
        {"[]", "1: a script has to be a map, not a list"},
        {"{\n\"samples\": []}", "1: a script needs \"objects\""},
        {"{\"objects\": []\n}", "1: a script needs \"samples\""},
        {"{\"objects\": [],\n\"sample\": []}",
            "2: a script has no key \"sample\", but $schema, perfFreq, objects, samples, loop"},
        {"{\"objects\": [],\n\"objects\": []}", "2: a script has the key \"objects\" twice"},
        {"{\n\"perfFreq\": 0, \"objects\": [], \"samples\": []}",
            "2: \"perfFreq\" has to be from 1 to 9223372036854775807"},
        {"{\n\"perfFreq\": 1e7, \"objects\": [], \"samples\": []}",
            "2: \"perfFreq\" has to be a whole number, not a number with a fraction, an exponent or more "
            "than 64 bits"},
        {"{\n\"loop\": 1, \"objects\": [], \"samples\": []}",
            "2: \"loop\" has to be true or false, not a whole number"},
        {R"({"objects": {}, "samples": []})", "1: \"objects\" has to be a list, not a map"},
        {"{\"objects\": [], \"samples\":\n7}", "2: \"samples\" has to be a list, not a whole number"},

        {objects("5"), "2: an object has to be a map, not a whole number"},
        {objects("{}"), "2: an object needs \"name\""},
        {objects("{\"name\": 5}"), "2: \"name\" has to be a text, not a whole number"},
        {objects(R"({"name": ""})"), "2: \"name\" is empty"},
        {objects(R"({"name": "a\u0000b"})"), "2: \"name\" has the character U+0000"},
        {objects("{\"name\": \"O\",\n\"index\": -1}"), "3: \"index\" has to be from 0 to 2147483647"},
        {objects("{\"name\": \"O\",\n\"help\": null}"), "3: \"help\" has to be a text, not null"},
        {objects("{\"name\": \"O\",\n\"detail\": 150}"),
            "3: a detail level is PERF_DETAIL_NOVICE, _ADVANCED, _EXPERT or _WIZARD, or 100 to 400"},
        {objects("{\"name\": \"O\",\n\"detail\": []}"),
            "3: a detail level is PERF_DETAIL_NOVICE, _ADVANCED, _EXPERT or _WIZARD, or 100 to 400"},
        {objects(R"({"name": "O"})"), "2: an object needs \"instances\""},
        {objects(R"({"name": "O", "instances": "one"})"), R"(2: "instances" has to be "multi" or "none")"},
        {objects(R"({"name": "O", "instances": "none"})"), "2: an object needs \"counters\""},
        {objects(R"({"name": "O", "instances": "none", "counters": []})"), "2: an object needs counters"},
        {objects(R"({"name": "O", "instances": "none", "counters": [{"name": "C", "type": 0}]},
                    {"name": "o", "instances": "none", "counters": [{"name": "C", "type": 0}]})"),
            "3: there are two objects of this name"},
        {objects(
             "{\"name\": \"O\", \"instances\": \"none\", \"counters\": [{\"name\": \"C\", \"type\": 0}],\n"
             "\"objectFreq\": -1}"),
            "3: \"objectFreq\" has to be from 1 to 9223372036854775807"},
        {objects(
             "{\"name\": \"O\", \"instances\": \"none\", \"counters\": [{\"name\": \"C\", \"type\": 0}],\n"
             "\"objectTime\": 18446744073709551615}"),
            "3: \"objectTime\" has to be from -9223372036854775808 to 9223372036854775807"},

        {counters("[]"), "3: a counter has to be a map, not a list"},
        {counters(R"({"name": "C"})"), "3: a counter needs \"type\""},
        {counters("{\"name\": \"C\",\n\"type\": \"PERF_COUNTER\"}"),
            "4: no counter type has the name \"PERF_COUNTER\""},
        {counters("{\"name\": \"C\",\n\"type\": 4294967296}"),
            "4: a counter type has to be from 0 to 4294967295"},
        {counters(R"({"name": "C", "type": null})"), "3: a counter type has to be a whole number, not null"},
        {counters("{\"name\": \"C\", \"type\": 0,\n\"defaultScale\": 8}"),
            "4: \"defaultScale\" has to be from -7 to 7"},
        {counters("{\"name\": \"C\", \"type\": 0,\n\"defaultscale\": 8}"),
            "4: a counter has no key \"defaultscale\", but name, index, help, detail, type, defaultScale"},
        {counters("{\"name\": \"C\", \"type\": 0},\n{\"name\": \"c\", \"type\": 0}"),
            "4: the object has two counters of this name"},
        {counters("{\"name\": \"C\", \"type\": 0},\n{\"name\": \"D\", \"type\": \"PERF_SAMPLE_FRACTION\"}"),
            "4: a counter of type PERF_SAMPLE_FRACTION needs a base right after it"},
        {counters("{\"name\": \"D\", \"type\": \"PERF_AVERAGE_TIMER\"},\n{\"name\": \"C\", \"type\": 0}"),
            "3: a counter of type PERF_AVERAGE_TIMER needs a base right after it"},

        {samples("[]"), "2: a sample has to be a map, not a list"},
        {samples("{}"), "2: a sample needs \"data\""},
        {samples("{\"data\": []}"), "2: \"data\" has to be a map, not a list"},
        {samples("{\"data\": {},\n\"perfTime\": \"0\"}"),
            "3: \"perfTime\" has to be a whole number, not a text"},
        {samples("{\"data\": {},\n\"time100ns\": 9223372036854775808}"),
            "3: \"time100ns\" has to be from -9223372036854775808 to 9223372036854775807"},
        {samples("{\"data\": {},\n\"systemTime\": 0}"),
            "3: \"systemTime\" has to be a text, not a whole number"},
        {samples("{\"data\": {},\n\"systemTime\": \"today\"}"),
            R"(3: "today" is no time such as "2026-01-01T00:00:00.000Z")"},
        {samples("{\"data\": {\n\"P\": {}}}"), "3: there is no object \"P\""},
        {samples("{\"data\": {\"O\": {},\n\"o\": {}}}"), "3: the object \"o\" stands here twice"},
        {samples("{\"data\": {}, \"objectTime\": {\n\"P\": 1}}"), "3: there is no object \"P\""},
        {samples("{\"data\": {}, \"objectTime\": {\n\"O\": 1.5}}"),
            "3: an object time has to be a whole number, not a number with a fraction, an exponent or more "
            "than 64 bits"},
        {samples("{\"data\": {}, \"objectFreq\": {\n\"O\": 0}}"),
            "3: an object frequency has to be from 1 to 9223372036854775807"},
        {samples("{\"data\": {}, \"objectFreq\": {\"O\": 1}},\n{\"data\": {}, \"objectFreq\": {\"O\": 2}}"),
            "3: the frequency of an object's clock cannot change"},
        {samples("{\"data\": {\"O\":\n5}}"),
            "3: the data of an object with instances has to be a map or a list of them"},
        {samples("{\"data\": {\"O\": {\n\"\": [1, 2]}}}"), "3: the name of an instance is empty"},
        {samples("{\"data\": {\"O\": {\"a\": [1, 2],\n\"a\": [1, 2]}}}"),
            R"(3: the instance "a" stands here twice; [["name", [values]], ...] allows that)"},
        {samples("{\"data\": {\"O\": {\"a\":\n5}}}"),
            "3: the data of an instance has to be a list, not a whole number"},
        {samples("{\"data\": {\"O\": {\"a\":\n[1]}}}"),
            "3: 1 values stand here, but the object has 2 counters"},
        {samples("{\"data\": {\"O\": {\"a\":\n[1, 2, 3]}}}"),
            "3: 3 values stand here, but the object has 2 counters"},
        {samples("{\"data\": {\"O\": {\"a\": [1,\n1.5]}}}"),
            "3: a value has to be a whole number, not a number with a fraction, an exponent or more than 64 "
            "bits"},
        {samples("{\"data\": {\"O\": {\"a\": [1,\n18446744073709551616]}}}"),
            "3: a value has to be a whole number, not a number with a fraction, an exponent or more than 64 "
            "bits"},
        {samples("{\"data\": {\"O\": {\"a\": [1,\n\"2\"]}}}"), no_status},
        {samples("{\"data\": {\"O\": {\"a\":\n\"PDH_NOTHING\"}}}"), no_status},
        {samples("{\"data\": {\"O\":\n\"0x100000000\"}}"), no_status},
        {samples("{\"data\": {\"O\":\n\"0x\"}}"), no_status},
        {samples("{\"data\": {\"O\":\n\"0x-5\"}}"), no_status},
        {samples("{\"status\":\n4294967296}"), no_status},
        {samples("{\"status\":\n-2147483649}"), no_status},
        {samples("{\"status\":\n18446744073709551615}"), no_status},
        {samples("{\"status\":\nnull}"), "3: a status has to be a text, not null"},
        {samples("{\"status\":\n0}"), valid_status},
        {samples("{\"data\": {\"O\": {\"a\": [1,\n\"PDH_CSTATUS_NEW_DATA\"]}}}"), valid_status},
        {samples("{\"status\": \"PDH_NO_DATA\",\n\"data\": {}}"),
            "3: a sample that fails with a status has no data"},
        {"{\"objects\": [],\n\"$schema\": 1}", "2: \"$schema\" has to be a text, not a whole number"},
        {"{\n// comment\n/* \n */ \"object\": 1}",
            "4: a script has no key \"object\", but $schema, perfFreq, objects, samples, loop"},
        {samples("{\"data\": {\"O\": {\"a\": [1,\n[2]]}}}"),
            "3: a value with a multi count has to be [value, multi]"},
        {samples("{\"data\": {\"O\": {\"a\": [1, [2,\n-1]]}}}"),
            "3: a multi count has to be from 0 to 4294967295"},
        {samples("{\"data\": {\"O\": {\"a\": [1, [\nnull, 1]]}}}"),
            "3: a value has to be a whole number, not null"},
        {samples("{\"data\": {\"O\": [\n[\"a\"]]}}"),
            R"(3: an instance in a list has to be ["name", [values]] or ["name", [values], id])"},
        {samples("{\"data\": {\"O\": [\n{}]}}"),
            R"(3: an instance in a list has to be ["name", [values]] or ["name", [values], id])"},
        {samples("{\"data\": {\"O\": [[\n5, [1, 2]]]}}"),
            "3: the name of an instance has to be a text, not a whole number"},
        {samples("{\"data\": {\"O\": [[\"a\", [1, 2],\n-1]]}}"),
            "3: the id of an instance has to be from 0 to 9223372036854775807"},
        {R"({"objects": [{"name": "O", "instances": "none", "counters": [{"name": "C", "type": 0}]}],
             "samples": [{"data": {"O": {"a": [1]}}}]})",
            "2: the data of an object without instances has to be a list, not a map"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(fault_of(row.text) == row.fault);
    }
}

TEST_CASE("a long text is shortened in the reason, between characters") {
    std::string name = "x";
    for (int i = 0; i < 100; ++i) {
        name += "\xC3\x84";
    }
    const std::string fault = fault_of("{\"" + name + "\": 1}");
    CHECK(fault.starts_with("1: a script has no key \"" + name.substr(0, 79) + "...\", but "));
}

TEST_CASE("the column of what is wrong is where it begins, in characters") {
    struct Row {
        std::string_view text;
        std::string_view place;
    };
    const Row rows[] = {
        {R"({"objects": 5})", "1:13: "},
        {R"({"objects": -12345, "samples": []})", "1:13: "},
        {"{\n  \"objects\": 1.5e3}", "2:14: "},
        {R"({"objects": true})", "1:13: "},
        {R"({"objects": false })", "1:13: "},
        {"{\"objects\":\tnull}", "1:13: "},
        {R"({"objects": "text"})", "1:13: "},
        {R"({"objects": "a\\\"b\\"})", "1:13: "},
        {R"({"objects": ""})", "1:13: "},
        {R"({"objects": {"a": 1}})", "1:13: "},
        {R"([1, 2])", "1:1: "},
        {R"({"objects": [], "samples": [], "a": 1})", "1:32: "},
        {"{\"objects\": [/* \xC3\xA4\xE2\x82\xAC */ 5]}", "1:23: "},
        {"5", "1:1: "},
        {"{\n\"objects\": [1,\n]}", "3:1: "},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(whole_fault_of(row.text).substr(0, row.place.size()) == row.place);
    }
}

using namespace pdh_shim;
using namespace pdh_shim::source::script;

namespace {

/// Reads samples, each from a text of its own, of the objects `M`, which has instances and the counters `A`
/// and `B`, and `N`, which has the counter `A` and no instances. Their clocks have 10 ticks a second.
class SampleTexts {
  public:
    SampleTexts() {
        constexpr std::string_view objects =
            R"([{"name": "M", "instances": "multi", "counters": [{"name": "A", "type": 0}, {"name": "B", "type": 0}]},
                {"name": "N", "instances": "none", "counters": [{"name": "A", "type": 0}]}])";
        const Tape tape = test::require_value(Tape::parse(objects));
        catalogue = test::require_value(read_objects(ValueReader(objects), tape.root(), 10)).catalogue;
        samples_ = std::make_unique<SampleReader>(reader_, catalogue);
    }

    Result<ScriptSample, Failure> read(std::string_view text) {
        const Tape tape = test::require_value(Tape::parse(text));
        return samples_->read(tape.root());
    }
    ScriptSample sample(std::string_view text) { return test::require_value(read(text)); }
    bool refuses(std::string_view text, std::string_view reason) {
        const auto sample = read(text);
        return !sample.has_value() && sample.error().message().find(reason) != std::string::npos;
    }

    model::Catalogue catalogue;

  private:
    ValueReader reader_{""}; // which knows no lines
    std::unique_ptr<SampleReader> samples_;
};

} // namespace

TEST_CASE("a sample without times is a second after the one before") {
    SampleTexts texts;
    const Instant first = texts.sample(R"({"perfTime": 100, "data": {}})").clocks;
    CHECK(first.perf_time == 100);
    CHECK(first.time_100ns == 100'000'000);
    const Instant next = texts.sample(R"({"data": {}})").clocks;
    CHECK(next.perf_time == 110);
    CHECK(next.time_100ns == 110'000'000);
    CHECK(next.system_time == first.system_time + ticks_per_second);
    // A sample that fails has its time too.
    CHECK(texts.sample(R"({"status": "PDH_NO_DATA"})").clocks.perf_time == 120);
    CHECK(texts.sample(R"({"data": {}})").clocks.perf_time == 130);
}

TEST_CASE("a sample has data or a status") {
    SampleTexts texts;
    CHECK(texts.refuses("{}", "\"data\""));
    CHECK(texts.refuses(R"({"status": "PDH_NO_DATA", "data": {}})", "has no data"));
    CHECK(texts.refuses(R"({"systemTime": "yesterday", "data": {}})", "is no time such as"));
    CHECK(texts.refuses(R"({"systemTime": 5, "data": {}})", "\"systemTime\""));
    const ScriptSample failed = texts.sample(R"({"status": "PDH_NO_DATA"})");
    CHECK(failed.status == Status::no_data);
    CHECK(failed.objects.empty());
}

TEST_CASE("objects are found without regard to case, once each, and listed by their places") {
    SampleTexts texts;
    const ScriptSample sample = texts.sample(R"({"data": {"n": [5], "m": {}}, "objectTime": {"N": 8}})");
    REQUIRE(sample.objects.size() == 2);
    CHECK(sample.objects[0].object == 0);
    CHECK(sample.objects[1].object == 1);
    CHECK(sample.object_times == std::vector<std::pair<std::uint32_t, std::int64_t>>{{1, 8}});
    CHECK(texts.refuses(R"({"data": {"X": []}})", "no object \"X\""));
    CHECK(texts.refuses(R"({"data": {"N": [5], "n": [6]}})", "stands here twice"));
    CHECK(texts.refuses(R"({"data": []})", "\"data\""));
}

TEST_CASE("a frequency in a sample is the object's, and cannot change in another one") {
    SampleTexts texts;
    CHECK(texts.catalogue.objects[1].object_freq == 10);
    texts.sample(R"({"objectFreq": {"N": 50}, "data": {}})");
    CHECK(texts.catalogue.objects[1].object_freq == 50);
    CHECK(texts.read(R"({"objectFreq": {"N": 50}, "data": {}})").has_value());
    CHECK(texts.refuses(R"({"objectFreq": {"N": 51}, "data": {}})", "cannot change"));
    CHECK(texts.refuses(R"({"objectFreq": {"M": 0}, "data": {}})", "an object frequency"));
}

TEST_CASE("an instance has a value for each counter") {
    SampleTexts texts;
    const ScriptSample sample =
        texts.sample(R"({"data": {"M": {"i": [1, null], "j": [18446744073709551615, 4]}}})");
    REQUIRE(sample.objects.size() == 1);
    const ObjectSample& rows = sample.objects[0];
    CHECK(rows.cells == std::vector<std::int64_t>{1, 0, -1, 4});
    REQUIRE(rows.missing.size() == 1);
    CHECK(rows.missing[0].cell.row == 0);
    CHECK(rows.missing[0].cell.column == 1);
    CHECK(rows.missing[0].cstatus == Status::cstatus_invalid_data);
    CHECK(texts.refuses(
        R"({"data": {"M": {"i": [1]}}})", "1 values stand here, but the object has 2 counters"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, 2, 3]}}})", "3 values stand here"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": 1}}})", "the data of an instance"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, 2.5]}}})", "a value"));
}

TEST_CASE("a multi count is a DWORD beside its value, and has one column for all samples") {
    SampleTexts texts;
    const ScriptSample sample = texts.sample(R"({"data": {"M": {"i": [1, [7, 4294967295]]}}})");
    REQUIRE(sample.objects[0].multi.size() == 1);
    CHECK(sample.objects[0].cells == std::vector<std::int64_t>{1, 7});
    CHECK(sample.objects[0].multi[0].count == 4294967295);
    CHECK(sample.objects[0].multi[0].cell.column == 2);
    CHECK(texts.catalogue.objects[0].columns == 3);
    CHECK(texts.catalogue.objects[0].counters[1].multi == 2);
    CHECK(texts.sample(R"({"data": {"M": {"i": [1, [7, 0]]}}})").objects[0].multi[0].cell.column == 2);
    CHECK(texts.catalogue.objects[0].columns == 3);
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, [7, 4294967296]]}}})", "a multi count"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, [7, -1]]}}})", "a multi count"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, [7]]}}})", "[value, multi]"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, [7, 1, 1]]}}})", "[value, multi]"));
}

TEST_CASE("a name in a list is parted at its first slash that has something on both sides") {
    SampleTexts texts;
    const ScriptSample sample = texts.sample(
        R"({"data": {"M": [["p/i", [1, 2], 9], ["p/i/j", [1, 2]], ["/i", [1, 2]], ["i/", [1, 2]], ["/", [1, 2]]]}})");
    const std::vector<model::Instance> expected{{.name = u"i", .parent = u"p", .unique_id = 9},
        {.name = u"i/j", .parent = u"p"}, {.name = u"/i", .parent = {}}, {.name = u"i/", .parent = {}},
        {.name = u"/", .parent = {}}};
    CHECK(sample.objects[0].instances->instances() == expected);
    CHECK(texts.refuses(R"({"data": {"M": [["i"]]}})", "an instance in a list"));
    CHECK(texts.refuses(R"({"data": {"M": [["i", [1, 2], 3, 4]]}})", "an instance in a list"));
    CHECK(texts.refuses(R"({"data": {"M": [["i", [1, 2], -1]]}})", "the id of an instance"));
}
