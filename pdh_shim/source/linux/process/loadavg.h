// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace pdh_shim::source::linux {

/// The number that the kernel gave last to a process or thread: the last one of /proc/loadavg, or `unread`.
[[nodiscard]] std::int64_t parse_newest_task(std::string_view text);

/// The threads of the system: behind the slash in /proc/loadavg, or `unread`.
[[nodiscard]] std::int64_t parse_thread_count(std::string_view text);

} // namespace pdh_shim::source::linux
