// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "names/lodctr_ini.h"
#include "names/title_database.h"
#include "tools/terminal/own_files.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::tools::lodctr {

/// A folder that one program at a time may use, while this object exists. It is made if necessary. Only this
/// user may write it and its files, and none of them is a symbolic link.
class LockedFolder {
  public:
    /// Waits until others are done. Throws terminal::ProgramError.
    /// @param is_for_all all users may read it; it is refused if others than its owner and root can change it
    LockedFolder(std::string path, bool is_for_all);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    /// Writes or replaces a file, atomically and durably.
    void write(const std::string& name, const std::string& text) const;
    /// Removes a file, if it exists.
    void remove(const std::string& name) const;

  private:
    std::string path_;
    bool is_for_all_;
    terminal::LockFile lock_;
};

/// Writes a file at any place. Throws terminal::ProgramError.
void write_file(const std::string& path, const std::string& text);

/// Where registrations are kept, and the indexes that they get: after those of Windows (some ten thousand)
/// and before those that the library assigns to names without an index. A program sees what its user has
/// registered, and what is registered for the system.
struct StoreLocation {
    std::string folder;
    std::uint32_t first_index = 100'000;
    std::uint32_t end_index = 600'000;
    bool is_for_all = false; ///< all users may read the folder
};
/// The location for the whole system.
[[nodiscard]] inline StoreLocation system_location(std::string folder) {
    return {std::move(folder), 600'000, names::first_free_index, true};
}

/// A registered performance DLL: the content of its INI file, with its indexes in [performance].
struct Registration {
    std::string name; ///< drivername
    names::LodctrIni ini;
    std::uint32_t first_counter = 0;
    std::uint32_t last_counter = 0; ///< the help texts have the next numbers
    bool enabled = true;            ///< whether programs see its counters
};

/// The registrations of a user, or of the system: a folder with an INI file and a symbol header each.
/// Programs that run at the same time wait for each other, and a reader of the folder finds each file either
/// in its old or in its new state. All failures are thrown as terminal::ProgramError.
class Store {
  public:
    explicit Store(StoreLocation location) : location_(std::move(location)) {}

    /// Registers a performance DLL under free indexes. The paths in the INI file start at its folder.
    void add(const std::string& ini_file) const;
    void remove(const std::string& name) const;
    [[nodiscard]] std::vector<Registration> list() const;
    [[nodiscard]] Registration find(const std::string& name) const;
    /// Shows or hides its counters in programs that start later.
    void set_enabled(const std::string& name, bool enabled) const;

    /// Saves all registrations as one text, and restores them; restoring removes all others.
    void save(const std::string& file) const;
    void restore(const std::string& file) const;
    /// Assigns indexes without gaps. Registrations that cannot be read are removed.
    void rebuild() const;

  private:
    StoreLocation location_;
};

} // namespace pdh_shim::tools::lodctr
