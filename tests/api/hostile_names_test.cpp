// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Instances with hostile names, from each kind of source that a program can get: every
// path that the library returns for an instance means this one, and no other.

#include "own_source.h"
#include "pdh_calls.h"
#include "temporary_folder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <vector>

using namespace pdh_shim::test;

namespace {

/// Names of instances; with a parent if there is a slash in it. The value of each is its position, from 1.
const Strings names{"plain", "*", "p*n", "**", "plain", "plain#0", "plain#1", "plain#2", "other#1",
    "other#2#0", "third#01", "third#00", "third", "#1", "##1", "#*", "_Total", "_TOTAL", "a/b", "a/b",
    "a/b#0", "a/b#1", "/", "a/", "/a", "a//b", "*/*", "(", ")", "()", "(x)", "x)\\y", "\\", "\\\\", ")\\",
    "#", "\x1B]0;x\x07", "two\nlines", "\t", "\x7F",
    "\xC2\x9B"
    "31m",
    "\xE2\x80\xAEmoc", " ", " lead", "trail ", "\"", ",", "PLAIN", "plain_0", "plain_1#1", "%s%n", "..",
    "n#4294967295", "n#4294967296", "n#1 ", "\xF0\x9F\x98\x80"};

std::string in_json(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20) {
            constexpr std::string_view digits = "0123456789abcdef";
            quoted += "\\u00";
            quoted += digits[byte / 16];
            quoted += digits[byte % 16];
        } else {
            quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
        }
    }
    return quoted + "\"";
}

std::string script_with(const Strings& instances) {
    std::string data;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        data += (data.empty() ? "[" : ", [") + in_json(instances[i]) + ", [" + std::to_string(i + 1) + "]]";
    }
    return R"(script:{"objects": [{"name": "Thing", "instances": "multi",
        "counters": [{"name": "Value", "type": "PERF_COUNTER_RAWCOUNT"}]}],
        "samples": [{"data": {"Thing": [)" +
           data + R"(]}}], "loop": true})";
}

void use(const std::string& sources) {
    REQUIRE(pdh_shim_set_sources(sources.c_str()) == ERROR_SUCCESS);
}

/// @return the value of the instance that each path means
std::vector<LONGLONG> values_of(const Strings& paths) {
    REQUIRE(paths.size() == names.size());
    Query query;
    std::vector<PDH_HCOUNTER> counters;
    counters.reserve(paths.size());
    for (const std::string& path : paths) {
        counters.push_back(query.add(path));
        CHECK(PdhValidatePathA(path.c_str()) == ERROR_SUCCESS);
        CHECK(remade(path).ends_with(path)); // with the computer's name before it
    }
    REQUIRE(query.collect() == ERROR_SUCCESS);
    std::vector<LONGLONG> values;
    std::ranges::transform(counters, std::back_inserter(values),
        [](PDH_HCOUNTER counter) { return raw_value(counter).value_or(0); });
    return values;
}

std::vector<LONGLONG> all_values() {
    std::vector<LONGLONG> values(names.size());
    std::iota(values.begin(), values.end(), 1);
    return values;
}

/// Of instances of one name the last one is listed first, so the paths have another order than the names.
void check_expanded(const Strings& paths) {
    std::vector<LONGLONG> values = values_of(paths);
    std::ranges::sort(values);
    CHECK(values == all_values());
}

std::string in_upper_case(std::string text) {
    std::ranges::transform(
        text, text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return text;
}

/// As programs do that count the earlier occurrences of a name in the list.
Strings paths_of_listed_instances() {
    Strings paths;
    std::map<std::string, DWORD> seen;
    for (const std::string& instance : items_of("Thing").instances) {
        paths.push_back(make_path("Thing", instance, seen[in_upper_case(instance)]++, "Value"));
    }
    return paths;
}

void check_every_way() {
    const Strings expanded = expand("\\Thing(*)\\Value");
    for (const std::string& path : expanded) {
        CHECK(path.find('*') == std::string::npos);
    }
    check_expanded(expanded);
    CHECK(values_of(paths_of_listed_instances()) == all_values());
    Query query;
    PDH_HCOUNTER const missing = query.add("\\Thing(n)\\Value"); // n#... are all there is
    PDH_HCOUNTER const given = query.add("\\Thing(other#1)\\Value");
    REQUIRE(query.collect() == ERROR_SUCCESS);
    CHECK_FALSE(raw_value(missing));
    CHECK(raw_value(given) == std::ranges::find(names, "other#1") - names.begin() + 1);
}

void write_names(pdh_shim_writer& writer) {
    for (const std::string& name : names) {
        const std::uint32_t row = writer.add_instance(&writer, name.c_str(), nullptr, PDH_SHIM_NO_ID);
        writer.set(&writer, row, 0, row + 1);
    }
}

std::string utf16_bytes(const std::string& utf8) {
    std::string bytes;
    std::u32string points;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        char32_t point = length == 1 ? lead : lead & (0x7FU >> length);
        for (std::size_t k = 1; k < length; ++k) {
            point = (point << 6U) | (static_cast<unsigned char>(utf8[i + k]) & 0x3FU);
        }
        points += point;
        i += length;
    }
    const auto append = [&bytes](char32_t unit) {
        bytes += static_cast<char>(unit & 0xFFU);
        bytes += static_cast<char>(unit >> 8U);
    };
    for (const char32_t point : points) {
        if (point < 0x10000) {
            append(point);
        } else {
            append(0xD7C0 + (point >> 10U));
            append(0xDC00 + (point & 0x3FFU));
        }
    }
    return bytes;
}

std::string captured_sample() {
    Query query;
    static_cast<void>(query.add("\\Thing(*)\\Value"));
    REQUIRE(query.collect() == ERROR_SUCCESS);
    DWORD size = 0;
    REQUIRE(static_cast<DWORD>(query.capture(nullptr, &size)) == PDH_MORE_DATA);
    std::string block(size, '\0');
    REQUIRE(query.capture(block.data(), &size) == ERROR_SUCCESS);
    return block;
}

/// The capture of a machine with these instances.
std::string capture_with_names() {
    const auto placeholder = [](std::size_t i) { return "a place for a name: " + std::to_string(100 + i); };
    Strings placeholders;
    for (std::size_t i = 0; i < names.size(); ++i) {
        placeholders.push_back(placeholder(i));
    }
    use(script_with(placeholders));
    std::string block = captured_sample();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string from = utf16_bytes(placeholders[i]);
        std::string to = utf16_bytes(names[i]);
        REQUIRE(to.size() <= from.size());
        to.resize(from.size(), '\0');
        const std::size_t at = block.find(from);
        REQUIRE(at != std::string::npos);
        block.replace(at, from.size(), to);
    }
    return block;
}

} // namespace

