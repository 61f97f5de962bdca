// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "path/counter_path.h"
#include "query/counter.h"
#include "query/samples.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::query {

/// The samples that a program supplies for a counter (PdhAddRelogCounter, PdhSetCounterValue). Any thread may
/// call anything.
class SuppliedSamples final : public Samples {
  public:
    /// @param instance of the counter; null = none
    explicit SuppliedSamples(const path::InstanceName* instance);

    /// Supplies the newest sample; the one before it becomes the older one. Of a wildcard counter it is the
    /// sample of the instance with this display name, of another counter its only one.
    void supply(const std::u16string& instance, const RawValue& value);

    /// From now on no sample is the newest one, until the next is supplied; the one before it stays the older
    /// one.
    void reset();

    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept override { return sequence_; }
    [[nodiscard]] SuppliedSamples* supplied() noexcept override { return this; }
    [[nodiscard]] std::optional<SamplePair> newest(const Counter& counter, Cursor& cursor) override;
    [[nodiscard]] Result<std::vector<Item<SamplePair>>> items(
        const Counter& counter, Cursor& cursor) override;

  private:
    struct ByName {
        bool operator()(const std::u16string& left, const std::u16string& right) const noexcept {
            return compare_folded(left, right) < 0;
        }
    };
    struct Supplied {
        SamplePair samples;
        bool is_reset = false; // no sample since reset()
    };

    const std::optional<std::u16string> only_name_; // none for a wildcard counter
    std::atomic<std::uint64_t> sequence_{0};        // number of samples so far
    ForkMutex mutex_;                               // guards what follows
    std::map<std::u16string, Supplied, ByName> samples_;
};

/// The properties of a counter whose samples the caller supplies.
struct SuppliedDefinition {
    std::uint32_t type = 0;         ///< a PERF_* counter type
    std::int32_t default_scale = 0; ///< only reported
    std::int64_t time_base = 0;     ///< ticks per second of the counter's clock
};

/// A counter that no source knows and no query collects: see Counter::supplied().
/// @param local_machine this computer's name, for a path that names none
/// @retval function_not_found there is no calculation for the type (bases, texts)
[[nodiscard]] Result<std::shared_ptr<Counter>> make_supplied_counter(const std::u16string& local_machine,
    const path::CounterPath& path, const SuppliedDefinition& definition, QueryContext context);

} // namespace pdh_shim::query
