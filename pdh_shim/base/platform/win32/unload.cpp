// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/lazy.h"
#include "base/platform/win32/system_function.h"

#include <windows.h>

#include <boost/noncopyable.hpp>

#include <mutex>
#include <utility>
#include <vector>

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
    void lock() noexcept { AcquireSRWLockExclusive(&lock_); }
    void unlock() noexcept { ReleaseSRWLockExclusive(&lock_); }

    void add(void (*destroy)(void*), void* object) {
        const std::scoped_lock lock(*this);
        if (objects_ == nullptr) {
            objects_ = new Objects;
        }
        objects_->emplace_back(destroy, object);
    }

  private:
    using Objects = std::vector<std::pair<void (*)(void*), void*>>;

    SRWLOCK lock_ = SRWLOCK_INIT;
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
