// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "source/winhost/hosts_file.h"
#include "source/winhost/worker/transport.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace pdh_shim::source::winhost {

/// When hosts may be connected: not too many at once, as each may take a process that finds its name or its
/// tickets; and so that a wrong password does not lock its account. Hosts share an account: a password that
/// has not been right yet is tried with one host after the other, and one that two of them have refused with
/// none, until its file changes or a while has passed. All in one thread; times as HostPool's.
class LogIns {
  public:
    static constexpr std::size_t most_at_once = 32; ///< by NTLM, and as many by Kerberos
    static constexpr std::int64_t held_back = 900 * ticks_per_second;
    /// What takes longer than this no longer keeps other hosts from trying the password.
    static constexpr std::int64_t usual_time = 2 * ticks_per_second;

    [[nodiscard]] bool may_begin(const HostSettings& settings, std::int64_t now) const;
    void begin(const HostSettings& settings, std::int64_t now);
    /// @param failure null = it is connected
    void end(const HostSettings& settings, std::int64_t now, const TransportFailure* failure);

    /// Why the password of a host is not tried now.
    [[nodiscard]] std::optional<TransportFailure> reason_to_wait(
        const HostSettings& settings, std::int64_t now);

  private:
    struct Refusal {
        TransportFailure failure;
        std::int64_t until = 0;
        std::string file; // file_mark() of the password
    };
    struct Account {
        bool is_proven = false;                 // the last answer was that the password is right
        std::int64_t busy_until = 0;            // while it is not
        std::string tried_by;                   // host
        std::map<std::string, Refusal> refused; // by host
        std::string newest;                     // host
        int refusals_in_a_row = 0;
    };

    [[nodiscard]] static std::string account_of(const HostSettings& settings);

    std::array<std::size_t, 2> at_once_{}; // by Authentication
    std::map<std::string, Account> accounts_;
};

} // namespace pdh_shim::source::winhost
