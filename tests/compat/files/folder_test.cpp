// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Files and folders by their paths: attributes, deleting, moving, copying; working folder and temporary
// files.
#include "temporary_folder.h"

#include <windows.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <shlwapi.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using pdh_shim::test::TemporaryFolder;

DWORD error_of(BOOL succeeded) {
    return succeeded != 0 ? 0 : GetLastError();
}

DWORD attributes_of(const std::string& path) {
    return GetFileAttributesA(path.c_str());
}

unsigned mode_of(const std::string& path) {
    struct stat status = {};
    CHECK(stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777;
}

std::wstring wide(const std::string& text) {
    return {text.begin(), text.end()};
}

/// The working folder, for a while.
class WorkingFolder : boost::noncopyable {
  public:
    explicit WorkingFolder(const std::string& path) { std::filesystem::current_path(path); }
    ~WorkingFolder() { std::filesystem::current_path(before_); }

  private:
    std::filesystem::path before_ = std::filesystem::current_path();
};

/// A variable of the environment, for a while.
class Variable : boost::noncopyable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        const char* const before = std::getenv(name);
        was_set_ = before != nullptr;
        before_ = was_set_ ? before : "";
        SetEnvironmentVariableA(name, value);
    }
    ~Variable() { SetEnvironmentVariableA(name_, was_set_ ? before_.c_str() : nullptr); }

  private:
    const char* name_;
    std::string before_;
    bool was_set_ = false;
};

std::string full_path(const char* path, std::string* name = nullptr) {
    char text[MAX_PATH];
    char* last = text;
    const DWORD length = GetFullPathNameA(path, MAX_PATH, text, &last);
    if (name != nullptr) {
        *name = last == nullptr ? "(none)" : last;
    }
    return {text, length};
}

} // namespace

TEST_CASE("attributes say what is a folder, a link and read-only") {
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "abc");
    std::filesystem::create_directory(folder.path("sub"));
    std::filesystem::create_symlink("file", folder.path("to file"));
    std::filesystem::create_directory_symlink("sub", folder.path("to sub"));
    std::filesystem::create_symlink("nothing", folder.path("to nothing"));
    CHECK(attributes_of(file) == FILE_ATTRIBUTE_NORMAL);
    CHECK(attributes_of(folder.path("sub")) == FILE_ATTRIBUTE_DIRECTORY);
    CHECK(attributes_of(folder.path("sub\\")) == FILE_ATTRIBUTE_DIRECTORY);
    CHECK(attributes_of(folder.path("to file")) == FILE_ATTRIBUTE_REPARSE_POINT);
    CHECK(attributes_of(folder.path("to sub")) == (FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DIRECTORY));
    CHECK((attributes_of(folder.path("to nothing")) & FILE_ATTRIBUTE_REPARSE_POINT) != 0);
    CHECK(GetFileAttributesW(wide(file).c_str()) == FILE_ATTRIBUTE_NORMAL);

    CHECK(attributes_of(folder.path("none")) == INVALID_FILE_ATTRIBUTES);
    CHECK(GetLastError() == ERROR_FILE_NOT_FOUND);
    CHECK(attributes_of(folder.path("none\\none")) == INVALID_FILE_ATTRIBUTES);
    CHECK(GetLastError() == ERROR_PATH_NOT_FOUND);
    CHECK(attributes_of(folder.path("*.log")) == INVALID_FILE_ATTRIBUTES);
    CHECK(GetLastError() == ERROR_INVALID_NAME);
    CHECK(GetFileAttributesA(nullptr) == INVALID_FILE_ATTRIBUTES);
    CHECK(GetLastError() == ERROR_PATH_NOT_FOUND);
    CHECK(GetFileAttributesA("") == INVALID_FILE_ATTRIBUTES);
    CHECK(GetLastError() == ERROR_PATH_NOT_FOUND);
}

