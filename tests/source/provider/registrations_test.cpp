// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "scene.h"
#include "source/provider/registrations.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <optional>
#include <stdlib.h>

using namespace pdh_shim::source::provider;

namespace {

// Both variables are set, or unset where there is no value, until this goes away.
class Environment : boost::noncopyable {
  public:
    Environment(const char* data, const char* home) {
        set("XDG_DATA_HOME", data);
        set("HOME", home);
    }
    ~Environment() {
        set("XDG_DATA_HOME", data_.has_value() ? data_->c_str() : nullptr);
        set("HOME", home_.has_value() ? home_->c_str() : nullptr);
    }

  private:
    static std::optional<std::string> get(const char* name) {
        const char* const value = getenv(name);
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    }
    static void set(const char* name, const char* value) {
        if (value == nullptr) {
            unsetenv(name);
        } else {
            setenv(name, value, 1);
        }
    }

    const std::optional<std::string> data_ = get("XDG_DATA_HOME");
    const std::optional<std::string> home_ = get("HOME");
};

} // namespace

TEST_CASE("registrations are kept in the user's data folder") {
    struct Case {
        const char* data;
        const char* home;
        std::optional<std::string> folder;
    };
    const Case cases[] = {
        {"/d", "/h", "/d/pdh-shim/providers"},
        {nullptr, "/h", "/h/.local/share/pdh-shim/providers"},
        {"", "/h", "/h/.local/share/pdh-shim/providers"},
        {"relative", "/h", "/h/.local/share/pdh-shim/providers"},
        {nullptr, nullptr, std::nullopt},
        {nullptr, "relative", std::nullopt},
    };
    for (const Case& one : cases) {
        const Environment environment(one.data, one.home);
        CHECK(registrations_folder() == one.folder);
    }
}

TEST_CASE("registrations of the system are kept below /var/lib, or where a variable says") {
    CHECK(system_registrations_folder() == "/var/lib/pdh-shim/providers");
    REQUIRE(setenv("PDH_SHIM_REGISTRATIONS", "/elsewhere", 1) == 0);
    CHECK(system_registrations_folder() == "/elsewhere");
    REQUIRE(setenv("PDH_SHIM_REGISTRATIONS", "relative", 1) == 0);
    CHECK(system_registrations_folder() == "/var/lib/pdh-shim/providers");
    unsetenv("PDH_SHIM_REGISTRATIONS");
}

TEST_CASE("the INI files of a folder are listed by name") {
    const pdh_shim::test::TemporaryFolder folder;
    for (const char* const name : {"b.ini", "a.ini", "a.h", ".new", ".c.ini", "ini"}) {
        folder.write(name, "");
    }
    const auto files = pdh_shim::make_file_system();
    REQUIRE(files);
    CHECK(registered_files(*files.value(), folder.path()) ==
          std::vector<std::string>{folder.path("a.ini"), folder.path("b.ini")});
    CHECK(registered_files(*files.value(), folder.path("missing")).empty());
}
