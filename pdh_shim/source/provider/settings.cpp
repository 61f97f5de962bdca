// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/settings.h"

#include "base/clock.h"
#include "base/named_file.h"
#include "base/platform.h"
#include "base/text.h"
#include "names/ini_file.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

constexpr std::uint32_t longest_timeout = 3'600'000; // an hour

/// Empty if UTF-8 cannot express it.
std::string utf8(std::u16string_view text) {
    auto converted = to_utf8(text);
    return converted ? std::move(converted).value() : std::string();
}

Failure unusable(const std::string& reason) {
    return names::malformed_line(0, "[performance] " + reason);
}

// Reads the values of [performance].
class SectionReader {
  public:
    explicit SectionReader(const names::IniSection& section) : section_(section) {}

    [[nodiscard]] Result<std::string, Failure> optional_text(std::u16string_view key) const {
        auto text = to_utf8(section_.text(key).value_or(u""));
        if (!text) {
            return unusable(utf8(key) + " is no text");
        }
        return std::move(text).value();
    }

    [[nodiscard]] Result<std::string, Failure> text(std::u16string_view key) const {
        PDH_SHIM_TRY(auto text, optional_text(key));
        if (text.empty()) {
            return unusable("has no " + utf8(key));
        }
        return text;
    }

    [[nodiscard]] Result<std::optional<std::uint32_t>, Failure> optional_number(
        std::u16string_view key) const {
        return section_.number(key);
    }

    [[nodiscard]] Result<std::uint32_t, Failure> number(std::u16string_view key) const {
        PDH_SHIM_TRY(const auto number, optional_number(key));
        if (!number) {
            return unusable("has no " + utf8(key));
        }
        return *number;
    }

    /// In ticks of 100 ns.
    [[nodiscard]] Result<std::int64_t, Failure> timeout(std::u16string_view key) const {
        PDH_SHIM_TRY(const auto given, optional_number(key));
        const std::uint32_t milliseconds = given.value_or(default_timeout);
        if (milliseconds == 0 || milliseconds > longest_timeout) {
            return unusable(utf8(key) + " is not from 1 to 3600000 ms");
        }
        return milliseconds * (ticks_per_second / 1000);
    }

    [[nodiscard]] Result<bool, Failure> flag(std::u16string_view key) const {
        PDH_SHIM_TRY(const auto number, optional_number(key));
        return number.value_or(0) != 0;
    }

    [[nodiscard]] Result<bool, Failure> is_isolated() const {
        const std::u16string_view isolation = section_.text(u"Isolation").value_or(u"none");
        if (equal_folded(isolation, u"process")) {
            return true;
        }
        if (!equal_folded(isolation, u"none")) {
            return unusable("Isolation is neither process nor none");
        }
        return false;
    }

    /// Names with commas between them, as the list that Open is given.
    [[nodiscard]] std::u16string devices() const {
        std::u16string list(section_.text(u"Export").value_or(u""));
        if (list.empty()) {
            return list;
        }
        for (char16_t& unit : list) {
            unit = unit == u',' ? u'\0' : unit;
        }
        list.append(2, u'\0');
        return list;
    }

  private:
    const names::IniSection& section_;
};

std::string registry_values(const names::IniSection& section, const Settings& settings) {
    // Of two with the same name the first counts.
    std::string lines = "First Counter=" + std::to_string(settings.first_counter) +
                        "\nFirst Help=" + std::to_string(settings.first_help) + "\n";
    for (const names::IniValue& value : section.values()) {
        lines += utf8(value.key) + "=" + utf8(value.value) + "\n";
    }
    return lines;
}

void add_titles(const names::LodctrIni& ini, Settings& settings) {
    const names::LodctrLanguage* language = ini.find_language(names::english_language);
    if (language == nullptr && !ini.languages.empty()) {
        language = &ini.languages.front();
    }
    if (language == nullptr) {
        return;
    }
    for (const names::LodctrText& text : language->texts) {
        const std::uint32_t offset = text.offset.value_or(0);
        settings.titles[settings.first_counter + offset] = text.name;
        settings.titles[settings.first_help + offset] = text.help;
    }
}

