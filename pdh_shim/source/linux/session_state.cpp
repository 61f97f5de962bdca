// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/session_state.h"

#include "base/saturating.h"
#include "source/linux/process/process_text.h"

namespace pdh_shim::source::linux {

SessionState::SessionState(SourceState& source)
    : source_(source), stat_bit_(file_input(source.files.add(stat_file))),
      loadavg_bit_(file_input(source.files.add(loadavg_file))),
      swaps_bit_(file_input(source.files.add(swaps_file))),
      diskstats_bit_(file_input(source.files.add(diskstats_file))),
      net_dev_bit_(file_input(source.files.add(net_dev_file))), namespace_(*source.file_system),
      cpus_(*source.file_system, source.options.units),
      processes_(source.files, source.options.units,
          {source.options.run_time, source.options.windows_processes, source.options.seeks_new_processes}),
      block_devices_(source.files, source.disk_numbers),
      logical_disks_(source.files, block_devices_, source.probes, source.options.windows_drives),
      networks_(*source.file_system),
      gpus_(*source.file_system, source.nvml, source.options.windows_adapters) {
    if (source.options.cgroup) {
        group_.emplace(*source.file_system);
    }
}

Inputs SessionState::prepare(const Instant& now, Inputs needed) {
    Inputs more = (needed & diskstats_bit_) != 0 ? logical_disks_.look_for_drives(now.time_100ns) : 0;
    if ((needed & loadavg_bit_) != 0 && !namespace_.is_whole_machine()) {
        more |= inputs::process_list | inputs::process_stat | inputs::process_details;
    }
    if (group_) {
        more |= stat_bit_; // a set of all processors that are online does not limit
    }
    return more;
}

void SessionState::sample(const Collect& collect) {
    const std::int64_t time = collect.now.time_100ns;
    boot_.update(collect.text(uptime_file), time);
    parse_stat(collect.text(stat_file).value_or(std::string_view{}), stat_);
    sample_group(collect.needed);
    if ((collect.needed & stat_bit_) != 0) {
        cpus_.update({stat_, collect.text(interrupts_file), collect.text(softirqs_file), time, collect.needed,
            group_sample_ ? std::optional(group_sample_->cpu) : std::nullopt});
    }
    if ((collect.needed & inputs::process_list) != 0) {
        processes_.update({time, saturated_subtract(collect.now.system_time, time), boot_.value(),
            cpus_.idle_time(), cpus_.online(), collect.needed});
    }
    tasks_ = group_sample_ ? group_sample_->tasks : TaskCounts{processes_.count(), count_threads(collect)};
    if ((collect.needed & diskstats_bit_) != 0) {
        logical_disks_.update(
            {collect.text(diskstats_file), collect.text(mounts_file), time, boot_.value(), collect.needed});
    }
    if ((collect.needed & net_dev_bit_) != 0) {
        networks_.update(collect.text(net_dev_file), collect.needed);
    }
    if ((collect.needed & inputs::gpus) != 0) {
        gpus_.update(time, collect.needed);
    }
}

void SessionState::sample_group(Inputs needed) {
    group_sample_.reset();
    if (!group_ || !group_->find_limits(stat_.cpus.size())) {
        return;
    }
    GroupSample& sample = group_sample_.emplace();
    sample.memory = group_->memory();
    sample.cpu = group_->cpu();
    if ((needed & swaps_bit_) != 0) {
        sample.swap = group_->swap();
    }
    if ((needed & (inputs::process_list | loadavg_bit_)) != 0) {
        sample.tasks = group_->tasks();
    }
}

std::int64_t SessionState::count_threads(const Collect& collect) {
    if ((collect.needed & loadavg_bit_) == 0) {
        return unread;
    }
    if (!namespace_.is_whole_machine()) {
        return processes_.thread_count();
    }
    const auto text = collect.text(loadavg_file);
    return text ? parse_thread_count(*text) : unread;
}

void SessionState::close_files() {
    cpus_.close_files();
    processes_.close_files();
    block_devices_.close_files();
    networks_.close_files();
}

} // namespace pdh_shim::source::linux
