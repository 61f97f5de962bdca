// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "calc/running_total.h"
#include "source/linux/kernel/listed_object.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr Needs memory_nodes = needs::own(0);

struct NodeMemoryField {
    enum Index : std::uint8_t { total, free, standby, available, count };
};
using NodeMemoryValues = std::array<std::int64_t, NodeMemoryField::count>;

constexpr auto node_memory_rows = std::to_array<CounterRow>({
    {u"Total MBytes", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        NodeMemoryField::total, u"Memory of the node in megabytes."},
    {u"Free & Zero Page List MBytes", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        NodeMemoryField::free, u"Memory of the node in megabytes that is used for nothing."},
    {u"Standby List MBytes", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        NodeMemoryField::standby,
        u"Memory of the node in megabytes that holds file data which has not been used lately."},
    {u"Available MBytes", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        NodeMemoryField::available,
        u"Memory of the node in megabytes that is used for nothing or in standby."},
});

constexpr const char* memory_node_folder = "/sys/devices/system/node";
constexpr auto node_meminfo_names =
    std::to_array<std::string_view>({"MemTotal", "MemFree", "Inactive(file)"});

using NodeKilobytes = std::array<std::int64_t, node_meminfo_names.size()>;

FileResult<std::vector<std::int64_t>> list_memory_nodes(FileSystem& files) {
    return list_numbers(
        files, memory_node_folder, [](std::string_view name) { return number_after(name, "node"); });
}

std::string node_meminfo_path(std::int64_t node) {
    return memory_node_folder + std::string("/node") + std::to_string(node) + "/meminfo";
}

Needs find_memory_nodes(FileSystem& files, Needs /*wanted*/) {
    const auto nodes = list_memory_nodes(files);
    const bool has_any = nodes && std::ranges::any_of(nodes.value(), [&](std::int64_t node) {
        return files.info(node_meminfo_path(node)).has_value();
    });
    return has_any ? memory_nodes : 0;
}

NodeMemoryValues node_memory_values(const NodeKilobytes& kilobytes) {
    constexpr std::int64_t megabyte = 1024; // kilobytes
    const auto [total, free, standby] = kilobytes;
    NodeMemoryValues values{total, free, standby, sum_of({free, standby})};
    for (std::int64_t& value : values) {
        value = value == unread ? unread : value / megabyte;
    }
    return values;
}

using MemoryNodes = ListedInstances<NodeMemoryField::count>;

MemoryNodes read_memory_nodes(FileSystem& files, FileBuffer& buffer, const MemoryNodes& /*before*/) {
    constexpr std::size_t words_before = 2; // `Node 0`
    const auto numbers = list_memory_nodes(files);
    if (!numbers || numbers.value().empty()) {
        return std::nullopt;
    }
    MemoryNodes nodes(std::in_place);
    NodeKilobytes all{};
    for (const std::int64_t number : numbers.value()) {
        NodeKilobytes kilobytes{};
        kilobytes.fill(unread);
        if (const auto text = files.read(node_meminfo_path(number), buffer)) {
            parse_named_values(text.value(), node_meminfo_names, kilobytes, words_before);
        }
        calc::add_to_total(all, kilobytes);
        auto& node = nodes->emplace_back();
        append_number(node.name, number);
        node.id = number;
        node.values = node_memory_values(kilobytes);
    }
    nodes->push_back({.name = std::u16string(total_name), .values = node_memory_values(all)});
    return nodes;
}

} // namespace

constexpr ObjectTable objects::numa_node_memory{u"NUMA Node Memory", 0, model::Instances::multi,
    {memory_nodes}, {}, u"Available MBytes", u"The memory of each NUMA node, and of all of them together.",
    node_memory_rows, find_memory_nodes, nullptr,
    open<ListedObject<NodeMemoryField::count, read_memory_nodes>>};

} // namespace pdh_shim::source::linux
