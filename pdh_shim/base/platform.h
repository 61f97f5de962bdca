#pragma once

#include "base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::platform {

/// A variable of the environment; none when it is unset, and always none in a set-id or otherwise privileged
/// start, where the environment is somebody else's.
[[nodiscard]] std::optional<std::string> environment(const char* name);

/// Name of this computer as UTF-8, without a domain; never empty.
[[nodiscard]] std::string machine_name();

/// An event object of the caller (the hNewDataEvent of PdhCollectQueryDataEx), held by the library for as
/// long as it signals it, whatever the caller does to his own handle.
class Event {
  public:
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    Event(Event&&) = delete;
    Event& operator=(Event&&) = delete;
    virtual ~Event() = default;

    virtual void set() noexcept = 0;
};

/// Takes hold of an event. On POSIX systems the handle is the number of an eventfd descriptor.
/// @retval invalid_argument the handle is not an event
[[nodiscard]] Result<std::unique_ptr<Event>> open_event(void* handle);

/// Identity of this process: another one in a child after fork().
[[nodiscard]] long process_id() noexcept;

/// Has `before` called before each fork() of this process, and `after` behind it in the parent and in the
/// child. Only where there is fork().
void at_fork(void (*before)(), void (*after)());

/// Whether the files of a Linux kernel may be looked for (base/file.h): here, and for Windows programs if it
/// is Wine on Linux that runs them.
[[nodiscard]] bool has_linux_files() noexcept;

/// A process as the programs of Windows know it.
struct WindowsProcess {
    std::string name;         ///< of its program's file, as `prog.exe`
    std::int64_t id = 0;      ///< the number that Windows' functions know it by
    std::int64_t parent = 0;  ///< the same of its parent
    std::int64_t started = 0; ///< UTC FILETIME; 0 if it may not be asked
    bool is_self = false;     ///< it is this process
};

/// The processes of Windows: under Wine those of one prefix, away from Windows none.
[[nodiscard]] std::vector<WindowsProcess> windows_processes();

/// A disk drive of Windows, under Wine: a folder of the Linux system.
struct WindowsDrive {
    std::string name;   ///< `C:`
    std::string folder; ///< its path in the Linux system; links on the way to it are not resolved
    /// The folders on that path, its end among them, that are symbolic links or where another file system is
    /// mounted: Wine does not tell which.
    std::vector<std::string> crossings;

    friend bool operator==(const WindowsDrive&, const WindowsDrive&) = default;
};

/// The drives that GetLogicalDriveStrings() lists under Wine on Linux, by their letters: without those of CDs
/// and of networks, and without those that lead nowhere. On Windows itself and away from it none.
[[nodiscard]] std::vector<WindowsDrive> windows_drives();

/// 8-bit text of programs: of the ANSI code page on Windows, UTF-8 elsewhere. @retval invalid_argument
/// ill-formed
[[nodiscard]] Result<std::u16string> from_narrow(std::string_view text);
/// The other way. On Windows a character that the code page lacks becomes the most similar one or `?`.
/// @retval invalid_argument it cannot be told in UTF-8 (a lone surrogate)
[[nodiscard]] Result<std::string> to_narrow(std::u16string_view text);

} // namespace pdh_shim::platform
