// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What a counter costs in memory, in a process of its own. There may be 100,000 of them.
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <fstream>
#include <malloc.h>
#include <string>
#include <vector>

namespace {

constexpr std::size_t columns = 100;
constexpr std::size_t instances = 1000;

void write_script(const std::string& path) {
    std::ofstream file(path);
    file << R"({"objects":[{"name":"Widget","instances":"multi","counters":[)";
    for (std::size_t column = 0; column < columns; ++column) {
        file << (column == 0 ? "" : ",") << R"({"name":"Level )" << column
             << R"(","type":"PERF_COUNTER_RAWCOUNT"})";
    }
    file << R"(]}],"samples":[{"data":{"Widget":{)";
    for (std::size_t instance = 0; instance < instances; ++instance) {
        file << (instance == 0 ? "" : ",") << R"("instance )" << instance << R"(":[)";
        for (std::size_t column = 0; column < columns; ++column) {
            file << (column == 0 ? "" : ",") << column;
        }
        file << ']';
    }
    file << "}}}]}\n";
}

// Bytes that malloc() has given out, with what it needs beside them; 0 where that is not known, as with the
// allocator of a sanitizer.
std::size_t allocated() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

} // namespace

TEST_CASE("a counter takes at most 500 bytes, with its handle and its share of common data") {
    const pdh_shim::test::TemporaryFolder folder;
    const std::string script = folder.path("script.json");
    write_script(script);
    REQUIRE(pdh_shim_set_sources(("script:" + script).c_str()) == ERROR_SUCCESS);
    PDH_HQUERY query = nullptr;
    REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    PDH_HCOUNTER counter = nullptr;
    REQUIRE(PdhAddCounterA(query, "\\Widget(instance 0)\\Level 0", 0, &counter) == ERROR_SUCCESS);
    const std::size_t before = allocated();
    for (std::size_t instance = 0; instance < instances; ++instance) {
        for (std::size_t column = 0; column < columns; ++column) {
            const std::string path =
                "\\Widget(instance " + std::to_string(instance) + ")\\Level " + std::to_string(column);
            REQUIRE(PdhAddCounterA(query, path.c_str(), 0, &counter) == ERROR_SUCCESS);
        }
    }
    const double each = static_cast<double>(allocated() - before) / (instances * columns);
    CHECK(each <= 500);
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
}
