// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Windows' functions with wide text. Compiled twice: for 32-bit wchar_t, and for 16-bit.
#include "files/mapping.h"
#include "process/module.h"
#include "process/process.h"
#include "registry/registry.h"
#include "sync/handle.h"
#include "system/event_log.h"
#include "system/message.h"
#include "system/pointer.h"
#include "system/system.h"
#include "system/version.h"
#include "text/wide_text.h"

#include <algorithm>
#include <psapi.h>
#include <strsafe.h>

namespace compat = pdh_shim::compat;
using compat::Unit;
using compat::utf8;

namespace {

using WideView = std::basic_string_view<Unit>;

std::basic_string<Unit> wide_text(std::string_view text) {
    return compat::to_wide<Unit>(text);
}

/// The rules of the functions that return the length, or the size that is needed.
template <class Char>
DWORD copy_or_size(std::basic_string_view<Char> from, Char* to, DWORD size) {
    if (size <= from.size()) {
        return static_cast<DWORD>(from.size() + 1);
    }
    compat::copy_text(from, to, size);
    return static_cast<DWORD>(from.size());
}

using OptionalText = std::optional<std::string>;

/// Copies what fits, as the functions of psapi do.
template <class Char>
DWORD copy_cut(std::basic_string_view<Char> text, Char* to, DWORD size) {
    if (to == nullptr || size == 0) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    compat::copy_text<Char>(text, to, size);
    return static_cast<DWORD>(std::min<std::size_t>(text.size(), size - 1));
}

DWORD copy_cut(const OptionalText& text, LPWSTR to, DWORD size) {
    return text ? copy_cut<Unit>(wide_text(*text), compat::units(to), size) : 0;
}

/// Copies all of it, or nothing.
template <class Char>
bool copy_whole(std::basic_string_view<Char> text, Char* to, DWORD size) {
    if (to == nullptr || size <= text.size()) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return false;
    }
    return compat::copy_text<Char>(text, to, size);
}

std::string wide_name(LPCWSTR name) {
    return name == nullptr ? std::string() : utf8(name);
}

template <class Char>
DWORD give_message(DWORD flags, std::basic_string_view<Char> message, Char* buffer, DWORD size) {
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
        compat::copy_text(message, buffer, size);
    }
    return static_cast<DWORD>(message.size());
}

int sign(int comparison) {
    return comparison < 0 ? -1 : (comparison > 0 ? 1 : 0);
}

/// Case decides only between texts that are otherwise the same, as in a dictionary.
int compare(const std::string& first, const std::string& second) {
    const int folded = compat::lower(first).compare(compat::lower(second));
    return sign(folded != 0 ? folded : -first.compare(second));
}

constexpr std::size_t wsprintf_limit = 1024; // characters, with the NUL

constexpr HRESULT no_room = STRSAFE_E_INSUFFICIENT_BUFFER;
constexpr HRESULT wrong = STRSAFE_E_INVALID_PARAMETER;

bool is_good_size(const void* to, std::size_t size) {
    return to != nullptr && size > 0 && size <= STRSAFE_MAX_CCH;
}

template <class Char>
std::size_t bounded_length(const Char* text, std::size_t limit) {
    std::size_t length = 0;
    while (length < limit && text[length] != 0) {
        ++length;
    }
    return length;
}

template <class Char>
HRESULT safe_copy(Char* to, std::size_t size, const Char* from, std::size_t limit = STRSAFE_MAX_LENGTH) {
    if (!is_good_size(to, size) || limit > STRSAFE_MAX_LENGTH) {
        return wrong;
    }
    // No further than what fits and one more is looked at.
    const std::size_t length = from == nullptr ? 0 : bounded_length(from, std::min(limit, size));
    const bool fits = length < size;
    const std::size_t copied = fits ? length : size - 1;
    std::copy_n(from == nullptr ? to : from, copied, to);
    to[copied] = 0;
    return fits ? S_OK : no_room;
}

