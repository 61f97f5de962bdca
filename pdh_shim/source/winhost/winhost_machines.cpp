// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/winhost_machines.h"

#include "base/text.h"
#include "model/known_machines.h"
#include "source/winhost/windows_host.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pdh_shim::source::winhost {
namespace {

Failure without_section(const std::string& name) {
    return {Status::invalid_datasource, "host " + name,
        "it has no section in " + hosts_files() + ", so that it gets no credentials"};
}

class WinhostMachines final : public model::KnownMachines<WindowsHost> {
  public:
    WinhostMachines(Hosts hosts, bool asks_all, Clock& clock, const WinhostOptions& options)
        : hosts_(std::move(hosts)), asks_all_(asks_all), clock_(clock),
          client_(std::make_shared<HostClient>(options.program, options.timeout, *options.clock)) {}

    void choose(const std::string& host, const HostSettings& settings) {
        KnownMachines::choose(host, make_windows_host(client_, settings, host, clock_));
    }

  private:
    // The hosts of a section with an ending are known as they are named.
    std::shared_ptr<WindowsHost> make(std::u16string_view name) override {
        const auto host = to_utf8(name);
        const HostSettings* const settings =
            asks_all_ && host && is_host_name(host.value()) ? hosts_.find(host.value()) : nullptr;
        if (settings == nullptr || settings->engine != Engine::winhost || is_full()) {
            return nullptr;
        }
        return make_windows_host(client_, *settings, host.value(), clock_);
    }

    Failure refusal(std::u16string_view name) override {
        std::string text;
        append_utf16_lossy(text, name);
        if (is_full()) {
            return {Status::cstatus_no_machine, "host " + text,
                "10,000 hosts are known, so that those of an ending are not asked any more"};
        }
        return asks_all_ ? without_section(text).as(Status::cstatus_no_machine)
                         : Failure(Status::cstatus_no_machine, "host " + text,
                               "it is not among the hosts that were chosen with winhost:");
    }

    // Whoever names hosts must not fill the memory with them.
    [[nodiscard]] bool is_full() {
        constexpr std::size_t most_hosts = 10'000;
        return count() >= most_hosts;
    }

    const Hosts hosts_;
    const bool asks_all_;
    Clock& clock_;
    const std::shared_ptr<HostClient> client_;
};

} // namespace

Result<std::shared_ptr<model::RemoteMachines>, Failure> make_winhost_machines(
    const std::vector<std::string>& chosen, Hosts hosts, Clock& clock, const WinhostOptions& options) {
    const bool has_any = std::ranges::any_of(
        hosts.sections(), [](const HostSettings& section) { return section.engine == Engine::winhost; });
    if (!has_any) {
        return Failure(Status::invalid_datasource, "winhost", "there is no host in " + hosts_files());
    }
    const Hosts sections = hosts;
    auto machines = std::make_shared<WinhostMachines>(std::move(hosts), chosen.empty(), clock, options);
    for (const std::string& name : chosen) {
        const HostSettings* const settings = sections.find(name);
        if (settings == nullptr ||
            !(is_host_name(name) || (settings->name == name && !settings->is_suffix()))) {
            return without_section(name);
        }
        machines->choose(name, *settings);
    }
    for (const HostSettings& section : sections.sections()) {
        if (chosen.empty() && section.engine == Engine::winhost && !section.is_suffix()) {
            machines->choose(section.name, section);
        }
    }
    return std::shared_ptr<model::RemoteMachines>(std::move(machines));
}

} // namespace pdh_shim::source::winhost
