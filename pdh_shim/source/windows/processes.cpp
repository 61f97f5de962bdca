// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/processes.h"

#include "base/saturating.h"
#include "base/text.h"
#include "calc/total_name.h"
#include "model/instance_writer.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pdh_shim::source::windows {
namespace {

using calc::sum_of;
using calc::Summing;

constexpr std::array<Summing, ProcessField::count> make_process_rules() {
    std::array<Summing, ProcessField::count> rules{};
    rules.fill(Summing::sum);
    for (const auto growing :
        {ProcessField::processor_time, ProcessField::user_time, ProcessField::privileged_time}) {
        rules[growing] = Summing::growth;
    }
    return rules;
}

constexpr std::array<Summing, ProcessField::count> process_rules = make_process_rules();
constexpr ProcessGrowth nothing{};

std::u16string_view without_exe(std::u16string_view name) {
    constexpr std::u16string_view suffix = u".exe";
    if (name.size() > suffix.size() && equal_folded(name.substr(name.size() - suffix.size()), suffix)) {
        name.remove_suffix(suffix.size());
    }
    return name;
}

/// Distinguishes a process from a later one of the same number.
std::int64_t identity_of(std::int64_t id, std::int64_t created) noexcept {
    constexpr unsigned time_bits = 40; // a day and more in units of 100 ns
    return static_cast<std::int64_t>(
        ((static_cast<std::uint64_t>(id) << time_bits) ^ static_cast<std::uint64_t>(created)) & INT64_MAX);
}

} // namespace

std::int64_t base_priority(std::uint32_t priority_class) noexcept {
    switch (priority_class) { // constants of Windows' headers
    case 0x40:                // IDLE_PRIORITY_CLASS
        return 4;
    case 0x4000: // BELOW_NORMAL_PRIORITY_CLASS
        return 6;
    case 0x20: // NORMAL_PRIORITY_CLASS
        return 8;
    case 0x8000: // ABOVE_NORMAL_PRIORITY_CLASS
        return 10;
    case 0x80: // HIGH_PRIORITY_CLASS
        return 13;
    case 0x100: // REALTIME_PRIORITY_CLASS
        return 24;
    default:
        return unread;
    }
}

Processes::Processes() : total_(process_rules) {
    total_values_.fill(unread);
}

void Processes::sample(SystemApi& api, bool wants_priorities, const Idle& idle, const Instant& now) {
    auto entries = parse_processes(api.query(Information::processes, buffer_), api.width());
    readable_ = entries.has_value();
    if (!readable_) {
        return;
    }
    count_ = std::ssize(*entries);
    const bool is_wine = api.is_wine();
    List list;
    list.reserve(entries->size() + 1);
    const bool lists_idle =
        std::ranges::any_of(*entries, [](const ProcessEntry& entry) { return entry.id == 0; });
    if (!lists_idle && idle.time != unread) {
        list.push_back(make_idle(idle));
    }
    for (ProcessEntry& entry : *entries) {
        if (is_wine && wants_priorities) { // which it gives in a unit of its own there
            entry.priority = base_priority(api.priority_class(entry.id));
        }
        list.push_back(make(entry, now));
    }
    before_ = std::exchange(list_, std::move(list));
    sum_up(now);
}

Processes::Process Processes::make(const ProcessEntry& entry, const Instant& now) {
    Process process;
    std::string name;
    append_utf16_lossy(name, entry.id == 0 ? u"Idle" : without_exe(entry.name));
    process.name = model::kernel_instance(name);
    if (process.name.empty()) { // its program is not loaded yet
        append_decimal(process.name, static_cast<std::uint64_t>(entry.id));
    }
    process.name_with_id = process.name + u":";
    append_decimal(process.name_with_id, static_cast<std::uint64_t>(entry.id));
    process.id = entry.id;
    process.created = entry.created;
    ProcessValues& values = process.now;
    values[ProcessField::processor_time] = sum_of({entry.kernel, entry.user});
    values[ProcessField::user_time] = entry.user;
    values[ProcessField::privileged_time] = entry.kernel;
    values[ProcessField::virtual_peak] = entry.virtual_peak;
    values[ProcessField::virtual_bytes] = entry.virtual_size;
    values[ProcessField::working_set_peak] = entry.working_set_peak;
    values[ProcessField::working_set] = entry.working_set;
    values[ProcessField::page_file] = entry.page_file;
    values[ProcessField::threads] = entry.threads;
    values[ProcessField::handles] = entry.handles;
    values[ProcessField::priority] = entry.priority;
    values[ProcessField::id] = entry.id;
    values[ProcessField::parent] = entry.parent;
    const std::int64_t wall_ahead = saturated_subtract(now.system_time, now.time_100ns);
    values[ProcessField::start_time] = calc::bounded(saturated_subtract(entry.created, wall_ahead));
    return process;
}

Processes::Process Processes::make_idle(const Idle& idle) {
    Process process;
    process.name = u"Idle";
    process.name_with_id = u"Idle:0";
    process.now.fill(0);
    process.now[ProcessField::processor_time] = idle.time;
    process.now[ProcessField::privileged_time] = idle.time;
    process.now[ProcessField::threads] = idle.processors;
    process.now[ProcessField::start_time] = idle.started;
    return process;
}

/// A process that was started after the last sample has used all its time since then.
void Processes::sum_up(const Instant& now) {
    total_.begin();
    for (const Process& process : list_) {
        const auto known = std::ranges::find_if(before_,
            [&](const Process& other) { return other.id == process.id && other.created == process.created; });
        ProcessGrowth before{};
        if (known != before_.end()) {
            std::ranges::copy_n(known->now.begin(), before.size(), before.begin());
        }
        const bool is_born = sampled_ && process.created > time_;
        total_.add(process.now, known != before_.end() ? &before : is_born ? &nothing : nullptr);
    }
    sampled_ = true;
    time_ = now.system_time;
    total_values_ = total_.end();
    total_values_[ProcessField::priority] = 0;
    total_values_[ProcessField::id] = 0;
    total_values_[ProcessField::parent] = 0;
    total_values_[ProcessField::start_time] = now.time_100ns;
}

std::int64_t Processes::count() const noexcept {
    return readable_ ? count_ : unread;
}

std::int64_t Processes::threads() const noexcept {
    if (!readable_) {
        return unread;
    }
    std::int64_t threads = 0;
    for (const Process& process : list_) {
        threads = process.id == 0 ? threads : sum_of({threads, process.now[ProcessField::threads]});
    }
    return threads;
}

void Processes::write(model::InstanceWriter& instances, bool with_ids) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    if (!instances.only_total()) {
        for (const Process& process : list_) {
            instances.add(with_ids ? process.name_with_id : process.name,
                identity_of(process.id, process.created), process.now);
        }
    }
    instances.add(calc::total_name, model::no_unique_id, total_values_);
}

} // namespace pdh_shim::source::windows
