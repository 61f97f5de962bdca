// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Open files: how CreateFile opens them, what others may do with them, and what is read and written.
#include "child_process.h"
#include "temporary_folder.h"

#include <windows.h>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using pdh_shim::test::TemporaryFolder;

struct Opened {
    HANDLE handle;
    DWORD error;
};

/// The last error is one that no function sets, in case nothing sets one.
Opened open_file(const std::string& path, DWORD disposition, DWORD access = GENERIC_READ | GENERIC_WRITE,
    DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE, DWORD flags = FILE_ATTRIBUTE_NORMAL) {
    SetLastError(9999);
    const HANDLE handle = CreateFileA(path.c_str(), access, share, nullptr, disposition, flags, nullptr);
    return {handle, GetLastError()};
}

bool is_open(const Opened& file) {
    return file.handle != INVALID_HANDLE_VALUE;
}

/// Of an opening that is to fail: its error, or 0 if it succeeded.
DWORD refusal(const std::string& path, DWORD disposition, DWORD access = GENERIC_READ | GENERIC_WRITE,
    DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE, DWORD flags = FILE_ATTRIBUTE_NORMAL) {
    const Opened file = open_file(path, disposition, access, share, flags);
    if (is_open(file)) {
        CloseHandle(file.handle);
        return 0;
    }
    return file.error;
}

DWORD write_text(HANDLE file, const std::string& text, LPOVERLAPPED overlapped = nullptr) {
    DWORD written = 9999;
    REQUIRE(WriteFile(file, text.data(), static_cast<DWORD>(text.size()), &written, overlapped));
    return written;
}

std::string read_text(HANDLE file, DWORD bytes = 100, LPOVERLAPPED overlapped = nullptr) {
    std::string text(bytes, '?');
    DWORD count = 9999;
    REQUIRE(ReadFile(file, text.data(), bytes, &count, overlapped));
    return text.substr(0, count);
}

/// Runs it in another process. True: it returned true.
template <class Function>
bool in_a_child(const Function& function) {
    return pdh_shim::test::status_of_child(function) == 0;
}

DWORD last_error_of(BOOL succeeded) {
    return succeeded != 0 ? 0 : GetLastError();
}

} // namespace

TEST_CASE("each disposition makes, opens or empties a file, and says which") {
    struct Row {
        DWORD disposition;
        DWORD if_missing; // the last error
        bool opens_missing;
        DWORD if_there;
        bool opens_there;
        const char* contents; // of the file that was there
    };
    constexpr Row rows[] = {
        {CREATE_NEW, ERROR_SUCCESS, true, ERROR_FILE_EXISTS, false, "old"},
        {CREATE_ALWAYS, ERROR_SUCCESS, true, ERROR_ALREADY_EXISTS, true, ""},
        {OPEN_EXISTING, ERROR_FILE_NOT_FOUND, false, ERROR_SUCCESS, true, "old"},
        {OPEN_ALWAYS, ERROR_SUCCESS, true, ERROR_ALREADY_EXISTS, true, "old"},
        {TRUNCATE_EXISTING, ERROR_FILE_NOT_FOUND, false, ERROR_SUCCESS, true, ""},
    };
    const TemporaryFolder folder;
    for (const Row& row : rows) {
        CAPTURE(row.disposition);
        const std::string missing = folder.path("missing" + std::to_string(row.disposition));
        const Opened made = open_file(missing, row.disposition);
        CHECK(is_open(made) == row.opens_missing);
        CHECK(made.error == row.if_missing);
        CHECK(std::filesystem::exists(missing) == row.opens_missing);
        const std::string path = folder.write("there", "old");
        const Opened opened = open_file(path, row.disposition);
        CHECK(is_open(opened) == row.opens_there);
        CHECK(opened.error == row.if_there);
        CHECK(folder.read("there") == row.contents);
        for (const Opened& file : {made, opened}) {
            CHECK((!is_open(file) || CloseHandle(file.handle)));
        }
    }
    CHECK(refusal(folder.path("there"), 0) == ERROR_INVALID_PARAMETER);
    CHECK(refusal(folder.path("there"), 6) == ERROR_INVALID_PARAMETER);
    CHECK(refusal(folder.path("there"), TRUNCATE_EXISTING, GENERIC_READ) == ERROR_INVALID_PARAMETER);
}

