// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The registry, as far as performance monitors read it. Compiled with PDH_SHIM_UTF16.
#include "registry/registry.h"

#include "registry/perf_block.h"
#include "sync/until_unload.h"
#include "text/text.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <unistd.h>

namespace pdh_shim::compat {
namespace {

/// Open keys by their numbers. A key is its path, in lower case without a backslash at the end.
struct OpenKeys {
    std::mutex mutex;
    std::map<std::uintptr_t, std::string> paths; // guarded by mutex
    std::uintptr_t next = 0x50000004;            // guarded by mutex
};

OpenKeys& open_keys() {
    static auto& keys = keep_until_unload(new OpenKeys);
    return keys;
}

constexpr std::string_view local_machine = "hklm";
constexpr std::string_view performance_data = "performance data";
constexpr std::string_view performance_data_of = "performance data of "; // and the name of another computer
constexpr std::string_view performance_text = "performance text";
constexpr std::string_view performance_nlstext = "performance nlstext";
constexpr std::string_view perflib = R"(hklm\software\microsoft\windows nt\currentversion\perflib)";
constexpr std::string_view services = R"(hklm\system\currentcontrolset\services)";
constexpr std::string_view performance_key = "\\performance";

constexpr LANGID english = 9;

struct RootKey {
    HKEY key;
    std::string_view path;
};

// NOLINTBEGIN(cppcoreguidelines-pro-type-cstyle-cast): Windows' constants
const RootKey root_keys[] = {
    {HKEY_LOCAL_MACHINE, local_machine},
    {HKEY_PERFORMANCE_DATA, performance_data},
    {HKEY_PERFORMANCE_TEXT, performance_text},
    {HKEY_PERFORMANCE_NLSTEXT, performance_nlstext},
};
// NOLINTEND(cppcoreguidelines-pro-type-cstyle-cast)

/// The path of a key; nothing for a key that is not open.
std::optional<std::string> path_of(HKEY key) {
    for (const RootKey& root : root_keys) {
        if (key == root.key) {
            return std::string(root.path);
        }
    }
    OpenKeys& keys = open_keys();
    const std::scoped_lock lock(keys.mutex);
    const auto found = keys.paths.find(reinterpret_cast<std::uintptr_t>(key));
    return found == keys.paths.end() ? std::nullopt : std::optional(found->second);
}

/// `009` or `0407` after a prefix.
std::optional<LANGID> language_of(std::string_view text) {
    if (text == "currentlanguage") {
        return static_cast<LANGID>(0);
    }
    LANGID language = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), language, 16);
    if (error != std::errc() || end != text.data() + text.size() || text.size() < 3 || language == 0) {
        return std::nullopt;
    }
    return language;
}

/// The multi-string of a language; nothing if the language was not loaded.
std::optional<std::u16string> titles(LANGID language, bool help) {
    DWORD size = 0;
    std::u16string text;
    PDH_STATUS status = pdh_shim_titles(language, help ? TRUE : FALSE, nullptr, &size);
    while (status == static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        text.resize(size);
        status = pdh_shim_titles(language, help ? TRUE : FALSE, text.data(), &size);
    }
    if (status != ERROR_SUCCESS) {
        return std::nullopt;
    }
    text.resize(size);
    return text;
}

/// The other computer that a key's performance data is of; empty for this one.
std::string_view computer_of(std::string_view path) {
    return path.starts_with(performance_data_of) ? path.substr(performance_data_of.size())
                                                 : std::string_view();
}

/// What pdh_shim_query_performance_data() takes for a value of another computer.
std::string foreign(std::string_view computer, std::string_view value) {
    return "Foreign " + std::string(computer) + ' ' + std::string(value);
}

LSTATUS error_of(PDH_STATUS status) {
    switch (static_cast<DWORD>(status)) {
    case ERROR_SUCCESS:
        return ERROR_SUCCESS;
    case PDH_MORE_DATA:
        return ERROR_MORE_DATA;
    case PDH_INVALID_ARGUMENT:
    case PDH_STRING_NOT_FOUND:
        return ERROR_FILE_NOT_FOUND; // a value of this name is not there
    case PDH_CSTATUS_NO_MACHINE:
        return RPC_S_SERVER_UNAVAILABLE;
    default:
        return ERROR_NOT_READY;
    }
}

