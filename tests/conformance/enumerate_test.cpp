// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Machines, objects, counters and instances: PdhConnectMachine, PdhEnumMachines, PdhEnumObjects,
// PdhEnumObjectItems, PdhGetDefaultPerfObject, PdhGetDefaultPerfCounter, and their variants with a handle.
#include "machine_names.h"
#include "support.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

using namespace conformance;

namespace {

using Texts = std::vector<std::string>;

const TCHAR* const another_machine = TEXT("\\\\another machine");

Texts objects(DWORD detail = PERF_DETAIL_WIZARD) {
    return list([=](TCHAR* buffer, DWORD* size) {
        return PdhEnumObjects(nullptr, nullptr, buffer, size, detail, TRUE);
    });
}

struct Items {
    Texts counters;
    Texts instances;
};

// For an object that has instances by design. The instances of the running computer may become more between
// two calls, or fewer.
Items items_of(const TCHAR* object, DWORD detail = PERF_DETAIL_WIZARD) {
    DWORD counters_size = 0;
    DWORD instances_size = 0;
    std::vector<TCHAR> counters;
    std::vector<TCHAR> instances;
    const auto enumerate = [&] {
        return PdhEnumObjectItems(nullptr, nullptr, object, counters.empty() ? nullptr : counters.data(),
            &counters_size, instances.empty() ? nullptr : instances.data(), &instances_size, detail, 0);
    };
    PDH_STATUS status = enumerate();
    REQUIRE_STATUS(status, PDH_MORE_DATA);
    while (static_cast<DWORD>(status) == PDH_MORE_DATA) {
        counters.resize(counters_size);
        instances.resize(instances_size);
        status = enumerate();
    }
    REQUIRE_SUCCESS(status);
    counters.resize(counters_size);
    instances.resize(instances_size);
    return {texts_of(counters), texts_of(instances)};
}

bool contains(const Texts& texts, const std::string& text) {
    return std::ranges::find(texts, text) != texts.end();
}

// Handles that are no data source.
std::vector<HANDLE> not_a_source(const Query& query) {
    return {query.handle(), query.add(TEXT("\\Gadget\\Depth")), reinterpret_cast<HANDLE>(std::uintptr_t{1})};
}

} // namespace

// -- Machines -------------------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhEnumMachines: this computer, under the name that the system gives it") {
    CHECK(machine() == "\\\\" + system_machine_name());
    CHECK(list([](TCHAR* buffer, DWORD* size) { return PdhEnumMachinesH(nullptr, buffer, size); }) ==
          Texts{machine()});
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumMachines: the buffer") {
    const auto by_name = check_buffer_protocol<TCHAR>(
        [](TCHAR* buffer, DWORD* size) { return PdhEnumMachines(nullptr, buffer, size); });
    const auto by_handle = check_buffer_protocol<TCHAR>(
        [](TCHAR* buffer, DWORD* size) { return PdhEnumMachinesH(wbem_data_source, buffer, size); });
    CHECK(by_name == by_handle);
}

TEST_CASE_FIXTURE(Widgets, "PdhConnectMachine: this computer, and no other") {
    CHECK_SUCCESS(PdhConnectMachine(nullptr));
    CHECK_SUCCESS(PdhConnectMachine(TEXT("")));
    for (const std::string& name : names_of_this_machine()) {
        CAPTURE(name);
        CHECK_SUCCESS(PdhConnectMachine(from_utf8(name).c_str()));
        CHECK_SUCCESS(PdhConnectMachine(from_utf8("\\\\" + name).c_str()));
    }
    CHECK_STATUS(PdhConnectMachine(another_machine), PDH_CSTATUS_NO_MACHINE);
    CHECK_STATUS(PdhConnectMachine(TEXT("224.0.0.1")), PDH_CSTATUS_NO_MACHINE); // a group
    CHECK_STATUS(PdhConnectMachine(TEXT("localhost.example.com")), PDH_CSTATUS_NO_MACHINE);
    const std::string elsewhere = system_machine_name() + ".other.invalid"; // its name in another domain
    CHECK_STATUS(PdhConnectMachine(from_utf8(elsewhere).c_str()), PDH_CSTATUS_NO_MACHINE);
    CHECK_STATUS(PdhConnectMachine(from_utf8(elsewhere + ":44321").c_str()), PDH_CSTATUS_NO_MACHINE);
    CHECK_STATUS(
        PdhValidatePath(from_utf8("\\\\" + elsewhere + "\\Gadget\\Depth").c_str()), PDH_CSTATUS_NO_MACHINE);
    CHECK(machine() == "\\\\" + system_machine_name()); // one that cannot be reached does not appear
}

