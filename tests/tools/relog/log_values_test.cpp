// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "temporary_folder.h"
#include "tools/relog/convert.h"
#include "tools/relog/log_values.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

using namespace pdh_shim::tools;

namespace {

std::string thousand_records(const pdh_shim::test::TemporaryFolder& folder) {
    auto name = folder.path("log.csv");
    std::ofstream log(name);
    log << "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\BOX\\Widget\\Depth\"\r\n";
    for (int i = 0; i < 1000; ++i) {
        log << "\"01/13/2018 05:" << 10 + i / 60 << ':' << 10 + i % 60 / 2 << ".000\",\"" << i << "\"\r\n";
    }
    return name;
}

} // namespace

TEST_CASE("the user can stop the reading of a log, however few records are wanted") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto name = thousand_records(folder);
    FakePlatform platform;
    int asked = 0;
    platform.on_wait = [&](std::chrono::nanoseconds) {
        ++asked;
        return command::WakeReason::stop_requested;
    };
    command::Console console(platform, "relog", command::Audience::system);
    relog::Options options;
    options.every = 1'000'000;
    std::size_t taken = 0;
    const auto read = relog::read_values(relog::InputLogs({name}), options, {}, platform, console,
        {[](std::size_t columns) { CHECK(columns == 1); },
            [&](std::size_t, const relog::ColumnValues& values) { taken += values.values.size(); }});
    CHECK(read.is_stopped);
    CHECK(read.paths == std::vector<std::string>{R"(\\BOX\Widget\Depth)"});
    CHECK(read.records == 1);
    CHECK(taken == 1);
    CHECK(asked == 1);
}

TEST_CASE("the user can stop a pass over a log that only looks for losses") {
    const pdh_shim::test::TemporaryFolder folder;
    const relog::InputLogs logs({thousand_records(folder)});
    FakePlatform platform;
    CHECK_FALSE(relog::has_loss(logs, platform));
    platform.on_wait = [](std::chrono::nanoseconds) { return command::WakeReason::stop_requested; };
    try {
        (void)relog::has_loss(logs, platform);
        FAIL("it was not stopped");
    } catch (const terminal::ProgramError& error) {
        CHECK(error.status() == terminal::ExitStatus::interrupted);
    }
}
