// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// The name of a DRM device, `renderD128` or `card0`, at which a descriptor's link points; empty if it points
/// at something else. The path before it differs in containers.
[[nodiscard]] std::string_view drm_device(std::string_view link) noexcept;

/// The number of a device that programs render with; none for other devices.
[[nodiscard]] std::optional<std::int64_t> render_number(std::string_view device) noexcept;

/// An address on PCI as one number: domain, bus, device and function; none if the text has another form.
[[nodiscard]] std::optional<std::int64_t> parse_pci_address(std::string_view text) noexcept;

/// The vendor and the device on PCI; 0 if a device has none.
struct PciIds {
    std::uint32_t vendor = 0;
    std::uint32_t device = 0;
};

/// Parses `1002:744C`.
[[nodiscard]] PciIds parse_pci_ids(std::string_view text) noexcept;

/// What the uevent file of a GPU says. What it does not say is empty.
struct GpuDevice {
    std::string_view driver;
    std::string_view pci_address;
    std::string_view tree_node; ///< its place in the device tree, on machines that have one
    PciIds ids;
};

[[nodiscard]] GpuDevice parse_gpu_device(std::string_view text) noexcept;

/// What a client used of the engines of one class, all of them together.
struct EngineUsage {
    std::int64_t nanoseconds = unread;
    std::int64_t cycles = unread;       ///< what drivers count that do not measure the time
    std::int64_t total_cycles = unread; ///< that passed
    std::int64_t capacity = 1;          ///< how many engines there are of the class
};

struct DrmEngine {
    std::string_view name; ///< of the class, in the driver's words; letters, digits, `-` and `_` only
    EngineUsage used;
};

/// What the fdinfo file of a DRM descriptor says. Texts are parts of the file's.
struct DrmClient {
    std::int64_t id = unread;
    std::string_view device;         ///< its address on PCI; may be empty
    std::int64_t dedicated = unread; ///< resident bytes of the device's own memory
    std::int64_t shared = unread;    ///< resident bytes of the machine's memory
    std::vector<DrmEngine> engines;
};

/// More classes of engines than any device has.
inline constexpr std::size_t most_drm_engines = 64;

/// False if the text does not have a client's number, by which it is counted once.
[[nodiscard]] bool parse_drm_client(std::string_view text, DrmClient& client);

/// What Windows would call a class of engines.
struct EngineKind {
    std::int64_t number = 0; ///< the same for one class on all machines; unknown classes share one
    std::string_view type;
};

/// The name of an unknown class is its type.
[[nodiscard]] EngineKind engine_kind(std::string_view name) noexcept;

} // namespace pdh_shim::source::linux
