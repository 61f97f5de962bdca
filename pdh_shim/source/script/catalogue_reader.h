// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"
#include "source/script/value_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pdh_shim::source::script {

/// The "objects" of a script.
struct ScriptObjects {
    model::Catalogue catalogue;
    /// For each object with its own clock, its time in samples that do not set it.
    std::vector<std::optional<std::int64_t>> object_times;
};

/// Frequencies that are not given are that of PerfTime.
[[nodiscard]] Result<ScriptObjects, Failure> read_objects(
    const ValueReader& reader, const JsonValue& objects, std::int64_t perf_freq);

/// A frequency: ticks per second, at least one.
[[nodiscard]] Result<std::int64_t, Failure> read_frequency(
    const ValueReader& reader, const JsonValue& value, std::string_view what);

} // namespace pdh_shim::source::script