TEST_CASE_FIXTURE(Widgets, "client: each function that takes a machine takes this one by any of its names") {
    for (const std::string& name : names_of_this_machine()) {
        CAPTURE(name);
        const Text full = from_utf8("\\\\" + name);
        DWORD size = 0;
        DWORD other_size = 0;
        CHECK_STATUS(
            PdhEnumObjects(nullptr, full.c_str(), nullptr, &size, PERF_DETAIL_WIZARD, TRUE), PDH_MORE_DATA);
        size = 0;
        CHECK_STATUS(PdhEnumObjectItems(nullptr, full.c_str(), TEXT("Widget"), nullptr, &size, nullptr,
                         &other_size, PERF_DETAIL_WIZARD, 0),
            PDH_MORE_DATA);
        size = 0;
        CHECK_STATUS(PdhGetDefaultPerfObject(nullptr, full.c_str(), nullptr, &size), PDH_MORE_DATA);
        size = 0;
        CHECK_STATUS(
            PdhGetDefaultPerfCounter(nullptr, full.c_str(), TEXT("Widget"), nullptr, &size), PDH_MORE_DATA);
        size = 0;
        CHECK_STATUS(PdhLookupPerfNameByIndex(full.c_str(), 6, nullptr, &size), PDH_MORE_DATA);
        CHECK_SUCCESS(PdhLookupPerfIndexByName(full.c_str(), TEXT("Widget"), &size));
        CHECK(PdhGetExplainText(wide_from_utf8(name).c_str(), wide_from_utf8("Widget").c_str(), nullptr) !=
              nullptr);
    }
    CHECK(list([](TCHAR* buffer, DWORD* size) { return PdhEnumMachines(nullptr, buffer, size); }) ==
          Texts{machine()}); // they are all one
}

// -- Objects --------------------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjects: objects up to a detail level" * needs_script) {
    CHECK(objects() == Texts{"Widget", "Gadget", "Silo", "Archive", "GPU Engine"});
    CHECK(objects(PERF_DETAIL_EXPERT) == objects());
    CHECK(objects(PERF_DETAIL_STANDARD) == objects());
    CHECK(objects(PERF_DETAIL_WIZARD | PERF_DETAIL_COSTLY) == objects());
    CHECK(objects(PERF_DETAIL_ADVANCED) == Texts{"Widget", "Gadget", "Silo", "GPU Engine"});
    CHECK(objects(PERF_DETAIL_NOVICE) == objects(PERF_DETAIL_ADVANCED));
    CHECK(objects(0).empty());
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjects: the buffer, refreshing or not") {
    for (const BOOL refresh : {FALSE, TRUE}) {
        const auto by_name = check_buffer_protocol<TCHAR>([=](TCHAR* buffer, DWORD* size) {
            return PdhEnumObjects(nullptr, nullptr, buffer, size, PERF_DETAIL_WIZARD, refresh);
        });
        const auto by_handle = check_buffer_protocol<TCHAR>([=](TCHAR* buffer, DWORD* size) {
            return PdhEnumObjectsH(wbem_data_source, nullptr, buffer, size, PERF_DETAIL_WIZARD, refresh);
        });
        CHECK(by_name == by_handle);
        CHECK(texts_of(by_name) == objects());
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjects: machines and data sources") {
    DWORD size = 0;
    const Text local = from_utf8(machine());
    CHECK_STATUS(
        PdhEnumObjects(nullptr, local.c_str(), nullptr, &size, PERF_DETAIL_WIZARD, FALSE), PDH_MORE_DATA);
    size = 0;
    CHECK_STATUS(PdhEnumObjects(nullptr, another_machine, nullptr, &size, PERF_DETAIL_WIZARD, TRUE),
        PDH_CSTATUS_NO_MACHINE);
    CHECK_STATUS(PdhEnumObjectsH(nullptr, another_machine, nullptr, &size, PERF_DETAIL_WIZARD, TRUE),
        PDH_CSTATUS_NO_MACHINE);
    CHECK_STATUS(PdhEnumObjects(
                     script_path("no such file").c_str(), nullptr, nullptr, &size, PERF_DETAIL_WIZARD, TRUE),
        PDH_FILE_NOT_FOUND);
    const Query query;
    for (PDH_HLOG const bad : not_a_source(query)) {
        CHECK_STATUS(
            PdhEnumObjectsH(bad, nullptr, nullptr, &size, PERF_DETAIL_WIZARD, TRUE), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhEnumMachinesH(bad, nullptr, &size), PDH_INVALID_HANDLE);
    }
    CHECK(size == 0);
}

