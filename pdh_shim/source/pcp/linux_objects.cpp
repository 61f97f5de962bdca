// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/linux_objects.h"

#include "base/text.h"
#include "calc/counter_type.h"
#include "model/instance_writer.h"

#include <algorithm>
#include <cstddef>
#include <utility>

// What PCP's metrics mean is said in the help texts of its agents for Linux (pminfo -T).

namespace pdh_shim::source::pcp {
namespace {

constexpr auto system_counters = std::to_array<MappedCounter>({
    {u"Context Switches/sec", Summing::sum, {Unit::number, {{{"kernel.all.pswitch"}}}}},
    {u"System Up Time", Summing::sum, {Unit::tick, {{{"kernel.all.uptime", true}}}, true}},
    {u"Processor Queue Length", Summing::sum,
        {Unit::number, {{{"kernel.all.running"}, {"hinv.ncpu", true}}}}},
    {u"Processes", Summing::sum, {Unit::number, {{{"proc.nprocs"}}}}},
    {u"Threads", Summing::sum, {Unit::number, {{{"kernel.all.nprocs"}}}}},
});

constexpr auto memory_counters = std::to_array<MappedCounter>({
    {u"Page Faults/sec", Summing::sum, {Unit::number, {{{"mem.vmstat.pgfault"}}}}},
    {u"Available Bytes", Summing::sum, {Unit::byte, {{{"mem.util.available"}}}}},
    {u"Available KBytes", Summing::sum, {Unit::kilobyte, {{{"mem.util.available"}}}}},
    {u"Available MBytes", Summing::sum, {Unit::megabyte, {{{"mem.util.available"}}}}},
    {u"Committed Bytes", Summing::sum, {Unit::byte, {{{"mem.util.committed_AS"}}}}},
    // Memory is what is used and what is free. PCP does not say whether the kernel enforces its own limit.
    {u"Commit Limit", Summing::sum,
        {Unit::byte, {{{"mem.util.used"}, {"mem.util.free"}, {"mem.util.swapTotal"}}}}},
    {u"% Committed Bytes In Use", Summing::sum, {Unit::kilobyte, {{{"mem.util.committed_AS"}}}},
        {Unit::kilobyte, {{{"mem.util.used"}, {"mem.util.free"}, {"mem.util.swapTotal"}}}}},
    {u"Pages/sec", Summing::sum, {Unit::number, {{{"mem.vmstat.pswpin"}, {"mem.vmstat.pswpout"}}}}},
    {u"Pages Input/sec", Summing::sum, {Unit::number, {{{"mem.vmstat.pswpin"}}}}},
    {u"Pages Output/sec", Summing::sum, {Unit::number, {{{"mem.vmstat.pswpout"}}}}},
    {u"Page Reads/sec", Summing::sum, {Unit::number, {{{"mem.vmstat.pgmajfault"}}}}},
    {u"Cache Bytes", Summing::sum,
        {Unit::byte, {{{"mem.util.cached"}, {"mem.util.bufmem"}, {"mem.util.slabReclaimable"},
                         {"mem.util.shmem", true}}}}},
    {u"System Cache Resident Bytes", Summing::sum,
        {Unit::byte, {{{"mem.util.cached"}, {"mem.util.shmem", true}}}}},
    {u"Pool Paged Bytes", Summing::sum, {Unit::byte, {{{"mem.util.slabReclaimable"}}}}},
    {u"Pool Nonpaged Bytes", Summing::sum,
        {Unit::byte, {{{"mem.util.slabUnreclaimable"}, {"mem.util.kernelStack"}, {"mem.util.pageTables"}}}}},
    {u"Pool Paged Resident Bytes", Summing::sum, {Unit::byte, {{{"mem.util.slabReclaimable"}}}}},
    {u"Free & Zero Page List Bytes", Summing::sum, {Unit::byte, {{{"mem.util.free"}}}}},
    {u"Modified Page List Bytes", Summing::sum, {Unit::byte, {{{"mem.util.dirty"}}}}},
});

constexpr auto processor_counters = std::to_array<MappedCounter>({
    {u"% Processor Time", Summing::mean_growth,
        {Unit::tick, {{{"kernel.percpu.cpu.idle"}, {"kernel.percpu.cpu.wait.total"}}}}},
    {u"% User Time", Summing::mean_growth,
        {Unit::tick, {{{"kernel.percpu.cpu.user"}, {"kernel.percpu.cpu.nice"}}}}},
    {u"% Privileged Time", Summing::mean_growth,
        {Unit::tick,
            {{{"kernel.percpu.cpu.sys"}, {"kernel.percpu.cpu.irq.hard"}, {"kernel.percpu.cpu.irq.soft"}}}}},
    {u"Interrupts/sec", Summing::growth, {Unit::number, {{{"kernel.percpu.intr"}}}}},
    {u"% DPC Time", Summing::mean_growth, {Unit::tick, {{{"kernel.percpu.cpu.irq.soft"}}}}},
    {u"DPCs Queued/sec", Summing::growth, {Unit::number, {{{"kernel.percpu.sirq"}}}}},
    {u"% Idle Time", Summing::mean_growth,
        {Unit::tick, {{{"kernel.percpu.cpu.idle"}, {"kernel.percpu.cpu.wait.total"}}}}},
});

constexpr auto process_counters = std::to_array<MappedCounter>({
    {u"% Processor Time", Summing::growth, {Unit::tick, {{{"proc.psinfo.utime"}, {"proc.psinfo.stime"}}}}},
    {u"% User Time", Summing::growth, {Unit::tick, {{{"proc.psinfo.utime"}}}}},
    {u"% Privileged Time", Summing::growth, {Unit::tick, {{{"proc.psinfo.stime"}}}}},
    {u"Virtual Bytes Peak", Summing::sum, {Unit::byte, {{{"proc.memory.vmpeak"}}}}},
    {u"Virtual Bytes", Summing::sum, {Unit::byte, {{{"proc.memory.vmsize"}}}}},
    {u"Page Faults/sec", Summing::growth,
        {Unit::number, {{{"proc.psinfo.minflt"}, {"proc.psinfo.maj_flt"}}}}},
    {u"Working Set Peak", Summing::sum, {Unit::byte, {{{"proc.memory.vmhwm"}}}}},
    {u"Working Set", Summing::sum, {Unit::byte, {{{"proc.memory.vmrss"}}}}},
    {u"Thread Count", Summing::sum, {Unit::number, {{{"proc.psinfo.threads"}}}}},
    {u"Elapsed Time", Summing::sum,
        {Unit::tick, {{{"kernel.all.uptime", true}, {"proc.psinfo.start_time"}}}, true}},
    {u"ID Process", Summing::sum, {Unit::number, {{{"proc.psinfo.pid"}}}}},
    {u"Creating Process ID", Summing::sum, {Unit::number, {{{"proc.psinfo.ppid"}}}}},
    {u"Handle Count", Summing::sum, {Unit::number, {{{"proc.fd.count"}}}}},
    {u"IO Read Operations/sec", Summing::growth, {Unit::number, {{{"proc.io.syscr"}}}}},
    {u"IO Write Operations/sec", Summing::growth, {Unit::number, {{{"proc.io.syscw"}}}}},
    {u"IO Data Operations/sec", Summing::growth, {Unit::number, {{{"proc.io.syscr"}, {"proc.io.syscw"}}}}},
    {u"IO Read Bytes/sec", Summing::growth, {Unit::byte, {{{"proc.io.rchar"}}}}},
    {u"IO Write Bytes/sec", Summing::growth, {Unit::byte, {{{"proc.io.wchar"}}}}},
    {u"IO Data Bytes/sec", Summing::growth, {Unit::byte, {{{"proc.io.rchar"}, {"proc.io.wchar"}}}}},
});

constexpr auto disk_counters = std::to_array<MappedCounter>({
    {u"Current Disk Queue Length", Summing::sum, {Unit::number, {{{"disk.dev.inflight"}}}}},
    {u"% Disk Time", Summing::mean_growth,
        {Unit::tick, {{{"disk.dev.read_rawactive"}, {"disk.dev.write_rawactive"}}}},
        {Unit::tick, {{}}, true}},
    {u"% Disk Read Time", Summing::mean_growth, {Unit::tick, {{{"disk.dev.read_rawactive"}}}},
        {Unit::tick, {{}}, true}},
    {u"% Disk Write Time", Summing::mean_growth, {Unit::tick, {{{"disk.dev.write_rawactive"}}}},
        {Unit::tick, {{}}, true}},
    {u"% Idle Time", Summing::mean_growth, {Unit::tick, {{{"disk.dev.avactive", true}}}, true},
        {Unit::tick, {{}}, true}},
    {u"Avg. Disk Queue Length", Summing::growth,
        {Unit::tick, {{{"disk.dev.read_rawactive"}, {"disk.dev.write_rawactive"}}}}},
    {u"Avg. Disk Read Queue Length", Summing::growth, {Unit::tick, {{{"disk.dev.read_rawactive"}}}}},
    {u"Avg. Disk Write Queue Length", Summing::growth, {Unit::tick, {{{"disk.dev.write_rawactive"}}}}},
    {u"Avg. Disk sec/Transfer", Summing::growth,
        {Unit::tick, {{{"disk.dev.read_rawactive"}, {"disk.dev.write_rawactive"}}}},
        {Unit::number, {{{"disk.dev.read"}, {"disk.dev.write"}}}}},
    {u"Avg. Disk sec/Read", Summing::growth, {Unit::tick, {{{"disk.dev.read_rawactive"}}}},
        {Unit::number, {{{"disk.dev.read"}}}}},
    {u"Avg. Disk sec/Write", Summing::growth, {Unit::tick, {{{"disk.dev.write_rawactive"}}}},
        {Unit::number, {{{"disk.dev.write"}}}}},
    {u"Disk Transfers/sec", Summing::growth, {Unit::number, {{{"disk.dev.read"}, {"disk.dev.write"}}}}},
    {u"Disk Reads/sec", Summing::growth, {Unit::number, {{{"disk.dev.read"}}}}},
    {u"Disk Writes/sec", Summing::growth, {Unit::number, {{{"disk.dev.write"}}}}},
    {u"Disk Bytes/sec", Summing::growth, {Unit::byte, {{{"disk.dev.read_bytes"}, {"disk.dev.write_bytes"}}}}},
    {u"Disk Read Bytes/sec", Summing::growth, {Unit::byte, {{{"disk.dev.read_bytes"}}}}},
    {u"Disk Write Bytes/sec", Summing::growth, {Unit::byte, {{{"disk.dev.write_bytes"}}}}},
    {u"Avg. Disk Bytes/Transfer", Summing::growth,
        {Unit::byte, {{{"disk.dev.read_bytes"}, {"disk.dev.write_bytes"}}}},
        {Unit::number, {{{"disk.dev.read"}, {"disk.dev.write"}}}}},
    {u"Avg. Disk Bytes/Read", Summing::growth, {Unit::byte, {{{"disk.dev.read_bytes"}}}},
        {Unit::number, {{{"disk.dev.read"}}}}},
    {u"Avg. Disk Bytes/Write", Summing::growth, {Unit::byte, {{{"disk.dev.write_bytes"}}}},
        {Unit::number, {{{"disk.dev.write"}}}}},
});

constexpr auto volume_counters = std::to_array<MappedCounter>({
    {u"% Free Space", Summing::sum, {Unit::megabyte, {{{"filesys.avail"}}}},
        {Unit::megabyte, {{{"filesys.capacity"}}}}},
    {u"Free Megabytes", Summing::sum, {Unit::megabyte, {{{"filesys.avail"}}}}},
});

constexpr auto network_counters = std::to_array<MappedCounter>({
    {u"Bytes Total/sec", Summing::sum,
        {Unit::byte, {{{"network.interface.in.bytes"}, {"network.interface.out.bytes"}}}}},
    {u"Packets/sec", Summing::sum,
        {Unit::number, {{{"network.interface.in.packets"}, {"network.interface.out.packets"}}}}},
    {u"Packets Received/sec", Summing::sum, {Unit::number, {{{"network.interface.in.packets"}}}}},
    {u"Packets Sent/sec", Summing::sum, {Unit::number, {{{"network.interface.out.packets"}}}}},
    {u"Current Bandwidth", Summing::sum, {Unit::bit_per_second, {{{"network.interface.baudrate"}}}}},
    {u"Bytes Received/sec", Summing::sum, {Unit::byte, {{{"network.interface.in.bytes"}}}}},
    {u"Packets Received Unicast/sec", Summing::sum,
        {Unit::number, {{{"network.interface.in.packets"}, {"network.interface.in.mcasts", true}}}}},
    {u"Packets Received Non-Unicast/sec", Summing::sum, {Unit::number, {{{"network.interface.in.mcasts"}}}}},
    {u"Packets Received Discarded", Summing::sum, {Unit::number, {{{"network.interface.in.drops"}}}}},
    {u"Packets Received Errors", Summing::sum, {Unit::number, {{{"network.interface.in.errors"}}}}},
    {u"Bytes Sent/sec", Summing::sum, {Unit::byte, {{{"network.interface.out.bytes"}}}}},
    {u"Packets Outbound Discarded", Summing::sum, {Unit::number, {{{"network.interface.out.drops"}}}}},
    {u"Packets Outbound Errors", Summing::sum, {Unit::number, {{{"network.interface.out.errors"}}}}},
});

constexpr auto paging_counters = std::to_array<MappedCounter>({
    {u"% Usage", Summing::sum, {Unit::kilobyte, {{{"swapdev.length"}, {"swapdev.free", true}}}},
        {Unit::kilobyte, {{{"swapdev.length"}}}}},
});

constexpr auto tcp_counters = std::to_array<MappedCounter>({
    {u"Segments/sec", Summing::sum, {Unit::number, {{{"network.tcp.insegs"}, {"network.tcp.outsegs"}}}}},
    {u"Connections Established", Summing::sum, {Unit::number, {{{"network.tcp.currestab"}}}}},
    {u"Connections Active", Summing::sum, {Unit::number, {{{"network.tcp.activeopens"}}}}},
    {u"Connections Passive", Summing::sum, {Unit::number, {{{"network.tcp.passiveopens"}}}}},
    {u"Connection Failures", Summing::sum, {Unit::number, {{{"network.tcp.attemptfails"}}}}},
    {u"Connections Reset", Summing::sum, {Unit::number, {{{"network.tcp.estabresets"}}}}},
    {u"Segments Received/sec", Summing::sum, {Unit::number, {{{"network.tcp.insegs"}}}}},
    {u"Segments Sent/sec", Summing::sum, {Unit::number, {{{"network.tcp.outsegs"}}}}},
    {u"Segments Retransmitted/sec", Summing::sum, {Unit::number, {{{"network.tcp.retranssegs"}}}}},
});

constexpr auto udp_counters = std::to_array<MappedCounter>({
    {u"Datagrams/sec", Summing::sum, {Unit::number, {{{"indatagrams"}, {"outdatagrams"}}}}},
    {u"Datagrams Received/sec", Summing::sum, {Unit::number, {{{"indatagrams"}}}}},
    {u"Datagrams No Port/sec", Summing::sum, {Unit::number, {{{"noports"}}}}},
    {u"Datagrams Received Errors", Summing::sum, {Unit::number, {{{"inerrors"}}}}},
    {u"Datagrams Sent/sec", Summing::sum, {Unit::number, {{{"outdatagrams"}}}}},
});

// The metric of forwarded datagrams has another name in each of them.
constexpr auto ip_counters(std::string_view forwarded) {
    return std::to_array<MappedCounter>({
        {u"Datagrams/sec", Summing::sum, {Unit::number, {{{"inreceives"}, {"outrequests"}}}}},
        {u"Datagrams Received/sec", Summing::sum, {Unit::number, {{{"inreceives"}}}}},
        {u"Datagrams Received Header Errors", Summing::sum, {Unit::number, {{{"inhdrerrors"}}}}},
        {u"Datagrams Received Address Errors", Summing::sum, {Unit::number, {{{"inaddrerrors"}}}}},
        {u"Datagrams Forwarded/sec", Summing::sum, {Unit::number, {{{forwarded}}}}},
        {u"Datagrams Received Unknown Protocol", Summing::sum, {Unit::number, {{{"inunknownprotos"}}}}},
        {u"Datagrams Received Discarded", Summing::sum, {Unit::number, {{{"indiscards"}}}}},
        {u"Datagrams Received Delivered/sec", Summing::sum, {Unit::number, {{{"indelivers"}}}}},
        {u"Datagrams Sent/sec", Summing::sum, {Unit::number, {{{"outrequests"}}}}},
        {u"Datagrams Outbound Discarded", Summing::sum, {Unit::number, {{{"outdiscards"}}}}},
        {u"Datagrams Outbound No Route", Summing::sum, {Unit::number, {{{"outnoroutes"}}}}},
        {u"Fragments Received/sec", Summing::sum, {Unit::number, {{{"reasmreqds"}}}}},
        {u"Fragments Re-assembled/sec", Summing::sum, {Unit::number, {{{"reasmoks"}}}}},
        {u"Fragment Re-assembly Failures", Summing::sum, {Unit::number, {{{"reasmfails"}}}}},
        {u"Fragmented Datagrams/sec", Summing::sum, {Unit::number, {{{"fragoks"}}}}},
        {u"Fragmentation Failures", Summing::sum, {Unit::number, {{{"fragfails"}}}}},
        {u"Fragments Created/sec", Summing::sum, {Unit::number, {{{"fragcreates"}}}}},
    });
}

constexpr auto ipv4_counters = ip_counters("forwdatagrams");
constexpr auto ipv6_counters = ip_counters("outforwdatagrams");

// cpu0
std::u16string processor_instance(std::string_view name, int /*number*/) {
    return model::kernel_instance(name.starts_with("cpu") ? name.substr(3) : name);
}

// As the disks of this computer: the number and the name of the device.
std::u16string disk_instance(std::string_view name, int number) {
    std::u16string instance;
    append_decimal(instance, static_cast<std::uint64_t>(std::max(number, 0)));
    return instance + u' ' + model::kernel_instance(name);
}

std::u16string network_instance(std::string_view name, int /*number*/) {
    return name == "lo" ? std::u16string() : model::kernel_instance(model::interface_instance(name));
}

// A file or folder.
std::u16string file_instance(std::string_view path, int /*number*/) {
    return model::kernel_instance(model::path_instance(path));
}

std::u16string process_instance(std::string_view name, int /*number*/) {
    return model::kernel_instance(name);
}

constexpr auto mapped_objects = std::to_array<MappedObject>({
    {u"System", system_counters},
    {u"Memory", memory_counters},
    {u"Processor", processor_counters, "kernel.percpu.cpu.idle", processor_instance, true},
    {u"Process", process_counters, "proc.psinfo.pid", process_instance, true, "proc.psinfo.cmd",
        "proc.psinfo.start_time"},
    {u"PhysicalDisk", disk_counters, "disk.dev.read", disk_instance, true},
    {u"LogicalDisk", volume_counters, "filesys.capacity", file_instance, true, "filesys.mountdir"},
    {u"Network Interface", network_counters, "network.interface.in.bytes", network_instance},
    {u"Paging File", paging_counters, "swapdev.length", file_instance, true},
    {u"TCPv4", tcp_counters},
    {.name = u"UDPv4", .counters = udp_counters, .prefix = "network.udp."},
    {.name = u"UDPv6", .counters = udp_counters, .prefix = "network.udp6."},
    {.name = u"IPv4", .counters = ipv4_counters, .prefix = "network.ip."},
    {.name = u"IPv6", .counters = ipv6_counters, .prefix = "network.ip6."},
});

std::string full_name(std::string_view prefix, std::string_view name) {
    return std::string(prefix).append(name);
}

void add_name(std::string_view prefix, std::string_view name, std::vector<std::string>& names) {
    if (!name.empty() && std::ranges::find(names, full_name(prefix, name)) == names.end()) {
        names.push_back(full_name(prefix, name));
    }
}

void add_names(std::string_view prefix, const MappedValue& value, std::vector<std::string>& names) {
    for (const MappedTerm& term : value.terms) {
        add_name(prefix, term.metric, names);
    }
}

// Puts an object together.
class LinuxObjectMaker {
  public:
    LinuxObjectMaker(std::string_view prefix, std::span<const Metric> known, CountersWithoutMetrics missing)
        : prefix_(prefix), known_(known), missing_(missing) {}

