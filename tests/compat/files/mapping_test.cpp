// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// File mappings: their visibility, their life, and the rights of a view.
#include <windows.h>

#include <doctest/doctest.h>

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// Of this test run alone.
std::string name_of(const char* what) {
    return std::string("pdh-shim test ") + what + ' ' + std::to_string(getpid());
}

HANDLE create(const std::string& name, DWORD size = 4096, DWORD protection = PAGE_READWRITE) {
    return CreateFileMappingA(INVALID_HANDLE_VALUE, nullptr, protection, 0, size, name.c_str());
}

HANDLE open_mapping(const std::string& name, DWORD access = FILE_MAP_ALL_ACCESS) {
    return OpenFileMappingA(access, FALSE, name.c_str());
}

char* view_of(HANDLE mapping, DWORD access = FILE_MAP_ALL_ACCESS) {
    return static_cast<char*>(MapViewOfFile(mapping, access, 0, 0, 0));
}

bool is_gone(const std::string& name) {
    const HANDLE mapping = open_mapping(name);
    if (mapping != nullptr) {
        CloseHandle(mapping);
        return false;
    }
    return GetLastError() == ERROR_FILE_NOT_FOUND;
}

/// Runs it in another process, which ends without cleaning up. True: it returned true.
template <class Function>
bool in_another_process(Function function) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGSEGV, SIG_DFL); // the test's own handler would report it
        _exit(function() ? 0 : 1);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string memory_name(const std::string& name) {
    return "/pdh-shim." + std::to_string(geteuid()) + ".map." + name;
}

} // namespace

TEST_CASE("A mapping is made with the descriptor that programs let everybody in by") {
    SECURITY_DESCRIPTOR descriptor;
    CHECK_FALSE(InitializeSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION + 1));
    CHECK(GetLastError() == ERROR_UNKNOWN_REVISION);
    REQUIRE(InitializeSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION));
    CHECK(descriptor.Control == 0);
    REQUIRE(SetSecurityDescriptorDacl(&descriptor, TRUE, nullptr, FALSE));
    CHECK(descriptor.Control == SE_DACL_PRESENT);
    CHECK(descriptor.Dacl == nullptr);
    SECURITY_ATTRIBUTES attributes{sizeof attributes, &descriptor, FALSE};
    const std::string name = name_of("everybody");
    const HANDLE mapping =
        CreateFileMappingA(INVALID_HANDLE_VALUE, &attributes, PAGE_READWRITE, 0, 4096, name.c_str());
    REQUIRE(mapping != nullptr);
    const int memory = shm_open(memory_name(name).c_str(), O_RDONLY, 0);
    struct stat status = {};
    REQUIRE(fstat(memory, &status) == 0);
    CHECK((status.st_mode & 0777U) == 0600U); // nobody else gets in nevertheless
    close(memory);
    CHECK(CloseHandle(mapping));

    ACL list{};
    REQUIRE(SetSecurityDescriptorDacl(&descriptor, TRUE, &list, TRUE));
    CHECK(descriptor.Control == (SE_DACL_PRESENT | SE_DACL_DEFAULTED));
    CHECK(descriptor.Dacl == &list);
    REQUIRE(SetSecurityDescriptorDacl(&descriptor, FALSE, &list, TRUE));
    CHECK(descriptor.Control == 0);
    CHECK(descriptor.Dacl == nullptr);
    descriptor.Revision = 0;
    CHECK_FALSE(SetSecurityDescriptorDacl(&descriptor, TRUE, nullptr, FALSE));
    CHECK(GetLastError() == ERROR_UNKNOWN_REVISION);
}

TEST_CASE("A named mapping is the same memory for all who open it, and begins as zeros") {
    const std::string name = name_of("same");
    const HANDLE first = create("Global\\" + name, 5000);
    REQUIRE(first != nullptr);
    CHECK(GetLastError() == ERROR_SUCCESS);
    const HANDLE second = create("Local\\" + name, 100000);
    REQUIRE(second != nullptr);
    CHECK(GetLastError() == ERROR_ALREADY_EXISTS);
    char* const one = view_of(first);
    char* const other = view_of(second);
    REQUIRE(one != nullptr);
    REQUIRE(other != nullptr);
    CHECK(one != other);
    CHECK(std::string(one, 5000) == std::string(5000, '\0'));
    std::strcpy(one + 4990, "shared");
    CHECK(std::string(other + 4990) == "shared");
    CHECK(MapViewOfFile(second, FILE_MAP_READ, 0, 0, 5001) == nullptr); // the size of the first counts
    CHECK(GetLastError() == ERROR_ACCESS_DENIED);
    const std::wstring wide(name.begin(), name.end());
    const HANDLE third = OpenFileMappingW(FILE_MAP_READ, FALSE, wide.c_str());
    CHECK(third != nullptr);
    const HANDLE fourth =
        CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0, 1, wide.c_str());
    CHECK(GetLastError() == ERROR_ALREADY_EXISTS);
    for (const HANDLE handle : {first, second, third, fourth}) {
        CHECK(CloseHandle(handle));
    }
    CHECK(UnmapViewOfFile(one));
    CHECK(UnmapViewOfFile(other));
}

