// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "temporary_folder.h"
#include "tools/formats/text_output.h"
#include "tools/report/page.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

using namespace pdh_shim::tools;

using namespace std::string_literals;
using report::base64;

TEST_CASE("bytes are the groups of base64 that RFC 4648 lists") {
    CHECK(base64("") == "");
    CHECK(base64("f") == "Zg==");
    CHECK(base64("fo") == "Zm8=");
    CHECK(base64("foo") == "Zm9v");
    CHECK(base64("foobar") == "Zm9vYmFy");
    CHECK(base64("\xFB\xFF\xFE\x00\x10\x83"s) == "+//+ABCD");
}

using namespace pdh_shim::tools;

using pdh_shim::test::TemporaryFolder;
using report::Page;
using report::PageDescription;

namespace {

constexpr std::int64_t year_1970 = 116'444'736'000'000'000;

/// A page in a folder of its own.
struct WrittenPage {
    TemporaryFolder folder;
    FakePlatform platform;
    command::Console console{platform, "relog", command::Audience::system};
    formats::TextOutput page;

    explicit WrittenPage(const PageDescription& about)
        : page(std::make_unique<command::OutputFile>(folder.path("page.html"), true, console),
              std::make_unique<Page>(about)) {}

    [[nodiscard]] std::string text() const { return folder.read("page.html"); }
};

// What is written last.
std::string end_mark(bool has_loss) {
    return std::string("<script id=\"end\" type=\"application/json\">{\"lost\":") +
           (has_loss ? "true" : "false") + "}</script>\n</body>\n</html>\n";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// As a page has it, on any machine.
std::string bytes_of(double value) {
    std::string bytes;
    for (unsigned shift = 0; shift < 64; shift += 8) {
        bytes += static_cast<char>(std::bit_cast<std::uint64_t>(value) >> shift & 0xFFU);
    }
    return bytes;
}

} // namespace

TEST_CASE("a name cannot end the element that it stands in") {
    const WrittenPage written({"a</script>b", {"\\\\host\\a(\"<!--\n)\\b"}, -330});
    CHECK(contains(written.text(),
        "{\"title\":\"a\\u003c/script>b\",\"bias\":-330,"
        "\"paths\":[\"\\u005c\\u005chost\\u005ca(\\u0022\\u003c!--\\u000a)\\u005cb\"]}"));
}

TEST_CASE("a page contains its script, licence and style, and needs no network") {
    const auto text = WrittenPage({"x", {"\\a\\b"}, 0}).text();
    CHECK(contains(text, "var uPlot="));
    CHECK(contains(text, "Copyright (c) 2022 Leon Sorokin"));
    CHECK(contains(text, ".u-over"));
    CHECK_FALSE(contains(text, "src="));
    CHECK_FALSE(contains(text, "href="));
    CHECK_FALSE(contains(text, "@import"));
    CHECK_FALSE(contains(text, "fetch("));
}

TEST_CASE("a page says first that nothing but its own script and style may be used") {
    const auto text = WrittenPage({"x", {"\\a\\b"}, 0}).text();
    const auto policy =
        text.find("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'");
    CHECK(policy < text.find("<style>"));
    CHECK(policy < text.find("<script"));
    CHECK_FALSE(contains(text, "unsafe-"));
}

TEST_CASE("rows are seconds and values, in little-endian order, with NaN for missing ones") {
    WrittenPage written({"x", {"\\a\\b", "\\a\\c"}, 0});
    written.page.add({year_1970 + 5'000'000, {1.0, std::nullopt}});
    written.page.close();
    const std::string row("\0\0\0\0\0\0\xE0\x3F\0\0\0\0\0\0\xF0\x3F\0\0\0\0\0\0\xF8\x7F", 24);
    CHECK(
        contains(written.text(), "text/plain>\n" + report::base64(row) + "\n</script>\n<script id=\"end\""));
}

TEST_CASE("a page has the zone of its samples where it changes, null where it is unknown") {
    WrittenPage written({"x", {"\\a\\b"}, std::nullopt});
    constexpr std::int64_t hour = std::int64_t{36} * 1'000'000'000;
    int hours = 0;
    for (const std::optional<int> bias :
        std::array<std::optional<int>, 5>{-120, -120, std::nullopt, -60, -60}) {
        written.page.add({year_1970 + hours++ * hour, {1.0}, bias});
    }
    written.page.close();
    CHECK(contains(written.text(), "\"bias\":null,"));
    CHECK(contains(written.text(),
        "<script id=\"biases\" type=\"application/json\">[[0,-120],[3,-60]]</script>\n<script id=\"end\""));
}

TEST_CASE("a closed page has an end, which says whether the log had unreadable parts") {
    bool has_loss = false;
    WrittenPage whole({"x", {"\\a\\b"}, 0, [&] { return has_loss; }});
    CHECK_FALSE(contains(whole.text(), "<script id=\"end\""));
    whole.page.close();
    CHECK(whole.text().ends_with(end_mark(false)));
    WrittenPage torn({"x", {"\\a\\b"}, 0, [&] { return has_loss; }});
    has_loss = true; // known when all of the log was read
    torn.page.close();
    CHECK(torn.text().ends_with(end_mark(true)));
    WrittenPage live({"x", {"\\a\\b"}, 0});
    live.page.close();
    CHECK(live.text().ends_with(end_mark(false)));
}

TEST_CASE("a sample is in the file when it is flushed") {
    WrittenPage written({"x", {"\\a\\b"}, 0});
    const auto before = written.text().size();
    written.page.add({year_1970, {1.0}});
    CHECK(written.text().size() == before);
    written.page.flush();
    CHECK(written.text().size() == before + 25);
    written.page.flush();
    CHECK(written.text().size() == before + 25);
}

TEST_CASE("samples are written before they fill the memory, each once and in their order") {
    WrittenPage written({"x", {"\\a\\b"}, 0});
    const std::string head = written.text();
    constexpr int count = 4000;
    std::string rows;
    for (int i = 0; i < count; ++i) {
        const auto value = static_cast<double>(i);
        written.page.add({year_1970 + i * std::int64_t{10'000'000}, {value}});
        rows += bytes_of(value) + bytes_of(value); // the time in seconds, and the value
    }
    constexpr std::size_t first = std::size_t{48} * 1024; // what the page keeps in memory
    // Not shown where they differ: they are long.
    const std::string begun = head + report::base64(rows.substr(0, first)) + "\n";
    CHECK((written.text() == begun));
    written.page.close();
    CHECK((written.text() == begun + report::base64(rows.substr(first)) + "\n</script>\n" + end_mark(false)));
}
