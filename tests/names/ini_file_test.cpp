// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/ini_file.h"
#include "require_value.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim;
using pdh_shim::names::load_ini;
using pdh_shim::names::load_symbols;
using pdh_shim::test::require_value;
using pdh_shim::test::TemporaryFolder;

namespace {

const std::string text = "[text]\nA_009_NAME=a\n";

} // namespace

TEST_CASE("the symbols of an INI file have the numbers of the header beside it") {
    const TemporaryFolder folder;
    static_cast<void>(folder.write("a.h", "#define A 4\n"));
    const std::string path = folder.write("a.ini", "[info]\nsymbolfile=a.h\n" + text);
    auto ini = require_value(load_ini(path));
    CHECK_FALSE(ini.languages[0].texts[0].offset.has_value());
    REQUIRE(load_symbols(path, ini));
    CHECK(ini.languages[0].texts[0].offset == 4U);
}

TEST_CASE("a failure names its file") {
    const TemporaryFolder folder;
    CHECK(load_ini(folder.path("none.ini")).error().message() ==
          folder.path("none.ini: cannot be read: No such file or directory"));
    const std::string malformed = folder.write("malformed.ini", "[text");
    CHECK(load_ini(malformed).error().where() == malformed + ": line 1");

    const std::string path = folder.write("a.ini", "[info]\nsymbolfile=a.h\n" + text);
    auto ini = require_value(load_ini(path));
    CHECK(load_symbols(path, ini).error().where() == folder.path("a.h"));
    const std::string header = folder.write("a.h", "/*");
    CHECK(load_symbols(path, ini).error().where() == header + ": line 1");
    static_cast<void>(folder.write("a.h", "#define B 2\n"));
    CHECK(load_symbols(path, ini).error().where() == path + ": line 4");
}

TEST_CASE("an INI file without a header has no numbers for its symbols") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a.ini", text);
    auto ini = require_value(load_ini(path));
    CHECK(load_symbols(path, ini).error().message() ==
          path + ": line 2: the symbol file does not define A as a number");
}