TEST_CASE("A named mapping is shared with other processes") {
    const std::string name = name_of("process/100%");
    const HANDLE mapping = create(name);
    char* const view = view_of(mapping);
    REQUIRE(view != nullptr);
    std::strcpy(view, "question");
    CHECK(in_another_process([&] {
        char* const theirs = view_of(open_mapping("Global\\" + name));
        return theirs != nullptr && std::strcmp(theirs, "question") == 0 &&
               std::strcpy(theirs, "answer") != nullptr;
    }));
    CHECK(std::string(view) == "answer");
    CHECK_FALSE(is_gone(name)); // their end does not take it away
    CHECK(UnmapViewOfFile(view));
    CHECK(CloseHandle(mapping));
    CHECK(is_gone(name));
}

TEST_CASE("A mapping ends with its last handle and view, and leaves no memory") {
    const std::string name = name_of("life");
    const HANDLE mapping = create(name);
    char* const view = view_of(mapping);
    REQUIRE(view != nullptr);
    CHECK(CloseHandle(mapping));
    const HANDLE again = open_mapping(name); // the view keeps it
    CHECK(again != nullptr);
    CHECK(UnmapViewOfFile(view));
    CHECK_FALSE(UnmapViewOfFile(view));
    CHECK(GetLastError() == ERROR_INVALID_ADDRESS);
    CHECK_FALSE(is_gone(name));
    CHECK(CloseHandle(again));
    CHECK(is_gone(name));
    CHECK(shm_open(memory_name(name).c_str(), O_RDWR, 0) < 0);
    const HANDLE fresh = create(name);
    CHECK(GetLastError() == ERROR_SUCCESS);
    CHECK(CloseHandle(fresh));
}

TEST_CASE("Memory that a crash leaves is neither opened nor taken for an existing mapping") {
    const std::string name = name_of("crash");
    const auto crash = [&] {
        return in_another_process([&] {
            char* const view = view_of(create(name, 100));
            return view != nullptr && std::strcpy(view, "stale") != nullptr;
        });
    };
    REQUIRE(crash());
    CHECK(is_gone(name));
    REQUIRE(crash());
    const HANDLE mapping = create(name, 200);
    CHECK(GetLastError() == ERROR_SUCCESS);
    char* const view = view_of(mapping);
    REQUIRE(view != nullptr);
    CHECK(std::string(view, 200) == std::string(200, '\0'));
    CHECK(UnmapViewOfFile(view));
    CHECK(CloseHandle(mapping));
}

