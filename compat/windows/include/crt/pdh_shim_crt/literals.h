// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Microsoft's suffixes of integers, 10i64 and 10ui64. C has no means for them; Clang has -fms-extensions.
#if defined(__cplusplus) && !defined(__clang__)
#pragma GCC system_header

constexpr int operator"" i32(unsigned long long value) {
    return static_cast<int>(value);
}

constexpr unsigned int operator"" ui32(unsigned long long value) {
    return static_cast<unsigned int>(value);
}

constexpr long long operator"" i64(unsigned long long value) {
    return static_cast<long long>(value);
}

constexpr unsigned long long operator"" ui64(unsigned long long value) {
    return value;
}
#endif
