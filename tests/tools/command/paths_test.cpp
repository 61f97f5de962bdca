// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/listing.h"
#include "tools/command/paths.h"
#include "tools/terminal/program_end.h"

#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::string_view_literals;

using command::complete_path;
using command::computer_of;
using command::listed_path;
using command::meant_name;
using command::strings_of;
using command::without_computer;

TEST_CASE("a path gets the parts that the user may leave out") {
    CHECK(complete_path("\\a(b)\\c", "") == "\\a(b)\\c");
    CHECK(complete_path("a(b)\\c", "") == "\\a(b)\\c");
    CHECK(complete_path("a(b)\\c", "box") == "\\\\box\\a(b)\\c");
    CHECK(complete_path("\\a(b)\\c", "box") == "\\\\box\\a(b)\\c");
    CHECK(complete_path("", "") == "\\");
}

TEST_CASE("a path that names its computer keeps it") {
    CHECK(complete_path("\\\\other\\a\\c", "box") == "\\\\other\\a\\c");
    CHECK(complete_path("\\\\other\\a\\c", "") == "\\\\other\\a\\c");
}

TEST_CASE("a path is split into computer and the rest") {
    CHECK(computer_of("\\\\box\\a(b)\\c") == "\\\\box");
    CHECK(without_computer("\\\\box\\a(b)\\c") == "\\a(b)\\c");
    CHECK(computer_of("\\a(b)\\c").empty());
    CHECK(without_computer("\\a(b)\\c") == "\\a(b)\\c");
    CHECK(computer_of("\\\\box") == "\\\\box");
    CHECK(computer_of("").empty());
}

TEST_CASE("a star makes a wildcard") {
    CHECK(command::has_wildcard("\\a(*)\\c"));
    CHECK_FALSE(command::has_wildcard("\\a(b)\\c"));
}

TEST_CASE("a list of strings ends at the empty one") {
    using namespace std::string_view_literals;
    using Strings = std::vector<std::string>;
    CHECK(strings_of("a\0bc\0\0rest\0"sv) == Strings{"a", "bc"});
    CHECK(strings_of("\0"sv).empty());
    CHECK(strings_of("").empty());
    CHECK(strings_of("a"sv) == Strings{"a"});
}

TEST_CASE("a path with control characters is listed in shell quotes, and read back") {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"\\a(b'c \"d\")\\% e", "\\a(b'c \"d\")\\% e"},
        {"\\a(\xC3\xA4\tb)\\c", "\\a(\xC3\xA4\tb)\\c"},
        {"\\a(\n'\r)\\c", "$'\\\\a(\\n\\'\\r)\\\\c'"},
        {"\\a(\x1B[2J)\\c", "$'\\\\a(\\x1b[2J)\\\\c'"},
        {"\\a(\xC2\x9B)\\c", "$'\\\\a(\\xc2\\x9b)\\\\c'"},
        {"\\a(\xE2\x80\xAE)\\c", "$'\\\\a(\\xe2\\x80\\xae)\\\\c'"},
        {"\\a\\c ", "$'\\\\a\\\\c '"},
    };
    for (const auto& [path, listed] : cases) {
        CHECK(listed_path(path) == listed);
        CHECK(meant_name(listed) == path);
        CHECK(meant_name(listed + "\r") == path);
    }
}

TEST_CASE("text without valid quotes is used as it is") {
    for (const auto* const name : {"", "$", "$'", "'a'", "$a", "\\a\\x41", "\\a\\n"}) {
        CHECK(meant_name(name) == name);
    }
    CHECK(meant_name("\r").empty());
    CHECK(meant_name("$'\\q\\x\\xg\\x4\\x411\\'") == "\\q\\x\\xg\x04"
                                                     "A1\\");
}

namespace {

/// A function that returns these lists, a longer one at each call, as those of PDH do.
struct GrowingList {
    std::vector<std::string_view> lists;
    std::size_t calls = 0;

    PDH_STATUS operator()(char* buffer, DWORD* size) {
        const std::string_view list = lists[std::min(calls++, lists.size() - 1)];
        const bool fits = buffer != nullptr && list.size() <= *size;
        if (fits) {
            std::ranges::copy(list, buffer);
        }
        *size = static_cast<DWORD>(list.size());
        return fits ? ERROR_SUCCESS : static_cast<PDH_STATUS>(PDH_MORE_DATA);
    }
};

} // namespace

TEST_CASE("a list is read whole, though it is longer at each call") {
    const std::string text(5000, 'x');
    std::string long_list = text + '\0' + text;
    long_list.append(2, '\0');
    GrowingList list{{"a\0\0"sv, long_list}};
    const auto read = command::read_list([&](char* buffer, DWORD* size) { return list(buffer, size); });
    CHECK(read.status == ERROR_SUCCESS);
    CHECK(read.strings == std::vector{text, text});
    CHECK(list.calls == 3);
}

TEST_CASE("a list that cannot be had is its status") {
    const auto read = command::read_list([](char*, DWORD*) { return static_cast<PDH_STATUS>(PDH_NO_DATA); });
    CHECK(read.status == PDH_NO_DATA);
    CHECK(read.strings.empty());
}

TEST_CASE("a list that could not be made ends the program, but not one without data") {
    for (const DWORD status : {DWORD{ERROR_SUCCESS}, DWORD{PDH_NO_DATA}, DWORD{PDH_CSTATUS_NO_INSTANCE},
             DWORD{PDH_CSTATUS_NO_OBJECT}, DWORD{PDH_CSTATUS_NO_MACHINE}, DWORD{PDH_INVALID_PATH}}) {
        CHECK_NOTHROW(command::check_list(status, "The list"));
    }
    for (const DWORD status :
        {DWORD{PDH_MEMORY_ALLOCATION_FAILURE}, DWORD{PDH_INVALID_ARGUMENT}, DWORD{PDH_INVALID_HANDLE}}) {
        CHECK_THROWS_WITH_AS(command::check_list(status, "The list"),
            doctest::Contains("The list cannot be listed"), terminal::ProgramError);
    }
}
