// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "calc/running_total.h"
#include "source/linux/kernel/performance_object.h"
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

struct MemoryNode {
    std::int64_t number = 0;
    std::array<std::int64_t, node_meminfo_names.size()> kilobytes{};
};

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

NodeMemoryValues node_memory_values(const MemoryNode& node) {
    constexpr std::int64_t megabyte = 1024; // kilobytes
    const auto [total, free, standby] = node.kilobytes;
    NodeMemoryValues values{total, free, standby, sum_of({free, standby})};
    for (std::int64_t& value : values) {
        value = value == unread ? unread : value / megabyte;
    }
    return values;
}

/// The memory of the nodes as it is now.
class NumaNodeMemory final : public Sampler {
  public:
    explicit NumaNodeMemory(const Shown& shown) : files_(shown.files) {}

    void sample(const Collect& collect, Needs needed) override;
    void write(InstanceWriter& instances) const override;

  private:
    [[nodiscard]] MemoryNode read(std::int64_t number);

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<MemoryNode> nodes_;
};

void NumaNodeMemory::sample(const Collect& /*collect*/, Needs /*needed*/) {
    std::vector<MemoryNode> nodes;
    if (const auto numbers = list_memory_nodes(files_)) {
        for (const std::int64_t number : numbers.value()) {
            nodes.push_back(read(number));
        }
    }
    nodes_.swap(nodes);
}

MemoryNode NumaNodeMemory::read(std::int64_t number) {
    constexpr std::size_t words_before = 2; // `Node 0`
    MemoryNode node;
    node.number = number;
    node.kilobytes.fill(unread);
    if (const auto text = files_.read(node_meminfo_path(number), buffer_)) {
        parse_named_values(text.value(), node_meminfo_names, node.kilobytes, words_before);
    }
    return node;
}

void NumaNodeMemory::write(InstanceWriter& instances) const {
    if (nodes_.empty()) {
        instances.fail();
        return;
    }
    MemoryNode all;
    for (const MemoryNode& node : nodes_) {
        calc::add_to_total(all.kilobytes, node.kilobytes);
        if (!instances.only_total()) {
            std::u16string name;
            append_number(name, node.number);
            instances.add(name, node.number, node_memory_values(node));
        }
    }
    instances.add(total_name, model::no_unique_id, node_memory_values(all));
}

} // namespace

constexpr ObjectTable objects::numa_node_memory{u"NUMA Node Memory", 0, model::Instances::multi,
    {memory_nodes}, {}, u"Available MBytes", u"The memory of each NUMA node, and of all of them together.",
    node_memory_rows, find_memory_nodes, nullptr, open<NumaNodeMemory>};

} // namespace pdh_shim::source::linux
