// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"
#include "dialogs/dialogs.h"

#include <dlfcn.h>
#include <string_view>
#include <utility>

namespace pdh_shim::dialogs {
namespace {

constexpr std::string_view library_name = "libpdhui.so.0";

// Where libpdhui is; only its name if it is not where it is installed, so that the system's loader searches
// for it.
std::string library_file() {
    for (std::string& path : companion_paths(library_name, {PDH_SHIM_LIBRARY_FOLDERS})) {
        if (file_kind(path) == FileKind::file) {
            return std::move(path);
        }
    }
    return std::string(library_name);
}

// Null, with the reason, if it must not or cannot be loaded. It stays loaded, because curses keeps global
// state.
void* load_library(std::string& reason) {
    const std::string file = library_file();
    if (file.starts_with('/')) {
        if (const auto trusted = check_trust(file); !trusted) {
            reason = trusted.error().message();
            return nullptr;
        }
    }
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const error = dlerror();
        reason = "libpdhui.so cannot be loaded: " + (error == nullptr ? file : std::string(error)) +
                 ". It shows the dialogs; install libpdhui0, or build with -Ddialogs=enabled";
    }
    return library;
}

} // namespace

std::unique_ptr<Terminal> open_terminal(std::string& reason) {
    void* const library = load_library(reason);
    if (library == nullptr) {
        return nullptr;
    }
    const auto open = reinterpret_cast<OpenTerminal>(dlsym(library, terminal_entry));
    if (open == nullptr) {
        reason = std::string(library_name) + " has another version";
        return nullptr;
    }
    const char* why = nullptr;
    std::unique_ptr<Terminal> terminal(open(&why));
    reason = terminal ? "" : why;
    return terminal;
}

} // namespace pdh_shim::dialogs
