#pragma once

#include <windows.h>

#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// A value of the registry: bytes, a number or text. Texts have all their NULs.
struct RegistryValue {
    DWORD type = REG_NONE;
    DWORD number = 0;    ///< REG_DWORD
    std::u16string text; ///< REG_SZ, REG_MULTI_SZ
};

/// Opens a key below another. Names are UTF-8.
[[nodiscard]] LSTATUS open_key(HKEY key, std::string_view name, HKEY* opened);

/// Whether a value of this key is performance data, which is asked for in a buffer.
[[nodiscard]] bool is_performance_data(HKEY key, std::string_view value_name);

/// Fills the buffer with the PERF_DATA_BLOCK that `value_name` asks for. Bytes.
[[nodiscard]] LSTATUS query_performance_data(const std::string& value_name, BYTE* data, DWORD* size);

/// Any other value.
[[nodiscard]] LSTATUS query_value(HKEY key, std::string_view name, RegistryValue& value);

/// Gives a value's bytes as RegQueryValueEx does.
[[nodiscard]] LSTATUS give_value(
    std::string_view bytes, DWORD type, DWORD* type_out, BYTE* data, DWORD* size);

/// The rest of RegQueryValueEx, for text in the program's characters.
template <class Convert>
LSTATUS query_value(
    HKEY key, const std::string& name, DWORD* type, BYTE* data, DWORD* size, Convert convert) {
    if (size == nullptr && data != nullptr) {
        return ERROR_INVALID_PARAMETER;
    }
    if (is_performance_data(key, name)) {
        if (type != nullptr) {
            *type = REG_BINARY;
        }
        return size == nullptr ? ERROR_SUCCESS : query_performance_data(name, data, size);
    }
    RegistryValue value;
    const LSTATUS status = query_value(key, name, value);
    if (status != ERROR_SUCCESS) {
        return status;
    }
    if (value.type == REG_DWORD) {
        const std::string_view bytes(reinterpret_cast<const char*>(&value.number), sizeof value.number);
        return give_value(bytes, value.type, type, data, size);
    }
    const auto text = convert(value.text);
    const std::string_view bytes(reinterpret_cast<const char*>(text.data()), text.size() * sizeof text[0]);
    return give_value(bytes, value.type, type, data, size);
}

} // namespace pdh_shim::compat
