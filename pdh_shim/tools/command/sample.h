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

/// Where samples are written: each format that is made from samples is one.
class RecordSink : boost::noncopyable {
  public:
    virtual ~RecordSink() = default;

    /// Adds a sample. It is in the output after flush(), or when others have filled the buffer.
    /// @throws terminal::OutputError
    virtual void add(const Sample& sample) = 0;

    /// Writes the samples that were added: the output ends with a whole line.
    /// @throws terminal::OutputError
    virtual void flush() = 0;

    /// Writes the rest, and what the format ends with. Call it last; without it the output has what a program
    /// that was ended leaves.
    /// @throws terminal::OutputError
    virtual void close() = 0;
};

/// A log that takes records of a query. It keeps some in memory that its file has no room for. Each function
/// throws terminal::ProgramError.
class RecordLog : boost::noncopyable {
  public:
    virtual ~RecordLog() = default;

    /// Collects the query, and appends a record.
    /// @return false if there is no more data
    [[nodiscard]] virtual bool update() = 0;

    /// Opens the file of its name again, which may be another one by now, and appends to it.
    virtual void reopen() = 0;

    /// Writes what is not in the file yet. Call it last.
    virtual void close() = 0;
};

} // namespace pdh_shim::tools::command
