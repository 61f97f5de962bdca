// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/gpu_adapters.h"

#include "source/linux/gpu/drm_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

constexpr const char* drm_folder = "/sys/class/drm";

/// Drivers of devices to render with that write nothing into fdinfo files.
constexpr std::array<std::string_view, 4> silent_drivers{"nvidia", "vgem", "virtio_gpu", "vmwgfx"};

std::string folder_of(std::string_view device) {
    return std::string(drm_folder).append("/").append(device).append("/device");
}

/// The names of the devices in their order, without the connectors (`card0-DP-1`) beside them.
std::vector<std::string> list_devices(FileSystem& files) {
    std::vector<std::string> names;
    const auto listed = files.list(drm_folder, [&](std::string_view name) {
        if (!drm_device(std::string("/dri/").append(name)).empty()) {
            names.emplace_back(name);
        }
    });
    if (!listed) {
        names.clear();
    }
    std::ranges::sort(names);
    return names;
}

/// Beyond all that addresses on PCI lead to.
constexpr std::int64_t luid_without_address = std::int64_t{1} << 48U;

/// A device as sysfs shows it.
struct Device {
    std::string name;
    std::string pci_address;
    std::string place; // the same for all devices of a GPU
    PciIds ids;
    std::optional<std::int64_t> luid; // of one to render with
};

std::optional<Device> read_device(FileSystem& files, const std::string& name, FileBuffer& buffer) {
    const auto text = files.read(folder_of(name) + "/uevent", buffer);
    const GpuDevice said = text ? parse_gpu_device(text.value()) : GpuDevice{};
    if (said.driver.empty() || std::ranges::find(silent_drivers, said.driver) != silent_drivers.end()) {
        return std::nullopt;
    }
    Device device{name, std::string(said.pci_address), {}, said.ids, std::nullopt};
    device.place = !said.pci_address.empty() ? said.pci_address : said.tree_node;
    if (const auto number = render_number(name)) {
        device.luid = parse_pci_address(said.pci_address).value_or(luid_without_address | *number);
    }
    return device;
}

/// Whether two devices are of one GPU.
bool are_one(const Device& one, const Device& other) {
    return one.place.empty() ? one.name == other.name : one.place == other.place;
}

GpuAdapter make_adapter(const Device& rendering, const std::vector<Device>& devices) {
    GpuAdapter adapter{
        *rendering.luid, rendering.pci_address, rendering.ids.vendor, rendering.ids.device, {}, {}};
    for (const Device& device : devices) {
        if (are_one(rendering, device)) {
            adapter.devices.push_back(device.name);
        }
    }
    return adapter;
}

std::int64_t read_bytes(FileSystem& files, const std::string& path, FileBuffer& buffer) {
    const auto text = files.read(path, buffer);
    const auto bytes = text ? whole_number(text.value()) : std::nullopt;
    return bytes && *bytes >= 0 ? *bytes : unread;
}

} // namespace

std::vector<GpuAdapter> list_gpu_adapters(FileSystem& files) {
    FileBuffer buffer;
    std::vector<Device> devices;
    for (const std::string& name : list_devices(files)) {
        if (auto device = read_device(files, name, buffer)) {
            devices.push_back(std::move(*device));
        }
    }
    std::vector<GpuAdapter> adapters;
    for (const Device& device : devices) {
        if (device.luid) {
            adapters.push_back(make_adapter(device, devices));
        }
    }
    std::ranges::sort(adapters, {}, &GpuAdapter::luid);
    return adapters;
}

void take_luids(std::span<const platform::WindowsAdapter> windows, std::vector<GpuAdapter>& adapters) {
    std::vector<GpuAdapter> named = adapters;
    std::vector<bool> taken(adapters.size(), false);
    std::vector<std::int64_t> unknown; // luids of adapters without numbers
    for (const platform::WindowsAdapter& adapter : windows) {
        const auto is_this = [&](const auto& other) {
            return other.vendor == adapter.vendor && other.device == adapter.device;
        };
        if (adapter.vendor == 0) {
            unknown.push_back(adapter.luid);
        } else if (std::ranges::count_if(adapters, is_this) == 1 &&
                   std::ranges::count_if(windows, is_this) == 1) {
            const auto place = std::ranges::find_if(adapters, is_this) - adapters.begin();
            named[static_cast<std::size_t>(place)].luid = adapter.luid;
            taken[static_cast<std::size_t>(place)] = true;
        }
    }
    if (unknown.size() == 1 && std::ranges::count(taken, false) == 1) {
        const auto place = std::ranges::find(taken, false) - taken.begin();
        named[static_cast<std::size_t>(place)].luid = unknown.front();
    }
    std::ranges::sort(named, {}, &GpuAdapter::luid);
    if (std::ranges::adjacent_find(named, {}, &GpuAdapter::luid) == named.end()) {
        adapters.swap(named);
    }
}

std::optional<GpuMemory> read_gpu_memory(FileSystem& files, const GpuAdapter& adapter, FileBuffer& buffer) {
    // amdgpu's, which any user may read, and which count memory that belongs to no program, too.
    const std::string folder = folder_of(adapter.devices.front());
    const GpuMemory memory{read_bytes(files, folder + "/mem_info_vram_used", buffer),
        read_bytes(files, folder + "/mem_info_gtt_used", buffer)};
    const bool is_whole = memory.dedicated != unread && memory.shared != unread;
    return is_whole ? std::optional(memory) : std::nullopt;
}

const GpuAdapter* find_adapter(
    const std::vector<GpuAdapter>& adapters, std::string_view pci_address, std::string_view device) noexcept {
    const auto at_address = std::ranges::find(adapters, pci_address, &GpuAdapter::pci_address);
    if (!pci_address.empty() && at_address != adapters.end()) {
        return &*at_address;
    }
    const auto with_device = std::ranges::find_if(adapters, [device](const GpuAdapter& adapter) {
        return std::ranges::find(adapter.devices, device) != adapter.devices.end();
    });
    return with_device == adapters.end() ? nullptr : &*with_device;
}

} // namespace pdh_shim::source::linux
