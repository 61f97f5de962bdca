// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "answers.h"
#include "source/windows/system_api.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

/// A machine with a Wine that fills everything in, which a test changes.
struct FakeMachine {
    using PointerWidth = pdh_shim::PointerWidth;
    using Information = pdh_shim::source::windows::Information;
    using ProtocolKind = pdh_shim::source::windows::ProtocolKind;

    bool is_wine = true;
    bool has_linux_files = true;
    PointerWidth width = PointerWidth::bits64;
    std::int64_t own_process = 36;
    std::int64_t uptime = 50'000'000'000;
    std::uint32_t priority_class = 0x20;
    std::vector<pdh_shim::source::windows::ProcessorTimes> processors{
        {30'000'000'000, 40'000'000'000, 10'000'000'000}, {20'000'000'000, 30'000'000'000, 20'000'000'000}};
    std::vector<pdh_shim::source::windows::ProcessorPower> power{{3000, 3000}, {3000, 1500}};
    pdh_shim::source::windows::BasicInformation basic{4096, 100'000};
    pdh_shim::source::windows::MemoryPages pages{60'000, 50'000, 150'002};
    std::vector<pdh_shim::ProcessEntry> processes{
        {.name = u"explorer.exe",
            .id = 32,
            .parent = 0,
            .created = 1000,
            .user = 300,
            .kernel = 100,
            .priority = 2,
            .threads = 3,
            .handles = 32,
            .virtual_size = 7000,
            .virtual_peak = 8000,
            .working_set = 5000,
            .working_set_peak = 6000,
            .page_file = 4000},
        {.name = u"program.exe",
            .id = 36,
            .parent = 32,
            .created = 2000,
            .user = 30,
            .kernel = 10,
            .priority = 2,
            .threads = 2,
            .handles = 32,
            .virtual_size = 700,
            .virtual_peak = 800,
            .working_set = 500,
            .working_set_peak = 600,
            .page_file = 400},
    };
    std::optional<std::vector<pdh_shim::source::windows::InterfaceRow>> interfaces{
        {{.name = u"lo", .index = 1, .is_loopback = true, .in_bytes = 9, .out_bytes = 9},
            {.name = u"eth0",
                .index = 2,
                .in_bytes = 1000,
                .in_unicast = 10,
                .in_others = 3,
                .in_discarded = 1,
                .in_errors = 2,
                .out_bytes = 500,
                .out_unicast = 5,
                .out_others = 0,
                .out_discarded = 3,
                .out_errors = 4}}};
    std::vector<pdh_shim::source::windows::DriveRow> drives{{u"C:", 1LL << 30, 1LL << 29}};
    std::map<ProtocolKind, pdh_shim::source::windows::StatisticsTable> statistics;
    std::set<Information> refused;
    std::vector<Information> asked;
    std::function<void()> when_asked = [] {};

    FakeMachine() {
        for (const ProtocolKind which : {ProtocolKind::ip4, ProtocolKind::ip6, ProtocolKind::tcp,
                 ProtocolKind::udp4, ProtocolKind::udp6, ProtocolKind::icmp}) {
            for (std::uint32_t i = 0; i < statistics[which].size(); ++i) {
                statistics[which][i] = 100 + i;
            }
        }
    }
};

class FakeSystem final : public pdh_shim::source::windows::SystemApi {
  public:
    explicit FakeSystem(FakeMachine& machine) : machine_(machine) {}

    bool is_wine() override { return machine_.is_wine; }
    bool has_linux_files() override { return machine_.has_linux_files; }
    pdh_shim::PointerWidth width() override { return machine_.width; }
    std::int64_t own_process() override { return machine_.own_process; }
    pdh_shim::SystemAnswer query(answers::Information information, std::vector<std::byte>& buffer) override {
        machine_.asked.push_back(information);
        machine_.when_asked();
        if (machine_.refused.contains(information)) {
            return {};
        }
        buffer = bytes_of(information);
        return answers::answer_of(buffer);
    }
    pdh_shim::SystemAnswer power(std::vector<std::byte>& buffer) override {
        buffer = answers::power(machine_.power);
        return answers::answer_of(buffer);
    }
    std::int64_t uptime() override { return machine_.uptime; }
    std::uint32_t priority_class(std::int64_t /*process*/) override { return machine_.priority_class; }
    std::optional<std::vector<pdh_shim::source::windows::InterfaceRow>> interfaces() override {
        return machine_.interfaces;
    }
    std::vector<pdh_shim::source::windows::DriveRow> drives() override { return machine_.drives; }
    std::optional<pdh_shim::source::windows::StatisticsTable> statistics(
        pdh_shim::source::windows::ProtocolKind which) override {
        const auto found = machine_.statistics.find(which);
        return found == machine_.statistics.end() ? std::nullopt : std::optional(found->second);
    }

  private:
    std::vector<std::byte> bytes_of(answers::Information information) {
        using answers::Information;
        switch (information) {
        case Information::basic:
            return answers::basic(machine_.basic, machine_.width);
        case Information::performance:
            return answers::performance(machine_.pages);
        case Information::processes:
            return answers::processes(machine_.processes, machine_.width);
        case Information::processors:
            return answers::processors(machine_.processors);
        }
        return {};
    }

    FakeMachine& machine_;
};
