// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/win32/system.h"
#include "base/process_information.h"
#include "source/windows/system_api.h"

// <iphlpapi.h> declares less without the two before it.
// clang-format off
#include <winsock2.h>
#include <ws2ipdef.h>
#include <iphlpapi.h>
#include <windows.h>
// clang-format on

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

namespace pdh_shim::source::windows {
namespace {

using platform::SystemFunction;

static_assert(sizeof(MIB_IPSTATS) <= sizeof(StatisticsTable) &&
              sizeof(MIB_TCPSTATS) <= sizeof(StatisticsTable) &&
              sizeof(MIB_UDPSTATS) <= sizeof(StatisticsTable) && sizeof(MIB_ICMP) <= sizeof(StatisticsTable));

using PowerInformation = LONG(NTAPI*)(int level, void* in, ULONG in_size, void* out, ULONG out_size);
using PriorityClass = DWORD(WINAPI*)(HANDLE process);
using GetTable = DWORD(WINAPI*)(MIB_IF_TABLE2** table);
using FreeTable = void(WINAPI*)(void* table);
using GetIp = ULONG(WINAPI*)(void* table, ULONG family);
using GetIcmp = ULONG(WINAPI*)(void* table);

constexpr ULONG ipv6 = 23; // AF_INET6

// iphlpapi.dll takes longer to load than all else: only those who need it load it.
constinit const SystemFunction<GetTable> get_interfaces{L"iphlpapi.dll", "GetIfTable2"};
constinit const SystemFunction<FreeTable> free_interfaces{L"iphlpapi.dll", "FreeMibTable"};
constinit const SystemFunction<GetIp> get_ip{L"iphlpapi.dll", "GetIpStatisticsEx"};
constinit const SystemFunction<GetIp> get_tcp{L"iphlpapi.dll", "GetTcpStatisticsEx"};
constinit const SystemFunction<GetIp> get_udp{L"iphlpapi.dll", "GetUdpStatisticsEx"};
constinit const SystemFunction<GetIcmp> get_icmp{L"iphlpapi.dll", "GetIcmpStatistics"};
constinit const SystemFunction<PowerInformation> get_power{L"powrprof.dll", "CallNtPowerInformation"};
constinit const SystemFunction<PriorityClass> get_priority_class{L"kernel32.dll", "GetPriorityClass"};

std::int64_t count_of(ULONG64 value) noexcept {
    return static_cast<std::int64_t>(std::min<ULONG64>(value, calc::number_max));
}

/// A text in an array, which may lack its end.
template <std::size_t Size>
std::u16string text_of(const WCHAR (&text)[Size]) {
    const WCHAR* const end = std::find(std::begin(text), std::end(text), L'\0');
    return {std::begin(text), end};
}

InterfaceRow interface_of(const MIB_IF_ROW2& row, bool is_wine) {
    return {.name = is_wine ? text_of(row.Alias) : text_of(row.Description),
        .index = static_cast<std::int64_t>(row.InterfaceIndex),
        .is_loopback = row.Type == IF_TYPE_SOFTWARE_LOOPBACK,
        .is_filter = row.InterfaceAndOperStatusFlags.FilterInterface != 0,
        .in_bytes = count_of(row.InOctets),
        .in_unicast = count_of(row.InUcastPkts),
        .in_others = count_of(row.InNUcastPkts),
        .in_discarded = count_of(row.InDiscards),
        .in_errors = count_of(row.InErrors),
        .out_bytes = count_of(row.OutOctets),
        .out_unicast = count_of(row.OutUcastPkts),
        .out_others = count_of(row.OutNUcastPkts),
        .out_discarded = count_of(row.OutDiscards),
        .out_errors = count_of(row.OutErrors)};
}

std::uint64_t address_of(const std::vector<std::byte>& buffer) noexcept {
    return reinterpret_cast<std::uintptr_t>(buffer.data());
}

/// Wine shows the files of the system that it runs on, and says its version; but its exports can be hidden.
bool find_wine() {
    if (platform::find_system_function(L"ntdll.dll", "wine_get_version") != nullptr) {
        return true;
    }
    return GetFileAttributesW(L"\\\\?\\unix\\") != INVALID_FILE_ATTRIBUTES;
}

class Win32SystemApi final : public SystemApi {
  public:
    bool is_wine() override { return is_wine_; }
    bool has_linux_files() override { return platform::has_linux_files(); }
    PointerWidth width() override { return platform::own_width; }
    std::int64_t own_process() override { return GetCurrentProcessId(); }

