// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#ifndef _WIN32
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#endif

using pdh_shim::absolute_name;
using pdh_shim::file_kind;
using pdh_shim::FileKind;
using pdh_shim::folder_entries;
using pdh_shim::folder_of;
using pdh_shim::FolderEntry;
using pdh_shim::last_part;
using pdh_shim::name_below;
using pdh_shim::read_named_file;
using pdh_shim::Status;
using pdh_shim::test::TemporaryFolder;

namespace {

struct Parts {
    const char* name;
    const char* folder;
    const char* last;
};

struct Joined {
    const char* folder;
    const char* name;
    const char* whole;
};

struct Absolute {
    const char* name;
    const char* whole;
};

#ifdef _WIN32
constexpr const char* separator = "\\";
constexpr auto parts = std::to_array<Parts>({
    {"", "", ""},
    {"a.blg", "", "a.blg"},
    {"a\\b", "a", "b"},
    {"a/b", "a", "b"},
    {"a\\\\b", "a", "b"},
    {"a\\", "a", ""},
    {"\\", "\\", ""},
    {"\\a", "\\", "a"},
    {"C:", "C:", ""},
    {"C:a", "C:", "a"},
    {"C:\\", "C:\\", ""},
    {"C:/a", "C:/", "a"},
    {"C:\\a\\b", "C:\\a", "b"},
    {"C:\\\\a", "C:\\", "a"},
    {"\\\\server\\share", "\\\\server\\share", ""},
    {"\\\\server\\share\\", "\\\\server\\share\\", ""},
    {"\\\\server\\share\\a", "\\\\server\\share\\", "a"},
    {"\\\\server\\share\\a\\b", "\\\\server\\share\\a", "b"},
    {"\\\\?\\C:\\a", "\\\\?\\C:\\", "a"},
    {"\\\\?\\UNC\\server\\share\\a", "\\\\?\\UNC\\server\\share\\", "a"},
    {"\\\\?\\UNC\\server\\share", "\\\\?\\UNC\\server\\share", ""},
    {"\\\\", "\\\\", ""},
    {"\\\\server", "\\\\server", ""},
});
constexpr auto joined = std::to_array<Joined>({
    {"C:\\a", "b", "C:\\a\\b"},
    {"C:\\", "b", "C:\\b"},
    {"C:/", "b", "C:/b"},
    {"", "b", "b"},
    {"C:\\a", "D:\\b", "D:\\b"},
    {"C:\\a", "\\b", "C:\\b"},
    {"C:\\a", "/b", "C:/b"},
    {"C:\\a", "c:b", "C:\\a\\b"},
    {"C:\\a", "D:b", "D:b"},
    {"a", "C:b", "C:b"},
    {"\\\\server\\share\\a", "\\b", "\\\\server\\share\\b"},
    {"C:\\a", "\\\\server\\share\\b", "\\\\server\\share\\b"},
    {"C:\\a", "", "C:\\a\\"},
    {"", "", ""},
});
constexpr auto absolutes = std::to_array<Absolute>({
    {"C:\\a\\..\\b\\.\\c", "C:\\b\\c"},
    {"C:/a/", "C:\\a"},
    {"C:\\", "C:\\"},
    {"C:\\..", "C:\\"},
    {"\\\\server\\share\\a\\..", "\\\\server\\share\\"},
});
#else
constexpr const char* separator = "/";
constexpr auto parts = std::to_array<Parts>({
    {"", "", ""},
    {"a.blg", "", "a.blg"},
    {"a/b", "a", "b"},
    {"a\\b", "", "a\\b"},
    {"a//b", "a", "b"},
    {"a/", "a", ""},
    {"/", "/", ""},
    {"/a", "/", "a"},
    {"/a/b", "/a", "b"},
    {"/\xFF/b", "/\xFF", "b"},
});
constexpr auto joined = std::to_array<Joined>({
    {"/a", "b", "/a/b"},
    {"/", "b", "/b"},
    {"", "b", "b"},
    {"/a", "/b", "/b"},
    {"/a", "", "/a/"},
    {"", "", ""},
});
constexpr auto absolutes = std::to_array<Absolute>({
    {"/a/../b/./c", "/b/c"},
    {"/a/", "/a"},
    {"/a//b", "/a/b"},
    {"/", "/"},
    {"/..", "/"},
});
#endif

std::vector<FolderEntry> sorted_entries(const std::string& folder) {
    auto entries = folder_entries(folder).value();
    std::ranges::sort(entries, {}, &FolderEntry::name);
    return entries;
}

} // namespace

TEST_CASE("a name is taken apart at its last separator, but within its root") {
    for (const Parts& row : parts) {
        CAPTURE(row.name);
        CHECK(folder_of(row.name) == row.folder);
        CHECK(last_part(row.name) == row.last);
    }
}

TEST_CASE("a name without a root is seen from a folder") {
    for (const Joined& row : joined) {
        CAPTURE(row.folder);
        CAPTURE(row.name);
        CHECK(name_below(row.folder, row.name) == row.whole);
    }
}

TEST_CASE("an absolute name has no detours and no separator at its end") {
    for (const Absolute& row : absolutes) {
        CAPTURE(row.name);
        CHECK(absolute_name(row.name) == row.whole);
    }
}

