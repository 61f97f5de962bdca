// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the log says of sources that could not be read: which source, which objects, and why.
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdh_shim/source.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using pdh_shim::test::TemporaryFolder;

namespace {

constexpr const char* slow_clock = R"({ "perfFreq": 1000,
    "objects": [ { "name": "Widget", "index": 5000, "instances": "none",
        "counters": [ { "name": "Level", "index": 5002, "type": "PERF_COUNTER_RAWCOUNT" } ] } ],
    "samples": [ { "data": { "Widget": [ 5 ] } } ],
    "loop": true })";

// A source of the program whose collects fail, beside a script with another clock; and the log.
struct Fixture : boost::noncopyable {
    Fixture() {
        for (const auto& [name, index] : {std::pair("Tables", 5010U), std::pair("Locks", 5012U)}) {
            objects.push_back({name, nullptr, index, 0, 0, 1, &level, 0});
        }
        pdh_shim_source db{
            sizeof db, PDH_SHIM_SOURCE_VERSION, "db", this, describe, collect, nullptr, nullptr};
        REQUIRE(pdh_shim_set_sources(("script:" + script).c_str()) == ERROR_SUCCESS);
        REQUIRE(pdh_shim_add_source(&db) == 0);
        REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
        REQUIRE(pdh_shim_set_log("warning", folder.path("log").c_str()) == ERROR_SUCCESS);
    }
    ~Fixture() {
        PdhCloseQuery(query);
        pdh_shim_remove_source("db");
        pdh_shim_set_log("off", nullptr);
    }

    static std::int32_t PDH_SHIM_CALLBACK describe(void* context, pdh_shim_catalogue* catalogue) {
        auto& self = *static_cast<Fixture*>(context);
        catalogue->objects = self.objects.data();
        catalogue->object_count = 2;
        return 0;
    }
    static std::int32_t PDH_SHIM_CALLBACK collect(
        void* context, const pdh_shim_request*, std::uint32_t, pdh_shim_times*, pdh_shim_writer* writer) {
        const auto& self = *static_cast<Fixture*>(context);
        if (self.is_mistaken) {
            writer->set(writer, 0, 0, 1);
        }
        return static_cast<std::int32_t>(self.status);
    }

    void add(const char* path) const {
        PDH_HCOUNTER counter = nullptr;
        REQUIRE(PdhAddCounterA(query, path, 0, &counter) == ERROR_SUCCESS);
    }
    [[nodiscard]] bool has_logged(const std::string& text) const {
        return folder.read("log").find("] " + text + '\n') != std::string::npos;
    }
    [[nodiscard]] long lines() const { return std::ranges::count(folder.read("log"), '\n'); }

    TemporaryFolder folder;
    std::string script = folder.write("slow.json", slow_clock);
    pdh_shim_counter level{"Level", nullptr, 5014, PERF_COUNTER_RAWCOUNT, 0, 0, 0};
    std::vector<pdh_shim_object> objects;
    DWORD status = PDH_ACCESS_DENIED;
    bool is_mistaken = false;
    PDH_HQUERY query = nullptr;
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "a collect that a source fails: the log has its name, its objects and why, once") {
    add("\\Tables\\Level");
    add("\\Locks\\Level");
    add("\\Widget\\Level");
    CHECK(PdhCollectQueryData(query) == ERROR_SUCCESS);
    CHECK(PdhCollectQueryData(query) == ERROR_SUCCESS);
    CHECK(has_logged("source db: objects Tables, Locks could not be read: PDH_ACCESS_DENIED"));
    CHECK(lines() == 1);
    status = PDH_NO_DATA; // another reason
    CHECK(PdhCollectQueryData(query) == ERROR_SUCCESS);
    CHECK(has_logged("source db: objects Tables, Locks could not be read: PDH_NO_DATA"));
    CHECK(lines() == 2);
}

TEST_CASE_FIXTURE(Fixture, "a mistake of a source in a collect is one line of the log") {
    is_mistaken = true;
    status = ERROR_SUCCESS;
    add("\\Tables\\Level");
    add("\\Widget\\Level");
    CHECK(PdhCollectQueryData(query) == ERROR_SUCCESS);
    CHECK(PdhCollectQueryData(query) == ERROR_SUCCESS);
    CHECK(has_logged("source db: a value was set before its object was begun"));
    CHECK(lines() == 1);
}

TEST_CASE_FIXTURE(Fixture, "a block that lacks an object: the log says the same") {
    std::array<char, 4096> block{};
    for (int i = 0; i < 2; ++i) {
        auto size = static_cast<DWORD>(block.size());
        CHECK(pdh_shim_query_performance_data("5010", block.data(), &size) == ERROR_SUCCESS);
    }
    CHECK(has_logged("source db: object Tables could not be read: PDH_ACCESS_DENIED"));
    CHECK(lines() == 1);
}

TEST_CASE_FIXTURE(Fixture, "a source whose clock does not fit a block or a capture is named") {
    status = ERROR_SUCCESS;
    std::array<char, 8192> block{};
    auto size = static_cast<DWORD>(block.size());
    CHECK(pdh_shim_query_performance_data("Global", block.data(), &size) == ERROR_SUCCESS);
    CHECK(has_logged(
        "script:" + script + ": its objects are left out of a block: its clock has another frequency"));
    add("\\Tables\\Level");
    add("\\Widget\\Level");
    CHECK(PdhCollectQueryData(query) == ERROR_SUCCESS);
    size = static_cast<DWORD>(block.size());
    CHECK(pdh_shim_capture_sample(query, 0, block.data(), &size) == ERROR_SUCCESS);
    CHECK(has_logged("script:" + script + " is left out of a capture: its clock has another frequency"));
}

TEST_CASE_FIXTURE(Fixture, "more than 1,000 open queries: the log says it, once") {
    constexpr const char* warning =
        "more than 1000 queries are open: each one should be closed with PdhCloseQuery";
    std::vector<PDH_HQUERY> queries(999);
    for (int round = 0; round < 3;
         ++round) { // that the fixture's query and these are open again and again is no leak
        for (PDH_HQUERY& opened : queries) {
            REQUIRE(PdhOpenQueryA(nullptr, 0, &opened) == ERROR_SUCCESS);
        }
        CHECK(lines() == 0);
        for (PDH_HQUERY const opened : queries) {
            CHECK(PdhCloseQuery(opened) == ERROR_SUCCESS);
        }
    }
    queries.resize(1001);
    for (PDH_HQUERY& opened : queries) {
        REQUIRE(PdhOpenQueryA(nullptr, 0, &opened) == ERROR_SUCCESS);
    }
    CHECK(has_logged(warning));
    CHECK(lines() == 1);
    for (PDH_HQUERY const opened : queries) {
        CHECK(PdhCloseQuery(opened) == ERROR_SUCCESS);
    }
}
