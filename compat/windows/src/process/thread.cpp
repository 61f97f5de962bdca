// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Threads and this process.
#include "process/thread.h"

#include "process/library.h"
#include "sync/handle.h"

#include <boost/noncopyable.hpp>

#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pdh_shim::compat {
namespace {

/// What the new thread runs; one of the three forms is set.
struct ThreadStart {
    LPTHREAD_START_ROUTINE windows = nullptr;
    unsigned (*c_runtime)(void*) = nullptr;
    void (*plain)(void*) = nullptr;
    void* argument = nullptr;

    [[nodiscard]] DWORD run() const {
        if (windows != nullptr) {
            return windows(argument);
        }
        if (c_runtime != nullptr) {
            return c_runtime(argument);
        }
        plain(argument);
        return 0;
    }
};

/// A thread. Its descriptor is written once it has ended; another one lets it begin.
class Thread final : public KernelObject {
  public:
    Thread(int ended, int go, const ThreadStart& start)
        : KernelObject(ObjectType::thread, ended), go_(go), start_(start) {}
    ~Thread() override { close(go_); }

    /// Under the mutex, as end(): what the thread did is then seen by the waiting one, and by a thread
    /// sanitizer, which does not know that the system orders a write and a poll().
    bool try_take() override {
        const std::scoped_lock lock(mutex_);
        return is_signalled();
    }
    void give_back() override {}

    /// Returns how often the thread is suspended before.
    DWORD resume() {
        const std::scoped_lock lock(mutex_);
        const DWORD before = suspended_ ? 1 : 0;
        suspended_ = false;
        eventfd_write(go_, 1);
        return before;
    }

    [[nodiscard]] DWORD exit_code() {
        const std::scoped_lock lock(mutex_);
        return exit_code_;
    }

    void set_exit_code(DWORD code) {
        const std::scoped_lock lock(mutex_);
        exit_code_ = code;
    }

    /// Its id, once it has begun.
    [[nodiscard]] DWORD id() { return started_.get_future().get(); }

    [[nodiscard]] int priority() {
        const std::scoped_lock lock(mutex_);
        return priority_;
    }

    void set_priority(int priority) {
        const std::scoped_lock lock(mutex_);
        priority_ = priority;
    }

    /// Called by the thread itself.
    void begin() {
        started_.set_value(GetCurrentThreadId());
        wait_readable(&go_, 1, std::nullopt);
    }

    [[nodiscard]] DWORD run() const { return start_.run(); }
    void end() {
        const std::scoped_lock lock(mutex_);
        eventfd_write(descriptor(), 1);
    }

  private:
    int go_;
    ThreadStart start_;
    std::promise<DWORD> started_;
    std::mutex mutex_;
    DWORD exit_code_ = STILL_ACTIVE; // guarded by mutex_, as what follows
    int priority_ = THREAD_PRIORITY_NORMAL;
    bool suspended_ = true;
};

thread_local std::shared_ptr<Thread> current_thread;

void* run_thread(void* argument) {
    const std::unique_ptr<std::shared_ptr<Thread>> owned(static_cast<std::shared_ptr<Thread>*>(argument));
    current_thread = *owned;
    struct ThreadEnd {
        void operator()(Thread* thread) const {
            ask_all_libraries(DllRequest::thread_detach);
            thread->end();
        }
    };
    // Also when the thread leaves through ExitThread.
    const std::unique_ptr<Thread, ThreadEnd> ending(current_thread.get());
    current_thread->begin();
    ask_all_libraries(DllRequest::thread_attach);
    current_thread->set_exit_code(current_thread->run());
    return nullptr;
}

struct ThreadAttributes : private boost::noncopyable {
    ThreadAttributes() { pthread_attr_init(&value); }
    ~ThreadAttributes() { pthread_attr_destroy(&value); }

