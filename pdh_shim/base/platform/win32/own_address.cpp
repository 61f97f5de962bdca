// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_address.h"

#include "base/platform/win32/handle.h"
#include "base/platform/win32/ntdll.h"
#include "base/platform/win32/wide.h"
#include "base/text.h"

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

/// A library of Windows itself; one of the same name in the program's folder is not used.
Library load_system_library(const wchar_t* name) {
    std::array<wchar_t, MAX_PATH> folder{};
    const UINT length = GetSystemDirectoryW(folder.data(), static_cast<UINT>(folder.size()));
    if (length == 0 || length >= folder.size()) {
        return nullptr;
    }
    return Library(LoadLibraryW((std::wstring(folder.data(), length) + L'\\' + name).c_str()));
}

template <class Function>
Function find_in(const Library& library, const char* name) noexcept {
    const FARPROC found = library == nullptr ? nullptr : GetProcAddress(library.get(), name);
    return reinterpret_cast<Function>(reinterpret_cast<void*>(found));
}

template <class Address>
std::string bytes_of(const Address& address) {
    return {reinterpret_cast<const char*>(&address), sizeof address};
}

/// The bytes of a numeric address; none for another text.
std::string parse_address(const std::wstring& text) {
    using ParseV4 = LONG(NTAPI*)(const wchar_t*, BOOLEAN, const wchar_t**, IN_ADDR*);
    using ParseV6 = LONG(NTAPI*)(const wchar_t*, const wchar_t**, IN6_ADDR*);
    const auto parse_v4 = find_in_ntdll<ParseV4>("RtlIpv4StringToAddressW");
    const auto parse_v6 = find_in_ntdll<ParseV6>("RtlIpv6StringToAddressW");
    IN_ADDR v4{};
    IN6_ADDR v6{};
    const wchar_t* const end = text.c_str() + text.size();
    const wchar_t* rest = nullptr;
    if (parse_v4 != nullptr && parse_v4(text.c_str(), TRUE, &rest, &v4) == 0 && rest == end) {
        return bytes_of(v4);
    }
    if (parse_v6 != nullptr && parse_v6(text.c_str(), &rest, &v6) == 0 && rest == end) {
        return bytes_of(v6);
    }
    return {};
}

bool is_loopback_address(const std::string& address) {
    constexpr char loopback_network = 127;
    const IN6_ADDR loopback = IN6ADDR_LOOPBACK_INIT;
    return address.size() == sizeof(IN_ADDR) ? address.front() == loopback_network
                                             : address == bytes_of(loopback);
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

bool has_address(const IP_ADAPTER_ADDRESSES& adapter, const std::string& wanted) {
    for (auto* address = adapter.FirstUnicastAddress; address != nullptr; address = address->Next) {
        if (address_of(address->Address) == wanted) {
            return true;
        }
    }
    return false;
}

// Few programs name a computer by its address, so the libraries for it are loaded only when needed.
bool has_interface(const std::string& address) {
    const Library helper = load_system_library(L"iphlpapi.dll");
    const auto list = find_in<decltype(&GetAdaptersAddresses)>(helper, "GetAdaptersAddresses");
    if (list == nullptr) {
        return false;
    }
    std::vector<IP_ADAPTER_ADDRESSES> adapters;
    ULONG size = 0;
    ULONG error = ERROR_BUFFER_OVERFLOW;
    while (error == ERROR_BUFFER_OVERFLOW) { // an interface may have been added meanwhile
        adapters.resize(size / sizeof(IP_ADAPTER_ADDRESSES) + 1);
        size = static_cast<ULONG>(adapters.size() * sizeof(IP_ADAPTER_ADDRESSES));
        error = list(AF_UNSPEC, 0, nullptr, adapters.data(), &size);
    }
    const IP_ADAPTER_ADDRESSES* adapter = error == ERROR_SUCCESS ? adapters.data() : nullptr;
    for (; adapter != nullptr; adapter = adapter->Next) {
        if (has_address(*adapter, address)) {
            return true;
        }
    }
    return false;
}

bool is_host_name(const std::wstring& text) {
    std::array<wchar_t, 256> name{};
    auto length = static_cast<DWORD>(name.size());
    if (GetComputerNameExW(ComputerNameDnsHostname, name.data(), &length) == 0) {
        return false;
    }
    const std::wstring label = text.substr(0, text.find(L'.'));
    return equal_folded(std::u16string(label.begin(), label.end()),
        std::u16string(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(length)));
}

} // namespace

bool is_own_address(const std::string& text) {
    const std::wstring wide = to_wide(text);
    const std::string address = parse_address(wide);
    if (address.empty()) {
        return is_host_name(wide);
    }
    return is_loopback_address(address) || has_interface(address);
}

} // namespace pdh_shim::platform
