// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/watched_process.h"

#include <utility>

namespace pdh_shim::source::linux {

void EndedProcesses::add_living(const WatchedProcess& process) noexcept {
    const auto add = [&](std::int64_t& sum, ProcessField::Index field) {
        const std::int64_t before = process.born ? 0 : process.last[field];
        const bool counts = process.born || process.lasting;
        const std::int64_t grown = counts ? difference(process.now[field], before) : unread;
        sum = grown == unread ? sum : sum_of({sum, grown});
    };
    add(reaped_.user, ProcessField::reaped_user_time);
    add(reaped_.privileged, ProcessField::reaped_privileged_time);
    if (process.replaced) {
        add_used(process.last, replaced_);
    }
}

ProcessValues EndedProcesses::times() noexcept {
    const Times ended = std::exchange(ended_, {});
    ProcessValues times{};
    times[ProcessField::user_time] = difference(reaped_.user, sum_of({ended.user, replaced_.user}));
    times[ProcessField::privileged_time] =
        difference(reaped_.privileged, sum_of({ended.privileged, replaced_.privileged}));
    times[ProcessField::processor_time] =
        sum_of({times[ProcessField::user_time], times[ProcessField::privileged_time]});
    return times;
}

void EndedProcesses::add_used(const ProcessGrowth& last, Times& ended) noexcept {
    const auto add = [&last](std::int64_t& sum, ProcessField::Index own, ProcessField::Index reaped) {
        const std::int64_t used = sum_of({last[own], last[reaped]});
        sum = used == unread ? sum : sum_of({sum, used});
    };
    add(ended.user, ProcessField::user_time, ProcessField::reaped_user_time);
    add(ended.privileged, ProcessField::privileged_time, ProcessField::reaped_privileged_time);
}

} // namespace pdh_shim::source::linux