template <class Char>
HRESULT safe_append(Char* to, std::size_t size, const Char* from, std::size_t limit = STRSAFE_MAX_LENGTH) {
    if (!is_good_size(to, size)) {
        return wrong;
    }
    const std::size_t length = bounded_length(to, size);
    return length == size ? wrong : safe_copy(to + length, size - length, from, limit);
}

template <class Char>
HRESULT safe_length(const Char* text, std::size_t limit, std::size_t scale, size_t* length) {
    const std::size_t found =
        text == nullptr || limit > STRSAFE_MAX_CCH ? limit : bounded_length(text, limit);
    const bool good = found < limit;
    if (length != nullptr) {
        *length = good ? found * scale : 0;
    }
    return good ? S_OK : wrong;
}

HRESULT safe_print(LPSTR to, std::size_t size, LPCSTR format, va_list arguments) {
    if (!is_good_size(to, size)) {
        return wrong;
    }
    const std::string text = compat::print_narrow(format, arguments);
    return compat::copy_text<char>(text, to, size) ? S_OK : no_room;
}

HRESULT safe_print(LPWSTR to, std::size_t size, LPCWSTR format, va_list arguments) {
    if (!is_good_size(to, size)) {
        return wrong;
    }
    const auto text = wide_text(compat::print_wide(format, arguments));
    return compat::copy_text<Unit>(text, compat::units(to), size) ? S_OK : no_room;
}

} // namespace

HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES, BOOL bManualReset, BOOL bInitialState, LPCWSTR name) {
    return compat::create_event(wide_name(name), bManualReset != 0, bInitialState != 0);
}

HANDLE WINAPI CreateEventExW(LPSECURITY_ATTRIBUTES, LPCWSTR name, DWORD dwFlags, DWORD) {
    return compat::create_event(wide_name(name), (dwFlags & CREATE_EVENT_MANUAL_RESET) != 0,
        (dwFlags & CREATE_EVENT_INITIAL_SET) != 0);
}

HANDLE WINAPI CreateMutexW(LPSECURITY_ATTRIBUTES, BOOL bInitialOwner, LPCWSTR name) {
    return compat::create_mutex(wide_name(name), bInitialOwner != 0);
}

HANDLE WINAPI CreateSemaphoreW(LPSECURITY_ATTRIBUTES, LONG lInitialCount, LONG lMaximumCount, LPCWSTR name) {
    return compat::create_semaphore(wide_name(name), lInitialCount, lMaximumCount);
}

HANDLE WINAPI CreateWaitableTimerW(LPSECURITY_ATTRIBUTES, BOOL bManualReset, LPCWSTR name) {
    return compat::create_timer(wide_name(name), bManualReset != 0);
}

HANDLE WINAPI OpenEventW(DWORD, BOOL, LPCWSTR name) {
    return compat::open_named(wide_name(name), compat::Object::Kind::event);
}

HANDLE WINAPI OpenMutexW(DWORD, BOOL, LPCWSTR name) {
    return compat::open_named(wide_name(name), compat::Object::Kind::mutex);
}

HANDLE WINAPI OpenSemaphoreW(DWORD, BOOL, LPCWSTR name) {
    return compat::open_named(wide_name(name), compat::Object::Kind::semaphore);
}

HANDLE WINAPI OpenWaitableTimerW(DWORD, BOOL, LPCWSTR name) {
    return compat::open_named(wide_name(name), compat::Object::Kind::timer);
}

HANDLE WINAPI CreateFileMappingW(HANDLE hFile, LPSECURITY_ATTRIBUTES, DWORD flProtect,
    DWORD dwMaximumSizeHigh, DWORD dwMaximumSizeLow, LPCWSTR lpName) {
    const ULONGLONG size = static_cast<ULONGLONG>(dwMaximumSizeHigh) << 32 | dwMaximumSizeLow;
    return compat::create_mapping(hFile, flProtect, size, wide_name(lpName));
}

