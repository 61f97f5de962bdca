// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/disk/block_devices.h"
#include "source/linux/kernel/performance_object.h"

#include <array>

namespace pdh_shim::source::linux {

/// The counters that PhysicalDisk and LogicalDisk share.
inline constexpr auto disk_rows = std::to_array<CounterRow>({
    {u"Current Disk Queue Length", 198, CounterType::perf_counter_rawcount, model::Detail::novice, {},
        DiskField::queue_length, u"Transfers that the disk has been given and has not finished."},
    {u"% Disk Time", 200, CounterType::perf_precision_100ns_timer, model::Detail::novice, {},
        DiskField::transfer_share,
        u"Time that transfers took, added up, in percent of the interval; more than 100 is possible.",
        DiskField::time},
    {u"% Disk Read Time", 202, CounterType::perf_precision_100ns_timer, model::Detail::novice, {},
        DiskField::read_share, u"Time that reads took, added up, in percent of the interval.",
        DiskField::time},
    {u"% Disk Write Time", 204, CounterType::perf_precision_100ns_timer, model::Detail::novice, {},
        DiskField::write_share, u"Time that writes took, added up, in percent of the interval.",
        DiskField::time},
    {u"% Idle Time", 1482, CounterType::perf_precision_100ns_timer, model::Detail::advanced, uptime_file,
        DiskField::idle_share, u"Share of the interval in which the disk had nothing to do.",
        DiskField::time},
    {u"Avg. Disk Queue Length", 1400, CounterType::perf_counter_100ns_queuelen_type, model::Detail::novice,
        {}, DiskField::transfer_time,
        u"Mean number of reads and writes that the disk had to do during the interval."},
    {u"Avg. Disk Read Queue Length", 1402, CounterType::perf_counter_100ns_queuelen_type,
        model::Detail::novice, {}, DiskField::read_time,
        u"Mean number of reads that the disk had to do during the interval."},
    {u"Avg. Disk Write Queue Length", 1404, CounterType::perf_counter_100ns_queuelen_type,
        model::Detail::novice, {}, DiskField::write_time,
        u"Mean number of writes that the disk had to do during the interval."},
    {u"Avg. Disk sec/Transfer", 206, CounterType::perf_average_timer, model::Detail::advanced, {},
        DiskField::transfer_time, u"Mean seconds that a transfer took.", DiskField::transfers},
    {u"Avg. Disk sec/Read", 208, CounterType::perf_average_timer, model::Detail::advanced, {},
        DiskField::read_time, u"Mean seconds that a read took.", DiskField::reads},
    {u"Avg. Disk sec/Write", 210, CounterType::perf_average_timer, model::Detail::advanced, {},
        DiskField::write_time, u"Mean seconds that a write took.", DiskField::writes},
    {u"Disk Transfers/sec", 212, CounterType::perf_counter_counter, model::Detail::novice, {},
        DiskField::transfers, u"Reads and writes that the disk finished in a second."},
    {u"Disk Reads/sec", 214, CounterType::perf_counter_counter, model::Detail::novice, {}, DiskField::reads,
        u"Reads that the disk finished in a second."},
    {u"Disk Writes/sec", 216, CounterType::perf_counter_counter, model::Detail::novice, {}, DiskField::writes,
        u"Writes that the disk finished in a second."},
    {u"Disk Bytes/sec", 218, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        DiskField::bytes, u"Bytes read from and written to the disk in a second."},
    {u"Disk Read Bytes/sec", 220, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        DiskField::read_bytes, u"Bytes read from the disk in a second."},
    {u"Disk Write Bytes/sec", 222, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        DiskField::write_bytes, u"Bytes written to the disk in a second."},
    {u"Avg. Disk Bytes/Transfer", 224, CounterType::perf_average_bulk, model::Detail::expert, {},
        DiskField::bytes, u"Mean bytes of a transfer.", DiskField::transfers},
    {u"Avg. Disk Bytes/Read", 226, CounterType::perf_average_bulk, model::Detail::expert, {},
        DiskField::read_bytes, u"Mean bytes of a read.", DiskField::reads},
    {u"Avg. Disk Bytes/Write", 228, CounterType::perf_average_bulk, model::Detail::expert, {},
        DiskField::write_bytes, u"Mean bytes of a write.", DiskField::writes},
});

} // namespace pdh_shim::source::linux
