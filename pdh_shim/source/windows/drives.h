// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/instance_writer.h"
#include "source/windows/system_api.h"

#include <cstdint>
#include <vector>

namespace pdh_shim::source::windows {

struct DriveField {
    enum Index : std::uint8_t { free_megabytes, megabytes, count };
};

/// The space of the drives at the last sample.
class Drives {
  public:
    void sample(SystemApi& api) { drives_ = api.drives(); }
    void write(model::InstanceWriter& instances) const;

  private:
    std::vector<DriveRow> drives_;
};

} // namespace pdh_shim::source::windows
