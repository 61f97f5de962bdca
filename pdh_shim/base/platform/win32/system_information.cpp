// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/win32/system_information.h"

#include "base/platform/win32/system_function.h"

#include <windows.h>

#include <algorithm>

namespace pdh_shim::platform {
namespace {

constexpr std::size_t first_information = std::size_t{16} << 10U;
constexpr std::size_t largest_information = std::size_t{64} << 20U;
constexpr auto length_mismatch = static_cast<LONG>(0xC0000004);

using QueryInformation = LONG(NTAPI*)(ULONG information, void* buffer, ULONG size, ULONG* length);
constinit const SystemFunction<QueryInformation> query_information{L"ntdll.dll", "NtQuerySystemInformation"};

} // namespace

SystemAnswer query_system_information(std::uint32_t information, std::vector<std::byte>& buffer) {
    const QueryInformation query = query_information.get();
    buffer.resize(std::max(buffer.size(), first_information));
    std::size_t size = buffer.size();
    LONG status = length_mismatch;
    ULONG length = 0;
    while (query != nullptr) {
        std::ranges::fill(buffer, std::byte{0}); // what is not filled in must not be of an earlier answer
        length = 0;
        status = query(information, buffer.data(), static_cast<ULONG>(size), &length);
        if (status != length_mismatch || size >= largest_information) {
            break;
        }
        if (length != 0 && length < size && size == buffer.size()) {
            size = length; // some classes take no longer buffer
            continue;
        }
        buffer.resize(std::min(buffer.size() * 2, largest_information));
        size = buffer.size();
    }
    if (status < 0) {
        return {};
    }
    const auto bytes = std::span(buffer).first(std::min<std::size_t>(length, size));
    return {bytes, reinterpret_cast<std::uintptr_t>(buffer.data())};
}

} // namespace pdh_shim::platform
