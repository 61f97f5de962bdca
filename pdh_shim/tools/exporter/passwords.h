// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace pdh_shim::tools::exporter {

/// Checks passwords on a thread of its own, since a hash takes a tenth of a second on purpose. What was
/// checked is known from then on, so that who has the password does not wait for those that guess.
class Passwords : boost::noncopyable {
  public:
    using Done = std::function<void(bool is_right)>;

    /// Checks that wait: with more, check() refuses.
    static constexpr std::size_t most_waiting = 100;

    Passwords();

    /// @param users with the hashes of their passwords
    void set_users(std::map<std::string, std::string> users);

    /// What is known: none if the hash must be computed.
    [[nodiscard]] std::optional<bool> known(const std::string& user, const std::string& password);

    /// @param done called on the thread of this
    /// @return false, without a call, if too many wait
    [[nodiscard]] bool check(const std::string& user, const std::string& password, Done done);

    /// Ends the thread; what waits is wrong.
    ~Passwords();

  private:
    struct State;
    std::shared_ptr<State> state_; // also of the thread
};

} // namespace pdh_shim::tools::exporter