HANDLE WINAPI OpenFileMappingW(DWORD dwDesiredAccess, BOOL, LPCWSTR lpName) {
    return compat::open_mapping(dwDesiredAccess, wide_name(lpName));
}

HMODULE WINAPI LoadLibraryW(LPCWSTR lpLibFileName) {
    return LoadLibraryA(lpLibFileName == nullptr ? nullptr : utf8(lpLibFileName).c_str());
}

HMODULE WINAPI LoadLibraryExW(LPCWSTR lpLibFileName, HANDLE hFile, DWORD dwFlags) {
    return LoadLibraryExA(lpLibFileName == nullptr ? nullptr : utf8(lpLibFileName).c_str(), hFile, dwFlags);
}

HMODULE WINAPI GetModuleHandleW(LPCWSTR lpModuleName) {
    return GetModuleHandleA(lpModuleName == nullptr ? nullptr : utf8(lpModuleName).c_str());
}

DWORD WINAPI GetModuleFileNameW(HMODULE hModule, LPWSTR lpFilename, DWORD nSize) {
    const auto file = compat::file_of(hModule);
    if (!file || nSize == 0) {
        return 0;
    }
    const auto text = wide_text(*file);
    if (compat::copy_text<Unit>(text, compat::units(lpFilename), nSize)) {
        return static_cast<DWORD>(text.size());
    }
    SetLastError(ERROR_INSUFFICIENT_BUFFER);
    return nSize;
}

HANDLE WINAPI RegisterEventSourceW(LPCWSTR server, LPCWSTR source) {
    return compat::register_event_source(wide_name(server), wide_name(source));
}

BOOL WINAPI ReportEventW(HANDLE log, WORD type, WORD category, DWORD event, PVOID, WORD stringCount,
    DWORD dataSize, LPCWSTR* strings, LPVOID) {
    if (strings == nullptr && stringCount != 0) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    compat::EventReport report{type, category, event, dataSize, {}};
    for (WORD i = 0; i < stringCount; ++i) {
        report.strings.push_back(wide_name(strings[i]));
    }
    return compat::report_event(log, report);
}

BOOL WINAPI GetModuleHandleExW(DWORD flags, LPCWSTR name, HMODULE* module) {
    if (name == nullptr || (flags & GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS) != 0) {
        return GetModuleHandleExA(flags, reinterpret_cast<LPCSTR>(name), module);
    }
    return GetModuleHandleExA(flags, utf8(name).c_str(), module);
}

