// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// The packets that wait on a network interface to be sent.
struct OutputQueue {
    std::string_view interface; ///< its name
    std::int32_t index = 0;
    std::int64_t packets = 0;
};

/// Reads the kernel's answers to RTM_GETLINK and RTM_GETQDISC (FileSystem::output_queues()): the length of
/// the queueing discipline that the packets of each interface enter, which includes those below it. An
/// interface that is down has none. The queues are sorted by name and refer to the messages.
/// @return false if the answers are not complete, or report an error
[[nodiscard]] bool parse_output_queues(std::span<const std::byte> messages, std::vector<OutputQueue>& queues,
    std::endian order = std::endian::native);

} // namespace pdh_shim::source::linux
