// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// When the library has the system store a log.
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <unistd.h>

namespace {

int syncs = 0; // that the library has asked for

} // namespace

extern "C" __attribute__((visibility("default"))) int fdatasync(int descriptor) {
    ++syncs;
    return fsync(descriptor);
}

TEST_CASE("a log is stored by the system every 30 seconds, and when it is closed") {
    constexpr LONGLONG second = 10'000'000;
    const pdh_shim::test::TemporaryFolder folder;
    for (DWORD type : std::array<DWORD, 2>{PDH_LOG_TYPE_BINARY, PDH_LOG_TYPE_CSV}) {
        CAPTURE(type);
        syncs = 0;
        REQUIRE(pdh_shim_freeze_clock(0) == ERROR_SUCCESS);
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        PDH_HLOG log = nullptr;
        REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(query, "\\System\\Processes", 0, &counter) == ERROR_SUCCESS);
        REQUIRE(PdhOpenLogA(folder.path("log").c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
                    query, 0, nullptr, &log) == ERROR_SUCCESS);
        for (int i = 1; i < 65; ++i) {
            REQUIRE(pdh_shim_advance_clock(second) == ERROR_SUCCESS);
            REQUIRE(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
            CHECK(syncs == i / 30);
        }
        CHECK(PdhCloseLog(log, 0) == ERROR_SUCCESS);
        CHECK(syncs == 3);
        CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
        CHECK(pdh_shim_release_clock() == ERROR_SUCCESS);
    }
}
