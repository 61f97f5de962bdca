// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/manual_clock.h"
#include "machine.h"
#include "memory_files.h"
#include "model/collecting.h"
#include "source/linux/linux_source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace pdh_shim::test {

inline constexpr std::int64_t second = ticks_per_second;
inline constexpr std::int64_t start_time = 134'000'000'000'000'000;

/// A machine made of files in memory, with one session that collects whole objects from it. A fixture of
/// cases.
class Scene : public Collecting {
  public:
    /// @param wall_ahead how far the wall clock is ahead of the other
    explicit Scene(std::int64_t wall_ahead = 7)
        : Collecting([this]() -> std::shared_ptr<model::Source> {
              return root.empty() ? source::linux::make_linux_source(std::move(owned_), clock_, options)
                                  : source::linux::make_linux_source(root, clock_, options).value();
          }),
          clock_({5 * second, start_time, start_time + wall_ahead}), owned_(std::make_unique<MemoryFiles>()) {
        files_ = owned_.get();
        options.units = {100, 4096};
        options.probes.run_aside = [](const std::function<void()>& job) { job(); };
    }
    ~Scene() { close(); } // before the clock

    source::linux::LinuxOptions options;
    std::string root; ///< folder with the files of a recorded machine; empty = those in memory

    MemoryFiles& files() noexcept { return *files_; }
    ManualClock& clock() noexcept { return clock_; }
    void pass(std::int64_t ticks) { clock_.advance(ticks); }

  private:
    ManualClock clock_;
    std::unique_ptr<MemoryFiles> owned_;
    MemoryFiles* files_ = nullptr;
};

/// Ticks of /proc/stat as 100 ns.
[[nodiscard]] constexpr std::int64_t ticks(std::int64_t count) {
    return count * (second / 100);
}

/// The machine of set_machine().
struct MachineScene : Scene {
    MachineScene() { set_machine(files()); }
};

} // namespace pdh_shim::test
