// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Names and title indices: PdhLookupPerfNameByIndex, PdhLookupPerfIndexByName.
#include "support.h"

#include <array>
#include <string>

using namespace conformance;

namespace {

struct Title {
    DWORD index;
    const TCHAR* name;
};

// What programs have written into them (OpenJDK, Zabbix and others).
const std::array well_known_titles{
    Title{2, TEXT("System")},
    Title{6, TEXT("% Processor Time")},
    Title{44, TEXT("Processor Queue Length")},
    Title{144, TEXT("% Privileged Time")},
    Title{146, TEXT("Context Switches/sec")},
    Title{230, TEXT("Process")},
    Title{238, TEXT("Processor")},
    Title{674, TEXT("System Up Time")},
    Title{784, TEXT("ID Process")},
    Title{2176, TEXT("Terminal Services")},
    Title{2178, TEXT("Total Sessions")},
};

} // namespace

TEST_CASE_FIXTURE(Widgets, "with any source, titles have the indexes that programs contain as constants") {
    for (const Title& title : well_known_titles) {
        CHECK(name_of_index(title.index) == utf8(title.name));
        CHECK(index_of_name(title.name) == title.index);
    }
}

TEST_CASE_FIXTURE(Widgets, "objects and counters of a source have their titles too" * needs_script) {
    CHECK(name_of_index(5000) == "Widget");
    CHECK(name_of_index(5002) == "Items/sec");
    CHECK(index_of_name(TEXT("Widget")) == 5000);
    CHECK(index_of_name(TEXT("wIDGET")) == 5000);
}

TEST_CASE_FIXTURE(Widgets, "PdhLookupPerfIndexByName: an object that its source gives no index gets one") {
    const DWORD index = index_of_name(TEXT("GPU Engine"));
    CHECK(index != 0);
    CHECK(index % 2 == 0);
    CHECK(name_of_index(index) == "GPU Engine");
}

TEST_CASE_FIXTURE(Widgets, "PdhLookupPerfNameByIndex: the buffer") {
    const auto name = check_buffer_protocol<TCHAR>(
        [](TCHAR* buffer, DWORD* size) { return PdhLookupPerfNameByIndex(nullptr, 6, buffer, size); });
    CHECK(utf8(name.data()) == "% Processor Time");
    CHECK(name.size() == 17);
}

TEST_CASE_FIXTURE(Widgets, "PdhLookupPerfNameByIndex: numbers without a name, and machines") {
    std::array<TCHAR, 100> buffer{};
    for (const DWORD index : {0U, 3U, 999'999U, 0xFFFFFFFFU}) {
        CAPTURE(index);
        DWORD size = 100;
        CHECK_STATUS(PdhLookupPerfNameByIndex(nullptr, index, buffer.data(), &size), PDH_INVALID_ARGUMENT);
        CHECK(size == 100);
        CHECK(buffer[0] == 0);
    }
    DWORD size = 100;
    CHECK_STATUS(PdhLookupPerfNameByIndex(TEXT("\\\\another machine"), 6, buffer.data(), &size),
        PDH_CSTATUS_NO_MACHINE);
    CHECK(size == 100);
    for (const std::string& local : {machine(), machine().substr(2), std::string("localhost")}) {
        CAPTURE(local);
        size = 100;
        CHECK_SUCCESS(PdhLookupPerfNameByIndex(from_utf8(local).c_str(), 6, buffer.data(), &size));
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhLookupPerfIndexByName: arguments, unknown names, machines") {
    DWORD index = 42;
    CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, nullptr, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, TEXT("System"), nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, nullptr, &index), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, TEXT("No Counter"), &index), PDH_STRING_NOT_FOUND);
    CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, TEXT(""), &index), PDH_STRING_NOT_FOUND);
    CHECK_STATUS(
        PdhLookupPerfIndexByName(TEXT("another machine"), TEXT("System"), &index), PDH_CSTATUS_NO_MACHINE);
    CHECK(index == 42);
    CHECK_SUCCESS(PdhLookupPerfIndexByName(from_utf8(machine()).c_str(), TEXT("System"), &index));
    CHECK(index == 2);
}

TEST_SUITE("live") {
    TEST_CASE("live: names and indices") {
        for (const Title& title : well_known_titles) {
            CHECK(name_of_index(title.index) == utf8(title.name));
            CHECK(index_of_name(title.name) == title.index);
        }
        DWORD index = 0;
        CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, nullptr, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, nullptr, &index), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, TEXT("No Counter"), nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhLookupPerfIndexByName(nullptr, TEXT("No Counter"), &index), PDH_STRING_NOT_FOUND);

        std::array<TCHAR, PDH_MAX_COUNTER_NAME> buffer{};
        DWORD size = 1024;
        CHECK_STATUS(PdhLookupPerfNameByIndex(nullptr, 0, nullptr, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhLookupPerfNameByIndex(nullptr, 6, nullptr, &size), PDH_INVALID_ARGUMENT);
        size = 0;
        CHECK_STATUS(PdhLookupPerfNameByIndex(nullptr, 6, buffer.data(), &size), PDH_MORE_DATA);
        size = 1024;
        CHECK_SUCCESS(PdhLookupPerfNameByIndex(nullptr, 674, buffer.data(), &size));
        CHECK(utf8(buffer.data()) == "System Up Time");
        CHECK(size == 15);
    }

    TEST_CASE("live: a path made of indices") {
        const Query query;
        const std::string path = "\\" + name_of_index(238) + "(_Total)\\" + name_of_index(6);
        static_cast<void>(query.add(from_utf8(path).c_str()));
        query.collect();
    }
}

namespace {

const WCHAR* explain(const char* object, const char* counter = nullptr, const char* machine_name = nullptr) {
    const WideText object_text = wide_from_utf8(object == nullptr ? "" : object);
    const WideText counter_text = wide_from_utf8(counter == nullptr ? "" : counter);
    const WideText machine_text = wide_from_utf8(machine_name == nullptr ? "" : machine_name);
    return PdhGetExplainText(machine_name == nullptr ? nullptr : machine_text.c_str(),
        object == nullptr ? nullptr : object_text.c_str(),
        counter == nullptr ? nullptr : counter_text.c_str());
}

} // namespace

TEST_CASE_FIXTURE(Widgets, "PdhGetExplainText explains objects and counters") {
    CHECK(utf8(explain("Widget")) == "Widgets on the line.");
    CHECK(utf8(explain("wIDGET", "dEPTH")) == "Items waiting.");
    CHECK(utf8(explain("Gadget", nullptr, machine().c_str())) == "The gadget.");
    CHECK(utf8(explain("Gadget", nullptr, "localhost")) == "The gadget.");
}

TEST_CASE_FIXTURE(Widgets, "PdhGetExplainText returns NULL for unknown names and missing explanations") {
    CHECK(explain("Nothing") == nullptr);
    CHECK(explain("Widget", "Nothing") == nullptr);
    CHECK(explain("Widget", "") == nullptr);
    CHECK(explain("Widget", nullptr, "\\\\far") == nullptr);
    CHECK(explain(nullptr) == nullptr);
    CHECK(explain("Silo") == nullptr);
}

TEST_CASE_FIXTURE(Widgets, "PdhGetExplainText: the text stays, and is the same when asked for again") {
    const WCHAR* const text = explain("Widget");
    CHECK(explain("Widget") == text);
    CHECK(explain("Widget", "Depth") == explain("Gadget", "Depth"));
    use_script("names.json");
    CHECK(utf8(text) == "Widgets on the line.");
}