TEST_CASE_FIXTURE(Widgets, "client: PdhEnumObjects with a number for the size pointer does not fault") {
    auto* const number = reinterpret_cast<DWORD*>(std::uintptr_t{1});
    CHECK_STATUS(
        PdhEnumObjects(nullptr, nullptr, nullptr, number, PERF_DETAIL_NOVICE, TRUE), PDH_INVALID_ARGUMENT);
}

// -- Counters and instances -----------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjectItems: counters that have a value, and instances") {
    const Items widget = items_of(TEXT("Widget"));
    CHECK(widget.counters == Texts{"Items/sec", "Depth", "Hit %"}); // not the base
    CHECK(widget.instances == Texts{"a", "b"});
    CHECK(items_of(TEXT("wIDGET")).instances == widget.instances);
}

TEST_CASE_FIXTURE(
    Widgets, "PdhEnumObjectItems: size 0 for objects without instances, 2 if none is there now") {
    DWORD counters_size = 0;
    DWORD instances_size = 0;
    CHECK_STATUS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Gadget"), nullptr, &counters_size, nullptr,
                     &instances_size, PERF_DETAIL_WIZARD, 0),
        PDH_MORE_DATA);
    CHECK(instances_size == 0);
    std::vector<TCHAR> counters(counters_size);
    CHECK_SUCCESS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Gadget"), counters.data(), &counters_size,
        nullptr, &instances_size, PERF_DETAIL_WIZARD, 0));
    CHECK(instances_size == 0);
    CHECK(texts_of(counters) == Texts{"Depth", "Total", "Turns/sec", "Fine tuning"});

    CHECK_STATUS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Silo"), nullptr, &counters_size, nullptr,
                     &instances_size, PERF_DETAIL_WIZARD, 0),
        PDH_INVALID_ARGUMENT); // counters_size is still that of Gadget's list
    counters_size = 0;
    CHECK_STATUS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Silo"), nullptr, &counters_size, nullptr,
                     &instances_size, PERF_DETAIL_WIZARD, 0),
        PDH_MORE_DATA);
    CHECK(instances_size == 2);
    CHECK(items_of(TEXT("Silo")).instances.empty());
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjectItems: without instances their buffer gets an empty list") {
    std::array<TCHAR, 100> counters{};
    GuardedBuffer<TCHAR> instances(100);
    DWORD counters_size = 100;
    DWORD instances_size = 100;
    CHECK_SUCCESS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Gadget"), counters.data(), &counters_size,
        instances.data(), &instances_size, PERF_DETAIL_WIZARD, 0));
    CHECK(instances_size == 0);
    CHECK(texts_of(instances.first(2)).empty());
    CHECK(instances.untouched_from(2));
    GuardedBuffer<TCHAR> no_room(1);
    counters_size = 100;
    instances_size = 1;
    CHECK_SUCCESS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Gadget"), counters.data(), &counters_size,
        no_room.data(), &instances_size, PERF_DETAIL_WIZARD, 0));
    CHECK(instances_size == 0);
    CHECK(no_room.untouched_from(0));
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjectItems: counters up to a detail level") {
    DWORD counters_size = 100;
    DWORD instances_size = 0;
    std::vector<TCHAR> counters(100);
    CHECK_SUCCESS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Gadget"), counters.data(), &counters_size,
        nullptr, &instances_size, PERF_DETAIL_NOVICE, 0));
    counters.resize(counters_size);
    CHECK(texts_of(counters) == Texts{"Depth", "Total", "Turns/sec"});
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjectItems: the size for one detail level says nothing of another") {
    for (const DWORD asked : std::array<DWORD, 2>{PERF_DETAIL_NOVICE, PERF_DETAIL_WIZARD}) {
        const DWORD other = asked == PERF_DETAIL_NOVICE ? PERF_DETAIL_WIZARD : PERF_DETAIL_NOVICE;
        CAPTURE(asked);
        DWORD counters_size = 0;
        DWORD instances_size = 0;
        CHECK_STATUS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Gadget"), nullptr, &counters_size, nullptr,
                         &instances_size, asked, 0),
            PDH_MORE_DATA);
        std::vector<TCHAR> counters(100);
        counters_size = 100;
        CHECK_SUCCESS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Gadget"), counters.data(), &counters_size,
            nullptr, &instances_size, other, 0));
        counters.resize(counters_size);
        const bool has_wizards_counters = contains(texts_of(counters), "Fine tuning");
        CHECK(has_wizards_counters == (other == PERF_DETAIL_WIZARD));
    }
}