TEST_CASE("names are absolute from the current folder") {
    const std::string current = std::filesystem::current_path().string();
    CHECK(absolute_name("") == current);
    CHECK(absolute_name(".") == current);
    CHECK(absolute_name("..") == folder_of(current));
    CHECK(absolute_name("a") == current + separator + "a");
}

TEST_CASE("files, folders and missing names are distinguished") {
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "");
    CHECK(file_kind(file) == FileKind::file);
    CHECK(file_kind(folder.path()) == FileKind::folder);
    CHECK(file_kind(folder.path("none")) == FileKind::none);
    CHECK(file_kind(file + separator + "below a file") == FileKind::none);
    CHECK(file_kind("") == FileKind::none);
}

TEST_CASE("the entries of a folder are listed with their kinds") {
    const TemporaryFolder folder;
    CHECK(folder_entries(folder.path()).value().empty());
    folder.write("a file", "");
    folder.write(".hidden", "");
    REQUIRE(std::filesystem::create_directory(folder.path("folder")));
    const auto entries = sorted_entries(folder.path());
    REQUIRE(entries.size() == 3);
    CHECK(entries[0].name == ".hidden");
    CHECK(entries[0].kind == FileKind::file);
    CHECK(entries[1].name == "a file");
    CHECK(entries[1].kind == FileKind::file);
    CHECK(entries[2].name == "folder");
    CHECK(entries[2].kind == FileKind::folder);
}

TEST_CASE("a file cannot be listed like a folder") {
    const TemporaryFolder folder;
    CHECK(folder_entries(folder.path("none")).error().status() == Status::file_not_found);
    CHECK_FALSE(folder_entries(folder.write("file", "")).has_value());
}

TEST_CASE("a named file is read whole, or to a byte more than it may have") {
    const TemporaryFolder folder;
    const std::string content(300'000, 'x');
    const std::string path = folder.write("file", content);
    const auto size = [&](std::size_t longest) { return read_named_file(path, longest).value().size(); };
    CHECK(size(1'000'000) == content.size());
    CHECK(size(content.size()) == content.size());
    CHECK(size(content.size() - 1) == content.size());
    CHECK(size(10) == 11);
    CHECK(read_named_file(path, 10).value().back() == std::byte{'x'});
    folder.write("file", "");
    CHECK(size(10) == 0);
}

TEST_CASE("a named file that does not exist, and a folder, give errors") {
    const TemporaryFolder folder;
    CHECK(read_named_file(folder.path("none"), 10).error().message() ==
          "cannot be read: No such file or directory");
    CHECK_FALSE(read_named_file(folder.path(), 10).has_value());
}

#ifdef _WIN32
TEST_CASE("devices of Windows are neither files nor folders") {
    CHECK(file_kind("NUL") == FileKind::other);
}

TEST_CASE("the folder that is a root is listed") {
    CHECK(folder_entries("Z:\\").has_value());
    CHECK(folder_entries("\\\\?\\C:\\").has_value());
}
#else
TEST_CASE("links have the kind of their target") {
    const TemporaryFolder folder;
    folder.write("file", "");
    REQUIRE(symlink("file", folder.path("link").c_str()) == 0);
    REQUIRE(symlink(".", folder.path("loop").c_str()) == 0);
    REQUIRE(symlink("none", folder.path("stray").c_str()) == 0);
    CHECK(file_kind(folder.path("link")) == FileKind::file);
    CHECK(file_kind(folder.path("loop")) == FileKind::folder);
    CHECK(file_kind(folder.path("stray")) == FileKind::none);
    const auto entries = sorted_entries(folder.path());
    REQUIRE(entries.size() == 4);
    CHECK(entries[1].kind == FileKind::file);
    CHECK(entries[2].kind == FileKind::folder);
    CHECK(entries[3].kind == FileKind::none);
}

TEST_CASE("devices are neither files nor folders") {
    CHECK(file_kind("/dev/zero") == FileKind::other);
}

TEST_CASE("a file that is not regular is refused without waiting") {
    const TemporaryFolder folder;
    REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    REQUIRE(symlink("pipe", folder.path("link to a pipe").c_str()) == 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    folder.path("socket").copy(address.sun_path, sizeof address.sun_path - 1);
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    REQUIRE(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    for (const std::string& path : {folder.path(), folder.path("pipe"), folder.path("link to a pipe"),
             folder.path("socket"), std::string("/dev/zero"), std::string("/dev/tty")}) {
        CAPTURE(path);
        const auto read = read_named_file(path, 10);
        // A process without a terminal has no /dev/tty.
        CHECK(read.error().message() == "is not a regular file");
    }
    close(listener);
}

TEST_CASE("a named file that the system refuses for another reason has its number") {
    CHECK(read_named_file(std::string(10'000, 'x'), 10).error().message() ==
          "cannot be read: error " + std::to_string(ENAMETOOLONG));
}

TEST_CASE("a link to a regular file is read") {
    const TemporaryFolder folder;
    folder.write("file", "text");
    REQUIRE(symlink("file", folder.path("link").c_str()) == 0);
    CHECK(read_named_file(folder.path("link"), 10).value().size() == 4);
}

TEST_CASE("a name with bytes that are not UTF-8 is listed unchanged") {
    const TemporaryFolder folder;
    folder.write("\xFF", "");
    CHECK(sorted_entries(folder.path()).front().name == "\xFF");
}
#endif
