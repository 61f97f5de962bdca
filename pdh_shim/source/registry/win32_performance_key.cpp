// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/win32/system.h"
#include "source/registry/performance_key.h"
#include "source/registry/wine_block.h"

#include <windows.h>

#include <algorithm>
#include <string>

namespace pdh_shim::source::registry {
namespace {

constinit const platform::SystemFunction<decltype(&RegQueryValueExW)> query_registry{
    L"advapi32.dll", "RegQueryValueExW"};
constinit const platform::SystemFunction<decltype(&RegCloseKey)> close_registry{
    L"advapi32.dll", "RegCloseKey"};

KeyAnswer query_value(HKEY key, const std::wstring& value, std::span<std::byte> buffer) {
    const auto query = query_registry.get();
    auto size = static_cast<DWORD>(buffer.size());
    const LSTATUS error = query == nullptr ? ERROR_PROC_NOT_FOUND
                                           : query(key, value.c_str(), nullptr, nullptr,
                                                 reinterpret_cast<BYTE*>(buffer.data()), &size);
    return {.error = static_cast<std::uint32_t>(error), .bytes = error == ERROR_SUCCESS ? size : 0};
}

class Win32PerformanceKey final : public PerformanceKey {
  public:
    KeyAnswer query(std::u16string_view value, std::span<std::byte> buffer) override {
        clear_heads(buffer);
        const auto told = buffer.first(buffer.size() - std::min(buffer.size(), wine_gap));
        const KeyAnswer answer = query_value(HKEY_PERFORMANCE_DATA, {value.begin(), value.end()}, told);
        if (answer.error == KeyAnswer::success) {
            close_wine_gap(buffer);
        }
        return answer;
    }

    KeyAnswer titles(TitleTexts texts, std::span<std::byte> buffer) override {
        return query_value(HKEY_PERFORMANCE_TEXT, texts == TitleTexts::names ? L"Counter" : L"Help", buffer);
    }

    void close() noexcept override {
        const auto close_key = close_registry.get();
        if (close_key != nullptr) {
            close_key(HKEY_PERFORMANCE_DATA);
        }
    }
};

} // namespace

std::unique_ptr<PerformanceKey> make_performance_key() {
    return std::make_unique<Win32PerformanceKey>();
}

} // namespace pdh_shim::source::registry
