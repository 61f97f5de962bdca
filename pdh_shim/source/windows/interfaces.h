// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/instance_writer.h"
#include "source/windows/system_api.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pdh_shim::source::windows {

struct InterfaceField {
    enum Index : std::uint8_t {
        bytes,
        packets,
        packets_received,
        packets_sent,
        bytes_received,
        received_unicast,
        received_others,
        received_discarded,
        received_errors,
        bytes_sent,
        sent_unicast,
        sent_discarded,
        sent_errors,
        count
    };
};

/// Whether any interface has counted anything: a system that fills nothing in shows only zeros.
[[nodiscard]] bool have_counted(std::span<const InterfaceRow> interfaces) noexcept;

/// The network interfaces at the last sample, except the loopback one.
class Interfaces {
  public:
    void sample(SystemApi& api);
    void write(model::InstanceWriter& instances) const;

  private:
    std::optional<std::vector<InterfaceRow>> rows_;
    bool is_wine_ = false;
};

} // namespace pdh_shim::source::windows
