// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/thread_numbers.h"

#include <pthread.h>

namespace pdh_shim {

ThreadNumbers::ThreadNumbers() noexcept {
    pthread_key_t key{};
    if (pthread_key_create(&key, nullptr) == 0) {
        key_ = key;
    }
}

ThreadNumbers::~ThreadNumbers() {
    if (key_) {
        pthread_key_delete(static_cast<pthread_key_t>(*key_));
    }
}

std::uintptr_t ThreadNumbers::of_this_thread() noexcept {
    if (!key_) {
        return ++newest_;
    }
    const auto key = static_cast<pthread_key_t>(*key_);
    if (void* const kept = pthread_getspecific(key)) {
        return reinterpret_cast<std::uintptr_t>(kept);
    }
    const std::uintptr_t number = ++newest_;
    pthread_setspecific(key, reinterpret_cast<const void*>(number));
    return number;
}

} // namespace pdh_shim
