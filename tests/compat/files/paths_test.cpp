// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Paths as the shell's library has them.
#include <windows.h>

#include <doctest/doctest.h>

#include <shlwapi.h>
#include <string>

namespace {

std::string removed(const char* path) {
    char text[MAX_PATH];
    lstrcpyA(text, path);
    const bool changed = PathRemoveFileSpecA(text) != 0;
    CHECK(changed == (text != std::string(path)));
    return text;
}

std::string combined(const char* folder, const char* file) {
    char text[MAX_PATH] = "x";
    const char* const result = PathCombineA(text, folder, file);
    CHECK(result == (text[0] == '\0' ? nullptr : text));
    return text;
}

} // namespace

TEST_CASE("the last name of a path and its extension are found") {
    CHECK(std::string(PathFindFileNameA("C:\\path\\file.txt")) == "file.txt");
    CHECK(std::string(PathFindFileNameA("/usr/bin/agent")) == "agent");
    CHECK(std::string(PathFindFileNameA("/usr/bin/")) == "bin/");
    CHECK(std::string(PathFindFileNameA("C:")) == "C:");
    CHECK(std::string(PathFindFileNameA("C:file")) == "file");
    CHECK(std::string(PathFindFileNameA("")).empty());
    CHECK(std::wstring(PathFindFileNameW(L"a\\b")) == L"b");
    CHECK(std::string(PathFindExtensionA("/a.b/file.tar.gz")) == ".gz");
    CHECK(std::string(PathFindExtensionA("/a.b/file")).empty());
    CHECK(std::string(PathFindExtensionA("file.a b")).empty());
    CHECK(std::wstring(PathFindExtensionW(L"C:\\x.dll")) == L".dll");
}

TEST_CASE("a file is taken off its folder, down to the root") {
    CHECK(removed("C:\\path\\file.txt") == "C:\\path");
    CHECK(removed("C:\\file") == "C:\\");
    CHECK(removed("C:\\") == "C:\\");
    CHECK(removed("/usr/bin/agent") == "/usr/bin");
    CHECK(removed("/agent") == "/");
    CHECK(removed("/usr/") == "/usr");
    CHECK(removed("agent").empty());
    CHECK(removed("\\\\server\\share") == "\\\\server");
    CHECK_FALSE(PathRemoveFileSpecA(nullptr));
    wchar_t wide[MAX_PATH] = L"/usr/bin/agent";
    CHECK(PathRemoveFileSpecW(wide));
    CHECK(std::wstring(wide) == L"/usr/bin");
}

TEST_CASE("extensions are removed and replaced") {
    char text[MAX_PATH] = "/a.b/file.txt";
    CHECK(PathRenameExtensionA(text, ".ini"));
    CHECK(std::string(text) == "/a.b/file.ini");
    PathRemoveExtensionA(text);
    CHECK(std::string(text) == "/a.b/file");
    PathStripPathA(text);
    CHECK(std::string(text) == "file");
    CHECK_FALSE(PathRenameExtensionA(text, std::string(MAX_PATH, 'x').c_str()));
    CHECK(std::string(text) == "file");
    wchar_t wide[MAX_PATH] = L"a\\b.c";
    CHECK(PathRenameExtensionW(wide, L".log"));
    CHECK(std::wstring(wide) == L"a\\b.log");
    PathStripPathW(wide);
    PathRemoveExtensionW(wide);
    CHECK(std::wstring(wide) == L"b");
}

TEST_CASE("paths are put together with the separator that they have") {
    CHECK(combined("/etc", "agent.ini") == "/etc/agent.ini");
    CHECK(combined("/etc/", "agent.ini") == "/etc/agent.ini");
    CHECK(combined("etc", "agent.ini") == "etc/agent.ini");
    CHECK(combined("C:\\etc", "agent.ini") == "C:\\etc\\agent.ini");
    CHECK(combined("/etc/x", "../agent.ini") == "/etc/agent.ini");
    CHECK(combined("/etc", "../../../agent.ini") == "/agent.ini");
    CHECK(combined("/etc/./x/.", "y") == "/etc/x/y");
    CHECK(combined("/etc", "/var/log") == "/var/log");
    CHECK(combined("/etc", "C:\\log") == "C:\\log");
    CHECK(combined("C:\\etc", "\\log") == "C:\\log");
    CHECK(combined("C:\\etc", "\\\\server\\log") == "\\\\server\\log");
    CHECK(combined("/etc", nullptr) == "/etc");
    CHECK(combined(nullptr, "/etc/x/..") == "/etc");
    CHECK(combined(nullptr, nullptr).empty());
    CHECK(combined("/etc", std::string(MAX_PATH, 'x').c_str()).empty());

    char text[MAX_PATH] = "/etc";
    CHECK(PathAppendA(text, "/agent"));
    CHECK(PathAppendA(text, "x.ini"));
    CHECK(std::string(text) == "/etc/agent/x.ini");
    CHECK_FALSE(PathAppendA(text, std::string(MAX_PATH, 'x').c_str()));
    CHECK(std::string(text) == "/etc/agent/x.ini");
    char* const end = PathAddBackslashA(text);
    CHECK(end == text + 17);
    CHECK(PathAddBackslashA(text) == end); // it is there
    CHECK(std::string(text) == "/etc/agent/x.ini/");
    wchar_t wide[MAX_PATH] = L"";
    CHECK(PathCombineW(wide, L"C:\\etc", L"agent") == wide);
    CHECK(PathAppendW(wide, L"..\\log"));
    CHECK(PathAddBackslashW(wide) == wide + 11);
    CHECK(std::wstring(wide) == L"C:\\etc\\log\\");
}

TEST_CASE("the kinds of files that a path may name") {
    CHECK(PathIsRelativeA("a/b"));
    CHECK(PathIsRelativeA(""));
    CHECK_FALSE(PathIsRelativeA("/a"));
    CHECK_FALSE(PathIsRelativeW(L"\\a"));
    CHECK_FALSE(PathIsRelativeW(L"C:a"));
    CHECK(PathFileExistsA("/dev/null"));
    CHECK(PathFileExistsW(L"/dev"));
    CHECK(PathIsDirectoryA("/dev"));
    CHECK_FALSE(PathIsDirectoryW(L"/dev/null"));
    CHECK_FALSE(PathFileExistsA("/dev/null/x"));
    CHECK(GetLastError() == ERROR_PATH_NOT_FOUND);
    CHECK_FALSE(PathFileExistsW(L"/dev/there is none"));
    CHECK(GetLastError() == ERROR_FILE_NOT_FOUND);
    CHECK_FALSE(PathFileExistsA(nullptr));
}

TEST_CASE("GetProcAddress finds the functions of shlwapi.dll") {
    const HMODULE library = LoadLibraryA("Shlwapi.dll");
    CHECK(reinterpret_cast<const void*>(GetProcAddress(library, "PathCombineW")) ==
          reinterpret_cast<const void*>(&PathCombineW));
    CHECK(reinterpret_cast<const void*>(GetProcAddress(library, "StrStrIA")) ==
          reinterpret_cast<const void*>(&StrStrIA));
    CHECK(reinterpret_cast<const void*>(GetProcAddress(library, "PathCombine")) == nullptr);
}
