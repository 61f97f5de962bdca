// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/failure_log.h"
#include "helper/helper.h"
#include "source/pcp/context.h"
#include "source/pcp/protocol.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::pcp {

/// The pmcd of a host, which pdh-pcp-host asks. Any thread may use it.
class Host : boost::noncopyable {
  public:
    /// @param clock   of the time-outs; must advance by itself
    /// @param timeout ticks of 100 ns that the host has for an answer
    Host(std::shared_ptr<helper::Helper> helper, std::string address, Clock& clock, std::int64_t timeout)
        : helper_(std::move(helper)), address_(std::move(address)), clock_(clock), timeout_(timeout) {}

    [[nodiscard]] const std::string& address() const noexcept { return address_; }
    [[nodiscard]] Clock& clock() const noexcept { return clock_; }

  private:
    friend class HostConnection;

    const std::shared_ptr<helper::Helper> helper_;
    const std::string address_;
    Clock& clock_;
    const std::int64_t timeout_;
    std::atomic<std::uint64_t> generation_{0};   // of the newest answer
    std::atomic<std::int64_t> refused_until_{0}; // after an answer that was too long
    FailureLog failures_;
};

/// Questions to a host, which have one time-out together: it begins with this object. A host that is not
/// connected is connected, unless it did not answer a while ago.
class HostConnection final : public Context {
  public:
    using Question = std::shared_ptr<helper::Helper::Request>;

    explicit HostConnection(std::shared_ptr<Host> host);

    /// Makes sure that the generation is known. @retval false the host does not answer
    [[nodiscard]] bool open() { return generation() != 0 || ask(PcpCall::connect, {}).has_value(); }
    /// Asks for the generation. @retval cstatus_no_machine the host does not answer
    [[nodiscard]] Result<void, Failure> connect();

    [[nodiscard]] std::optional<std::vector<pmDesc>> describe(std::span<const std::string> names) override;
    [[nodiscard]] std::optional<std::vector<std::string>> list(const std::string& prefix) override;
    [[nodiscard]] std::optional<InstanceNames> instances(pmInDom domain) override;

    /// Asks for the values of metrics, whose numbers are of this generation.
    [[nodiscard]] Question begin_fetch(std::uint64_t generation, std::span<const pmID> metrics);
    /// Waits for them; none if the host does not answer, or its generation is another one now.
    [[nodiscard]] std::optional<FetchedValues> finish_fetch(const Question& question, std::size_t metrics);

    /// Whether instances() was called.
    [[nodiscard]] bool has_asked_for_names() const noexcept { return has_asked_for_names_; }
    /// When its time is over.
    [[nodiscard]] std::int64_t deadline() const noexcept { return deadline_; }

  private:
    // In front of what an answer is about: the generation.
    static constexpr std::size_t answer_at = sizeof(std::uint64_t);

    [[nodiscard]] Question begin(
        PcpCall call, std::span<const std::byte> subject, std::uint64_t generation = 0);
    [[nodiscard]] Result<std::vector<std::byte>, Failure> finish(const Question& question);
    [[nodiscard]] std::optional<std::vector<std::byte>> ask(PcpCall call, std::span<const std::byte> subject);
    [[nodiscard]] Failure failure(std::string reason);

    const std::shared_ptr<Host> host_;
    const std::int64_t deadline_;
    bool has_asked_for_names_ = false;
};

} // namespace pdh_shim::source::pcp
