// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/gpu_clients.h"

#include "base/clock.h"
#include "base/saturating.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/process/process_text.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

auto identity(const GpuClient& client) {
    return std::tuple(client.luid, client.id);
}

/// Looks at the processes one by one.
class ClientScan {
  public:
    ClientScan(FileSystem& files, const std::vector<GpuAdapter>& adapters, const GpuClients& before,
        std::int64_t time_100ns)
        : files_(files), adapters_(adapters), before_(before), time_(time_100ns) {}

    [[nodiscard]] std::optional<GpuClients> run();

  private:
    void read_process(std::int64_t process);
    [[nodiscard]] std::uint64_t count_descriptors(const std::string& folder);
    [[nodiscard]] std::int64_t again(std::int64_t process) const noexcept;
    [[nodiscard]] const QuietProcess* find_quiet(const QuietProcess& now) const noexcept;
    [[nodiscard]] bool read_descriptor(
        std::int64_t process, const std::string& folder, std::int64_t descriptor);
    void read_client(std::int64_t process, std::string_view device);
    [[nodiscard]] std::optional<std::int64_t> start_of(std::int64_t process);

    FileSystem& files_;
    const std::vector<GpuAdapter>& adapters_;
    const GpuClients& before_;
    const std::int64_t time_;
    GpuClients clients_;
    std::string path_; // of a descriptor
    FileBuffer buffer_;
    FileBuffer stat_buffer_; // the other one holds the texts of said_
    DrmClient said_;
};

std::optional<GpuClients> ClientScan::run() {
    const auto processes = list_numbers(files_, "/proc", whole_number);
    if (!processes) {
        return std::nullopt;
    }
    // The first process is always there, unless the system hides it with all others of other users.
    clients_.whole = !processes.value().empty() && processes.value().front() == 1;
    for (const std::int64_t process : processes.value()) {
        read_process(process);
    }
    keep_each_once(clients_);
    return std::move(clients_);
}

void ClientScan::read_process(std::int64_t process) {
    const std::string folder = "/proc/" + std::to_string(process);
    const QuietProcess now{process, count_descriptors(folder), again(process)};
    if (const QuietProcess* const before = find_quiet(now)) {
        clients_.quiet.push_back(*before);
        return;
    }
    const auto descriptors = list_numbers(files_, folder + "/fd", whole_number);
    if (!descriptors) {
        clients_.whole = clients_.whole && descriptors.error() != FileError::denied;
        return;
    }
    bool is_quiet = true;
    for (const std::int64_t descriptor : descriptors.value()) {
        is_quiet = !read_descriptor(process, folder, descriptor) && is_quiet;
    }
    if (is_quiet && now.descriptors != 0) {
        clients_.quiet.push_back(now);
    }
}

/// 0 on kernels before 6.2, which do not have it; to count them costs as much as to look at them.
std::uint64_t ClientScan::count_descriptors(const std::string& folder) {
    const auto info = files_.info(folder + "/fd");
    return info ? info.value().size : 0;
}

/// When to look at a quiet process again; not at all of them at one time.
std::int64_t ClientScan::again(std::int64_t process) const noexcept {
    return saturated_add(time_, ticks_per_second * (5 + process % 10));
}

/// The process as it was before, if it need not be looked at now.
const QuietProcess* ClientScan::find_quiet(const QuietProcess& now) const noexcept {
    const auto& quiet = before_.quiet;
    const auto found = std::ranges::lower_bound(quiet, now.process, {}, &QuietProcess::process);
    const bool is_quiet = found != quiet.end() && found->process == now.process &&
                          found->descriptors == now.descriptors && found->until > time_;
    return is_quiet ? &*found : nullptr;
}

/// False if the descriptor leads to no GPU.
bool ClientScan::read_descriptor(std::int64_t process, const std::string& folder, std::int64_t descriptor) {
    path_.assign(folder).append("/fd/");
    append_number(path_, descriptor);
    const auto link = files_.read_link(path_);
    const std::string_view device = link ? drm_device(link.value()) : std::string_view{};
    if (device.empty()) {
        return false;
    }
    path_.assign(folder).append("/fdinfo/");
    append_number(path_, descriptor);
    read_client(process, device);
    return true;
}

void ClientScan::read_client(std::int64_t process, std::string_view device) {
    const auto text = files_.read(path_, buffer_);
    if (!text || !parse_drm_client(text.value(), said_)) {
        return;
    }
    const GpuAdapter* const adapter = find_adapter(adapters_, said_.device, device);
    if (adapter == nullptr) {
        return;
    }
    const auto start = start_of(process);
    if (!start) {
        return;
    }
    GpuClient client{adapter->luid, said_.id, process, *start, {said_.dedicated, said_.shared}, {}};
    for (const DrmEngine& engine : said_.engines) {
        client.engines.push_back({std::string(engine.name), engine.used});
    }
    clients_.list.push_back(std::move(client));
}

std::optional<std::int64_t> ClientScan::start_of(std::int64_t process) {
    if (const auto known = clients_.starts.find(process); known != clients_.starts.end()) {
        return known->second;
    }
    const auto ticks = read_start_ticks(files_, process, stat_buffer_);
    if (ticks) {
        clients_.starts.emplace(process, *ticks);
    }
    return ticks;
}

} // namespace

std::optional<GpuClients> read_gpu_clients(FileSystem& files, const std::vector<GpuAdapter>& adapters,
    const GpuClients& before, std::int64_t time_100ns) {
    return ClientScan(files, adapters, before, time_100ns).run();
}

const GpuClient* find_client(const GpuClients& clients, std::int64_t luid, std::int64_t id) noexcept {
    const std::tuple wanted(luid, id);
    const auto found = std::ranges::lower_bound(clients.list, wanted, {}, identity);
    return found != clients.list.end() && identity(*found) == wanted ? &*found : nullptr;
}

void keep_each_once(GpuClients& clients) {
    auto& list = clients.list;
    std::ranges::stable_sort(list, {}, identity);
    const auto same = [](const GpuClient& one, const GpuClient& other) {
        return identity(one) == identity(other);
    };
    list.erase(std::unique(list.begin(), list.end(), same), list.end());
}

std::optional<std::int64_t> read_start_ticks(FileSystem& files, std::int64_t process, FileBuffer& buffer) {
    const auto text = files.read("/proc/" + std::to_string(process) + "/stat", buffer);
    const auto stat = text ? parse_process_stat(text.value()) : std::nullopt;
    return stat ? std::optional(stat->start_ticks) : std::nullopt;
}

} // namespace pdh_shim::source::linux
