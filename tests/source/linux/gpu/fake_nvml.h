// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>

/// What the library of the tests tells, as a driver would.
struct FakeNvml {
    int starts = 0;
    int stops = 0;
    bool fails_to_start = false;
    unsigned processes = 1; ///< numbers 77 and on; those that compute
    unsigned long long used = 4096;
    unsigned long long reserved = 1024;        ///< by the driver and the firmware
    bool is_old = false;                       ///< from before what is reserved was told apart
    unsigned long long used_of_process = 2048; ///< all bits set: not told
    unsigned long long sample_time = 0;        ///< of process 77; 0: none
    unsigned percent = 0;
};

extern "C" FakeNvml* fake_nvml();
