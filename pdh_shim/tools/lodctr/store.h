// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "names/lodctr_ini.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lodctr {

/// The first index of registered performance DLLs: after those of Windows (some ten thousand),
/// before those that the library assigns to names without an index.
inline constexpr std::uint32_t first_index = 100'000;

/// A registered performance DLL: the content of its INI file, with its indexes in [performance].
struct Registration {
    std::string name; ///< drivername
    pdh_shim::names::LodctrIni ini;
    std::uint32_t first_counter = 0;
    std::uint32_t last_counter = 0; ///< the help texts have the next numbers
    bool enabled = true;            ///< whether programs see its counters
};

/// The registrations of the user: a folder with an INI file and a symbol header each. Programs that run at
/// the same time wait for each other, and a reader of the folder finds each file either in its old or in its
/// new state. All failures are thrown as Failure.
class Store {
  public:
    explicit Store(std::string folder) : folder_(std::move(folder)) {}

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
    std::string folder_;
};

} // namespace lodctr
