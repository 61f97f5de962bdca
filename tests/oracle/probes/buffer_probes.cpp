// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What functions with a buffer answer to each size: none, too little, just enough, more.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <array>
#include <functional>

namespace oracle {

namespace {

using Call = std::function<PDH_STATUS(void* buffer, DWORD* size)>;

/// How a size compares with the one that was announced: sizes themselves differ from machine to machine.
std::string compared(DWORD size, DWORD before, DWORD announced) {
    if (size == announced) {
        return "the announced size";
    }
    return size == before ? "as before" : size == 0 ? "0" : "another";
}

void say(Answer& answer, const std::string& what, const Call& call, bool with_buffer, DWORD size,
    DWORD announced) {
    std::vector<std::uint64_t> memory(announced * sizeof(WCHAR) / 8 + 1024);
    const DWORD before = size;
    answer.status(what, call(with_buffer ? memory.data() : nullptr, &size));
    answer.text(what + ": size", compared(size, before, announced));
}

void say_sizes(Answer& answer, const Call& call) {
    DWORD announced = 0;
    answer.status("no buffer, 0", call(nullptr, &announced));
    say(answer, "a buffer, 0", call, true, 0, announced);
    say(answer, "a buffer, 1", call, true, 1, announced);
    say(answer, "a buffer, one less", call, true, announced - 1, announced);
    say(answer, "a buffer, just enough", call, true, announced, announced);
    say(answer, "a buffer, 100 more", call, true, announced + 100, announced);
    say(answer, "no buffer, 1", call, false, 1, announced);
    say(answer, "no buffer, enough", call, false, announced, announced);
    answer.status("no size", call(nullptr, nullptr));
}

void sizes_of_counter_info(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    say_sizes(answer, [=](void* buffer, DWORD* size) {
        return PdhGetCounterInfoA(counter, TRUE, size, static_cast<PDH_COUNTER_INFO_A*>(buffer));
    });
}

void sizes_of_formatted_array(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(up_time);
    query.collect();
    say_sizes(answer, [=](void* buffer, DWORD* size) {
        DWORD count = 0;
        return PdhGetFormattedCounterArrayA(
            counter, PDH_FMT_LARGE, size, &count, static_cast<PDH_FMT_COUNTERVALUE_ITEM_A*>(buffer));
    });
}

void sizes_of_raw_array(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(each_busy);
    query.collect();
    say_sizes(answer, [=](void* buffer, DWORD* size) {
        DWORD count = 0;
        return PdhGetRawCounterArrayA(counter, size, &count, static_cast<PDH_RAW_COUNTER_ITEM_A*>(buffer));
    });
}

void size_of_one_item(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(up_time);
    query.collect();
    DWORD size = 0;
    DWORD count = 0;
    answer.status("8-bit", PdhGetFormattedCounterArrayA(counter, PDH_FMT_LARGE, &size, &count, nullptr));
    answer.number("8-bit: bytes behind the item",
        static_cast<std::int64_t>(size) - static_cast<std::int64_t>(sizeof(PDH_FMT_COUNTERVALUE_ITEM_A)));
    answer.number("8-bit: items", count);
    size = 0;
    answer.status("wide", PdhGetFormattedCounterArrayW(counter, PDH_FMT_LARGE, &size, &count, nullptr));
    answer.number("wide: bytes behind the item",
        static_cast<std::int64_t>(size) - static_cast<std::int64_t>(sizeof(PDH_FMT_COUNTERVALUE_ITEM_W)));
}

void sizes_of_objects(Answer& answer) {
    say_sizes(answer, [](void* buffer, DWORD* size) {
        return PdhEnumObjectsA(nullptr, nullptr, static_cast<char*>(buffer), size, PERF_DETAIL_WIZARD, FALSE);
    });
}

void sizes_of_counters_of_an_object(Answer& answer) {
    if (has_english_names(answer)) {
        say_sizes(answer, [](void* buffer, DWORD* size) {
            DWORD none = 0;
            return PdhEnumObjectItemsA(nullptr, nullptr, "Memory", static_cast<char*>(buffer), size, nullptr,
                &none, PERF_DETAIL_WIZARD, 0);
        });
    }
}

void sizes_of_wildcards(Answer& answer) {
    if (has_english_names(answer)) {
        say_sizes(answer, [](void* buffer, DWORD* size) {
            return PdhExpandWildCardPathA(nullptr, each_busy, static_cast<char*>(buffer), size, 0);
        });
    }
}

void sizes_of_old_wildcards(Answer& answer) {
    if (has_english_names(answer)) {
        say_sizes(answer, [](void* buffer, DWORD* size) {
            return PdhExpandCounterPathA(each_busy, static_cast<char*>(buffer), size);
        });
    }
}

void sizes_of_names(Answer& answer) {
    say_sizes(answer, [](void* buffer, DWORD* size) {
        return PdhLookupPerfNameByIndexA(nullptr, 6, static_cast<char*>(buffer), size);
    });
}

void sizes_of_made_paths(Answer& answer) {
    std::string object = "object";
    std::string instance = "instance";
    std::string counter = "counter";
    PDH_COUNTER_PATH_ELEMENTS_A elements{};
    elements.szObjectName = object.data();
    elements.szInstanceName = instance.data();
    elements.szCounterName = counter.data();
    say_sizes(answer, [&](void* buffer, DWORD* size) {
        return PdhMakeCounterPathA(&elements, static_cast<char*>(buffer), size, 0);
    });
}

void sizes_of_parsed_paths(Answer& answer) {
    say_sizes(answer, [](void* buffer, DWORD* size) {
        return PdhParseCounterPathA("\\object(parent/instance#1)\\counter",
            static_cast<PDH_COUNTER_PATH_ELEMENTS_A*>(buffer), size, 0);
    });
}

void sizes_of_parsed_instances(Answer& answer) {
    say_sizes(answer, [](void* buffer, DWORD* size) {
        std::array<char, 64> parent{};
        auto parent_size = static_cast<DWORD>(parent.size());
        DWORD index = 0;
        return PdhParseInstanceNameA(
            "parent/instance#1", static_cast<char*>(buffer), size, parent.data(), &parent_size, &index);
    });
}

void sizes_of_default_object(Answer& answer) {
    say_sizes(answer, [](void* buffer, DWORD* size) {
        return PdhGetDefaultPerfObjectA(nullptr, nullptr, static_cast<char*>(buffer), size);
    });
}

void sizes_of_default_counter(Answer& answer) {
    if (has_english_names(answer)) {
        say_sizes(answer, [](void* buffer, DWORD* size) {
            return PdhGetDefaultPerfCounterA(nullptr, nullptr, "Processor", static_cast<char*>(buffer), size);
        });
    }
}

void sizes_of_machines(Answer& answer) {
    PdhConnectMachineA(nullptr);
    say_sizes(answer, [](void* buffer, DWORD* size) {
        return PdhEnumMachinesA(nullptr, static_cast<char*>(buffer), size);
    });
}

void counter_info_with_room_for_the_structure(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    query.collect();
    for (const auto& [what, explain] :
        std::array{std::pair{"without explanation", FALSE}, std::pair{"with explanation", TRUE}}) {
        PDH_COUNTER_INFO_A info{};
        DWORD size = sizeof info;
        const std::string name = what;
        answer.status(name, PdhGetCounterInfoA(counter, static_cast<BOOLEAN>(explain), &size, &info));
        answer.text(name + ": size", size == sizeof info ? "as before" : "another");
        answer.yes(name + ": has a type", info.dwType != 0);
        answer.yes(name + ": has a path", info.szFullPath != nullptr);
        answer.text(name + ": dwLength", info.dwLength == 0             ? "0"
                                         : info.dwLength == sizeof info ? "of the structure"
                                                                        : "more");
    }
    DWORD size = sizeof(PDH_COUNTER_INFO_A) - 1;
    PDH_COUNTER_INFO_A info{};
    answer.status("one less", PdhGetCounterInfoA(counter, FALSE, &size, &info));
}

void one_of_two_lists(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    std::vector<char> memory(1 << 16);
    auto size = static_cast<DWORD>(memory.size());
    DWORD none = 0;
    answer.status("instances only", PdhEnumObjectItemsA(nullptr, nullptr, "Processor", nullptr, &none,
                                        memory.data(), &size, PERF_DETAIL_WIZARD, 0));
    answer.yes("instances only: they are filled", memory[0] != '\0');
    answer.yes("instances only: the size of the others", none > 0);
    std::fill(memory.begin(), memory.end(), '\0');
    size = static_cast<DWORD>(memory.size());
    none = 0;
    answer.status("counters only", PdhEnumObjectItemsA(nullptr, nullptr, "Processor", memory.data(), &size,
                                       nullptr, &none, PERF_DETAIL_WIZARD, 0));
    answer.yes("counters only: they are filled", memory[0] != '\0');
    answer.yes("counters only: the size of the others", none > 0);
}

void instances_of_an_object_without_any(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    DWORD counters = 0;
    DWORD instances = 77;
    answer.status("for the sizes, instances 77 without a buffer",
        PdhEnumObjectItemsA(
            nullptr, nullptr, "Memory", nullptr, &counters, nullptr, &instances, PERF_DETAIL_WIZARD, 0));
    counters = 0;
    instances = 0;
    answer.status("for the sizes", PdhEnumObjectItemsA(nullptr, nullptr, "Memory", nullptr, &counters,
                                       nullptr, &instances, PERF_DETAIL_WIZARD, 0));
    answer.number("the size of the instances", instances);
    std::vector<char> counter_list(counters + 1000);
    counters = static_cast<DWORD>(counter_list.size());
    answer.status(
        "no buffer for instances", PdhEnumObjectItemsA(nullptr, nullptr, "Memory", counter_list.data(),
                                       &counters, nullptr, &instances, PERF_DETAIL_WIZARD, 0));
    std::array<char, 8> instance_list{'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x'};
    counters = static_cast<DWORD>(counter_list.size());
    instances = static_cast<DWORD>(instance_list.size());
    answer.status(
        "a buffer for instances", PdhEnumObjectItemsA(nullptr, nullptr, "Memory", counter_list.data(),
                                      &counters, instance_list.data(), &instances, PERF_DETAIL_WIZARD, 0));
    answer.number("a buffer for instances: size", instances);
    answer.text("a buffer for instances: it begins with", instance_list[0] == 'x'   ? "what it had"
                                                          : instance_list[1] == 'x' ? "one NUL"
                                                                                    : "two NULs");
}

void two_buffers_of_an_instance(Answer& answer) {
    struct Row {
        DWORD name;
        DWORD parent;
    };
    for (const Row& row :
        std::array{Row{0, 0}, Row{64, 0}, Row{0, 64}, Row{64, 64}, Row{1, 64}, Row{64, 1}}) {
        std::array<char, 64> name{};
        std::array<char, 64> parent{};
        DWORD name_size = row.name;
        DWORD parent_size = row.parent;
        DWORD index = 99;
        const std::string what = std::to_string(row.name) + " and " + std::to_string(row.parent);
        answer.status(what, PdhParseInstanceNameA("parent/instance#1", name.data(), &name_size, parent.data(),
                                &parent_size, &index));
        answer.text(what + ": texts", std::string(name.data()) + ", " + parent.data());
        answer.text(what + ": sizes", std::to_string(name_size) + ", " + std::to_string(parent_size));
        answer.number(what + ": index", index);
    }
}

} // namespace

std::span<const Probe> buffer_probes() {
    static constexpr std::array probes = {
        Probe{"sizes.counter-info", "live", sizes_of_counter_info},
        Probe{"sizes.formatted-array", "live", sizes_of_formatted_array},
        Probe{"sizes.raw-array", "live", sizes_of_raw_array},
        Probe{"sizes.one-item", "live", size_of_one_item},
        Probe{"sizes.objects", "live", sizes_of_objects},
        Probe{"sizes.object-items", "live english", sizes_of_counters_of_an_object},
        Probe{"sizes.wildcard-path", "live english", sizes_of_wildcards},
        Probe{"sizes.counter-path", "live english", sizes_of_old_wildcards},
        Probe{"sizes.name-by-index", "live", sizes_of_names},
        Probe{"sizes.made-path", "-", sizes_of_made_paths},
        Probe{"sizes.parsed-path", "-", sizes_of_parsed_paths},
        Probe{"sizes.parsed-instance", "-", sizes_of_parsed_instances},
        Probe{"sizes.default-object", "live", sizes_of_default_object},
        Probe{"sizes.default-counter", "live english", sizes_of_default_counter},
        Probe{"sizes.machines", "live", sizes_of_machines},
        Probe{"sizes.structure-of-counter-info", "live", counter_info_with_room_for_the_structure},
        Probe{"sizes.one-of-two-lists", "live english", one_of_two_lists},
        Probe{"sizes.no-instances", "live english", instances_of_an_object_without_any},
        Probe{"sizes.two-parts-of-an-instance", "-", two_buffers_of_an_instance},
    };
    return probes;
}

} // namespace oracle
