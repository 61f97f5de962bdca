// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/program.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;
using exporter::Mode;

TEST_CASE("options have their values beside them or behind =") {
    const auto options = exporter::parse_options({"--web.listen-address", ":1", "--config=c.yml",
        "--web.config.file=w.yml", "--web.insecure-any-address"});
    CHECK(options.listen.address == ":1");
    CHECK(options.listen.is_any_address_allowed);
    CHECK(options.config == "c.yml");
    CHECK(options.web == "w.yml");
    CHECK(options.mode == Mode::serve);
    CHECK(exporter::parse_options({"--textfile", "-"}).mode == Mode::textfile);
    CHECK(exporter::parse_options({"--help", "--nonsense"}).mode == Mode::help);
    CHECK(exporter::parse_options({}).listen.address == "127.0.0.1:9926");
}

TEST_CASE("a wrong option is refused") {
    const auto error_of = [](const std::vector<std::string>& arguments) {
        try {
            (void)exporter::parse_options(arguments);
        } catch (const terminal::UsageError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(error_of({"-config"}) == "'-config' is not an option; --help shows them.");
    CHECK(error_of({"x"}) == "'x' is not an option; --help shows them.");
    CHECK(error_of({"--config"}) == "--config needs a value: FILE.");
    CHECK(error_of({"--config="}) == "--config needs a value: FILE.");
    CHECK(error_of({"--check=1"}) == "--check has no value.");
}

TEST_CASE("the help has each option, and no long line") {
    const auto help = exporter::help();
    for (const auto* const option :
        {"--web.listen-address ADDRESS:PORT", "--config FILE", "--web.config.file FILE",
            "--web.insecure-any-address", "--check", "--list", "--textfile FILE", "--version"}) {
        CHECK(help.find(option) != std::string::npos);
    }
    for (std::size_t begin = 0; begin < help.size();) {
        const auto end = help.find('\n', begin);
        CHECK(end - begin <= 120);
        begin = end + 1;
    }
}
