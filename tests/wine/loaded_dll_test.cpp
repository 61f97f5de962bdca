// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Linked into each program that is meant to run with our pdh.dll: says which one it got, before anything
// else, and ends the program when it is another. Wine's own would end it at the first function that it lacks.
#include <windows.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

std::string file_of(HMODULE module) {
    std::array<char, 1024> name{};
    const DWORD length = GetModuleFileNameA(module, name.data(), static_cast<DWORD>(name.size()));
    return {name.data(), length};
}

std::string folder_of(const std::string& file) {
    return file.substr(0, file.rfind('\\'));
}

bool check_loaded_dll() {
    const HMODULE pdh = GetModuleHandleW(L"pdh.dll");
    const std::string file = pdh == nullptr ? "none" : file_of(pdh);
    // Wine reports its own under the path of the one beside the program too.
    const bool is_ours = pdh != nullptr && GetProcAddress(pdh, "pdh_shim_status_name") != nullptr;
    std::printf("pdh.dll: %s (%s)\n", file.c_str(), is_ours ? "pdh-shim" : "another one");
    static_cast<void>(std::fflush(stdout));
    if (!is_ours || folder_of(file) != folder_of(file_of(nullptr))) {
        std::puts("This is not the one beside the program.");
        std::exit(EXIT_FAILURE);
    }
    return true;
}

[[maybe_unused]] const bool checked = check_loaded_dll();

} // namespace
