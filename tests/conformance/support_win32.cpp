// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the conformance suite needs of Windows.
#include "support.h"

#include <array>

namespace conformance {
namespace {

std::wstring wide(UINT code_page, const std::string& text) {
    const auto size = static_cast<int>(text.size());
    std::wstring units(text.size(), L'\0'); // neither UTF-8 nor a code page needs more units than bytes
    units.resize(
        static_cast<std::size_t>(MultiByteToWideChar(code_page, 0, text.data(), size, units.data(), size)));
    return units;
}

std::string narrow(UINT code_page, const std::wstring& text) {
    const auto units = static_cast<int>(text.size());
    std::string bytes(text.size() * 4, '\0');
    bytes.resize(static_cast<std::size_t>(WideCharToMultiByte(
        code_page, 0, text.data(), units, bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr)));
    return bytes;
}

} // namespace

std::string utf8_of_narrow(const char* text) {
    return narrow(CP_UTF8, wide(CP_ACP, text));
}

std::string narrow_of_utf8(const std::string& text) {
    return narrow(CP_ACP, wide(CP_UTF8, text));
}

Event::Event() : handle_(CreateEventW(nullptr, FALSE, FALSE, nullptr)) {
    REQUIRE(handle_ != nullptr);
}

Event::~Event() {
    close();
}

void Event::close() {
    if (handle_ != nullptr) {
        CloseHandle(handle_);
        handle_ = nullptr;
    }
}

bool Event::wait(int milliseconds) const {
    return WaitForSingleObject(handle_, static_cast<DWORD>(milliseconds)) == WAIT_OBJECT_0;
}

HANDLE not_an_event() {
    return GetStdHandle(STD_INPUT_HANDLE);
}

LONGLONG to_local(LONGLONG utc) {
    TIME_ZONE_INFORMATION zone{};
    // The scripts begin in January, when no northern zone has summer time.
    REQUIRE(GetTimeZoneInformation(&zone) != TIME_ZONE_ID_INVALID);
    return utc - LONGLONG{zone.Bias} * 60 * one_second;
}

// By the window station of a service, whose windows are invisible.
void hide_screen() {
    static const HWINSTA hidden = CreateWindowStationW(nullptr, 0, WINSTA_ALL_ACCESS, nullptr);
    REQUIRE(hidden != nullptr);
    REQUIRE(SetProcessWindowStation(hidden) != 0);
}

std::string system_machine_name() {
    std::array<wchar_t, MAX_COMPUTERNAME_LENGTH + 1> name{};
    auto length = static_cast<DWORD>(name.size());
    REQUIRE(GetComputerNameW(name.data(), &length) != 0);
    return narrow(CP_UTF8, std::wstring(name.data(), length));
}

} // namespace conformance
