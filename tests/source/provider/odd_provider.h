// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Symbols of odd_provider.cpp, and what a test in the same process sees of it.

#define ODD 0
#define ODD_LEVEL 2
#define ODD_HITS 4
#define ODD_LOOKUPS 6
#define LONE 8
#define LONE_DEPTH 10

#define ODD_EXPORT __attribute__((visibility("default")))

/// Begins anew with each Open.
struct OddProviderState {
    unsigned opens = 0;
    unsigned closes = 0;
    unsigned lists = 0;    ///< requests for single objects that were answered
    unsigned metadata = 0; ///< requests for metadata
    bool has_devices = false;
    char request[64] = {}; ///< the last one
};

extern "C" {
OddProviderState* odd_provider_state();
/// A call hangs now.
bool odd_provider_is_hanging();
/// Lets a call that hangs go on.
void odd_provider_release();
/// Waits until Close was called.
void odd_provider_wait_closed();
}
