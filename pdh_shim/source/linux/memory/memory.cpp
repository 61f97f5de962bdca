// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "calc/running_total.h"
#include "model/instance_writer.h"
#include "source/linux/group/control_group.h"
#include "source/linux/kernel/listed_object.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/memory/memory_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr std::string_view meminfo_file = "/proc/meminfo";
constexpr std::string_view modules_file = "/proc/modules";
// It needs lines of vmstat that are far behind the lines for the other counters.
constexpr Inputs reclaimed_pages = inputs::own(0);
constexpr Inputs commit_policy = inputs::own(1);
constexpr std::int64_t kilobyte = 1024;
constexpr std::int64_t fraction_unit = 4096; // 32 bits of it suffice to 16 TiB

struct MemoryField {
    enum Index : std::uint8_t {
        page_faults,
        pages,
        pages_input,
        pages_output,
        page_reads,
        available,
        available_kbytes,
        available_mbytes,
        committed,
        commit_limit,
        committed_pages,
        commit_limit_pages,
        cache,
        resident_cache,
        reclaimable_kernel,
        kernel,
        free,
        modified,
        repurposed,
        standby,
        modules,
        count
    };
};

constexpr auto memory_rows = std::to_array<CounterRow>({
    {u"Page Faults/sec", 28, CounterType::perf_counter_counter, model::Detail::novice, vmstat_file,
        MemoryField::page_faults,
        u"Page faults of all processes in a second, whether they had to read or not."},
    {u"Available Bytes", 24, CounterType::perf_counter_large_rawcount, model::Detail::expert, meminfo_file,
        MemoryField::available, u"Memory in bytes that programs can get without swapping."},
    {u"Available KBytes", 1380, CounterType::perf_counter_large_rawcount, model::Detail::expert, meminfo_file,
        MemoryField::available_kbytes, u"Memory in kilobytes that programs can get without swapping."},
    {u"Available MBytes", 1382, CounterType::perf_counter_large_rawcount, model::Detail::expert, meminfo_file,
        MemoryField::available_mbytes, u"Memory in megabytes that programs can get without swapping."},
    {u"Committed Bytes", 26, CounterType::perf_counter_large_rawcount, model::Detail::expert, meminfo_file,
        MemoryField::committed, u"Memory in bytes that the kernel has promised to programs."},
    {u"Commit Limit", 30, CounterType::perf_counter_large_rawcount, model::Detail::wizard,
        InputOf(meminfo_file, commit_policy), MemoryField::commit_limit,
        u"Memory and swap space in bytes, or the limit that the kernel was told to enforce."},
    {u"% Committed Bytes In Use", 1406, CounterType::perf_raw_fraction, model::Detail::expert,
        InputOf(meminfo_file, commit_policy), MemoryField::committed_pages,
        u"Committed Bytes in percent of Commit Limit.", MemoryField::commit_limit_pages},
    {u"Pages/sec", 40, CounterType::perf_counter_counter, model::Detail::novice, vmstat_file,
        MemoryField::pages, u"Pages Input/sec and Pages Output/sec together."},
    {u"Pages Input/sec", 822, CounterType::perf_counter_counter, model::Detail::novice, vmstat_file,
        MemoryField::pages_input,
        u"Pages in a second that faults of programs read from swap or from files, at least."},
    {u"Pages Output/sec", 48, CounterType::perf_counter_counter, model::Detail::advanced, vmstat_file,
        MemoryField::pages_output, u"Pages written to swap in a second."},
    {u"Page Reads/sec", 42, CounterType::perf_counter_counter, model::Detail::expert, vmstat_file,
        MemoryField::page_reads, u"Page faults in a second that had to wait for a read from disk."},
    {u"Transition Pages RePurposed/sec", 824, CounterType::perf_counter_counter, model::Detail::wizard,
        InputOf(vmstat_file, reclaimed_pages), MemoryField::repurposed,
        u"Pages in a second that were taken from what they held and given to another use."},
    {u"Cache Bytes", 818, CounterType::perf_counter_large_rawcount, model::Detail::advanced, meminfo_file,
        MemoryField::cache,
        u"Memory in bytes that holds file data, file system structures and buffers and can be given back."},
    {u"System Cache Resident Bytes", 76, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        meminfo_file, MemoryField::resident_cache,
        u"Memory in bytes that holds the contents of files and devices."},
    {u"Pool Paged Bytes", 56, CounterType::perf_counter_large_rawcount, model::Detail::advanced, meminfo_file,
        MemoryField::reclaimable_kernel, u"The kernel's own memory in bytes that it can give back at need."},
    {u"Pool Nonpaged Bytes", 58, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        meminfo_file, MemoryField::kernel,
        u"The kernel's own memory in bytes that it cannot give back, stacks and page tables included."},
    {u"Pool Paged Resident Bytes", 66, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        meminfo_file, MemoryField::reclaimable_kernel,
        u"The part of Pool Paged Bytes that is in memory, which on Linux is all of it."},
    {u"Free & Zero Page List Bytes", 1676, CounterType::perf_counter_large_rawcount, model::Detail::wizard,
        meminfo_file, MemoryField::free, u"Memory in bytes that is used for nothing."},
    {u"Modified Page List Bytes", 1678, CounterType::perf_counter_large_rawcount, model::Detail::wizard,
        meminfo_file, MemoryField::modified,
        u"Memory in bytes with changed file data that has yet to be written to disk."},
    {u"Standby Cache Normal Priority Bytes", 1682, CounterType::perf_counter_large_rawcount,
        model::Detail::wizard, meminfo_file, MemoryField::standby,
        u"Memory in bytes that holds file data which has not been used lately."},
    {u"System Driver Total Bytes", 72, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        modules_file, MemoryField::modules, u"Memory in bytes that loadable modules of the kernel take."},
    {u"System Driver Resident Bytes", 74, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        modules_file, MemoryField::modules,
        u"The part of System Driver Total Bytes that is in memory, which on Linux is all of it."},
});

