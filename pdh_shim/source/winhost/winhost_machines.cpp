// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/winhost_machines.h"

#include "base/locks.h"
#include "base/text.h"
#include "source/winhost/windows_host.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace pdh_shim::source::winhost {
namespace {

Failure without_section(const std::string& name) {
    return {Status::invalid_datasource, "host " + name,
        "it has no section in " + hosts_files() + ", so that it gets no credentials"};
}

class WinhostMachines final : public model::RemoteMachines {
  public:
    WinhostMachines(Hosts hosts, bool asks_all, Clock& clock, const WinhostOptions& options)
        : hosts_(std::move(hosts)), asks_all_(asks_all), clock_(clock),
          client_(std::make_shared<HostClient>(options.program, options.timeout, *options.clock)) {}

    void choose(const std::string& host, const HostSettings& settings) {
        std::u16string name;
        append_utf8_lossy(name, host);
        auto source = make_windows_host(client_, settings, host, clock_);
        const std::scoped_lock lock(mutex_);
        if (machines_.emplace(folded(name), KnownMachine{name, std::move(source), true, true}).second) {
            order_.push_back(std::move(name));
        }
    }

    std::vector<std::u16string> names() override {
        const std::scoped_lock lock(mutex_);
        return order_;
    }

    bool is_chosen(std::u16string_view name) override {
        const std::u16string key = folded(name);
        const std::scoped_lock lock(mutex_);
        const auto known = machines_.find(key);
        return known != machines_.end() && known->second.is_chosen;
    }

    std::shared_ptr<model::Source> find(std::u16string_view name) override { return find_or_add(name); }

    Result<std::shared_ptr<model::Source>, Failure> connect(std::u16string_view name) override {
        const auto source = find_or_add(name);
        if (source == nullptr) {
            return refusal(name);
        }
        PDH_SHIM_CHECK(source->connect());
        list(name);
        return std::shared_ptr<model::Source>(source);
    }

  private:
    struct KnownMachine {
        std::u16string name;
        std::shared_ptr<WindowsHost> source;
        bool is_chosen = false;
        bool is_listed = false; // in order_
    };

    std::shared_ptr<WindowsHost> find_or_add(std::u16string_view name) {
        const std::u16string key = folded(name);
        {
            const std::scoped_lock lock(mutex_);
            if (const auto known = machines_.find(key); known != machines_.end()) {
                return known->second.source;
            }
        }
        // The hosts of a section with an ending are known as they are named.
        const auto host = to_utf8(name);
        const HostSettings* const settings =
            asks_all_ && host && is_host_name(host.value()) ? hosts_.find(host.value()) : nullptr;
        if (settings == nullptr || settings->engine != Engine::winhost) {
            return nullptr;
        }
        if (is_full()) {
            return nullptr;
        }
        auto source = make_windows_host(
            client_, *settings, host.value(), clock_); // a superfluous one ends after the lock
        const std::scoped_lock lock(mutex_);
        return machines_.try_emplace(key, KnownMachine{std::u16string(name), source}).first->second.source;
    }

    // Whoever names hosts must not fill the memory with them.
    [[nodiscard]] bool is_full() {
        constexpr std::size_t most_hosts = 10'000;
        const std::scoped_lock lock(mutex_);
        return machines_.size() >= most_hosts;
    }

    [[nodiscard]] Failure refusal(std::u16string_view name) {
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

    void list(std::u16string_view name) {
        const std::u16string key = folded(name);
        const std::scoped_lock lock(mutex_);
        KnownMachine& known = machines_.at(key);
        if (!std::exchange(known.is_listed, true)) {
            order_.push_back(known.name);
        }
    }

    const Hosts hosts_;
    const bool asks_all_;
    Clock& clock_;
    const std::shared_ptr<HostClient> client_;
    ForkMutex mutex_{Rank::state}; // guards what follows
    std::map<std::u16string, KnownMachine> machines_;
    std::vector<std::u16string> order_; // of the names
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