TEST_CASE("a path that cannot be opened gives the error that says why") {
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "x");
    CHECK(refusal("", OPEN_EXISTING) == ERROR_PATH_NOT_FOUND);
    CHECK(CreateFileA(nullptr, GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr) == INVALID_HANDLE_VALUE);
    CHECK(GetLastError() == ERROR_PATH_NOT_FOUND);
    CHECK(refusal(folder.path("none"), OPEN_EXISTING) == ERROR_FILE_NOT_FOUND);
    CHECK(refusal(folder.path("none/none"), OPEN_EXISTING) == ERROR_PATH_NOT_FOUND);
    CHECK(refusal(folder.path("none/none"), CREATE_NEW) == ERROR_PATH_NOT_FOUND);
    CHECK(refusal(file + "/none", CREATE_ALWAYS) == ERROR_PATH_NOT_FOUND);
    CHECK(refusal(folder.path(), OPEN_EXISTING) == ERROR_ACCESS_DENIED);
    CHECK(refusal(folder.path(), CREATE_NEW) == ERROR_FILE_EXISTS);
    CHECK(refusal(folder.path(std::string(300, 'x')), CREATE_NEW) == ERROR_FILENAME_EXCED_RANGE);
    for (const char* const name : {"a*", "a?b", "a<", ">a", "a|b", "\"a\"", "a\tb"}) {
        CAPTURE(name);
        CHECK(refusal(folder.path(name), CREATE_ALWAYS) == ERROR_INVALID_NAME);
        CHECK(refusal(folder.path(name), OPEN_EXISTING) == ERROR_INVALID_NAME);
        folder.write(name, "made by others"); // and has to be reached
        CHECK(refusal(folder.path(name), OPEN_EXISTING) == 0);
    }
    std::filesystem::create_symlink("nothing", folder.path("link"));
    CHECK(refusal(folder.path("link"), OPEN_ALWAYS) == ERROR_FILE_NOT_FOUND);
}

TEST_CASE("folders are opened with FILE_FLAG_BACKUP_SEMANTICS, and not written") {
    const TemporaryFolder folder;
    const Opened opened =
        open_file(folder.path(), OPEN_EXISTING, GENERIC_READ, 7, FILE_FLAG_BACKUP_SEMANTICS);
    REQUIRE(is_open(opened));
    FILETIME time = {};
    CHECK(GetFileTime(opened.handle, nullptr, nullptr, &time));
    CHECK(time.dwHighDateTime != 0);
    char byte = 0;
    DWORD count = 1;
    CHECK_FALSE(ReadFile(opened.handle, &byte, 1, &count, nullptr));
    CHECK(CloseHandle(opened.handle));
    CHECK(refusal(folder.path(), OPEN_EXISTING, GENERIC_WRITE, 7, FILE_FLAG_BACKUP_SEMANTICS) ==
          ERROR_ACCESS_DENIED);
}

TEST_CASE("backslashes, names outside ASCII, NUL and drives lead where PORTING.md says") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path("logs"));
    const std::wstring name(L"\x00E4\x6F22\x5B57.log");
    std::wstring path;
    for (const char c : folder.path() + "\\logs\\") {
        path += static_cast<wchar_t>(c);
    }
    const HANDLE file = CreateFileW((path + name).c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, 0, nullptr);
    REQUIRE(file != INVALID_HANDLE_VALUE);
    write_text(file, "wide");
    CHECK(CloseHandle(file));
    CHECK(folder.read("logs/\xC3\xA4\xE6\xBC\xA2\xE5\xAD\x97.log") == "wide");

    const Opened nul = open_file("NUL", OPEN_EXISTING);
    REQUIRE(is_open(nul));
    CHECK(GetFileType(nul.handle) == FILE_TYPE_CHAR);
    CHECK(write_text(nul.handle, "lost") == 4);
    CHECK(read_text(nul.handle).empty());
    CHECK(CloseHandle(nul.handle));

    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    CHECK(refusal("C:\\a.txt", CREATE_ALWAYS) == ERROR_PATH_NOT_FOUND);
    std::filesystem::create_directory("C:");
    CHECK(refusal("C:\\a.txt", CREATE_ALWAYS) == 0);
    std::filesystem::current_path(before);
    CHECK(std::filesystem::exists(folder.path("C:/a.txt")));
}

