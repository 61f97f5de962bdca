// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/group_share.h"

#include <algorithm>
#include <array>

namespace pdh_shim::source::linux {
namespace {

/// What a control group used of the processors.
constexpr std::array<CpuField::Index, 5> fields_of_group{
    CpuField::idle, CpuField::user, CpuField::privileged, CpuField::utility, CpuField::privileged_utility};

void set_group_growth(const CpuLimit& now, const CpuLimit& before, std::int64_t elapsed, std::int64_t online,
    CpuValues& grown) {
    const double cpus = std::max(std::min(now.cpus, static_cast<double>(online)), 0.01);
    // What is not known is not shown, so it grows as if nothing had been used.
    const auto share = [&](std::int64_t later, std::int64_t earlier) {
        const std::int64_t used = difference(later, earlier);
        const double time = static_cast<double>(used == unread ? 0 : used) / cpus;
        return static_cast<std::int64_t>(std::min(time, static_cast<double>(elapsed)));
    };
    const std::int64_t busy = share(now.used, before.used);
    grown[CpuField::idle] = elapsed - busy;
    grown[CpuField::user] = share(now.user, before.user);
    grown[CpuField::privileged] = share(now.system, before.system);
    grown[CpuField::utility] = scaled(busy, 100);
    grown[CpuField::privileged_utility] = scaled(grown[CpuField::privileged], 100);
}

} // namespace

void GroupShare::follow(const std::optional<CpuLimit>& limit, const CpuValues& machine_before,
    const CpuValues& total_before, std::int64_t elapsed, std::int64_t online, CpuValues& total) {
    if (!counts_ && !limit) {
        return;
    }
    counts_ = true;
    CpuValues grown{};
    std::ranges::transform(total, machine_before, grown.begin(),
        [](std::int64_t now, std::int64_t before) { return difference(now, before); });
    if (limit && limit_) {
        set_group_growth(*limit, *limit_, elapsed, online, grown);
    }
    for (const auto field : fields_of_group) {
        if (grown[field] != unread && total_before[field] != unread) {
            total[field] = sum_of({total_before[field], grown[field]});
        }
    }
    limit_ = limit;
}

bool GroupShare::shows(const Cpu& cpu) const {
    const bool has_set = limit_ && limit_->processors != nullptr;
    return cpu.present && (!has_set || std::ranges::binary_search(*limit_->processors, cpu.number));
}

const CpuValues& GroupShare::shown(const CpuValues& values) const noexcept {
    static constexpr CpuValues missing = [] {
        CpuValues all{};
        all.fill(unread);
        return all;
    }();
    return limit_ ? missing : values;
}

CpuValues GroupShare::shown_total(const CpuValues& total) const noexcept {
    if (!limit_) {
        return total;
    }
    CpuValues known{};
    known.fill(unread);
    known[CpuField::time] = total[CpuField::time];
    const bool is_known = sum_of({limit_->used, limit_->user, limit_->system}) != unread;
    for (const auto field : fields_of_group) {
        known[field] = is_known ? total[field] : unread;
    }
    return known;
}

} // namespace pdh_shim::source::linux