struct MemInfo {
    enum Index : std::uint8_t {
        total,
        available,
        free,
        buffers,
        cached,
        shmem,
        reclaimable,
        unreclaimable,
        stacks,
        page_tables,
        total_swap,
        commit_limit,
        committed,
        dirty,
        inactive_file,
        count
    };
};

constexpr std::array<std::string_view, MemInfo::count> meminfo_names{"MemTotal", "MemAvailable", "MemFree",
    "Buffers", "Cached", "Shmem", "SReclaimable", "SUnreclaim", "KernelStack", "PageTables", "SwapTotal",
    "CommitLimit", "Committed_AS", "Dirty", "Inactive(file)"};

struct VmStat {
    enum Index : std::uint8_t {
        faults,
        major_faults,
        swapped_in,
        swapped_out,
        stolen_from_programs, // this and the next ones are read for reclaimed_pages only
        stolen_from_files,
        stolen_aside,
        stolen_directly,
        count
    };
};

constexpr std::array<std::string_view, VmStat::count> vmstat_names{"pgfault", "pgmajfault", "pswpin",
    "pswpout", "pgsteal_anon", "pgsteal_file", "pgsteal_kswapd", "pgsteal_direct"};

using MemoryValues = std::array<std::int64_t, MemoryField::count>;

/// The smaller one of two, or `unread` if one of them is.
std::int64_t smaller(std::int64_t one, std::int64_t other) {
    return one == unread || other == unread ? unread : std::min(one, other);
}

std::int64_t divided(std::int64_t value, std::int64_t divisor) {
    return value == unread ? unread : value / divisor;
}

/// Pages that were read for faults. The kernel counts pages from swap, of which a fault may read several, and
/// faults that read from swap or a file: neither has all pages, and no page is counted twice.
class PagesInput {
  public:
    /// @return what the larger ones of both growths add up to, from the larger number at the first time on
    std::int64_t advance(std::int64_t swapped_in, std::int64_t major_faults) {
        const bool is_first = total_ == unread;
        if (swapped_in == unread || major_faults == unread) {
            return unread;
        }
        const std::int64_t growth = std::max(swapped_in - std::exchange(swapped_in_, swapped_in),
            major_faults - std::exchange(major_faults_, major_faults));
        total_ = is_first ? std::max(swapped_in, major_faults)
                          : sum_of({total_, std::max<std::int64_t>(growth, 0)});
        return total_;
    }

