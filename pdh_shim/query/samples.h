// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "calc/formula.h"
#include "query/sample_set.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::query {

class AwaitedSamples;
class Counter;
class SuppliedSamples;
struct Column;

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
    std::uint32_t duplicate = 0; ///< which of several instances of that name; those before it may be missing
};

/// The name of an item: of a model::Instance or a path::InstanceName.
template <class Instance>
[[nodiscard]] std::u16string display_name(const Instance& instance) {
    return instance.parent.empty() ? instance.name : instance.parent + u'/' + instance.name;
}

/// The two newest samples of one instance.
struct SamplePair {
    RawValue newer;
    std::optional<RawValue> older;
    /// The column that these samples belong to; null = that of the counter that was asked.
    const Column* column = nullptr;
};

/// The samples of counters: collected by a query, or supplied by a program. A counter calls it under its own
/// mutex; any thread reads the sequence.
class Samples : boost::noncopyable {
  public:
    static constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

    /// Of a counter with a wildcard for its instance.
    struct WildcardRows {
        std::vector<std::uint32_t> rows; ///< in Cursor::set
        std::shared_ptr<const EarlierRows> earlier_rows;
    };
    /// What a counter remembers of its last read. There may be 100,000 of them.
    struct Cursor {
        std::uint64_t born = 0;                        ///< of the sequence: what came until then is not seen
        std::shared_ptr<const model::InstanceSet> set; ///< whose rows are known
        std::unique_ptr<WildcardRows> wildcard;        ///< made when it is needed
        std::uint32_t row = no_row;                    ///< in the set, of a counter without a wildcard
    };

    virtual ~Samples() = default;

    /// Grows with each new sample. It lives as long as this.
    [[nodiscard]] virtual const std::atomic<std::uint64_t>& sequence() const noexcept = 0;

    /// Whether a query collects them.
    [[nodiscard]] virtual bool are_collected() const noexcept { return false; }
    /// The counters of a group, which are collected in its place; else empty.
    [[nodiscard]] virtual std::span<const std::shared_ptr<Counter>> members() const noexcept { return {}; }
    /// Itself, if the computer has not answered yet; else null.
    [[nodiscard]] virtual AwaitedSamples* awaited() noexcept { return nullptr; }
    /// Itself, if a program supplies them; else null.
    [[nodiscard]] virtual SuppliedSamples* supplied() noexcept { return nullptr; }

    /// A sample to return before the first collect; none if the counter has no value then.
    [[nodiscard]] virtual std::optional<RawValue> initial(const Counter& /*counter*/) const {
        return std::nullopt;
    }
    /// The newest samples; of a wildcard counter, of its first instance. None before the first.
    [[nodiscard]] virtual std::optional<SamplePair> newest(const Counter& counter, Cursor& cursor) = 0;
    /// The newest samples of each instance. @retval no_data before the first sample, where there is no
    /// initial() @retval cstatus_no_instance none matches @retval the status of an object that was not read
    [[nodiscard]] virtual Result<std::vector<Item<SamplePair>>> items(
        const Counter& counter, Cursor& cursor) = 0;
};

} // namespace pdh_shim::query
