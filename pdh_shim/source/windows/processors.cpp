// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/processors.h"

#include "base/clock.h"
#include "base/text.h"
#include "calc/total_name.h"

#include <algorithm>

namespace pdh_shim::source::windows {
namespace {

using calc::bounded;
using calc::difference;
using calc::sum_of;
using calc::Summing;

constexpr std::array<Summing, ProcessorField::count> processor_rules{Summing::mean_growth,
    Summing::mean_growth, Summing::mean_growth, Summing::growth, Summing::mean, Summing::mean};

/// The step of the times.
constexpr std::int64_t tick = ticks_per_second / 100;

std::int64_t counted(std::span<const ProcessorTimes> processors) noexcept {
    std::int64_t sum = 0;
    for (const ProcessorTimes& times : processors) {
        sum = sum_of({sum, times.kernel, times.user});
    }
    return sum;
}

/// The system may take a little of a time back when it rounds, and all of it when the processor was away.
std::int64_t advanced(std::int64_t before, std::int64_t now) noexcept {
    return now < before && before - now < ticks_per_second ? before : now;
}

} // namespace

bool are_plausible(std::span<const ProcessorTimes> processors) noexcept {
    return counted(processors) > 0 && std::ranges::all_of(processors, [](const ProcessorTimes& times) {
        return times.idle >= 0 && times.user >= 0 && times.kernel >= times.idle;
    });
}

Processors::Processors() : total_(processor_rules) {
    total_values_.fill(unread);
}

void Processors::sample(std::span<const ProcessorTimes> times, std::span<const ProcessorPower> power,
    std::int64_t uptime, std::int64_t time_100ns) {
    readable_ = are_plausible(times);
    if (!readable_) {
        return;
    }
    judge(times, uptime);
    const std::int64_t elapsed = time_ ? bounded(difference(time_100ns, *time_)) : 0;
    time_ = time_100ns;
    resize(times.size());
    total_.begin();
    for (std::size_t i = 0; i < processors_.size(); ++i) {
        Processor& processor = processors_[i];
        take(processor, times[i], elapsed);
        if (i < power.size() && power[i].highest_mhz > 0) {
            processor.now[ProcessorField::frequency] = power[i].highest_mhz;
            processor.now[ProcessorField::performance_limit] =
                power[i].limit_mhz * 100 / power[i].highest_mhz;
        }
        total_.add(processor.now, processor.lasting ? &processor.before : nullptr);
        processor.lasting = true;
    }
    total_values_ = total_.end();
}

/// Times of a second or more have to grow by what the clock does, roughly: a clock may be set, and a machine
/// may stop. While it sleeps, some clocks go on and no time is counted: one look at which the times have not
/// grown is forgiven if they had grown at the look before it.
void Processors::judge(std::span<const ProcessorTimes> times, std::int64_t uptime) {
    if (uptime == unread) {
        return;
    }
    const std::int64_t now = counted(times);
    const std::int64_t passed = growth_check_.uptime == unread ? 0 : difference(uptime, growth_check_.uptime);
    if (growth_check_.uptime != unread && passed < ticks_per_second) {
        return;
    }
    if (growth_check_.uptime != unread) {
        const std::int64_t grown = difference(now, growth_check_.counted) / std::ssize(times);
        const bool is_slower = grown < passed / 4;
        const bool is_faster = grown / 4 > passed;
        growth_check_.grows = !is_faster && (!is_slower || growth_check_.has_grown);
        growth_check_.has_grown = !is_faster && !is_slower;
    }
    growth_check_.uptime = uptime;
    growth_check_.counted = now;
}

void Processors::resize(std::size_t count) {
    while (processors_.size() < count) {
        Processor processor;
        append_decimal(processor.name, static_cast<std::uint32_t>(processors_.size()));
        processor.node_name = u"0," + processor.name;
        processors_.push_back(std::move(processor));
    }
    processors_.resize(count);
}

void Processors::take(Processor& processor, const ProcessorTimes& times, std::int64_t elapsed) {
    processor.before = processor.now;
    processor.now.fill(unread);
    std::int64_t& idle = processor.now[ProcessorField::idle];
    idle = times.idle;
    if (processor.lasting) {
        const std::int64_t idle_grown = difference(times.idle, processor.times.idle);
        const std::int64_t grown = difference(
            sum_of({times.kernel, times.user}), sum_of({processor.times.kernel, processor.times.user}));
        // While the machine was suspended the clock went on and no time was counted: nothing ran then.
        const std::int64_t uncounted = elapsed - grown;
        const bool was_suspended = uncounted > ticks_per_second && uncounted > elapsed / 4;
        // An idle processor's ticks may run ahead of the clock by a tick, and then % Processor Time would be
        // negative: the excess is reported with the next sample.
        const std::int64_t all = idle_grown + (was_suspended ? uncounted : 0) + processor.idle_surplus;
        const std::int64_t told = std::min(all, elapsed);
        processor.idle_surplus = std::min(all - told, 2 * tick);
        idle = sum_of({processor.before[ProcessorField::idle], told});
    }
    processor.now[ProcessorField::idle_sum] = idle;
    processor.now[ProcessorField::user] = advanced(processor.before[ProcessorField::user], times.user);
    processor.now[ProcessorField::privileged] =
        advanced(processor.before[ProcessorField::privileged], difference(times.kernel, times.idle));
    processor.times = times;
}

std::int64_t Processors::idle_sum() const noexcept {
    return readable_ && growth_check_.grows ? total_values_[ProcessorField::idle_sum] : unread;
}

void Processors::write(model::InstanceWriter& instances, bool with_node) const {
    if (!readable_ || !growth_check_.grows) {
        instances.fail();
        return;
    }
    if (!instances.only_total()) {
        std::int64_t number = 0;
        for (const Processor& processor : processors_) {
            instances.add(with_node ? processor.node_name : processor.name, number++, processor.now);
        }
        if (with_node) {
            instances.add(u"0,_Total", model::no_unique_id, total_values_);
        }
    }
    instances.add(calc::total_name, model::no_unique_id, total_values_);
}

} // namespace pdh_shim::source::windows
