// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

using pdh_shim::FileOwner;
using pdh_shim::reason_for_distrust;
using pdh_shim::reason_not_own;

namespace {

constexpr std::uint32_t root = 0;
constexpr std::uint32_t own = 1000;
constexpr std::uint32_t other = 1001;

FileOwner file(std::uint32_t user, bool writable_by_others = false) {
    FileOwner owner;
    owner.user = user;
    owner.writable_by_others = writable_by_others;
    return owner;
}

FileOwner folder(std::uint32_t user, bool writable_by_others = false) {
    FileOwner owner = file(user, writable_by_others);
    owner.is_folder = true;
    return owner;
}

FileOwner link(std::uint32_t user, const std::string& target) {
    FileOwner owner = file(user, true);
    owner.target = target;
    return owner;
}

// The owners of some paths; the folders above belong to root.
std::string distrust(const std::string& path, std::map<std::string, FileOwner> files) {
    for (const char* const name : {"/", "/a", "/a/b", "/c"}) {
        files.try_emplace(name, folder(root));
    }
    return reason_for_distrust(path, own, [&](const std::string& name) {
        const auto found = files.find(name);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    });
}

} // namespace

TEST_CASE("a file of one's own or of root's is trusted, in folders of the two") {
    CHECK(distrust("/a/b/f", {{"/a/b/f", file(own)}}).empty());
    CHECK(distrust("/a/b/f", {{"/a/b/f", file(root)}, {"/a", folder(own)}}).empty());
    CHECK(distrust("/a/../a/./b//f", {{"/a/b/f", file(own)}}).empty());
    CHECK(distrust("/a/b/missing", {}).empty());
}

TEST_CASE("a file that another user can change is not trusted") {
    CHECK(distrust("/a/b/f", {{"/a/b/f", file(other)}}) == "/a/b/f belongs to user 1001");
    CHECK(distrust("/a/b/f", {{"/a/b/f", file(own, true)}}) ==
          "/a/b/f can be written by others than its owner");
}

TEST_CASE("a file in a folder that another user can change is not trusted") {
    const FileOwner own_file = file(own);
    CHECK(distrust("/a/b/f", {{"/a/b/f", own_file}, {"/a", folder(other)}}) == "/a belongs to user 1001");
    const FileOwner open = folder(root, true);
    CHECK(distrust("/a/b/f", {{"/a/b/f", own_file}, {"/a", open}}) ==
          "/a can be written by others than its owner");
}

TEST_CASE("in a sticky folder only the user's own files are trusted") {
    FileOwner sticky = folder(root, true);
    sticky.is_sticky = true;
    CHECK(distrust("/a/f", {{"/a", sticky}, {"/a/f", file(own)}}).empty());
    CHECK_FALSE(distrust("/a/f", {{"/a", sticky}, {"/a/f", file(other)}}).empty());
}

TEST_CASE("a link is trusted only if all folders on its way are") {
    const FileOwner own_file = file(own);
    CHECK(distrust("/a/l", {{"/a/l", link(own, "b/f")}, {"/a/b/f", own_file}}).empty());
    CHECK(distrust("/a/l/f", {{"/a/l", link(own, "../c")}, {"/c/f", own_file}}).empty());
    CHECK(distrust("/a/l", {{"/a/l", link(own, "/c/f")}, {"/c", folder(other)}, {"/c/f", own_file}}) ==
          "/c belongs to user 1001");
    CHECK(
        distrust("/a/l", {{"/a/l", link(other, "/c/f")}, {"/c/f", own_file}}) == "/a/l belongs to user 1001");
    CHECK(distrust("/a/l", {{"/a/l", link(own, "l")}}) == "/a/l has too many links");
}

TEST_CASE("the files of this machine: root does not trust files that others can change") {
    const pdh_shim::test::TemporaryFolder temporary;
    const std::string path = temporary.write("f", "");
    CHECK(reason_for_distrust(path).empty());
    chmod(path.c_str(), 0666);
    CHECK(reason_for_distrust(path).empty() == (geteuid() != 0));
    CHECK(reason_not_own(temporary.path()).empty());
    CHECK(reason_not_own(temporary.path("missing")).empty());
    if (geteuid() == 0) { // others cannot give files away
        chmod(path.c_str(), 0600);
        REQUIRE(chown(temporary.path().c_str(), own, own) == 0);
        CHECK(reason_for_distrust(path) == temporary.path() + " belongs to user 1000");
        CHECK(reason_not_own(temporary.path()) == temporary.path() + " belongs to user 1000");
    }
}
