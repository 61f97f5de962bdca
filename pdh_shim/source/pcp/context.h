// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <pcp/pmapi.h>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::source::pcp {

using InstanceNames = std::map<int, std::string>; ///< of instances, by their numbers

/// Where metrics and their values come from: a host or an archive. One thread at a time.
class Context : boost::noncopyable {
  public:
    /// Changes when the numbers of metrics have to be looked up again; 0 before it is first open.
    [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

    // None: it does not answer any more, and the log says why.

    /// The descriptions of metrics, one each; PM_ID_NULL is the number of one that it does not have.
    [[nodiscard]] virtual std::optional<std::vector<pmDesc>> describe(std::span<const std::string> names) = 0;
    /// The names of all metrics below a prefix, sorted. @param prefix empty = all
    [[nodiscard]] virtual std::optional<std::vector<std::string>> list(const std::string& prefix) = 0;
    /// The instances of a domain; of an archive, where it is read.
    [[nodiscard]] virtual std::optional<InstanceNames> instances(pmInDom domain) = 0;

  protected:
    Context() = default;
    ~Context() = default;

    void set_generation(std::uint64_t generation) noexcept { generation_ = generation; }

  private:
    std::uint64_t generation_ = 0;
};

} // namespace pdh_shim::source::pcp
