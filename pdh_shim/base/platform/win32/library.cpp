// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/lazy.h"
#include "base/locks.h"
#include "base/platform/win32/system.h"
#include "base/shared_library.h"

#include <windows.h>

#include <boost/noncopyable.hpp>

#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

namespace pdh_shim {

Result<SharedLibrary, Failure> SharedLibrary::load(const std::string& file) {
    HMODULE const handle = LoadLibraryA(file.c_str());
    if (handle == nullptr) {
        return Failure(
            Status::invalid_datasource, file, "cannot be loaded: error " + std::to_string(GetLastError()));
    }
    return SharedLibrary(std::shared_ptr<void>(handle, [](void* /*stays*/) {}), file);
}

void* SharedLibrary::address_of(const char* name) const noexcept {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_.get()), name));
}

} // namespace pdh_shim

// Of the C++ runtime: frees the emergency memory for exceptions.
namespace __gnu_cxx {
void __freeres(); // NOLINT(readability-identifier-naming): the runtime's name for it
} // namespace __gnu_cxx

namespace pdh_shim {
namespace {

class Unloading : boost::noncopyable {
  public:
    constexpr Unloading() = default;
    ~Unloading() {
        using ShutdownInProgress = BOOLEAN(WINAPI*)();
        const auto shutting_down = reinterpret_cast<ShutdownInProgress>(
            platform::find_system_function(L"ntdll.dll", "RtlDllShutdownInProgress"));
        if (shutting_down != nullptr && shutting_down() != 0) {
            return; // threads were stopped at any point, perhaps with the heap locked
        }
        is_running_ = true;
        while (objects_ != nullptr && !objects_->empty()) {
            const auto [destroy, object] = objects_->back();
            objects_->pop_back();
            destroy(object);
        }
        delete objects_;
        __gnu_cxx::__freeres();
    }

    [[nodiscard]] bool is_running() const noexcept { return is_running_; }

    void add(void (*destroy)(void*), void* object) {
        const std::scoped_lock lock(lock_);
        if (objects_ == nullptr) {
            objects_ = new Objects;
        }
        objects_->emplace_back(destroy, object);
    }

  private:
    using Objects = std::vector<std::pair<void (*)(void*), void*>>;

    FutexLock lock_;
    bool is_running_ = false;    // read by the thread that unloads, and by no other
    Objects* objects_ = nullptr; // not a member, whose memory would be freed when the program ends
};

// Made before all others of the library, and so destroyed after them.
constinit Unloading unloading;

} // namespace

void at_unload(void (*destroy)(void* object), void* object) {
    unloading.add(destroy, object);
}

bool is_unloading() noexcept {
    return unloading.is_running();
}

} // namespace pdh_shim

// The runtime calls this for an uncaught exception. The default prints, with a decoder of mangled names
// that makes the DLL larger; a library must not print.
namespace __gnu_cxx {
void __verbose_terminate_handler(); // NOLINT(readability-identifier-naming): the runtime's name for it
void __verbose_terminate_handler() {
    std::abort();
}
} // namespace __gnu_cxx

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
