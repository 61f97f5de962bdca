// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "../machine.h"
#include "../scene.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pdh_shim::test {

inline constexpr std::u16string_view network = u"Network Interface";

/// A line of /proc/net/dev.
inline std::string net_line(const std::string& name, std::int64_t bytes, std::int64_t packets,
    std::int64_t sent = 0, std::int64_t packets_sent = 0) {
    const auto text = [](std::int64_t count) { return " " + std::to_string(count); };
    return name + ":" + text(bytes) + text(packets) + " 0 0 0 0 0 0" + text(sent) + text(packets_sent) +
           " 0 0 0 0 0 0\n";
}

} // namespace pdh_shim::test
