// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "process/library.h"

#include "process/module.h"
#include "sync/until_unload.h"
#include "text/text.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <fstream>
#include <link.h>
#include <map>
#include <memory>
#include <mutex>
#include <unistd.h>
#include <vector>

namespace pdh_shim::compat {
namespace {

struct CloseLibrary {
    void operator()(void* library) const { dlclose(library); }
};
/// A load of a library.
using LoadedLibrary = std::unique_ptr<void, CloseLibrary>;

/// The loads that this copy of the compat library has made. Not destroyed: what is loaded may be in use.
struct LoadedLibraries {
    std::mutex mutex;
    std::map<HMODULE, std::vector<LoadedLibrary>> libraries;     // guarded by mutex
    std::map<HMODULE, std::unique_ptr<const std::string>> files; // guarded by mutex: loaded as data
};

LoadedLibraries& loads() {
    static auto* const instance = new LoadedLibraries;
    return *instance;
}

HMODULE not_found() {
    SetLastError(ERROR_MOD_NOT_FOUND);
    return nullptr;
}

struct LibraryName {
    std::string folder; ///< with the slash; empty = none
    std::vector<std::string> files;
};

/// The files that a name may mean, the most likely first.
LibraryName files_of(std::string_view windows_name) {
    const std::string path = with_slashes(std::string(windows_name));
    const std::size_t name_at = path.rfind('/') + 1;
    std::string name = path.substr(name_at);
    LibraryName result{path.substr(0, name_at), {}};
    constexpr std::string_view extension = ".dll";
    if (name.ends_with('.')) { // Windows' way to say: no extension
        name.pop_back();
        result.files = {name};
    } else if (lower(name).ends_with(extension)) {
        const std::string stem = name.substr(0, name.size() - extension.size());
        result.files = {name, "lib" + stem + ".so", stem + ".so"};
    } else if (name.find('.') == std::string::npos) {
        result.files = {name + ".dll", "lib" + name + ".so", name + ".so"};
    } else {
        result.files = {name};
    }
    return result;
}

std::string program_folder() {
    std::array<char, 4096> path{};
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    const std::string_view file(path.data(), length < 0 ? 0 : static_cast<std::size_t>(length));
    return std::string(file.substr(0, file.rfind('/') + 1));
}

/// The file of a name, if it is in the name's folder, or in the program's.
std::optional<std::string> existing_file(const LibraryName& name) {
    const std::string folder = name.folder.empty() ? program_folder() : name.folder;
    for (const std::string& file : name.files) {
        if (access((folder + file).c_str(), F_OK) == 0) {
            return folder + file;
        }
    }
    return std::nullopt;
}

bool is_library_file(const std::string& path) {
    std::array<char, 4> magic{};
    std::ifstream(path, std::ios::binary).read(magic.data(), magic.size());
    return std::string_view(magic.data(), magic.size()) == "\177ELF";
}

/// Nothing, and the last error, if it cannot be opened.
LoadedLibrary open(std::string_view file, int flags) {
    const LibraryName name = files_of(file);
    if (const auto path = existing_file(name)) {
        LoadedLibrary load(dlopen(path->c_str(), RTLD_NOW | RTLD_LOCAL | flags));
        if (!load) {
            SetLastError(is_library_file(*path) ? ERROR_MOD_NOT_FOUND : ERROR_BAD_EXE_FORMAT);
        }
        return load;
    }
    if (name.folder.empty()) {
        for (const std::string& each : name.files) {
            if (LoadedLibrary load{dlopen(each.c_str(), RTLD_NOW | RTLD_LOCAL | flags)}) {
                return load;
            }
        }
    }
    SetLastError(ERROR_MOD_NOT_FOUND);
    return nullptr;
}

HMODULE handle_of_library(const LoadedLibrary& load) {
    const auto* const map = static_cast<const link_map*>(load.get());
    return library_at(map->l_ld);
}

/// One more load of a library that is loaded.
LoadedLibrary open_again(const std::string& path, int flags = 0) {
    return LoadedLibrary(dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD | flags));
}

DllEntry* entry_of(const LoadedLibrary& load) {
    void* const entry = load ? dlsym(load.get(), dll_entry_name) : nullptr;
    // What another library that this one needs exports is not this one's.
    return entry != nullptr && library_at(entry) == handle_of_library(load)
               ? reinterpret_cast<DllEntry*>(entry)
               : nullptr;
}

bool is_refused(const LoadedLibrary& load) {
    DllEntry* const entry = entry_of(load);
    return entry != nullptr && entry(static_cast<unsigned>(DllRequest::is_refused)) != 0;
}

HMODULE count(LoadedLibrary load) {
    const HMODULE library = handle_of_library(load);
    const std::scoped_lock lock(loads().mutex);
    loads().libraries[library].push_back(std::move(load));
    return library;
}

/// Paths of the libraries that can be asked, found anew when some were loaded or unloaded.
class DllMainLibraries {
  public:
    static std::vector<std::string> paths() {
        static auto& libraries = keep_until_unload(new DllMainLibraries);
        const std::scoped_lock lock(libraries.mutex_);
        LibraryList seen{libraries.seen_.changes, {}};
        dl_iterate_phdr(see, &seen);
        if (seen.changes != libraries.seen_.changes) {
            std::erase_if(
                seen.paths, [](const std::string& path) { return entry_of(open_again(path)) == nullptr; });
            libraries.seen_ = seen;
        }
        return libraries.seen_.paths;
    }