TEST_CASE("a handle permits what it was opened for") {
    const TemporaryFolder folder;
    const std::string path = folder.write("file", "text");
    char buffer[10];
    DWORD count = 0;
    const Opened reader = open_file(path, OPEN_EXISTING, GENERIC_READ);
    CHECK(read_text(reader.handle) == "text");
    CHECK(last_error_of(WriteFile(reader.handle, "x", 1, &count, nullptr)) == ERROR_ACCESS_DENIED);
    CHECK(last_error_of(SetEndOfFile(reader.handle)) == ERROR_ACCESS_DENIED);
    CHECK(last_error_of(FlushFileBuffers(reader.handle)) == ERROR_ACCESS_DENIED);
    const Opened writer = open_file(path, OPEN_EXISTING, GENERIC_WRITE);
    CHECK(write_text(writer.handle, "T") == 1);
    CHECK(last_error_of(ReadFile(writer.handle, buffer, 10, &count, nullptr)) == ERROR_ACCESS_DENIED);
    CHECK(FlushFileBuffers(writer.handle));
    const Opened neither = open_file(path, OPEN_EXISTING, 0);
    CHECK(GetFileSize(neither.handle, nullptr) == 4);
    CHECK(last_error_of(ReadFile(neither.handle, buffer, 10, &count, nullptr)) == ERROR_ACCESS_DENIED);
    CHECK(last_error_of(WriteFile(neither.handle, "x", 1, &count, nullptr)) == ERROR_ACCESS_DENIED);
    for (const Opened& file : {reader, writer, neither}) {
        CHECK(CloseHandle(file.handle));
    }
    CHECK(folder.read("file") == "Text");

    CHECK(SetFileAttributesA(path.c_str(), FILE_ATTRIBUTE_READONLY));
    CHECK(refusal(path, OPEN_EXISTING, GENERIC_READ) == 0);
    CHECK(refusal(path, OPEN_EXISTING, GENERIC_WRITE) == ERROR_ACCESS_DENIED);
    CHECK(refusal(path, CREATE_ALWAYS, GENERIC_READ) == ERROR_ACCESS_DENIED);
    CHECK(folder.read("file") == "Text");

    const Opened made =
        open_file(folder.path("read-only"), CREATE_NEW, GENERIC_WRITE, 0, FILE_ATTRIBUTE_READONLY);
    CHECK(write_text(made.handle, "first and last") == 14);
    CHECK(CloseHandle(made.handle));
    CHECK(GetFileAttributesA(folder.path("read-only").c_str()) == FILE_ATTRIBUTE_READONLY);
}

TEST_CASE("FILE_APPEND_DATA writes at the end, wherever the position is") {
    const TemporaryFolder folder;
    const std::string path = folder.write("log", "one\n");
    const Opened first = open_file(path, OPEN_ALWAYS, FILE_APPEND_DATA);
    const Opened second = open_file(path, OPEN_ALWAYS, FILE_APPEND_DATA | GENERIC_READ);
    write_text(first.handle, "two\n");
    CHECK(SetFilePointer(second.handle, 0, nullptr, FILE_BEGIN) == 0);
    write_text(second.handle, "three\n");
    write_text(first.handle, "four\n");
    CHECK(SetFilePointer(second.handle, 0, nullptr, FILE_BEGIN) == 0);
    CHECK(read_text(second.handle) == "one\ntwo\nthree\nfour\n");
    CHECK(CloseHandle(first.handle));
    CHECK(CloseHandle(second.handle));
}

