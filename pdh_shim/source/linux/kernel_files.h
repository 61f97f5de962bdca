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

/// The files that speak for the whole system.
enum class KernelFile : std::uint8_t {
    stat, // first, because it is read nearest to the clock
    interrupts,
    softirqs,
    uptime,
    loadavg,
    diskstats,
    net_dev,
    vmstat,
    meminfo,
    swaps,
    mounts,
};
inline constexpr std::size_t kernel_file_count = 11;

/// What has to be read for a counter: a set of the bits below.
using Needs = std::uint32_t;

[[nodiscard]] constexpr Needs needs_file(KernelFile file) noexcept {
    return Needs{1} << static_cast<unsigned>(file);
}

namespace needs {
inline constexpr Needs stat = needs_file(KernelFile::stat);
inline constexpr Needs interrupts = needs_file(KernelFile::interrupts);
inline constexpr Needs softirqs = needs_file(KernelFile::softirqs);
inline constexpr Needs uptime = needs_file(KernelFile::uptime);
inline constexpr Needs loadavg = needs_file(KernelFile::loadavg);
inline constexpr Needs diskstats = needs_file(KernelFile::diskstats);
inline constexpr Needs net_dev = needs_file(KernelFile::net_dev);
inline constexpr Needs vmstat = needs_file(KernelFile::vmstat);
inline constexpr Needs meminfo = needs_file(KernelFile::meminfo);
inline constexpr Needs swaps = needs_file(KernelFile::swaps);
inline constexpr Needs mounts = needs_file(KernelFile::mounts);
inline constexpr Needs all_files = (Needs{1} << kernel_file_count) - 1;

// What lies in more than one file each.
inline constexpr Needs topology = 1U << 11U;          ///< CPUs of the NUMA nodes
inline constexpr Needs idle_c1 = 1U << 12U;           ///< cpuidle states of class C1
inline constexpr Needs idle_c2 = 1U << 13U;           ///< cpuidle states of class C2
inline constexpr Needs idle_c3 = 1U << 14U;           ///< cpuidle states of class C3 and deeper
inline constexpr Needs nominal_frequency = 1U << 15U; ///< from cpufreq or /proc/cpuinfo
inline constexpr Needs current_frequency = 1U
                                           << 16U;  ///< from cpufreq; without it the nominal one is in force
inline constexpr Needs frequency_range = 1U << 17U; ///< cpufreq is there
inline constexpr Needs process_list = 1U << 18U;    ///< folders of /proc
inline constexpr Needs process_stat = 1U << 19U;
inline constexpr Needs process_status = 1U << 20U;
inline constexpr Needs process_io = 1U << 21U;
inline constexpr Needs process_handles = 1U << 22U;
inline constexpr Needs link_speed = 1U << 23U;    ///< of network interfaces
inline constexpr Needs space = 1U << 24U;         ///< of mounted file systems
inline constexpr Needs block_devices = 1U << 25U; ///< the folder of sysfs that tells disks from their parts

inline constexpr Needs idle_states = idle_c1 | idle_c2 | idle_c3;
/// To find out whether they are there, files have to be read, many of them on some machines.
inline constexpr Needs costly = idle_states | nominal_frequency | frequency_range;
inline constexpr Needs frequencies = nominal_frequency | current_frequency | frequency_range;
inline constexpr Needs processes =
    process_list | process_stat | process_status | process_io | process_handles;
} // namespace needs

/// A file that is read again and again, and kept open if a descriptor may be (see DescriptorShare).
class KeptFile {
  public:
    /// Reads it. When what was opened is gone, the path is looked up again.
    [[nodiscard]] FileResult<std::string_view> read(
        FileSystem& files, const std::string& path, FileBuffer& buffer);
    void release() noexcept { file_.reset(); }
    /// Lets go of what a thread that this process does not have may be in the middle of.
    void abandon() noexcept { static_cast<void>(file_.release()); }

  private:
    std::unique_ptr<OpenFile> file_;
};

/// The kernel's files as all sessions of a source share them. Any thread may use it, without waiting for
/// another one, and so may a forked child.
class KernelFiles {
  public:
    /// `foreign_root`: the file system shows another machine's or namespace's root; mounts and interfaces are
    /// those of its first process.
    KernelFiles(FileSystem& files, bool foreign_root);

    [[nodiscard]] FileSystem& system() noexcept { return files_; }

    /// Reads a system-wide file through the descriptor that is kept for it.
    [[nodiscard]] FileResult<std::string_view> read(KernelFile file, FileBuffer& buffer);
    [[nodiscard]] bool exists(KernelFile file);

  private:
    struct Shared {
        std::vector<std::string> paths; // the first that can be read
        std::atomic<long> reader{0};    // the process that has a thread reading; others read without `file`
        KeptFile file;
        long owner = 0; // the process that opened it
    };

    [[nodiscard]] static bool begin_reading(Shared& shared, long process) noexcept;
    [[nodiscard]] FileResult<std::string_view> read_kept(Shared& shared, long process, FileBuffer& buffer);
    [[nodiscard]] FileResult<std::string_view> read_once(const Shared& shared, FileBuffer& buffer);

    FileSystem& files_;
    std::array<Shared, kernel_file_count> shared_;
};

/// The system-wide files of one collect.
class KernelTexts {
  public:
    /// Reads those that are needed, and forgets the others.
    void read(KernelFiles& files, Needs needed);

    /// Empty if it was not needed or cannot be read.
    [[nodiscard]] std::optional<std::string_view> get(KernelFile file) const noexcept {
        return texts_[static_cast<std::size_t>(file)];
    }

  private:
    std::array<FileBuffer, kernel_file_count> buffers_;
    std::array<std::optional<std::string_view>, kernel_file_count> texts_;
};

} // namespace pdh_shim::source::linux
