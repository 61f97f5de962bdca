// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/platform.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// A process of the kernel that may run a program of Windows.
struct KernelProcess {
    std::u16string_view name; ///< as instances show it, without `.exe`
    std::int64_t started = 0; ///< UTC FILETIME, to a tick of the kernel; 0 = not known
    bool is_self = false;     ///< it is this process
    bool has_ended = false;   ///< Windows' functions know it no more
    bool may_be_cut = false;  ///< the kernel may know no more of its name
};

/// Whether the process at this place of a list is a program of Windows.
using RunsWindowsProgram = std::function<bool(std::size_t place)>;

/// For each process of the kernel the same process in Windows' functions; null = none.
///
/// Wine does not publish this relation, so it is inferred: this process knows itself; of the others, those
/// with the same name are matched in the order of their starts, within half a minute. A command line need not
/// begin with the program's name, so the rest is matched by the starts alone, with those of the kernel that
/// `runs_windows_program`; it is asked only about processes whose starts fit. Programs of another prefix stay
/// unmatched, unless one is started within half a minute of a program that has such a command line.
///
/// The times of starts are wall clock times. If the wall clock was set since, the difference is
/// the difference of the two starts of this process.
[[nodiscard]] std::vector<const platform::WindowsProcess*> match_windows_processes(
    std::span<const KernelProcess> kernel, std::span<const platform::WindowsProcess> windows,
    const RunsWindowsProgram& runs_windows_program);

/// Whether a text of /proc/<pid>/maps is that of a program of Windows: it has Wine's libraries in its memory.
[[nodiscard]] bool has_wine(std::string_view maps) noexcept;

/// The name of a process of Windows as instances show it: without `.exe`.
[[nodiscard]] std::u16string instance_name(const platform::WindowsProcess& process);

} // namespace pdh_shim::source::linux
