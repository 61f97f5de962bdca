// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {

/// The classes of engines that NVIDIA's library distinguishes: those that draw and compute, encode, decode.
inline constexpr std::array<std::string_view, 3> nvidia_engines{"sm", "enc", "dec"};

struct NvidiaProcess {
    std::int64_t process = 0;
    std::int64_t bytes = unread; ///< of the GPU's memory
    /// Of each class of engines, as measured in the last period of the driver's; 0 for a process that did not
    /// use them since the last reading.
    std::array<std::int64_t, nvidia_engines.size()> percent{};
};

struct NvidiaGpu {
    std::string pci_address;
    std::int64_t used_bytes = unread;
    std::vector<NvidiaProcess> processes; ///< by number, each once
};

/// The NVIDIA Management Library, which reports on the GPUs of NVIDIA's own driver. Any thread may use it.
class Nvml : boost::noncopyable {
  public:
    virtual ~Nvml() = default;

    /// What the GPUs do. `seen`: for each GPU the time of the newest measurement, in the driver's time; older
    /// ones are not returned again.
    [[nodiscard]] virtual std::vector<NvidiaGpu> read(std::vector<std::uint64_t>& seen) = 0;
};

/// Loads the library, and keeps it loaded as long as the result exists. Null if it is not installed, or does
/// not work; under Wine always.
[[nodiscard]] std::unique_ptr<Nvml> open_nvml();

/// The library as all sessions of a source share it, loaded by the first that asks. Nothing waits for it:
/// while it is loaded, and in children of fork(), for which it does not work, there is none.
class NvmlShare : boost::noncopyable {
  public:
    using Open = std::function<std::unique_ptr<Nvml>()>;

    explicit NvmlShare(Open open) : open_(std::move(open)) {}
    ~NvmlShare();

    /// Null if there is none.
    [[nodiscard]] Nvml* get();

  private:
    Open open_;
    std::atomic<bool> is_asked_{false};
    std::uint32_t owner_ = 0; // epoch of the process that loaded it
    std::unique_ptr<Nvml> owned_;
    std::atomic<Nvml*> ready_{nullptr};
};

} // namespace pdh_shim::source::linux