TEST_CASE("Only its user can open a mapping") {
    const std::string name = name_of("private");
    const HANDLE mapping = create(name);
    const int memory = shm_open(memory_name(name).c_str(), O_RDWR, 0);
    struct stat status = {};
    REQUIRE(fstat(memory, &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    close(memory);
    CHECK(CloseHandle(mapping));

    // What somebody else put there under the name is not opened: a link to what they may read, or their
    // memory.
    const std::string path = "/dev/shm" + memory_name(name);
    if (symlink("/dev/null", path.c_str()) == 0) {
        CHECK(create(name) == nullptr);
        CHECK(GetLastError() == ERROR_ACCESS_DENIED);
        CHECK(open_mapping(name) == nullptr);
        CHECK(GetLastError() == ERROR_ACCESS_DENIED);
        CHECK(unlink(path.c_str()) == 0);
    }
    if (geteuid() == 0) { // only root can make another's
        const int theirs = shm_open(memory_name(name).c_str(), O_RDWR | O_CREAT, 0666);
        REQUIRE(fchown(theirs, 65534, 65534) == 0);
        CHECK(create(name) == nullptr);
        CHECK(GetLastError() == ERROR_ACCESS_DENIED);
        CHECK(open_mapping(name) == nullptr);
        CHECK(GetLastError() == ERROR_ACCESS_DENIED);
        CHECK(shm_unlink(memory_name(name).c_str()) == 0);
        close(theirs);
    }
}

TEST_CASE("A view has the access that its mapping and its handle allow") {
    const std::string name = name_of("access");
    const HANDLE all = create(name);
    char* const view = view_of(all, FILE_MAP_WRITE);
    REQUIRE(view != nullptr);
    std::strcpy(view, "original");

    const HANDLE reader = open_mapping(name, FILE_MAP_READ);
    CHECK(MapViewOfFile(reader, FILE_MAP_WRITE, 0, 0, 0) == nullptr);
    CHECK(GetLastError() == ERROR_ACCESS_DENIED);
    CHECK(MapViewOfFile(reader, FILE_MAP_ALL_ACCESS, 0, 0, 0) == nullptr);
    char* const read_only = view_of(reader, FILE_MAP_READ);
    REQUIRE(read_only != nullptr);
    CHECK(std::string(read_only) == "original");
    CHECK_FALSE(in_another_process([&] { return std::strcpy(read_only, "written") != nullptr; }));

    char* const copy = view_of(reader, FILE_MAP_COPY);
    REQUIRE(copy != nullptr);
    std::strcpy(copy, "mine");
    CHECK(std::string(view) == "original");
    CHECK(std::string(copy) == "mine");

    const HANDLE constant = create("", 4096, PAGE_READONLY | SEC_COMMIT);
    CHECK(MapViewOfFile(constant, FILE_MAP_WRITE, 0, 0, 0) == nullptr);
    CHECK(GetLastError() == ERROR_ACCESS_DENIED);
    char* const zeros = view_of(constant, FILE_MAP_READ);
    CHECK(zeros != nullptr);
    for (char* const each : {view, read_only, copy, zeros}) {
        CHECK(UnmapViewOfFile(each));
    }
    for (const HANDLE handle : {all, reader, constant}) {
        CHECK(CloseHandle(handle));
    }
}

TEST_CASE("A view begins at an offset and has a length") {
    const HANDLE mapping = create("", 3 * 65536 + 10);
    char* const whole = view_of(mapping);
    REQUIRE(whole != nullptr);
    whole[2 * 65536 + 7] = 'x';
    char* const part = static_cast<char*>(MapViewOfFile(mapping, FILE_MAP_READ, 0, 2 * 65536, 8));
    REQUIRE(part != nullptr);
    CHECK(part[7] == 'x');
    CHECK(FlushViewOfFile(part, 0));
    CHECK(FlushViewOfFile(part + 4, 4));
    CHECK_FALSE(FlushViewOfFile(part, 9));
    CHECK(MapViewOfFile(mapping, FILE_MAP_READ, 0, 100, 8) == nullptr);
    CHECK(GetLastError() == ERROR_MAPPED_ALIGNMENT);
    CHECK(MapViewOfFile(mapping, FILE_MAP_READ, 1, 0, 8) == nullptr);
    CHECK(GetLastError() == ERROR_ACCESS_DENIED);
    CHECK(MapViewOfFileEx(mapping, FILE_MAP_READ, 0, 0, 0, whole) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_ADDRESS);
    CHECK_FALSE(UnmapViewOfFile(whole + 1));
    CHECK(UnmapViewOfFile(whole));
    CHECK(UnmapViewOfFile(part));
    CHECK(CloseHandle(mapping));
    CHECK(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
}

TEST_CASE("Invalid arguments of mappings give their errors") {
    const std::string name = name_of("errors");
    CHECK(create(name, 0) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(create(name, 10, 0x80) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(create("folder\\" + name) == nullptr);
    CHECK(GetLastError() == ERROR_PATH_NOT_FOUND);
    CHECK(create(std::string(300, 'x')) == nullptr);
    CHECK(GetLastError() == ERROR_FILENAME_EXCED_RANGE);
    CHECK(CreateFileMappingA(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0x7FFFFFFF, 0, "x") == nullptr);
    CHECK(OpenFileMappingA(FILE_MAP_READ, FALSE, nullptr) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(is_gone("x"));

    // A name is an object of one kind.
    const HANDLE mutex = CreateMutexA(nullptr, FALSE, name.c_str());
    CHECK(create(name) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK(CloseHandle(mutex));
    const HANDLE mapping = create(name);
    REQUIRE(mapping != nullptr);
    CHECK(CreateEventA(nullptr, FALSE, FALSE, name.c_str()) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK(WaitForSingleObject(mapping, 0) == WAIT_FAILED); // it is never signalled
    CHECK(CloseHandle(mapping));
}
