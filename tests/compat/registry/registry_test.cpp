// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The keys of the registry that performance monitors read.
#include <windows.h>
#include <winperf.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr char perflib[] = "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib";

HKEY opened(const char* name) {
    HKEY key = nullptr;
    REQUIRE(RegOpenKeyExA(HKEY_LOCAL_MACHINE, name, 0, KEY_READ, &key) == ERROR_SUCCESS);
    return key;
}

DWORD number(HKEY key, const char* name) {
    DWORD value = 0;
    DWORD type = 0;
    DWORD size = sizeof value;
    REQUIRE(RegQueryValueExA(key, name, nullptr, &type, reinterpret_cast<LPBYTE>(&value), &size) ==
            ERROR_SUCCESS);
    CHECK(type == REG_DWORD);
    CHECK(size == sizeof value);
    return value;
}

} // namespace

TEST_CASE("the titles of counters are pairs in a multi-string, in the program's characters") {
    const HKEY key = opened("Software\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\009\\");
    DWORD size = 0;
    DWORD type = 0;
    CHECK(RegQueryValueExW(key, L"Counter", nullptr, &type, nullptr, &size) == ERROR_SUCCESS);
    CHECK(type == REG_MULTI_SZ);
    std::vector<wchar_t> titles(size / sizeof(wchar_t));
    DWORD small = 4;
    CHECK(RegQueryValueExW(key, L"Counter", nullptr, nullptr, reinterpret_cast<LPBYTE>(titles.data()),
              &small) == ERROR_MORE_DATA);
    CHECK(small == size);
    CHECK(RegQueryValueExW(key, L"counter", nullptr, nullptr, reinterpret_cast<LPBYTE>(titles.data()),
              &size) == ERROR_SUCCESS);
    CHECK(titles[titles.size() - 1] == 0);
    CHECK(titles[titles.size() - 2] == 0);
    const wchar_t system[] = L"\0002\0System";
    bool found = false;
    for (size_t i = 0; i + 9 < titles.size(); ++i) {
        found = found || memcmp(&titles[i], system, sizeof system) == 0;
    }
    CHECK(found);
    CHECK(RegQueryValueExA(key, "Help", nullptr, &type, nullptr, &size) == ERROR_SUCCESS);
    CHECK(RegQueryValueExA(key, "Nothing", nullptr, &type, nullptr, &size) == ERROR_FILE_NOT_FOUND);
    CHECK(RegCloseKey(key) == ERROR_SUCCESS);
    CHECK(RegCloseKey(key) == ERROR_INVALID_HANDLE);
}

TEST_CASE("the same titles are values of the performance keys") {
    DWORD by_key = 0;
    DWORD by_text = 0;
    DWORD by_data = 0;
    const HKEY key = opened("SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\009");
    CHECK(RegQueryValueExA(key, "Counter", nullptr, nullptr, nullptr, &by_key) == ERROR_SUCCESS);
    CHECK(RegQueryValueExA(HKEY_PERFORMANCE_TEXT, "Counter", nullptr, nullptr, nullptr, &by_text) ==
          ERROR_SUCCESS);
    CHECK(RegQueryValueExA(HKEY_PERFORMANCE_DATA, "Counter 009", nullptr, nullptr, nullptr, &by_data) ==
          ERROR_SUCCESS);
    CHECK(by_key == by_text);
    CHECK(by_key == by_data);
    CHECK(RegCloseKey(key) == ERROR_SUCCESS);
}

TEST_CASE("Perflib has the last indexes") {
    const HKEY key = opened(perflib);
    CHECK(number(key, "Last Counter") >= 784);
    CHECK(number(key, "Last Help") >= 3);
    CHECK(number(key, "Base Index") == 1847);
    RegCloseKey(key);
}

TEST_CASE("keys are found from above, and others are not there") {
    HKEY software = opened("SOFTWARE");
    HKEY below = nullptr;
    CHECK(RegOpenKeyExW(software, L"Microsoft\\Windows NT\\CurrentVersion\\Perflib", 0, KEY_READ, &below) ==
          ERROR_SUCCESS);
    CHECK(RegCloseKey(below) == ERROR_SUCCESS);
    CHECK(RegCloseKey(software) == ERROR_SUCCESS);
    CHECK(RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Micro", 0, KEY_READ, &below) == ERROR_FILE_NOT_FOUND);
    CHECK(RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\0FF",
              0, KEY_READ, &below) == ERROR_FILE_NOT_FOUND);
    CHECK(RegOpenKeyExA(software, "Microsoft", 0, KEY_READ, &below) == ERROR_INVALID_HANDLE);
}

