// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Functions of the C run time that start and end threads.

#include <pdh_shim_crt/common.h>
#include <stdint.h>

PDH_SHIM_CRT_BEGIN
/// A thread; its handle is the caller's to close.
uintptr_t _beginthreadex(void* security, unsigned stackSize, unsigned (*start)(void*), void* argument,
    unsigned flags, unsigned* threadId) PDH_SHIM_CRT(_beginthreadex);
/// A thread whose handle closes itself when it ends.
uintptr_t _beginthread(void (*start)(void*), unsigned stackSize, void* argument) PDH_SHIM_CRT(_beginthread);
__attribute__((noreturn)) void _endthreadex(unsigned code) PDH_SHIM_CRT(_endthreadex);
__attribute__((noreturn)) void _endthread(void) PDH_SHIM_CRT(_endthread);
int _getpid(void) PDH_SHIM_CRT(_getpid);
PDH_SHIM_CRT_END
