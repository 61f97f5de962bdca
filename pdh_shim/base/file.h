// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/platform.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim {

/// Why a file of the kernel could not be read. A file whose object is gone (a process that has ended, a
/// device that was unplugged) is `not_found`, also when it was opened before.
///
/// It is a code and not a Failure, because each collect reads thousands of such files, and many are gone:
/// that makes no text, and allocates nothing. What a source shows then depends on the code alone; to
/// report it, file_failure::of() makes a Failure of it.
enum class FileError : std::uint8_t {
    not_found,
    denied,
    not_regular, ///< it is a folder, a pipe, a socket or a device
    failed,
    too_many ///< no more files are kept open
};

template <class T>
using FileResult = outcome::basic_result<T, FileError, outcome::policy::terminate>;

/// Memory for the contents of a file, reused for the next read.
using FileBuffer = std::vector<char>;

/// Limit for files that are read whole; a longer one is `failed`.
inline constexpr std::size_t longest_file = std::size_t{64} << 20U;

struct FileInfo {
    std::uint64_t size = 0; ///< bytes; for some kernel folders the number of entries
    bool is_directory = false;
};

/// The numbers of a device, as the kernel writes them into its files.
struct DeviceNumber {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;

    friend bool operator==(const DeviceNumber&, const DeviceNumber&) = default;
};

/// The file system that a path lies on, and its space in bytes.
struct FileSpace {
    std::uint64_t total = 0;
    std::uint64_t available = 0;                       ///< free for a program without privileges
    std::optional<DeviceNumber> device = std::nullopt; ///< none where it is not known
    bool has_subvolumes = false; ///< as btrfs: `device` is that of the subvolume, and no mount shows it
};

/// A file that stays open.
class OpenFile : boost::noncopyable {
  public:
    virtual ~OpenFile() = default;

    /// Its current contents; the view refers to `buffer`. The kernel generates its files for each read, so
    /// one thread at a time may read, and never through a descriptor that the parent of fork() still reads.
    /// @retval not_found also if the descriptor is lost: the program closed it, or ran out of descriptors
    [[nodiscard]] virtual FileResult<std::string_view> read(FileBuffer& buffer) = 0;
};

/// Reads the kernel's files. Paths begin with a slash. Any thread may use it.
class FileSystem : boost::noncopyable {
  public:
    virtual ~FileSystem() = default;

    /// Opens, reads all and closes; the view refers to `buffer`.
    [[nodiscard]] virtual FileResult<std::string_view> read(const std::string& path, FileBuffer& buffer) = 0;
    /// @retval too_many see DescriptorShare; also if the program has few descriptors left
    [[nodiscard]] virtual FileResult<std::unique_ptr<OpenFile>> open(const std::string& path) = 0;
    /// Calls `visit` with the name of each entry of a folder, except `.` and `..`.
    [[nodiscard]] virtual FileResult<void> list(
        const std::string& path, const std::function<void(std::string_view)>& visit) = 0;
    /// The target of a symbolic link, as the link has it.
    [[nodiscard]] virtual FileResult<std::string> read_link(const std::string& path) = 0;
    /// Follows symbolic links.
    [[nodiscard]] virtual FileResult<FileInfo> info(const std::string& path) = 0;
    /// May block for as long as the file system does.
    [[nodiscard]] virtual FileResult<FileSpace> space(const std::string& path) = 0;
    /// The network interfaces and how many packets wait on each to be sent: the kernel's answers to
    /// RTM_GETLINK and RTM_GETQDISC, messages of rtnetlink; the view refers to `buffer`. The kernel may let
    /// the caller wait while an interface is being changed.
    /// @retval not_found the files show another machine, or the system has no such messages
    /// @retval too_many, failed the kernel may answer another time
    [[nodiscard]] virtual FileResult<std::string_view> output_queues(FileBuffer& buffer);

    /// Whether fewer than half of the files are open that may be kept open.
    [[nodiscard]] virtual bool has_room() { return true; }

    /// The system's number of this process.
    [[nodiscard]] virtual long process_id() const = 0;
    /// See base/platform.h: a child of fork() must not read what its parent opened.
    [[nodiscard]] virtual std::uint32_t fork_epoch() const { return pdh_shim::fork_epoch(); }
};

inline FileResult<std::string_view> FileSystem::output_queues(FileBuffer& /*buffer*/) {
    return FileError::not_found;
}

/// The files of this machine. `root` is put before each path; empty = the real root.
/// @retval not_found, denied, failed `root` is not a folder that can be opened
[[nodiscard]] FileResult<std::unique_ptr<FileSystem>> make_file_system(const std::string& root = {});

/// Sets how many descriptors the library may keep open from now on (see DescriptorShare), and closes the
/// files that are open. They are opened again when they are read.
void set_descriptor_budget(std::size_t most);

/// The units that the kernel counts in.
struct KernelUnits {
    std::int64_t ticks_per_second = 100; ///< USER_HZ
    std::int64_t page_size = 4096;       ///< bytes
};

[[nodiscard]] KernelUnits kernel_units();

} // namespace pdh_shim
