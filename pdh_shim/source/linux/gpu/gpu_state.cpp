// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/gpu_state.h"

#include "base/saturating.h"
#include "source/linux/gpu/nvidia_clients.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/process/process_state.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

constexpr std::int64_t ns_per_tick = 100; // of the clock

/// What an engine's use grew by in nanoseconds. A client that was not there before was started since then,
/// unless it used more than it could: then another process had it, whose descriptors could not be read.
std::int64_t growth(const EngineUsage& now, const EngineUsage* before, std::int64_t elapsed_ns) noexcept {
    const std::int64_t most = scaled(elapsed_ns, now.capacity);
    if (now.nanoseconds != unread) {
        const std::int64_t grown = difference(now.nanoseconds, before == nullptr ? 0 : before->nanoseconds);
        return grown == unread || (before == nullptr && grown > most) ? 0 : grown;
    }
    if (before == nullptr) {
        return 0; // how many cycles passed since it was started is not known
    }
    const std::int64_t used = difference(now.cycles, before->cycles);
    const std::int64_t passed = difference(now.total_cycles, before->total_cycles);
    if (used == unread || passed == unread || passed == 0) {
        return 0;
    }
    const double share = static_cast<double>(used) / static_cast<double>(passed);
    return std::min(most, saturated_whole(share * static_cast<double>(elapsed_ns)));
}

void add_memory(GpuMemory& sum, const GpuMemory& memory) noexcept {
    sum.dedicated = sum_of({sum.dedicated, memory.dedicated});
    sum.shared = sum_of({sum.shared, memory.shared});
}

GpuMemory sum_of_clients(const std::vector<GpuClient>& clients, std::int64_t luid) {
    GpuMemory sum{0, 0};
    for (const GpuClient& client : clients) {
        if (client.luid == luid) {
            add_memory(sum, client.memory);
        }
    }
    return sum;
}

GpuMemoryValues values_of(const GpuMemory& memory) noexcept {
    return {memory.dedicated, memory.shared, sum_of({memory.dedicated, memory.shared})};
}

bool tells_memory(const GpuAdapter& adapter) noexcept {
    return adapter.memory.has_value();
}

/// NVIDIA's driver runs, and its device exists, which its library would else start a program to make.
bool has_nvidia(FileSystem& files) {
    return files.info("/proc/driver/nvidia/version").has_value() && files.info("/dev/nvidiactl").has_value();
}

void append_hexadecimal(std::u16string& out, std::int64_t value) {
    constexpr std::u16string_view digits = u"0123456789ABCDEF";
    out += u"0x";
    for (int shift = 28; shift >= 0; shift -= 4) {
        out += digits[static_cast<std::size_t>(value >> shift) & 0xFU];
    }
}

void append_luid(std::u16string& out, std::int64_t luid) {
    out += u"luid_";
    append_hexadecimal(out, luid >> 32);
    out += u'_';
    append_hexadecimal(out, luid);
    out += u"_phys_0";
}

std::u16string name_of_share(std::int64_t process, std::int64_t luid) {
    std::u16string name = u"pid_";
    append_number(name, process);
    name += u'_';
    append_luid(name, luid);
    return name;
}

} // namespace

Inputs find_gpus(FileSystem& files, Inputs /*wanted*/) {
    const bool has_gpus = !list_gpu_adapters(files).empty() || has_nvidia(files);
    return has_gpus ? inputs::gpus | inputs::gpu_clients : 0;
}

void GpuState::update(std::int64_t time_100ns, Inputs needed) {
    readable_ = false;
    std::vector<GpuAdapter> adapters = list_adapters();
    const std::vector<NvidiaGpu> nvidia = read_nvidia();
    if ((needed & inputs::gpu_clients) == 0 && std::ranges::all_of(adapters, tells_memory)) {
        add_adapters(nvidia, adapters);
        adapters_.swap(adapters);
        readable_ = true;
        return;
    }
    auto clients = adapters.empty() ? std::optional(GpuClients{})
                                    : read_gpu_clients(files_, adapters, clients_, time_100ns);
    if (!clients) {
        return;
    }
    const std::int64_t elapsed_ns = scaled(difference(time_100ns, time_), ns_per_tick);
    add_adapters(nvidia, adapters);
    add_clients(nvidia, clients_, elapsed_ns, files_, *clients);
    EngineTimes times = lasting_times(adapters, *clients);
    for (const GpuClient& client : clients->list) {
        for (const GpuEngine& engine : client.engines) {
            add(client, engine, elapsed_ns, times);
        }
    }
    adapters_.swap(adapters); // nothing from here on allocates memory
    std::swap(clients_, *clients);
    times_.swap(times);
    time_ = time_100ns;
    readable_ = true;
}

