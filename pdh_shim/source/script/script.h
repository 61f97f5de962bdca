// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "model/catalogue.h"
#include "model/snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace pdh_shim::source::script {

struct CellPosition {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
};

/// One object at the time of one sample.
struct ObjectSample {
    struct MultiCount {
        CellPosition cell; // in one of the columns after the counters
        std::int64_t count = 1;
    };

    struct MissingValue {
        CellPosition cell;
        Status cstatus = Status::cstatus_invalid_data;
    };

    std::uint32_t object = 0;
    /// Samples that follow each other share it while the instances stay the same.
    std::shared_ptr<const model::InstanceSet> instances;
    std::vector<std::int64_t> cells;   ///< row by row, a cell for each counter
    std::vector<MultiCount> multi;     ///< those that are not 1
    std::vector<MissingValue> missing; ///< cells that the script has a status for
    Status status = Status::success;   ///< of the object as a whole; unless success, it has no rows
};

struct ScriptSample {
    Instant clocks;
    Status status = Status::success;   ///< what its collect fails with, if not success; then it has no data
    std::vector<ObjectSample> objects; ///< those that the sample has, by object
    std::vector<std::pair<std::uint32_t, std::int64_t>> object_times; ///< those given, by object
};

/// The content of a script, checked and complete.
struct Script {
    model::Catalogue catalogue;
    std::vector<std::optional<std::int64_t>> object_times; ///< by object: where a sample gives none
    std::vector<ScriptSample> samples;
    bool loop = false;
};

} // namespace pdh_shim::source::script