TEST_CASE("what is open for some is refused to others, as sharing says") {
    struct Row {
        DWORD first;
        DWORD first_shares;
        DWORD second;
        DWORD second_shares;
        bool both;
    };
    constexpr DWORD read = GENERIC_READ;
    constexpr DWORD write = GENERIC_WRITE;
    constexpr DWORD none = 0;
    constexpr DWORD readers = FILE_SHARE_READ;
    constexpr DWORD writers = FILE_SHARE_WRITE;
    constexpr DWORD all = FILE_SHARE_READ | FILE_SHARE_WRITE;
    constexpr Row rows[] = {
        {read, none, read, all, false},
        {read, all, read, none, false},
        {read, readers, read, readers, true},
        {read, readers, write, all, false},
        {read, all, write, readers, true},
        {read, all, write, writers, false},
        {write, readers, read, all, true}, // a log, and who looks at it
        {write, readers, read, readers, false},
        {write, readers, write, all, false}, // a second instance of the agent
        {write, all, write, all, true},
        {write, none, 0, none, true}, // asks for attributes only
        {write, all, read | write, all, true},
        {read | write, writers, read, all, false},
    };
    const TemporaryFolder folder;
    const std::string path = folder.write("file", "kept");
    for (const Row& row : rows) {
        CAPTURE(row.first);
        CAPTURE(row.first_shares);
        CAPTURE(row.second);
        CAPTURE(row.second_shares);
        const DWORD expected = row.both ? ERROR_SUCCESS : ERROR_SHARING_VIOLATION;
        const Opened first = open_file(path, OPEN_EXISTING, row.first, row.first_shares);
        REQUIRE(is_open(first));
        CHECK(refusal(path, OPEN_EXISTING, row.second, row.second_shares) == expected);
        CHECK(in_a_child(
            [&] { return refusal(path, OPEN_EXISTING, row.second, row.second_shares) == expected; }));
        CHECK(CloseHandle(first.handle));
        CHECK(refusal(path, OPEN_EXISTING, row.second, row.second_shares) == 0);
    }
    const Opened only = open_file(path, OPEN_EXISTING, GENERIC_WRITE, 0);
    CHECK(refusal(path, CREATE_ALWAYS, GENERIC_WRITE) == ERROR_SHARING_VIOLATION);
    CHECK(refusal(path, TRUNCATE_EXISTING, GENERIC_WRITE) == ERROR_SHARING_VIOLATION);
    CHECK(folder.read("file") == "kept"); // and is not emptied
    const Opened log = open_file(folder.write("log", "kept"), OPEN_EXISTING, GENERIC_WRITE, FILE_SHARE_READ);
    CHECK(refusal(folder.path("log"), CREATE_ALWAYS, GENERIC_READ) == ERROR_SHARING_VIOLATION);
    CHECK(folder.read("log") == "kept");
    CHECK(CloseHandle(log.handle));
    const Opened asks_nothing = open_file(folder.path("new"), CREATE_NEW, 0, 0);
    CHECK(refusal(folder.path("new"), OPEN_EXISTING) == 0);
    CHECK(CloseHandle(asks_nothing.handle));
    // A child has the descriptor until it ends.
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        char byte = 0;
        close(ends[1]);
        _exit(::read(ends[0], &byte, 1) == 0 ? 0 : 1);
    }
    CHECK(CloseHandle(only.handle));
    CHECK(refusal(path, OPEN_EXISTING) == 0);
    close(ends[0]);
    close(ends[1]);
    waitpid(child, nullptr, 0);
}

