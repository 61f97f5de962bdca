// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/back_off.h"
#include "base/clock.h"
#include "source/pcp/libpcp.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::source::pcp {

/// The connection to the pmcd of one host. All of it belongs to one thread. When it is lost, the next use
/// connects again; after a host that did not answer, not before a while has passed, which doubles each time.
/// Its generation is another one after each reconnect, and when the host's agents have changed. A request
/// that fails closes it.
class PmcdConnection final : public LibpcpContext {
  public:
    PmcdConnection(std::shared_ptr<const Libpcp> library, std::string address)
        : LibpcpContext(std::move(library)), address_(std::move(address)) {}

    /// @param now of the clock that waiting goes by
    /// @retval false the host does not answer
    [[nodiscard]] bool open(std::int64_t now);

    /// Why it did not answer the last time.
    [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

    /// Null if it fails.
    [[nodiscard]] FetchedResult fetch(std::vector<pmID>& metrics);

  private:
    void fail(int error) override;
    void begin_generation();

    const std::string address_;
    std::string reason_;
    BackOff back_off_{ticks_per_second / 2, 30 * ticks_per_second}; // of connecting
};

} // namespace pdh_shim::source::pcp