/// The largest index in a multi-string of titles.
DWORD last_index(const std::u16string& titles) {
    DWORD last = 0;
    bool is_index = true;
    for (std::size_t i = 0; i < titles.size() && titles[i] != 0;) {
        const std::string text = to_utf8(std::u16string_view(titles).substr(i, titles.find(u'\0', i) - i));
        if (is_index) {
            last = std::max(last, static_cast<DWORD>(std::strtoul(text.c_str(), nullptr, 10)));
        }
        is_index = !is_index;
        i = titles.find(u'\0', i) + 1;
    }
    return last;
}

std::filesystem::path providers_folder() {
    const char* const data = secure_getenv("XDG_DATA_HOME");
    const char* const home = secure_getenv("HOME");
    const std::filesystem::path base =
        data != nullptr && *data != '\0'
            ? data
            : std::filesystem::path(home == nullptr ? "" : home) / ".local/share";
    return base / "pdh-shim/providers";
}

std::string trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t start = text.find_first_not_of(blanks);
    return start == std::string_view::npos
               ? std::string()
               : std::string(text.substr(start, text.find_last_not_of(blanks) - start + 1));
}

/// The keys of [performance] of an INI file that lodctr has stored, in lower case.
std::map<std::string, std::string> performance_section(const std::filesystem::path& file) {
    std::map<std::string, std::string> values;
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown)) {
        return values; // opening a pipe would wait for a writer
    }
    std::ifstream stream(file);
    std::string line;
    bool inside = false;
    while (std::getline(stream, line)) {
        const std::string text = trimmed(line);
        const std::size_t equals = text.find('=');
        if (text.starts_with('[')) {
            inside = lower(text) == "[performance]";
        } else if (inside && equals != std::string::npos && text.front() != ';') {
            values[lower(trimmed(text.substr(0, equals)))] = trimmed(text.substr(equals + 1));
        }
    }
    return values;
}

/// The values of the provider that this is part of, as the library that loaded it has given them.
struct OwnService {
    std::mutex mutex;
    std::string name;                          // guarded by mutex; lower case, as are the keys
    std::map<std::string, std::string> values; // guarded by mutex
};

OwnService& own_service() {
    static auto& service = keep_until_unload(new OwnService);
    return service;
}

std::map<std::string, std::string> parse_values(std::string_view lines) {
    std::map<std::string, std::string> values;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        const std::string_view line = lines.substr(0, end);
        const std::size_t equals = std::min(line.find('='), line.size());
        values.try_emplace(lower(line.substr(0, equals)), line.substr(std::min(equals + 1, line.size())));
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return values;
}

/// What a provider finds of itself, else what lodctr has stored; nothing when it is not registered either.
std::optional<std::map<std::string, std::string>> provider_values(std::string_view name) {
    {
        OwnService& own = own_service();
        const std::scoped_lock lock(own.mutex);
        if (!own.name.empty() && own.name == name) {
            return own.values;
        }
    }
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(providers_folder(), error)) {
        const bool same = lower(entry.path().stem().string()) == name;
        if (same && entry.path().extension() == ".ini") {
            return performance_section(entry.path());
        }
    }
    return std::nullopt;
}

/// `...\services\NAME\performance` -> NAME
std::optional<std::string_view> provider_of(std::string_view path) {
    if (!path.starts_with(services) || !path.ends_with(performance_key) ||
        path.size() <= services.size() + performance_key.size() + 1) {
        return std::nullopt;
    }
    path.remove_prefix(services.size() + 1);
    path.remove_suffix(performance_key.size());
    return path;
}

std::optional<LANGID> language_key(std::string_view path) {
    if (!path.starts_with(perflib) || path.size() <= perflib.size() + 1) {
        return std::nullopt;
    }
    return language_of(path.substr(perflib.size() + 1));
}

bool is_above(std::string_view path, std::string_view leaf) {
    return leaf.starts_with(path) && (leaf.size() == path.size() || leaf[path.size()] == '\\');
}