  private:
    std::int64_t total_ = unread;
    std::int64_t swapped_in_ = 0;
    std::int64_t major_faults_ = 0;
};

/// The values of the first names, all of them or `unread`.
template <std::size_t Count>
std::array<std::int64_t, Count> named_values(
    std::string_view text, const std::array<std::string_view, Count>& names, std::size_t first) {
    std::array<std::int64_t, Count> values{};
    values.fill(unread);
    parse_named_values(text, std::span(names).first(first), std::span(values).first(first));
    return values;
}

void set_from_vmstat(std::string_view text, Inputs needed, PagesInput& input, MemoryValues& values) {
    const auto shown = named_values(
        text, vmstat_names, (needed & reclaimed_pages) != 0 ? VmStat::count : VmStat::stolen_from_programs);
    values[MemoryField::page_faults] = shown[VmStat::faults];
    values[MemoryField::page_reads] = shown[VmStat::major_faults];
    values[MemoryField::pages_output] = shown[VmStat::swapped_out];
    values[MemoryField::pages_input] = input.advance(shown[VmStat::swapped_in], shown[VmStat::major_faults]);
    values[MemoryField::pages] = sum_of({values[MemoryField::pages_input], shown[VmStat::swapped_out]});
    const std::int64_t stolen =
        sum_of({shown[VmStat::stolen_from_programs], shown[VmStat::stolen_from_files]});
    values[MemoryField::repurposed] =
        stolen != unread ? stolen : sum_of({shown[VmStat::stolen_aside], shown[VmStat::stolen_directly]});
}

/// Sizes that a limited group of processes sees: where it has no limit, it can get what the machine has.
void set_limited(const MemoryLimit& group, MemoryValues& values) {
    if (group.limit != unread) {
        const std::int64_t left = difference(group.limit, group.used);
        values[MemoryField::available] = smaller(values[MemoryField::available], group.obtainable());
        values[MemoryField::free] = smaller(values[MemoryField::free], left);
        values[MemoryField::commit_limit] = smaller(values[MemoryField::commit_limit], group.limit);
    }
    values[MemoryField::committed] = smaller(values[MemoryField::committed], group.used);
}

void set_from_meminfo(std::string_view text, bool enforces_limit, const std::optional<GroupSample>& group,
    MemoryValues& values) {
    auto bytes = named_values(text, meminfo_names, MemInfo::count);
    for (std::int64_t& value : bytes) {
        value = scaled(value, kilobyte);
    }
    values[MemoryField::available] = bytes[MemInfo::available];
    values[MemoryField::free] = bytes[MemInfo::free];
    values[MemoryField::commit_limit] = enforces_limit
                                            ? bytes[MemInfo::commit_limit]
                                            : sum_of({bytes[MemInfo::total], bytes[MemInfo::total_swap]});
    values[MemoryField::committed] = bytes[MemInfo::committed];
    if (group) {
        set_limited(group->memory, values);
    }
    values[MemoryField::available_kbytes] = divided(values[MemoryField::available], kilobyte);
    values[MemoryField::available_mbytes] = divided(values[MemoryField::available], kilobyte * kilobyte);
    values[MemoryField::committed_pages] = divided(values[MemoryField::committed], fraction_unit);
    values[MemoryField::commit_limit_pages] = divided(values[MemoryField::commit_limit], fraction_unit);
    const std::int64_t cached = bytes[MemInfo::cached];
    const std::int64_t shared = bytes[MemInfo::shmem];
    values[MemoryField::cache] =
        difference(sum_of({cached, bytes[MemInfo::buffers], bytes[MemInfo::reclaimable]}), shared);
    values[MemoryField::resident_cache] = difference(sum_of({cached, bytes[MemInfo::buffers]}), shared);
    values[MemoryField::reclaimable_kernel] = bytes[MemInfo::reclaimable];
    values[MemoryField::kernel] =
        sum_of({bytes[MemInfo::unreclaimable], bytes[MemInfo::stacks], bytes[MemInfo::page_tables]});
    values[MemoryField::modified] = bytes[MemInfo::dirty];
    values[MemoryField::standby] = bytes[MemInfo::inactive_file];
}

