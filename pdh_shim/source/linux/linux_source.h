// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/file.h"
#include "base/platform.h"
#include "model/source.h"
#include "source/linux/gpu/nvml.h"
#include "source/linux/volume/space_probes.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::source::linux {

/// How the Linux source reads this machine, and what it shows of it.
struct LinuxOptions {
    /// Shows this process's control group, of either version, instead of the machine, if it has limits of
    /// memory or processors: in System, Memory, Processor, Processor Information, Paging File and Objects.
    bool cgroup = false;
    /// Counters that Windows has and this machine cannot measure are unknown, see
    /// model::Source::unmeasured().
    bool refuse_unmeasured = false;
    /// The files are those of another root (a host seen from a container): mounts and network interfaces are
    /// those of its first process.
    bool foreign_root = false;
    KernelUnits units = kernel_units();
    /// Processes whose numbers differ between the program and the kernel.
    std::function<std::vector<platform::WindowsProcess>()> windows_processes = platform::windows_processes;
    /// How long processes have run; null, or none, if their files have to be read to know it.
    std::function<std::optional<std::int64_t>(std::int64_t)> run_time = platform::run_time;
    /// Folders that the program sees as drives.
    std::function<std::vector<platform::WindowsDrive>()> windows_drives = platform::windows_drives;
    /// The objects of GPUs exist on any machine, as programs of Windows expect; without a GPU they have no
    /// instances.
    bool always_gpus = platform::serves_windows_programs();
    /// Whether new processes are sought by their numbers (ProcessList).
    bool seeks_new_processes = platform::serves_windows_programs();
    /// Adapters that the program may know the GPUs as.
    std::function<std::vector<platform::WindowsAdapter>()> windows_adapters = platform::windows_adapters;
    ProbeOptions probes;
    /// Loads the library of NVIDIA's driver.
    NvmlShare::Open nvml = open_nvml;
};

/// The counters of this machine, read from the files under /proc and /sys. Counters without a file are not in
/// the catalogue. No threads, except for file systems that may not answer (space_probes.h); a child of fork()
/// may keep using it.
[[nodiscard]] std::shared_ptr<model::Source> make_linux_source(
    std::shared_ptr<FileSystem> files, Clock& clock, const LinuxOptions& options = {});

/// The same from the files of this machine under `root`; empty = the real root.
/// @retval invalid_datasource `root` is not a folder that can be opened
[[nodiscard]] Result<std::shared_ptr<model::Source>, Failure> make_linux_source(
    const std::string& root, Clock& clock, LinuxOptions options = {});

/// What a Linux machine can have: all objects with all their counters, whether or not this machine has them.
[[nodiscard]] std::shared_ptr<const model::Catalogue> described_objects();

} // namespace pdh_shim::source::linux
