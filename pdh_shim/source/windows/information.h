// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/process_information.h"
#include "calc/amounts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// What NtQuerySystemInformation() writes, as public headers describe it. Nothing in an answer is relied on:
// lengths and pointers are checked, and numbers are bounded (calc/amounts.h).

namespace pdh_shim::source::windows {

using calc::unread;

static_assert(process_number_max == calc::number_max);

/// The classes of information, by their numbers.
enum class Information : std::uint32_t {
    basic = 0,
    performance = 2,
    processes = process_class,
    processors = 8,
};

/// The times of a processor, in units of 100 ns.
struct ProcessorTimes {
    std::int64_t idle = 0;
    std::int64_t kernel = 0; ///< idle included
    std::int64_t user = 0;
};

struct ProcessorPower {
    std::int64_t highest_mhz = 0;
    std::int64_t limit_mhz = 0;
};

/// Sizes in pages, but for that of a page in bytes.
struct BasicInformation {
    std::int64_t page_size = 0;
    std::int64_t physical = 0;
};

/// In pages.
struct MemoryPages {
    std::int64_t available = 0;
    std::int64_t committed = 0;
    std::int64_t commit_limit = 0;
};

/// The processors of class 8, by their numbers.
[[nodiscard]] std::vector<ProcessorTimes> parse_processors(const SystemAnswer& answer);

/// The processors of CallNtPowerInformation(ProcessorInformation).
[[nodiscard]] std::vector<ProcessorPower> parse_power(const SystemAnswer& answer);

/// Class 0. None if the answer is too short.
[[nodiscard]] std::optional<BasicInformation> parse_basic(const SystemAnswer& answer);

/// Class 2. None if the answer is too short.
[[nodiscard]] std::optional<MemoryPages> parse_performance(const SystemAnswer& answer);

} // namespace pdh_shim::source::windows