/// What a limited group of processes uses the memory for, in place of the machine. What its kernel does not
/// tell of the group is missing.
void set_from_group(const MemoryStats& stats, PagesInput& input, MemoryValues& values) {
    values[MemoryField::page_faults] = stats[MemoryStat::faults];
    values[MemoryField::page_reads] = stats[MemoryStat::major_faults];
    values[MemoryField::pages_input] =
        input.advance(stats[MemoryStat::swapped_in], stats[MemoryStat::major_faults]);
    values[MemoryField::pages_output] = stats[MemoryStat::swapped_out];
    values[MemoryField::pages] =
        sum_of({values[MemoryField::pages_input], values[MemoryField::pages_output]});
    values[MemoryField::resident_cache] = difference(stats[MemoryStat::file], stats[MemoryStat::shared]);
    values[MemoryField::cache] =
        sum_of({values[MemoryField::resident_cache], stats[MemoryStat::reclaimable]});
    values[MemoryField::reclaimable_kernel] = stats[MemoryStat::reclaimable];
    values[MemoryField::kernel] =
        sum_of({stats[MemoryStat::unreclaimable], stats[MemoryStat::stacks], stats[MemoryStat::page_tables]});
    values[MemoryField::modified] = stats[MemoryStat::dirty];
    values[MemoryField::standby] = stats[MemoryStat::inactive_file];
    for (const auto machines : {MemoryField::repurposed, MemoryField::modules}) {
        values[machines] = unread;
    }
}

class Memory final : public Sampler {
  public:
    explicit Memory(const Shown& shown) : files_(shown.files), group_(shown.group) {}

    void sample(const Collect& collect, Inputs needed) override {
        values_.fill(unread);
        if (const auto meminfo = collect.text(meminfo_file)) {
            const bool enforces_limit = (needed & commit_policy) != 0 && reads_strict_policy();
            set_from_meminfo(*meminfo, enforces_limit, group_, values_);
        }
        if (const auto vmstat = collect.text(vmstat_file)) {
            set_from_vmstat(*vmstat, needed, input_, values_);
        }
        if (const auto modules = collect.text(modules_file)) {
            values_[MemoryField::modules] = parse_module_sizes(*modules);
        }
        if (group_) {
            set_from_group(group_->memory.stats, group_input_, values_);
        }
    }

    void write(InstanceWriter& instances) const override { instances.add({}, model::no_unique_id, values_); }
    void close_files() override { policy_.release(); }

  private:
    /// Whether the kernel refuses to promise more than CommitLimit. A file that cannot be read counts as 0,
    /// the kernel's default.
    bool reads_strict_policy() {
        const auto policy = policy_.read(files_, policy_path_, buffer_);
        return policy && whole_number(policy.value()) == 2;
    }

    FileSystem& files_;
    const std::string policy_path_ = "/proc/sys/vm/overcommit_memory";
    KeptFile policy_;
    FileBuffer buffer_;
    const std::optional<GroupSample>& group_;
    PagesInput input_;
    PagesInput group_input_;
    MemoryValues values_{};
};

} // namespace

constexpr ObjectTable objects::memory{u"Memory", 4, model::Instances::none, {}, {}, u"Pages/sec",
    u"How much memory there is, what it is used for, and how pages move between it and the disks.",
    memory_rows, nullptr, nullptr, open<Memory>};

namespace {

struct CacheField {
    enum Index : std::uint8_t { dirty, threshold, count };
};

constexpr std::array<std::string_view, CacheField::count> cache_names{"nr_dirty", "nr_dirty_threshold"};

constexpr auto cache_rows = std::to_array<CounterRow>({
    {u"Dirty Pages", 1810, CounterType::perf_counter_large_rawcount, model::Detail::wizard, {},
        CacheField::dirty, u"Pages of file data that were changed and have yet to be written."},
    {u"Dirty Page Threshold", 1812, CounterType::perf_counter_large_rawcount, model::Detail::wizard, {},
        CacheField::threshold,
        u"Dirty pages from which on a program that changes more of them has to write some out first."},
});

void write_cache(const Shown& shown, InstanceWriter& instances) {
    std::array<std::int64_t, CacheField::count> values{};
    parse_named_values(shown.texts.get(vmstat_file).value_or(std::string_view{}), cache_names, values);
    instances.add({}, model::no_unique_id, values);
}

} // namespace

