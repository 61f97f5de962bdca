// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/idle_states.h"

#include "base/clock.h"
#include "source/linux/kernel/number_text.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

struct FoundIdleState {
    int depth = 0;
    std::string folder;
};

/// The states of a CPU that do not poll.
std::vector<FoundIdleState> idle_states_of(FileSystem& files, const std::string& cpu, FileBuffer& buffer) {
    std::vector<FoundIdleState> states;
    if (!files.info(cpu + "/cpuidle/state0")) {
        return states; // many machines have none, and opening missing files costs more
    }
    constexpr int most_states = 32;
    for (int i = 0; i < most_states; ++i) {
        std::string folder = cpu + "/cpuidle/state";
        append_number(folder, i);
        const auto name = files.read(folder + "/name", buffer);
        if (!name) {
            break;
        }
        const int depth = idle_class(name.value(), static_cast<std::int64_t>(states.size()) + 1);
        if (depth > 0) {
            states.push_back({depth, std::move(folder)});
        }
    }
    return states;
}

constexpr Needs idle_need(int depth) {
    return needs::idle_c1 << static_cast<unsigned>(depth - 1);
}

void find_idle_states(CpuFiles& files, Cpu& cpu) {
    std::vector<IdleState> states;
    for (FoundIdleState& state : idle_states_of(files.system(), cpu.folder, files.buffer())) {
        states.push_back({state.depth, {state.folder + "/time", {}}, {state.folder + "/usage", {}}});
    }
    cpu.idle_states = std::move(states);
}

} // namespace

Needs find_idle_sources(FileSystem& files) {
    FileBuffer buffer;
    Needs found = 0;
    for (const FoundIdleState& state : idle_states_of(files, folder_of_cpu(0), buffer)) {
        found |= idle_need(state.depth) | needs::idle_breaks;
    }
    return found;
}

void read_idle_states(CpuFiles& files, Cpu& cpu, Needs needed) {
    constexpr std::int64_t microsecond = ticks_per_second / 1'000'000;
    const bool counts_breaks = (needed & needs::idle_breaks) != 0;
    if (!counts_breaks && (needed & needs::idle_states) == 0) {
        return;
    }
    if (!cpu.idle_states) {
        find_idle_states(files, cpu);
    }
    for (IdleState& state : *cpu.idle_states) {
        const bool is_wanted = (needed & idle_need(state.depth)) != 0;
        if (!is_wanted && !counts_breaks) {
            continue;
        }
        const std::int64_t used = files.read_again(state.usage.file, state.usage.path);
        std::int64_t& breaks = cpu.now[CpuField::idle_breaks];
        breaks = sum_of({breaks == unread ? 0 : breaks, used});
        if (!is_wanted) {
            continue;
        }
        const auto level = static_cast<std::size_t>(state.depth - 1);
        std::int64_t& time = cpu.now[CpuField::c1_time + level];
        std::int64_t& transitions = cpu.now[CpuField::c1_transitions + level];
        const std::int64_t spent = files.read_again(state.time.file, state.time.path);
        time = sum_of({time == unread ? 0 : time, scaled(spent, microsecond)});
        transitions = sum_of({transitions == unread ? 0 : transitions, used});
    }
}

} // namespace pdh_shim::source::linux
