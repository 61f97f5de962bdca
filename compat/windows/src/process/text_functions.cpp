// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Libraries by their names, and the names of processes and modules.
#include "process/library.h"
#include "process/module.h"
#include "process/process.h"
#include "sync/handle.h"
#include "text/tchar_text.h"

#include <algorithm>
#include <optional>
#include <psapi.h>

namespace compat = pdh_shim::compat;
using compat::units;
using compat::utf8;

namespace {

HMODULE fail(DWORD error) {
    SetLastError(error);
    return nullptr;
}

/// Copies what fits, as the functions of psapi do.
DWORD copy_cut(const std::optional<std::string>& name, LPTSTR to, DWORD size) {
    if (!name) {
        return 0;
    }
    if (to == nullptr || size == 0) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    const compat::Text text = compat::to_tchar(*name);
    compat::copy_text<compat::Char>(text, units(to), size);
    return static_cast<DWORD>(std::min<std::size_t>(text.size(), size - 1));
}

} // namespace

HMODULE WINAPI LoadLibrary(LPCTSTR lpLibFileName) {
    return lpLibFileName == nullptr ? fail(ERROR_INVALID_PARAMETER)
                                    : compat::load_module(utf8(lpLibFileName));
}

HMODULE WINAPI LoadLibraryEx(LPCTSTR lpLibFileName, HANDLE hFile, DWORD dwFlags) {
    if (lpLibFileName == nullptr || hFile != nullptr) { // which is reserved
        return fail(ERROR_INVALID_PARAMETER);
    }
    constexpr DWORD without_code = DONT_RESOLVE_DLL_REFERENCES | LOAD_LIBRARY_AS_DATAFILE |
                                   LOAD_LIBRARY_AS_DATAFILE_EXCLUSIVE | LOAD_LIBRARY_AS_IMAGE_RESOURCE;
    const std::string file = utf8(lpLibFileName);
    const bool as_data = (dwFlags & without_code) != 0 && compat::find_module(file) == nullptr;
    return as_data ? compat::load_data(file) : compat::load_module(file);
}

HMODULE WINAPI GetModuleHandle(LPCTSTR lpModuleName) {
    if (lpModuleName == nullptr) {
        return compat::handle_of(&compat::program_module);
    }
    const std::string name = utf8(lpModuleName);
    const compat::SystemModule* const module = compat::find_module(name);
    return module != nullptr ? compat::handle_of(module) : compat::find_library(name);
}

BOOL WINAPI GetModuleHandleEx(DWORD flags, LPCTSTR name, HMODULE* module) {
    constexpr DWORD known = GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT |
                            GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS;
    constexpr DWORD both = GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    if (module == nullptr || (flags & ~known) != 0 || (flags & both) == both) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    const bool by_address = name != nullptr && (flags & GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS) != 0;
    *module = by_address ? compat::library_at(name) : GetModuleHandle(name);
    const bool counts = (flags & GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT) == 0;
    if (*module != nullptr && compat::module_of(*module) == nullptr && counts) {
        compat::hold_library(*module, (flags & GET_MODULE_HANDLE_EX_FLAG_PIN) != 0);
    }
    return *module != nullptr ? TRUE : FALSE;
}

DWORD WINAPI GetModuleFileName(HMODULE hModule, LPTSTR lpFilename, DWORD nSize) {
    const auto file = compat::file_of(hModule);
    if (!file || nSize == 0) {
        return 0;
    }
    const compat::Text text = compat::to_tchar(*file);
    if (compat::copy_text<compat::Char>(text, units(lpFilename), nSize)) {
        return static_cast<DWORD>(text.size());
    }
    SetLastError(ERROR_INSUFFICIENT_BUFFER);
    return nSize;
}

BOOL WINAPI QueryFullProcessImageName(HANDLE process, DWORD, LPTSTR name, PDWORD size) {
    if (name == nullptr || size == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    const auto path = compat::image_path(process);
    if (!path) {
        return FALSE;
    }
    const compat::Text text = compat::to_tchar(*path);
    if (*size <= text.size()) {
        return compat::result(false, ERROR_INSUFFICIENT_BUFFER);
    }
    compat::copy_text<compat::Char>(text, units(name), *size);
    *size = static_cast<DWORD>(text.size());
    return TRUE;
}

DWORD WINAPI GetModuleFileNameEx(HANDLE process, HMODULE module, LPTSTR name, DWORD size) {
    return copy_cut(compat::module_path(process, module), name, size);
}

DWORD WINAPI GetModuleBaseName(HANDLE process, HMODULE module, LPTSTR name, DWORD size) {
    return copy_cut(compat::module_name(process, module), name, size);
}

DWORD WINAPI GetProcessImageFileName(HANDLE process, LPTSTR name, DWORD size) {
    return QueryFullProcessImageName(process, 0, name, &size) != 0 ? size : 0;
}

#ifdef UNICODE
FARPROC WINAPI GetProcAddress(HMODULE hModule, LPCSTR lpProcName) {
    return compat::procedure_address(hModule, lpProcName, sizeof(wchar_t) == 4);
}
#endif
