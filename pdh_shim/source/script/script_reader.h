// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "model/catalogue.h"
#include "model/snapshot.h"
#include "source/script/catalogue_reader.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
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

/// Reads the samples of a script one after the other. The catalogue gains the columns of multi counts and the
/// frequencies that only the samples contain.
class SampleReader {
  public:
    SampleReader(const ValueReader& reader, model::Catalogue& catalogue);

    [[nodiscard]] Result<ScriptSample, Failure> read(const JsonValue& value);

  private:
    struct ObjectValue {
        std::uint32_t object;
        JsonValue value;
    };

    /// The members of a map from the names of objects, by object.
    [[nodiscard]] Result<std::vector<ObjectValue>, Failure> by_object(
        const JsonValue& map, std::string_view what) const;
    [[nodiscard]] Result<Instant, Failure> read_clocks(const Fields& fields);
    [[nodiscard]] Result<void, Failure> read_object_times(const JsonValue& map, ScriptSample& sample);
    [[nodiscard]] Result<void, Failure> read_object_freqs(const JsonValue& map);
    [[nodiscard]] Result<void, Failure> read_data(const JsonValue& map, ScriptSample& sample);
    [[nodiscard]] Result<ObjectSample, Failure> read_object(std::uint32_t object, const JsonValue& value);
    [[nodiscard]] Result<void, Failure> read_map(
        const JsonValue& value, ObjectSample& sample, std::vector<model::Instance>& instances);
    [[nodiscard]] Result<void, Failure> read_list(
        const JsonValue& value, ObjectSample& sample, std::vector<model::Instance>& instances);
    [[nodiscard]] Result<model::Instance, Failure> read_list_entry(
        const JsonValue& entry, std::uint32_t row, ObjectSample& sample);
    [[nodiscard]] Result<void, Failure> read_row(
        const JsonValue& values, std::uint32_t row, ObjectSample& sample);
    [[nodiscard]] Result<std::int64_t, Failure> read_cell(
        const JsonValue& value, CellPosition at, ObjectSample& sample);
    [[nodiscard]] Result<std::int64_t, Failure> read_multi(
        const JsonValue& pair, CellPosition at, ObjectSample& sample);

    [[nodiscard]] std::uint32_t multi_column(std::uint32_t object, std::uint32_t column);

    void share_instances(ObjectSample& sample, std::vector<model::Instance> instances);

    const ValueReader& reader_;
    model::Catalogue& catalogue_;
    std::unordered_map<std::u16string_view, std::uint32_t, FoldedHash, FoldedEqual> objects_;
    std::vector<std::shared_ptr<const model::InstanceSet>> newest_instances_; // by object
    std::vector<std::uint8_t> has_sampled_freq_;                              // by object
    bool is_first_ = true;
    Instant clocks_; // of the newest sample
};

/// Reads the JSON text of a script (see SCRIPT.md for the format).
/// @retval invalid_datasource malformed; the place is a line
[[nodiscard]] Result<Script, Failure> read_script(std::string_view text);

} // namespace pdh_shim::source::script
