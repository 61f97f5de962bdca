// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/argument.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::api {

// Writes the arguments of a call, and the memory that they point to, into the trace of calls. Memory that
// cannot be read is shown as its address with `(unreadable)`.

/// A number that may be an address: in hexadecimal if it is large.
void append_hex(std::string& line, std::uint64_t number);

/// A number whose parameter has this name: as the constants of pdh.h, if it has any (`format`, `detail`,
/// `counter_type`...), as a status or a time; else in decimal.
void append_number(std::string& line, std::string_view name, std::uint64_t bits, const PointeeType& type);

/// `"text"`, NULL, or `"text..." (1234 characters)`. A backslash is an escape only before x and u: control
/// characters, quotes and ill-formed bytes are `\x1b`, a lone surrogate is `\ud800`, and a backslash that
/// would look like an escape is `\x5c`.
void append_text(std::string& line, Encoding encoding, const void* address);
/// The texts of a list: up to an empty one, or those in as many units.
void append_texts(
    std::string& line, Encoding encoding, const void* address, std::optional<std::size_t> units);

/// Whether a buffer whose used part has so many units contains a list, and not one text.
[[nodiscard]] bool has_list(Encoding encoding, const void* address, std::size_t units) noexcept;

void append_double(std::string& line, double value);

/// A structure, a handle or a number that a pointer points to.
/// @param name   of its parameter
/// @param format PDH_FMT_... that says which member of a value is set
void append_pointee(std::string& line, std::string_view name, const Argument& argument, std::uint32_t format);

/// The same for `count` of them one after the other.
void append_array(std::string& line, std::string_view name, const Argument& argument, std::uint32_t format,
    std::size_t count);

/// The number at an address; none if it cannot be read.
[[nodiscard]] std::optional<std::uint64_t> read_number(const Argument& argument) noexcept;

} // namespace pdh_shim::api
