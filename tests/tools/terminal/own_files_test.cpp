// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "child_process.h"
#include "temporary_folder.h"
#include "tools/terminal/own_files.h"
#include "tools/terminal/program_end.h"
#include "tools/terminal/terminal_text.h"

#include <doctest/doctest.h>

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pdh_shim::tools;
using pdh_shim::test::TemporaryFolder;

namespace {

unsigned mode_of(const std::string& path) {
    struct stat status = {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777U;
}

} // namespace

TEST_CASE("who may read and write own files does not depend on the umask") {
    for (const mode_t mask : std::array<mode_t, 3>{0, 022, 077}) {
        const TemporaryFolder folder;
        const mode_t before = ::umask(mask);
        for (const bool is_for_all : {false, true}) {
            const auto name = folder.path(is_for_all ? "a/all" : "own/b");
            terminal::make_own_folders(name, is_for_all);
            terminal::replace_own_file(name + "/file", "text", is_for_all);
            const terminal::LockFile lock(name + "/lock");
            CHECK(mode_of(name) == (is_for_all ? 0755U : 0700U));
            CHECK(mode_of(std::filesystem::path(name).parent_path()) == (is_for_all ? 0755U : 0700U));
            CHECK(mode_of(name + "/file") == (is_for_all ? 0644U : 0600U));
            CHECK(mode_of(name + "/lock") == 0600U);
        }
        ::umask(before);
    }
}

TEST_CASE("an own file is replaced as a whole, and nothing stays of the new one if it fails") {
    const TemporaryFolder folder;
    static_cast<void>(folder.write(".file.new", "of one that was killed"));
    terminal::replace_own_file(folder.path("file"), "old", false);
    terminal::replace_own_file(folder.path("file"), "new", false);
    CHECK(folder.read("file") == "new");
    CHECK_FALSE(std::filesystem::exists(folder.path(".file.new")));
    CHECK_THROWS_WITH_AS(terminal::replace_own_file(folder.path("none/file"), "", false),
        ("The file \"" + folder.path("none/.file.new") + "\" cannot be created: No such file or directory.")
            .c_str(),
        terminal::ProgramError);
}

TEST_CASE("an own file behind a link is replaced, what is not a regular file is refused") {
    const TemporaryFolder folder;
    const auto refusal = [&](const std::string& name) {
        try {
            terminal::replace_own_file(folder.path(name), "new", true);
        } catch (const terminal::ProgramError& error) {
            const std::string begin = "The file \"" + folder.path(name) + "\" cannot be created: ";
            const std::string text = error.what();
            return text.starts_with(begin) ? text.substr(begin.size()) : text;
        }
        return std::string();
    };
    std::filesystem::create_directory(folder.path("folder"));
    static_cast<void>(folder.write("folder/file", "old"));
    std::filesystem::create_symlink("folder/file", folder.path("link"));
    CHECK(refusal("link").empty());
    CHECK(folder.read("folder/file") == "new");
    CHECK(std::filesystem::is_symlink(folder.path("link")));
    REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    std::filesystem::create_symlink("/dev/null", folder.path("device"));
    for (const char* const name : {"folder", "pipe", "device"}) {
        CAPTURE(name);
        CHECK(refusal(name) == "it is not a regular file.");
    }
    CHECK(std::filesystem::is_fifo(folder.path("pipe")));
    CHECK(std::filesystem::is_character_file("/dev/null"));
    std::filesystem::create_symlink("none", folder.path("dangling"));
    CHECK(refusal("dangling") == "No such file or directory.");
    if (::geteuid() != 0) {
        MESSAGE("skipped: only root has another user's folder");
        return;
    }
    std::filesystem::create_directory(folder.path("nobody"));
    std::filesystem::create_symlink(folder.write("precious", "kept"), folder.path("nobody/link"));
    constexpr uid_t nobody = 65534;
    REQUIRE(::chown(folder.path("nobody").c_str(), nobody, nobody) == 0);
    CHECK(refusal("nobody/link") == "others can change this link, or what it leads to.");
    CHECK(folder.read("precious") == "kept");
}

TEST_CASE("a lock keeps others out until it ends, and a symbolic link is not locked") {
    const TemporaryFolder folder;
    const auto is_locked = [&] {
        const int file = ::open(folder.path("lock").c_str(), O_RDONLY | O_CLOEXEC);
        return ::flock(file, LOCK_EX | LOCK_NB) != 0;
    };
    {
        const terminal::LockFile lock(folder.path("lock"));
        CHECK(pdh_shim::test::status_of_child([&] { return !is_locked(); }) == 0);
        lock.lock();
        CHECK(pdh_shim::test::status_of_child(is_locked) == 0);
    }
    CHECK(pdh_shim::test::status_of_child([&] { return !is_locked(); }) == 0);
    std::filesystem::create_symlink(folder.path("lock"), folder.path("link"));
    CHECK_THROWS_AS(terminal::LockFile(folder.path("link")), terminal::ProgramError);
}

TEST_CASE("what is not a file is refused without waiting, and a stream where one may be") {
    const TemporaryFolder folder;
    const auto pipe = folder.path("pipe");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const auto& place : {pipe, std::string("/dev/null")}) {
        CHECK_THROWS_WITH_AS(static_cast<void>(terminal::open_file(place, O_WRONLY | O_CREAT, 0600)),
            ("The file \"" + place + "\" cannot be created: it is not a regular file.").c_str(),
            terminal::ProgramError);
    }
    CHECK_THROWS_AS(terminal::LockFile{pipe}, terminal::ProgramError);
    const auto streams = terminal::WritableKind::file_or_stream;
    CHECK_THROWS_AS(static_cast<void>(terminal::open_file(folder.path(), O_WRONLY, 0600, streams)),
        terminal::ProgramError);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    for (const auto& place : {pipe, std::string("/dev/null"), folder.path("file")}) {
        const int file = terminal::open_file(place, O_WRONLY | O_CREAT, 0600, streams);
        CHECK((::fcntl(file, F_GETFL) & O_NONBLOCK) == 0);
        CHECK((::fcntl(file, F_GETFD) & FD_CLOEXEC) != 0);
        ::close(file);
    }
    ::close(reader);
}