    SystemAnswer query(Information information, std::vector<std::byte>& buffer) override {
        return platform::query_system_information(static_cast<std::uint32_t>(information), buffer);
    }

    SystemAnswer power(std::vector<std::byte>& buffer) override {
        constexpr int processor_information = 11;
        constexpr std::size_t entry = 24;
        const PowerInformation ask = get_power.get();
        SYSTEM_INFO system{};
        GetSystemInfo(&system);
        buffer.assign(system.dwNumberOfProcessors * entry, std::byte{0});
        if (ask == nullptr ||
            ask(processor_information, nullptr, 0, buffer.data(), static_cast<ULONG>(buffer.size())) < 0) {
            return {};
        }
        return {buffer, address_of(buffer)};
    }

    std::int64_t uptime() override {
        constexpr ULONGLONG milliseconds = 10'000;
        return count_of(GetTickCount64() * milliseconds);
    }

    std::uint32_t priority_class(std::int64_t process) override {
        const PriorityClass ask = get_priority_class.get();
        HANDLE const handle =
            OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(process));
        if (handle == nullptr) {
            return 0;
        }
        const DWORD found = ask == nullptr ? 0 : ask(handle);
        CloseHandle(handle);
        return found;
    }

    std::optional<std::vector<InterfaceRow>> interfaces() override {
        const GetTable get = get_interfaces.get();
        const FreeTable free = free_interfaces.get();
        MIB_IF_TABLE2* table = nullptr;
        if (get == nullptr || free == nullptr || get(&table) != NO_ERROR) {
            return std::nullopt;
        }
        const std::unique_ptr<MIB_IF_TABLE2, FreeTable> owner(table, free);
        std::vector<InterfaceRow> rows;
        for (ULONG i = 0; i < table->NumEntries; ++i) {
            rows.push_back(interface_of(table->Table[i], is_wine_));
        }
        return rows;
    }

    std::vector<DriveRow> drives() override {
        std::vector<DriveRow> rows;
        const DWORD letters = GetLogicalDrives();
        for (wchar_t letter = L'A'; letter <= L'Z'; ++letter) {
            const std::wstring root{letter, L':', L'\\'};
            if ((letters >> static_cast<unsigned>(letter - L'A') & 1U) == 0 || !is_disk(root)) {
                continue;
            }
            ULARGE_INTEGER available{};
            ULARGE_INTEGER size{};
            ULARGE_INTEGER free{};
            if (GetDiskFreeSpaceExW(root.c_str(), &available, &size, &free) != 0 && size.QuadPart != 0) {
                rows.push_back({{static_cast<char16_t>(letter), u':'}, count_of(size.QuadPart),
                    count_of(available.QuadPart)});
            }
        }
        return rows;
    }

    std::optional<StatisticsTable> statistics(ProtocolKind kind) override {
        StatisticsTable table{};
        ULONG error = ERROR_NOT_SUPPORTED;
        const GetIcmp icmp = get_icmp.get();
        switch (kind) {
        case ProtocolKind::ip4:
        case ProtocolKind::ip6:
            error = ask_family(get_ip.get(), table, kind == ProtocolKind::ip6);
            break;
        case ProtocolKind::tcp:
            error = ask_family(get_tcp.get(), table, false);
            break;
        case ProtocolKind::udp4:
        case ProtocolKind::udp6:
            error = ask_family(get_udp.get(), table, kind == ProtocolKind::udp6);
            break;
        case ProtocolKind::icmp:
            error = icmp == nullptr ? error : icmp(table.data());
            break;
        }
        return error == NO_ERROR ? std::optional(table) : std::nullopt;
    }

  private:
    static ULONG ask_family(GetIp ask, StatisticsTable& table, bool is_6) {
        return ask == nullptr ? ERROR_NOT_SUPPORTED : ask(table.data(), is_6 ? ipv6 : AF_INET);
    }

    static bool is_disk(const std::wstring& root) {
        const UINT type = GetDriveTypeW(root.c_str());
        return type == DRIVE_FIXED || type == DRIVE_REMOVABLE || type == DRIVE_RAMDISK;
    }

    const bool is_wine_ = find_wine();
};

} // namespace

std::shared_ptr<SystemApi> make_system_api() {
    return std::make_shared<Win32SystemApi>();
}

} // namespace pdh_shim::source::windows