TEST_CASE("FILE_FLAG_DELETE_ON_CLOSE removes the file with its handle, and no other file") {
    const TemporaryFolder folder;
    const std::string path = folder.path("temporary");
    const auto make = [&] {
        return open_file(path, CREATE_ALWAYS, GENERIC_WRITE, 3, FILE_FLAG_DELETE_ON_CLOSE).handle;
    };
    HANDLE file = make();
    CHECK(std::filesystem::exists(path));
    CHECK(CloseHandle(file));
    CHECK_FALSE(std::filesystem::exists(path));

    file = make();
    std::filesystem::rename(path, folder.path("renamed"));
    folder.write("temporary", "another");
    CHECK(CloseHandle(file));
    CHECK(folder.read("temporary") == "another");

    // A child of fork() leaves the file to its parent.
    file = make();
    CHECK(in_a_child([&] { return CloseHandle(file) != 0; }));
    CHECK(std::filesystem::exists(path));
    CHECK(CloseHandle(file));
    CHECK_FALSE(std::filesystem::exists(path));

    // A program that ends takes its own file with it, and a child its own only.
    file = open_file(folder.path("of the parent"), CREATE_NEW, 0, 0, FILE_FLAG_DELETE_ON_CLOSE).handle;
    std::fflush(nullptr); // or the child prints it, too
    CHECK(in_a_child([&] {
        const bool made = make() != INVALID_HANDLE_VALUE && std::filesystem::exists(path);
        std::exit(made ? 0 : 1);
        return false;
    }));
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK(std::filesystem::exists(folder.path("of the parent")));
    CHECK(CloseHandle(file));
}

TEST_CASE("a position beyond 4 GiB is reached with both kinds of pointers") {
    const TemporaryFolder folder;
    const std::string path = folder.path("large");
    const Opened file = open_file(path, CREATE_NEW);
    constexpr LONGLONG place = 0x1'0000'0010;
    LARGE_INTEGER position = {};
    LARGE_INTEGER distance = {};
    distance.QuadPart = place;
    REQUIRE(SetFilePointerEx(file.handle, distance, &position, FILE_BEGIN));
    CHECK(position.QuadPart == place);
    write_text(file.handle, "far");
    LARGE_INTEGER size = {};
    CHECK(GetFileSizeEx(file.handle, &size));
    CHECK(size.QuadPart == place + 3);
    DWORD high = 0;
    CHECK(GetFileSize(file.handle, &high) == 0x13);
    CHECK(high == 1);

    LONG upper = 1;
    CHECK(SetFilePointer(file.handle, 0x10, &upper, FILE_BEGIN) == 0x10);
    CHECK(upper == 1);
    CHECK(read_text(file.handle) == "far");
    // Without the upper half, such a position is refused, and the old one stays.
    CHECK(SetFilePointer(file.handle, 0, nullptr, FILE_CURRENT) == INVALID_SET_FILE_POINTER);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    // The largest low half is a position as any other.
    upper = 0;
    CHECK(SetFilePointer(file.handle, -1, &upper, FILE_BEGIN) == INVALID_SET_FILE_POINTER);
    CHECK(GetLastError() == NO_ERROR);
    CHECK(upper == 0);
    SetEndOfFile(file.handle);
    SetLastError(9999);
    CHECK(GetFileSize(file.handle, nullptr) == INVALID_FILE_SIZE);
    CHECK(GetLastError() == NO_ERROR);

    // An OVERLAPPED says where, and moves the position behind it.
    OVERLAPPED overlapped = {};
    overlapped.Offset = 0x20;
    overlapped.OffsetHigh = 2;
    CHECK(write_text(file.handle, "further", &overlapped) == 7);
    CHECK(overlapped.Internal == 0);
    CHECK(overlapped.InternalHigh == 7);
    LONG nowhere = 0;
    CHECK(SetFilePointer(file.handle, 0, &nowhere, FILE_CURRENT) == 0x27);
    CHECK(nowhere == 2);
    overlapped.Offset = 0x22;
    CHECK(read_text(file.handle, 3, &overlapped) == "rth");
    CHECK(CloseHandle(file.handle));
}

TEST_CASE("positions count from the start, the position and the end, never before the start") {
    const TemporaryFolder folder;
    const Opened file = open_file(folder.write("file", "0123456789"), OPEN_EXISTING);
    CHECK(SetFilePointer(file.handle, 4, nullptr, FILE_BEGIN) == 4);
    CHECK(SetFilePointer(file.handle, -3, nullptr, FILE_CURRENT) == 1);
    CHECK(SetFilePointer(file.handle, -2, nullptr, FILE_END) == 8);
    CHECK(read_text(file.handle) == "89");
    CHECK(SetFilePointer(file.handle, -11, nullptr, FILE_END) == INVALID_SET_FILE_POINTER);
    CHECK(GetLastError() == ERROR_NEGATIVE_SEEK);
    CHECK(SetFilePointer(file.handle, 0, nullptr, 3) == INVALID_SET_FILE_POINTER);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(SetFilePointer(file.handle, 3, nullptr, FILE_BEGIN) == 3);
    CHECK(SetEndOfFile(file.handle));
    CHECK(folder.read("file") == "012");
    CHECK(SetFilePointer(file.handle, 5, nullptr, FILE_BEGIN) == 5);
    CHECK(SetEndOfFile(file.handle));
    CHECK(folder.read("file") == std::string("012\0\0", 5));
    CHECK(CloseHandle(file.handle));
}

