// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

namespace pdh_shim {

// GCC defines a macro for each, Clang has a feature test.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PDH_SHIM_HAS_ADDRESS_SANITIZER
#endif
#if __has_feature(thread_sanitizer)
#define PDH_SHIM_HAS_THREAD_SANITIZER
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define PDH_SHIM_HAS_ADDRESS_SANITIZER
#endif
#ifdef __SANITIZE_THREAD__
#define PDH_SHIM_HAS_THREAD_SANITIZER
#endif

/// Whether this is built with the address sanitizer, which reserves terabytes of address space.
#ifdef PDH_SHIM_HAS_ADDRESS_SANITIZER
inline constexpr bool under_address_sanitizer = true;
#else
inline constexpr bool under_address_sanitizer = false;
#endif

/// Whether this is built with the thread sanitizer, which supports no threads in a child of a program that
/// had several.
#ifdef PDH_SHIM_HAS_THREAD_SANITIZER
inline constexpr bool under_thread_sanitizer = true;
#else
inline constexpr bool under_thread_sanitizer = false;
#endif

} // namespace pdh_shim
