// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Shared libraries: how they are loaded, and the calls of their DllMain.
#include <windows.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <dlfcn.h>
#include <fstream>
#include <process.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using Lines = std::vector<std::string>;

/// The file that the libraries write their events into, empty at first.
class Events : boost::noncopyable {
  public:
    Events() : file_("/tmp/pdh-shim-dll-events-" + std::to_string(getpid())) {
        unlink(file_.c_str());
        setenv("DLL_EVENTS", file_.c_str(), 1);
    }
    ~Events() {
        unlink(file_.c_str());
        unsetenv("DLL_EVENTS");
    }

    /// Those since the last call. The calls that one event causes in several libraries have no order.
    [[nodiscard]] Lines take() const {
        Lines lines;
        std::ifstream log(file_);
        for (std::string line; std::getline(log, line);) {
            lines.push_back(line);
        }
        unlink(file_.c_str());
        std::sort(lines.begin(), lines.end());
        return lines;
    }

  private:
    std::string file_;
};

/// `first` -> `...\dll_first_32.dll`, which is libdll_first_32.so
std::string dll(const std::string& name) {
    return std::string(DLL_FOLDER) + "\\dll_" + name + "_" + (sizeof(wchar_t) == 4 ? "32" : "16") + ".dll";
}

std::string so(const std::string& name) {
    return std::string(DLL_FOLDER) + "/libdll_" + name + "_" + (sizeof(wchar_t) == 4 ? "32" : "16") + ".so";
}

DWORD WINAPI nothing(LPVOID) {
    return 0;
}

void run_thread() {
    const HANDLE thread = CreateThread(nullptr, 0, nothing, nullptr, 0, nullptr);
    CHECK(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
    CloseHandle(thread);
}

const void* address(HMODULE library, const char* name) {
    return reinterpret_cast<const void*>(GetProcAddress(library, name));
}

} // namespace

TEST_CASE("DllMain is called when a library is loaded first and unloaded last") {
    const Events events;
    const HMODULE library = LoadLibraryA(dll("first").c_str());
    REQUIRE(library != nullptr);
    CHECK(events.take() == Lines{"first attach"});
    CHECK(*static_cast<const HINSTANCE*>(address(library, "instance")) == library);
    const HMODULE again = LoadLibraryA(so("first").c_str());
    CHECK(again == library);
    CHECK(FreeLibrary(again));
    CHECK(events.take().empty());
    CHECK(FreeLibrary(library));
    CHECK(events.take() == Lines{"first detach"});
    CHECK_FALSE(FreeLibrary(library));
    CHECK(GetLastError() == ERROR_MOD_NOT_FOUND);
}

TEST_CASE("DllMain is called however the library is loaded") {
    const Events events;
    void* const library = dlopen(so("first").c_str(), RTLD_NOW);
    REQUIRE(library != nullptr);
    CHECK(events.take() == Lines{"first attach"});
    dlclose(library);
    CHECK(events.take() == Lines{"first detach"});
}

