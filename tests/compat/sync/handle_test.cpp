// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Events and other objects, waits, threads, and invalid handles.
#include <pdh.h>
#include <windows.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <process.h>
#include <sched.h>
#include <unistd.h>
#include <vector>

namespace {

struct Closer : private boost::noncopyable {
    HANDLE handle;
    explicit Closer(HANDLE opened) : handle(opened) {}
    ~Closer() { CloseHandle(handle); }
};

HANDLE event(bool manual_reset, bool signalled) {
    return CreateEventW(nullptr, manual_reset, signalled, nullptr);
}

bool is_set(HANDLE handle) {
    return WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
}

DWORD WINAPI set_event(LPVOID handle) {
    SetEvent(handle);
    return 7;
}

} // namespace

TEST_CASE("an auto-reset event lets one wait through, a manual-reset event all") {
    const Closer automatic(event(false, true));
    CHECK(is_set(automatic.handle));
    CHECK_FALSE(is_set(automatic.handle));
    SetEvent(automatic.handle);
    SetEvent(automatic.handle); // setting twice is setting once
    CHECK(is_set(automatic.handle));
    CHECK_FALSE(is_set(automatic.handle));

    const Closer manual(event(true, false));
    CHECK_FALSE(is_set(manual.handle));
    SetEvent(manual.handle);
    CHECK(is_set(manual.handle));
    CHECK(is_set(manual.handle));
    ResetEvent(manual.handle);
    CHECK_FALSE(is_set(manual.handle));
}

TEST_CASE("a handle that is closed, of another kind or garbage is an error") {
    const HANDLE closed = event(false, false);
    CHECK(CloseHandle(closed));
    const Closer mutex(CreateMutexA(nullptr, FALSE, nullptr));
    const HANDLE garbage[] = {closed, nullptr, INVALID_HANDLE_VALUE, reinterpret_cast<HANDLE>(0x7FFFFFFF0ULL),
        reinterpret_cast<HANDLE>(1), GetModuleHandleA("pdh.dll"), GetProcessHeap()};
    for (const HANDLE handle : garbage) {
        SetLastError(0);
        CHECK_FALSE(CloseHandle(handle));
        CHECK(GetLastError() == ERROR_INVALID_HANDLE);
        CHECK_FALSE(SetEvent(handle));
        CHECK_FALSE(ResetEvent(handle));
        CHECK_FALSE(ReleaseMutex(handle));
        CHECK_FALSE(ReleaseSemaphore(handle, 1, nullptr));
        CHECK(ResumeThread(handle) == static_cast<DWORD>(-1));
        CHECK_FALSE(UnregisterWait(handle));
        SetLastError(0);
        CHECK(WaitForSingleObject(handle, 0) == WAIT_FAILED);
        CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    }
    CHECK_FALSE(SetEvent(mutex.handle));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    DWORD code = 0;
    CHECK_FALSE(GetExitCodeThread(mutex.handle, &code));
}

TEST_CASE("a descriptor of the program is refused as a handle") {
    const int descriptor = dup(STDERR_FILENO);
    CHECK_FALSE(CloseHandle(reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(descriptor))));
    CHECK(close(descriptor) == 0); // it is still open
}

TEST_CASE("a name leads to the same object as long as a handle of it is open") {
    const HANDLE first = CreateEventA(nullptr, FALSE, FALSE, "Global\\Sample");
    CHECK(GetLastError() == ERROR_SUCCESS);
    Closer second(CreateEventW(nullptr, TRUE, TRUE, L"Sample"));
    CHECK(GetLastError() == ERROR_ALREADY_EXISTS);
    CHECK(second.handle != first);
    CHECK_FALSE(is_set(second.handle)); // it stays as it was created
    SetEvent(first);
    CHECK(is_set(second.handle));
    CHECK_FALSE(is_set(first)); // one wait took it
    CHECK(CloseHandle(first));
    {
        const Closer third(OpenEventW(EVENT_ALL_ACCESS, FALSE, L"Local\\Sample"));
        SetEvent(third.handle);
    }
    CHECK(is_set(second.handle));
    CHECK(CloseHandle(second.handle));
    second.handle = OpenEventA(SYNCHRONIZE, FALSE, "Sample");
    CHECK(second.handle == nullptr);
    CHECK(GetLastError() == ERROR_FILE_NOT_FOUND);
}

