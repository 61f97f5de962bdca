// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "require_value.h"
#include "scene.h"
#include "source/provider/settings.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <optional>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

using pdh_shim::Status;
using pdh_shim::source::provider::load_settings;
using pdh_shim::source::provider::path_beside;
using pdh_shim::test::require_value;

namespace {

const std::string performance =
    "[performance]\nLibrary=lib.so\nOpen=O\nCollect=C\nClose=X\nFirst Counter=10\n";

} // namespace

TEST_CASE("settings: a key that the INI file lacks has a default") {
    const pdh_shim::test::TemporaryFolder folder;
    const std::string file = folder.write("a.ini", "[info]\ndrivername=A\n" + performance);
    const auto settings = require_value(load_settings(file));
    CHECK(settings.name == "A");
    CHECK(settings.library == folder.path("lib.so"));
    CHECK(settings.open == "O");
    CHECK(settings.collect == "C");
    CHECK(settings.close == "X");
    CHECK(settings.set_indexes.empty());
    CHECK(settings.devices.empty());
    CHECK(settings.first_counter == 10);
    CHECK(settings.first_help == 11);
    CHECK(settings.open_timeout == 100'000'000);
    CHECK(settings.collect_timeout == 100'000'000);
    CHECK_FALSE(settings.supports_metadata);
    CHECK_FALSE(settings.disabled);
    CHECK_FALSE(settings.isolated);
    CHECK(settings.memory_limit == 1024);
    CHECK(settings.cpu_limit == 60);
    CHECK(settings.titles.empty());
}

TEST_CASE("settings: an INI file with every key") {
    const pdh_shim::test::TemporaryFolder folder;
    static_cast<void>(folder.write("a.h", "#define S 4\n"));
    const std::string file = folder.write("a.ini",
        "[info]\nsymbolfile=a.h\n[text]\nS_009_NAME=Name\nS_009_HELP=Help\nS_007_NAME=Name auf deutsch\n" +
            performance +
            "First Help=21\nOpen Timeout=1\nCollect Timeout=2000\nCollect Supports Metadata=1\n"
            "Isolation=Process\nSet Indexes=I\nDisable Performance Counters=2\nExport=one,two\n"
            "Memory Limit=0\nCPU Limit=5\n");
    const auto settings = require_value(load_settings(file));
    CHECK(settings.name == file);
    CHECK(settings.set_indexes == "I");
    CHECK(settings.devices == std::u16string(u"one\0two\0\0", 9));
    CHECK(settings.open_timeout == 10'000);
    CHECK(settings.collect_timeout == 20'000'000);
    CHECK(settings.supports_metadata);
    CHECK(settings.disabled);
    CHECK(settings.isolated);
    CHECK(settings.memory_limit == 0);
    CHECK(settings.cpu_limit == 5);
    CHECK(settings.titles.size() == 2);
    CHECK(settings.titles.at(14) == u"Name");
    CHECK(settings.titles.at(25) == u"Help");
}

TEST_CASE("settings: without English texts the first language is used") {
    const pdh_shim::test::TemporaryFolder folder;
    static_cast<void>(folder.write("a.h", "#define S 4\n"));
    const auto settings = require_value(load_settings(folder.write(
        "a.ini", "[info]\nsymbolfile=a.h\n[text]\nS_007_NAME=Eins\nS_00C_NAME=Un\n" + performance)));
    CHECK(settings.titles.at(14) == u"Eins");
}

TEST_CASE("settings: a file that cannot be used is refused with its reason") {
    struct Case {
        std::string text;
        Status status;
        std::string reason;
    };
    const Case cases[] = {
        {"", Status::cannot_read_name_strings, "[performance] has no Library"},
        {"[performance]\nLibrary=a\n", Status::cannot_read_name_strings, "[performance] has no Open"},
        {"[performance]\nLibrary=a\nOpen=a\nCollect=a\nClose=a\n", Status::cannot_read_name_strings,
            "[performance] has no First Counter"},
        {performance + "First Counter\n", Status::cannot_read_name_strings, "line 7"},
        {"[performance]\nFirst Counter=ten\n" + performance, Status::cannot_read_name_strings, "line 2"},
        {performance + "First Help=4294967295\n", Status::cannot_read_name_strings, "too large"},
        {performance + "Open Timeout=0\n", Status::cannot_read_name_strings, "Open Timeout is not"},
        {performance + "Collect Timeout=3600001\n", Status::cannot_read_name_strings,
            "Collect Timeout is not"},
        {performance + "Isolation=thread\n", Status::cannot_read_name_strings, "Isolation is neither"},
        {"[info]\nsymbolfile=missing.h\n" + performance, Status::file_not_found,
            "missing.h: cannot be read: No such file or directory"},
        {"[text]\nS_009_NAME=x\n" + performance, Status::cannot_read_name_strings, "line 2"},
    };
    const pdh_shim::test::TemporaryFolder folder;
    for (const Case& one : cases) {
        CAPTURE(one.text);
        const auto loaded = load_settings(folder.write("a.ini", one.text));
        REQUIRE_FALSE(loaded);
        CHECK(loaded.error().status() == one.status);
        const std::string fault = loaded.error().message();
        CHECK_MESSAGE(fault.find(one.reason) != std::string::npos, fault);
    }
    const auto missing = load_settings(folder.path("missing.ini"));
    REQUIRE_FALSE(missing);
    CHECK(missing.error().status() == Status::file_not_found);
    CHECK(missing.error().message() == folder.path("missing.ini: cannot be read: No such file or directory"));
}

TEST_CASE("settings: an INI file or symbol header that is not a file is refused at once") {
    const pdh_shim::test::TemporaryFolder folder;
    REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    const std::string ini = folder.write("a.ini", "[info]\nsymbolfile=pipe\n" + performance);
    for (const std::string& path : {folder.path("pipe"), folder.path(), std::string("/dev/zero"), ini}) {
        CAPTURE(path);
        const auto loaded = load_settings(path);
        REQUIRE_FALSE(loaded);
        CHECK(loaded.error().status() == Status::file_not_found);
        CHECK(loaded.error().message() ==
              (path == ini ? folder.path("pipe") : path) + ": is not a regular file");
    }
}

TEST_CASE("settings: as root, files that others can change are refused" * doctest::skip(geteuid() != 0)) {
    const pdh_shim::test::TemporaryFolder folder;
    const std::string library = folder.write("lib.so", "");
    const std::string header = folder.write("a.h", "#define S 4\n");
    const std::string file = folder.write("a.ini", "[info]\nsymbolfile=a.h\n" + performance);
    REQUIRE(load_settings(file));
    for (const std::string& changed : {library, header, file}) {
        REQUIRE(chmod(changed.c_str(), 0666) == 0);
        const auto loaded = load_settings(file);
        REQUIRE_FALSE(loaded);
        CHECK(loaded.error().status() == Status::access_denied);
        CHECK(loaded.error().message() == changed + ": not used by a privileged process, since " + changed +
                                              " can be written by others than its owner");
        REQUIRE(chmod(changed.c_str(), 0600) == 0);
    }
}

TEST_CASE("paths in an INI file start at its folder") {
    CHECK(path_beside("/a/b.ini", "c.so") == "/a/c.so");
    CHECK(path_beside("/a/b.ini", "../c.so") == "/a/../c.so");
    CHECK(path_beside("/a/b.ini", "/c.so") == "/c.so");
    CHECK(path_beside("a/b.ini", "c.so") == "a/c.so");
    CHECK(path_beside("b.ini", "c.so") == "./c.so");
}

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
