// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "block/block.h"
#include "block/known_objects.h"
#include "model/snapshot.h"
#include "model/source.h"

#include <cstdint>
#include <memory>

namespace pdh_shim::block {

/// Reads the instances and values of objects into snapshots. It remembers what they looked like, so that an
/// object with the same instances as last time costs little more than a copy: keep one per session. One
/// thread at a time.
class SnapshotReader {
  public:
    /// @param known of a log: an object that is defined otherwise is damaged, unless the record before has it
    ///              so, too; so is one whose instances give up a habit
    explicit SnapshotReader(std::shared_ptr<const KnownObjects> known = nullptr);
    SnapshotReader(const SnapshotReader&) = delete;
    SnapshotReader& operator=(const SnapshotReader&) = delete;
    SnapshotReader(SnapshotReader&&) noexcept;
    SnapshotReader& operator=(SnapshotReader&&) noexcept;
    ~SnapshotReader();

    /// Fills the snapshot of one object of the catalogue, which a Schema has made of this sample or of others
    /// of the same origin; columns that the catalogue does not have are left out, needed ones that the sample
    /// does not have are invalid. An object that the sample does not have has no instances, or, if it never
    /// has any, no valid data. An object without its own clock has `perf_time`.
    /// @retval invalid_data the object is malformed or damaged; the snapshot is that of an object that the
    ///                      sample does not have
    [[nodiscard]] Result<void, Failure> read(const BlockObjects& sample,
        const std::shared_ptr<const model::Catalogue>& catalogue, const model::ObjectRequest& request,
        std::int64_t perf_time, model::ObjectSnapshot& snapshot);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace pdh_shim::block