constexpr ObjectTable objects::cache{u"Cache", 86, model::Instances::none, {vmstat_file}, {}, u"Dirty Pages",
    u"The cache of file data, which the kernel keeps in memory.", cache_rows, nullptr, write_cache};

std::int64_t parse_module_sizes(std::string_view text) {
    std::int64_t bytes = 0;
    Scanner lines(text);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        line.skip_words(1); // the name
        bytes = sum_of({bytes, std::max<std::int64_t>(0, line.number().value_or(0))});
    }
    return bytes;
}

void parse_swaps(std::string_view text, std::vector<SwapLine>& swaps) {
    swaps.clear();
    Scanner lines(text);
    lines.line(); // the headings
    while (!lines.at_end()) {
        Scanner line(lines.line());
        SwapLine swap;
        swap.path = line.word();
        line.word(); // file or partition
        const auto size = line.number();
        const auto used = line.number();
        if (size && used) {
            swap.kilobytes = std::max<std::int64_t>(0, *size);
            swap.used_kilobytes = std::max<std::int64_t>(0, *used);
            swaps.push_back(swap);
        }
    }
}

namespace {

struct PagingField {
    enum Index : std::uint8_t { used, size, count };
};

constexpr auto paging_rows = std::to_array<CounterRow>({
    {u"% Usage", 702, CounterType::perf_raw_fraction, model::Detail::novice, {}, PagingField::used,
        u"Share of the swap file or partition that is in use.", PagingField::size},
});

using PagingValues = std::array<std::int64_t, PagingField::count>;

class PagingFile final : public Sampler {
  public:
    explicit PagingFile(const Shown& shown) : group_(shown.group) {}

    void sample(const Collect& collect, Inputs /*needed*/) override {
        const auto text = collect.text(swaps_file);
        readable_ = text.has_value();
        parse_swaps(text.value_or(std::string_view{}), swaps_);
    }

    void write(InstanceWriter& instances) const override;

  private:
    [[nodiscard]] std::string name_of(const SwapLine& swap) const;

    const std::optional<GroupSample>& group_;
    bool readable_ = false;
    std::vector<SwapLine> swaps_; // of the text of the present collect
};

/// What a limited group has of a machine's swap. Its kernel does not show which file it uses.
PagingValues swap_of_group(const SwapLimit& swap, const PagingValues& machine) {
    constexpr std::int64_t unit = 1024;
    if (swap.used == unread) {
        return {unread, unread};
    }
    const std::int64_t size = machine[PagingField::size];
    return {swap.used / unit, swap.limit == unread ? size : std::min(size, swap.limit / unit)};
}

/// As volumes are named.
std::string PagingFile::name_of(const SwapLine& swap) const {
    const std::string path = unescaped(swap.path);
    const std::string name = model::path_instance(path);
    const bool is_ambiguous = std::ranges::any_of(swaps_, [&](const SwapLine& other) {
        return other.path != swap.path && model::path_instance(unescaped(other.path)) == name;
    });
    return is_ambiguous ? distinct_path_instance(path) : name;
}

void PagingFile::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    if (swaps_.empty() || (group_ && group_->swap.limit == 0)) {
        return;
    }
    static constexpr PagingValues missing{unread, unread};
    PagingValues total{};
    for (const SwapLine& swap : swaps_) {
        const PagingValues values{swap.used_kilobytes, swap.kilobytes};
        calc::add_to_total(total, values);
        if (!instances.only_total()) {
            instances.add(
                model::kernel_instance(name_of(swap)), model::no_unique_id, group_ ? missing : values);
        }
    }
    instances.add(total_name, model::no_unique_id, group_ ? swap_of_group(group_->swap, total) : total);
}

} // namespace

constexpr ObjectTable objects::paging_file{u"Paging File", 700, model::Instances::multi, {swaps_file}, {},
    u"% Usage", u"The swap files and partitions, and all of them together.", paging_rows, nullptr, nullptr,
    open<PagingFile>};

namespace {

constexpr Inputs memory_nodes = inputs::own(0);

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

Inputs find_memory_nodes(FileSystem& files, Inputs /*wanted*/) {
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