TEST_CASE("the end of a file is 0 bytes, and ERROR_HANDLE_EOF with an OVERLAPPED") {
    const TemporaryFolder folder;
    const Opened file = open_file(folder.write("file", "abc"), OPEN_EXISTING);
    CHECK(read_text(file.handle) == "abc");
    CHECK(read_text(file.handle).empty());
    OVERLAPPED overlapped = {};
    overlapped.Offset = 3;
    char buffer[4];
    DWORD count = 9;
    CHECK(last_error_of(ReadFile(file.handle, buffer, 4, &count, &overlapped)) == ERROR_HANDLE_EOF);
    CHECK(count == 0);
    CHECK(last_error_of(GetOverlappedResult(file.handle, &overlapped, &count, TRUE)) == ERROR_HANDLE_EOF);
    overlapped.Offset = 1;
    CHECK(ReadFile(file.handle, buffer, 4, nullptr, &overlapped));
    CHECK(GetOverlappedResult(file.handle, &overlapped, &count, FALSE));
    CHECK(count == 2);
    // Both halves of all bits mean the end.
    overlapped.Offset = 0xFFFFFFFF;
    overlapped.OffsetHigh = 0xFFFFFFFF;
    CHECK(write_text(file.handle, "def", &overlapped) == 3);
    CHECK(folder.read("file") == "abcdef");
    overlapped.OffsetHigh = 0x80000000;
    CHECK(last_error_of(ReadFile(file.handle, buffer, 4, &count, &overlapped)) == ERROR_INVALID_PARAMETER);
    CHECK(CloseHandle(file.handle));
}

TEST_CASE("FILE_FLAG_OVERLAPPED: an operation has ended when it returns, its event is set") {
    const TemporaryFolder folder;
    const Opened file =
        open_file(folder.path("file"), CREATE_NEW, GENERIC_READ | GENERIC_WRITE, 0, FILE_FLAG_OVERLAPPED);
    const HANDLE event = CreateEventA(nullptr, TRUE, FALSE, nullptr);
    OVERLAPPED overlapped = {};
    overlapped.Offset = 2;
    overlapped.hEvent = event;
    CHECK(WriteFile(file.handle, "abc", 3, nullptr, &overlapped));
    CHECK(WaitForSingleObject(event, 0) == WAIT_OBJECT_0);
    CHECK(folder.read("file") == std::string("\0\0abc", 5));
    DWORD count = 0;
    CHECK(last_error_of(WriteFile(file.handle, "abc", 3, &count, nullptr)) == ERROR_INVALID_PARAMETER);
    overlapped.hEvent = file.handle; // not an event
    CHECK(last_error_of(WriteFile(file.handle, "x", 1, nullptr, &overlapped)) == ERROR_INVALID_HANDLE);
    CHECK(CloseHandle(event));
    CHECK(CloseHandle(file.handle));
}