bool exists(std::string_view path) {
    if (is_above(path, perflib) || is_above(path, services)) {
        return true;
    }
    if (const auto language = language_key(path)) {
        return titles(*language, false).has_value();
    }
    const auto provider = provider_of(path);
    const bool key_of_service = path.starts_with(services) && !provider;
    return key_of_service ? provider_values(path.substr(services.size() + 1)).has_value()
                          : provider && provider_values(*provider).has_value();
}

LSTATUS give_titles(LANGID language, bool help, RegistryValue& value) {
    auto text = titles(language, help);
    if (!text) {
        return ERROR_FILE_NOT_FOUND;
    }
    value = {.type = REG_MULTI_SZ, .number = 0, .text = std::move(*text)};
    return ERROR_SUCCESS;
}

LSTATUS give_number(DWORD number, RegistryValue& value) {
    value = {.type = REG_DWORD, .number = number, .text = {}};
    return ERROR_SUCCESS;
}

/// `Counter` and `Help`, and their older spellings.
LSTATUS query_language(LANGID language, std::string_view name, RegistryValue& value) {
    if (name == "counter" || name == "counters") {
        return give_titles(language, false, value);
    }
    return name == "help" || name == "explain" ? give_titles(language, true, value) : ERROR_FILE_NOT_FOUND;
}

LSTATUS query_perflib(std::string_view name, RegistryValue& value) {
    if (name == "last counter" || name == "last help") {
        return give_number(last_index(titles(english, name == "last help").value_or(u"")), value);
    }
    if (name == "version") {
        return give_number(0x00010001, value);
    }
    return name == "base index" ? give_number(1847, value) : ERROR_FILE_NOT_FOUND;
}

LSTATUS query_provider(std::string_view provider, const std::string& name, RegistryValue& value) {
    const auto values = provider_values(provider);
    const auto found = values ? values->find(name) : std::map<std::string, std::string>::const_iterator();
    if (!values || found == values->end()) {
        return ERROR_FILE_NOT_FOUND;
    }
    const std::string& text = found->second;
    const bool number = !text.empty() && std::all_of(text.begin(), text.end(),
                                             [](unsigned char c) { return std::isdigit(c) != 0; });
    if (number) {
        return give_number(static_cast<DWORD>(std::strtoul(text.c_str(), nullptr, 10)), value);
    }
    value = {.type = REG_SZ, .number = 0, .text = to_wide<char16_t>(text) + u'\0'};
    return ERROR_SUCCESS;
}

/// `Counter 009` of the performance keys.
std::optional<LANGID> language_behind(std::string_view name, std::string_view word) {
    return name.starts_with(word) ? language_of(name.substr(word.size())) : std::nullopt;
}

LSTATUS give_foreign_titles(std::string_view computer, std::string_view name, RegistryValue& value) {
    const std::string request = foreign(computer, name);
    DWORD size = 0;
    std::u16string text;
    PDH_STATUS status = pdh_shim_query_performance_data(request.c_str(), nullptr, &size);
    while (status == static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        text.resize(size / sizeof(char16_t));
        status = pdh_shim_query_performance_data(request.c_str(), text.data(), &size);
    }
    text.resize(size / sizeof(char16_t));
    value = {.type = REG_MULTI_SZ, .number = 0, .text = std::move(text)};
    return error_of(status);
}

/// Blocks for programs with 32-bit wchar_t.
class WideBlocks {
  public:
    PDH_STATUS query(const std::string& request, BYTE* data, DWORD* size) {
        const std::scoped_lock lock(mutex_);
        std::vector<BYTE> block;
        const bool is_kept = request == request_ && std::chrono::steady_clock::now() < keep_until_;
        if (is_kept) {
            block.swap(kept_);
        } else if (const PDH_STATUS status = read_block(request, block); status != ERROR_SUCCESS) {
            return status;
        }
        keep_until_ = {};
        const auto room = static_cast<std::size_t>(*size);
        *size = static_cast<DWORD>(block.size());
        if (room < block.size()) {
            keep(request, std::move(block));
            return static_cast<PDH_STATUS>(PDH_MORE_DATA);
        }
        std::memcpy(data, block.data(), block.size());
        return ERROR_SUCCESS;
    }