TEST_CASE("RegConnectRegistry takes the name of a computer with and without backslashes") { // .NET: without
    HKEY key = nullptr;
    std::array<char, 256> own{};
    DWORD size = static_cast<DWORD>(own.size());
    REQUIRE(GetComputerNameA(own.data(), &size) != 0);
    for (const char* const name : {"localhost", ".", "127.0.0.1", static_cast<const char*>(own.data())}) {
        for (const std::string& spelling : {std::string(name), std::string("\\\\") + name}) {
            CAPTURE(spelling);
            CHECK(RegConnectRegistryA(spelling.c_str(), HKEY_LOCAL_MACHINE, &key) == ERROR_SUCCESS);
            CHECK(RegCloseKey(key) == ERROR_SUCCESS);
        }
    }
    CHECK(RegConnectRegistryA(nullptr, HKEY_LOCAL_MACHINE, &key) == ERROR_SUCCESS);
    CHECK(RegCloseKey(key) == ERROR_SUCCESS);
    for (const char* const absent : {"no-such-computer", "\\\\no-such-computer"}) {
        CHECK(RegConnectRegistryA(absent, HKEY_PERFORMANCE_DATA, &key) == ERROR_BAD_NETPATH);
    }
}

TEST_CASE("the performance data of this computer can be closed twice") { // as Perl's Win32::PerfLib does
    HKEY key = nullptr;
    REQUIRE(RegConnectRegistryA("", HKEY_PERFORMANCE_DATA, &key) == ERROR_SUCCESS);
    DWORD size = 0;
    CHECK(RegQueryValueExA(key, "2", nullptr, nullptr, nullptr, &size) == ERROR_MORE_DATA);
    CHECK(RegCloseKey(key) == ERROR_SUCCESS);
    CHECK(RegCloseKey(key) == ERROR_SUCCESS);
    CHECK(RegConnectRegistryA(nullptr, HKEY_PERFORMANCE_DATA, nullptr) == ERROR_INVALID_PARAMETER);
}

TEST_CASE("performance data is a block of the objects asked for") {
    std::vector<BYTE> block(256);
    DWORD size = static_cast<DWORD>(block.size());
    DWORD type = 0;
    LSTATUS status = RegQueryValueExW(HKEY_PERFORMANCE_DATA, L"4 238", nullptr, &type, block.data(), &size);
    while (status == ERROR_MORE_DATA) {
        block.resize(block.size() * 2);
        size = static_cast<DWORD>(block.size());
        status = RegQueryValueExW(HKEY_PERFORMANCE_DATA, L"4 238", nullptr, &type, block.data(), &size);
    }
    REQUIRE(status == ERROR_SUCCESS);
    CHECK(type == REG_BINARY);
    PERF_DATA_BLOCK head;
    memcpy(&head, block.data(), sizeof head);
    CHECK(head.TotalByteLength == size);
    CHECK(head.NumObjectTypes == 2);
    CHECK(RegQueryValueExW(HKEY_PERFORMANCE_DATA, L"no request", nullptr, nullptr, block.data(), &size) ==
          ERROR_FILE_NOT_FOUND);
    CHECK(RegCloseKey(HKEY_PERFORMANCE_DATA) == ERROR_SUCCESS);
}

TEST_CASE("names in a block are of this program's wchar_t, and every length is true") {
    for (const bool wide_function : {true, false}) {
        const auto query = [&](BYTE* data, DWORD* size) {
            return wide_function
                       ? RegQueryValueExW(HKEY_PERFORMANCE_DATA, L"4 238", nullptr, nullptr, data, size)
                       : RegQueryValueExA(HKEY_PERFORMANCE_DATA, "4 238", nullptr, nullptr, data, size);
        };
        DWORD size = 0;
        REQUIRE(query(nullptr, &size) == ERROR_MORE_DATA);
        std::vector<BYTE> block(size);
        DWORD small = size - 1;
        CHECK(query(block.data(), &small) == ERROR_MORE_DATA);
        REQUIRE(query(block.data(), &size) == ERROR_SUCCESS);
        REQUIRE(size == block.size());
        const auto* const head = reinterpret_cast<const PERF_DATA_BLOCK*>(block.data());
        CHECK(head->Signature[3] == u'F');
        CHECK(head->TotalByteLength == size);
        wchar_t computer[256];
        DWORD room = 256;
        REQUIRE(GetComputerNameW(computer, &room));
        const auto* const name = reinterpret_cast<const wchar_t*>(block.data() + head->SystemNameOffset);
        CHECK(head->SystemNameOffset + head->SystemNameLength <= head->HeaderLength);
        CHECK(name[head->SystemNameLength / sizeof(wchar_t) - 1] == 0);
        size_t offset = head->HeaderLength;
        std::vector<std::wstring> names;
        for (DWORD i = 0; i < head->NumObjectTypes; ++i) {
            CHECK(offset % 8 == 0);
            const auto* const object = reinterpret_cast<const PERF_OBJECT_TYPE*>(block.data() + offset);
            size_t place = offset + object->DefinitionLength;
            for (LONG row = 0; row < object->NumInstances; ++row) {
                CHECK(place % 8 == 0);
                const auto* const instance =
                    reinterpret_cast<const PERF_INSTANCE_DEFINITION*>(block.data() + place);
                names.emplace_back(
                    reinterpret_cast<const wchar_t*>(block.data() + place + instance->NameOffset));
                CHECK(instance->NameLength == (names.back().size() + 1) * sizeof(wchar_t));
                CHECK(instance->NameOffset + instance->NameLength <= instance->ByteLength);
                place += instance->ByteLength;
                CHECK(place % 8 == 0);
                place += reinterpret_cast<const PERF_COUNTER_BLOCK*>(block.data() + place)->ByteLength;
            }
            if (object->NumInstances == PERF_NO_INSTANCES) {
                place += reinterpret_cast<const PERF_COUNTER_BLOCK*>(block.data() + place)->ByteLength;
            }
            offset += object->TotalByteLength;
            CHECK(place <= offset);
        }
        CHECK(offset == size);
        CHECK(std::find(names.begin(), names.end(), L"_Total") != names.end());
    }
}