/// Those of DRM.
std::vector<GpuAdapter> GpuState::list_adapters() {
    std::vector<GpuAdapter> adapters = list_gpu_adapters(files_);
    if (windows_adapters_ && !adapters.empty()) {
        std::vector<std::int64_t> luids;
        std::ranges::transform(adapters, std::back_inserter(luids), &GpuAdapter::luid);
        if (luids != own_luids_) { // Windows' adapters are listed once for the same GPUs
            windows_ = windows_adapters_();
            own_luids_ = std::move(luids);
        }
        take_luids(windows_, adapters);
    }
    for (GpuAdapter& adapter : adapters) {
        adapter.memory = read_gpu_memory(files_, adapter, buffer_);
    }
    return adapters;
}

std::vector<NvidiaGpu> GpuState::read_nvidia() {
    Nvml* const nvml = has_nvidia(files_) ? nvml_.get() : nullptr;
    return nvml == nullptr ? std::vector<NvidiaGpu>() : nvml->read(nvml_seen_);
}

/// The times of the processes that have not ended, on the GPUs that are still there.
GpuState::EngineTimes GpuState::lasting_times(
    const std::vector<GpuAdapter>& adapters, const GpuClients& clients) {
    std::map<std::int64_t, std::optional<std::int64_t>> starts(clients.starts.begin(), clients.starts.end());
    EngineTimes times;
    for (const auto& [key, time] : times_) {
        const std::int64_t process = key.share.process;
        const auto [start, is_new] = starts.try_emplace(process);
        if (is_new) {
            start->second = read_start_ticks(files_, process, buffer_);
        }
        const bool has_gpu = std::ranges::binary_search(adapters, key.share.luid, {}, &GpuAdapter::luid);
        if (has_gpu && start->second == key.share.start_ticks) {
            times.emplace_hint(times.end(), key, time);
        }
    }
    return times;
}

void GpuState::add(
    const GpuClient& client, const GpuEngine& engine, std::int64_t elapsed_ns, EngineTimes& times) const {
    const EngineKey key{{client.process, client.start_ticks, client.luid}, engine.name};
    const EngineUsage& now = engine.used;
    EngineTime& time = times[key];
    const std::int64_t grown = times_.contains(key) ? growth(now, find_last(client, engine), elapsed_ns)
                                                    : std::max<std::int64_t>(0, now.nanoseconds);
    time.busy_ns = sum_of({time.busy_ns, grown / now.capacity});
    time.running_ns = now.nanoseconds == unread ? unread : sum_of({time.running_ns, grown});
}

/// What the client had used at the last sample; null if it was not there.
const EngineUsage* GpuState::find_last(const GpuClient& client, const GpuEngine& engine) const {
    const GpuClient* const last = find_client(clients_, client.luid, client.id);
    if (last == nullptr) {
        return nullptr;
    }
    const auto used = std::ranges::find(last->engines, engine.name, &GpuEngine::name);
    return used == last->engines.end() ? nullptr : &used->used;
}

void GpuState::write_engines(model::InstanceWriter& instances) const {
    for (const auto& [key, time] : times_) {
        const EngineKind kind = engine_kind(key.name);
        std::u16string name = name_of_share(key.share.process, key.share.luid) + u"_eng_";
        append_number(name, kind.number);
        name += u"_engtype_";
        name.append(kind.type.begin(), kind.type.end());
        const std::array<std::int64_t, GpuEngineField::count> values{
            time.busy_ns / ns_per_tick, time.running_ns == unread ? unread : time.running_ns / ns_per_tick};
        instances.add(name, task_id(key.share.process, key.share.start_ticks), values);
    }
}

void GpuState::write_processes(model::InstanceWriter& instances) const {
    std::map<Share, GpuMemory> shares;
    for (const GpuClient& client : clients_.list) {
        const Share share{client.process, client.start_ticks, client.luid};
        add_memory(shares.try_emplace(share, GpuMemory{0, 0}).first->second, client.memory);
    }
    for (const auto& [share, memory] : shares) {
        instances.add(name_of_share(share.process, share.luid), task_id(share.process, share.start_ticks),
            values_of(memory));
    }
}

