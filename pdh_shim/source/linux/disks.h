#pragma once

#include "base/file.h"
#include "base/platform.h"
#include "source/linux/counter32.h"
#include "source/linux/kernel_files.h"
#include "source/linux/row_writer.h"
#include "source/linux/running_total.h"
#include "source/linux/sampled.h"
#include "source/linux/space_probes.h"
#include "source/linux/text/disk_text.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

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
        queue_time, // queue length x time
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

/// The numbers of the physical disks: given in the order in which their names first appear, the same for all
/// sessions of a source. Nobody waits for anybody here (see KernelFiles::read()).
class DiskNumbers {
  public:
    DiskNumbers() = default;
    DiskNumbers(const DiskNumbers&) = delete;
    DiskNumbers& operator=(const DiskNumbers&) = delete;
    DiskNumbers(DiskNumbers&&) = delete;
    DiskNumbers& operator=(DiskNumbers&&) = delete;
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

/// What tells the drives of Windows (platform::windows_drives).
using ListWindowsDrives = std::function<std::vector<platform::WindowsDrive>()>;

struct DiskInput {
    std::optional<std::string_view> diskstats;
    std::optional<std::string_view> mounts;
    std::int64_t time_100ns;
    Needs needs;
};

/// The disks as one session sees them.
class DiskState {
  public:
    DiskState(KernelFiles& files, DiskNumbers& numbers, SpaceProbes& probes, ListWindowsDrives list_drives);

    /// Looks which drives of Windows there are, at most once in a second of `time_100ns`.
    /// @return what has to be read for them before the next sample is taken
    [[nodiscard]] Needs look_for_drives(std::int64_t time_100ns);
    /// Takes a sample.
    void update(const DiskInput& input);
    /// Closes what is open, because it is a parent's.
    void after_fork();

    void write_physical(RowWriter& rows) const;
    void write_logical(RowWriter& rows) const;

  private:
    struct DeviceSample {
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
    struct Device : Sampled<DeviceSample> {
        std::string name;
        bool physical = false; // a whole disk of its own
        KeptFile sequence;
        std::string sequence_path;
        std::u16string name16; // "number name"
        std::u16string drives; // "number C: D:", if drives of Windows lie on it
    };

    struct Volume {
        Device* device = nullptr; // null if it has no counts
        std::uint32_t major = 0;  // of the file system, 0:0 if they are not known
        std::uint32_t minor = 0;
        std::string point;
        std::u16string name;
        bool is_drive = false;  // shown by the letters of drives, and not by its name
        bool whole = false;     // not a part of the file system
        bool may_block = false; // see may_block()
        std::int64_t free_megabytes = unread;
        std::int64_t megabytes = unread;
    };

    /// A drive of Windows that is shown.
    struct Drive {
        std::u16string name;
        std::size_t volume; // that it lies on
    };

    void read_lines(std::string_view diskstats);
    void forget_devices();
    [[nodiscard]] Device& find(const DiskLine& line, std::size_t likely);
    void classify(Device& device);
    [[nodiscard]] bool is_physical(const std::string& name);
    void find_volumes(std::string_view mounts);
    void add_volume(const MountLine& mount);
    [[nodiscard]] bool is_hidden(const MountLine& mount) const;
    [[nodiscard]] bool may_block(std::string_view point) const;
    [[nodiscard]] Device* device_of(const MountLine& mount);
    [[nodiscard]] Device* device_named(std::string_view name) const;
    [[nodiscard]] Device* parent_of(std::string_view name) const;
    void place_drives();
    [[nodiscard]] std::size_t volume_of(const platform::WindowsDrive& drive);
    [[nodiscard]] const MountLine* mount_of(const platform::WindowsDrive& drive) const;
    [[nodiscard]] Device* device_by_size(const std::string& folder);
    [[nodiscard]] FileResult<FileSpace> space_of(const Volume& volume);
    [[nodiscard]] std::size_t find_volume(Volume volume);
    void add_letter(const std::string& device, std::u16string_view drive, int depth);
    void measure_space();
    void take(Device& device, const DiskLine& line);
    [[nodiscard]] bool is_same(Device& device);
    void sum_up();
    [[nodiscard]] static std::int64_t unique_id(const Device& device) noexcept;
    [[nodiscard]] static std::int64_t unique_id(const Volume& volume) noexcept;
    [[nodiscard]] DiskValues values_of(const Volume& volume) const noexcept;

    KernelFiles& files_;
    DiskNumbers& numbers_;
    SpaceProbes& probes_;
    ListWindowsDrives list_drives_;
    std::vector<platform::WindowsDrive> windows_drives_;
    std::optional<std::int64_t> drives_time_; // when they were looked for
    std::vector<Drive> drives_;
    FileBuffer buffer_;
    std::vector<DiskLine> lines_;
    std::vector<MountLine> mounts_;
    std::vector<std::unique_ptr<Device>> devices_; // that the kernel lists, or that a volume lay on
    std::vector<Device*> order_;                   // by line
    std::uint32_t generations_ = 0;                // that were given out
    std::vector<Volume> volumes_;
    std::string mounts_text_; // that `volumes_` were made of
    bool mounts_known_ = false;
    bool readable_ = false;
    bool mounts_readable_ = false;
    std::int64_t time_ = 0;
    RunningTotal<DiskField::count> physical_total_;
    RunningTotal<DiskField::count> logical_total_;
    DiskValues physical_values_{};
    DiskValues logical_values_{};
};

} // namespace pdh_shim::source::linux
