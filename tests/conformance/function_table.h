// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Every function of pdh.h with its parameters, made from the header (function_table.py), for loops that make
// the arguments.

#include <pdh.h>
#include <pdhmsg.h>
#include <windows.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace conformance {

/// What a parameter is for.
enum class Kind {
    query,            ///< a handle
    counter,          ///< a handle
    source,           ///< the handle of a data source or log
    number,           ///
    room,             ///< how many characters the buffers of the call have
    size,             ///< the same by address, of one buffer: the n-th size is that of the n-th buffer
    text,             ///< comes in
    text_buffer,      ///
    structure_buffer, ///< its size is in bytes
    pointer,          ///< to anything else
};

struct Parameter {
    std::string_view name;
    Kind kind = Kind::number;
    std::size_t element = 0; ///< bytes of what it points to; 0 = it is no pointer

    [[nodiscard]] bool is_buffer() const noexcept {
        return kind == Kind::text_buffer || kind == Kind::structure_buffer;
    }
};

inline constexpr std::size_t most_parameters = 9;
/// Numbers and addresses, in the order of the parameters.
using Arguments = std::array<std::uint64_t, most_parameters>;

struct Function {
    std::string_view name;
    std::vector<Parameter> parameters;
    std::vector<DWORD> statuses;   ///< that its description lists; empty = it returns none
    bool follows_protocol = false; ///< its buffers, by its description: pdh.h, "Buffers"
    DWORD (*call)(const Arguments& arguments) = nullptr;

    /// Whether the description allows it.
    [[nodiscard]] bool may_return(DWORD status) const;
};

/// Of this text: ANSI, UTF-16 or wchar_t.
[[nodiscard]] const std::vector<Function>& functions();

} // namespace conformance
