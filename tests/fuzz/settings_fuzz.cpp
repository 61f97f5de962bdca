// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The INI file of a performance DLL. Properties: a refusal names the file and
// the reason; accepted settings have all that a DLL needs to load, within the limits, and no text in them
// ends before its end; each title has its own index; the registry's values are a line each, and repeated ones
// count once.
//
// The input is the INI file, which has the name `settings.ini`, so that it can be its own symbol header.
#include "base/clock.h"
#include "names/ini_file.h"
#include "names/lodctr_ini.h"
#include "require.h"
#include "source/provider/settings.h"

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

using namespace pdh_shim;
using namespace pdh_shim::source::provider;

namespace {

constexpr std::int64_t longest_timeout = 3600 * ticks_per_second;

// A folder with the INI file in it, for the life of the program.
class IniFolder : boost::noncopyable {
  public:
    IniFolder() : path_((std::filesystem::temp_directory_path() / "pdh-shim-XXXXXX").string()) {
        require(mkdtemp(path_.data()) != nullptr);
    }
    ~IniFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::string& path() const { return path_; }

    [[nodiscard]] std::string write(std::string_view text) const {
        std::ofstream(file(), std::ios::binary) << text;
        return file();
    }

  private:
    [[nodiscard]] std::string file() const { return path_ + "/settings.ini"; }

    std::string path_;
};

bool is_whole(const std::string& text) {
    return text.find('\0') == std::string::npos;
}

bool is_timeout(std::int64_t ticks) {
    return ticks > 0 && ticks <= longest_timeout;
}

void check_names(const Settings& settings, const std::string& folder) {
    for (const std::string* const text :
        {&settings.name, &settings.library, &settings.open, &settings.collect, &settings.close}) {
        require(!text->empty() && is_whole(*text));
    }
    require(is_whole(settings.set_indexes));
    // A path, so that the loader looks nowhere else.
    require(settings.library.starts_with('/'));
    require(settings.library == path_beside(folder + "/settings.ini", settings.library));
}

// Names that end in NUL each, and one more.
void check_devices(const std::u16string& devices, const names::IniSection& section) {
    const auto said = section.text(u"Export").value_or(u"");
    require(devices.empty() == said.empty());
    require(devices.empty() ||
            (devices.size() == said.size() + 2 && devices.ends_with(std::u16string(2, u'\0'))));
    require(devices.find(u',') == std::u16string::npos);
}

void check_titles(const Settings& settings) {
    for (const auto& [index, text] : settings.titles) {
        const auto is_of = [index = index](std::uint32_t first) {
            return index >= first && index - first <= names::largest_symbol_offset &&
                   (index - first) % 2 == 0;
        };
        require(is_of(settings.first_counter) || is_of(settings.first_help));
    }
}

// A line each, after those of the two indexes.
void check_registry_values(const Settings& settings, const names::IniSection& section) {
    std::string_view rest = settings.registry_values;
    require(rest.starts_with("First Counter=" + std::to_string(settings.first_counter) +
                             "\nFirst Help=" + std::to_string(settings.first_help) + "\n"));
    std::size_t lines = 0;
    for (; !rest.empty(); ++lines) {
        const std::size_t end = rest.find('\n');
        require(end != std::string_view::npos && rest.substr(0, end).find('=') != std::string_view::npos);
        rest.remove_prefix(end + 1);
    }
    require(is_whole(settings.registry_values) && lines == section.values().size() + 2);
}

void check_settings(const Settings& settings, const names::LodctrIni& ini, const std::string& folder) {
    check_names(settings, folder);
    check_devices(settings.devices, ini.performance);
    check_titles(settings);
    check_registry_values(settings, ini.performance);
    require(is_timeout(settings.open_timeout) && is_timeout(settings.collect_timeout));
    for (const std::uint32_t first : {settings.first_counter, settings.first_help}) {
        require(first <= UINT32_MAX - names::largest_symbol_offset - 1);
    }
}

void require_reason(const Failure& failure) {
    require(failure.status() == Status::file_not_found || failure.status() == Status::access_denied ||
            failure.status() == Status::cannot_read_name_strings);
    require(!failure.where().empty() && !failure.what().empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const IniFolder folder;
    const std::string path = folder.write(std::string(data, data + size));
    const auto settings = load_settings(path);
    if (!settings) {
        require_reason(settings.error());
        return 0;
    }
    const auto ini = names::load_ini(path);
    require(ini.has_value());
    check_settings(settings.value(), ini.value(), folder.path());
    return 0;
}