TEST_CASE("root writes through a link only where nobody else can have put it") {
    const TemporaryFolder folder;
    const auto opened = [](const std::string& path) {
        try {
            ::close(terminal::open_file(path, O_WRONLY | O_CREAT | O_TRUNC, 0600));
            return true;
        } catch (const terminal::ProgramError& error) {
            CHECK(error.what() ==
                  "The file \"" + path +
                      "\" cannot be created: others can change this link, or what it leads to.");
            return false;
        }
    };
    std::filesystem::create_symlink(folder.path("new"), folder.path("own"));
    CHECK(opened(folder.path("own")));
    CHECK(std::filesystem::exists(folder.path("new")));
    if (::geteuid() != 0) {
        MESSAGE("skipped: only root has another user's folder");
        return;
    }
    constexpr uid_t nobody = 65534;
    std::filesystem::create_directory(folder.path("nobody"));
    std::filesystem::create_symlink(folder.path("target"), folder.path("nobody/dangling"));
    std::filesystem::create_symlink(folder.write("precious", "kept"), folder.path("nobody/link"));
    std::filesystem::create_symlink(folder.path("nobody/file"), folder.path("into"));
    REQUIRE(::chown(folder.path("nobody").c_str(), nobody, nobody) == 0);
    CHECK_FALSE(opened(folder.path("nobody/dangling")));
    CHECK_FALSE(std::filesystem::exists(folder.path("target")));
    CHECK_FALSE(opened(folder.path("nobody/link")));
    CHECK(folder.read("precious") == "kept");
    CHECK_FALSE(opened(folder.path("into")));
    CHECK(opened(folder.path("nobody/file"))); // which is not a link
    const int file = ::open(folder.path("precious").c_str(), O_RDWR | O_CLOEXEC);
    CHECK(opened("/dev/fd/" + std::to_string(file)));
    ::close(file);
}

using terminal::escaped;
using terminal::valid_utf8;

TEST_CASE("text without control characters stays as it is, tabs included") {
    for (const auto* const text : {"", "a b\tc\\", "\xC3\xA4\xE5\x90\x8D\xF0\x9F\x98\x80"}) {
        CHECK(escaped(text) == text);
    }
}

TEST_CASE("control characters of every kind are escaped") {
    CHECK(escaped("\x1B]0;title\x07") == "\\x1b]0;title\\x07");
    CHECK(escaped("a\r\nb") == "a\\r\\nb");
    CHECK(escaped("a\xE2\x80\xA8") == "a\\xe2\\x80\\xa8"); // a separator of lines
    CHECK(escaped(std::string_view("\0\x7F", 2)) == "\\x00\\x7f");
    CHECK(escaped("\xC2\x9B"
                  "2J") == "\\xc2\\x9b2J"); // CSI in one character
}

TEST_CASE("marks that turn the direction of text around are escaped") {
    CHECK(escaped("a\xE2\x80\xAE"
                  "b\xE2\x81\xA6") == "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa6");
    CHECK(escaped("\xE2\x80\x8B\xE2\x80\x90") == "\xE2\x80\x8B\xE2\x80\x90"); // neighbours of theirs
}

TEST_CASE("bytes that are not UTF-8 are escaped one by one") {
    CHECK(escaped("\x9B"
                  "2J") == "\\x9b2J");
    CHECK(escaped("a\xE2\x80") == "a\\xe2\\x80");
    CHECK(escaped("\xC0\x80\xED\xA0\x80x") == "\\xc0\\x80\\xed\\xa0\\x80x");
}

TEST_CASE("of several lines the ends stay") {
    CHECK(terminal::escaped_lines("a\x1B\nb\r\n\n") == "a\\x1b\nb\\r\n\n");
    CHECK(terminal::escaped_data("a\x1B\nb\r\n\r\n\rc\r") == "a\\x1b\nb\r\n\r\n\\rc\\r");
    CHECK(terminal::escaped_lines("a") == "a");
    CHECK(terminal::escaped_lines("").empty());
}

TEST_CASE("each byte that is not UTF-8 becomes the replacement character") {
    CHECK(valid_utf8("a\xC3\xA4\xF0\x9F\x98\x80") == "a\xC3\xA4\xF0\x9F\x98\x80");
    CHECK(valid_utf8("a\xFF"
                     "b") == "a\xEF\xBF\xBD"
                             "b");
    CHECK(valid_utf8("\xE2\x82") == "\xEF\xBF\xBD\xEF\xBF\xBD");                 // cut short
    CHECK(valid_utf8("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // half a pair of UTF-16
    CHECK(valid_utf8("\xC0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");                 // longer than needed
}
