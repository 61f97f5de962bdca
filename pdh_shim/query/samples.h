// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "calc/formula.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::query {

/// A raw sample and when it was taken.
struct RawValue {
    calc::RawSample sample;
    std::int64_t time_stamp = 0; ///< local FILETIME
};

/// One instance of a wildcard counter.
template <class Value>
struct Item {
    std::u16string name; ///< `parent/instance` or `instance`; instances of the same name are adjacent
    Value value;
};

class CounterIdentity;

/// The two newest samples of one instance.
struct Samples {
    RawValue newer;
    std::optional<RawValue> older;
    /// The counter that they are of; null: the one that was asked. It lives as long as their source.
    const CounterIdentity* counter = nullptr;
};

/// Where a counter gets its samples from. One thread at a time reads samples, any thread the sequence.
class SampleSource : boost::noncopyable {
  public:
    /// @param sequence grows with each new sample; lives as long as this
    explicit SampleSource(const std::atomic<std::uint64_t>& sequence) : sequence_(sequence) {}
    virtual ~SampleSource() = default;

    [[nodiscard]] std::uint64_t sequence() const noexcept {
        return sequence_.load(std::memory_order_acquire);
    }

    /// The replacement for a sample before the first; none if the counter has no value then.
    [[nodiscard]] virtual std::optional<RawValue> initial() const = 0;
    /// The newest samples, of a wildcard counter those of its first instance; none before the first.
    [[nodiscard]] virtual std::optional<Samples> newest() = 0;
    /// The newest samples of each instance. @retval no_data before the first sample, where there is no
    /// initial() @retval cstatus_no_instance none matches @retval the status of an object that was not read
    [[nodiscard]] virtual Result<std::vector<Item<Samples>>> items() = 0;

  private:
    const std::atomic<std::uint64_t>& sequence_;
};

} // namespace pdh_shim::query