  private:
    /// As pdh_shim_query_performance_data does: asking again with more room does not use up another sample.
    void keep(const std::string& request, std::vector<BYTE> block) {
        request_ = request;
        kept_ = std::move(block);
        keep_until_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    }

    static PDH_STATUS read_block(const std::string& request, std::vector<BYTE>& block) {
        std::vector<BYTE> narrow;
        DWORD size = 0;
        PDH_STATUS status = pdh_shim_query_performance_data(request.c_str(), nullptr, &size);
        while (status == static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
            narrow.resize(size);
            status = pdh_shim_query_performance_data(request.c_str(), narrow.data(), &size);
        }
        if (status == ERROR_SUCCESS) {
            block = widen_names(narrow);
        }
        return status;
    }

    std::mutex mutex_;
    std::string request_;                                // guarded by mutex_, as all that follows
    std::vector<BYTE> kept_;                             // for a caller whose buffer was too small
    std::chrono::steady_clock::time_point keep_until_{}; // the past: nothing is kept
};

WideBlocks& wide_blocks() {
    static auto& blocks = keep_until_unload(new WideBlocks);
    return blocks;
}

HKEY add_key(std::string path) {
    OpenKeys& keys = open_keys();
    const std::scoped_lock lock(keys.mutex);
    keys.paths[keys.next] = std::move(path);
    auto* const key = reinterpret_cast<HKEY>(keys.next);
    keys.next += 4;
    return key;
}

/// Whether a computer that is connected is another one: PDH lists it behind this one.
bool is_other_computer(std::string_view name) {
    DWORD size = 0;
    std::vector<char> list;
    PDH_STATUS status = PdhEnumMachinesA(nullptr, nullptr, &size);
    while (status == static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        list.resize(size);
        status = PdhEnumMachinesA(nullptr, list.data(), &size);
    }
    std::string_view rest(list.data(), status == ERROR_SUCCESS ? size : 0);
    for (bool is_first = true; !rest.empty() && rest.front() != '\0'; is_first = false) {
        const std::string_view listed = rest.substr(0, rest.find('\0'));
        if (!is_first && lower(listed) == "\\\\" + lower(name)) {
            return true;
        }
        rest.remove_prefix(std::min(rest.size(), listed.size() + 1));
    }
    return false;
}

} // namespace

LSTATUS connect(std::string_view computer, HKEY key, HKEY* opened) {
    const std::string_view name = computer.substr(computer.starts_with("\\\\") ? 2 : 0);
    if (static_cast<DWORD>(PdhConnectMachineA(std::string(computer).c_str())) == PDH_CSTATUS_NO_MACHINE) {
        return ERROR_BAD_NETPATH;
    }
    const auto path = path_of(key);
    const bool has_counters =
        path == performance_data || path == performance_text || path == performance_nlstext;
    if (!is_other_computer(name)) {
        if (has_counters && opened != nullptr) {
            *opened = key; // Perl's Win32::PerfLib closes it a second time when it ends
            return ERROR_SUCCESS;
        }
        return open_key(key, "", opened);
    }
    if (path != performance_data) {
        return path ? ERROR_ACCESS_DENIED : ERROR_INVALID_HANDLE;
    }
    if (opened == nullptr) {
        return ERROR_INVALID_PARAMETER;
    }
    *opened = add_key(std::string(performance_data_of) + std::string(name));
    return ERROR_SUCCESS;
}

LSTATUS open_key(HKEY key, std::string_view name, HKEY* opened) {
    auto path = path_of(key);
    if (!path) {
        return ERROR_INVALID_HANDLE;
    }
    if (opened == nullptr) {
        return ERROR_INVALID_PARAMETER;
    }
    const std::size_t end = name.find_last_not_of('\\');
    name = end == std::string_view::npos ? std::string_view() : name.substr(0, end + 1);
    if (!name.empty()) {
        *path += '\\' + lower(name);
    }
    if (!name.empty() && !exists(*path)) {
        return ERROR_FILE_NOT_FOUND;
    }
    *opened = add_key(std::move(*path));
    return ERROR_SUCCESS;
}

