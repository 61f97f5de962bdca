// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::platform {

/// A variable of the environment; none when it is unset, and always none where is_privileged_start().
[[nodiscard]] std::optional<std::string> environment(const char* name);
/// Whether there may be a variable whose name begins so. Where to ask for one takes no time, it always may.
[[nodiscard]] bool may_have_variables(std::string_view beginning) noexcept;

/// Whether this process has rights that the user who started it lacks, as a set-id program has: the user
/// chose its environment and arguments, and must not get these rights. It stays so when the program gives the
/// rights up.
[[nodiscard]] bool is_privileged_start() noexcept;

/// Name of this computer as UTF-8, without a domain; never empty.
[[nodiscard]] std::string machine_name();

/// An event object of the caller (the hNewDataEvent of PdhCollectQueryDataEx). The library holds it as
/// long as it signals it, whatever the caller does with the original handle.
class Event : boost::noncopyable {
  public:
    virtual ~Event() = default;

    virtual void set() noexcept = 0;
};

/// Duplicates an event. On Linux the handle is the number of an eventfd descriptor, on other POSIX systems
/// that of the writing end of a pipe, which gets a 64-bit 1 each time.
/// @retval invalid_argument the handle is not an event
[[nodiscard]] Result<std::unique_ptr<Event>> open_event(void* handle);

/// Whether the memory at an address can be read: for what a caller may have passed or not.
[[nodiscard]] bool is_readable(const void* address) noexcept;

/// Copies memory from a possibly invalid address, as far as it can be read. Never faults.
/// @return how many bytes of `to` were written, from the first: fewer than it has where the memory ends
[[nodiscard]] std::size_t copy_memory(const void* from, std::span<std::byte> to) noexcept;

/// The number that the system knows the calling thread by.
[[nodiscard]] std::uint64_t thread_id() noexcept;

/// The system's number of this process. To find out whether a child was forked, see fork_epoch().
[[nodiscard]] long process_id() noexcept;

/// Nanoseconds that a process has run on processors, as the kernel's scheduler counts them. The number is the
/// one that this process knows it by. None if there is no such process, and where the system does not count
/// this, or shows another count in files.
[[nodiscard]] std::optional<std::int64_t> run_time(std::int64_t process) noexcept;

/// Whether the files of a Linux kernel may exist (base/file.h): here, and for Windows programs if
/// Wine on Linux runs them and some of the files can be opened.
[[nodiscard]] bool has_linux_files();

/// A process as Windows programs see it.
struct WindowsProcess {
    std::string name;         ///< its program's file, as `prog.exe`
    std::int64_t id = 0;      ///< its number in Windows' functions
    std::int64_t parent = 0;  ///< its parent's number
    std::int64_t started = 0; ///< UTC FILETIME
    bool is_self = false;     ///< it is this process
};

/// The processes of Windows: under Wine, of one prefix; none on other systems.
[[nodiscard]] std::vector<WindowsProcess> windows_processes();

/// A disk drive of Windows under Wine: a folder of the Linux system.
struct WindowsDrive {
    std::string name;   ///< `C:`
    std::string folder; ///< its path in the Linux system; links on the way to it are not resolved
    /// The folders on that path, its end among them, that are symbolic links or where another file system is
    /// mounted: Wine does not distinguish them.
    std::vector<std::string> crossings;

    friend bool operator==(const WindowsDrive&, const WindowsDrive&) = default;
};

/// The drives that GetLogicalDriveStrings() lists under Wine on Linux, by their letters: without CDs and
/// networks, and without drives whose folder does not exist. On Windows itself and other systems none.
[[nodiscard]] std::vector<WindowsDrive> windows_drives();

/// Whether programs for Windows use this library: true in the DLL.
[[nodiscard]] bool serves_windows_programs() noexcept;

/// A graphics adapter of Windows.
struct WindowsAdapter {
    std::int64_t luid = 0;
    std::uint32_t vendor = 0; ///< its numbers on PCI; 0 = not known
    std::uint32_t device = 0;
};

/// The adapters that Windows' functions know, each once: under Wine none without a display. On other systems
/// none.
[[nodiscard]] std::vector<WindowsAdapter> windows_adapters();

/// Converts 8-bit text: in the ANSI code page on Windows, UTF-8 elsewhere. @retval invalid_argument
/// ill-formed
[[nodiscard]] Result<std::u16string> from_narrow(std::string_view text);
/// The reverse. What has no place there is replaced: in UTF-8 a lone surrogate by U+FFFD, in another code
/// page a character that it lacks by the most similar one or `?`.
[[nodiscard]] std::string to_narrow(std::u16string_view text);

/// Text in an encoding that the system knows by this name, as UTF-16: with iconv's names, and on Windows with
/// numbers of code pages, which may have letters before them (`CP932`).
/// @retval not_implemented  the system does not know the encoding
/// @retval invalid_argument the bytes are not text in it
[[nodiscard]] Result<std::u16string> decode(const std::string& encoding, std::string_view bytes);

/// Whether a text is a numeric address of this computer: a loopback address, or one that a network
/// interface has now. It sends nothing to the network.
[[nodiscard]] bool is_own_address(const std::string& text);

/// The bytes of a numeric address of IPv4 or IPv6, as the network has them; empty for another text.
[[nodiscard]] std::string parse_address(const std::string& text);

/// The addresses that network interfaces of this computer have now, in that form.
[[nodiscard]] std::vector<std::string> interface_addresses();

/// The names of this computer with a domain, as the system says them without asking a name server: see
/// base/platform/posix/host_names.h. On Windows also the host name, which may be longer than machine_name().
[[nodiscard]] std::vector<std::string> full_host_names();

} // namespace pdh_shim::platform

namespace pdh_shim {

/// Delays pthread_cancel() of the calling thread while it exists: cancellation would unwind the stack where a
/// file is read or a thread sleeps, also through C functions.
class NoCancel : boost::noncopyable {
  public:
    NoCancel() noexcept;
    ~NoCancel();

  private:
    int before_ = 0;
};

/// Tells a process from its ancestors: larger in a child of fork() or clone() than in each process that it
/// descends from, and never 0. What remembers the epoch of its process knows whether it was made in this
/// process or copied from its parent. Processes that do not descend from each other may have the same.
[[nodiscard]] std::uint32_t fork_epoch() noexcept;

} // namespace pdh_shim
