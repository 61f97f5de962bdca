// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The functions of this area that take or give text.
#include "sync/handle.h"
#include "system/event_log.h"
#include "system/message.h"
#include "system/pointer.h"
#include "system/system.h"
#include "text/tchar_text.h"

#include <algorithm>

namespace compat = pdh_shim::compat;
using compat::Char;
using compat::Text;
using compat::units;
using compat::utf8;

namespace {

DWORD give_message(DWORD flags, const Text& message, LPTSTR buffer, DWORD size) {
    if ((flags & FORMAT_MESSAGE_ALLOCATE_BUFFER) != 0) {
        const SIZE_T wanted = std::max<SIZE_T>(size, message.size() + 1);
        void* const memory = LocalAlloc(LPTR, wanted * sizeof(Char));
        if (memory == nullptr) {
            return 0;
        }
        std::memcpy(memory, message.data(), message.size() * sizeof(Char));
        std::memcpy(buffer, static_cast<const void*>(&memory), sizeof memory); // it is a pointer to a pointer
    } else if (size <= message.size()) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    } else {
        compat::copy_text<Char>(message, units(buffer), size);
    }
    return static_cast<DWORD>(message.size());
}

} // namespace

HANDLE WINAPI RegisterEventSource(LPCTSTR server, LPCTSTR source) {
    return compat::register_event_source(compat::utf8_or_empty(server), compat::utf8_or_empty(source));
}

BOOL WINAPI ReportEvent(HANDLE log, WORD type, WORD category, DWORD event, PVOID, WORD stringCount,
    DWORD dataSize, LPCTSTR* strings, LPVOID) {
    if (strings == nullptr && stringCount != 0) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    compat::EventReport report{type, category, event, dataSize, {}};
    for (WORD i = 0; i < stringCount; ++i) {
        report.strings.push_back(compat::utf8_or_empty(strings[i]));
    }
    return compat::report_event(log, report);
}

DWORD WINAPI FormatMessage(DWORD dwFlags, LPCVOID lpSource, DWORD dwMessageId, DWORD, LPTSTR lpBuffer,
    DWORD nSize, va_list* Arguments) {
    if (lpBuffer == nullptr) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    compat::MessageRequest request = {.flags = dwFlags,
        .source = lpSource,
        .text = {},
        .id = dwMessageId,
        .style = compat::text_style,
        .arguments = Arguments};
    if ((dwFlags & FORMAT_MESSAGE_FROM_STRING) != 0) {
        request.text = utf8(static_cast<LPCTSTR>(lpSource));
    }
    const auto message = compat::format_message(request);
    return message ? give_message(dwFlags, compat::to_tchar(*message), lpBuffer, nSize) : 0;
}

BOOL WINAPI GetComputerNameEx(COMPUTER_NAME_FORMAT NameType, LPTSTR lpBuffer, LPDWORD nSize) {
    const auto name = compat::computer_name(NameType);
    if (!name) {
        return FALSE;
    }
    const Text text = compat::to_tchar(*name);
    if (lpBuffer == nullptr || *nSize <= text.size()) {
        *nSize = static_cast<DWORD>(text.size() + 1);
        return compat::result(false, ERROR_MORE_DATA);
    }
    compat::copy_text<Char>(text, units(lpBuffer), *nSize);
    *nSize = static_cast<DWORD>(text.size());
    return TRUE;
}

BOOL WINAPI GetComputerName(LPTSTR lpBuffer, LPDWORD nSize) {
    const BOOL done = GetComputerNameEx(ComputerNameNetBIOS, lpBuffer, nSize);
    if (done == 0 && GetLastError() == ERROR_MORE_DATA) {
        SetLastError(ERROR_BUFFER_OVERFLOW); // the older function's word for it
    }
    return done;
}

DWORD WINAPI GetEnvironmentVariable(LPCTSTR lpName, LPTSTR lpBuffer, DWORD nSize) {
    const auto value = compat::environment_variable(utf8(lpName));
    if (!value) {
        return 0;
    }
    const Text text = compat::to_tchar(*value);
    if (nSize <= text.size()) {
        return static_cast<DWORD>(text.size() + 1);
    }
    compat::copy_text<Char>(text, units(lpBuffer), nSize);
    return static_cast<DWORD>(text.size());
}

BOOL WINAPI SetEnvironmentVariable(LPCTSTR lpName, LPCTSTR lpValue) {
    const std::string value = compat::utf8_or_empty(lpValue);
    return compat::set_environment_variable(utf8(lpName), lpValue == nullptr ? nullptr : &value);
}

/// The structure with EX at its end begins as the other one does.
BOOL WINAPI GetVersionEx(LPOSVERSIONINFO lpVersionInformation) {
    const DWORD size = lpVersionInformation == nullptr ? 0 : lpVersionInformation->dwOSVersionInfoSize;
    if (size != sizeof(OSVERSIONINFO) && size != sizeof(OSVERSIONINFOEX)) {
        return compat::result(false, ERROR_INSUFFICIENT_BUFFER);
    }
    OSVERSIONINFOEX version = {};
    version.dwOSVersionInfoSize = size;
    version.dwMajorVersion = compat::version_major;
    version.dwMinorVersion = compat::version_minor;
    version.dwBuildNumber = compat::version_build;
    version.dwPlatformId = VER_PLATFORM_WIN32_NT;
    version.wSuiteMask = VER_SUITE_SINGLEUSERTS;
    version.wProductType = VER_NT_WORKSTATION;
    std::memcpy(static_cast<void*>(lpVersionInformation), &version, size);
    return TRUE;
}

BOOL WINAPI IsBadStringPtr(LPCTSTR text, UINT_PTR maximum) {
    return compat::is_bad_text(units(text), maximum) ? TRUE : FALSE;
}

BOOL WINAPI SetConsoleTitle(LPCTSTR lpConsoleTitle) {
    return compat::set_console_title(compat::utf8_or_empty(lpConsoleTitle));
}

VOID WINAPI OutputDebugString(LPCTSTR) {}

#ifdef UNICODE
BOOL WINAPI WriteConsoleW(HANDLE console, const VOID* text, DWORD length, LPDWORD written, LPVOID) {
    const compat::TextView wide(static_cast<const Char*>(text), length);
    const std::string narrow = compat::well_formed(compat::to_utf8(wide));
    const BOOL done =
        WriteConsoleA(console, narrow.data(), static_cast<DWORD>(narrow.size()), nullptr, nullptr);
    if (written != nullptr) {
        *written = done != 0 ? length : 0;
    }
    return done;
}
#endif