void GpuState::write_adapters(model::InstanceWriter& instances) const {
    write_memory(instances, u"");
}

void GpuState::write_partitions(model::InstanceWriter& instances) const {
    write_memory(instances, u"_part_0");
}

void GpuState::write_memory(model::InstanceWriter& instances, std::u16string_view suffix) const {
    for (const GpuAdapter& adapter : adapters_) {
        std::u16string name;
        append_luid(name, adapter.luid);
        name += suffix;
        const GpuMemory sum = clients_.whole ? sum_of_clients(clients_.list, adapter.luid) : GpuMemory{};
        instances.add(name, adapter.luid, values_of(adapter.memory.value_or(sum)));
    }
}

namespace {

// The counters of GPU Process Memory. GPU Adapter Memory has the first three.
constexpr auto gpu_memory_rows = std::to_array<CounterRow>({
    {u"Dedicated Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::dedicated, u"Bytes in use of the GPU's own memory."},
    {u"Shared Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::shared, u"Bytes in use of the machine's memory, on behalf of the GPU."},
    {u"Total Committed", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::committed, u"Dedicated Usage and Shared Usage together."},
    {u"Local Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::dedicated, u"Bytes in use of the memory that the GPU reaches fastest: its own."},
    {u"Non Local Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::shared, u"Bytes in use of other memory, on behalf of the GPU: the machine's."},
});
constexpr auto gpu_adapter_memory_rows = std::span(gpu_memory_rows).first<3>();
constexpr auto gpu_local_memory_rows = std::span(gpu_memory_rows).subspan<3, 1>();
constexpr auto gpu_non_local_memory_rows = std::span(gpu_memory_rows).subspan<4, 1>();

template <void (GpuState::*Write)(InstanceWriter&) const>
void write_gpus(const Shown& shown, InstanceWriter& instances) {
    if (!shown.gpus.readable()) {
        instances.fail();
        return;
    }
    (shown.gpus.*Write)(instances);
}

constexpr auto gpu_engine_rows = std::to_array<CounterRow>({
    {u"Running Time", 0, CounterType::perf_counter_large_rawcount, model::Detail::advanced, {},
        GpuEngineField::running_time, u"Time that the process used of the engines, in units of 100 ns."},
    {u"Utilization Percentage", 0, CounterType::perf_100nsec_timer, model::Detail::novice, {},
        GpuEngineField::busy_time,
        u"Share of the time that the engines worked for the process, in percent of all engines of the type."},
});

} // namespace

constexpr ObjectTable objects::gpu_engine{u"GPU Engine", 0, model::Instances::multi,
    {inputs::gpus, inputs::gpu_clients}, {}, u"Utilization Percentage",
    u"What each process uses of the engines of the GPUs.", gpu_engine_rows, find_gpus,
    write_gpus<&GpuState::write_engines>};

constexpr ObjectTable objects::gpu_adapter_memory{u"GPU Adapter Memory", 0, model::Instances::multi,
    {inputs::gpus}, {}, u"Dedicated Usage", u"The memory that is in use of each GPU.",
    gpu_adapter_memory_rows, find_gpus, write_gpus<&GpuState::write_adapters>};

constexpr ObjectTable objects::gpu_process_memory{u"GPU Process Memory", 0, model::Instances::multi,
    {inputs::gpus, inputs::gpu_clients}, {}, u"Dedicated Usage",
    u"The memory that each process uses of each GPU.", gpu_memory_rows, find_gpus,
    write_gpus<&GpuState::write_processes>};

constexpr ObjectTable objects::gpu_local_adapter_memory{u"GPU Local Adapter Memory", 0,
    model::Instances::multi, {inputs::gpus}, {}, u"Local Usage",
    u"The memory that is in use of each GPU and is its own.", gpu_local_memory_rows, find_gpus,
    write_gpus<&GpuState::write_partitions>};

constexpr ObjectTable objects::gpu_non_local_adapter_memory{u"GPU Non Local Adapter Memory", 0,
    model::Instances::multi, {inputs::gpus}, {}, u"Non Local Usage",
    u"The memory of the machine that is in use on behalf of each GPU.", gpu_non_local_memory_rows, find_gpus,
    write_gpus<&GpuState::write_partitions>};

} // namespace pdh_shim::source::linux
