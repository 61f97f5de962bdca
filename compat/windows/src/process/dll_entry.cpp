// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Calls a shared library's DllMain. A separate member of the archive, which the headers request: each
// library has its own, and in programs, and libraries without DllMain, it does nothing.
#include "process/dll_entry.h"

#include <windows.h>

#include <boost/noncopyable.hpp>

#include <atomic>
#include <dlfcn.h>
#include <link.h>

// DllMain by the symbols that C and C++ give to the ways it is written. Hidden, so that no other library's is
// taken.
#define PDH_SHIM_DLL_MAIN(symbol) __asm__(symbol) __attribute__((weak, visibility("hidden")))
extern "C" BOOL WINAPI c_dll_main(HINSTANCE, DWORD, LPVOID) PDH_SHIM_DLL_MAIN("DllMain");
BOOL WINAPI cpp_dll_main(HINSTANCE, DWORD, LPVOID) PDH_SHIM_DLL_MAIN("_Z7DllMainP11HINSTANCE__jPv");
BOOL WINAPI cpp_dll_main_handle(HINSTANCE, DWORD, LPVOID) PDH_SHIM_DLL_MAIN("_Z7DllMainPvjS_");

namespace {

using pdh_shim::compat::DllRequest;
using DllMainFunction = BOOL WINAPI(HINSTANCE, DWORD, LPVOID);

// Read while the program runs: the linker gives a hidden symbol that is not there the address of the library.
DllMainFunction* const volatile forms[] = {&c_dll_main, &cpp_dll_main, &cpp_dll_main_handle};

enum class AttachState { without, attached, refused, detached };
std::atomic<AttachState> state = AttachState::without;
std::atomic<bool> wants_threads = true;

/// Where this library is loaded; nullptr for the program itself.
void* this_library() {
    static const char inside = 0;
    Dl_info info{};
    link_map* map = nullptr;
    const bool found = dladdr1(&inside, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0;
    return found && map != nullptr && *map->l_name != '\0' ? info.dli_fbase : nullptr;
}

DllMainFunction* find_dll_main(const void* library) {
    for (DllMainFunction* const form : forms) {
        if (form != nullptr && reinterpret_cast<const void*>(form) != library) {
            return form;
        }
    }
    return nullptr;
}

BOOL call(DWORD reason, LPVOID reserved) {
    void* const library = this_library();
    return find_dll_main(library)(static_cast<HINSTANCE>(library), reason, reserved);
}

void detach(LPVOID reserved) {
    AttachState attached = AttachState::attached;
    if (state.compare_exchange_strong(attached, AttachState::detached)) {
        call(DLL_PROCESS_DETACH, reserved);
    }
}

void detach_at_exit() {
    static char process_ends = 0;
    detach(&process_ends);
}

void attach() {
    const void* const library = this_library();
    if (library == nullptr || find_dll_main(library) == nullptr) {
        return;
    }
    const bool accepted = call(DLL_PROCESS_ATTACH, nullptr) != 0;
    state = accepted ? AttachState::attached : AttachState::refused;
    if (!accepted) {
        call(DLL_PROCESS_DETACH, nullptr);
    }
}

// Made after the library's own objects, since the archive is linked after them. An object instead of
// atexit(): thread sanitizers lose which library calls that.
struct Attachment : private boost::noncopyable {
    Attachment() { attach(); }
    ~Attachment() { detach_at_exit(); }
};
const Attachment attachment;

// In front of the destructors of the library's own objects. At the end of the program those are called first;
// then ~Attachment() was there before.
__attribute__((destructor)) void unload() {
    detach(nullptr);
}

} // namespace

extern "C" __attribute__((visibility("default"))) int pdh_compat_dll(unsigned request) {
    switch (static_cast<DllRequest>(request)) {
    case DllRequest::thread_attach:
    case DllRequest::thread_detach:
        if (state == AttachState::attached && wants_threads) {
            call(request, nullptr);
        }
        return 0;
    case DllRequest::no_thread_calls:
        wants_threads = false;
        return 0;
    case DllRequest::is_refused:
        return state == AttachState::refused ? 1 : 0;
    }
    return 0;
}
