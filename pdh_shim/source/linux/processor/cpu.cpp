// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu.h"

#include "calc/total_name.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace pdh_shim::source::linux {

void Cpu::release() noexcept {
    current_frequency.release();
    frequency_limit.release();
    if (!idle_states) {
        return;
    }
    for (IdleState& state : *idle_states) {
        state.time.file.release();
        state.usage.file.release();
    }
}

namespace {

constexpr std::string_view node_folder = "/sys/devices/system/node";

} // namespace

void CpuNodes::find(std::span<Cpu> cpus) {
    if (known_) {
        return;
    }
    for (Cpu& cpu : cpus) {
        cpu.node = 0;
        cpu.place = cpu.number;
    }
    std::vector<std::uint32_t> numbers;
    static_cast<void>(files_.list(std::string(node_folder), [&](std::string_view name) {
        Scanner scanner(name);
        const auto number = scanner.skip("node") ? whole_number(scanner.rest()) : std::nullopt;
        if (number && *number >= 0 && *number < most_cpus) {
            numbers.push_back(static_cast<std::uint32_t>(*number));
        }
    }));
    for (const std::uint32_t number : numbers) {
        find_members(number, cpus);
    }
    name(cpus);
    known_ = true;
}

/// Windows counts the CPUs of each node from 0. The list has those that are online, the folder has all: a CPU
/// keeps its place while another one is offline.
void CpuNodes::find_members(std::uint32_t node, std::span<Cpu> cpus) {
    std::string path(node_folder);
    path += "/node";
    append_number(path, node);
    const auto list = files_.read(path + "/cpulist", buffer_);
    if (!list) {
        return;
    }
    std::set<std::uint32_t> members;
    parse_cpu_list(list.value(), [&](std::uint32_t number) { members.insert(number); });
    static_cast<void>(files_.list(path, [&](std::string_view name) {
        Scanner scanner(name);
        const auto number = scanner.skip("cpu") ? whole_number(scanner.rest()) : std::nullopt;
        if (number && *number >= 0 && *number < most_cpus) {
            members.insert(static_cast<std::uint32_t>(*number));
        }
    }));
    std::uint32_t place = 0;
    for (const std::uint32_t number : members) {
        const auto cpu = std::ranges::lower_bound(cpus, number, {}, &Cpu::number);
        if (cpu != cpus.end() && cpu->number == number) {
            cpu->node = node;
            cpu->place = place;
        }
        ++place;
    }
}

/// Makes the instances of the nodes that have a CPU online; those that were there keep their totals.
void CpuNodes::name(std::span<Cpu> cpus) {
    for (Cpu& cpu : cpus) {
        std::u16string node;
        append_number(node, cpu.node);
        cpu.node_name = node + u",";
        append_number(cpu.node_name, cpu.place);
        const auto place = std::ranges::lower_bound(nodes_, cpu.node, {}, &CpuNode::number);
        if (place == nodes_.end() || place->number != cpu.node) {
            nodes_.insert(place, CpuNode{cpu.node, node + u"," + std::u16string(calc::total_name),
                                     RunningTotal<CpuField::count>(cpu_rules)});
        }
    }
    std::erase_if(nodes_, [cpus](const CpuNode& node) {
        return std::ranges::none_of(
            cpus, [&](const Cpu& cpu) { return cpu.present && cpu.node == node.number; });
    });
}

void CpuNodes::sum_up(std::span<const Cpu> cpus, std::int64_t time) {
    for (CpuNode& node : nodes_) {
        node.total.begin();
        for (const Cpu& cpu : cpus) {
            if (cpu.present && cpu.node == node.number) {
                node.total.add(cpu.now, cpu.lasting ? &cpu.before : nullptr);
            }
        }
        node.values = node.total.end();
        node.values[CpuField::time] = time;
    }
}

} // namespace pdh_shim::source::linux
