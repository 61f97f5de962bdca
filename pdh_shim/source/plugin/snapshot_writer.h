// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/snapshot.h"
#include "model/source.h"
#include "source/plugin/plugin_catalogue.h"

#include <pdh_shim/source.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::plugin {

/// The writer of a plug-in: checks the values and puts them into snapshots.
class SnapshotWriter final : private pdh_shim_writer {
  public:
    /// One snapshot for each request; all of them outlive it.
    SnapshotWriter(const PluginCatalogue& catalogue, std::span<const model::ObjectRequest> requests,
        std::span<model::ObjectSnapshot> snapshots);

    /// What the plug-in is given.
    [[nodiscard]] pdh_shim_writer* functions() noexcept { return this; }

    void begin_object(std::uint32_t request);
    /// Ends a collect: sets the clocks of the objects without their own.
    void finish(std::int64_t perf_time);

    /// The plug-in has thrown an exception: the object that it was writing has no valid data, those that it
    /// had written before keep theirs. Returns the name of that object; empty if it had begun none.
    std::u16string_view abandon();

    /// What came of the collect; to be asked once.
    /// @retval invalid_data the plug-in broke a rule
    /// @retval memory_allocation_failure without a text
    [[nodiscard]] Result<void, Failure> take_result();

  private:
    std::uint32_t add_row_of(std::u16string_view name, std::u16string_view parent, std::int64_t unique_id);
    std::uint32_t add_row(const char* name, const char* parent, std::int64_t unique_id);
    void set_cell(std::uint32_t row, std::uint32_t counter, std::int64_t value);
    void set_cell_invalid(std::uint32_t row, std::uint32_t counter);
    void set_cell_multi(std::uint32_t row, std::uint32_t counter, std::uint32_t count);
    void set_clock(std::int64_t ticks);

    [[nodiscard]] bool has_cell(std::uint32_t row, std::uint32_t counter);
    void fail(std::string_view reason);

    // What a plug-in calls.
    static void PDH_SHIM_CALLBACK on_begin(pdh_shim_writer* self, std::uint32_t request);
    static std::uint32_t PDH_SHIM_CALLBACK on_add_instance(
        pdh_shim_writer* self, const char* name, const char* parent, std::int64_t unique_id);
    static void PDH_SHIM_CALLBACK on_set(
        pdh_shim_writer* self, std::uint32_t row, std::uint32_t counter, std::int64_t value);
    static void PDH_SHIM_CALLBACK on_set_invalid(
        pdh_shim_writer* self, std::uint32_t row, std::uint32_t counter);
    static void PDH_SHIM_CALLBACK on_set_multi(
        pdh_shim_writer* self, std::uint32_t row, std::uint32_t counter, std::uint32_t count);
    static void PDH_SHIM_CALLBACK on_set_object_time(pdh_shim_writer* self, std::int64_t ticks);

    /// Runs what a plug-in called: nothing after a failure, and no exception gets out.
    template <class Action>
    static void run(pdh_shim_writer* functions, const Action& action) noexcept;

    const PluginCatalogue& catalogue_;
    std::span<const model::ObjectRequest> requests_;
    std::span<model::ObjectSnapshot> snapshots_;
    std::vector<bool> has_time_; // by request: is its object's clock set

    std::uint32_t current_ = 0; // request that was begun last
    const model::ObjectDef* object_ = nullptr;
    model::ObjectSnapshot* snapshot_ = nullptr;

    Failure failure_; // of success while there is none
};

} // namespace pdh_shim::source::plugin
