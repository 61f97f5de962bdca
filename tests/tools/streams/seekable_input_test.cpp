// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/streams/output_compression.h"
#include "tools/streams/seekable_input.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <thread>

using namespace pdh_shim::tools;
using pdh_shim::test::TemporaryFolder;
using streams::InputBytes;

TEST_CASE("fewer bytes than asked for are the end") {
    const TemporaryFolder folder;
    std::ofstream(folder.path("a")) << "abcde";
    InputBytes input(folder.path("a"));
    std::array<char, 3> bytes{};
    CHECK(input.read(bytes) == 3);
    CHECK(input.read(bytes) == 2);
    CHECK(input.read(bytes) == 0);
}

TEST_CASE("what cannot be read is named") {
    CHECK_THROWS_WITH_AS(InputBytes("/no/file"),
        "The file \"/no/file\" cannot be read: No such file or directory.", terminal::ProgramError);
    const TemporaryFolder folder;
    InputBytes input(folder.path("."));
    std::array<char, 3> bytes{};
    CHECK_THROWS_AS(static_cast<void>(input.read(bytes)), terminal::ProgramError);
}

TEST_CASE("only a pipe is a pipe") {
    const TemporaryFolder folder;
    std::ofstream(folder.path("a")) << "a";
    REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    CHECK(streams::is_pipe(folder.path("pipe")));
    CHECK_FALSE(streams::is_pipe(folder.path("a")));
    CHECK_FALSE(streams::is_pipe(folder.path("missing")));
}

using namespace pdh_shim::tools;
using pdh_shim::test::TemporaryFolder;

namespace {

streams::SeekableInput seekable_input(const std::string& name) {
    return streams::seekable_input(name, [] { return false; });
}

std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST_CASE("a plain file is opened as it is, and so is what is not a file") {
    const TemporaryFolder folder;
    std::ofstream(folder.path("a.csv")) << "plain";
    for (const auto& name : {folder.path("a.csv"), folder.path("missing"), folder.path("."),
             std::string("SQL:dsn!set"), std::string("pcp:/archive")}) {
        const auto input = seekable_input(name);
        CHECK(input.name == name);
        CHECK(input.path == name);
        CHECK(input.spool == nullptr);
    }
}

TEST_CASE("a pipe is copied") {
    const TemporaryFolder folder;
    const auto name = folder.path("pipe");
    REQUIRE(::mkfifo(name.c_str(), 0600) == 0);
    const std::string text(300'000, 'x');
    std::thread writer([&] { std::ofstream(name) << text; });
    const auto input = seekable_input(name);
    writer.join();
    CHECK(input.name == name);
    CHECK(text_of(input.path) == text);
}

TEST_CASE("a pipe may be shorter than the first bytes that are looked at") {
    const TemporaryFolder folder;
    const auto name = folder.path("pipe");
    REQUIRE(::mkfifo(name.c_str(), 0600) == 0);
    std::thread writer([&] { std::ofstream(name) << "ab"; });
    const auto input = seekable_input(name);
    writer.join();
    CHECK(text_of(input.path) == "ab");
}

TEST_CASE("the user can stop an input that never ends") {
    const TemporaryFolder folder;
    const auto name = folder.path("pipe");
    REQUIRE(::mkfifo(name.c_str(), 0600) == 0);
    auto* const handler = ::signal(SIGPIPE, SIG_IGN);
    std::thread writer([&] {
        std::ofstream pipe(name);
        while (pipe << std::string(10'000, 'x') << std::flush) {
        }
    });
    int asked = 0;
    try {
        (void)streams::seekable_input(name, [&] { return ++asked > 3; });
        FAIL("it has an end");
    } catch (const terminal::ProgramError& error) {
        CHECK(error.status() == terminal::ExitStatus::interrupted);
    }
    writer.join();
    ::signal(SIGPIPE, handler);
    CHECK(asked == 4);
}

TEST_CASE("an input without bytes is refused") {
    const TemporaryFolder folder;
    const auto name = folder.path("pipe");
    REQUIRE(::mkfifo(name.c_str(), 0600) == 0);
    std::thread writer([&] { std::ofstream(name) << ""; });
    CHECK_THROWS_WITH_AS(static_cast<void>(seekable_input(name)),
        ("The file \"" + name + "\" has no bytes.").c_str(), terminal::ProgramError);
    writer.join();
}

#ifdef PDH_SHIM_HAS_COMPRESSION
TEST_CASE("what is compressed is decompressed, whatever its name is") {
    const TemporaryFolder folder;
    for (const auto* const ending : {".gz", ".xz", ".zst"}) {
        const auto compression = streams::compression_of(std::string("a") + ending);
        auto bytes = compression->write("text of the log");
        bytes += compression->end();
        std::ofstream(folder.path("a.blg"), std::ios::binary) << bytes;
        const auto input = seekable_input(folder.path("a.blg"));
        REQUIRE(input.spool != nullptr);
        CHECK(text_of(input.path) == "text of the log");
        CHECK_FALSE(input.is_cut);
    }
}

TEST_CASE("what is compressed and still being written is read up to the last flush") {
    const TemporaryFolder folder;
    const auto name = folder.path("cut");
    for (const auto* const ending : {".gz", ".xz", ".zst"}) {
        const auto compression = streams::compression_of(std::string("a") + ending);
        auto bytes = compression->write("first\n");
        bytes += compression->flush();
        bytes += compression->write("second\n");
        bytes += compression->flush();
        std::ofstream(name, std::ios::binary) << bytes;
        const auto input = seekable_input(name);
        CHECK(input.is_cut);
        CHECK(text_of(input.path) == "first\nsecond\n");
        std::ofstream(name, std::ios::binary) << bytes.substr(0, 8);
        CHECK_THROWS_WITH_AS(static_cast<void>(seekable_input(name)),
            ("The file \"" + name + "\" cannot be decompressed: the compressed data ends too early.").c_str(),
            terminal::ProgramError);
    }
}

TEST_CASE("what would need too much disk is refused with the limit") {
    const TemporaryFolder folder;
    const auto compression = streams::compression_of("bomb.gz");
    auto bytes = compression->write(std::string(std::size_t{2} << 20U, 'x'));
    bytes += compression->end();
    std::ofstream(folder.path("bomb"), std::ios::binary) << bytes;
    ::setenv("PDH_SHIM_DISK_LIMIT", "1", 1);
    CHECK_THROWS_WITH_AS(static_cast<void>(seekable_input(folder.path("bomb"))),
        ("The file \"" + folder.path("bomb") +
            "\" cannot be decompressed: has more than 1048576 bytes when it is decompressed: see "
            "PDH_SHIM_DISK_LIMIT.")
            .c_str(),
        terminal::ProgramError);
    ::unsetenv("PDH_SHIM_DISK_LIMIT");
}
#endif
