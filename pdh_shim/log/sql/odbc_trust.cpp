// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/odbc_trust.h"

#include "base/named_file.h"
#include "base/platform.h"
#ifndef _WIN32
#include "base/shared_library.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <odbcinst.h>
#include <string>
#include <vector>
#endif

namespace pdh_shim::log::sql {
namespace {

#ifdef _WIN32
Result<void, Failure> check_files(std::u16string_view /*data_source*/) {
    return outcome::success();
}
#else
/// What of unixODBC says where its files are, and reads them: the library of its program odbcinst.
struct Installer {
    int (*user_file)(char* name, int must_exist) = nullptr; // ODBCINI, or ~/.odbc.ini
    char* (*system_folder)(char* buffer) = nullptr;         // ODBCSYSINI, or /etc
    char* (*drivers_name)(char* buffer) = nullptr;          // ODBCINSTINI, or odbcinst.ini
    char* (*user_folder)(char* buffer) = nullptr;
    char* (*user_drivers_name)(char* buffer) = nullptr; // .odbcinst.ini
    decltype(&::SQLGetPrivateProfileString) value = nullptr;

    [[nodiscard]] static Result<Installer, Failure> load();
};

Result<Installer, Failure> Installer::load() {
    PDH_SHIM_TRY(const SharedLibrary library, SharedLibrary::load("libodbcinst.so.2"));
    Installer loaded;
    PDH_SHIM_CHECK(library.find("_odbcinst_UserINI", loaded.user_file));
    PDH_SHIM_CHECK(library.find("odbcinst_system_file_path", loaded.system_folder));
    PDH_SHIM_CHECK(library.find("odbcinst_system_file_name", loaded.drivers_name));
    PDH_SHIM_CHECK(library.find("odbcinst_user_file_path", loaded.user_folder));
    PDH_SHIM_CHECK(library.find("odbcinst_user_file_name", loaded.user_drivers_name));
    PDH_SHIM_CHECK(library.find("SQLGetPrivateProfileString", loaded.value));
    return loaded;
}

/// The files that unixODBC reads: the user's before the system's.
struct OdbcFiles {
    std::array<std::string, 2> data_sources;
    std::array<std::string, 2> drivers;
};

constexpr std::size_t longest_odbc_text = 8192; // more than unixODBC writes
constexpr std::size_t longest_odbc_list = std::size_t{1} << 20U;

OdbcFiles files_of(const Installer& installer) {
    std::string buffer(longest_odbc_text, '\0');
    const auto text = [&buffer](char* (*function)(char*)) { return std::string(function(buffer.data())); };
    OdbcFiles files;
    const std::string folder = text(installer.system_folder) + '/';
    const std::string own_folder = text(installer.user_folder) + '/';
    files.drivers = {own_folder + text(installer.user_drivers_name), folder + text(installer.drivers_name)};
    buffer.front() = '\0';
    installer.user_file(buffer.data(), 0);
    files.data_sources = {buffer.substr(0, buffer.find('\0')), folder + "odbc.ini"};
    return files;
}

std::string value_of(
    const Installer& installer, const std::string& file, const std::string& section, const char* key) {
    std::string value(longest_odbc_text, '\0');
    installer.value(section.c_str(), key, "", value.data(), static_cast<int>(value.size()), file.c_str());
    value.resize(value.find('\0'));
    return value;
}

/// The sections of an INI file that unixODBC may read for a data source. It converts characters beyond ASCII
/// by the locale: then it may be any section.
std::vector<std::string> sections_of(
    const Installer& installer, const std::string& file, std::u16string_view data_source) {
    if (std::ranges::all_of(data_source, [](char16_t unit) { return unit < 0x80; })) {
        return {std::string(data_source.begin(), data_source.end()), "DEFAULT"};
    }
    std::string names(longest_odbc_list, '\0'); // each with its terminator
    installer.value(nullptr, nullptr, "", names.data(), static_cast<int>(names.size()), file.c_str());
    std::vector<std::string> sections;
    for (std::size_t place = 0; place < names.size() && names[place] != '\0';) {
        sections.push_back(names.substr(place, names.find('\0', place) - place));
        place += sections.back().size() + 1;
    }
    return sections;
}

bool has_folder(const std::string& name) {
    return name.find('/') != std::string::npos;
}

Result<void, Failure> check_driver(
    const Installer& installer, const OdbcFiles& files, const std::string& driver) {
    if (driver.starts_with('/')) {
        return check_trust(driver);
    }
    for (const std::string& file : files.drivers) {
        for (const char* const key : {"Driver", "Driver64"}) {
            if (const std::string library = value_of(installer, file, driver, key); has_folder(library)) {
                PDH_SHIM_CHECK(check_trust(library));
            }
        }
    }
    return outcome::success();
}

Result<void, Failure> check_files(std::u16string_view data_source) {
    if (!checks_trust()) {
        return outcome::success();
    }
    PDH_SHIM_TRY(const Installer installer, Installer::load());
    const OdbcFiles files = files_of(installer);
    for (const auto& names : {files.data_sources, files.drivers}) {
        for (const std::string& name : names) {
            PDH_SHIM_CHECK(check_trust(name));
        }
    }
    for (const std::string& file : files.data_sources) {
        for (const std::string& section : sections_of(installer, file, data_source)) {
            PDH_SHIM_CHECK(check_driver(installer, files, value_of(installer, file, section, "Driver")));
        }
    }
    return outcome::success();
}
#endif

} // namespace

Result<void, Failure> check_odbc_trust(std::u16string_view data_source) {
    if (platform::is_privileged_start()) {
        return Failure(
            Status::access_denied, {}, "a set-id program uses no database: its user would choose the driver");
    }
    return check_files(data_source);
}

} // namespace pdh_shim::log::sql
