// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What NtQuerySystemInformation() writes of processes, as public headers describe it. Nothing in an answer is
// relied on: lengths and pointers are checked, and numbers are bounded.

namespace pdh_shim {

/// SYSTEM_INFORMATION_CLASS: processes. Class 64, their handles, is never asked for: the server of Wine 8
/// crashes if a process starts at that moment, and every program of the prefix with it.
inline constexpr std::uint32_t process_class = 5;

/// The width of pointers in the answers that a program gets.
enum class PointerWidth : std::uint8_t { bits32, bits64 };

struct SystemAnswer {
    std::span<const std::byte> bytes;
    std::uint64_t address = 0; ///< where the system wrote them: pointers in them count from there
};

/// The largest number of an entry; a few of them can be added without overflow.
inline constexpr std::int64_t process_number_max = std::int64_t{1} << 60U;

/// A process: times in units of 100 ns, sizes in bytes.
struct ProcessEntry {
    std::u16string name; ///< its program's file, as `prog.exe`
    std::int64_t id = 0;
    std::int64_t parent = 0;
    std::int64_t created = 0; ///< UTC FILETIME
    std::int64_t user = 0;
    std::int64_t kernel = 0;
    std::int64_t priority = 0;
    std::int64_t threads = 0;
    std::int64_t handles = 0;
    std::int64_t virtual_size = 0;
    std::int64_t virtual_peak = 0;
    std::int64_t working_set = 0;
    std::int64_t working_set_peak = 0;
    std::int64_t page_file = 0;
};

/// Class 5: the processes by the time of their start. None if the answer is malformed.
[[nodiscard]] std::optional<std::vector<ProcessEntry>> parse_processes(
    const SystemAnswer& answer, PointerWidth width);

} // namespace pdh_shim

namespace pdh_shim::platform {

/// The width of pointers of this process.
inline constexpr PointerWidth own_width =
    sizeof(void*) == sizeof(std::uint64_t) ? PointerWidth::bits64 : PointerWidth::bits32;

/// NtQuerySystemInformation(), into a buffer that grows as needed. Without bytes if the system refuses.
[[nodiscard]] SystemAnswer query_system_information(
    std::uint32_t information, std::vector<std::byte>& buffer);

} // namespace pdh_shim::platform
