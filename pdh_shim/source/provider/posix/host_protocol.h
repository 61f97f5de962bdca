// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/provider/module.h"

#include <cstdint>

// What the library asks the process of an isolated performance DLL (helper/channel.h), one request after the
// other: frames with the number 0.

namespace pdh_shim::source::provider {

/// What a request wants. Its body is the request of Collect, in UTF-16.
enum class HostCall : std::uint32_t { load, open, collect, close };

/// Most bytes of a request.
inline constexpr std::uint32_t longest_request = 0x10000;

/// Begins the body of an answer; the sample follows.
struct SampleHead {
    std::uint64_t objects = 0; ///< 64 bits: a sample begins at a multiple of 8
};

/// Most bytes of an answer.
inline constexpr std::uint64_t longest_answer = sizeof(SampleHead) + largest_sample;

} // namespace pdh_shim::source::provider
