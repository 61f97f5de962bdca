// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"

#include <cstdint>

namespace pdh_shim::source::linux {

/// The namespace whose processes /proc shows. What the kernel counts beside them, such as the threads in
/// /proc/loadavg, is of the whole machine all the same.
class PidNamespace {
  public:
    explicit PidNamespace(FileSystem& files) noexcept : files_(files) {}

    /// Whether /proc shows the processes of the whole machine; true if it does not tell that.
    [[nodiscard]] bool is_whole_machine();

  private:
    FileSystem& files_;
    std::uint32_t asked_by_ = 0; // epoch of the process that the answer is for
    bool is_whole_machine_ = true;
};

} // namespace pdh_shim::source::linux
