// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/win32/system_function.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cwchar>
#include <string_view>
#include <vector>

// user32 and gdi32 are loaded here only: they take long, and few programs ask about a GPU.

namespace pdh_shim::platform {
namespace {

/// D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME, and D3DKMT_CLOSEADAPTER.
struct OpenedAdapter {
    std::array<wchar_t, 32> display;
    UINT handle;
    LUID luid;
    UINT source;
};
struct ClosedAdapter {
    UINT handle;
};
/// D3DKMT_ADAPTERINFO, and D3DKMT_ENUMADAPTERS2.
struct ListedAdapter {
    UINT handle;
    LUID luid;
    ULONG sources;
    BOOL regions;
};
struct AdapterList {
    ULONG count;
    ListedAdapter* adapters;
};
static_assert(offsetof(OpenedAdapter, luid) == 68);
static_assert(sizeof(ListedAdapter) == 20);

using OpenAdapter = LONG(WINAPI*)(OpenedAdapter*);
using CloseAdapter = LONG(WINAPI*)(const ClosedAdapter*);
using ListAdapters = LONG(WINAPI*)(AdapterList*);
constinit const SystemFunction<decltype(&EnumDisplayDevicesW)> list_displays{
    L"user32.dll", "EnumDisplayDevicesW"};
constinit const SystemFunction<OpenAdapter> open_adapter{L"gdi32.dll", "D3DKMTOpenAdapterFromGdiDisplayName"};
constinit const SystemFunction<CloseAdapter> close_adapter{L"gdi32.dll", "D3DKMTCloseAdapter"};
constinit const SystemFunction<ListAdapters> list_all_adapters{L"gdi32.dll", "D3DKMTEnumAdapters2"};

std::int64_t as_number(LUID luid) {
    return static_cast<std::int64_t>(
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(luid.HighPart)) << 32U) | luid.LowPart);
}

/// The number behind a part of a hardware ID such as `PCI\VEN_1002&DEV_744C&...`; 0 = it is not there.
std::uint32_t part_of_id(std::wstring_view id, std::wstring_view part) {
    const std::size_t place = id.find(part);
    return place == std::wstring_view::npos
               ? 0
               : static_cast<std::uint32_t>(std::wcstoul(id.data() + place + part.size(), nullptr, 16));
}

class AdapterSearch {
  public:
    /// Those that have displays, which are known with their numbers on PCI.
    void add_of_displays() {
        const auto display = list_displays.get();
        const auto open = open_adapter.get();
        DISPLAY_DEVICEW device{};
        device.cb = sizeof device;
        for (DWORD i = 0; display != nullptr && open != nullptr && display(nullptr, i, &device, 0) != 0;
             ++i) {
            OpenedAdapter opened{};
            std::ranges::copy(device.DeviceName, opened.display.begin());
            if (open(&opened) >= 0) {
                close(opened.handle);
                const std::wstring_view id = static_cast<const wchar_t*>(device.DeviceID);
                add({.luid = as_number(opened.luid),
                    .vendor = part_of_id(id, L"VEN_"),
                    .device = part_of_id(id, L"DEV_")});
            }
        }
    }

    /// All, of which only the LUIDs are known. Wine 8 does not have the function.
    void add_listed() {
        const auto list = list_all_adapters.get();
        std::array<ListedAdapter, 34> adapters{}; // as many as the interface can return
        AdapterList listed{static_cast<ULONG>(adapters.size()), adapters.data()};
        if (list == nullptr || list(&listed) < 0) {
            return;
        }
        const std::size_t count = std::min<std::size_t>(listed.count, adapters.size());
        for (std::size_t i = 0; i < count; ++i) {
            close(adapters.at(i).handle);
            add({.luid = as_number(adapters.at(i).luid)});
        }
    }

    [[nodiscard]] std::vector<WindowsAdapter> take() { return std::move(found_); }

  private:
    static void close(UINT handle) {
        const auto close = close_adapter.get();
        const ClosedAdapter closed{handle};
        if (close != nullptr) {
            close(&closed);
        }
    }

    void add(const WindowsAdapter& adapter) {
        if (std::ranges::find(found_, adapter.luid, &WindowsAdapter::luid) == found_.end()) {
            found_.push_back(adapter);
        }
    }

    std::vector<WindowsAdapter> found_;
};

} // namespace

bool serves_windows_programs() noexcept {
    return true;
}

std::vector<WindowsAdapter> windows_adapters() {
    AdapterSearch search;
    search.add_of_displays();
    search.add_listed();
    return search.take();
}

} // namespace pdh_shim::platform