TEST_CASE("a path means one instance of a script only, whatever its name is") {
    use(script_with(names));
    check_every_way();
}

TEST_CASE("a path means one instance of a capture only, whatever its name is") {
    const TemporaryFolder folder;
    use("perfdata:" + folder.write("hostile.perfdata", capture_with_names()));
    check_every_way();
}

TEST_CASE("a path means one instance of a plug-in only, whatever its name is") {
    use("script:{\"objects\": [], \"samples\": []}");
    const pdh_shim_counter value{"Value", nullptr, 0, PERF_COUNTER_RAWCOUNT, 0, 0, 0};
    const pdh_shim_object thing{"Thing", nullptr, 0, 0, 1, 1, &value, 0};
    OwnSource plugin("hostile names", {thing}, [](pdh_shim_writer& writer, auto...) { write_names(writer); });
    REQUIRE(plugin.add() == ERROR_SUCCESS);
    check_every_way();
}

TEST_CASE("an instance of a capture without a name has one") {
    const TemporaryFolder folder;
    use(script_with({"x", "y"}));
    std::string block = captured_sample();
    const std::size_t at = block.find(utf16_bytes("y") + std::string(2, '\0'));
    REQUIRE(at != std::string::npos);
    block[at] = '\0';
    use("perfdata:" + folder.write("nameless.perfdata", block));
    const Strings paths = expand("\\Thing(*)\\Value");
    REQUIRE(paths.size() == 2);
    Query query;
    PDH_HCOUNTER const nameless = query.add(paths[1]);
    REQUIRE(query.collect() == ERROR_SUCCESS);
    CHECK(raw_value(nameless) == 2);
}

TEST_CASE("an expansion leaves out instances that no path can name") {
    use(R"(script:{"objects": [{"name": "Thing", "instances": "multi", "counters": [
        {"name": "Value", "type": "PERF_COUNTER_RAWCOUNT"},
        {"name": "a)\\b", "type": "PERF_COUNTER_RAWCOUNT"}]}],
        "samples": [{"data": {"Thing": {"short": [1, 2], ")" +
        std::string(2100, 'x') + R"(": [3, 4]}}}]})");
    const Strings paths = expand("\\Thing(*)\\*");
    REQUIRE(paths.size() == 1);
    CHECK(paths.front().ends_with("\\Thing(short)\\Value"));
}