TEST_CASE("GetFileAttributesEx has the size and the times, as GetFileTime has them") {
    const TemporaryFolder folder;
    const std::string path = folder.write("file", "abc");
    const timespec times[] = {{.tv_sec = 86'400, .tv_nsec = 0}, {.tv_sec = 1, .tv_nsec = 700}};
    REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
    WIN32_FILE_ATTRIBUTE_DATA data = {};
    REQUIRE(GetFileAttributesExA(path.c_str(), GetFileExInfoStandard, &data));
    CHECK(data.dwFileAttributes == FILE_ATTRIBUTE_NORMAL);
    CHECK(data.nFileSizeLow == 3);
    CHECK(data.nFileSizeHigh == 0);
    constexpr ULONGLONG of_1970 = 116'444'736'000'000'000;
    const auto ticks = [](const FILETIME& time) {
        return static_cast<ULONGLONG>(time.dwHighDateTime) << 32 | time.dwLowDateTime;
    };
    CHECK(ticks(data.ftLastWriteTime) == of_1970 + 10'000'007);
    CHECK(ticks(data.ftLastAccessTime) == of_1970 + 86'400ULL * 10'000'000);
    const HANDLE file = CreateFileA(path.c_str(), 0, 0, nullptr, OPEN_EXISTING, 0, nullptr);
    FILETIME creation = {};
    FILETIME access = {};
    FILETIME write = {};
    REQUIRE(GetFileTime(file, &creation, &access, &write));
    CHECK(CompareFileTime(&creation, &data.ftCreationTime) == 0);
    CHECK(CompareFileTime(&access, &data.ftLastAccessTime) == 0);
    CHECK(CompareFileTime(&write, &data.ftLastWriteTime) == 0);
    CHECK(CloseHandle(file));
    WIN32_FILE_ATTRIBUTE_DATA of_wide = {};
    CHECK(GetFileAttributesExW(wide(path).c_str(), GetFileExInfoStandard, &of_wide));
    CHECK(std::memcmp(&data, &of_wide, sizeof data) == 0);
    CHECK(error_of(GetFileAttributesExA(path.c_str(), GetFileExMaxInfoLevel, &data)) ==
          ERROR_INVALID_PARAMETER);
    CHECK(error_of(GetFileAttributesExA(path.c_str(), GetFileExInfoStandard, nullptr)) ==
          ERROR_INVALID_PARAMETER);
}

TEST_CASE("FILE_ATTRIBUTE_READONLY is the right to write; other attributes are ignored") {
    const TemporaryFolder folder;
    const std::string path = folder.write("file", "");
    chmod(path.c_str(), 0664);
    CHECK(SetFileAttributesA(path.c_str(), FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_ARCHIVE));
    CHECK(mode_of(path) == 0664);
    CHECK(SetFileAttributesA(path.c_str(), FILE_ATTRIBUTE_READONLY));
    CHECK(mode_of(path) == 0444);
    CHECK(attributes_of(path) == FILE_ATTRIBUTE_READONLY);
    CHECK(SetFileAttributesW(wide(path).c_str(), FILE_ATTRIBUTE_NORMAL));
    CHECK(mode_of(path) == 0644);
    const unsigned of_folder = mode_of(folder.path());
    CHECK(SetFileAttributesA(folder.path().c_str(), FILE_ATTRIBUTE_READONLY));
    CHECK(mode_of(folder.path()) == of_folder);
    CHECK(error_of(SetFileAttributesA(folder.path("none").c_str(), 0)) == ERROR_FILE_NOT_FOUND);
    CHECK(error_of(SetFileAttributesA(nullptr, 0)) == ERROR_PATH_NOT_FOUND);
}

TEST_CASE("files are deleted, but neither folders nor read-only files") {
    const TemporaryFolder folder;
    const std::string path = folder.write("file", "");
    CHECK(SetFileAttributesA(path.c_str(), FILE_ATTRIBUTE_READONLY));
    CHECK(error_of(DeleteFileA(path.c_str())) == ERROR_ACCESS_DENIED);
    CHECK(SetFileAttributesA(path.c_str(), FILE_ATTRIBUTE_NORMAL));
    std::filesystem::create_symlink("file", folder.path("link"));
    CHECK(DeleteFileW(wide(folder.path("link")).c_str()));
    CHECK(std::filesystem::exists(path));
    CHECK(DeleteFileA(path.c_str()));
    CHECK(error_of(DeleteFileA(path.c_str())) == ERROR_FILE_NOT_FOUND);
    CHECK(error_of(DeleteFileA(folder.path("none\\file").c_str())) == ERROR_PATH_NOT_FOUND);
    CHECK(error_of(DeleteFileA(folder.path().c_str())) == ERROR_ACCESS_DENIED);
    CHECK(error_of(DeleteFileA(folder.path("*").c_str())) == ERROR_INVALID_NAME);
    CHECK(error_of(DeleteFileA("")) == ERROR_PATH_NOT_FOUND);
    CHECK(error_of(DeleteFileA(nullptr)) == ERROR_PATH_NOT_FOUND);
}

TEST_CASE("a file is moved over another only if that is asked for") {
    const TemporaryFolder folder;
    const auto move = [&](const std::string& from, const std::string& to, DWORD flags) {
        return error_of(MoveFileExA(folder.path(from).c_str(), folder.path(to).c_str(), flags));
    };
    folder.write("a", "from a");
    folder.write("b", "from b");
    CHECK(move("a", "b", 0) == ERROR_ALREADY_EXISTS);
    CHECK(folder.read("a") == "from a");
    CHECK(folder.read("b") == "from b");
    CHECK(error_of(MoveFileA(folder.path("a").c_str(), folder.path("b").c_str())) == ERROR_ALREADY_EXISTS);
    CHECK(move("a", "a", 0) == 0);
    CHECK(move("a", "b", MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) == 0);
    CHECK_FALSE(std::filesystem::exists(folder.path("a")));
    CHECK(folder.read("b") == "from a");
    CHECK(MoveFileExW(wide(folder.path("b")).c_str(), wide(folder.path("c")).c_str(), 0));
    CHECK(MoveFileW(wide(folder.path("c")).c_str(), wide(folder.path("b")).c_str()));

    CHECK(move("none", "c", 0) == ERROR_FILE_NOT_FOUND);
    CHECK(move("none\\a", "c", 0) == ERROR_PATH_NOT_FOUND);
    CHECK(move("b", "none\\c", 0) == ERROR_PATH_NOT_FOUND);
    CHECK(move("b", "c?", 0) == ERROR_INVALID_NAME);
    CHECK(move("b", "c", MOVEFILE_DELAY_UNTIL_REBOOT) == ERROR_NOT_SUPPORTED);
    CHECK(error_of(MoveFileExA(nullptr, folder.path("c").c_str(), 0)) == ERROR_PATH_NOT_FOUND);
    CHECK(error_of(MoveFileExA(folder.path("b").c_str(), nullptr, 0)) == ERROR_PATH_NOT_FOUND);

    std::filesystem::create_directory(folder.path("sub"));
    CHECK(move("b", "sub", MOVEFILE_REPLACE_EXISTING) == ERROR_ACCESS_DENIED);
    CHECK(move("sub", "b", 0) == ERROR_ALREADY_EXISTS);
    CHECK(move("sub", "moved", 0) == 0);
    CHECK(move("moved", "moved\\inside", 0) == ERROR_INVALID_PARAMETER);
    folder.write("kept", "");
    CHECK(SetFileAttributesA(folder.path("kept").c_str(), FILE_ATTRIBUTE_READONLY));
    CHECK(move("b", "kept", MOVEFILE_REPLACE_EXISTING) == ERROR_ACCESS_DENIED);
    CHECK(move("kept", "kept too", 0) == 0);
}

TEST_CASE("a file goes to another file system only as a copy") {
    const TemporaryFolder folder;
    struct stat here = {};
    struct stat there = {};
    if (stat(folder.path().c_str(), &here) != 0 || stat("/dev/shm", &there) != 0 ||
        here.st_dev == there.st_dev || access("/dev/shm", W_OK) != 0) {
        MESSAGE("skipped: /dev/shm is not another file system that can be written");
        return;
    }
    const std::string from = folder.write("a", "over there");
    const std::string to = "/dev/shm/pdh-shim-move-" + std::to_string(getpid());
    CHECK(error_of(MoveFileExA(from.c_str(), to.c_str(), 0)) == ERROR_NOT_SAME_DEVICE);
    CHECK(MoveFileA(from.c_str(), to.c_str()));
    CHECK_FALSE(std::filesystem::exists(from));
    CHECK(MoveFileExA(to.c_str(), from.c_str(), MOVEFILE_COPY_ALLOWED));
    CHECK(folder.read("a") == "over there");
    CHECK_FALSE(std::filesystem::exists(to));
    std::filesystem::create_directory(folder.path("sub"));
    CHECK(error_of(MoveFileA(folder.path("sub").c_str(), to.c_str())) == ERROR_NOT_SAME_DEVICE);
}

TEST_CASE("a copy has the contents, the rights and the time of the last write") {
    const TemporaryFolder folder;
    const std::string from = folder.write("from", std::string(700'000, 'x') + "end");
    const std::string to = folder.path("to");
    chmod(from.c_str(), 0750);
    const timespec times[] = {{.tv_sec = 5, .tv_nsec = 0}, {.tv_sec = 7, .tv_nsec = 0}};
    REQUIRE(utimensat(AT_FDCWD, from.c_str(), times, 0) == 0);
    CHECK(CopyFileA(from.c_str(), to.c_str(), TRUE));
    CHECK(folder.read("to") == folder.read("from"));
    CHECK(mode_of(to) == 0750);
    struct stat status = {};
    REQUIRE(stat(to.c_str(), &status) == 0);
    CHECK(status.st_mtim.tv_sec == 7);

    CHECK(error_of(CopyFileA(from.c_str(), to.c_str(), TRUE)) == ERROR_FILE_EXISTS);
    folder.write("from", "short");
    CHECK(CopyFileW(wide(from).c_str(), wide(to).c_str(), FALSE));
    CHECK(folder.read("to") == "short");
    CHECK(error_of(CopyFileA(from.c_str(), from.c_str(), FALSE)) == ERROR_SHARING_VIOLATION);
    CHECK(folder.read("from") == "short");
    CHECK(error_of(CopyFileA(folder.path("none").c_str(), to.c_str(), FALSE)) == ERROR_FILE_NOT_FOUND);
    CHECK(error_of(CopyFileA(from.c_str(), folder.path("none\\to").c_str(), FALSE)) == ERROR_PATH_NOT_FOUND);
    CHECK(
        error_of(CopyFileA(folder.path().c_str(), folder.path("new").c_str(), FALSE)) == ERROR_ACCESS_DENIED);
    CHECK(error_of(CopyFileA(from.c_str(), folder.path().c_str(), FALSE)) == ERROR_ACCESS_DENIED);
    CHECK(error_of(CopyFileA(nullptr, to.c_str(), FALSE)) == ERROR_PATH_NOT_FOUND);
    CHECK(error_of(CopyFileA(from.c_str(), nullptr, FALSE)) == ERROR_PATH_NOT_FOUND);
    CHECK(SetFileAttributesA(to.c_str(), FILE_ATTRIBUTE_READONLY));
    CHECK(error_of(CopyFileA(from.c_str(), to.c_str(), FALSE)) == ERROR_ACCESS_DENIED);
    // A copy that fails is removed, and what was there before it failed stays.
    CHECK(error_of(CopyFileA("/proc/self/mem", folder.path("part").c_str(), TRUE)) != 0);
    CHECK_FALSE(std::filesystem::exists(folder.path("part")));
}

TEST_CASE("folders are made one at a time, and removed when they are empty") {
    const TemporaryFolder folder;
    CHECK(CreateDirectoryA(folder.path("a").c_str(), nullptr));
    CHECK(CreateDirectoryW(wide(folder.path("a\\b")).c_str(), nullptr));
    CHECK(std::filesystem::is_directory(folder.path("a/b")));
    CHECK(error_of(CreateDirectoryA(folder.path("a").c_str(), nullptr)) == ERROR_ALREADY_EXISTS);
    CHECK(error_of(CreateDirectoryA(folder.path("x\\y").c_str(), nullptr)) == ERROR_PATH_NOT_FOUND);
    CHECK(error_of(CreateDirectoryA(folder.path("x|y").c_str(), nullptr)) == ERROR_INVALID_NAME);
    CHECK(error_of(CreateDirectoryA("", nullptr)) == ERROR_PATH_NOT_FOUND);
    CHECK(error_of(CreateDirectoryA(nullptr, nullptr)) == ERROR_PATH_NOT_FOUND);

    CHECK(error_of(RemoveDirectoryA(folder.path("a").c_str())) == ERROR_DIR_NOT_EMPTY);
    CHECK(RemoveDirectoryW(wide(folder.path("a\\b")).c_str()));
    CHECK(RemoveDirectoryA(folder.path("a").c_str()));
    CHECK(error_of(RemoveDirectoryA(folder.path("a").c_str())) == ERROR_FILE_NOT_FOUND);
    CHECK(error_of(RemoveDirectoryA(folder.path("a\\b").c_str())) == ERROR_PATH_NOT_FOUND);
    CHECK(error_of(RemoveDirectoryA(folder.write("file", "").c_str())) == ERROR_DIRECTORY);
    CHECK(error_of(RemoveDirectoryA(nullptr)) == ERROR_PATH_NOT_FOUND);
    std::filesystem::create_directory(folder.path("target"));
    folder.write("target/kept", "");
    std::filesystem::create_directory_symlink("target", folder.path("link"));
    CHECK(error_of(DeleteFileA(folder.path("link").c_str())) == ERROR_ACCESS_DENIED);
    CHECK(RemoveDirectoryA(folder.path("link").c_str()));
    CHECK(std::filesystem::exists(folder.path("target/kept")));
}

TEST_CASE("the size of the working folder's path can be asked for, and the folder changed") {
    const TemporaryFolder folder;
    const std::string path = std::filesystem::canonical(folder.path()).string();
    const WorkingFolder working(path);
    const DWORD needed = GetCurrentDirectoryA(0, nullptr);
    CHECK(needed == path.size() + 1);
    char text[MAX_PATH] = "untouched";
    CHECK(GetCurrentDirectoryA(needed - 1, text) == needed);
    CHECK(text == std::string("untouched"));
    CHECK(GetCurrentDirectoryA(needed, text) == path.size());
    CHECK(text == path);
    wchar_t wide_text[MAX_PATH];
    CHECK(GetCurrentDirectoryW(MAX_PATH, wide_text) == path.size());
    CHECK(wide_text == wide(path));
    std::filesystem::create_directory("sub");
    CHECK(SetCurrentDirectoryA(".\\sub"));
    CHECK(std::filesystem::current_path() == path + "/sub");
    CHECK(SetCurrentDirectoryW(L".."));
    CHECK(std::filesystem::current_path() == path);
    CHECK(error_of(SetCurrentDirectoryA("none")) == ERROR_FILE_NOT_FOUND);
    CHECK(error_of(SetCurrentDirectoryA(folder.write("file", "").c_str())) == ERROR_DIRECTORY);
    CHECK(error_of(SetCurrentDirectoryA(nullptr)) == ERROR_PATH_NOT_FOUND);
}

TEST_CASE("full paths begin at the root, and have neither dots nor a drive") {
    const TemporaryFolder folder;
    const std::string path = std::filesystem::canonical(folder.path()).string();
    const WorkingFolder working(path);
    std::string name;
    CHECK(full_path("a.txt", &name) == path + "/a.txt");
    CHECK(name == "a.txt");
    CHECK(full_path("logs\\.\\x\\..\\a.txt", &name) == path + "/logs/a.txt");
    CHECK(full_path("C:\\perf\\a.txt") == path + "/C:/perf/a.txt");
    CHECK(full_path("..") == std::filesystem::path(path).parent_path());
    CHECK(full_path("/a//b/../../../c", &name) == "/c");
    CHECK(full_path("/a\\b\\", &name) == "/a/b/");
    CHECK(name == "(none)");
    CHECK(GetFullPathNameA("a", 0, nullptr, nullptr) == path.size() + 3);
    CHECK(GetFullPathNameA("", 0, nullptr, nullptr) == 0);
    CHECK(GetLastError() == ERROR_INVALID_NAME);
    CHECK(GetFullPathNameA(nullptr, 0, nullptr, nullptr) == 0);
    wchar_t wide_text[MAX_PATH];
    wchar_t* part = nullptr;
    CHECK(GetFullPathNameW(L"x\\y", MAX_PATH, wide_text, &part) == path.size() + 4);
    CHECK(part == std::wstring(L"y"));
    CHECK(PathFileExistsA(".\\."));
}

TEST_CASE("the temporary folder comes from the environment, and ends with a separator") {
    const Variable first("TMP", nullptr);
    const Variable second("TEMP", nullptr);
    const Variable third("TMPDIR", nullptr);
    const auto temp_path = [] {
        char text[MAX_PATH];
        const DWORD length = GetTempPathA(MAX_PATH, text);
        return std::string(text, length);
    };
    CHECK(temp_path() == "/tmp/");
    SetEnvironmentVariableA("TMPDIR", "/var/tmp");
    CHECK(temp_path() == "/var/tmp/");
    SetEnvironmentVariableA("TEMP", "/temp\\");
    CHECK(temp_path() == "/temp/");
    SetEnvironmentVariableA("TMP", "/tmp/x");
    CHECK(temp_path() == "/tmp/x/");
    wchar_t wide_text[8];
    CHECK(GetTempPathW(7, wide_text) == 8);
    CHECK(GetTempPathW(8, wide_text) == 7);
    CHECK(wide_text == std::wstring(L"/tmp/x/"));
}

TEST_CASE("FormatMessage has a text for each error of files") {
    for (const int number : {ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND, ERROR_TOO_MANY_OPEN_FILES,
             ERROR_ACCESS_DENIED, ERROR_NOT_SAME_DEVICE, ERROR_NO_MORE_FILES, ERROR_WRITE_PROTECT,
             ERROR_SHARING_VIOLATION, ERROR_HANDLE_EOF, ERROR_FILE_EXISTS, ERROR_BROKEN_PIPE, ERROR_DISK_FULL,
             ERROR_INVALID_NAME, ERROR_NEGATIVE_SEEK, ERROR_SEEK_ON_DEVICE, ERROR_DIR_NOT_EMPTY,
             ERROR_ALREADY_EXISTS, ERROR_FILENAME_EXCED_RANGE, ERROR_DIRECTORY, ERROR_NOACCESS}) {
        CAPTURE(number);
        const auto error = static_cast<DWORD>(number);
        char text[200];
        CHECK(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, nullptr, error, 0, text, sizeof text, nullptr) != 0);
    }
}

TEST_CASE("a temporary file has a name of its own, and is its user's alone") {
    const TemporaryFolder folder;
    char name[MAX_PATH];
    const UINT number = GetTempFileNameA(folder.path().c_str(), "perf", 0, name);
    CHECK(number != 0);
    char expected[MAX_PATH];
    wsprintfA(expected, "%s/per%X.tmp", folder.path().c_str(), number);
    CHECK(name == std::string(expected));
    CHECK(mode_of(name) == 0600);
    CHECK(GetTempFileNameA(folder.path().c_str(), "perf", 0x2ABCD, name) == 0xABCD);
    CHECK(name == folder.path("perABCD.tmp"));
    CHECK_FALSE(std::filesystem::exists(name)); // only its name was asked for
    wchar_t wide_name[MAX_PATH];
    CHECK(GetTempFileNameW(wide(folder.path() + "\\").c_str(), L"\x6F22\x5B57\x5B57x", 1, wide_name) == 1);
    CHECK(wide_name == wide(folder.path() + "/") + L"\x6F22\x5B57\x5B57"
                                                   L"1.tmp");
    CHECK(GetTempFileNameA(folder.path("none").c_str(), "p", 0, name) == 0);
    CHECK(GetLastError() == ERROR_DIRECTORY);
    CHECK(GetTempFileNameA(std::string(MAX_PATH, 'x').c_str(), "p", 0, name) == 0);
    CHECK(GetLastError() == ERROR_BUFFER_OVERFLOW);
    CHECK(GetTempFileNameA(nullptr, "p", 0, name) == 0);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(GetTempFileNameA(folder.path().c_str(), "p", 0, nullptr) == 0);
    CHECK(GetTempFileNameA(folder.path().c_str(), nullptr, 0, name) != 0);
}
