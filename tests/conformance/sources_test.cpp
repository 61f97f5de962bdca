// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What this library adds to PDH's data sources: the list of sources.
#include "support.h"

#include <pdh_shim/control.h>

#include <algorithm>

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

TEST_CASE_FIXTURE(Widgets, "a list of sources that cannot be had leaves the old ones") {
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

TEST_CASE("a script can make a collect fail: values stay, the next collect continues") {
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

TEST_CASE_FIXTURE(Widgets, "a source for one query: queries with a script each, beside the chosen sources") {
    const auto tank = [](int level) {
        return from_utf8(R"(script: {"objects": [{"name": "Tank", "instances": "none",
            "counters": [{"name": "Level, of water", "type": "PERF_COUNTER_RAWCOUNT"}]}],
            "samples": [{"data": {"Tank": [)" +
                         std::to_string(level) + "]}}, {\"data\": {\"Tank\": [" + std::to_string(level + 1) +
                         "]}}]}");
    };
    const Query one(tank(10));
    const Query other(tank(20));
    const Query file(TEXT("script:") + script_path("one,two.json"));
    const Query chosen;
    const TCHAR* const level = TEXT("\\Tank\\Level, of water");
    PDH_HCOUNTER const in_one = one.add(level);
    PDH_HCOUNTER const in_other = other.add(level);
    PDH_HCOUNTER const in_chosen = chosen.add(TEXT("\\Gadget\\Depth"));
    static_cast<void>(file.add(TEXT("\\Comma\\Count")));
    one.collect(2);
    other.collect();
    chosen.collect();
    CHECK(long_value(in_one) == 11);
    CHECK(long_value(in_other) == 20);
    CHECK(long_value(in_chosen) == 7);
    CHECK(PdhIsRealTimeQuery(one.handle()) == TRUE);
    CHECK_STATUS(PdhCollectQueryData(one.handle()), PDH_NO_MORE_DATA);

    PDH_HCOUNTER counter = nullptr;
    CHECK_STATUS(PdhAddCounter(one.handle(), TEXT("\\Gadget\\Depth"), 0, &counter), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(PdhAddCounter(chosen.handle(), level, 0, &counter), PDH_CSTATUS_NO_OBJECT);
}

TEST_CASE("a source for one query: bound, it is shared by the queries of its handle") {
    use_script("scale.json");
    PDH_HLOG source = nullptr;
    // Also without the second terminator of a list.
    REQUIRE_SUCCESS(PdhBindInputDataSource(&source, (TEXT("script:") + script_path("widgets.json")).c_str()));
    PDH_HQUERY query = nullptr;
    REQUIRE_SUCCESS(PdhOpenQueryH(source, 0, &query));
    PDH_HCOUNTER counter = nullptr;
    REQUIRE_SUCCESS(PdhAddCounter(query, TEXT("\\Gadget\\Depth"), 0, &counter));
    REQUIRE_SUCCESS(PdhCollectQueryData(query));
    CHECK(long_value(counter) == 7);
    CHECK_SUCCESS(PdhCloseQuery(query));
    DWORD entries = 0;
    PDH_TIME_INFO range = {};
    DWORD size = sizeof range;
    CHECK_STATUS(PdhGetDataSourceTimeRangeH(source, &entries, &range, &size), PDH_DATA_SOURCE_IS_REAL_TIME);
    CHECK_SUCCESS(PdhCloseLog(source, 0));
}

TEST_CASE("a source for one query: enumerations and expansions of it") {
    use_script("scale.json");
    const Text source = TEXT("script:") + script_path("widgets.json");
    const auto objects = list([&](TCHAR* buffer, DWORD* size) {
        return PdhEnumObjects(source.c_str(), nullptr, buffer, size, PERF_DETAIL_NOVICE, TRUE);
    });
    CHECK(std::ranges::count(objects, "Silo") == 1);
    CHECK(std::ranges::count(objects, "Scaled") == 0); // of the chosen source
    const auto paths = list([&](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(source.c_str(), TEXT("\\Widget(*)\\Depth"), buffer, size, 0);
    });
    CHECK(paths ==
          std::vector<std::string>{machine() + "\\Widget(a)\\Depth", machine() + "\\Widget(b)\\Depth"});
}

TEST_CASE("a source for one query: a name that a user chose loads no code and asks no one") {
    PDH_HQUERY query = nullptr;
    PDH_HLOG log = nullptr;
    for (const TCHAR* const name :
        {TEXT("provider:x.ini"), TEXT("provider:"), TEXT("linux"), TEXT("linux:"), TEXT("registry"),
            TEXT("registered"), TEXT("windows"), TEXT("Script:x.json"), TEXT("script"), TEXT("perfdata")}) {
        CAPTURE(utf8(name));
        CHECK_STATUS(PdhOpenQuery(name, 0, &query), PDH_FILE_NOT_FOUND);
        CHECK_STATUS(PdhBindInputDataSource(&log, name), PDH_FILE_NOT_FOUND);
    }
}

TEST_CASE("a source for one query: what is refused") {
    PDH_HQUERY query = nullptr;
    PDH_HLOG log = nullptr;
    struct Case {
        const TCHAR* name;
        DWORD status;
    };
    for (const auto& [name, status] : std::vector<Case>{
             {TEXT("script:no such file"), PDH_FILE_NOT_FOUND},
             {TEXT("perfdata:no such file"), PDH_FILE_NOT_FOUND},
             {TEXT("script:"), PDH_FILE_NOT_FOUND},
             {TEXT("script:{"), PDH_INVALID_DATASOURCE},
             {TEXT("script:{\"objects\": []}"), PDH_INVALID_DATASOURCE},
         }) {
        const std::string shown = utf8(name);
        CAPTURE(shown);
        CHECK_STATUS(PdhOpenQuery(name, 0, &query), status);
        CHECK_STATUS(PdhBindInputDataSource(&log, name), status);
    }
    // It is no log.
    DWORD type = PDH_LOG_TYPE_UNDEFINED;
    const Text script = TEXT("script:") + script_path("widgets.json");
    CHECK_STATUS(PdhOpenLog(script.c_str(), reading, &type, nullptr, 0, nullptr, &log), PDH_FILE_NOT_FOUND);
}

TEST_CASE_FIXTURE(WidgetQuery,
    "another list of sources: counters keep their source, later ones have the new" * needs_script) {
    PDH_HCOUNTER const depth = query.add(TEXT("\\Gadget\\Depth"));
    query.collect();
    use_script("scale.json");
    PDH_HCOUNTER const tenth = query.add(TEXT("\\Scaled\\Tenth"));
    PDH_HCOUNTER counter = nullptr;
    CHECK_STATUS(PdhAddCounter(query.handle(), TEXT("\\Gadget\\Depth"), 0, &counter), PDH_CSTATUS_NO_OBJECT);
    query.collect();
    CHECK(long_value(depth) == 8); // its next sample
    CHECK(raw_value(tenth).CStatus == ERROR_SUCCESS);
}

namespace {

struct Reason {
    LONG status = 0;
    std::string text;
};

Reason last_reason() {
    Reason reason;
    std::array<char, 5000> text{};
    auto size = static_cast<DWORD>(text.size());
    const PDH_STATUS status = pdh_shim_last_failure(&reason.status, text.data(), &size);
    if (status == ERROR_SUCCESS) {
        reason.text = text.data();
        CHECK(size == reason.text.size() + 1);
    } else {
        CHECK_STATUS(status, PDH_NO_DATA);
    }
    return reason;
}

constexpr const char* misspelled = "script:{\n\"objects\": [{\"nmae\": \"Widget\"}]}";

} // namespace

TEST_CASE("pdh_shim_last_failure: why a script is refused, with the line") {
    CHECK_STATUS(choose_sources(misspelled), PDH_INVALID_DATASOURCE);
    const Reason reason = last_reason();
    CHECK(static_cast<DWORD>(reason.status) == PDH_INVALID_DATASOURCE);
    CHECK_MESSAGE(reason.text.find("script:{...}:2:14: ") != std::string::npos, reason.text);
    CHECK_MESSAGE(reason.text.find("nmae") != std::string::npos, reason.text);
    CHECK(last_reason().text == reason.text); // it is no call that forgets it

    PDH_HQUERY query = nullptr;
    CHECK_STATUS(PdhOpenQueryA(misspelled, 0, &query), PDH_INVALID_DATASOURCE);
    CHECK_MESSAGE(last_reason().text.find("script:{...}:2:14: ") != std::string::npos, last_reason().text);
}

TEST_CASE("pdh_shim_last_failure: a name is whole though the prefix ends in a character") {
    for (const std::string& name : {std::string("script:/\u00e9.json"), std::string("script:\u65e5.json"),
             std::string("script:x\U0001f600.json")}) {
        CAPTURE(name);
        PDH_HQUERY query = nullptr;
        CHECK_STATUS(PdhOpenQuery(from_utf8(name).c_str(), 0, &query), PDH_FILE_NOT_FOUND);
        CHECK_MESSAGE(last_reason().text.starts_with(name.substr(7)), last_reason().text);
    }
}

TEST_CASE("pdh_shim_last_failure: why a log is refused") {
    const std::string name = utf8(script_path("widgets.json"));
    PDH_HQUERY query = nullptr;
    CHECK_STATUS(PdhOpenQueryA(name.c_str(), 0, &query), PDH_UNKNOWN_LOG_FORMAT);
    CHECK_MESSAGE(last_reason().text.starts_with(name + ": "), last_reason().text);
}

TEST_CASE_FIXTURE(Widgets, "pdh_shim_last_failure: the next call forgets it, and may leave none") {
    CHECK(last_reason().text.empty());
    CHECK_STATUS(choose_sources(misspelled), PDH_INVALID_DATASOURCE);
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
    CHECK(last_reason().text.empty());
    CHECK_STATUS(choose_sources(misspelled), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(PdhCollectQueryData(nullptr), PDH_INVALID_HANDLE);
    CHECK(last_reason().text.empty());
}

TEST_CASE("pdh_shim_last_failure: the buffer") {
    CHECK_STATUS(pdh_shim_last_failure(nullptr, nullptr, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(choose_sources(misspelled), PDH_INVALID_DATASOURCE);
    DWORD size = 7;
    CHECK_STATUS(pdh_shim_last_failure(nullptr, nullptr, &size), PDH_INVALID_ARGUMENT);
    static_cast<void>(check_buffer_protocol<char>(
        [](char* buffer, DWORD* needed) { return pdh_shim_last_failure(nullptr, buffer, needed); }));
}

TEST_CASE_FIXTURE(Widgets, "pdh_shim_last_failure: why another computer gives nothing") {
    CHECK_STATUS(PdhConnectMachine(TEXT("nowhere.invalid")), PDH_CSTATUS_NO_MACHINE);
    CHECK_MESSAGE(last_reason().text.find("no other computers") != std::string::npos, last_reason().text);
}
