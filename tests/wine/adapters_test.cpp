// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The LUIDs of graphics adapters, as DXGI tells programs of them: with the software renderer of the test's
// display.
#include "base/platform.h"

#include <windows.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <dxgi.h>
#include <vector>

using pdh_shim::platform::WindowsAdapter;

TEST_CASE("an adapter has the LUID that DXGI returns") {
    IDXGIFactory* factory = nullptr;
    REQUIRE(CreateDXGIFactory(IID_PPV_ARGS(&factory)) >= 0);
    const std::vector<WindowsAdapter> adapters = pdh_shim::platform::windows_adapters();
    CHECK_FALSE(adapters.empty());
    IDXGIAdapter* adapter = nullptr;
    UINT count = 0;
    for (; factory->EnumAdapters(count, &adapter) >= 0; ++count) {
        DXGI_ADAPTER_DESC description{};
        REQUIRE(adapter->GetDesc(&description) >= 0);
        const std::int64_t luid =
            (std::int64_t{description.AdapterLuid.HighPart} << 32U) | description.AdapterLuid.LowPart;
        CAPTURE(luid);
        CHECK(std::ranges::find(adapters, luid, &WindowsAdapter::luid) != adapters.end());
        adapter->Release();
    }
    CHECK(count > 0);
    factory->Release();
}
