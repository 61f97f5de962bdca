// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::tools::command {

/// A counter of an instance, as the parts of its path.
struct Column {
    std::string machine = {}; ///< without backslashes; empty if the path has none
    std::string object = {};
    std::string parent = {};   ///< of the instance; empty if it has none
    std::string instance = {}; ///< empty for a counter without instances
    std::uint32_t index = 0;   ///< which of the instances of this name
    std::string counter = {};
    std::uint32_t type = 0; ///< PERF_COUNTER_...
};

/// The members of a PDH_RAW_COUNTER.
struct RawValue {
    std::int64_t first = 0;
    std::int64_t second = 0;
    std::uint32_t multi_count = 0;
    std::int64_t time_stamp = 0; ///< local time as a FILETIME; 0 = none
};

/// What one column has in a sample.
struct Reading {
    std::size_t column = 0;
    double value = 0;         ///< 0 without a value
    std::uint32_t status = 0; ///< of PDH; the value is valid if it is a success
    RawValue raw = {};        ///< if it was asked for

    [[nodiscard]] bool has_value() const { return status >> 30U == 0; }
};

/// One sample of all columns.
struct Sample {
    std::int64_t local_time = 0;                    ///< local time as a FILETIME
    std::vector<std::optional<double>> values = {}; ///< none = there is no value at that time
    std::optional<int> bias_minutes = std::nullopt; ///< UTC = local time + bias; none = it is not known
    std::vector<Reading> readings = {};             ///< in place of values, for InstanceReader
    std::uint64_t columns_version = 0; ///< if it differs from the last one, all columns are others
};

/// Several samples of all columns, in the memory of one block.
struct SampleBlock {
    std::size_t samples = 0;
    std::vector<double> values; ///< the values of a sample side by side; not a number = none
    std::vector<std::int64_t> local_times;
    std::vector<std::optional<int>> biases; ///< see Sample::bias_minutes
};

/// Where the records of a query go. Each function throws terminal::ProgramError or terminal::OutputError.
class Output : boost::noncopyable {
  public:
    virtual ~Output() = default;

    /// Collects the query, and appends a record.
    /// @return false if there is no more data
    [[nodiscard]] virtual bool update() = 0;

    /// Opens the file of its name again, which may be another one by now, and appends to it.
    virtual void reopen() = 0;

    /// Writes what is not in the file yet, and what the format ends with. Call it last; without it the output
    /// has what a program that was ended leaves.
    virtual void close() = 0;

    /// How many samples had no place in the format.
    [[nodiscard]] virtual std::uint64_t left_out() const { return 0; }

    /// Whether the log that the query reads has, up to its end, parts that could not be read.
    [[nodiscard]] virtual bool has_loss() const { return false; }
};

} // namespace pdh_shim::tools::command
