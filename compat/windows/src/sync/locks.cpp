// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Locks within the process: critical sections, SRW locks and condition variables, over those of POSIX
// threads.
#include "sync/handle.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <new>
#include <pthread.h>

namespace {

static_assert(sizeof(pthread_mutex_t) <= sizeof(CRITICAL_SECTION));
static_assert(sizeof(pthread_rwlock_t) <= sizeof(SRWLOCK));
static_assert(sizeof(pthread_cond_t) <= sizeof(CONDITION_VARIABLE));

pthread_mutex_t* mutex_of(LPCRITICAL_SECTION section) {
    return reinterpret_cast<pthread_mutex_t*>(section->storage_);
}

// All zero is how the C library starts these two, so that SRWLOCK_INIT and CONDITION_VARIABLE_INIT can be it.
pthread_rwlock_t* lock_of(PSRWLOCK lock) {
    return reinterpret_cast<pthread_rwlock_t*>(lock->storage_);
}

pthread_cond_t* condition_of(PCONDITION_VARIABLE condition) {
    return reinterpret_cast<pthread_cond_t*>(condition->storage_);
}

} // namespace

BOOL WINAPI InitializeCriticalSectionEx(LPCRITICAL_SECTION section, DWORD, DWORD) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(new (section->storage_) pthread_mutex_t, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return TRUE;
}

BOOL WINAPI InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD dwSpinCount) {
    return InitializeCriticalSectionEx(section, dwSpinCount, 0);
}

VOID WINAPI InitializeCriticalSection(LPCRITICAL_SECTION section) {
    InitializeCriticalSectionEx(section, 0, 0);
}

VOID WINAPI EnterCriticalSection(LPCRITICAL_SECTION section) {
    pthread_mutex_lock(mutex_of(section));
}

BOOL WINAPI TryEnterCriticalSection(LPCRITICAL_SECTION section) {
    return pthread_mutex_trylock(mutex_of(section)) == 0 ? TRUE : FALSE;
}

VOID WINAPI LeaveCriticalSection(LPCRITICAL_SECTION section) {
    pthread_mutex_unlock(mutex_of(section));
}

VOID WINAPI DeleteCriticalSection(LPCRITICAL_SECTION section) {
    pthread_mutex_destroy(mutex_of(section));
}

VOID WINAPI InitializeSRWLock(PSRWLOCK lock) {
    std::memset(lock, 0, sizeof *lock);
}

VOID WINAPI AcquireSRWLockExclusive(PSRWLOCK lock) {
    pthread_rwlock_wrlock(lock_of(lock));
}

VOID WINAPI ReleaseSRWLockExclusive(PSRWLOCK lock) {
    pthread_rwlock_unlock(lock_of(lock));
}

VOID WINAPI AcquireSRWLockShared(PSRWLOCK lock) {
    pthread_rwlock_rdlock(lock_of(lock));
}

VOID WINAPI ReleaseSRWLockShared(PSRWLOCK lock) {
    pthread_rwlock_unlock(lock_of(lock));
}

BOOLEAN WINAPI TryAcquireSRWLockExclusive(PSRWLOCK lock) {
    return pthread_rwlock_trywrlock(lock_of(lock)) == 0 ? TRUE : FALSE;
}

BOOLEAN WINAPI TryAcquireSRWLockShared(PSRWLOCK lock) {
    return pthread_rwlock_tryrdlock(lock_of(lock)) == 0 ? TRUE : FALSE;
}

VOID WINAPI InitializeConditionVariable(PCONDITION_VARIABLE condition) {
    std::memset(condition, 0, sizeof *condition);
}

BOOL WINAPI SleepConditionVariableCS(
    PCONDITION_VARIABLE condition, PCRITICAL_SECTION section, DWORD dwMilliseconds) {
    if (dwMilliseconds == INFINITE) {
        return pthread_cond_wait(condition_of(condition), mutex_of(section)) == 0 ? TRUE : FALSE;
    }
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += static_cast<time_t>(dwMilliseconds / 1000);
    until.tv_nsec += static_cast<long>(dwMilliseconds % 1000) * 1'000'000;
    if (until.tv_nsec >= 1'000'000'000) {
        ++until.tv_sec;
        until.tv_nsec -= 1'000'000'000;
    }
    const int error =
        pthread_cond_clockwait(condition_of(condition), mutex_of(section), CLOCK_MONOTONIC, &until);
    return pdh_shim::compat::result(error == 0, error == ETIMEDOUT ? ERROR_TIMEOUT : ERROR_INVALID_PARAMETER);
}

VOID WINAPI WakeConditionVariable(PCONDITION_VARIABLE condition) {
    pthread_cond_signal(condition_of(condition));
}

VOID WINAPI WakeAllConditionVariable(PCONDITION_VARIABLE condition) {
    pthread_cond_broadcast(condition_of(condition));
}