TEST_CASE("PdhEnumObjectItems: each name as often as it occurs, with its parent") {
    use_script("names.json");
    CHECK(items_of(TEXT("Crowd")).instances == Texts{"x", "y", "X", "x", "z", "y"});
    CHECK(items_of(TEXT("Thread")).instances == Texts{"app/0", "app/1", "srv/0", "app/0"});
}

// As pywin32's win32pdhutil, which thereby finds all processes of a name.
TEST_CASE("client: repeated names of PdhEnumObjectItems are counted to make paths") {
    use_script("crowd.json");
    const Texts instances = items_of(TEXT("Process")).instances;
    CHECK(instances == Texts{"Idle", "svchost", "python", "svchost", "python", "svchost", "app/0", "app/0"});
    const Query query;
    std::map<std::string, DWORD> repeats;
    std::vector<PDH_HCOUNTER> counters;
    for (const std::string& instance : instances) {
        Text object = TEXT("Process");
        Text name = from_utf8(instance);
        Text counter = TEXT("ID Process");
        PDH_COUNTER_PATH_ELEMENTS parts{};
        parts.szObjectName = object.data();
        parts.szInstanceName = name.data();
        parts.dwInstanceIndex = repeats[instance]++;
        parts.szCounterName = counter.data();
        std::array<TCHAR, PDH_MAX_COUNTER_PATH> path{};
        DWORD size = PDH_MAX_COUNTER_PATH;
        REQUIRE_SUCCESS(PdhMakeCounterPath(&parts, path.data(), &size, 0));
        CAPTURE(utf8(path.data()));
        CHECK_SUCCESS(PdhValidatePath(path.data()));
        counters.push_back(query.add(path.data()));
    }
    query.collect();
    std::vector<LONG> ids;
    ids.reserve(counters.size());
    std::ranges::transform(
        counters, std::back_inserter(ids), [](PDH_HCOUNTER counter) { return long_value(counter); });
    CHECK(ids == std::vector<LONG>{0, 40, 50, 44, 48, 60, 70, 80}); // those of the sample, in its order
}

