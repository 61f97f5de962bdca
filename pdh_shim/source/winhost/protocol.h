// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "source/winhost/hosts_file.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What the library asks pdh-windows-hosts (helper/frames.h has the frames). A request has all that is needed
// to reach its host, so that the process may be another one each time; it keeps a connection for each host.
// The answer is the number of the connection, in 32 bits, and the bytes of the value; or why there are none.

namespace pdh_shim::source::winhost {

/// What a frame asks for.
enum class HostCall : std::uint32_t {
    connect = 1, ///< only a connection: the answer is empty
    query = 2    ///< a value of HKEY_PERFORMANCE_DATA
};

/// Why there is no answer, if not for the connection: the host, or this protocol, does not take the value.
inline constexpr Status value_refused = Status::cstatus_invalid_data;

/// The usual port of SMB.
inline constexpr std::uint16_t smb_port = 445;
/// Bytes of the number in front of an answer. It is another one after each time that a host was connected: it
/// may have been restarted, and have other titles.
inline constexpr std::size_t connection_number_size = 4;
/// More bytes than a request may have.
inline constexpr std::size_t longest_request = std::size_t{1} << 20U;
/// More bytes than a value may have: `Global` of a large host has some megabytes.
inline constexpr std::size_t longest_value = std::size_t{64} << 20U;

struct HostRequest {
    std::string_view host;      ///< the bytes that it was encoded as: they tell hosts apart
    HostSettings settings;      ///< with the name of one host
    std::uint32_t time_out = 0; ///< milliseconds
    std::u16string value;
};

/// The bytes of a host in its requests.
/// @param name of the host: that of its section, or one with the section's ending
[[nodiscard]] std::vector<std::byte> encode_host(const HostSettings& settings, std::string_view name);

/// A request. @param value empty for HostCall::connect
[[nodiscard]] std::vector<std::byte> encode_request(
    std::span<const std::byte> host, std::uint32_t time_out, std::u16string_view value);

/// Reads a request; none if it is malformed. The result refers to the bytes.
[[nodiscard]] std::optional<HostRequest> read_request(std::span<const std::byte> bytes);

} // namespace pdh_shim::source::winhost
