// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/catalogue.h"
#include "source/script/json_tape.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::script {

/// A text for messages: in quotation marks, and not longer than is pleasant.
[[nodiscard]] std::string quoted(std::string_view text);

/// The members of an object whose keys are fixed.
class Fields {
  public:
    explicit Fields(JsonValue object) noexcept : object_(object) {}

    [[nodiscard]] JsonValue object() const noexcept { return object_; }
    [[nodiscard]] std::optional<JsonValue> find(std::string_view key) const noexcept;

  private:
    JsonValue object_;
};

/// Reads JSON values of an expected type; a value of another type gives invalid_datasource. `what` names the
/// value in the message.
class ValueReader {
  public:
    explicit ValueReader(std::string_view text) noexcept : text_(text) {}

    [[nodiscard]] Failure refuse(const JsonValue& where, std::string reason) const;

    [[nodiscard]] Result<void, Failure> expect(
        const JsonValue& value, JsonType kind, std::string_view what) const;
    [[nodiscard]] Result<std::int64_t, Failure> number(const JsonValue& value, std::string_view what,
        std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
        std::int64_t highest = std::numeric_limits<std::int64_t>::max()) const;
    /// A number above 2^63 gives its bits.
    [[nodiscard]] Result<std::int64_t, Failure> bits(const JsonValue& value, std::string_view what) const;
    [[nodiscard]] Result<std::u16string, Failure> text(const JsonValue& value, std::string_view what) const;
    /// A text that can be part of a path: not empty, no U+0000.
    [[nodiscard]] Result<std::u16string, Failure> name(const JsonValue& value, std::string_view what) const;

    /// A status other than success: the name of a constant of pdhmsg.h, or a number of 32 bits, as a text
    /// hexadecimal after 0x.
    [[nodiscard]] Result<void, Failure> status(const JsonValue& value, Status& status) const;

    /// An object of no keys but these, none of them twice.
    [[nodiscard]] Result<Fields, Failure> fields(
        const JsonValue& value, std::string_view what, std::span<const std::string_view> keys) const;
    [[nodiscard]] Result<JsonValue, Failure> require(
        const Fields& fields, std::string_view what, std::string_view key) const;

  private:
    std::string_view text_;
};

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
