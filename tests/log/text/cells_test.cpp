// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/cells.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::log::text;

namespace {

using Cells = std::vector<std::string_view>;

Cells split(std::string_view line, char separator = ',') {
    Cells cells;
    split_cells(line, separator, cells);
    return cells;
}

} // namespace

TEST_CASE("a line is split at its separators") {
    CHECK(split("a,b,c") == Cells{"a", "b", "c"});
    CHECK(split("a\tb", '\t') == Cells{"a", "b"});
    CHECK(split(R"("a","b","c")") == Cells{"a", "b", "c"});
    CHECK(split(R"("a",b,"c")") == Cells{"a", "b", "c"});
    CHECK(split("") == Cells{""});
    CHECK(split("a,") == Cells{"a", ""});
    CHECK(split("a,,c") == Cells{"a", "", "c"});
}

TEST_CASE("separators in quotation marks are part of their cell") {
    CHECK(split(R"("a,b","c")") == Cells{"a,b", "c"});
}

TEST_CASE("a quotation mark that no separator follows is part of its cell") {
    CHECK(split(R"("a"b","c")") == Cells{R"(a"b)", "c"});
}

TEST_CASE("two quotation marks are a part of their cell, whatever follows them") {
    CHECK(split(R"("a"",b","c")") == Cells{R"(a"",b)", "c"});
    CHECK(split(R"("a""","c")") == Cells{R"(a"")", "c"});
    CHECK(split(R"("""a",""""")") == Cells{R"(""a)", R"("""")"});
    CHECK(split(R"("","a","")") == Cells{"", "a", ""});
}

TEST_CASE("a text ends in a cell whose quotation mark is not closed") {
    const auto is_open = [](std::string_view text) { return OpenCell(',').is_open(text); };
    for (const char* const text : {R"("a","b)", R"("a",")", R"("a"")", R"("a"",b)", R"(a,"b"c)"}) {
        CAPTURE(text);
        CHECK(is_open(text));
    }
    for (const char* const text : {"", "a,b", R"("a","b")", R"("a","")", R"("a""","b""")", R"(a"b,c)"}) {
        CAPTURE(text);
        CHECK_FALSE(is_open(text));
    }
}

TEST_CASE("what is added to an open cell can close it") {
    OpenCell cell(',');
    CHECK(cell.is_open(R"("a","b)"));
    CHECK(cell.is_open("\"a\",\"b\nc\"\","));
    CHECK_FALSE(cell.is_open("\"a\",\"b\nc\"\",\",\"d\""));
}

TEST_CASE("a cell that no quotation mark ends is as long as the line") {
    CHECK(split(R"("a","b)") == Cells{"a", "b"});
    CHECK(split("\"") == Cells{""});
}

TEST_CASE("cells are passed over, each with its separators and quotation marks") {
    constexpr std::string_view line = R"("a,b",c,"","d"e",f)";
    CHECK(skip_cells(line, 0, 0, ',') == 0);
    CHECK(line.substr(skip_cells(line, 0, 1, ',')) == R"(c,"","d"e",f)");
    CHECK(line.substr(skip_cells(line, 0, 3, ',')) == R"("d"e",f)");
    CHECK(line.substr(skip_cells(line, skip_cells(line, 0, 1, ','), 3, ',')) == "f");
}

TEST_CASE("a line has no cell after its last one") {
    CHECK(skip_cells("a,b", 0, 2, ',') > 3);
    CHECK(skip_cells("a,b", 0, 9, ',') > 3);
    CHECK(skip_cells(R"("a","b")", 0, 2, ',') > 7);
}