TEST_CASE("FIFOs are read as far as they are filled, and end with ERROR_BROKEN_PIPE") {
    const TemporaryFolder folder;
    const std::string path = folder.path("fifo");
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    std::thread writer([&] {
        const Opened file = open_file(path, OPEN_EXISTING, GENERIC_WRITE);
        write_text(file.handle, "through");
        CloseHandle(file.handle);
    });
    const Opened file = open_file(path, OPEN_EXISTING, GENERIC_READ);
    CHECK(GetFileType(file.handle) == FILE_TYPE_PIPE);
    CHECK(read_text(file.handle, 4) == "thro");
    CHECK(read_text(file.handle, 100) == "ugh");
    writer.join();
    char byte = 0;
    DWORD count = 0;
    CHECK(last_error_of(ReadFile(file.handle, &byte, 1, &count, nullptr)) == ERROR_BROKEN_PIPE);
    CHECK(SetFilePointer(file.handle, 0, nullptr, FILE_CURRENT) == INVALID_SET_FILE_POINTER);
    CHECK(GetLastError() == ERROR_SEEK_ON_DEVICE);
    CHECK(GetFileSize(file.handle, nullptr) == INVALID_FILE_SIZE);
    CHECK(GetLastError() == ERROR_INVALID_FUNCTION);
    CHECK(CloseHandle(file.handle));
}

TEST_CASE("standard handles are read and written beside printf, in its order") {
    const TemporaryFolder folder;
    const std::string path = folder.path("output");
    CHECK(in_a_child([&] {
        const int output = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
        const int input = open(path.c_str(), O_RDONLY);
        dup2(output, STDOUT_FILENO);
        dup2(input, STDIN_FILENO);
        DWORD count = 0;
        const HANDLE standard = GetStdHandle(STD_OUTPUT_HANDLE);
        std::printf("one ");
        const bool written = WriteFile(standard, "two ", 4, &count, nullptr) != 0 && count == 4;
        std::printf("three");
        std::fflush(stdout);
        char buffer[20] = {};
        const bool read = ReadFile(GetStdHandle(STD_INPUT_HANDLE), buffer, 19, &count, nullptr) != 0;
        const bool refused = WriteFile(GetStdHandle(STD_INPUT_HANDLE), "x", 1, &count, nullptr) == 0 &&
                             GetLastError() == ERROR_ACCESS_DENIED;
        return written && read && refused && buffer == std::string("one two three") &&
               GetFileType(standard) == FILE_TYPE_DISK;
    }));
    CHECK(folder.read("output") == "one two three");
}

TEST_CASE("a full disk says how much of it had room") {
    const Opened full = open_file("/dev/full", OPEN_EXISTING, GENERIC_WRITE);
    if (!is_open(full)) {
        MESSAGE("skipped: there is no /dev/full");
        return;
    }
    DWORD written = 9;
    CHECK(last_error_of(WriteFile(full.handle, "abc", 3, &written, nullptr)) == ERROR_DISK_FULL);
    CHECK(written == 0);
    CHECK(CloseHandle(full.handle));
}

TEST_CASE("programs that are started have a file only if SECURITY_ATTRIBUTES say so") {
    const TemporaryFolder folder;
    const auto passed_on = [&](BOOL inherit) {
        const std::string path = folder.path("passed on " + std::to_string(inherit));
        SECURITY_ATTRIBUTES attributes = {sizeof attributes, nullptr, inherit};
        const HANDLE file = CreateFileA(path.c_str(), GENERIC_WRITE, 0, &attributes, CREATE_NEW, 0, nullptr);
        REQUIRE(file != INVALID_HANDLE_VALUE);
        const std::string command = "ls -l /proc/self/fd | grep -qF '" + path + "'";
        const bool has = std::system(command.c_str()) == 0;
        CHECK(CloseHandle(file));
        return has;
    };
    CHECK_FALSE(passed_on(FALSE));
    CHECK(passed_on(TRUE));
}

TEST_CASE("a file does not take the number of a standard stream that is closed") {
    const TemporaryFolder folder;
    CHECK(in_a_child([&] {
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        const Opened file = open_file(folder.path("file"), CREATE_NEW, GENERIC_WRITE);
        DWORD count = 0;
        const bool lost = WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "x", 1, &count, nullptr) == 0;
        return is_open(file) && lost && GetFileSize(file.handle, nullptr) == 0;
    }));
}

