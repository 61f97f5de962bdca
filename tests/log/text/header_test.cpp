// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/input_limits.h"
#include "base/sanitizer.h"
#include "child_process.h"
#include "log/text/header.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <sys/resource.h>

using namespace pdh_shim;
using namespace pdh_shim::log::text;

namespace {

Header header_of(std::string_view line) {
    auto header = read_header(line);
    REQUIRE(header.has_value());
    return std::move(header).value();
}

} // namespace

TEST_CASE("the first cell has the bias of the time zone, if it was not cut") {
    const std::string column = R"x(,"\\HOST\Memory\Available Bytes")x";
    CHECK(header_of(R"x("(PDH-CSV 4.0) (India Standard Time)(-330)")x" + column).bias == -330);
    CHECK(header_of(R"x("(PDH-CSV 4.0) (Eastern Daylight Time)(240)")x" + column).bias == 240);
    CHECK(header_of(R"x("(PDH-CSV 4.0) (Eastern Daylight Time)(240)")x" + column).zone ==
          "Eastern Daylight Time");
    CHECK(header_of(R"x("(PDH-TSV 4.0) (a (b)(c))(0)")x" + column).zone == "a (b)(c)");
    CHECK_FALSE(header_of(R"x("(PDH-CSV 4.0) (RTZ 2 (")x" + column).bias.has_value());
    CHECK_FALSE(header_of(R"x("(PDH-CSV 4.0) (")x" + column).bias.has_value());
    CHECK_FALSE(header_of(R"x("(PDH-CSV 4.0)")x" + column).bias.has_value());
}

TEST_CASE("columns are counter paths") {
    const Header header = header_of("\"(PDH-TSV 4.0) (UTC)(0)\"\t\"\\\\HOST\\Thread(app/1#2)\\% User Time\"\t"
                                    "\"\\\\OTHER\\Memory\\Available Bytes\"");
    CHECK(header.separator == '\t');
    REQUIRE(header.entries.size() == 2);
    CHECK(header.entries[0].machine == u"HOST");
    CHECK(header.entries[0].object == u"Thread");
    CHECK(header.entries[0].parent == u"app");
    CHECK(header.entries[0].instance == u"1");
    CHECK(header.entries[0].duplicate == 2);
    CHECK(header.entries[0].counter == u"% User Time");
    CHECK(header.entries[0].type == model::displayed_value_type);
    CHECK(header.entries[1].machine == u"OTHER");
    CHECK(header.entries[1].instance.empty());
    CHECK_FALSE(header.caption.has_value());
}

TEST_CASE("a last column whose header is not a path has comments") {
    const Header header =
        header_of(R"x("(PDH-CSV 4.0) (UTC)(0)","\\HOST\Memory\Available Bytes","my caption")x");
    CHECK(header.entries.size() == 1);
    CHECK(header.caption.has_value());
}

TEST_CASE("a text log is known by its first bytes") {
    using namespace std::string_view_literals;
    CHECK(separator_of("\"(PDH-CSV 4.0) (UTC") == ',');
    CHECK(separator_of("(PDH-TSV 4.0)") == '\t');
    CHECK(separator_of("\xEF\xBB\xBF\r\n\"(PDH-CSV 4.0)") == ',');
    CHECK(separator_of("\xFF\xFE\"\0(\0P\0D\0H\0-\0T\0S\0V\0 \0"
                       "4\0.\0"
                       "0\0)\0"sv) == '\t');
    for (const std::string_view start :
        {""sv, "\r\n"sv, "\xFF\xFE"sv, "\xFF\xFE("sv, "\"(PDH-BIN 4.0)"sv, "x(PDH-CSV 4.0)"sv}) {
        CHECK_FALSE(separator_of(start).has_value());
    }
}

TEST_CASE("names of an ANSI code page are read") {
    const Header header = header_of("\"(PDH-CSV 4.0) (\",\"\\\\H\\Obj\xE9t\\Ctr\"");
    CHECK(header.entries.front().object == u"Obj\u00E9t");
}

TEST_CASE("names in UTF-8 are read") {
    const Header header = header_of("\"(PDH-CSV 4.0) (\",\"\\\\H\\Obj\xC3\xA9t\\Ctr\"");
    CHECK(header.entries.front().object == u"Obj\u00E9t");
}

TEST_CASE("quotation marks of names are doubled in a header, and read as they were") {
    for (const std::u16string name :
        {u"a\"b", u"a\",b", u"a\",\"b", u"\"", u"\"\"", u"a\"\r\n\",\"b", u"a,b;c\td"}) {
        CAPTURE(name.size());
        const std::u16string column = u"\\\\H\\O(" + name + u")\\C";
        for (const char separator : {',', '\t'}) {
            std::string line = make_header({separator, "UTC", 0, {column, u"\\\\H\\O\\C", column}});
            line.resize(line.size() - 2); // without its end
            const Header header = header_of(line);
            REQUIRE(header.entries.size() == 3);
            CHECK(header.entries[0].instance == name);
            CHECK(header.entries[1].instance.empty());
            CHECK(header.entries[2].instance == name);
        }
    }
    CHECK(make_header({',', "", 0, {u"\\\\H\\O(a\",b)\\C"}}) ==
          "\"(PDH-CSV 4.0) ()(0)\",\"\\\\H\\O(a\"\",b)\\C\"\r\n");
}

TEST_CASE("empty brackets of an object in a header stand for no instance") {
    const Header header = header_of(R"x("(PDH-CSV 4.0) (UTC)(0)","\\H\O()\C","\\H\O(a()\b)\C")x");
    REQUIRE(header.entries.size() == 2);
    CHECK(header.entries[0].instance.empty());
    CHECK(header.entries[0].counter == u"C");
    CHECK(header.entries[1].instance == u"a()\\b");
}

TEST_CASE("the separator is what stands behind the first cell") {
    for (const std::string mark : {"(PDH-CSV 4.0) (UTC)(0)", "(PDH-TSV 4.0) (UTC)(0)", "(PDH-CSV 4.0)"}) {
        for (const char separator : {',', ';', '\t'}) {
            CAPTURE(mark);
            CAPTURE(separator);
            for (std::string line : {mark, '"' + mark + '"'}) {
                line += separator;
                line += R"(\\H\O\C)";
                line += separator;
                line += R"(\\H\O\D)";
                const Header header = header_of(line);
                CHECK(header.separator == separator);
                CHECK(header.entries.size() == 2);
            }
        }
    }
    CHECK(header_of("\"(PDH-TSV 4.0)\"").separator == '\t');
    CHECK(header_of("(PDH-CSV 4.0) (").separator == ',');
}

namespace {

std::string header_with_columns(std::size_t count) {
    std::string line = R"x("(PDH-CSV 4.0) (UTC)(0)")x";
    for (std::size_t i = 0; i < count; ++i) {
        line += R"(,\\a\b\c)";
    }
    return line;
}

} // namespace

TEST_CASE("a header with more columns than the limit of memory allows is refused") {
    const std::uint64_t usual = memory_limit();
    const std::string line = header_with_columns(2'000);
    set_memory_limit(mebibyte);
    const auto refused = read_header(line);
    set_memory_limit(2 * mebibyte);
    const auto read = read_header(line);
    set_memory_limit(usual);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().status() == Status::log_file_open_error);
    CHECK(refused.error().message().find("PDH_SHIM_MEMORY_LIMIT") != std::string::npos);
    CHECK(read.has_value());
}

TEST_CASE("a header of eight million columns takes no memory but its own" *
          doctest::skip(under_address_sanitizer)) {
    const std::string line = header_with_columns(8'000'000);
    CHECK(test::status_of_child([&line] {
        rlimit limit{};
        getrlimit(RLIMIT_AS, &limit);
        limit.rlim_cur = 256 * mebibyte;
        setrlimit(RLIMIT_AS, &limit);
        const auto header = read_header(line);
        return !header && header.error().status() == Status::log_file_open_error;
    }) == 0);
}

TEST_CASE("a line that is not a header is refused") {
    for (const char* line :
        {"", "\"", "(PDH-BIN 4.0)", "time,a,b", R"x("(PDH-CSV 4.0) (UTC)(0)","no path","\\H\O\C")x"}) {
        CAPTURE(line);
        const auto header = read_header(line);
        REQUIRE_FALSE(header.has_value());
        CHECK(header.error().status() == Status::unable_read_log_header);
    }
}

TEST_CASE("a header is written with the zone and its bias") {
    CHECK(make_header({',', "W. Europe Standard Time", -60, {u"\\\\H\\O(i)\\C", u"caption"}}) ==
          "\"(PDH-CSV 4.0) (W. Europe Standard Time)(-60)\",\"\\\\H\\O(i)\\C\",\"caption\"\r\n");
    CHECK(make_header({'\t', "", 0, {u"\\\\H\\O\\C"}}) == "\"(PDH-TSV 4.0) ()(0)\"\t\"\\\\H\\O\\C\"\r\n");
}

TEST_CASE("a header of a zone that is not known has no zone") {
    CHECK(make_header({',', "name", std::nullopt, {u"\\\\H\\O\\C"}}) ==
          "\"(PDH-CSV 4.0)\",\"\\\\H\\O\\C\"\r\n");
}

TEST_CASE("a zone whose name is not ASCII keeps its bias") {
    CHECK(header_of(make_header({',', "M\xC3\xBCnchen (Sommer)", -120, {u"\\\\H\\O\\C"}})).bias == -120);
}
