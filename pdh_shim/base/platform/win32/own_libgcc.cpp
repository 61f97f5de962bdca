// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A 32-bit DLL of GCC looks for libgcc_s_dw2-1.dll when it is loaded, and gives its exception tables to that
// one if the program has it. The exceptions of this DLL are thrown by the libgcc that is linked into it,
// which would not find the tables then, and would end the program. If the program has none, the search takes
// 2 ms under Wine, which looks in all folders. So this hides it from the startup code.
#ifdef __i386__
#include <windows.h>

#include <cstring>

namespace {

HMODULE WINAPI find_module(const char* name) {
    HMODULE module = nullptr;
    if (name == nullptr || std::strcmp(name, "libgcc_s_dw2-1.dll") != 0) {
        GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, name, &module);
    }
    return module;
}

} // namespace

extern "C" {
// The pointer by which compiled code calls GetModuleHandleA.
extern const decltype(&GetModuleHandleA) get_module_handle asm("__imp__GetModuleHandleA@4");
const decltype(&GetModuleHandleA) get_module_handle = &find_module;
}
#endif
