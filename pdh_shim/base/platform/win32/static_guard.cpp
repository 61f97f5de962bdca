// Guards of local statics, which compiled code calls (Itanium C++ ABI, 3.3.2). libstdc++'s own go through
// winpthreads, which makes an event and two more calls of Wine's server for the first of a thread: a third of
// what a program's first open, add and collect took.
#include <windows.h>

#include <atomic>

namespace {

SRWLOCK lock = SRWLOCK_INIT;
CONDITION_VARIABLE changed = CONDITION_VARIABLE_INIT;

// The first byte of a guard, which is all that compiled code looks at.
std::atomic_ref<char> initialized(long long* guard) {
    return std::atomic_ref(*reinterpret_cast<char*>(guard));
}

// The second one: under `lock`.
char& in_progress(long long* guard) {
    return reinterpret_cast<char*>(guard)[1];
}

void finish(long long* guard, char is_initialized) {
    AcquireSRWLockExclusive(&lock);
    initialized(guard).store(is_initialized, std::memory_order_release);
    in_progress(guard) = 0;
    ReleaseSRWLockExclusive(&lock);
    WakeAllConditionVariable(&changed);
}

} // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the names are the ABI's

/// 1 when the caller is the one that initializes, else 0.
extern "C" int __cxa_guard_acquire(long long* guard) {
    AcquireSRWLockExclusive(&lock);
    while (in_progress(guard) != 0) {
        SleepConditionVariableSRW(&changed, &lock, INFINITE, 0);
    }
    const bool ours = initialized(guard).load(std::memory_order_relaxed) == 0;
    in_progress(guard) = ours ? 1 : 0;
    ReleaseSRWLockExclusive(&lock);
    return ours ? 1 : 0;
}

extern "C" void __cxa_guard_release(long long* guard) {
    finish(guard, 1);
}

/// The initialization threw: the next caller tries again.
extern "C" void __cxa_guard_abort(long long* guard) {
    finish(guard, 0);
}

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
