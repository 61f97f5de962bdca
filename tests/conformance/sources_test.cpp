// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What this library adds to PDH's data sources: the list of sources.
#include "support.h"

using namespace conformance;

TEST_CASE("a list of sources: double quotes keep the commas of an item") {
    const std::string script = "script:" + utf8(script_path("one,two.json"));
    CHECK_STATUS(choose_sources(script), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(choose_sources("\"" + script), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(choose_sources("\"" + script + "\"script:"), PDH_INVALID_DATASOURCE);
    for (const std::string& list : {
             "\"" + script + "\"",
             "\"" + script + "\",script:" + utf8(script_path("widgets.json")),
             "script:" + utf8(script_path("widgets.json")) + ",\"" + script + "\",",
         }) {
        CAPTURE(list);
        CHECK_SUCCESS(choose_sources(list));
        CHECK_SUCCESS(PdhValidatePath(TEXT("\\Comma\\Count")));
    }
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
}

TEST_CASE("a list of sources that cannot be had leaves the old ones") {
    use_script("widgets.json");
    for (const char* const list : {"", "no such source", "script:no such file", "\"", "script"}) {
        CAPTURE(list);
        CHECK_STATUS(choose_sources(list), PDH_INVALID_DATASOURCE);
        CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
    }
}

TEST_CASE("a list of sources: the text of a script in place of its file") {
    CHECK_SUCCESS(choose_sources(R"(script:{"objects": [{"name": "Direct, \"here\"", "instances": "none",
        "counters": [{"name": "Depth", "type": "PERF_COUNTER_RAWCOUNT"}]}], // a comment, with a } in it
        "samples": [{"data": {"Direct, \"here\"": [7]}}]},)" +
                                 ("script:" + utf8(script_path("widgets.json")))));
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Direct, \"here\"\\Depth"));
    query.collect();
    CHECK(long_value(counter) == 7);
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
    CHECK_STATUS(choose_sources(R"(script:{"objects": []})"), PDH_INVALID_DATASOURCE);
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
}

TEST_CASE("a script can make a collect fail: the values stay, the next collect goes on") {
    REQUIRE_SUCCESS(choose_sources(R"(script:{"objects": [{"name": "Widget", "instances": "none",
        "counters": [{"name": "Depth", "type": "PERF_COUNTER_RAWCOUNT"}]}],
        "samples": [{"data": {"Widget": [1]}}, {"status": "PDH_NO_DATA"}, {"status": "0x800007D0"},
                    {"data": {"Widget": [2]}}]})"));
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget\\Depth"));
    query.collect();
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
    CHECK(long_value(counter) == 1);
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_CSTATUS_NO_MACHINE);
    CHECK(long_value(counter) == 1);
    query.collect();
    CHECK(long_value(counter) == 2);
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_MORE_DATA);
}

TEST_CASE("a script can give a counter, an instance or an object a status") {
    REQUIRE_SUCCESS(choose_sources(R"(script:{"objects": [{"name": "Widget", "instances": "multi",
        "counters": [{"name": "Depth", "type": "PERF_COUNTER_RAWCOUNT"},
                     {"name": "Hits", "type": "PERF_RAW_FRACTION"}, {"name": "Hits", "type": "PERF_RAW_BASE"}]}],
        "samples": [{"data": {"Widget": {"a": [1, 1, "PDH_CSTATUS_NO_COUNTER"], "b": "PDH_CSTATUS_NO_INSTANCE",
                                         "c": ["PDH_CSTATUS_INVALID_DATA", 1, 2]}}},
                    {"data": {"Widget": "PDH_CSTATUS_NO_OBJECT"}}]})"));
    const Query query;
    PDH_HCOUNTER const depth = query.add(TEXT("\\Widget(a)\\Depth"));
    PDH_HCOUNTER const hits = query.add(TEXT("\\Widget(a)\\Hits"));
    PDH_HCOUNTER const gone = query.add(TEXT("\\Widget(b)\\Depth"));
    PDH_HCOUNTER const unread = query.add(TEXT("\\Widget(c)\\Depth"));
    PDH_HCOUNTER const all = query.add(TEXT("\\Widget(*)\\Depth"));
    query.collect();
    CHECK(long_value(depth) == 1);
    CHECK(raw_value(hits).CStatus == PDH_CSTATUS_NO_COUNTER); // that of its base
    CHECK(raw_value(gone).CStatus == PDH_CSTATUS_NO_INSTANCE);
    CHECK(failure(gone) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
    CHECK(raw_value(unread).CStatus == PDH_CSTATUS_INVALID_DATA);
    CHECK(raw_value(all).CStatus == ERROR_SUCCESS);
    query.collect();
    for (PDH_HCOUNTER const counter : {depth, hits, gone, unread, all}) {
        CHECK(raw_value(counter).CStatus == PDH_CSTATUS_NO_OBJECT);
    }
}
