// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Memory, and locks within the process.
#include "sync/handle.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <pthread.h>

namespace {

void* allocate(SIZE_T size, bool zero) {
    const SIZE_T wanted = size == 0 ? 1 : size; // memory of no bytes has an address too
    void* const memory = zero ? std::calloc(1, wanted) : std::malloc(wanted);
    if (memory == nullptr) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    }
    return memory;
}

bool is_heap(HANDLE heap) {
    if (heap != GetProcessHeap()) {
        SetLastError(ERROR_INVALID_HANDLE);
    }
    return heap == GetProcessHeap();
}

/// In front of each block of the heap.
struct alignas(alignof(std::max_align_t)) BlockHead {
    SIZE_T size;
};

BlockHead* head_of(void* memory) {
    return static_cast<BlockHead*>(memory) - 1;
}

bool has_good_flags(DWORD flags) {
    const bool good = (flags & HEAP_GENERATE_EXCEPTIONS) == 0;
    if (!good) {
        SetLastError(ERROR_INVALID_PARAMETER);
    }
    return good;
}

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

HLOCAL WINAPI LocalAlloc(UINT uFlags, SIZE_T uBytes) {
    if ((uFlags & ~static_cast<UINT>(LPTR)) != 0) { // movable memory is not there
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    return allocate(uBytes, (uFlags & LMEM_ZEROINIT) != 0);
}

HLOCAL WINAPI LocalFree(HLOCAL hMem) {
    std::free(hMem);
    return nullptr;
}

HGLOBAL WINAPI GlobalAlloc(UINT uFlags, SIZE_T dwBytes) {
    return LocalAlloc(uFlags, dwBytes);
}

HGLOBAL WINAPI GlobalFree(HGLOBAL hMem) {
    return LocalFree(hMem);
}

HANDLE WINAPI GetProcessHeap(void) {
    static char heap = 0;
    return &heap;
}

LPVOID WINAPI HeapAlloc(HANDLE hHeap, DWORD dwFlags, SIZE_T dwBytes) {
    if (!is_heap(hHeap) || !has_good_flags(dwFlags) || dwBytes > SIZE_MAX - sizeof(BlockHead)) {
        return nullptr;
    }
    void* const memory = allocate(sizeof(BlockHead) + dwBytes, (dwFlags & HEAP_ZERO_MEMORY) != 0);
    return memory == nullptr ? nullptr : new (memory) BlockHead{dwBytes} + 1;
}

LPVOID WINAPI HeapReAlloc(HANDLE hHeap, DWORD dwFlags, LPVOID lpMem, SIZE_T dwBytes) {
    if (!is_heap(hHeap) || !has_good_flags(dwFlags) || lpMem == nullptr ||
        dwBytes > SIZE_MAX - sizeof(BlockHead)) {
        return nullptr;
    }
    BlockHead* const block = head_of(lpMem);
    const SIZE_T before = block->size;
    void* const memory = std::realloc(block, sizeof(BlockHead) + dwBytes);
    if (memory == nullptr) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return nullptr;
    }
    auto* const bytes = reinterpret_cast<char*>(new (memory) BlockHead{dwBytes} + 1);
    if ((dwFlags & HEAP_ZERO_MEMORY) != 0 && dwBytes > before) {
        std::memset(bytes + before, 0, dwBytes - before);
    }
    return bytes;
}

BOOL WINAPI HeapFree(HANDLE hHeap, DWORD, LPVOID lpMem) {
    if (!is_heap(hHeap)) {
        return FALSE;
    }
    if (lpMem != nullptr) {
        std::free(head_of(lpMem));
    }
    return TRUE;
}

SIZE_T WINAPI HeapSize(HANDLE hHeap, DWORD, LPCVOID lpMem) {
    return is_heap(hHeap) && lpMem != nullptr ? head_of(const_cast<void*>(lpMem))->size
                                              : static_cast<SIZE_T>(-1);
}

PVOID WINAPI PdhShimSecureZeroMemory(PVOID destination, SIZE_T length) {
    explicit_bzero(destination, length);
    return destination;
}

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
