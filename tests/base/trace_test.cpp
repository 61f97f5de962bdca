// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trace.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace trace = pdh_shim::trace;

namespace {

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

TEST_CASE("nothing is logged until it is asked for") {
    CHECK_FALSE(trace::enabled(trace::Level::error));
}

TEST_CASE("a level includes those before it and goes to its file") {
    const auto path = std::filesystem::temp_directory_path() / "pdh_shim_trace_test.log";
    std::filesystem::remove(path);
    REQUIRE(trace::configure(trace::Level::warning, path.string()));
    trace::write(trace::Level::error, "an error");
    trace::write(trace::Level::warning, "a warning");
    trace::write(trace::Level::info, "a detail");
    CHECK(trace::configure(trace::Level::off, ""));
    trace::write(trace::Level::error, "after the end");

    const std::string text = read_file(path);
    CHECK(text.find("an error") != std::string::npos);
    CHECK(text.find("a warning") != std::string::npos);
    CHECK(text.find("a detail") == std::string::npos);
    CHECK(text.find("after the end") == std::string::npos);
    std::filesystem::remove(path);
}

TEST_CASE("a message from outside is one line, and steers no terminal") {
    const auto path = std::filesystem::temp_directory_path() / "pdh_shim_trace_escape_test.log";
    std::filesystem::remove(path);
    REQUIRE(trace::configure(trace::Level::error, path.string()));
    trace::write(trace::Level::error, "bad name \x1B[2J\n[error] forged");
    CHECK(trace::configure(trace::Level::off, ""));
    const std::string text = read_file(path);
    CHECK(text.find("bad name \\x1b[2J\\x0a[error] forged\n") != std::string::npos);
    CHECK(text.find('\x1B') == std::string::npos);
    std::filesystem::remove(path);
}

TEST_CASE("the name of the file is UTF-8, and its folder is not made") {
    const auto folder = std::filesystem::temp_directory_path() / u8"pdh_shim_l\u00F6g";
    std::filesystem::remove_all(folder);
    const auto path = folder / u8"pdh\u00E9.log";
    const std::u8string name = path.u8string();
    CHECK_FALSE(trace::configure(trace::Level::error, {name.begin(), name.end()}));
    CHECK_FALSE(std::filesystem::exists(folder));
    std::filesystem::create_directory(folder);
    REQUIRE(trace::configure(trace::Level::error, {name.begin(), name.end()}));
    trace::write(trace::Level::error, "an error");
    CHECK(trace::configure(trace::Level::off, ""));
    CHECK(read_file(path).find("an error") != std::string::npos);
    std::filesystem::remove_all(folder);
}

TEST_CASE("a file that cannot be opened leaves logging as it was") {
    CHECK_FALSE(trace::configure(trace::Level::debug, "/dev/null/x.log"));
    CHECK_FALSE(trace::enabled(trace::Level::error));
}

TEST_CASE("levels are known by name") {
    trace::Level level = trace::Level::off;
    CHECK(trace::parse_level("calls", level));
    CHECK(level == trace::Level::calls);
    CHECK_FALSE(trace::parse_level("loud", level));
}
