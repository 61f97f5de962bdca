// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "process/module.h"

#include "process/library.h"
#include "process/procedure.h"
#include "sync/handle.h"
#include "text/text.h"

#include <pdh.h>

#include <array>
#include <atomic>
#include <dlfcn.h>
#include <unistd.h>

namespace pdh_shim::compat {

constinit const SystemModule pdh_module{"pdh"};
constinit const SystemModule kernel_module{"kernel32"};
constinit const SystemModule advapi_module{"advapi32"};
constinit const SystemModule psapi_module{"psapi"};
constinit const SystemModule shlwapi_module{"shlwapi"};
constinit const SystemModule power_module{"powrprof"};
constinit const SystemModule program_module{""};

namespace {

struct ModuleName {
    std::string_view name;
    const SystemModule* module;
};

constexpr ModuleName module_names[] = {
    {"pdh", &pdh_module},
    {"kernel32", &kernel_module},
    {"kernelbase", &kernel_module},
    {"advapi32", &advapi_module},
    {"psapi", &psapi_module},
    {"shlwapi", &shlwapi_module},
    {"powrprof", &power_module},
};

/// How often pdh.dll was loaded.
std::atomic<long> pdh_loads = 0;

/// `C:\Windows\System32\PDH.DLL` -> `pdh`
std::string bare_name(std::string_view file) {
    const std::size_t folder = file.find_last_of("\\/:");
    std::string name = lower(folder == std::string_view::npos ? file : file.substr(folder + 1));
    constexpr std::string_view extension = ".dll";
    if (name.ends_with(extension)) {
        name.resize(name.size() - extension.size());
    } else if (name.ends_with('.')) { // Windows' way to say: no extension
        name.pop_back();
    }
    return name;
}

} // namespace

const SystemModule* find_module(std::string_view file) {
    const std::string name = bare_name(file);
    for (const ModuleName& entry : module_names) {
        if (entry.name == name) {
            return entry.module;
        }
    }
    return nullptr;
}

const SystemModule* module_of(HMODULE handle) {
    const void* const address = handle;
    if (address == &program_module) {
        return &program_module;
    }
    for (const ModuleName& entry : module_names) {
        if (address == entry.module) {
            return entry.module;
        }
    }
    SetLastError(ERROR_MOD_NOT_FOUND);
    return nullptr;
}

HMODULE handle_of(const SystemModule* module) {
    return reinterpret_cast<HMODULE>(const_cast<SystemModule*>(module));
}

HMODULE load_module(std::string_view file) {
    const SystemModule* const module = find_module(file);
    if (module == &pdh_module) {
        ++pdh_loads;
    }
    return module != nullptr ? handle_of(module) : load_library(file);
}

std::optional<std::string> module_file(const SystemModule& module) {
    if (&module == &pdh_module) {
        Dl_info info{};
        if (dladdr(reinterpret_cast<void*>(&PdhOpenQueryA), &info) != 0 && info.dli_fname != nullptr) {
            return info.dli_fname;
        }
        return std::nullopt;
    }
    if (&module != &program_module) {
        return std::string(module.name) + ".dll";
    }
    std::array<char, 4096> path{};
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    if (length < 0) {
        return std::nullopt;
    }
    return std::string(path.data(), static_cast<std::size_t>(length));
}

std::optional<std::string> file_of(HMODULE handle) {
    const SystemModule* const module = handle == nullptr ? &program_module : module_of(handle);
    return module != nullptr ? module_file(*module) : library_file(handle);
}

FARPROC procedure_address(HMODULE handle, const char* name, bool wchar32) {
    // A number in the low word means an ordinal; the DLL's ordinals are not documented.
    const bool named = reinterpret_cast<std::uintptr_t>(name) > 0xFFFF;
    const SystemModule* const module = module_of(handle);
    if (module == nullptr) {
        if (!library_file(handle)) {
            return nullptr;
        }
        const FARPROC function = named ? library_procedure(handle, name) : nullptr;
        if (function == nullptr) {
            SetLastError(ERROR_PROC_NOT_FOUND);
        }
        return function;
    }
    const Procedure* const procedure = named ? find_procedure(module->name, name) : nullptr;
    if (procedure == nullptr) {
        SetLastError(ERROR_PROC_NOT_FOUND);
        return nullptr;
    }
    void (*const function)() =
        wchar32 && procedure->wchar32 != nullptr ? procedure->wchar32 : procedure->function;
    return reinterpret_cast<FARPROC>(function);
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

BOOL WINAPI FreeLibrary(HMODULE hLibModule) {
    const compat::SystemModule* const module = compat::module_of(hLibModule);
    if (module == nullptr) {
        return compat::free_library(hLibModule) ? TRUE : FALSE;
    }
    if (module != &compat::pdh_module) {
        return TRUE;
    }
    long loads = compat::pdh_loads;
    while (loads > 0 && !compat::pdh_loads.compare_exchange_weak(loads, loads - 1)) {
    }
    if (loads == 0) {
        SetLastError(ERROR_MOD_NOT_FOUND);
    }
    return loads > 0 ? TRUE : FALSE;
}

BOOL WINAPI DisableThreadLibraryCalls(HMODULE library) {
    return compat::result(
        compat::ask_library(library, compat::DllRequest::no_thread_calls), ERROR_MOD_NOT_FOUND);
}
