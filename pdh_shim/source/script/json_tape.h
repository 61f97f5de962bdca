// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::script {

/// Kinds of JSON values; `other_number` has a fraction, an exponent or more than 64 bits.
enum class JsonType : std::uint8_t { null, boolean, integer, other_number, text, array, object };

/// Line of a byte of the text, counted from 1.
[[nodiscard]] std::size_t line_of(std::string_view text, std::size_t offset) noexcept;

/// Column of a byte in its line, in characters of UTF-8, counted from 1.
[[nodiscard]] std::size_t column_of(std::string_view text, std::size_t offset) noexcept;

/// Refuses a text with invalid_datasource; the place is `line:column` of the byte that is wrong.
[[nodiscard]] Failure malformed(std::string_view text, std::size_t offset, std::string what);

class JsonValue;

/// Where a value begins in the text that its tape was made of.
[[nodiscard]] std::size_t begin_of(std::string_view text, const JsonValue& value) noexcept;

/// Bytes of the JSON object that a text begins with, `{` to `}`; all of the text if it has no end. Braces in
/// texts and comments do not count.
[[nodiscard]] std::size_t object_length(std::string_view text) noexcept;

/// A JSON text as a flat list of its values in the order of the text; comments
/// (`// to the end of the line` and `/* ... */`) are blanks. Unlike a tree of maps it knows where
/// each value is, keeps repeated keys, and costs little per number.
class Tape {
  public:
    /// Longest text and deepest nesting that is read.
    static constexpr std::size_t max_bytes = 256U << 20U;
    static constexpr std::size_t max_depth = 32;

    /// @retval invalid_datasource not JSON, too long or too deep
    [[nodiscard]] static Result<Tape, Failure> parse(std::string_view text);

    [[nodiscard]] JsonValue root() const noexcept;

  private:
    friend class TapeBuilder;
    friend class JsonValue;

    struct JsonNode {
        std::int64_t number = 0; // of an integer or boolean; where a text begins in texts_
        std::uint32_t end = 0;   // the next node after this value and its contents
        std::uint32_t size = 0;  // bytes of a text, values of an array, members of an object
        std::uint32_t offset = 0;
        JsonType kind = JsonType::null;
    };

    std::vector<JsonNode> nodes_; // a member of an object is two values, key and value
    std::string texts_;
};

/// One value of a tape, which outlives it. The accessors belong to the kinds they name.
class JsonValue {
  public:
    [[nodiscard]] JsonType kind() const noexcept { return node().kind; }
    /// Where it ends in the text, or begins if it is an array or object: either is on its first line.
    [[nodiscard]] std::size_t offset() const noexcept { return node().offset; }

    [[nodiscard]] bool boolean() const noexcept { return node().number != 0; }
    /// A 64-bit whole number; above 2^63 its bits.
    [[nodiscard]] std::int64_t integer() const noexcept { return node().number; }
    /// True for a number above 2^63.
    [[nodiscard]] bool is_above_int64() const noexcept { return node().size != 0; }
    [[nodiscard]] std::string_view text() const noexcept {
        return std::string_view(tape_->texts_).substr(static_cast<std::size_t>(node().number), node().size);
    }

    /// How many values an array or members an object has.
    [[nodiscard]] std::size_t size() const noexcept { return node().size; }
    /// The values of an array; of an object, its keys and values in turn.
    [[nodiscard]] JsonValue first() const noexcept { return {*tape_, index_ + 1}; }
    /// The next value in the same array or object.
    [[nodiscard]] JsonValue next() const noexcept { return {*tape_, node().end}; }

  private:
    friend class Tape;

    JsonValue(const Tape& tape, std::uint32_t index) noexcept : tape_(&tape), index_(index) {}

    [[nodiscard]] const Tape::JsonNode& node() const noexcept { return tape_->nodes_[index_]; }

    const Tape* tape_;
    std::uint32_t index_;
};

} // namespace pdh_shim::source::script
