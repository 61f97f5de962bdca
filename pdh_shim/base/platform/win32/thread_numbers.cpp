// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/thread_numbers.h"

#include <windows.h>

namespace pdh_shim {

ThreadNumbers::ThreadNumbers() noexcept {
    const DWORD key = TlsAlloc();
    if (key != TLS_OUT_OF_INDEXES) {
        key_ = key;
    }
}

ThreadNumbers::~ThreadNumbers() {
    if (key_) {
        TlsFree(static_cast<DWORD>(*key_));
    }
}

std::uintptr_t ThreadNumbers::of_this_thread() noexcept {
    if (!key_) {
        return ++newest_;
    }
    const auto key = static_cast<DWORD>(*key_);
    if (void* const kept = TlsGetValue(key)) {
        return reinterpret_cast<std::uintptr_t>(kept);
    }
    const std::uintptr_t number = ++newest_;
    TlsSetValue(key, reinterpret_cast<void*>(number));
    return number;
}

} // namespace pdh_shim
