// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

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
    static constexpr std::int64_t shortest_wait = ticks_per_second / 2;
    static constexpr std::int64_t longest_wait = 30 * ticks_per_second;

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
    std::int64_t wait_ = 0;     // after the next failure to connect
    std::int64_t next_try_ = 0; // of the clock
};

} // namespace pdh_shim::source::pcp
