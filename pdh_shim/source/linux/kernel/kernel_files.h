// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

// Files that speak for the whole system and that more than one object is read from.
inline constexpr std::string_view stat_file = "/proc/stat";
inline constexpr std::string_view interrupts_file = "/proc/interrupts";
inline constexpr std::string_view softirqs_file = "/proc/softirqs";
inline constexpr std::string_view uptime_file = "/proc/uptime";
inline constexpr std::string_view loadavg_file = "/proc/loadavg";
inline constexpr std::string_view vmstat_file = "/proc/vmstat";
inline constexpr std::string_view swaps_file = "/proc/swaps";
inline constexpr std::string_view diskstats_file = "/proc/diskstats";
inline constexpr std::string_view net_dev_file = "/proc/net/dev";
inline constexpr std::string_view mounts_file = "/proc/self/mountinfo"; ///< or /proc/mounts

/// What has to be read for a counter: a set of bits. One for each system-wide file (KernelFiles::add()), and
/// those below for what lies in more than one file each.
using Inputs = std::uint64_t;

namespace inputs {
inline constexpr std::size_t most_files = 28;
inline constexpr Inputs all_files = (Inputs{1} << most_files) - 1;

/// Bit 0 to 7 that an object uses as it likes; the same bit means something else to another object.
[[nodiscard]] constexpr Inputs own(unsigned bit) noexcept {
    return Inputs{1} << (56U + bit);
}
inline constexpr Inputs all_own = Inputs{0xFF} << 56U;

inline constexpr Inputs link_speed = Inputs{1} << 28U; ///< of network interfaces
/// Packets that network interfaces received and that nothing takes.
inline constexpr Inputs packets_without_handler = Inputs{1} << 29U;
inline constexpr Inputs output_queues = Inputs{1} << 30U; ///< of network interfaces

inline constexpr Inputs topology = Inputs{1} << 32U;          ///< CPUs of the NUMA nodes
inline constexpr Inputs idle_c1 = Inputs{1} << 33U;           ///< cpuidle states of class C1
inline constexpr Inputs idle_c2 = Inputs{1} << 34U;           ///< cpuidle states of class C2
inline constexpr Inputs idle_c3 = Inputs{1} << 35U;           ///< cpuidle states of class C3 and deeper
inline constexpr Inputs nominal_frequency = Inputs{1} << 36U; ///< from cpufreq or /proc/cpuinfo
/// From cpufreq; without it, the nominal frequency is used.
inline constexpr Inputs current_frequency = Inputs{1} << 37U;
inline constexpr Inputs frequency_range = Inputs{1} << 38U; ///< cpufreq is there
inline constexpr Inputs process_list = Inputs{1} << 39U;    ///< folders of /proc
/// The line of a process: of it, those times that do not change while the process does not run.
inline constexpr Inputs process_stat = Inputs{1} << 40U;
inline constexpr Inputs process_status = Inputs{1} << 41U;
inline constexpr Inputs process_io = Inputs{1} << 42U;
inline constexpr Inputs process_handles = Inputs{1} << 43U;
inline constexpr Inputs space = Inputs{1} << 44U; ///< of mounted file systems
inline constexpr Inputs block_devices =
    Inputs{1} << 45U; ///< the folder of sysfs that distinguishes disks from their parts
/// The kernel measures the time of interrupts.
inline constexpr Inputs interrupt_time = Inputs{1} << 46U;
/// The memory of processes that are in it now: statm, or status where that is read anyway.
inline constexpr Inputs process_memory = Inputs{1} << 47U;

inline constexpr Inputs gpus = Inputs{1} << 48U;        ///< and their memory
inline constexpr Inputs gpu_clients = Inputs{1} << 49U; ///< what processes use of them

/// What else is in the line of a process: others can change it, or it changes before the time that it takes
/// is counted.
inline constexpr Inputs process_details = Inputs{1} << 50U;

/// How often CPUs woke up from any cpuidle state.
inline constexpr Inputs idle_breaks = Inputs{1} << 53U;
inline constexpr Inputs frequency_limit = Inputs{1} << 54U; ///< of cpufreq's policies
/// The rows of /proc/interrupts that count the clocks of the CPUs.
inline constexpr Inputs clock_interrupts = Inputs{1} << 55U;

inline constexpr Inputs idle_states = idle_c1 | idle_c2 | idle_c3;
/// To find out whether they are there, files have to be read, many of them on some machines.
inline constexpr Inputs costly =
    idle_states | idle_breaks | nominal_frequency | frequency_range | frequency_limit;
inline constexpr Inputs frequencies = nominal_frequency | current_frequency | frequency_range;
inline constexpr Inputs processes = process_list | process_stat | process_details | process_memory |
                                    process_status | process_io | process_handles;
} // namespace inputs