TEST_CASE("client: PdhEnumObjectItems is always fresh") {
    use_script("lifecycle.json");
    CHECK(items_of(TEXT("Job")).instances == Texts{"name alone", "with id"});
    const Query query;
    static_cast<void>(query.add(TEXT("\\Job(*)\\Size")));
    query.collect(3);
    CHECK(items_of(TEXT("Job")).instances == Texts{"another"});
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjectItems: the buffer of the counters") {
    std::array<TCHAR, 100> instances{};
    const auto counters = check_buffer_protocol<TCHAR>([&](TCHAR* buffer, DWORD* size) {
        DWORD instances_size = 100;
        return PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), buffer, size, instances.data(),
            &instances_size, PERF_DETAIL_WIZARD, 0);
    });
    CHECK(texts_of(counters).size() == 3);
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjectItems: the buffer of the instances") {
    std::array<TCHAR, 100> counters{};
    const auto instances = check_buffer_protocol<TCHAR>([&](TCHAR* buffer, DWORD* size) {
        DWORD counters_size = 100;
        return PdhEnumObjectItemsH(wbem_data_source, nullptr, TEXT("Widget"), counters.data(), &counters_size,
            buffer, size, PERF_DETAIL_WIZARD, 0);
    });
    CHECK(texts_of(instances) == Texts{"a", "b"});
}

TEST_CASE_FIXTURE(Widgets, "client: either list of PdhEnumObjectItems is filled without the other") {
    std::vector<TCHAR> buffer(5);
    DWORD counters_size = 0;
    DWORD instances_size = 5;
    CHECK_STATUS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), nullptr, &counters_size, buffer.data(),
                     &instances_size, PERF_DETAIL_WIZARD, 0),
        PDH_MORE_DATA);
    CHECK(texts_of(buffer) == Texts{"a", "b"});
    CHECK(instances_size == 5);
    CHECK(counters_size == Text(TEXT("Items/sec Depth Hit % ")).size() + 1);
    buffer.assign(counters_size, TEXT('x'));
    instances_size = 0;
    CHECK_STATUS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), buffer.data(), &counters_size, nullptr,
                     &instances_size, PERF_DETAIL_WIZARD, 0),
        PDH_MORE_DATA);
    CHECK(texts_of(buffer).size() == 3);
    CHECK(instances_size == 5);
}

