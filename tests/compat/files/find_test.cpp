// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Searches of folders.
#include "temporary_folder.h"

#include <windows.h>

#include <doctest/doctest.h>

#include <string>

namespace {

using pdh_shim::test::TemporaryFolder;

/// All that a search finds, separated by bars, or "error N".
std::string found(const std::string& pattern) {
    WIN32_FIND_DATAA data;
    const HANDLE search = FindFirstFileA(pattern.c_str(), &data);
    if (search == INVALID_HANDLE_VALUE) {
        return "error " + std::to_string(GetLastError());
    }
    std::string names = data.cFileName;
    while (FindNextFileA(search, &data)) {
        names += std::string("|") + data.cFileName;
    }
    CHECK(GetLastError() == ERROR_NO_MORE_FILES);
    CHECK(FindClose(search));
    return names;
}

} // namespace

TEST_CASE("a search gives the names in their order, with `.` and `..` first") {
    const TemporaryFolder folder;
    for (const char* const name : {"b.log", "A.log", "c.LOG", "a.txt", ".hidden"}) {
        folder.write(name, "");
    }
    std::filesystem::create_directory(folder.path("logs"));
    folder.write("logs/one.csv", "");
    CHECK(found(folder.path("*")) == ".|..|.hidden|A.log|a.txt|b.log|c.LOG|logs");
    CHECK(found(folder.path("*.*")) == ".|..|.hidden|A.log|a.txt|b.log|c.LOG|logs");
    CHECK(found(folder.path("*.log")) == "A.log|b.log|c.LOG");
    CHECK(found(folder.path("a.*")) == "A.log|a.txt");
    CHECK(found(folder.path("logs\\*.csv")) == "one.csv");
    CHECK(found(folder.path("b.log")) == "b.log");
    CHECK(found(folder.path("logs")) == "logs");
    const auto none = [](DWORD error) { return "error " + std::to_string(error); };
    CHECK(found(folder.path("B.log")) == none(ERROR_FILE_NOT_FOUND)); // names are the file system's
    CHECK(found(folder.path("*.doc")) == none(ERROR_FILE_NOT_FOUND));
    CHECK(found(folder.path("logs\\")) == none(ERROR_FILE_NOT_FOUND));
    CHECK(found(folder.path("none\\*")) == none(ERROR_PATH_NOT_FOUND));
    CHECK(found(folder.path("b.log\\*")) == none(ERROR_DIRECTORY));
    CHECK(found(folder.path("lo*\\*")) == none(ERROR_INVALID_NAME));
    CHECK(found("") == none(ERROR_PATH_NOT_FOUND));
}

TEST_CASE("what is found has its attributes, size and times, in both kinds of text") {
    const TemporaryFolder folder;
    const std::string name("\xC3\xA4\xE6\xBC\xA2 1.log");
    folder.write(name, "12345");
    WIN32_FIND_DATAA data;
    HANDLE search = FindFirstFileA(folder.path("*.log").c_str(), &data);
    REQUIRE(search != INVALID_HANDLE_VALUE);
    CHECK(FindClose(search));
    CHECK(data.cFileName == name);
    CHECK(data.cAlternateFileName[0] == '\0');
    CHECK(data.dwFileAttributes == FILE_ATTRIBUTE_NORMAL);
    CHECK(data.nFileSizeLow == 5);
    CHECK(data.nFileSizeHigh == 0);
    WIN32_FILE_ATTRIBUTE_DATA of_path;
    REQUIRE(GetFileAttributesExA(folder.path(name).c_str(), GetFileExInfoStandard, &of_path));
    CHECK(CompareFileTime(&data.ftLastWriteTime, &of_path.ftLastWriteTime) == 0);
    CHECK(CompareFileTime(&data.ftCreationTime, &of_path.ftCreationTime) == 0);

    std::wstring pattern;
    for (const char c : folder.path("*.log")) {
        pattern += static_cast<wchar_t>(c);
    }
    WIN32_FIND_DATAW wide;
    search = FindFirstFileW(pattern.c_str(), &wide);
    REQUIRE(search != INVALID_HANDLE_VALUE);
    CHECK(wide.cFileName == std::wstring(L"\x00E4\x6F22 1.log"));
    CHECK(wide.nFileSizeLow == 5);
    CHECK_FALSE(FindNextFileW(search, &wide));
    CHECK(GetLastError() == ERROR_NO_MORE_FILES);
    CHECK(FindClose(search));

    // A program that deletes what is in folders must see which of them are links.
    std::filesystem::create_directory_symlink("/", folder.path("root"));
    search = FindFirstFileA(folder.path("r*").c_str(), &data);
    REQUIRE(search != INVALID_HANDLE_VALUE);
    CHECK(data.dwFileAttributes == (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT));
    CHECK(data.dwReserved0 == IO_REPARSE_TAG_SYMLINK);
    CHECK(FindClose(search));
}

TEST_CASE("a search passes over what was deleted meanwhile, and stays in its folder") {
    const TemporaryFolder folder;
    for (const char* const name : {"a", "b", "c"}) {
        folder.write(name, "");
    }
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    WIN32_FIND_DATAA data;
    const HANDLE search = FindFirstFileA("*", &data);
    std::filesystem::current_path(before);
    REQUIRE(search != INVALID_HANDLE_VALUE);
    CHECK(data.cFileName == std::string("."));
    CHECK(FindNextFileA(search, &data)); // ".."
    CHECK(FindNextFileA(search, &data));
    CHECK(data.cFileName == std::string("a"));
    std::filesystem::remove(folder.path("b"));
    CHECK(FindNextFileA(search, &data));
    CHECK(data.cFileName == std::string("c"));
    CHECK_FALSE(FindNextFileA(search, &data));
    CHECK(FindClose(search));
}

TEST_CASE("handles that are not of searches give ERROR_INVALID_HANDLE") {
    const TemporaryFolder folder;
    WIN32_FIND_DATAA data;
    const HANDLE search = FindFirstFileA(folder.path("*").c_str(), &data);
    const HANDLE file =
        CreateFileA(folder.path("file").c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, 0, nullptr);
    CHECK_FALSE(CloseHandle(search)); // it takes FindClose
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK_FALSE(FindNextFileA(search, nullptr));
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(FindFirstFileA(folder.path("*").c_str(), nullptr) == INVALID_HANDLE_VALUE);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(FindFirstFileA(nullptr, &data) == INVALID_HANDLE_VALUE);
    CHECK(GetLastError() == ERROR_PATH_NOT_FOUND);
    CHECK(FindClose(search));
    for (const HANDLE bad : {search, file, HANDLE{nullptr}, INVALID_HANDLE_VALUE}) {
        CHECK_FALSE(FindNextFileA(bad, &data));
        CHECK(GetLastError() == ERROR_INVALID_HANDLE);
        CHECK_FALSE(FindClose(bad));
        CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    }
    CHECK(CloseHandle(file));
}