bool is_performance_data(HKEY key, std::string_view value_name) {
    const std::string name = lower(value_name);
    const auto path = path_of(key);
    return path && (*path == performance_data || !computer_of(*path).empty()) &&
           !language_behind(name, "counter ") && !language_behind(name, "help ") &&
           !language_behind(name, "explain ");
}

LSTATUS query_value(HKEY key, std::string_view name, RegistryValue& value) {
    const auto path = path_of(key);
    if (!path) {
        return ERROR_INVALID_HANDLE;
    }
    const std::string folded = lower(name);
    if (const auto language = language_key(*path)) {
        return query_language(*language, folded, value);
    }
    if (const auto provider = provider_of(*path)) {
        return query_provider(*provider, folded, value);
    }
    if (*path == perflib) {
        return query_perflib(folded, value);
    }
    if (*path == performance_text || *path == performance_nlstext) {
        return query_language(*path == performance_text ? english : 0, folded, value);
    }
    if (const std::string_view computer = computer_of(*path); !computer.empty()) {
        return give_foreign_titles(computer, folded, value);
    }
    if (*path != performance_data) {
        return ERROR_FILE_NOT_FOUND;
    }
    if (const auto language = language_behind(folded, "counter ")) {
        return give_titles(*language, false, value);
    }
    const auto help = language_behind(folded, "help ");
    return give_titles(help ? *help : language_behind(folded, "explain ").value_or(english), true, value);
}

LSTATUS query_info(HKEY key, KeyInfo& info) {
    const auto path = path_of(key);
    if (!path) {
        return ERROR_INVALID_HANDLE;
    }
    if (language_key(*path) || *path == performance_text || *path == performance_nlstext) {
        info.values = {"Counter", "Help"};
    } else if (*path == perflib) {
        info.values = {"Base Index", "Last Counter", "Last Help", "Version"};
        info.subkeys = 1;
        info.longest_subkey = 3; // 009
    } else if (const auto provider = provider_of(*path)) {
        for (const auto& [name, text] :
            provider_values(*provider).value_or(std::map<std::string, std::string>())) {
            info.values.push_back(name);
        }
    }
    return ERROR_SUCCESS;
}

LSTATUS query_performance_data(
    HKEY key, const std::string& value_name, std::size_t unit_size, BYTE* data, DWORD* size) {
    if (data == nullptr) {
        *size = 0; // asks for the size
    }
    const std::string path = path_of(key).value_or("");
    const std::string_view computer = computer_of(path);
    const std::string request = computer.empty() ? value_name : foreign(computer, value_name);
    return error_of(unit_size == sizeof(char16_t)
                        ? pdh_shim_query_performance_data(request.c_str(), data, size)
                        : wide_blocks().query(request, data, size));
}

LSTATUS give_value(std::string_view bytes, DWORD type, DWORD* type_out, BYTE* data, DWORD* size) {
    if (type_out != nullptr) {
        *type_out = type;
    }
    if (size == nullptr) {
        return ERROR_SUCCESS;
    }
    const DWORD room = *size;
    *size = static_cast<DWORD>(bytes.size());
    if (data == nullptr) {
        return ERROR_SUCCESS;
    }
    if (room < bytes.size()) {
        return ERROR_MORE_DATA;
    }
    std::memcpy(data, bytes.data(), bytes.size());
    return ERROR_SUCCESS;
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

void pdh_shim_compat_set_service(const char* name, const char* values) {
    compat::OwnService& own = compat::own_service();
    const std::scoped_lock lock(own.mutex);
    own.name = compat::lower(name);
    own.values = compat::parse_values(values);
}

LSTATUS WINAPI RegCloseKey(HKEY hKey) {
    compat::OpenKeys& keys = compat::open_keys();
    {
        const std::scoped_lock lock(keys.mutex);
        if (keys.paths.erase(reinterpret_cast<std::uintptr_t>(hKey)) == 1) {
            return ERROR_SUCCESS;
        }
    }
    // Predefined keys are closed after use, and stay.
    return compat::path_of(hKey) ? ERROR_SUCCESS : ERROR_INVALID_HANDLE;
}
