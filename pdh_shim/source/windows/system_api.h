// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/process_information.h"
#include "calc/amounts.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

/// A network interface: some fields of MIB_IF_ROW2.
struct InterfaceRow {
    std::u16string
        name; ///< under Wine the alias, which is the name that the kernel knows; else the description
    std::int64_t index = 0;
    bool is_loopback = false;
    bool is_filter = false; ///< a layer above another interface, whose packets it would count again
    std::int64_t in_bytes = 0;
    std::int64_t in_unicast = 0;
    std::int64_t in_others = 0; ///< InNUcastPkts
    std::int64_t in_discarded = 0;
    std::int64_t in_errors = 0;
    std::int64_t out_bytes = 0;
    std::int64_t out_unicast = 0;
    std::int64_t out_others = 0; ///< OutNUcastPkts
    std::int64_t out_discarded = 0;
    std::int64_t out_errors = 0;
};

/// A disk drive.
struct DriveRow {
    std::u16string name; ///< `C:`
    std::int64_t bytes = 0;
    std::int64_t free_bytes = 0; ///< that this user can still use
};

/// The network protocols of which Windows has counts: in MIB_IPSTATS, MIB_TCPSTATS, MIB_UDPSTATS and
/// MIB_ICMP.
enum class ProtocolKind : std::uint8_t { ip4, ip6, tcp, udp4, udp6, icmp };
inline constexpr std::size_t protocol_kind_count = 6;
/// The counts of a protocol as they are in memory; what lies beyond its end is 0.
using StatisticsTable = std::array<std::uint32_t, 32>;

/// What the source asks Windows, or Wine. May be asked by several threads at once.
class SystemApi : boost::noncopyable {
  public:
    virtual ~SystemApi() = default;

    /// Whether this is Wine, some fields of which have another meaning.
    [[nodiscard]] virtual bool is_wine() = 0;
    /// Whether the files of a Linux kernel are there.
    [[nodiscard]] virtual bool has_linux_files() = 0;
    [[nodiscard]] virtual PointerWidth width() = 0;
    [[nodiscard]] virtual std::int64_t own_process() = 0;

    /// NtQuerySystemInformation(), into a buffer that grows as needed. Without bytes if the system refuses.
    [[nodiscard]] virtual SystemAnswer query(Information information, std::vector<std::byte>& buffer) = 0;
    /// A PROCESSOR_POWER_INFORMATION for each processor; without bytes if the system refuses.
    [[nodiscard]] virtual SystemAnswer power(std::vector<std::byte>& buffer) = 0;
    /// How long the machine has run, in units of 100 ns.
    [[nodiscard]] virtual std::int64_t uptime() = 0;
    /// GetPriorityClass() of a process; 0 if it is not known.
    [[nodiscard]] virtual std::uint32_t priority_class(std::int64_t process) = 0;
    /// None if the system refuses.
    [[nodiscard]] virtual std::optional<std::vector<InterfaceRow>> interfaces() = 0;
    /// Those with a disk of a known size.
    [[nodiscard]] virtual std::vector<DriveRow> drives() = 0;
    /// None if the system refuses.
    [[nodiscard]] virtual std::optional<StatisticsTable> statistics(ProtocolKind kind) = 0;
};

/// The functions of this Windows. DLLs are loaded when they are first needed.
[[nodiscard]] std::shared_ptr<SystemApi> make_system_api();

} // namespace pdh_shim::source::windows
