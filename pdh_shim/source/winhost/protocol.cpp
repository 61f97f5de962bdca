// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/protocol.h"

#include "base/bytes.h"

#include <array>
#include <cstring>

namespace pdh_shim::source::winhost {
namespace {

constexpr std::array texts{&HostSettings::name, &HostSettings::address, &HostSettings::user,
    &HostSettings::domain, &HostSettings::password_file, &HostSettings::ccache};

// In front of the texts, each of which has its length in 16 bits in front.
constexpr std::size_t port_at = 0;
constexpr std::size_t authentication_at = 2;
constexpr std::size_t protection_at = 4;
constexpr std::size_t texts_at = 6;

constexpr std::size_t time_out_at = 0;
constexpr std::size_t host_length_at = 4;
constexpr std::size_t host_at = 8;

bool read_host(std::span<const std::byte> bytes, HostSettings& settings) {
    ByteReader reader(bytes);
    const std::uint16_t authentication = reader.u16(authentication_at);
    const std::uint16_t protection = reader.u16(protection_at);
    settings.port = reader.u16(port_at);
    settings.authentication = static_cast<Authentication>(authentication);
    settings.protection = static_cast<Protection>(protection);
    std::size_t place = texts_at;
    for (const auto text : texts) {
        const std::size_t length = reader.u16(place);
        settings.*text = as_text(reader.part(place + 2, length));
        if ((settings.*text).find('\0') != std::string::npos) {
            return false;
        }
        place += 2 + length;
    }
    return reader.ok() && place == bytes.size() && authentication <= 1 && protection <= 1;
}

} // namespace

std::vector<std::byte> encode_host(const HostSettings& settings, std::string_view name) {
    HostSettings one = settings;
    one.name = name;
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u16(settings.port == 0 ? smb_port : settings.port);
    writer.u16(static_cast<std::uint16_t>(settings.authentication));
    writer.u16(static_cast<std::uint16_t>(settings.protection));
    for (const auto text : texts) {
        writer.u16(static_cast<std::uint16_t>((one.*text).size()));
        writer.bytes(std::as_bytes(std::span(one.*text)));
    }
    return bytes;
}

std::vector<std::byte> encode_request(
    std::span<const std::byte> host, std::uint32_t time_out, std::u16string_view value) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u32(time_out);
    writer.u32(static_cast<std::uint32_t>(host.size()));
    writer.bytes(host);
    for (const char16_t unit : value) {
        writer.u16(unit);
    }
    return bytes;
}

std::optional<HostRequest> read_request(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    HostRequest request;
    request.time_out = reader.u32(time_out_at);
    const std::size_t length = reader.u32(host_length_at);
    const auto host = reader.part(host_at, length);
    if (!reader.ok() || !read_host(host, request.settings)) {
        return std::nullopt;
    }
    request.host = as_text(host);
    const std::size_t value_at = host_at + length;
    const std::size_t units = (bytes.size() - value_at) / sizeof(char16_t);
    if ((bytes.size() - value_at) % sizeof(char16_t) != 0) {
        return std::nullopt;
    }
    request.value.resize(units);
    for (std::size_t i = 0; i < units; ++i) {
        request.value[i] = reader.u16(value_at + i * sizeof(char16_t));
    }
    return request;
}

} // namespace pdh_shim::source::winhost
