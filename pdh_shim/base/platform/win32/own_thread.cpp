// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_thread.h"

#include "base/platform/win32/handle.h"

#include <windows.h>

#include <memory>
#include <system_error>

namespace pdh_shim {
namespace {

struct LastingThread {
    std::function<void()> run;
    HMODULE library = nullptr; // the thread's own reference to it
};

// Ends by the one call that releases the reference without returning to code that may be unloaded then.
DWORD WINAPI run_and_let_go(void* started) {
    std::unique_ptr<LastingThread> thread(static_cast<LastingThread*>(started));
    thread->run();
    const HMODULE library = thread->library;
    thread.reset();
    FreeLibraryAndExitThread(library, 0);
}

} // namespace

std::thread start_thread(const std::function<void()>& run) {
    return std::thread(run);
}

void start_lasting_thread(const std::function<void()>& run) {
    auto thread = std::make_unique<LastingThread>(LastingThread{.run = run});
    GetModuleHandleExW(
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, reinterpret_cast<LPCWSTR>(&run_and_let_go), &thread->library);
    const platform::Handle handle(CreateThread(nullptr, 0, run_and_let_go, thread.get(), 0, nullptr));
    if (handle == nullptr) {
        const auto error = static_cast<int>(GetLastError());
        FreeLibrary(thread->library);
        throw std::system_error(error, std::system_category());
    }
    static_cast<void>(thread.release()); // now the thread owns it
}

} // namespace pdh_shim