    [[nodiscard]] std::optional<std::uint32_t> take(std::string_view name) {
        const auto taken = std::ranges::find(plan_.metrics, name, &Metric::name);
        if (taken != plan_.metrics.end()) {
            return static_cast<std::uint32_t>(taken - plan_.metrics.begin());
        }
        const auto found = std::ranges::find(known_, name, &Metric::name);
        if (found == known_.end()) {
            return std::nullopt;
        }
        plan_.metrics.push_back(*found);
        return static_cast<std::uint32_t>(plan_.metrics.size() - 1);
    }

    // An archive may have only some of the metrics.
    [[nodiscard]] bool take_first_with_instances(const std::vector<std::string>& names) {
        return std::ranges::any_of(names, [this](const std::string& name) {
            const auto found = std::ranges::find(known_, name, &Metric::name);
            return found != known_.end() && found->desc.indom != PM_INDOM_NULL && take(name);
        });
    }

    void add_counter(const model::ObjectDef& described, std::uint32_t column, const MappedCounter& mapped) {
        model::CounterDef counter = described.counters[column];
        auto value = column_of(mapped, mapped.value);
        if (!value) {
            return;
        }
        auto& counters = plan_.definition.counters;
        if (counter.base == model::no_column) {
            counters.push_back(std::move(counter));
            plan_.columns.push_back(std::move(*value));
            return;
        }
        auto base = column_of(mapped, mapped.base);
        if (!base) {
            return;
        }
        model::CounterDef base_counter = described.counters[counter.base];
        counter.base = static_cast<std::uint32_t>(counters.size() + 1);
        counters.push_back(std::move(counter));
        counters.push_back(std::move(base_counter));
        plan_.columns.push_back(std::move(*value));
        plan_.columns.push_back(std::move(*base));
    }