BOOL WINAPI QueryFullProcessImageNameW(HANDLE process, DWORD, LPWSTR name, PDWORD size) {
    if (name == nullptr || size == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    const OptionalText path = compat::image_path(process);
    if (!path || !copy_whole<Unit>(wide_text(*path), compat::units(name), *size)) {
        return FALSE;
    }
    *size = static_cast<DWORD>(compat::wide_length(name));
    return TRUE;
}

DWORD WINAPI GetModuleFileNameExW(HANDLE process, HMODULE module, LPWSTR name, DWORD size) {
    return copy_cut(compat::module_path(process, module), name, size);
}

DWORD WINAPI GetModuleBaseNameW(HANDLE process, HMODULE module, LPWSTR name, DWORD size) {
    return copy_cut(compat::module_name(process, module), name, size);
}

DWORD WINAPI GetProcessImageFileNameW(HANDLE process, LPWSTR name, DWORD size) {
    return QueryFullProcessImageNameW(process, 0, name, &size) != 0 ? size : 0;
}

FARPROC WINAPI GetProcAddress(HMODULE hModule, LPCSTR lpProcName) {
    return compat::procedure_address(hModule, lpProcName, sizeof(wchar_t) == 4);
}

DWORD WINAPI FormatMessageW(DWORD dwFlags, LPCVOID lpSource, DWORD dwMessageId, DWORD, LPWSTR lpBuffer,
    DWORD nSize, va_list* Arguments) {
    if (lpBuffer == nullptr) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    compat::MessageRequest request = {.flags = dwFlags,
        .source = lpSource,
        .text = {},
        .id = dwMessageId,
        .style = compat::wide_style,
        .arguments = Arguments};
    if ((dwFlags & FORMAT_MESSAGE_FROM_STRING) != 0) {
        request.text = utf8(static_cast<LPCWSTR>(lpSource));
    }
    const auto message = compat::format_message(request);
    return message ? give_message<Unit>(dwFlags, wide_text(*message), compat::units(lpBuffer), nSize) : 0;
}

BOOL WINAPI GetComputerNameExW(COMPUTER_NAME_FORMAT NameType, LPWSTR lpBuffer, LPDWORD nSize) {
    const auto name = compat::computer_name(NameType);
    if (!name) {
        return FALSE;
    }
    const auto text = wide_text(*name);
    if (lpBuffer == nullptr || *nSize <= text.size()) {
        *nSize = static_cast<DWORD>(text.size() + 1);
        return compat::result(false, ERROR_MORE_DATA);
    }
    compat::copy_text<Unit>(text, compat::units(lpBuffer), *nSize);
    *nSize = static_cast<DWORD>(text.size());
    return TRUE;
}

BOOL WINAPI GetComputerNameW(LPWSTR lpBuffer, LPDWORD nSize) {
    const BOOL done = GetComputerNameExW(ComputerNameNetBIOS, lpBuffer, nSize);
    if (done == 0 && GetLastError() == ERROR_MORE_DATA) {
        SetLastError(ERROR_BUFFER_OVERFLOW); // the older function's word for it
    }
    return done;
}

DWORD WINAPI GetEnvironmentVariableW(LPCWSTR lpName, LPWSTR lpBuffer, DWORD nSize) {
    const auto value = compat::environment_variable(utf8(lpName));
    return value ? copy_or_size<Unit>(wide_text(*value), compat::units(lpBuffer), nSize) : 0;
}

BOOL WINAPI SetEnvironmentVariableW(LPCWSTR lpName, LPCWSTR lpValue) {
    const std::string value = lpValue == nullptr ? std::string() : utf8(lpValue);
    return compat::set_environment_variable(utf8(lpName), lpValue == nullptr ? nullptr : &value);
}

BOOL WINAPI GetVersionExW(LPOSVERSIONINFOW lpVersionInformation) {
    return compat::give_version<OSVERSIONINFOEXW, Unit>(lpVersionInformation);
}

BOOL WINAPI IsBadStringPtrW(LPCWSTR text, UINT_PTR maximum) {
    return compat::is_bad_text(compat::units(text), maximum) ? TRUE : FALSE;
}

BOOL WINAPI SetConsoleTitleW(LPCWSTR lpConsoleTitle) {
    return SetConsoleTitleA(utf8(lpConsoleTitle).c_str());
}

VOID WINAPI OutputDebugStringW(LPCWSTR) {}

int WINAPI lstrlenW(LPCWSTR lpString) {
    return lpString == nullptr ? 0 : static_cast<int>(compat::wide_length(lpString));
}

LPWSTR WINAPI lstrcpyW(LPWSTR to, LPCWSTR from) {
    std::copy_n(from, compat::wide_length(from) + 1, to);
    return to;
}

LPWSTR WINAPI lstrcpynW(LPWSTR to, LPCWSTR from, int size) {
    if (to == nullptr || from == nullptr || size <= 0) {
        return nullptr;
    }
    compat::copy_text(compat::view(from), compat::units(to), static_cast<std::size_t>(size));
    return to;
}

LPWSTR WINAPI lstrcatW(LPWSTR to, LPCWSTR from) {
    lstrcpyW(to + compat::wide_length(to), from);
    return to;
}

int WINAPI lstrcmpW(LPCWSTR first, LPCWSTR second) {
    return compare(utf8(first), utf8(second));
}

int WINAPI lstrcmpiW(LPCWSTR first, LPCWSTR second) {
    return sign(compat::lower(utf8(first)).compare(compat::lower(utf8(second))));
}

int WINAPI wvsprintfA(LPSTR to, LPCSTR format, va_list arguments) {
    const std::string text = compat::print_narrow(format, arguments);
    compat::copy_text<char>(text, to, wsprintf_limit);
    return static_cast<int>(std::min(text.size(), wsprintf_limit - 1));
}

int WINAPI wvsprintfW(LPWSTR to, LPCWSTR format, va_list arguments) {
    const auto text = wide_text(compat::print_wide(format, arguments));
    compat::copy_text<Unit>(text, compat::units(to), wsprintf_limit);
    return static_cast<int>(std::min(text.size(), wsprintf_limit - 1));
}

int WINAPIV wsprintfA(LPSTR to, LPCSTR format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = wvsprintfA(to, format, arguments);
    va_end(arguments);
    return length;
}

int WINAPIV wsprintfW(LPWSTR to, LPCWSTR format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = wvsprintfW(to, format, arguments);
    va_end(arguments);
    return length;
}

int WINAPI MultiByteToWideChar(
    UINT CodePage, DWORD dwFlags, LPCSTR from, int fromLength, LPWSTR to, int toSize) {
    if (!compat::is_utf8_page(CodePage)) {
        return 0;
    }
    if (from == nullptr || fromLength == 0 || fromLength < -1 || toSize < 0 ||
        (to == nullptr && toSize != 0)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    // Without a length the NUL belongs to the text.
    const std::string_view text(
        from, fromLength == -1 ? std::strlen(from) + 1 : static_cast<std::size_t>(fromLength));
    if ((dwFlags & MB_ERR_INVALID_CHARS) != 0 && !compat::is_well_formed(text)) {
        SetLastError(ERROR_NO_UNICODE_TRANSLATION);
        return 0;
    }
    const auto converted = wide_text(compat::well_formed(text));
    const auto room = static_cast<std::size_t>(toSize);
    if (toSize != 0 && converted.size() > room) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    if (toSize != 0) {
        converted.copy(compat::units(to), room);
    }
    return static_cast<int>(converted.size());
}

int WINAPI WideCharToMultiByte(UINT CodePage, DWORD dwFlags, LPCWSTR from, int fromLength, LPSTR to,
    int toSize, LPCSTR defaultChar, BOOL* usedDefaultChar) {
    if (!compat::is_utf8_page(CodePage)) {
        return 0;
    }
    const bool defaults = CodePage == CP_UTF8 && (defaultChar != nullptr || usedDefaultChar != nullptr);
    if (from == nullptr || fromLength == 0 || fromLength < -1 || toSize < 0 ||
        (to == nullptr && toSize != 0) || defaults) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    const std::size_t length =
        fromLength == -1 ? compat::wide_length(from) + 1 : static_cast<std::size_t>(fromLength);
    const std::string text = compat::to_utf8(WideView(compat::units(from), length));
    if ((dwFlags & WC_ERR_INVALID_CHARS) != 0 && !compat::is_well_formed(text)) {
        SetLastError(ERROR_NO_UNICODE_TRANSLATION);
        return 0;
    }
    const std::string converted = compat::well_formed(text);
    if (toSize != 0 && converted.size() > static_cast<std::size_t>(toSize)) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    if (toSize != 0) {
        converted.copy(to, converted.size());
    }
    if (usedDefaultChar != nullptr) {
        *usedDefaultChar = FALSE; // UTF-8 has a place for each character
    }
    return static_cast<int>(converted.size());
}

BOOL WINAPI WriteConsoleW(HANDLE console, const VOID* text, DWORD length, LPDWORD written, LPVOID) {
    const WideView wide(static_cast<const Unit*>(text), length);
    const std::string narrow = compat::well_formed(compat::to_utf8(wide));
    const BOOL done =
        WriteConsoleA(console, narrow.data(), static_cast<DWORD>(narrow.size()), nullptr, nullptr);
    if (written != nullptr) {
        *written = done != 0 ? length : 0;
    }
    return done;
}

LSTATUS WINAPI RegOpenKeyExW(HKEY hKey, LPCWSTR lpSubKey, DWORD, REGSAM, PHKEY phkResult) {
    return compat::open_key(hKey, lpSubKey == nullptr ? std::string() : utf8(lpSubKey), phkResult);
}

LSTATUS WINAPI RegOpenKeyW(HKEY hKey, LPCWSTR lpSubKey, PHKEY phkResult) {
    return RegOpenKeyExW(hKey, lpSubKey, 0, KEY_READ, phkResult);
}

LSTATUS WINAPI RegQueryValueExW(
    HKEY hKey, LPCWSTR lpValueName, LPDWORD, LPDWORD lpType, LPBYTE lpData, LPDWORD lpcbData) {
    return compat::query_value(hKey, lpValueName == nullptr ? std::string() : utf8(lpValueName), lpType,
        lpData, lpcbData, sizeof(wchar_t),
        [](std::u16string_view text) { return wide_text(compat::to_utf8(text)); });
}

// A block of performance data has wide names whichever function asks for it.
LSTATUS WINAPI RegQueryValueExA(
    HKEY hKey, LPCSTR lpValueName, LPDWORD, LPDWORD lpType, LPBYTE lpData, LPDWORD lpcbData) {
    return compat::query_value(hKey, lpValueName == nullptr ? std::string() : lpValueName, lpType, lpData,
        lpcbData, sizeof(wchar_t), [](std::u16string_view text) { return compat::to_utf8(text); });
}

LSTATUS WINAPI RegQueryInfoKeyW(HKEY hKey, LPWSTR lpClass, LPDWORD lpcchClass, LPDWORD, LPDWORD lpcSubKeys,
    LPDWORD lpcbMaxSubKeyLen, LPDWORD lpcbMaxClassLen, LPDWORD lpcValues, LPDWORD lpcbMaxValueNameLen,
    LPDWORD lpcbMaxValueLen, LPDWORD lpcbSecurityDescriptor, PFILETIME lpftLastWriteTime) {
    compat::write_nothing(
        compat::units(lpClass), lpcchClass, {lpcbMaxClassLen, lpcbSecurityDescriptor}, lpftLastWriteTime);
    return compat::query_info(hKey,
        {lpcSubKeys, lpcbMaxSubKeyLen, lpcValues, lpcbMaxValueNameLen, lpcbMaxValueLen},
        [](std::u16string_view text) { return wide_text(compat::to_utf8(text)); });
}

LSTATUS WINAPI RegConnectRegistryW(LPCWSTR lpMachineName, HKEY hKey, PHKEY phkResult) {
    return RegConnectRegistryA(
        lpMachineName == nullptr ? nullptr : utf8(lpMachineName).c_str(), hKey, phkResult);
}

HRESULT WINAPI StringCchCopyW(LPWSTR to, size_t cchTo, LPCWSTR from) {
    return safe_copy(to, cchTo, from);
}

HRESULT WINAPI StringCchCopyNW(LPWSTR to, size_t cchTo, LPCWSTR from, size_t cchFrom) {
    return safe_copy(to, cchTo, from, cchFrom);
}

HRESULT WINAPI StringCchCatW(LPWSTR to, size_t cchTo, LPCWSTR from) {
    return safe_append(to, cchTo, from);
}

HRESULT WINAPI StringCchCatNW(LPWSTR to, size_t cchTo, LPCWSTR from, size_t cchFrom) {
    return safe_append(to, cchTo, from, cchFrom);
}

HRESULT WINAPI StringCchLengthW(LPCWSTR text, size_t cchMax, size_t* length) {
    return safe_length(text, cchMax, 1, length);
}

HRESULT WINAPI StringCchVPrintfW(LPWSTR to, size_t cchTo, LPCWSTR format, va_list arguments) {
    return safe_print(to, cchTo, format, arguments);
}

HRESULT WINAPI StringCchVPrintfA(LPSTR to, size_t cchTo, LPCSTR format, va_list arguments) {
    return safe_print(to, cchTo, format, arguments);
}

HRESULT WINAPI StringCbCopyW(LPWSTR to, size_t cbTo, LPCWSTR from) {
    return safe_copy(to, cbTo / sizeof(WCHAR), from);
}

HRESULT WINAPI StringCbCopyNW(LPWSTR to, size_t cbTo, LPCWSTR from, size_t cbFrom) {
    return safe_copy(to, cbTo / sizeof(WCHAR), from, cbFrom / sizeof(WCHAR));
}

HRESULT WINAPI StringCbCatW(LPWSTR to, size_t cbTo, LPCWSTR from) {
    return safe_append(to, cbTo / sizeof(WCHAR), from);
}

HRESULT WINAPI StringCbCatNW(LPWSTR to, size_t cbTo, LPCWSTR from, size_t cbFrom) {
    return safe_append(to, cbTo / sizeof(WCHAR), from, cbFrom / sizeof(WCHAR));
}

HRESULT WINAPI StringCbLengthW(LPCWSTR text, size_t cbMax, size_t* length) {
    return safe_length(text, cbMax / sizeof(WCHAR), sizeof(WCHAR), length);
}

HRESULT WINAPI StringCbVPrintfW(LPWSTR to, size_t cbTo, LPCWSTR format, va_list arguments) {
    return safe_print(to, cbTo / sizeof(WCHAR), format, arguments);
}

HRESULT WINAPI StringCbVPrintfA(LPSTR to, size_t cbTo, LPCSTR format, va_list arguments) {
    return safe_print(to, cbTo, format, arguments);
}

#define PRINT_FUNCTION(name, text, constant_text, size, scale)                                               \
    HRESULT WINAPIV name(text to, size_t size, constant_text format, ...) {                                  \
        va_list arguments;                                                                                   \
        va_start(arguments, format);                                                                         \
        const HRESULT status = safe_print(to, size / (scale), format, arguments);                            \
        va_end(arguments);                                                                                   \
        return status;                                                                                       \
    }
PRINT_FUNCTION(StringCchPrintfW, LPWSTR, LPCWSTR, cchTo, 1)
PRINT_FUNCTION(StringCchPrintfA, LPSTR, LPCSTR, cchTo, 1)
PRINT_FUNCTION(StringCbPrintfW, LPWSTR, LPCWSTR, cbTo, sizeof(WCHAR))
PRINT_FUNCTION(StringCbPrintfA, LPSTR, LPCSTR, cbTo, 1)

// The functions with narrow text have one symbol for both widths.
#if __SIZEOF_WCHAR_T__ == 4
DWORD WINAPI FormatMessageA(DWORD dwFlags, LPCVOID lpSource, DWORD dwMessageId, DWORD, LPSTR lpBuffer,
    DWORD nSize, va_list* Arguments) {
    if (lpBuffer == nullptr) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    compat::MessageRequest request = {.flags = dwFlags,
        .source = lpSource,
        .text = {},
        .id = dwMessageId,
        .style = compat::narrow_style,
        .arguments = Arguments};
    if ((dwFlags & FORMAT_MESSAGE_FROM_STRING) != 0) {
        request.text = static_cast<LPCSTR>(lpSource);
    }
    const auto message = compat::format_message(request);
    return message ? give_message<char>(dwFlags, *message, lpBuffer, nSize) : 0;
}

BOOL WINAPI QueryFullProcessImageNameA(HANDLE process, DWORD, LPSTR name, PDWORD size) {
    if (name == nullptr || size == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    const OptionalText path = compat::image_path(process);
    if (!path || !copy_whole<char>(*path, name, *size)) {
        return FALSE;
    }
    *size = static_cast<DWORD>(path->size());
    return TRUE;
}

DWORD WINAPI GetModuleFileNameExA(HANDLE process, HMODULE module, LPSTR name, DWORD size) {
    const OptionalText path = compat::module_path(process, module);
    return path ? copy_cut<char>(*path, name, size) : 0;
}

DWORD WINAPI GetModuleBaseNameA(HANDLE process, HMODULE module, LPSTR name, DWORD size) {
    const OptionalText base_name = compat::module_name(process, module);
    return base_name ? copy_cut<char>(*base_name, name, size) : 0;
}

DWORD WINAPI GetProcessImageFileNameA(HANDLE process, LPSTR name, DWORD size) {
    return QueryFullProcessImageNameA(process, 0, name, &size) != 0 ? size : 0;
}

int WINAPI lstrlenA(LPCSTR lpString) {
    return lpString == nullptr ? 0 : static_cast<int>(std::strlen(lpString));
}

LPSTR WINAPI lstrcpyA(LPSTR to, LPCSTR from) {
    std::copy_n(from, std::strlen(from) + 1, to);
    return to;
}

LPSTR WINAPI lstrcpynA(LPSTR to, LPCSTR from, int size) {
    if (to == nullptr || from == nullptr || size <= 0) {
        return nullptr;
    }
    compat::copy_text<char>(from, to, static_cast<std::size_t>(size));
    return to;
}

LPSTR WINAPI lstrcatA(LPSTR to, LPCSTR from) {
    lstrcpyA(to + std::strlen(to), from);
    return to;
}

int WINAPI lstrcmpA(LPCSTR first, LPCSTR second) {
    return compare(first, second);
}

int WINAPI lstrcmpiA(LPCSTR first, LPCSTR second) {
    return sign(compat::lower(first).compare(compat::lower(second)));
}

HRESULT WINAPI StringCchCopyA(LPSTR to, size_t cchTo, LPCSTR from) {
    return safe_copy(to, cchTo, from);
}

HRESULT WINAPI StringCchCopyNA(LPSTR to, size_t cchTo, LPCSTR from, size_t cchFrom) {
    return safe_copy(to, cchTo, from, cchFrom);
}

HRESULT WINAPI StringCchCatA(LPSTR to, size_t cchTo, LPCSTR from) {
    return safe_append(to, cchTo, from);
}

HRESULT WINAPI StringCchCatNA(LPSTR to, size_t cchTo, LPCSTR from, size_t cchFrom) {
    return safe_append(to, cchTo, from, cchFrom);
}

HRESULT WINAPI StringCchLengthA(LPCSTR text, size_t cchMax, size_t* length) {
    return safe_length(text, cchMax, 1, length);
}

HRESULT WINAPI StringCbCopyA(LPSTR to, size_t cbTo, LPCSTR from) {
    return safe_copy(to, cbTo, from);
}

HRESULT WINAPI StringCbCopyNA(LPSTR to, size_t cbTo, LPCSTR from, size_t cbFrom) {
    return safe_copy(to, cbTo, from, cbFrom);
}

HRESULT WINAPI StringCbCatA(LPSTR to, size_t cbTo, LPCSTR from) {
    return safe_append(to, cbTo, from);
}

HRESULT WINAPI StringCbCatNA(LPSTR to, size_t cbTo, LPCSTR from, size_t cbFrom) {
    return safe_append(to, cbTo, from, cbFrom);
}

HRESULT WINAPI StringCbLengthA(LPCSTR text, size_t cbMax, size_t* length) {
    return safe_length(text, cbMax, 1, length);
}
#endif
