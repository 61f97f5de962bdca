// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/pcp/libpcp.h"
#include "source/pcp/metric.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::source::pcp {

/// Values of metrics at one time.
using FetchedResult = std::unique_ptr<pmResult, std::function<void(pmResult*)>>;

/// A context of libpcp: the host or archive that metrics and their values come from. The functions below need
/// an open one; one thread at a time.
class Context : boost::noncopyable {
  public:
    /// Changes when the numbers of metrics have to be looked up again; 0 before it is first open.
    [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

    using InstanceNames = std::map<int, std::string>; ///< of instances, by their numbers

    // None: it does not answer any more, and the log says why.

    /// The descriptions of metrics, one each; PM_ID_NULL is the number of one that it does not have.
    [[nodiscard]] std::optional<std::vector<pmDesc>> describe(std::span<const std::string> names);
    /// The names of all metrics below a prefix, sorted. @param prefix empty = all
    [[nodiscard]] std::optional<std::vector<std::string>> list(const std::string& prefix);
    /// The instances of a domain; of an archive, where it is read.
    [[nodiscard]] std::optional<InstanceNames> instances(pmInDom domain);
    /// The same of an archive, wherever it is read.
    [[nodiscard]] std::optional<InstanceNames> all_instances(pmInDom domain);

  protected:
    explicit Context(std::shared_ptr<const Libpcp> library) : library_(std::move(library)) {}
    ~Context() { close(); }

    [[nodiscard]] const Libpcp& library() const noexcept { return *library_; }
    [[nodiscard]] FetchedResult owned(pmResult* fetched) const;

    /// Its number for libpcp; negative while it is closed.
    [[nodiscard]] int number() const noexcept { return number_; }
    void set_number(int number) noexcept { number_ = number; }
    void close() noexcept;
    void begin_generation() noexcept { ++generation_; }

  private:
    using GetInstances = int(pmInDom domain, int** numbers, char*** names);

    [[nodiscard]] std::optional<InstanceNames> instances_by(GetInstances* get, pmInDom domain);
    /// Logs an error that ends it.
    virtual void fail(int error) = 0;

    const std::shared_ptr<const Libpcp> library_;
    int number_ = -1;
    std::uint64_t generation_ = 0;
};

} // namespace pdh_shim::source::pcp
