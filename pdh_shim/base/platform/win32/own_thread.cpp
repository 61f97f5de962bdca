// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_thread.h"

#include "base/lazy.h"
#include "base/platform/win32/system.h"

#include <windows.h>

#include <system_error>
#include <utility>

namespace pdh_shim {
namespace {

struct Started {
    std::function<void()> run;
    HMODULE library = nullptr; // the thread's own reference to it
};

// Ends by the one call that releases the reference without returning to code that may be unloaded then.
DWORD WINAPI run_and_let_go(void* parameter) {
    std::unique_ptr<Started> started(static_cast<Started*>(parameter));
    started->run();
    const HMODULE library = started->library;
    started.reset();
    FreeLibraryAndExitThread(library, 0);
}

} // namespace

struct OwnThread::System {
    platform::Handle handle;
    DWORD number = 0;
};

OwnThread::OwnThread() noexcept = default;
OwnThread::OwnThread(OwnThread&& other) noexcept = default;
OwnThread& OwnThread::operator=(OwnThread&& other) noexcept = default;
OwnThread::~OwnThread() = default;

bool OwnThread::is_current() const noexcept {
    return system_ != nullptr && system_->number == GetCurrentThreadId();
}

void OwnThread::join() {
    WaitForSingleObject(system_->handle.get(), INFINITE);
}

void OwnThread::detach() {
    system_.reset();
}

OwnThread start_thread(const std::function<void()>& run) {
    if (is_unloading()) { // it would wait for the loader, which waits for the caller
        throw std::system_error(ERROR_SHUTDOWN_IN_PROGRESS, std::system_category());
    }
    OwnThread thread;
    thread.system_ = std::make_unique<OwnThread::System>();
    auto started = std::make_unique<Started>(Started{.run = run});
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, reinterpret_cast<LPCWSTR>(&run_and_let_go),
        &started->library);
    thread.system_->handle =
        platform::Handle(CreateThread(nullptr, 0, run_and_let_go, started.get(), 0, &thread.system_->number));
    if (thread.system_->handle == nullptr) {
        const auto error = static_cast<int>(GetLastError());
        FreeLibrary(started->library);
        throw std::system_error(error, std::system_category());
    }
    static_cast<void>(started.release()); // now the thread owns it
    return thread;
}

void start_detached_thread(const std::function<void()>& run) {
    start_thread(run).detach();
}

} // namespace pdh_shim
