// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The registry keys that performance monitors read, for RegOpenKeyEx, RegQueryValueEx and RegQueryInfoKey:
// performance data, the titles below Perflib, and the Performance keys of services.

#include <windows.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// Called by libpdh, which finds it in a performance DLL that uses the registry, before the DLL is opened:
/// what the Performance key of its service holds there, in UTF-8, a line `name=value` each.
extern "C" __attribute__((visibility("default"))) void pdh_shim_compat_set_service(
    const char* name, const char* values);

namespace pdh_shim::compat {

/// A value of the registry: bytes, a number or text. Texts have all their NULs.
struct RegistryValue {
    DWORD type = REG_NONE;
    DWORD number = 0;    ///< REG_DWORD
    std::u16string text; ///< REG_SZ, REG_MULTI_SZ
};

/// A key of a computer, with or without backslashes before its name. Of another one than this it can only be
/// HKEY_PERFORMANCE_DATA.
/// @retval ERROR_BAD_NETPATH it does not answer, or may not be asked
/// @retval ERROR_ACCESS_DENIED any other key of another computer
[[nodiscard]] LSTATUS connect(std::string_view computer, HKEY key, HKEY* opened);

/// Opens a key below another. Names are UTF-8.
[[nodiscard]] LSTATUS open_key(HKEY key, std::string_view name, HKEY* opened);

/// Whether a value of this key is performance data, which needs a buffer.
[[nodiscard]] bool is_performance_data(HKEY key, std::string_view value_name);

/// Fills the buffer with the PERF_DATA_BLOCK that `value_name` of a key asks for. Bytes.
/// @param unit_size  bytes of a character of the names in it: 2 or 4
[[nodiscard]] LSTATUS query_performance_data(
    HKEY key, const std::string& value_name, std::size_t unit_size, BYTE* data, DWORD* size);

/// Reads any other value.
[[nodiscard]] LSTATUS query_value(HKEY key, std::string_view name, RegistryValue& value);

/// Gives a value's bytes as RegQueryValueEx does.
[[nodiscard]] LSTATUS give_value(
    std::string_view bytes, DWORD type, DWORD* type_out, BYTE* data, DWORD* size);

/// The numbers that RegQueryInfoKey returns for the values of a key.
struct KeyInfo {
    std::vector<std::string> values; ///< names, without those that give performance data
    DWORD subkeys = 0;
    DWORD longest_subkey = 0; ///< characters
};

/// @retval ERROR_INVALID_HANDLE
[[nodiscard]] LSTATUS query_info(HKEY key, KeyInfo& info);

/// A value as bytes, its text in the program's characters.
template <class Convert>
std::string value_bytes(const RegistryValue& value, Convert convert) {
    if (value.type == REG_DWORD) {
        return {reinterpret_cast<const char*>(&value.number), sizeof value.number};
    }
    const auto text = convert(value.text);
    return {reinterpret_cast<const char*>(text.data()), text.size() * sizeof text[0]};
}

/// The rest of RegQueryValueEx, for text in the program's characters. `unit_size` is that of its wchar_t.
template <class Convert>
LSTATUS query_value(HKEY key, const std::string& name, DWORD* type, BYTE* data, DWORD* size,
    std::size_t unit_size, Convert convert) {
    if (size == nullptr && data != nullptr) {
        return ERROR_INVALID_PARAMETER;
    }
    if (is_performance_data(key, name)) {
        if (type != nullptr) {
            *type = REG_BINARY;
        }
        return size == nullptr ? ERROR_SUCCESS : query_performance_data(key, name, unit_size, data, size);
    }
    RegistryValue value;
    const LSTATUS status = query_value(key, name, value);
    if (status != ERROR_SUCCESS) {
        return status;
    }
    return give_value(value_bytes(value, convert), value.type, type, data, size);
}

/// Where RegQueryInfoKey writes its results; each may be NULL.
struct KeyInfoResults {
    LPDWORD subkeys;
    LPDWORD longest_subkey;
    LPDWORD values;
    LPDWORD longest_name;
    LPDWORD longest_value;
};

inline void write_out(LPDWORD to, std::size_t number) {
    if (to != nullptr) {
        *to = static_cast<DWORD>(number);
    }
}

/// What no key here has: a class, a security descriptor, a time of its last change.
template <class Char>
void write_nothing(Char* name, LPDWORD length, std::initializer_list<LPDWORD> sizes, PFILETIME time) {
    if (name != nullptr && length != nullptr && *length > 0) {
        *name = 0;
    }
    write_out(length, 0);
    for (DWORD* const size : sizes) {
        write_out(size, 0);
    }
    if (time != nullptr) {
        *time = {};
    }
}

/// The rest of RegQueryInfoKey, for text in the program's characters.
template <class Convert>
LSTATUS query_info(HKEY key, const KeyInfoResults& out, Convert convert) {
    KeyInfo info;
    const LSTATUS status = query_info(key, info);
    if (status != ERROR_SUCCESS) {
        return status;
    }
    std::size_t longest_name = 0;
    std::size_t longest_value = 0;
    for (const std::string& name : info.values) {
        RegistryValue value;
        if (query_value(key, name, value) == ERROR_SUCCESS) {
            longest_name = std::max(longest_name, name.size());
            longest_value = std::max(longest_value, value_bytes(value, convert).size());
        }
    }
    write_out(out.subkeys, info.subkeys);
    write_out(out.longest_subkey, info.longest_subkey);
    write_out(out.values, info.values.size());
    write_out(out.longest_name, longest_name);
    write_out(out.longest_value, longest_value);
    return ERROR_SUCCESS;
}

} // namespace pdh_shim::compat
