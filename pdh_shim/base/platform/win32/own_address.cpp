// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/win32/system.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>
// <iphlpapi.h> declares less without <winsock2.h> before it.
// clang-format off
#include <winsock2.h>
#include <iphlpapi.h>
#include <ws2tcpip.h>
// clang-format on

namespace pdh_shim::platform {
namespace {

using ParseV4 = LONG(NTAPI*)(const wchar_t*, BOOLEAN, const wchar_t**, IN_ADDR*);
using ParseV6 = LONG(NTAPI*)(const wchar_t*, const wchar_t**, IN6_ADDR*);
constinit const SystemFunction<ParseV4> parse_v4{L"ntdll.dll", "RtlIpv4StringToAddressW"};
constinit const SystemFunction<ParseV6> parse_v6{L"ntdll.dll", "RtlIpv6StringToAddressW"};
constinit const SystemFunction<decltype(&GetAdaptersAddresses)> list_adapters{
    L"iphlpapi.dll", "GetAdaptersAddresses"};

template <class Address>
std::string bytes_of(const Address& address) {
    return {reinterpret_cast<const char*>(&address), sizeof address};
}

std::string address_of(const SOCKET_ADDRESS& address) {
    switch (address.lpSockaddr->sa_family) {
    case AF_INET:
        return bytes_of(reinterpret_cast<const sockaddr_in*>(address.lpSockaddr)->sin_addr);
    case AF_INET6:
        return bytes_of(reinterpret_cast<const sockaddr_in6*>(address.lpSockaddr)->sin6_addr);
    default:
        return {};
    }
}

} // namespace

std::string parse_address(const std::string& text) {
    const std::wstring wide = to_wide(text);
    const ParseV4 from_v4 = parse_v4.get();
    const ParseV6 from_v6 = parse_v6.get();
    IN_ADDR v4{};
    IN6_ADDR v6{};
    const wchar_t* const end = wide.c_str() + wide.size();
    const wchar_t* rest = nullptr;
    if (from_v4 != nullptr && from_v4(wide.c_str(), TRUE, &rest, &v4) == 0 && rest == end) {
        return bytes_of(v4);
    }
    if (from_v6 != nullptr && from_v6(wide.c_str(), &rest, &v6) == 0 && rest == end) {
        return bytes_of(v6);
    }
    return {};
}

std::vector<std::string> interface_addresses() {
    const auto list = list_adapters.get();
    if (list == nullptr) {
        return {};
    }
    std::vector<IP_ADAPTER_ADDRESSES> adapters;
    ULONG size = 0;
    ULONG error = ERROR_BUFFER_OVERFLOW;
    while (error == ERROR_BUFFER_OVERFLOW) { // an interface may have been added meanwhile
        adapters.resize(size / sizeof(IP_ADAPTER_ADDRESSES) + 1);
        size = static_cast<ULONG>(adapters.size() * sizeof(IP_ADAPTER_ADDRESSES));
        error = list(AF_UNSPEC, 0, nullptr, adapters.data(), &size);
    }
    std::vector<std::string> addresses;
    const IP_ADAPTER_ADDRESSES* adapter = error == ERROR_SUCCESS ? adapters.data() : nullptr;
    for (; adapter != nullptr; adapter = adapter->Next) {
        for (auto* address = adapter->FirstUnicastAddress; address != nullptr; address = address->Next) {
            addresses.push_back(address_of(address->Address));
        }
    }
    return addresses;
}

std::vector<std::string> full_host_names() {
    std::vector<std::string> names;
    for (const COMPUTER_NAME_FORMAT format : {ComputerNameDnsHostname, ComputerNameDnsFullyQualified}) {
        std::array<wchar_t, 1024> name{};
        auto length = static_cast<DWORD>(name.size());
        if (GetComputerNameExW(format, name.data(), &length) != 0) {
            names.push_back(from_wide({name.data(), length}));
        }
    }
    return names;
}

} // namespace pdh_shim::platform