TEST_CASE("handles that are not of files, and invalid buffers, give errors") {
    const TemporaryFolder folder;
    const Opened file = open_file(folder.write("file", "abc"), OPEN_EXISTING);
    const Opened closed = open_file(folder.path("file"), OPEN_EXISTING);
    CHECK(CloseHandle(closed.handle));
    CHECK(last_error_of(CloseHandle(closed.handle)) == ERROR_INVALID_HANDLE);
    const HANDLE event = CreateEventA(nullptr, TRUE, FALSE, nullptr);
    const HANDLE garbage = reinterpret_cast<HANDLE>(std::uintptr_t{0x12345677});
    const HANDLE directory = reinterpret_cast<HANDLE>(std::uintptr_t{1}); // a descriptor's number
    char buffer[8];
    DWORD count = 0;
    for (const HANDLE bad :
        {HANDLE{nullptr}, INVALID_HANDLE_VALUE, garbage, directory, closed.handle, event}) {
        LARGE_INTEGER large = {};
        OVERLAPPED overlapped = {};
        FILETIME time = {};
        const auto refused = [&](BOOL done) { return last_error_of(done) == ERROR_INVALID_HANDLE; };
        CHECK(refused(ReadFile(bad, buffer, 8, &count, nullptr)));
        CHECK(refused(WriteFile(bad, buffer, 8, &count, nullptr)));
        CHECK(refused(SetFilePointerEx(bad, large, nullptr, FILE_BEGIN)));
        CHECK(refused(SetEndOfFile(bad)));
        CHECK(refused(FlushFileBuffers(bad)));
        CHECK(refused(GetFileSizeEx(bad, &large)));
        CHECK(refused(GetFileTime(bad, &time, &time, &time)));
        CHECK(refused(GetOverlappedResult(bad, &overlapped, &count, FALSE)));
        CHECK((SetFilePointer(bad, 0, nullptr, 0) == INVALID_SET_FILE_POINTER &&
               GetLastError() == ERROR_INVALID_HANDLE));
        CHECK((GetFileSize(bad, nullptr) == INVALID_FILE_SIZE && GetLastError() == ERROR_INVALID_HANDLE));
        CHECK((GetFileType(bad) == FILE_TYPE_UNKNOWN && GetLastError() == ERROR_INVALID_HANDLE));
    }
    auto* const invalid = reinterpret_cast<char*>(std::uintptr_t{16});
    for (char* const bad : {static_cast<char*>(nullptr), invalid}) {
        CHECK(last_error_of(ReadFile(file.handle, bad, 3, &count, nullptr)) == ERROR_NOACCESS);
        CHECK(last_error_of(WriteFile(file.handle, bad, 3, &count, nullptr)) == ERROR_NOACCESS);
        CHECK(count == 0);
        CHECK(ReadFile(file.handle, bad, 0, &count, nullptr));
    }
    CHECK(last_error_of(ReadFile(file.handle, buffer, 3, nullptr, nullptr)) == ERROR_INVALID_PARAMETER);
    CHECK(last_error_of(WriteFile(file.handle, "x", 1, nullptr, nullptr)) == ERROR_INVALID_PARAMETER);
    CHECK(last_error_of(GetFileSizeEx(file.handle, nullptr)) == ERROR_INVALID_PARAMETER);
    CHECK(last_error_of(GetOverlappedResult(file.handle, nullptr, &count, FALSE)) == ERROR_INVALID_PARAMETER);
    CHECK(GetFileTime(file.handle, nullptr, nullptr, nullptr));
    CHECK(WaitForSingleObject(file.handle, 0) == WAIT_FAILED);
    CHECK(CloseHandle(event));
    CHECK(CloseHandle(file.handle));
}

TEST_CASE("files are opened, written and closed by several threads") {
    const TemporaryFolder folder;
    const std::string path = folder.path("log");
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&path] {
            for (int line = 0; line < 50; ++line) {
                const Opened file = open_file(path, OPEN_ALWAYS, FILE_APPEND_DATA);
                write_text(file.handle, "0123456789\n");
                CloseHandle(file.handle);
            }
        });
    }
    for (std::thread& each : threads) {
        each.join();
    }
    const std::string text = folder.read("log");
    CHECK(text.size() == 4 * 50 * 11);
    for (std::size_t i = 0; i < text.size(); i += 11) {
        REQUIRE(text.substr(i, 11) == "0123456789\n");
    }
}
