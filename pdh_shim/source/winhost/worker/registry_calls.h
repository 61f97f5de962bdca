// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

// The calls of the Windows Remote Registry Protocol ([MS-RRP] 3.1.5) that read performance data, as the bytes
// that DCE/RPC (NDR, little-endian) has for them.

namespace pdh_shim::source::winhost {

/// The calls by their numbers.
enum class RegistryCall : std::uint16_t { open_performance_data = 3, query_value = 17 };

/// Of an open key.
using KeyHandle = std::array<std::byte, 20>;

/// What Windows answers; 0 is success.
inline constexpr std::uint32_t error_more_data = 234;

[[nodiscard]] std::vector<std::byte> open_request();

/// @return the error, and the handle; none for bytes that are no answer
struct OpenAnswer {
    std::uint32_t error = 0;
    KeyHandle handle{};
};
[[nodiscard]] std::optional<OpenAnswer> read_open_answer(std::span<const std::byte> bytes);

/// @param room bytes that the answer may have
[[nodiscard]] std::vector<std::byte> query_request(
    const KeyHandle& handle, std::u16string_view value, std::uint32_t room);

struct QueryAnswer {
    std::uint32_t error = 0;
    std::span<const std::byte> data; ///< of the bytes that were read; empty after an error
    std::uint32_t needed = 0;        ///< after error_more_data: bytes, or less if the host does not know
};
[[nodiscard]] std::optional<QueryAnswer> read_query_answer(std::span<const std::byte> bytes);

} // namespace pdh_shim::source::winhost