TEST_CASE_FIXTURE(Widgets, "PdhEnumObjectItems: arguments, machines and data sources") {
    DWORD counters_size = 0;
    DWORD instances_size = 0;
    const auto enumerate = [&](const TCHAR* machine_name, const TCHAR* object, DWORD* counters,
                               DWORD* instances) {
        return PdhEnumObjectItems(
            nullptr, machine_name, object, nullptr, counters, nullptr, instances, PERF_DETAIL_WIZARD, 0);
    };
    const auto enumerate_in = [&](PDH_HLOG source, const TCHAR* machine_name, const TCHAR* object) {
        return PdhEnumObjectItemsH(source, machine_name, object, nullptr, &counters_size, nullptr,
            &instances_size, PERF_DETAIL_WIZARD, 0);
    };
    CHECK_STATUS(enumerate(nullptr, nullptr, &counters_size, &instances_size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(enumerate(nullptr, TEXT("Widget"), nullptr, &instances_size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(enumerate(nullptr, TEXT("Widget"), &counters_size, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(enumerate(nullptr, TEXT(""), &counters_size, &instances_size), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(enumerate(nullptr, TEXT("Nothing"), &counters_size, &instances_size), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(
        enumerate(another_machine, TEXT("Widget"), &counters_size, &instances_size), PDH_CSTATUS_NO_MACHINE);
    CHECK_STATUS(enumerate_in(nullptr, nullptr, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(enumerate_in(nullptr, nullptr, TEXT("Nothing")), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(enumerate_in(nullptr, another_machine, TEXT("Widget")), PDH_CSTATUS_NO_MACHINE);
    const Query query;
    for (PDH_HLOG const bad : not_a_source(query)) {
        CHECK_STATUS(enumerate_in(bad, nullptr, TEXT("Widget")), PDH_INVALID_HANDLE);
    }
    CHECK_STATUS(PdhEnumObjectItems(script_path("no such file").c_str(), nullptr, TEXT("Widget"), nullptr,
                     &counters_size, nullptr, &instances_size, PERF_DETAIL_WIZARD, 0),
        PDH_FILE_NOT_FOUND);
    CHECK(counters_size == 0);
    CHECK(instances_size == 0);
    CHECK_STATUS(enumerate(from_utf8(machine()).c_str(), TEXT("Widget"), &counters_size, &instances_size),
        PDH_MORE_DATA);
}

// -- Defaults -------------------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhGetDefaultPerfObject is Processor") {
    const auto by_name = check_buffer_protocol<TCHAR>(
        [](TCHAR* buffer, DWORD* size) { return PdhGetDefaultPerfObject(nullptr, nullptr, buffer, size); });
    const auto by_handle = check_buffer_protocol<TCHAR>([](TCHAR* buffer, DWORD* size) {
        return PdhGetDefaultPerfObjectH(wbem_data_source, nullptr, buffer, size);
    });
    CHECK(by_name == by_handle);
    CHECK(utf8(by_name.data()) == "Processor");
    DWORD size = 0;
    CHECK_STATUS(PdhGetDefaultPerfObject(nullptr, another_machine, nullptr, &size), PDH_CSTATUS_NO_MACHINE);
    CHECK_STATUS(PdhGetDefaultPerfObjectH(nullptr, another_machine, nullptr, &size), PDH_CSTATUS_NO_MACHINE);
    const Query query;
    for (PDH_HLOG const bad : not_a_source(query)) {
        CHECK_STATUS(PdhGetDefaultPerfObjectH(bad, nullptr, nullptr, &size), PDH_INVALID_HANDLE);
        CHECK_STATUS(
            PdhGetDefaultPerfCounterH(bad, nullptr, TEXT("Widget"), nullptr, &size), PDH_INVALID_HANDLE);
    }
    CHECK(size == 0);
}

TEST_CASE_FIXTURE(Widgets, "PdhGetDefaultPerfCounter gives the default counter of an object") {
    const auto by_name = check_buffer_protocol<TCHAR>([](TCHAR* buffer, DWORD* size) {
        return PdhGetDefaultPerfCounter(nullptr, nullptr, TEXT("widget"), buffer, size);
    });
    const auto by_handle = check_buffer_protocol<TCHAR>([](TCHAR* buffer, DWORD* size) {
        return PdhGetDefaultPerfCounterH(wbem_data_source, nullptr, TEXT("Widget"), buffer, size);
    });
    CHECK(by_name == by_handle);
    CHECK(utf8(by_name.data()) == "Items/sec");
    DWORD size = 0;
    CHECK_STATUS(PdhGetDefaultPerfCounter(nullptr, nullptr, nullptr, nullptr, &size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhGetDefaultPerfCounterH(nullptr, nullptr, nullptr, nullptr, &size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(
        PdhGetDefaultPerfCounter(nullptr, nullptr, TEXT("Nothing"), nullptr, &size), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(PdhGetDefaultPerfCounter(nullptr, another_machine, TEXT("Widget"), nullptr, &size),
        PDH_CSTATUS_NO_MACHINE);
    CHECK(size == 0);
}

TEST_SUITE("live") {
    TEST_CASE("live: the objects that every computer has, and their items") {
        const Texts all = objects();
        for (const std::string object : {"System", "Processor", "Memory", "Process"}) {
            CAPTURE(object);
            CHECK(contains(all, object));
        }
        const Items processor = items_of(TEXT("Processor"));
        CHECK(contains(processor.counters, "% Processor Time"));
        CHECK(contains(processor.instances, "0"));
        CHECK(contains(processor.instances, "_Total"));
        CHECK(contains(items_of(TEXT("Process")).instances, "_Total"));
        DWORD counters_size = 0;
        DWORD instances_size = 0;
        CHECK_STATUS(PdhEnumObjectItems(nullptr, nullptr, TEXT("System"), nullptr, &counters_size, nullptr,
                         &instances_size, PERF_DETAIL_WIZARD, 0),
            PDH_MORE_DATA);
        CHECK(instances_size == 0);
    }

    TEST_CASE("live: default object and counter") {
        CHECK(single_text([](TCHAR* buffer, DWORD* size) {
            return PdhGetDefaultPerfObject(nullptr, nullptr, buffer, size);
        }) == "Processor");
        CHECK(single_text([](TCHAR* buffer, DWORD* size) {
            return PdhGetDefaultPerfCounter(nullptr, nullptr, TEXT("Processor"), buffer, size);
        }) == "% Processor Time");
    }
}
