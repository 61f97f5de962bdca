#include "dialogs/open_terminal.h"

#include <dlfcn.h>
#include <string_view>

namespace pdh_shim::dialogs {
namespace {

constexpr std::string_view library_name = "libpdhui.so.0";

// The folder of this library, with its slash; empty if it is not certain.
std::string own_folder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    const std::string_view file = info.dli_fname;
    return file.substr(0, 1) == "/" ? std::string(file.substr(0, file.rfind('/') + 1)) : std::string();
}

// It stays loaded, because curses keeps global state.
void* load(const std::string& file) {
    return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

void* load_library() {
    const std::string folder = own_folder();
    void* library = folder.empty() ? nullptr : load(folder + std::string(library_name));
    return library == nullptr ? load(std::string(library_name)) : library;
}

} // namespace

std::unique_ptr<Terminal> open_terminal(std::string& reason) {
    void* const library = load_library();
    if (library == nullptr) {
        const char* const error = dlerror();
        reason = error == nullptr ? std::string(library_name) : error;
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
