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
