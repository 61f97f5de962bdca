// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The parser of each kernel file alone, without a machine (kernel_text_fuzz.cpp has one): what
// they find lies in the text, and numbers are in the range that the rooms above count on.
//
// The first byte of the input selects the parser; the rest is the text.
#include "model/instance_writer.h"
#include "require.h"
#include "source/linux/disk/block_devices.h"
#include "source/linux/gpu/drm_text.h"
#include "source/linux/group/control_group.h"
#include "source/linux/kernel/boot_time.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/memory/memory_text.h"
#include "source/linux/network/network_text.h"
#include "source/linux/process/process_text.h"
#include "source/linux/processor/cpu_text.h"
#include "source/linux/system/system_text.h"
#include "source/linux/volume/mounts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pdh_shim::source::linux;

void require_inside(std::string_view part, std::string_view text) {
    require(part.empty() ||
            (part.data() >= text.data() && part.data() + part.size() <= text.data() + text.size()));
}

// The rooms above add some of these up.
void require_count(std::int64_t number) {
    require(number == unread || (number >= -number_max && number <= number_max));
}

void read_stat(std::string_view text) {
    StatText stat;
    parse_stat(text, stat);
    for (const CpuLine& cpu : stat.cpus) {
        require(cpu.number < most_cpus);
        for (const std::int64_t ticks : cpu.ticks) {
            require_count(ticks);
        }
    }
    for (const std::int64_t count : {stat.interrupts, stat.context_switches, stat.running, stat.softirqs}) {
        require_count(count);
    }
}

void read_cpu_table(std::string_view text) {
    CpuTable table;
    for (const TableRows rows : {TableRows::totalled, TableRows::clocks}) {
        parse_cpu_table(text, table, rows);
        require(table.sums.size() == table.columns.size());
        for (const std::uint32_t cpu : table.columns) {
            require_count(table.sum(cpu));
        }
    }
}

void read_cpu_list(std::string_view text) {
    // A list may name all CPUs again and again.
    parse_cpu_list(text.substr(0, 64), [](std::uint32_t cpu) { require(cpu < most_cpus); });
}

void read_cpuinfo(std::string_view text) {
    require_count(parse_cpuinfo_frequency(text).value_or(0));
    const int depth = idle_class(text, 1);
    require(depth >= 0 && depth <= 3);
}

void read_diskstats(std::string_view text) {
    std::vector<DiskLine> disks;
    parse_diskstats(text, disks);
    for (const DiskLine& disk : disks) {
        require_inside(disk.name, text);
        for (const std::int64_t count : disk.counts) {
            require_count(count);
        }
        static_cast<void>(is_memory_disk(disk.name));
    }
}

void read_mounts(std::string_view text) {
    std::vector<MountLine> mounts;
    parse_mounts(text, mounts);
    for (const MountLine& mount : mounts) {
        for (const std::string_view part : {mount.point, mount.type, mount.source}) {
            require_inside(part, text);
            require(unescaped(part).size() <= part.size());
            require(pdh_shim::model::path_instance(part).find('/') == std::string::npos);
        }
        static_cast<void>(is_local_type(mount.type));
    }
}

void read_mapped_file(std::string_view text) {
    if (const auto file = parse_mapped_file(text)) {
        require_inside(file->path, text);
        require(file->path.starts_with('/'));
    }
}

void read_net_dev(std::string_view text) {
    require_count(count_tcp6_connections(text));
    std::vector<NetworkLine> interfaces;
    parse_net_dev(text, interfaces);
    for (const NetworkLine& interface : interfaces) {
        require_inside(interface.name, text);
        require(
            pdh_shim::model::interface_instance(interface.name).find_first_of("()#/") == std::string::npos);
        for (const std::int64_t count : interface.counts) {
            require_count(count);
        }
    }
}

void read_process_stat(std::string_view text) {
    if (const auto stat = parse_process_stat(text)) {
        require_inside(stat->comm, text);
        const std::int64_t priority = base_priority(stat->policy, stat->nice);
        require(priority >= 4 && priority <= 24);
    }
}

// The comm up to the first line end, and the command line after it.
void read_process_name(std::string_view text) {
    const std::size_t end = text.find('\n');
    const std::string_view comm = text.substr(0, end);
    const std::string_view cmdline =
        end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    require_inside(process_name(comm, cmdline), text);
}

void read_named_values(std::string_view text) {
    static constexpr std::array<std::string_view, 3> names{"MemTotal", "pgfault", "inactive_file"};
    std::array<std::int64_t, 3> values{};
    for (const std::size_t words_before : {0U, 2U}) {
        parse_named_values(text, names, values, words_before);
        for (const std::int64_t value : values) {
            require_count(value);
        }
    }
}

void read_swaps(std::string_view text) {
    std::vector<SwapLine> swaps;
    parse_swaps(text, swaps);
}

void read_snmp(std::string_view text) {
    static constexpr std::array<std::string_view, 3> names{"InSegs", "OutSegs", "CurrEstab"};
    std::array<std::int64_t, 3> values{};
    parse_snmp(text, "Tcp:", names, values);
    for (const std::int64_t value : values) {
        require_count(value);
    }
}

void read_drm(std::string_view text) {
    DrmClient client;
    if (parse_drm_client(text, client)) {
        require_inside(client.device, text);
        require_count(client.id);
        require_count(client.dedicated);
        require_count(client.shared);
    }
    require(client.engines.size() <= most_drm_engines);
    for (const DrmEngine& engine : client.engines) {
        require_inside(engine.name, text);
        require(engine.name.find_first_of("()#/\\ ") == std::string_view::npos);
        require(!engine_kind(engine.name).type.empty());
        require(engine.used.capacity > 0 && engine.used.capacity <= number_max);
        for (const std::int64_t count :
            {engine.used.nanoseconds, engine.used.cycles, engine.used.total_cycles}) {
            require(count == unread || (count >= 0 && count <= number_max));
        }
    }
    const GpuDevice device = parse_gpu_device(text);
    for (const std::string_view part :
        {device.driver, device.pci_address, device.tree_node, drm_device(text)}) {
        require_inside(part, text);
    }
    require((parse_pci_address(text).value_or(0) >> 48) == 0);
    require((parse_pci_address(device.pci_address).value_or(0) >> 48) == 0);
}

void read_battery(std::string_view text) {
    for (const std::int64_t value : parse_battery(text)) {
        require_count(value);
    }
}

void read_numbers(std::string_view text) {
    require_count(parse_uptime(text));
    require_count(parse_thread_count(text));
    require_count(parse_module_sizes(text));
    require_count(whole_number(text).value_or(0));
    require_count(thermal_zone_number(text).value_or(0));
    require_count(parse_temperature(text));
    require(parse_cpu_limit(text).value_or(1) > 0);
    require_inside(parse_cgroup_path(text), text);
}

constexpr auto readers = std::to_array<void (*)(std::string_view)>({read_stat, read_cpu_table, read_cpu_list,
    read_cpuinfo, read_diskstats, read_mounts, read_net_dev, read_process_stat, read_process_name,
    read_named_values, read_swaps, read_numbers, read_snmp, read_drm, read_mapped_file, read_battery});

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 0) {
        // A separate copy, so that the sanitizer sees its end.
        const std::vector<char> text(data + 1, data + size);
        readers[data[0] % readers.size()](std::string_view(text.data(), text.size()));
    }
    return 0;
}
