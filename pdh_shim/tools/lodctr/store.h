#pragma once

#include "names/lodctr_ini.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lodctr {

/// Where the indexes of registered performance DLLs begin: behind those of Windows (some ten thousand),
/// before those that names without an index are given.
inline constexpr std::uint32_t first_index = 100'000;

/// A registered performance DLL: what its INI file says, with its indexes in [performance].
struct Registration {
    std::string name; ///< drivername
    pdh_shim::names::LodctrIni ini;
    std::uint32_t first_counter = 0;
    std::uint32_t last_counter = 0; ///< the help texts have the numbers behind
    bool enabled = true;            ///< whether programs see its counters
};

/// The registrations of the user: a folder with an INI file and a symbol header each. Programs that run at
/// the same time wait for each other, and who reads the folder meanwhile finds each file as it was or as it
/// will be. All failures are thrown as Failure.
class Store {
  public:
    explicit Store(std::string folder) : folder_(std::move(folder)) {}

    /// Registers a performance DLL under free indexes. The paths in the INI file start at its folder.
    void add(const std::string& ini_file) const;
    void remove(const std::string& name) const;
    [[nodiscard]] std::vector<Registration> list() const;
    [[nodiscard]] Registration find(const std::string& name) const;
    /// Programs that start from now on see its counters, or do not.
    void set_enabled(const std::string& name, bool enabled) const;

    /// All registrations as one text, and back: restoring forgets all others.
    void save(const std::string& file) const;
    void restore(const std::string& file) const;
    /// Gives the registrations indexes without gaps. Those that cannot be read are forgotten.
    void rebuild() const;

  private:
    std::string folder_;
};

} // namespace lodctr
