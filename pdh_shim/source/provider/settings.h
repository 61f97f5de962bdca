// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/file.h"
#include "names/lodctr_ini.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pdh_shim::source::provider {

/// Default time-outs of calls in milliseconds, as on Windows.
inline constexpr std::uint32_t default_timeout = 10'000;

/// Of [performance]: anything but 0 disables a performance DLL, as Windows' registry has it.
inline constexpr std::u16string_view disable_key = u"Disable Performance Counters";

/// Default limits of an isolated process.
inline constexpr std::uint32_t default_memory_limit = 1024; ///< MiB of address space
inline constexpr std::uint32_t default_cpu_limit = 60;      ///< seconds of processor time between two calls

/// `path`, which starts at the folder of `file` unless it is absolute.
[[nodiscard]] std::string path_beside(const std::string& file, const std::string& path);

/// The settings of a performance DLL, from [performance] and the texts of its INI file.
struct Settings {
    std::string name;    ///< drivername; for the log
    std::string library; ///< path of the DLL
    std::string open;    ///< names of its functions
    std::string collect;
    std::string close;
    /// A function that is told First Counter and First Help before Open is called; empty = none. Ours: on
    /// Windows a performance DLL reads them from the registry.
    std::string set_indexes;
    std::u16string devices; ///< what Open is given: names that end in NUL each, and one more; empty = NULL
    std::uint32_t first_counter = 0;
    std::uint32_t first_help = 0;
    std::int64_t open_timeout = 0;    ///< ticks of 100 ns
    std::int64_t collect_timeout = 0; ///< ticks of 100 ns
    bool disabled = false;            ///< it is not to be loaded
    bool supports_metadata = false;
    bool isolated = false;                             ///< run it in a separate process
    std::uint32_t memory_limit = default_memory_limit; ///< of that process; 0 = none
    std::uint32_t cpu_limit = default_cpu_limit;       ///< of that process; 0 = none
    /// The values of its service's Performance key: a line `name=value` each, in UTF-8.
    std::string registry_values;
    /// English names and help texts, or else those of the first language, by title index.
    std::unordered_map<std::uint32_t, std::u16string> titles;
};

/// @retval access_denied this process belongs to root, and others can change the DLL
/// @retval "names::load_ini(), names::load_symbols()"
/// @retval cannot_read_name_strings [performance] lacks a value, or one is not understood
[[nodiscard]] Result<Settings, Failure> load_settings(const std::string& path);

// The performance DLLs that were registered with lodctr: a lodctr INI file each, with the indexes that lodctr
// assigned, in a folder of the user's, or in one for the whole system.

/// `$XDG_DATA_HOME/pdh-shim/providers`, where XDG_DATA_HOME is `~/.local/share` unless it is set. None in a
/// privileged start, or where the user has no home.
[[nodiscard]] std::optional<std::string> registrations_folder();

/// The folder for the whole system: `/var/lib/pdh-shim/providers`, or what PDH_SHIM_REGISTRATIONS says, but
/// not in a privileged start.
[[nodiscard]] std::string system_registrations_folder();

/// The INI files in such a folder, by name. None if it is not there.
[[nodiscard]] std::vector<std::string> registered_files(FileSystem& files, const std::string& folder);

} // namespace pdh_shim::source::provider