  private:
    struct LibraryList {
        unsigned long long changes = 0;
        std::vector<std::string> paths;
    };

    static int see(dl_phdr_info* info, std::size_t, void* argument) {
        auto& seen = *static_cast<LibraryList*>(argument);
        const unsigned long long changes = info->dlpi_adds + info->dlpi_subs;
        if (seen.paths.empty() && seen.changes == changes) {
            return 1; // as it was
        }
        seen.changes = changes;
        seen.paths.emplace_back(info->dlpi_name);
        return 0;
    }

    std::mutex mutex_;
    LibraryList seen_; // guarded by mutex_
};

} // namespace

HMODULE load_library(std::string_view file) {
    LoadedLibrary load = open(file, 0);
    if (!load) {
        return nullptr;
    }
    if (is_refused(load)) {
        load.reset();
        SetLastError(ERROR_DLL_INIT_FAILED);
        return nullptr;
    }
    return count(std::move(load));
}

HMODULE load_data(std::string_view file) {
    if (LoadedLibrary load = open(file, RTLD_NOLOAD)) {
        return count(std::move(load));
    }
    auto path = existing_file(files_of(file));
    if (!path) {
        return not_found();
    }
    if (!is_library_file(*path)) {
        SetLastError(ERROR_BAD_EXE_FORMAT);
        return nullptr;
    }
    auto data = std::make_unique<const std::string>(std::move(*path));
    auto* const handle = reinterpret_cast<HMODULE>(const_cast<std::string*>(data.get()));
    const std::scoped_lock lock(loads().mutex);
    loads().files.emplace(handle, std::move(data));
    return handle;
}

HMODULE find_library(std::string_view file) {
    const LoadedLibrary load = open(file, RTLD_NOLOAD);
    return load ? handle_of_library(load) : not_found();
}

HMODULE library_at(const void* address) {
    Dl_info info{};
    link_map* map = nullptr;
    if (dladdr1(address, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 || map == nullptr) {
        return not_found();
    }
    return *map->l_name == '\0' ? handle_of(&program_module) : static_cast<HMODULE>(info.dli_fbase);
}

bool hold_library(HMODULE library, bool pin) {
    const auto file = library_file(library);
    LoadedLibrary load = file ? open_again(*file, pin ? RTLD_NODELETE : 0) : nullptr;
    if (!load) {
        return false;
    }
    if (!pin) {
        count(std::move(load));
    }
    return true;
}

bool free_library(HMODULE library) {
    LoadedLibrary load; // closed outside the lock: DllMain may call back
    {
        const std::scoped_lock lock(loads().mutex);
        if (loads().files.erase(library) != 0) {
            return true;
        }
        const auto found = loads().libraries.find(library);
        if (found != loads().libraries.end()) {
            load = std::move(found->second.back());
            found->second.pop_back();
            if (found->second.empty()) {
                loads().libraries.erase(found);
            }
        }
    }
    return load != nullptr || library_file(library).has_value();
}

std::optional<std::string> library_file(HMODULE library) {
    {
        const std::scoped_lock lock(loads().mutex);
        const auto data = loads().files.find(library);
        if (data != loads().files.end()) {
            return *data->second;
        }
    }
    Dl_info info{};
    if (library != nullptr && dladdr(library, &info) != 0 && info.dli_fbase == library) {
        return info.dli_fname;
    }
    SetLastError(ERROR_MOD_NOT_FOUND);
    return std::nullopt;
}

FARPROC library_procedure(HMODULE library, const char* name) {
    const auto file = library_file(library);
    const LoadedLibrary load = file ? open_again(*file) : nullptr;
    void* const found = load ? dlsym(load.get(), name) : nullptr;
    return found != nullptr && library_at(found) == library ? reinterpret_cast<FARPROC>(found) : nullptr;
}

bool ask_library(HMODULE library, DllRequest request) {
    const auto file = library_file(library);
    const LoadedLibrary load = file ? open_again(*file) : nullptr;
    DllEntry* const entry = entry_of(load);
    if (entry != nullptr) {
        entry(static_cast<unsigned>(request));
    }
    return entry != nullptr;
}

void ask_all_libraries(DllRequest request) {
    for (const std::string& path : DllMainLibraries::paths()) {
        const LoadedLibrary load = open_again(path); // stays meanwhile
        if (DllEntry* const entry = entry_of(load)) {
            entry(static_cast<unsigned>(request));
        }
    }
}

} // namespace pdh_shim::compat