Result<void, Failure> read_functions(const SectionReader& reader, Settings& settings) {
    PDH_SHIM_TRY(settings.library, reader.text(u"Library"));
    PDH_SHIM_TRY(settings.open, reader.text(u"Open"));
    PDH_SHIM_TRY(settings.collect, reader.text(u"Collect"));
    PDH_SHIM_TRY(settings.close, reader.text(u"Close"));
    PDH_SHIM_TRY(settings.set_indexes, reader.optional_text(u"Set Indexes"));
    return outcome::success();
}

Result<void, Failure> read_indexes(const SectionReader& reader, Settings& settings) {
    PDH_SHIM_TRY(settings.first_counter, reader.number(u"First Counter"));
    PDH_SHIM_TRY(const auto first_help, reader.optional_number(u"First Help"));
    settings.first_help = first_help.value_or(settings.first_counter + 1);
    if (settings.first_counter > UINT32_MAX - 0x10000 || settings.first_help > UINT32_MAX - 0x10000) {
        return unusable("First Counter or First Help is too large");
    }
    return outcome::success();
}

Result<Settings, Failure> read_settings(const SectionReader& reader) {
    Settings settings;
    PDH_SHIM_CHECK(read_functions(reader, settings));
    PDH_SHIM_CHECK(read_indexes(reader, settings));
    PDH_SHIM_TRY(settings.open_timeout, reader.timeout(u"Open Timeout"));
    PDH_SHIM_TRY(settings.collect_timeout, reader.timeout(u"Collect Timeout"));
    PDH_SHIM_TRY(settings.disabled, reader.flag(disable_key));
    PDH_SHIM_TRY(settings.supports_metadata, reader.flag(u"Collect Supports Metadata"));
    PDH_SHIM_TRY(settings.isolated, reader.is_isolated());
    PDH_SHIM_TRY(const auto memory_limit, reader.optional_number(u"Memory Limit"));
    PDH_SHIM_TRY(const auto cpu_limit, reader.optional_number(u"CPU Limit"));
    settings.memory_limit = memory_limit.value_or(default_memory_limit);
    settings.cpu_limit = cpu_limit.value_or(default_cpu_limit);
    settings.devices = reader.devices();
    return settings;
}

} // namespace

std::string path_beside(const std::string& file, const std::string& path) {
    const std::size_t slash = file.rfind('/');
    if (path.starts_with('/')) {
        return path;
    }
    // dlopen() would look for a name without a slash in the system's folders.
    return slash == std::string::npos ? "./" + path : file.substr(0, slash + 1) + path;
}

Result<Settings, Failure> load_settings(const std::string& path) {
    PDH_SHIM_TRY(auto ini, names::load_ini(path));
    PDH_SHIM_CHECK(names::load_symbols(path, ini));
    PDH_SHIM_TRY(auto settings, within(path, read_settings(SectionReader(ini.performance))));
    settings.name = utf8(ini.driver_name());
    if (settings.name.empty()) {
        settings.name = path;
    }
    settings.library = path_beside(path, settings.library);
    PDH_SHIM_CHECK(check_trust(settings.library));
    settings.registry_values = registry_values(ini.performance, settings);
    add_titles(ini, settings);
    return settings;
}

namespace {

// The base directory specification has relative paths ignored.
bool is_absolute(const std::optional<std::string>& path) {
    return path.has_value() && path->starts_with('/');
}

} // namespace

std::optional<std::string> registrations_folder() {
    constexpr std::string_view folder = "/pdh-shim/providers";
    if (const auto data = platform::environment("XDG_DATA_HOME"); is_absolute(data)) {
        return *data + std::string(folder);
    }
    if (const auto home = platform::environment("HOME"); is_absolute(home)) {
        return *home + "/.local/share" + std::string(folder);
    }
    return std::nullopt;
}

std::string system_registrations_folder() {
    const auto chosen = platform::environment("PDH_SHIM_REGISTRATIONS");
    return is_absolute(chosen) ? *chosen : "/var/lib/pdh-shim/providers";
}

std::vector<std::string> registered_files(FileSystem& files, const std::string& folder) {
    std::vector<std::string> paths;
    const auto listed = files.list(folder, [&](std::string_view name) {
        if (name.ends_with(".ini") && !name.starts_with('.')) {
            paths.push_back(folder + "/" + std::string(name));
        }
    });
    if (!listed) {
        paths.clear();
    }
    std::ranges::sort(paths);
    return paths;
}

} // namespace pdh_shim::source::provider
