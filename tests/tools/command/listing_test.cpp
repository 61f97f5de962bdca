// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/listing.h"
#include "tools/terminal/program_end.h"

#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::tools;

namespace {

using namespace std::string_view_literals;

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