    [[nodiscard]] ObjectPlan& plan() noexcept { return plan_; }

  private:
    std::optional<ColumnPlan> column_of(const MappedCounter& counter, const MappedValue& mapped) {
        auto column = make_column(counter, mapped);
        if (!column && missing_ == CountersWithoutMetrics::kept) {
            column.emplace().is_missing = true;
        }
        return column;
    }

    std::optional<ColumnPlan> make_column(const MappedCounter& counter, const MappedValue& mapped) {
        ColumnPlan column{.terms = {}, .constant = 0, .adds_time = mapped.adds_time, .total = counter.total};
        for (const MappedTerm& term : mapped.terms) {
            if (term.metric.empty()) {
                continue;
            }
            const auto metric = take(full_name(prefix_, term.metric));
            if (!metric || !is_number(plan_.metrics[*metric].desc.type)) {
                return std::nullopt;
            }
            const auto scale = scale_to(mapped.unit, plan_.metrics[*metric].desc.units);
            if (!scale) {
                return std::nullopt;
            }
            column.terms.push_back({*metric, *scale, term.negative});
        }
        return column;
    }

    std::string_view prefix_; // of the metrics
    std::span<const Metric> known_;
    CountersWithoutMetrics missing_;
    ObjectPlan plan_;
};

// The metrics that the instances need come first.
bool take_instances(const MappedObject& object, LinuxObjectMaker& maker) {
    if (object.instances.empty()) {
        return true;
    }
    if (!maker.take(object.instances) && !maker.take_first_with_instances(metrics_of(object))) {
        return false;
    }
    maker.plan().name = object.names.empty() ? std::nullopt : maker.take(object.names);
    maker.plan().identity = object.identities.empty() ? std::nullopt : maker.take(object.identities);
    return object.names.empty() || maker.plan().name.has_value();
}

} // namespace

const MappedObject* find_linux_object(std::u16string_view name) noexcept {
    const auto* const found = std::ranges::find_if(
        mapped_objects, [name](const MappedObject& object) { return equal_folded(object.name, name); });
    return found == mapped_objects.end() ? nullptr : found;
}

std::span<const MappedObject> linux_objects() noexcept {
    return mapped_objects;
}

std::vector<std::string> metrics_of(const MappedObject& object) {
    std::vector<std::string> names;
    add_name({}, object.instances, names);
    add_name({}, object.names, names);
    add_name({}, object.identities, names);
    for (const MappedCounter& counter : object.counters) {
        add_names(object.prefix, counter.value, names);
        add_names(object.prefix, counter.base, names);
    }
    return names;
}

std::optional<ObjectPlan> make_linux_object(const MappedObject& object, const model::ObjectDef& described,
    std::span<const Metric> known, CountersWithoutMetrics missing) {
    LinuxObjectMaker maker(object.prefix, known, missing);
    if (!take_instances(object, maker)) {
        if (missing == CountersWithoutMetrics::left_out) {
            return std::nullopt;
        }
        maker = LinuxObjectMaker(object.prefix, {}, missing); // the values have no known owner
    }
    ObjectPlan& plan = maker.plan();
    plan.definition.name = described.name;
    plan.definition.help = described.help;
    plan.definition.title_index = described.title_index;
    plan.definition.instances = described.instances;
    plan.definition.detail = described.detail;
    plan.name_instance = object.name_instance;
    plan.has_total = object.has_total;
    for (std::uint32_t column = 0; column < described.counters.size(); ++column) {
        const auto mapped =
            std::ranges::find(object.counters, described.counters[column].name, &MappedCounter::name);
        if (mapped == object.counters.end() || calc::is_base_type(described.counters[column].type)) {
            continue;
        }
        if (column == described.default_counter) {
            plan.definition.default_counter = static_cast<std::uint32_t>(plan.definition.counters.size());
        }
        maker.add_counter(described, column, *mapped);
    }
    plan.definition.columns = static_cast<std::uint32_t>(plan.definition.counters.size());
    return plan.columns.empty() ? std::nullopt : std::optional(std::move(plan));
}

} // namespace pdh_shim::source::pcp
