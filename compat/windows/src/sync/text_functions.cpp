// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Creates and opens events, mutexes, semaphores and timers, which may have names.
#include "sync/handle.h"
#include "text/tchar_text.h"

namespace compat = pdh_shim::compat;
using compat::utf8_or_empty;

HANDLE WINAPI CreateEvent(LPSECURITY_ATTRIBUTES, BOOL bManualReset, BOOL bInitialState, LPCTSTR name) {
    return compat::create_event(utf8_or_empty(name), bManualReset != 0, bInitialState != 0);
}

HANDLE WINAPI CreateEventEx(LPSECURITY_ATTRIBUTES, LPCTSTR name, DWORD dwFlags, DWORD) {
    return compat::create_event(utf8_or_empty(name), (dwFlags & CREATE_EVENT_MANUAL_RESET) != 0,
        (dwFlags & CREATE_EVENT_INITIAL_SET) != 0);
}

HANDLE WINAPI CreateMutex(LPSECURITY_ATTRIBUTES, BOOL bInitialOwner, LPCTSTR name) {
    return compat::create_mutex(utf8_or_empty(name), bInitialOwner != 0);
}

HANDLE WINAPI CreateSemaphore(LPSECURITY_ATTRIBUTES, LONG lInitialCount, LONG lMaximumCount, LPCTSTR name) {
    return compat::create_semaphore(utf8_or_empty(name), lInitialCount, lMaximumCount);
}

HANDLE WINAPI CreateWaitableTimer(LPSECURITY_ATTRIBUTES, BOOL bManualReset, LPCTSTR name) {
    return compat::create_timer(utf8_or_empty(name), bManualReset != 0);
}

HANDLE WINAPI OpenEvent(DWORD, BOOL, LPCTSTR name) {
    return compat::open_named(utf8_or_empty(name), compat::ObjectType::event);
}

HANDLE WINAPI OpenMutex(DWORD, BOOL, LPCTSTR name) {
    return compat::open_named(utf8_or_empty(name), compat::ObjectType::mutex);
}

HANDLE WINAPI OpenSemaphore(DWORD, BOOL, LPCTSTR name) {
    return compat::open_named(utf8_or_empty(name), compat::ObjectType::semaphore);
}

HANDLE WINAPI OpenWaitableTimer(DWORD, BOOL, LPCTSTR name) {
    return compat::open_named(utf8_or_empty(name), compat::ObjectType::timer);
}
