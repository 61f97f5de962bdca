// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/title_files.h"
#include "names/lodctr_ini.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

using pdh_shim::Failure;
using pdh_shim::Result;
using pdh_shim::Status;
using pdh_shim::machine::add_title_file;
using pdh_shim::names::Translations;
using pdh_shim::test::TemporaryFolder;

namespace {

constexpr const char* header = "#define TURBINE 0\n";

std::string ini(const std::string& symbol_file) {
    return "[info]\ndrivername=Turbines\nsymbolfile=" + symbol_file +
           "\n[languages]\n009=English\n007=Deutsch\n[text]\nTURBINE_009_NAME=Turbine\n"
           "TURBINE_007_NAME=Maschine\n[performance]\nFirst Counter=8000\n";
}

// Little-endian with a byte order mark. A question mark becomes a lone surrogate.
std::string as_utf16(std::string_view text) {
    std::string bytes = "\xFF\xFE";
    for (const char character : text) {
        bytes += character == '?' ? std::string("\x00\xD8", 2) : std::string{character, '\0'};
    }
    return bytes;
}

struct Loading {
    Translations translations;
    Result<void, Failure> done;

    explicit Loading(const std::string& path) : done(add_title_file(path, translations)) {}

    [[nodiscard]] Status status() const { return done ? Status::success : done.error().status(); }
    [[nodiscard]] std::string fault() const { return done ? std::string() : done.error().message(); }
};

} // namespace

TEST_CASE("the symbol file is looked for in the folder of the title file, or where its whole name says") {
    const TemporaryFolder folder;
    const std::string elsewhere = TemporaryFolder().path(); // nothing is there
    const std::string symbols = folder.write("turbine.h", header);
    for (const std::string& name : {std::string("turbine.h"), std::string("./turbine.h"), symbols}) {
        CAPTURE(name);
        const Loading loading(folder.write("turbine.ini", ini(name)));
        CHECK(loading.done);
        REQUIRE(loading.translations.find(0x407) != nullptr);
        CHECK(loading.translations.find(0x407)->find(8000, u"Turbine")->name == u"Maschine");
    }
    const Loading missing(folder.write("turbine.ini", ini(elsewhere + "/turbine.h")));
    CHECK(missing.status() == Status::file_not_found);
    CHECK(missing.fault() == elsewhere + "/turbine.h: cannot be read: No such file or directory");
}

TEST_CASE("a pipe is not read for titles, because it would wait for a writer") {
    const TemporaryFolder folder;
    REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    for (const std::string& path : {folder.path(), folder.path("pipe"), std::string("/dev/zero")}) {
        const Loading loading(path);
        CHECK(loading.status() == Status::file_not_found);
        CHECK(loading.fault() == path + ": is not a regular file");
    }
    CHECK(Loading(folder.path("none")).fault() ==
          folder.path("none: cannot be read: No such file or directory"));
    const Loading symbols(folder.write("turbine.ini", ini("pipe")));
    CHECK(symbols.status() == Status::file_not_found);
}

TEST_CASE("a title file that is too long is refused") {
    const TemporaryFolder folder;
    const std::string path =
        folder.write("long.ini", std::string(pdh_shim::names::longest_lodctr_file + 1, ';'));
    const Loading loading(path);
    CHECK(loading.status() == Status::cannot_read_name_strings);
    CHECK(loading.fault() == path + ": it is longer than 4 MiB");
}

TEST_CASE("the log names a symbol file whose name is not valid text") {
    const TemporaryFolder folder;
    const std::string path = folder.write("turbine.ini", as_utf16(ini("?.h")));
    const Loading loading(path);
    CHECK(loading.status() == Status::cannot_read_name_strings);
    CHECK(loading.fault() == path + ": the name of the symbol file is no text");
}

TEST_CASE("as root, a title file or symbol file that others can change is refused" *
          doctest::skip(geteuid() != 0)) {
    const TemporaryFolder folder;
    const std::string symbols = folder.write("turbine.h", header);
    const std::string titles = folder.write("turbine.ini", ini("turbine.h"));
    REQUIRE(Loading(titles).done);
    for (const std::string& changed : {symbols, titles}) {
        REQUIRE(chmod(changed.c_str(), 0666) == 0);
        const Loading loading(titles);
        CHECK(loading.status() == Status::access_denied);
        CHECK(loading.fault() == changed + ": not used by a privileged process, since " + changed +
                                     " can be written by others than its owner");
        REQUIRE(chmod(changed.c_str(), 0600) == 0);
    }
}