    pthread_attr_t value{};
};

bool launch(const std::shared_ptr<Thread>& thread, SIZE_T stack_size) {
    ThreadAttributes attributes;
    pthread_attr_setdetachstate(&attributes.value, PTHREAD_CREATE_DETACHED);
    constexpr SIZE_T smallest = SIZE_T{256} * 1024; // what Windows programs ask for can be too little here
    if (stack_size > smallest) {
        pthread_attr_setstacksize(&attributes.value, stack_size);
    }
    auto argument = std::make_unique<std::shared_ptr<Thread>>(thread);
    pthread_t id{};
    if (pthread_create(&id, &attributes.value, run_thread, argument.get()) != 0) {
        return false;
    }
    static_cast<void>(argument.release()); // the thread's
    return true;
}

HANDLE launch_thread(const ThreadStart& start, SIZE_T stack_size, bool suspended, DWORD* id) {
    const int ended = open_eventfd(0, 0);
    const int go = ended < 0 ? -1 : open_eventfd(0, 0);
    if (go < 0) {
        close(ended);
        return nullptr;
    }
    const auto thread = std::make_shared<Thread>(ended, go, start);
    if (!launch(thread, stack_size)) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return nullptr;
    }
    auto* const handle = add_handle(thread);
    if (id != nullptr) {
        *id = thread->id();
    }
    if (!suspended) {
        thread->resume();
    }
    return handle;
}

} // namespace

HANDLE create_thread(unsigned (*start)(void*), void* argument, SIZE_T stack_size, bool suspended, DWORD* id) {
    return launch_thread({.c_runtime = start, .argument = argument}, stack_size, suspended, id);
}

HANDLE create_thread(void (*start)(void*), void* argument, SIZE_T stack_size) {
    return launch_thread({.plain = start, .argument = argument}, stack_size, false, nullptr);
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES, SIZE_T dwStackSize, LPTHREAD_START_ROUTINE start,
    LPVOID parameter, DWORD dwCreationFlags, LPDWORD lpThreadId) {
    if (start == nullptr) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    return compat::launch_thread({.windows = start, .argument = parameter}, dwStackSize,
        (dwCreationFlags & CREATE_SUSPENDED) != 0, lpThreadId);
}

VOID WINAPI ExitThread(DWORD dwExitCode) {
    if (compat::current_thread) {
        compat::current_thread->set_exit_code(dwExitCode);
    }
    pthread_exit(nullptr);
}

DWORD WINAPI ResumeThread(HANDLE hThread) {
    const auto thread = compat::find_object<compat::Thread>(hThread);
    return thread ? thread->resume() : static_cast<DWORD>(-1);
}

BOOL WINAPI GetExitCodeThread(HANDLE hThread, LPDWORD lpExitCode) {
    const auto thread = compat::find_object<compat::Thread>(hThread);
    if (!thread) {
        return FALSE;
    }
    if (lpExitCode == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    *lpExitCode = thread->exit_code();
    return TRUE;
}

HANDLE WINAPI GetCurrentThread(void) {
    return reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(-2));
}

DWORD WINAPI GetCurrentThreadId(void) {
    static thread_local const auto id = static_cast<DWORD>(syscall(SYS_gettid));
    return id;
}

HANDLE WINAPI GetCurrentProcess(void) {
    return reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(-1));
}

DWORD WINAPI GetCurrentProcessId(void) {
    return static_cast<DWORD>(getpid());
}

VOID WINAPI ExitProcess(UINT uExitCode) {
    std::exit(static_cast<int>(uExitCode));
}

BOOL WINAPI SwitchToThread(void) {
    sched_yield();
    return TRUE;
}

BOOL WINAPI SetThreadPriority(HANDLE hThread, int nPriority) {
    if (hThread == GetCurrentThread() && !compat::current_thread) {
        return TRUE; // the first thread, whose priority is not used
    }
    const auto thread =
        hThread == GetCurrentThread() ? compat::current_thread : compat::find_object<compat::Thread>(hThread);
    if (thread) {
        thread->set_priority(nPriority);
    }
    return thread ? TRUE : FALSE;
}

int WINAPI GetThreadPriority(HANDLE hThread) {
    if (hThread == GetCurrentThread() && !compat::current_thread) {
        return THREAD_PRIORITY_NORMAL;
    }
    const auto thread =
        hThread == GetCurrentThread() ? compat::current_thread : compat::find_object<compat::Thread>(hThread);
    return thread ? thread->priority() : THREAD_PRIORITY_ERROR_RETURN;
}
