// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "calc/counter32.h"
#include "calc/running_total.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/kernel/undoable.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// The counts of a line of /proc/diskstats. Sectors are 512 bytes for every device.
struct DiskCount {
    enum Index : std::uint8_t {
        reads,
        reads_merged,
        sectors_read,
        read_ms,
        writes,
        writes_merged,
        sectors_written,
        write_ms,
        in_flight,
        busy_ms,
        weighted_ms,
        count
    };
};
using DiskCounts = std::array<std::int64_t, DiskCount::count>;

struct DiskLine {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::string_view name;
    DiskCounts counts{};
};

void parse_diskstats(std::string_view text, std::vector<DiskLine>& disks);

/// Whether Windows does not list such a device as a disk: a drive for CDs or floppies, or the part of a flash
/// chip that the machine starts from.
[[nodiscard]] bool is_no_disk(std::string_view name);

/// Whether a device is memory or a file that behaves like a disk.
[[nodiscard]] bool is_memory_disk(std::string_view name);

using calc::Counter32;
using calc::RunningTotal;
using calc::Summing;

/// Times in units of 100 ns, which are the ticks of PerfTime too.
struct DiskField {
    enum Index : std::uint8_t {
        queue_length,
        transfer_share, // as transfer_time and so on; of several disks the mean and not the sum
        read_share,
        write_share,
        idle_share,
        transfer_time, // time of all transfers added up
        read_time,
        write_time,
        transfers,
        reads,
        writes,
        bytes,
        read_bytes,
        write_bytes,
        time, // base of the shares
        free_megabytes,
        megabytes,
        count
    };
};
using DiskValues = std::array<std::int64_t, DiskField::count>;

constexpr std::array<Summing, DiskField::count> make_disk_rules() {
    std::array<Summing, DiskField::count> rules{};
    rules.fill(Summing::growth);
    for (const auto share :
        {DiskField::transfer_share, DiskField::read_share, DiskField::write_share, DiskField::idle_share}) {
        rules[share] = Summing::mean_growth;
    }
    rules[DiskField::queue_length] = Summing::sum;
    rules[DiskField::free_megabytes] = Summing::whole_sum;
    rules[DiskField::megabytes] = Summing::whole_sum;
    return rules;
}

/// How the fields of disks and of volumes add up to `_Total`.
inline constexpr std::array<Summing, DiskField::count> disk_rules = make_disk_rules();

/// The numbers of the physical disks: given in the order in which their names first appear, the same for all
/// sessions of a source. No thread waits for another here (see KernelFiles::read()).
class DiskNumbers : boost::noncopyable {
  public:
    ~DiskNumbers();

    [[nodiscard]] std::int64_t number_of(std::string_view name);

  private:
    struct Entry {
        std::string name;
        std::int64_t number;
        Entry* next;
    };

    std::atomic<Entry*> newest_{nullptr};
};

/// What changes of a device from sample to sample.
struct BlockDeviceSample {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    bool listed = false;    // by the kernel, in this sample
    bool shown = false;     // as an instance, in this sample
    bool was_shown = false; // in the last one
    bool lasting = false;   // and it was the same device
    std::uint32_t generation = 0;
    std::int64_t identity = unread;
    std::array<Counter32, DiskCount::count> counters;
    DiskValues now{};
    DiskValues before{};
};
/// A disk, a partition, or a device made of others, that the kernel lists in /proc/diskstats.
struct BlockDevice : Undoable<BlockDeviceSample> {
    std::string name;
    bool physical = false;   // a whole disk of its own, with a medium
    bool whole = false;      // a whole disk of its own
    bool changeable = false; // its medium, or its server, may come and go
    DiskCounts looked_at{};  // the counts when its medium was last looked for
    KeptFile size;
    std::string size_path;
    KeptFile sequence;
    std::string sequence_path;
    std::u16string name16; // "number name"
    std::u16string drives; // "number C: D:", if drives of Windows lie on it

    /// Tells it from a later device of the same name.
    [[nodiscard]] std::int64_t unique_id() const noexcept;
};

/// The block devices as PhysicalDisk shows them, for one session, and those that volumes lie on.
class BlockDevices {
  public:
    using IsUsed = std::function<bool(const BlockDevice&)>;

    BlockDevices(KernelFiles& files, DiskNumbers& numbers)
        : files_(files), numbers_(numbers), total_(disk_rules) {
        total_values_.fill(unread);
    }

    /// Begins a sample with the devices that the kernel lists, and forgets others that are not used.
    void list(std::string_view diskstats, const IsUsed& is_used);
    /// Ends it, with the values of whole disks and of those that are used.
    /// @param boot when the machine was started, from which idle time counts; `unread` if it is not known
    void take(std::int64_t time, std::int64_t boot, const IsUsed& is_used);
    /// Takes a sample in which the devices cannot be read.
    void fail() noexcept { readable_ = false; }
    /// Makes a sample that cannot be ended undone.
    void undo() noexcept;
    /// Closes the open files. The next sample opens them again.
    void close_files();

    /// Whether the devices could be read in the last sample.
    [[nodiscard]] bool readable() const noexcept { return readable_; }
    /// Of the physical disks.
    [[nodiscard]] const DiskValues& total() const noexcept { return total_values_; }
    /// Those that the kernel lists, in its order.
    [[nodiscard]] std::span<BlockDevice* const> listed() const noexcept { return order_; }
    /// The device with these numbers, or null if the kernel does not list it.
    [[nodiscard]] BlockDevice* numbered(std::uint32_t major, std::uint32_t minor) const;
    [[nodiscard]] BlockDevice* named(std::string_view name) const;
    /// Adds a drive of Windows to the names of all disks that a device lies on, through partitions and
    /// layers.
    void add_drive(const std::string& device, std::u16string_view drive);
    void forget_drives() noexcept;

  private:
    [[nodiscard]] BlockDevice& find(const DiskLine& line, std::size_t likely);
    void classify(BlockDevice& device);
    [[nodiscard]] bool is_whole(const std::string& name);
    [[nodiscard]] bool shows(const std::string& path, std::string_view expected);
    void look_for_medium(BlockDevice& device, const DiskCounts& counts);
    [[nodiscard]] bool has_medium(BlockDevice& device);
    [[nodiscard]] BlockDevice* parent_of(std::string_view name) const;
    void add_drive(const std::string& device, std::u16string_view drive, int depth);
    void take(BlockDevice& device, const DiskLine& line, std::int64_t now_100ns, std::int64_t boot);
    [[nodiscard]] bool is_same(BlockDevice& device);
    void sum_up(std::int64_t time) noexcept;

    KernelFiles& files_;
    DiskNumbers& numbers_;
    FileBuffer buffer_;
    std::vector<DiskLine> lines_;
    std::vector<std::unique_ptr<BlockDevice>> devices_; // that the kernel lists, or that are used
    std::vector<BlockDevice*> order_;                   // by line
    std::uint32_t generations_ = 0;                     // that were given out
    bool readable_ = false;
    RunningTotal<DiskField::count> total_; // of the physical disks
    DiskValues total_values_{};
};

} // namespace pdh_shim::source::linux
