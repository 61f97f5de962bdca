// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../../memory_file.h"
#include "log/text/line_reader.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim::log::text;
using namespace pdh_shim;
using log::text::LineReader;

namespace {

LineReader lines_of(std::string_view text) {
    return LineReader(test::file_of(test::bytes_of(text)));
}

std::vector<std::string> all_of(LineReader& lines) {
    std::vector<std::string> found;
    while (const auto line = lines.next().value()) {
        found.emplace_back(line->text);
    }
    return found;
}

} // namespace

TEST_CASE("lines end with LF or CRLF, and the last one with the file") {
    LineReader lines = lines_of("one\r\n\ntwo\rthree\r\nlast");
    CHECK(all_of(lines) == std::vector<std::string>{"one", "", "two\rthree", "last"});
    CHECK_FALSE(lines.next().value().has_value());
    LineReader empty = lines_of("");
    CHECK(all_of(empty).empty());
}

TEST_CASE("a line knows where it is, and whether a line feed ends it") {
    LineReader lines = lines_of("ab\r\ncd");
    const auto first = lines.next().value().value();
    CHECK(first.place == 0);
    CHECK(first.next == 4);
    CHECK(first.has_end);
    CHECK(lines.place() == 4);
    const auto second = lines.next().value().value();
    CHECK(second.place == 4);
    CHECK_FALSE(second.has_end);
    CHECK(lines.size().value() == 6);
}

TEST_CASE("reading continues with the line at a place, also behind the end") {
    LineReader lines = lines_of("a\nb\nc\n");
    CHECK(all_of(lines).size() == 3);
    lines.go_to(2);
    CHECK(all_of(lines) == std::vector<std::string>{"b", "c"});
    lines.go_to(100);
    CHECK(all_of(lines).empty());
    CHECK(lines.number_at(0).value() == 1);
    CHECK(lines.number_at(4).value() == 3);
    CHECK(lines.number_at(1000).value() == 4);
}

TEST_CASE("lines longer than a piece of the file are whole") {
    const std::string longer(100'000, 'x');
    LineReader lines = lines_of("a\n" + longer + "\n" + longer + "y");
    CHECK(all_of(lines) == std::vector<std::string>{"a", longer, longer + "y"});
}

TEST_CASE("a file that cannot be read any further says so, each time") {
    auto file = std::make_unique<test::MemoryFile>(test::bytes_of(std::string(100'000, 'x')));
    file->fail_at(50'000);
    LineReader lines(std::move(file));
    CHECK_FALSE(lines.next().has_value());
    CHECK_FALSE(lines.next().has_value());
}

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
