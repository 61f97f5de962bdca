// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"
#include "base/lazy.h"
#include "base/platform.h"
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

static_assert(sizeof(MIB_IPSTATS) <= sizeof(StatisticsTable) &&
              sizeof(MIB_TCPSTATS) <= sizeof(StatisticsTable) &&
              sizeof(MIB_UDPSTATS) <= sizeof(StatisticsTable) && sizeof(MIB_ICMP) <= sizeof(StatisticsTable));

using QueryInformation = LONG(NTAPI*)(ULONG information, void* buffer, ULONG size, ULONG* length);
using PowerInformation = LONG(NTAPI*)(int level, void* in, ULONG in_size, void* out, ULONG out_size);
using PriorityClass = DWORD(WINAPI*)(HANDLE process);
using GetTable = DWORD(WINAPI*)(MIB_IF_TABLE2** table);
using FreeTable = void(WINAPI*)(void* table);
using GetIp = ULONG(WINAPI*)(void* table, ULONG family);
using GetIcmp = ULONG(WINAPI*)(void* table);

constexpr std::size_t largest_information = std::size_t{64} << 20U;
constexpr auto length_mismatch = static_cast<LONG>(0xC0000004);
constexpr ULONG ipv6 = 23; // AF_INET6

/// A function of a system library, or null.
template <class Function>
Function find_function(const char* library, const char* name) {
    Function function = nullptr;
    if (const auto loaded = KeptLibrary::load(library)) {
        static_cast<void>(loaded.value().find(name, function));
    }
    return function;
}

/// The functions of iphlpapi.dll, which takes longer to load than all else: only those who need it load it.
struct NetworkFunctions {
    GetTable get_interfaces = find_function<GetTable>("iphlpapi.dll", "GetIfTable2");
    FreeTable free_interfaces = find_function<FreeTable>("iphlpapi.dll", "FreeMibTable");
    GetIp get_ip = find_function<GetIp>("iphlpapi.dll", "GetIpStatisticsEx");
    GetIp get_tcp = find_function<GetIp>("iphlpapi.dll", "GetTcpStatisticsEx");
    GetIp get_udp = find_function<GetIp>("iphlpapi.dll", "GetUdpStatisticsEx");
    GetIcmp get_icmp = find_function<GetIcmp>("iphlpapi.dll", "GetIcmpStatistics");
};

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
    if (find_function<FARPROC>("ntdll.dll", "wine_get_version") != nullptr) {
        return true;
    }
    return GetFileAttributesW(L"\\\\?\\unix\\") != INVALID_FILE_ATTRIBUTES;
}

class Win32SystemApi final : public SystemApi {
  public:
    bool is_wine() override { return is_wine_; }
    bool has_linux_files() override { return platform::has_linux_files(); }
    Width width() override { return sizeof(void*) == sizeof(std::uint64_t) ? Width::bits64 : Width::bits32; }
    std::int64_t own_process() override { return GetCurrentProcessId(); }

    Answer query(Information information, std::vector<std::byte>& buffer) override {
        constexpr std::size_t first_size = std::size_t{16} << 10U;
        buffer.resize(std::max(buffer.size(), first_size));
        std::size_t size = buffer.size();
        LONG status = length_mismatch;
        ULONG length = 0;
        while (query_ != nullptr) {
            std::ranges::fill(buffer, std::byte{0}); // what is not filled in must not be of an earlier answer
            length = 0;
            status =
                query_(static_cast<ULONG>(information), buffer.data(), static_cast<ULONG>(size), &length);
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
        return {std::span(buffer).first(std::min<std::size_t>(length, size)), address_of(buffer)};
    }

    Answer power(std::vector<std::byte>& buffer) override {
        constexpr int processor_information = 11;
        constexpr std::size_t entry = 24;
        static const auto ask = find_function<PowerInformation>("powrprof.dll", "CallNtPowerInformation");
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
        static const auto ask = find_function<PriorityClass>("kernel32.dll", "GetPriorityClass");
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
        const NetworkFunctions& functions = network();
        MIB_IF_TABLE2* table = nullptr;
        if (functions.get_interfaces == nullptr || functions.free_interfaces == nullptr ||
            functions.get_interfaces(&table) != NO_ERROR) {
            return std::nullopt;
        }
        const std::unique_ptr<MIB_IF_TABLE2, FreeTable> owner(table, functions.free_interfaces);
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

    std::optional<StatisticsTable> statistics(Statistics which) override {
        StatisticsTable table{};
        ULONG error = ERROR_NOT_SUPPORTED;
        const NetworkFunctions& functions = network();
        switch (which) {
        case Statistics::ip4:
        case Statistics::ip6:
            error = ask_family(functions.get_ip, table, which == Statistics::ip6);
            break;
        case Statistics::tcp:
            error = ask_family(functions.get_tcp, table, false);
            break;
        case Statistics::udp4:
        case Statistics::udp6:
            error = ask_family(functions.get_udp, table, which == Statistics::udp6);
            break;
        case Statistics::icmp:
            error = functions.get_icmp == nullptr ? error : functions.get_icmp(table.data());
            break;
        }
        return error == NO_ERROR ? std::optional(table) : std::nullopt;
    }

  private:
    const NetworkFunctions& network() {
        return network_.get([] { return NetworkFunctions(); });
    }

    static ULONG ask_family(GetIp ask, StatisticsTable& table, bool is_6) {
        return ask == nullptr ? ERROR_NOT_SUPPORTED : ask(table.data(), is_6 ? ipv6 : AF_INET);
    }

    static bool is_disk(const std::wstring& root) {
        const UINT type = GetDriveTypeW(root.c_str());
        return type == DRIVE_FIXED || type == DRIVE_REMOVABLE || type == DRIVE_RAMDISK;
    }

    const bool is_wine_ = find_wine();
    const QueryInformation query_ = find_function<QueryInformation>("ntdll.dll", "NtQuerySystemInformation");
    Lazy<NetworkFunctions> network_;
};

} // namespace

std::shared_ptr<SystemApi> make_system_api() {
    return std::make_shared<Win32SystemApi>();
}

} // namespace pdh_shim::source::windows