TEST_CASE("a registered provider has a Performance key") {
    const auto folder = std::filesystem::temp_directory_path() /
                        ("pdh-shim-registry-" + std::to_string(GetCurrentProcessId()));
    std::filesystem::create_directories(folder / "pdh-shim/providers");
    std::ofstream(folder / "pdh-shim/providers/Sample.ini")
        << "[info]\ndrivername=Sample\n\n[Performance]\nFirst Counter=100000\nLast Counter = 100006\n"
           "Library=/opt/sample.so\n[text]\nFirst Help=7\n";
    SetEnvironmentVariableA("XDG_DATA_HOME", folder.c_str());
    const HKEY key = opened("SYSTEM\\CurrentControlSet\\Services\\SAMPLE\\Performance");
    CHECK(number(key, "First Counter") == 100'000);
    CHECK(number(key, "LAST COUNTER") == 100'006);
    char library[32];
    DWORD size = sizeof library;
    DWORD type = 0;
    CHECK(RegQueryValueExA(key, "Library", nullptr, &type, reinterpret_cast<LPBYTE>(library), &size) ==
          ERROR_SUCCESS);
    CHECK(type == REG_SZ);
    CHECK(std::string(library) == "/opt/sample.so");
    CHECK(RegQueryValueExA(key, "First Help", nullptr, nullptr, nullptr, &size) == ERROR_FILE_NOT_FOUND);
    CHECK(RegCloseKey(key) == ERROR_SUCCESS);
    HKEY other = nullptr;
    CHECK(RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SYSTEM\\CurrentControlSet\\Services\\Other\\Performance", 0,
              KEY_READ, &other) == ERROR_FILE_NOT_FOUND);
    SetEnvironmentVariableA("XDG_DATA_HOME", nullptr);
    std::filesystem::remove_all(folder);
}

TEST_CASE("a key returns the number and the length of its values") {
    const HKEY key = opened((std::string(perflib) + "\\009").c_str());
    DWORD titles_size = 0;
    DWORD help_size = 0;
    RegQueryValueExW(key, L"Counter", nullptr, nullptr, nullptr, &titles_size);
    RegQueryValueExW(key, L"Help", nullptr, nullptr, nullptr, &help_size);
    wchar_t name[4] = L"abc";
    DWORD name_length = 4;
    DWORD subkeys = 9;
    DWORD values = 0;
    DWORD longest_name = 0;
    DWORD longest = 0;
    FILETIME written = {1, 1};
    CHECK(RegQueryInfoKeyW(key, name, &name_length, nullptr, &subkeys, nullptr, nullptr, &values,
              &longest_name, &longest, nullptr, &written) == ERROR_SUCCESS);
    CHECK(name[0] == 0);
    CHECK(name_length == 0);
    CHECK(subkeys == 0);
    CHECK(values == 2);
    CHECK(longest_name == 7);
    CHECK(longest == (titles_size > help_size ? titles_size : help_size));
    CHECK(written.dwHighDateTime == 0);
    CHECK(RegCloseKey(key) == ERROR_SUCCESS);
    CHECK(RegQueryInfoKeyA(key, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
              &longest, nullptr, nullptr) == ERROR_INVALID_HANDLE);
}

TEST_CASE("Perflib has the language below it") {
    HKEY key = nullptr;
    REQUIRE(RegOpenKeyA(HKEY_LOCAL_MACHINE, perflib, &key) == ERROR_SUCCESS);
    DWORD subkeys = 0;
    DWORD longest = 0;
    CHECK(RegQueryInfoKeyA(key, nullptr, nullptr, nullptr, &subkeys, nullptr, nullptr, nullptr, nullptr,
              &longest, nullptr, nullptr) == ERROR_SUCCESS);
    CHECK(subkeys == 1);
    CHECK(longest == sizeof(DWORD));
    RegCloseKey(key);
}