TEST_CASE("each library of a process has its own DllMain, which is called for threads") {
    const Events events;
    const HMODULE first = LoadLibraryA(dll("first").c_str());
    const std::string wide = dll("second");
    const HMODULE second = LoadLibraryW(std::wstring(wide.begin(), wide.end()).c_str());
    const HMODULE plain = LoadLibraryA(dll("plain").c_str());
    REQUIRE(first != nullptr);
    REQUIRE(second != nullptr);
    REQUIRE(plain != nullptr);
    CHECK(first != second);
    CHECK(events.take() == Lines{"first attach", "second attach"});
    run_thread();
    CHECK(events.take() == Lines{"first thread attach", "first thread detach", "second thread attach",
                               "second thread detach"});
    const auto thread = reinterpret_cast<HANDLE>(_beginthreadex(
        nullptr, 0, [](void*) -> unsigned { ExitThread(3); }, nullptr, 0, nullptr));
    CHECK(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
    CloseHandle(thread);
    CHECK(events.take().size() == 4);
    CHECK(DisableThreadLibraryCalls(second));
    run_thread();
    CHECK(events.take() == Lines{"first thread attach", "first thread detach"});
    CHECK(FreeLibrary(first));
    run_thread();
    CHECK(events.take() == Lines{"first detach"});
    CHECK(FreeLibrary(plain));
    CHECK(FreeLibrary(second));
    CHECK(events.take() == Lines{"second detach"});
    CHECK_FALSE(DisableThreadLibraryCalls(second));
    CHECK(GetLastError() == ERROR_MOD_NOT_FOUND);
}

TEST_CASE("at the end of the process the reserved argument of DllMain is not NULL") {
    const Events events;
    const pid_t child = fork();
    if (child == 0) {
        execl(
            "/proc/self/exe", "compat_test", "-tc=a program that ends with a library loaded", "-ns", nullptr);
        _exit(1);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(events.take() == Lines{"first attach", "first detach at the end"});
}

TEST_CASE("a program that ends with a library loaded" * doctest::skip()) {
    CHECK(LoadLibraryA(dll("first").c_str()) != nullptr);
}

TEST_CASE("a library whose DllMain returns FALSE is not loaded") {
    const Events events;
    CHECK(LoadLibraryA(dll("refuses").c_str()) == nullptr);
    CHECK(GetLastError() == ERROR_DLL_INIT_FAILED);
    CHECK(events.take() == Lines{"refuses 0", "refuses 1"}); // it is called to detach
    CHECK(GetModuleHandleA(dll("refuses").c_str()) == nullptr);
    run_thread();
    CHECK(events.take().empty());
}

TEST_CASE("a library without DllMain loads as any other") {
    const HMODULE library = LoadLibraryA(dll("plain").c_str());
    REQUIRE(library != nullptr);
    CHECK(GetModuleHandleA(dll("plain").c_str()) == library);
    const auto ticks = reinterpret_cast<DWORD (*)()>(const_cast<void*>(address(library, "ticks")));
    REQUIRE(address(library, "ticks") != nullptr);
    CHECK(ticks() - GetTickCount() + 60'000 < 120'000);
    CHECK(address(library, "malloc") == nullptr); // it needs that, but does not export it
    CHECK(GetLastError() == ERROR_PROC_NOT_FOUND);
    char file[4096];
    CHECK(GetModuleFileNameA(library, file, sizeof file) == so("plain").size());
    CHECK(std::string(file) == so("plain"));
    HMODULE by_address = nullptr;
    CHECK(GetModuleHandleExA(
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, reinterpret_cast<LPCSTR>(ticks), &by_address));
    CHECK(by_address == library);
    CHECK(FreeLibrary(library)); // counted once more
    CHECK(GetModuleHandleA(dll("plain").c_str()) == library);
    CHECK(FreeLibrary(by_address));
    CHECK(GetModuleHandleA(dll("plain").c_str()) == nullptr);
    CHECK(GetLastError() == ERROR_MOD_NOT_FOUND);
    CHECK(GetModuleHandleExA(
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, reinterpret_cast<LPCSTR>(&run_thread), &by_address));
    CHECK(by_address == GetModuleHandleA(nullptr));
}

TEST_CASE("a library that is loaded as data runs nothing") {
    const Events events;
    for (const DWORD flags : {DWORD{DONT_RESOLVE_DLL_REFERENCES}, DWORD{LOAD_LIBRARY_AS_DATAFILE}}) {
        const HMODULE data = LoadLibraryExA(dll("first").c_str(), nullptr, flags);
        REQUIRE(data != nullptr);
        CHECK(events.take().empty());
        char file[4096];
        CHECK(GetModuleFileNameA(data, file, sizeof file) == so("first").size());
        CHECK(address(data, "answer") == nullptr);
        CHECK(FreeLibrary(data));
        CHECK_FALSE(FreeLibrary(data));
    }
    const HMODULE library = LoadLibraryExA(dll("first").c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
    CHECK(events.take() == Lines{"first attach"});
    CHECK(address(library, "answer") != nullptr);
    CHECK(FreeLibrary(library));
    CHECK(LoadLibraryExA(dll("first").c_str(), library, 0) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
}

TEST_CASE("a file that is not a library gives its error") {
    CHECK(LoadLibraryA("there is none.dll") == nullptr);
    CHECK(GetLastError() == ERROR_MOD_NOT_FOUND);
    CHECK(LoadLibraryA(LEGACY_SCRIPT) == nullptr);
    CHECK(GetLastError() == ERROR_BAD_EXE_FORMAT);
    CHECK(LoadLibraryExA(LEGACY_SCRIPT, nullptr, LOAD_LIBRARY_AS_DATAFILE) == nullptr);
    CHECK(GetLastError() == ERROR_BAD_EXE_FORMAT);
    HMODULE module = nullptr;
    CHECK_FALSE(GetModuleHandleExA(0x80, "pdh", &module));
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(GetModuleHandleExA(0, "pdh", &module));
    CHECK(module == GetModuleHandleA("PDH.DLL"));
    CHECK_FALSE(FreeLibrary(reinterpret_cast<HMODULE>(8)));
}
