// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "source/winhost/protocol.h"
#include "source/winhost/worker/log_ins.h"
#include "source/winhost/worker/transport.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace pdh_shim::source::winhost {

/// The hosts that pdh-windows-hosts has connections to. All in one thread. Times are ticks of 100 ns of a
/// clock that never goes back.
///
/// A host is connected when it is first asked, and again after the connection was lost; one that failed is
/// left alone for a while (BackOff), in which requests fail at once. A request that a host does not answer in
/// time ends the connection, and from then on nobody waits for that host until it is connected again. LogIns
/// says when a host may be connected.
class HostPool : boost::noncopyable {
  public:
    /// @param connection another one after each time that the host was connected; 0 = not said
    using Answer =
        std::function<void(Result<std::span<const std::byte>, Failure> answer, std::uint32_t connection)>;

    /// The longest that connecting takes, and that a connection without requests lasts.
    static constexpr std::int64_t longest_connecting = 15 * ticks_per_second;
    static constexpr std::int64_t longest_idle = 600 * ticks_per_second;

    explicit HostPool(Transport& transport);
    ~HostPool();

    /// Has a request answered, now or later. @param request is copied
    /// @retval cstatus_no_machine the host cannot be asked, and the reason says what to do
    void ask(HostCall call, const HostRequest& request, std::int64_t now, Answer answer);

    /// What is due at this time.
    void advance(std::int64_t now);
    /// When advance() has something to do next; INT64_MAX if nothing is due.
    [[nodiscard]] std::int64_t next_time() const;

  private:
    class Host;

    void start_queued();
    void give_room();

    Transport& transport_;
    LogIns log_ins_;
    std::int64_t now_ = 0;    // of the last ask() or advance()
    std::deque<Host*> queue_; // for a connection
    bool is_starting_ = false;
    std::size_t under_way_ = 0; // bytes of answers
    bool is_short_of_room_ = false;
    std::map<std::string, std::unique_ptr<Host>, std::less<>> hosts_; // by HostRequest::host
};

} // namespace pdh_shim::source::winhost
