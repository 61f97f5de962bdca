// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace pdh_shim {

/// A PDH status: ERROR_SUCCESS, or a code of pdhmsg.h under its own name (`Status::invalid_handle` is
/// PDH_INVALID_HANDLE). Both what a function returns and the CStatus of a datum are of this type.
enum class Status : std::uint32_t {
    success = 0,
#define STATUS(name, constant, value, text) name = value,
#include "base/status.inc"
#undef STATUS
};

/// The value a program sees: PDH_STATUS is a signed 32-bit LONG.
[[nodiscard]] constexpr std::int32_t to_code(Status status) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(status));
}

/// True for the two CStatus values that mean usable data (PDH_CSTATUS_VALID_DATA, PDH_CSTATUS_NEW_DATA).
[[nodiscard]] constexpr bool is_valid_data(Status cstatus) noexcept {
    return cstatus == Status::cstatus_valid_data || cstatus == Status::cstatus_new_data;
}

/// Name of the constant (`"PDH_INVALID_HANDLE"`), or empty for a code that is not PDH's.
[[nodiscard]] std::string_view status_name(Status status) noexcept;

/// Our English text for the code, or empty for a code that is not PDH's. Some texts have the inserts
/// that are documented for them (%1, %1!s!).
[[nodiscard]] std::string_view status_text(Status status) noexcept;

} // namespace pdh_shim