/// The numbers that `number_of` finds in the names of a folder's entries, in order.
[[nodiscard]] FileResult<std::vector<std::int64_t>> list_numbers(
    FileSystem& files, const std::string& folder, std::optional<std::int64_t> (*number_of)(std::string_view));

/// The number that a file contains, or `unread`.
[[nodiscard]] std::int64_t read_number(FileSystem& files, const std::string& path, FileBuffer& buffer);
/// The first line of a file; empty if it cannot be read.
[[nodiscard]] std::string read_line(FileSystem& files, const std::string& path, FileBuffer& buffer);

/// A file that is read again and again, and kept open if a descriptor may be (see DescriptorShare).
class KeptFile {
  public:
    /// Reads it. If the opened file is gone, it opens the path again.
    [[nodiscard]] FileResult<std::string_view> read(
        FileSystem& files, const std::string& path, FileBuffer& buffer);
    void release() noexcept { file_.reset(); }
    [[nodiscard]] bool is_open() const noexcept { return file_ != nullptr; }
    /// Lets go of what a thread that this process does not have may be in the middle of.
    void abandon() noexcept { static_cast<void>(file_.release()); }

  private:
    std::unique_ptr<OpenFile> file_;
};

/// Reads the kernel's system-wide files, such as /proc/stat, for all sessions of a source. Any thread may use
/// it, without waiting for another one, and so may a forked child.
class KernelFiles {
  public:
    /// `foreign_root`: the file system shows another machine's or namespace's root; mounts and networks are
    /// those of its first process.
    KernelFiles(FileSystem& files, bool foreign_root);

    [[nodiscard]] FileSystem& system() noexcept { return files_; }
    [[nodiscard]] bool has_foreign_root() const noexcept { return foreign_root_; }

    /// Lets a system-wide file be read, before any thread uses it; a file that is known stays as it is.
    /// @return its number, in the order in which a collect reads them
    std::size_t add(std::string_view path);
    /// The number of a file that was added, or `inputs::most_files`.
    [[nodiscard]] std::size_t number_of(std::string_view path) const noexcept;
    [[nodiscard]] std::size_t count() const noexcept { return count_; }

    /// Reads a system-wide file through the descriptor that is kept for it.
    [[nodiscard]] FileResult<std::string_view> read(std::size_t number, FileBuffer& buffer);
    [[nodiscard]] bool exists(std::size_t number);

  private:
    struct Shared {
        std::string_view name;
        std::vector<std::string> paths; // the first that can be read
        // Epoch of the process that has a thread reading, or 0; other threads read without `file`.
        std::atomic<std::uint32_t> reader{0};
        KeptFile file;
        std::uint32_t owner = 0; // epoch of the process that opened it
    };

    [[nodiscard]] std::vector<std::string> paths_of(std::string_view name) const;
    [[nodiscard]] static bool begin_reading(Shared& shared, std::uint32_t epoch) noexcept;
    [[nodiscard]] FileResult<std::string_view> read_kept(
        Shared& shared, std::uint32_t epoch, FileBuffer& buffer);
    [[nodiscard]] FileResult<std::string_view> read_once(const Shared& shared, FileBuffer& buffer);

    FileSystem& files_;
    const bool foreign_root_;
    std::size_t count_ = 0;
    std::array<Shared, inputs::most_files> shared_;
};

/// The bit of a system-wide file.
[[nodiscard]] constexpr Inputs file_input(std::size_t number) noexcept {
    return Inputs{1} << number;
}

/// The texts of the system-wide files that one collect has read.
class CollectedTexts {
  public:
    explicit CollectedTexts(KernelFiles& files)
        : files_(files), buffers_(files.count()), texts_(files.count()) {}

    /// Reads those that are needed, and forgets the others.
    void read(Inputs needed);

    /// Empty if it was not needed or cannot be read.
    [[nodiscard]] std::optional<std::string_view> get(std::string_view path) const noexcept {
        const std::size_t number = files_.number_of(path);
        return number < texts_.size() ? texts_[number] : std::nullopt;
    }

  private:
    KernelFiles& files_;
    std::vector<FileBuffer> buffers_;
    std::vector<std::optional<std::string_view>> texts_;
};

} // namespace pdh_shim::source::linux
