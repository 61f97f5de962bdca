// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Lists of objects, counters and instances; names, their numbers, and defaults. Probes that need a new
// instance start this program once more.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <algorithm>
#include <array>

namespace oracle {

namespace {

List instances_of(const char* object, DWORD level = PERF_DETAIL_WIZARD) {
    return list_of([=](char* buffer, DWORD* size) {
        DWORD none = 0;
        const PDH_STATUS status =
            PdhEnumObjectItemsA(nullptr, nullptr, object, nullptr, &none, buffer, size, level, 0);
        return buffer != nullptr && status == static_cast<PDH_STATUS>(PDH_MORE_DATA) && none > 0
                   ? ERROR_SUCCESS
                   : status;
    });
}

std::string paths_of_this_program() {
    return "\\Process(" + instance_of_this_program() + "*)\\ID Process";
}

void current_lists(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    const std::string name = instance_of_this_program();
    const std::string path = paths_of_this_program();
    const std::int64_t before = instances_of("Process").count(name);
    answer.number("paths before", static_cast<std::int64_t>(expand(path).texts.size()));
    answer.number("instances before", before);
    const Sibling sibling;
    answer.number("new instance: paths", static_cast<std::int64_t>(expand(path).texts.size()));
    answer.number("new instance: instances", instances_of("Process").count(name));
    answer.number("with PDH_REFRESHCOUNTERS: paths", static_cast<std::int64_t>(expand(path, 4).texts.size()));
    DWORD size = 0;
    PdhEnumObjectsA(nullptr, nullptr, nullptr, &size, PERF_DETAIL_WIZARD, TRUE);
    answer.number("after bRefresh: instances", instances_of("Process").count(name));
    answer.number("after bRefresh: paths", static_cast<std::int64_t>(expand(path).texts.size()));
}

void size_call_and_data_call(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    const std::string path = paths_of_this_program();
    DWORD size = 0;
    answer.status("size call", PdhExpandWildCardPathA(nullptr, path.c_str(), nullptr, &size, 4));
    const Sibling sibling;
    std::vector<char> memory(size);
    answer.status("data call, after an instance has appeared",
        PdhExpandWildCardPathA(nullptr, path.c_str(), memory.data(), &size, 0));
    size = 0;
    PdhExpandWildCardPathA(nullptr, path.c_str(), nullptr, &size, 4);
    memory.resize(size);
    answer.status("with PDH_REFRESHCOUNTERS in both calls",
        PdhExpandWildCardPathA(nullptr, path.c_str(), memory.data(), &size, 4));
}

void arrays_between_the_two_calls(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(paths_of_this_program());
    query.collect();
    DWORD size = 0;
    DWORD count = 0;
    answer.status("size call", PdhGetFormattedCounterArrayA(counter, PDH_FMT_LARGE, &size, &count, nullptr));
    answer.number("size call: items", count);
    const Sibling sibling;
    query.collect();
    std::vector<std::uint64_t> memory(size / 8 + 1);
    answer.status("data call, after a collect with one instance more",
        PdhGetFormattedCounterArrayA(counter, PDH_FMT_LARGE, &size, &count,
            reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM_A*>(memory.data())));
    answer.number("data call: items", count);
}

void instances_of_one_name(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    const Sibling sibling;
    const std::string name = instance_of_this_program();
    DWORD size = 0;
    PdhEnumObjectsA(nullptr, nullptr, nullptr, &size, PERF_DETAIL_WIZARD, TRUE);
    const List instances = instances_of("Process");
    answer.number("PdhEnumObjectItems: of the name", instances.count(name));
    answer.number("PdhEnumObjectItems: of the name with #1", instances.count(name + "#1"));
    const List paths = expand(paths_of_this_program(), 4);
    answer.number("paths", static_cast<std::int64_t>(paths.texts.size()));
    answer.yes("a path has #1", std::ranges::any_of(paths.texts, [](const std::string& path) {
        return path.find("#1)") != std::string::npos;
    }));
    answer.yes("a path has #0", std::ranges::any_of(paths.texts, [](const std::string& path) {
        return path.find("#0)") != std::string::npos;
    }));
    const Query query;
    PDH_HCOUNTER const all = query.add(paths_of_this_program());
    PDH_HCOUNTER const plain = query.add("\\Process(" + name + ")\\ID Process");
    PDH_HCOUNTER const zero = query.add("\\Process(" + name + "#0)\\ID Process");
    PDH_HCOUNTER const any = query.add("\\Process(" + name + "#*)\\ID Process");
    query.collect();
    const Array array = array_of(all, PDH_FMT_LARGE);
    answer.number("items of an array with the name", std::ranges::count(array.names, name));
    answer.number("items of an array with #1", std::ranges::count(array.names, name + "#1"));
    answer.yes("the name alone is the first of them",
        !array.values.empty() && format(plain, PDH_FMT_LARGE).value.largeValue == array.values[0].largeValue);
    answer.yes("#0 is the same",
        format(zero, PDH_FMT_LARGE).value.largeValue == format(plain, PDH_FMT_LARGE).value.largeValue);
    answer.number("items of #*", static_cast<std::int64_t>(array_of(any, PDH_FMT_LARGE).names.size()));
}

void detail_levels(Answer& answer) {
    for (const DWORD level : std::array<DWORD, 6>{0, 99, 100, 400, 0xFFFF, 0x10064}) {
        const List list = list_of([=](char* buffer, DWORD* size) {
            return PdhEnumObjectsA(nullptr, nullptr, buffer, size, level, FALSE);
        });
        answer.status("objects of " + std::to_string(level), list.status);
        answer.yes("objects of " + std::to_string(level) + ": some", !list.texts.empty());
    }
}

void detail_levels_of_counters(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    for (const DWORD level : std::array<DWORD, 3>{0, 100, 400}) {
        DWORD counters = 0;
        DWORD instances = 0;
        answer.status(
            "counters of " + std::to_string(level), PdhEnumObjectItemsA(nullptr, nullptr, "Memory", nullptr,
                                                        &counters, nullptr, &instances, level, 0));
        answer.yes("counters of " + std::to_string(level) + ": some", counters > 2);
    }
}

void unknown_objects(Answer& answer) {
    DWORD counters = 0;
    DWORD instances = 0;
    answer.status("PdhEnumObjectItems", PdhEnumObjectItemsA(nullptr, nullptr, "no such object", nullptr,
                                            &counters, nullptr, &instances, PERF_DETAIL_WIZARD, 0));
    answer.status(
        "PdhEnumObjectItems of an empty name", PdhEnumObjectItemsA(nullptr, nullptr, "", nullptr, &counters,
                                                   nullptr, &instances, PERF_DETAIL_WIZARD, 0));
    answer.status("PdhEnumObjectItems of NULL", PdhEnumObjectItemsA(nullptr, nullptr, nullptr, nullptr,
                                                    &counters, nullptr, &instances, PERF_DETAIL_WIZARD, 0));
    std::array<char, 256> name{};
    auto size = static_cast<DWORD>(name.size());
    answer.status("PdhGetDefaultPerfCounter",
        PdhGetDefaultPerfCounterA(nullptr, nullptr, "no such object", name.data(), &size));
}

void default_object(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    std::array<char, 256> name{};
    auto size = static_cast<DWORD>(name.size());
    answer.status("PdhGetDefaultPerfObject", PdhGetDefaultPerfObjectA(nullptr, nullptr, name.data(), &size));
    answer.text("its name", name.data());
    for (const char* const object :
        std::array{"Processor", "Memory", "System", "Process", "Paging File", "Objects"}) {
        name.fill('\0');
        size = static_cast<DWORD>(name.size());
        answer.status(object, PdhGetDefaultPerfCounterA(nullptr, nullptr, object, name.data(), &size));
        answer.text(std::string(object) + ": its counter", name.data());
    }
}

void names_by_index(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    for (const DWORD index :
        std::array<DWORD, 15>{0, 1, 2, 3, 4, 6, 44, 144, 146, 230, 238, 674, 784, 1847, 0x7FFFFFFF}) {
        std::array<char, 512> name{};
        auto size = static_cast<DWORD>(name.size());
        const PDH_STATUS status = PdhLookupPerfNameByIndexA(nullptr, index, name.data(), &size);
        const bool is_help = index % 2 == 1 && status == ERROR_SUCCESS;
        answer.text(std::to_string(index), status != ERROR_SUCCESS ? name_of(status)
                                           : is_help               ? "a text"
                                                                   : name.data());
    }
}

void indexes_by_name(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    for (const char* const name :
        std::array{"% Processor Time", "System Up Time", "system UP time", "Processor", "no such name", ""}) {
        DWORD index = 0;
        const PDH_STATUS status = PdhLookupPerfIndexByNameA(nullptr, name, &index);
        answer.text(name, status == ERROR_SUCCESS ? std::to_string(index) : name_of(status));
    }
    DWORD index = 0;
    answer.status("NULL for the name", PdhLookupPerfIndexByNameA(nullptr, nullptr, &index));
    answer.status("NULL for the index", PdhLookupPerfIndexByNameA(nullptr, "Processor", nullptr));
}

void machines(Answer& answer) {
    PdhConnectMachineA(nullptr);
    answer.texts("PdhEnumMachines",
        list_of([](char* buffer, DWORD* size) { return PdhEnumMachinesA(nullptr, buffer, size); }).texts);
}

void parents_in_lists(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    const std::string name = instance_of_this_program();
    answer.number("instances of Thread that are process/thread", instances_of("Thread").count(name + "/0"));
    answer.number(
        "the same by the thread alone", std::min<std::int64_t>(1, instances_of("Thread").count("0")));
    const List paths = expand("\\Thread(" + name + "/0)\\ID Thread");
    answer.number("paths of process/thread", static_cast<std::int64_t>(paths.texts.size()));
    const Query query;
    PDH_HCOUNTER const counter = query.add("\\Thread(" + name + "/*)\\ID Thread");
    query.collect();
    const Array array = array_of(counter, PDH_FMT_LARGE);
    answer.status("array", array.status);
    answer.text("first item", array.names.empty()             ? "none"
                              : array.names[0] == name + "/0" ? "process/thread"
                              : array.names[0] == "0"         ? "thread"
                                                              : "another");
    answer.status("a wildcard for the parent", add_status("\\Thread(*/0)\\ID Thread"));
}

void processors_of_a_node(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    const List instances = instances_of("Processor Information");
    answer.status("PdhEnumObjectItems", instances.status);
    for (const char* const name : std::array{"0,0", "0,_Total", "_Total"}) {
        answer.number(name, instances.count(name));
    }
    answer.yes("the first is 0,0", !instances.texts.empty() && instances.texts[0] == "0,0");
    answer.yes("the last is _Total", !instances.texts.empty() && instances.texts.back() == "_Total");
}

} // namespace

std::span<const Probe> list_probes() {
    static constexpr std::array probes = {
        Probe{"lists.current", "live english", current_lists},
        Probe{"lists.two-calls", "live english", size_call_and_data_call},
        Probe{"lists.two-calls-for-an-array", "live", arrays_between_the_two_calls},
        Probe{"lists.instances-of-one-name", "live english", instances_of_one_name},
        Probe{"lists.levels-of-objects", "live", detail_levels},
        Probe{"lists.levels-of-counters", "live english", detail_levels_of_counters},
        Probe{"lists.unknown-objects", "live", unknown_objects},
        Probe{"lists.parents", "live english", parents_in_lists},
        Probe{"lists.processors-of-a-node", "live english", processors_of_a_node},
        Probe{"lists.machines", "live", machines},
        Probe{"names.defaults", "live english", default_object},
        Probe{"names.by-index", "live english", names_by_index},
        Probe{"names.by-name", "live english", indexes_by_name},
    };
    return probes;
}

} // namespace oracle
