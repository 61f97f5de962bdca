// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/worker/bounded_malloc.h"

#include "source/pcp/protocol.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <pthread.h>

namespace pdh_shim::source::pcp {
namespace {

std::atomic<pthread_t> refused; // the last thread

} // namespace

bool is_malloc_bounded() noexcept {
#ifdef PDH_SHIM_BOUNDED_MALLOC
    return true;
#else
    return false;
#endif
}

bool was_block_refused() noexcept {
    return refused == pthread_self();
}

} // namespace pdh_shim::source::pcp

#ifdef PDH_SHIM_BOUNDED_MALLOC
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): its name there
extern "C" void* __libc_malloc(std::size_t size);

// libpcp, which is loaded later, finds it in the place of the C library's.
extern "C" [[gnu::visibility("default")]] void* malloc(std::size_t size) noexcept {
    if (size > pdh_shim::source::pcp::longest_message) {
        pdh_shim::source::pcp::refused = pthread_self();
        errno = ENOMEM;
        return nullptr;
    }
    return __libc_malloc(size);
}
#endif