TEST_CASE("a name belongs to one kind of object") {
    const Closer mutex(CreateMutexW(nullptr, FALSE, L"Once"));
    CHECK(CreateSemaphoreA(nullptr, 1, 1, "Once") == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK(OpenEventA(SYNCHRONIZE, FALSE, "Once") == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    const Closer again(OpenMutexA(SYNCHRONIZE, FALSE, "Once"));
    CHECK(WaitForSingleObject(mutex.handle, 0) == WAIT_OBJECT_0);
    CHECK(ReleaseMutex(again.handle));
    const Closer other(OpenSemaphoreW(SYNCHRONIZE, FALSE, L"once")); // names differ by case
    CHECK(other.handle == nullptr);
    const Closer timer(CreateWaitableTimerA(nullptr, TRUE, "Tick"));
    const Closer same_timer(OpenWaitableTimerW(SYNCHRONIZE, FALSE, L"Tick"));
    CHECK(same_timer.handle != nullptr);
    const Closer unnamed(CreateEventA(nullptr, FALSE, FALSE, ""));
    CHECK(OpenEventA(SYNCHRONIZE, FALSE, "") == nullptr);
}

TEST_CASE("a mutex belongs to a thread and is taken as often as it is released") {
    const Closer mutex(CreateMutexA(nullptr, TRUE, nullptr));
    CHECK(is_set(mutex.handle));
    CHECK(ReleaseMutex(mutex.handle));
    CHECK(ReleaseMutex(mutex.handle));
    CHECK_FALSE(ReleaseMutex(mutex.handle));
    CHECK(GetLastError() == ERROR_NOT_OWNER);
    CHECK(is_set(mutex.handle));
    const Closer thread(CreateThread(
        nullptr, 0, [](LPVOID handle) -> DWORD { return WaitForSingleObject(handle, 0); }, mutex.handle, 0,
        nullptr));
    CHECK(WaitForSingleObject(thread.handle, INFINITE) == WAIT_OBJECT_0);
    DWORD code = 0;
    CHECK(GetExitCodeThread(thread.handle, &code));
    CHECK(code == WAIT_TIMEOUT);
}

TEST_CASE("a semaphore counts to its maximum") {
    CHECK(CreateSemaphoreA(nullptr, 3, 2, nullptr) == nullptr);
    const Closer semaphore(CreateSemaphoreA(nullptr, 1, 2, nullptr));
    LONG before = 0;
    CHECK(ReleaseSemaphore(semaphore.handle, 1, &before));
    CHECK(before == 1);
    CHECK_FALSE(ReleaseSemaphore(semaphore.handle, 1, nullptr));
    CHECK(GetLastError() == ERROR_TOO_MANY_POSTS);
    CHECK(is_set(semaphore.handle));
    CHECK(is_set(semaphore.handle));
    CHECK_FALSE(is_set(semaphore.handle));
}

TEST_CASE("a wait for any takes the first that is set, a wait for all takes all or none") {
    const Closer a(event(false, false));
    const Closer b(event(false, true));
    const HANDLE both[] = {a.handle, b.handle};
    CHECK(WaitForMultipleObjects(2, both, TRUE, 0) == WAIT_TIMEOUT);
    CHECK(WaitForMultipleObjects(2, both, FALSE, 0) == WAIT_OBJECT_0 + 1); // b was left as it was
    SetEvent(a.handle);
    SetEvent(b.handle);
    CHECK(WaitForMultipleObjects(2, both, TRUE, INFINITE) == WAIT_OBJECT_0);
    CHECK(WaitForMultipleObjects(2, both, FALSE, 0) == WAIT_TIMEOUT);
    const HANDLE twice[] = {a.handle, a.handle};
    CHECK(WaitForMultipleObjects(2, twice, TRUE, 0) == WAIT_FAILED);
    CHECK(WaitForMultipleObjects(0, both, TRUE, 0) == WAIT_FAILED);
    CHECK(WaitForMultipleObjects(65, both, FALSE, 0) == WAIT_FAILED);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
}

TEST_CASE("a thread runs, is waited for and leaves its code") {
    const Closer started(event(true, false));
    DWORD id = 0;
    const Closer thread(CreateThread(nullptr, 0, set_event, started.handle, CREATE_SUSPENDED, &id));
    CHECK(id != GetCurrentThreadId());
    CHECK_FALSE(is_set(started.handle));
    DWORD code = 0;
    CHECK(GetExitCodeThread(thread.handle, &code));
    CHECK(code == STILL_ACTIVE);
    CHECK(ResumeThread(thread.handle) == 1);
    CHECK(WaitForSingleObject(thread.handle, INFINITE) == WAIT_OBJECT_0);
    CHECK(is_set(started.handle));
    CHECK(GetExitCodeThread(thread.handle, &code));
    CHECK(code == 7);

    const Closer left(reinterpret_cast<HANDLE>(_beginthreadex(
        nullptr, 0, [](void*) -> unsigned { _endthreadex(9); }, nullptr, 0, nullptr)));
    CHECK(WaitForSingleObject(left.handle, INFINITE) == WAIT_OBJECT_0);
    CHECK(GetExitCodeThread(left.handle, &code));
    CHECK(code == 9);
}

TEST_CASE("a registered wait calls back until it is unregistered") {
    struct State {
        HANDLE called = event(false, false);
        LONG calls = 0;
    } state;
    const Closer trigger(event(false, false));
    HANDLE wait = nullptr;
    REQUIRE(RegisterWaitForSingleObject(
        &wait, trigger.handle,
        [](PVOID context, BOOLEAN timed_out) {
            auto* const to = static_cast<State*>(context);
            InterlockedExchangeAdd(&to->calls, timed_out != 0 ? 100 : 1);
            SetEvent(to->called);
        },
        &state, INFINITE, WT_EXECUTEDEFAULT));
    for (int i = 0; i < 2; ++i) {
        SetEvent(trigger.handle);
        CHECK(WaitForSingleObject(state.called, 600'000) == WAIT_OBJECT_0);
    }
    CHECK_FALSE(CloseHandle(wait));
    CHECK(UnregisterWaitEx(wait, INVALID_HANDLE_VALUE));
    CHECK_FALSE(UnregisterWaitEx(wait, INVALID_HANDLE_VALUE));
    SetEvent(trigger.handle);
    CHECK(state.calls == 2);

    REQUIRE(RegisterWaitForSingleObject(
        &wait, trigger.handle, [](PVOID context, BOOLEAN) { SetEvent(static_cast<State*>(context)->called); },
        &state, INFINITE, WT_EXECUTEONLYONCE));
    CHECK(WaitForSingleObject(state.called, 600'000) == WAIT_OBJECT_0);
    const Closer completed(event(true, false));
    UnregisterWaitEx(wait, completed.handle);
    CHECK(WaitForSingleObject(completed.handle, 600'000) == WAIT_OBJECT_0);
    CloseHandle(state.called);
}

TEST_CASE("a registered wait that has ended completes at once when it is unregistered") {
    const auto threads = [] {
        const std::filesystem::directory_iterator tasks("/proc/self/task");
        return std::distance(begin(tasks), end(tasks));
    };
    const auto before = threads();
    const Closer trigger(event(true, true));
    HANDLE wait = nullptr;
    REQUIRE(RegisterWaitForSingleObject(
        &wait, trigger.handle, [](PVOID, BOOLEAN) {}, nullptr, INFINITE, WT_EXECUTEONLYONCE));
    while (threads() > before) {
        sched_yield(); // until the thread of the wait is no more
    }
    const Closer completed(event(true, false));
    UnregisterWaitEx(wait, completed.handle);
    CHECK(WaitForSingleObject(completed.handle, 600'000) == WAIT_OBJECT_0);
}

TEST_CASE("no signal of the program's is handled in the thread of a registered wait") {
    struct State {
        HANDLE called = event(false, false);
        sigset_t blocked{};
    } state;
    const Closer called(state.called);
    const Closer never(event(false, false));
    HANDLE wait = nullptr;
    REQUIRE(RegisterWaitForSingleObject(
        &wait, never.handle,
        [](PVOID context, BOOLEAN) {
            auto* const to = static_cast<State*>(context);
            pthread_sigmask(SIG_SETMASK, nullptr, &to->blocked);
            SetEvent(to->called);
        },
        &state, 0, WT_EXECUTEONLYONCE));
    CHECK(WaitForSingleObject(state.called, 600'000) == WAIT_OBJECT_0);
    UnregisterWaitEx(wait, INVALID_HANDLE_VALUE);
    for (const int signal : {SIGTERM, SIGINT, SIGCHLD, SIGALRM, SIGUSR1, SIGPROF, SIGRTMIN}) {
        CHECK(sigismember(&state.blocked, signal) == 1);
    }
    CHECK(sigismember(&state.blocked, SIGSEGV) == 0); // it causes that itself
}

TEST_CASE("a waitable timer runs once or again and again") {
    const Closer timer(CreateWaitableTimerW(nullptr, FALSE, nullptr));
    LARGE_INTEGER due = {};
    due.QuadPart = -1; // at once
    CHECK_FALSE(is_set(timer.handle));
    CHECK(SetWaitableTimer(timer.handle, &due, 1, nullptr, nullptr, FALSE));
    CHECK(WaitForSingleObject(timer.handle, 600'000) == WAIT_OBJECT_0);
    CHECK(WaitForSingleObject(timer.handle, 600'000) == WAIT_OBJECT_0);
    CHECK(CancelWaitableTimer(timer.handle));
}

TEST_CASE("the library takes an event of ours, and nothing else of ours") {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    REQUIRE(PdhOpenQueryW(nullptr, 0, &query) == ERROR_SUCCESS);
    REQUIRE(PdhAddCounterW(query, L"\\System\\Threads", 0, &counter) == ERROR_SUCCESS);
    const Closer mutex(CreateMutexA(nullptr, FALSE, nullptr));
    CHECK(PdhCollectQueryDataEx(query, 1, mutex.handle) != ERROR_SUCCESS);
    const HANDLE given = event(false, false);
    CHECK(PdhCollectQueryDataEx(query, 1, given) == ERROR_SUCCESS);
    CHECK(WaitForSingleObject(given, 600'000) == WAIT_OBJECT_0);
    CloseHandle(given); // the library has its own hold on it
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
}

TEST_CASE("locks and condition variables") {
    CRITICAL_SECTION section;
    InitializeCriticalSection(&section);
    EnterCriticalSection(&section);
    CHECK(TryEnterCriticalSection(&section));
    LeaveCriticalSection(&section);
    CONDITION_VARIABLE condition = CONDITION_VARIABLE_INIT;
    CHECK_FALSE(SleepConditionVariableCS(&condition, &section, 1));
    CHECK(GetLastError() == ERROR_TIMEOUT);
    LeaveCriticalSection(&section);
    DeleteCriticalSection(&section);

    SRWLOCK lock = SRWLOCK_INIT;
    AcquireSRWLockShared(&lock);
    CHECK(TryAcquireSRWLockShared(&lock));
    CHECK_FALSE(TryAcquireSRWLockExclusive(&lock));
    ReleaseSRWLockShared(&lock);
    ReleaseSRWLockShared(&lock);
    CHECK(TryAcquireSRWLockExclusive(&lock));
    ReleaseSRWLockExclusive(&lock);
}

TEST_CASE("many threads set, wait and close") {
    LONG count = 0;
    std::vector<HANDLE> threads;
    for (int i = 0; i < 8; ++i) {
        threads.push_back(CreateThread(
            nullptr, 0,
            [](LPVOID counter) -> DWORD {
                for (int n = 0; n < 100; ++n) {
                    const HANDLE own = event(false, true);
                    if (is_set(own)) {
                        InterlockedIncrement(static_cast<LONG*>(counter));
                    }
                    CloseHandle(own);
                }
                return 0;
            },
            &count, 0, nullptr));
    }
    CHECK(WaitForMultipleObjects(8, threads.data(), TRUE, 600'000) == WAIT_OBJECT_0);
    for (const HANDLE thread : threads) {
        CHECK(CloseHandle(thread));
    }
    CHECK(count == 800);
}
