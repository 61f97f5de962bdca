// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Which paths are counters, and what a counter says of itself.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <algorithm>
#include <array>

namespace oracle {

namespace {

std::int64_t counters_of(const char* object) {
    const List counters = list_of([=](char* buffer, DWORD* size) {
        DWORD none = 0;
        const PDH_STATUS status = PdhEnumObjectItemsA(
            nullptr, nullptr, object, buffer, size, nullptr, &none, PERF_DETAIL_WIZARD, 0);
        return buffer != nullptr && status == static_cast<PDH_STATUS>(PDH_MORE_DATA) && none > 0
                   ? ERROR_SUCCESS
                   : status;
    });
    return static_cast<std::int64_t>(counters.texts.size());
}

void wildcard_counter(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("PdhAddCounter", PdhAddCounterA(query.handle(), "\\Memory\\*", 0, &counter));
    const Info info(counter);
    answer.text("szFullPath", or_null(info->szFullPath));
    answer.text("szCounterName", or_null(info->szCounterName));
    answer.status("PdhCollectQueryData", query.collect());
    let_time_pass();
    query.collect();
    const Array array = array_of(counter);
    answer.status("PdhGetFormattedCounterArray", array.status);
    answer.yes(
        "an item for each counter", static_cast<std::int64_t>(array.names.size()) == counters_of("Memory"));
    answer.yes("an item has the name of a counter", std::ranges::count(array.names, "Available Bytes") == 1);
    answer.status("PdhGetFormattedCounterValue", format(counter).status);
}

void wildcard_counter_of_instances(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("PdhAddCounter", PdhAddCounterA(query.handle(), "\\Processor(_Total)\\*", 0, &counter));
    query.collect_twice();
    const Array array = array_of(counter);
    answer.status("PdhGetFormattedCounterArray", array.status);
    answer.yes("more items than one", array.names.size() > 1);
    answer.yes("an item is _Total\\% Processor Time",
        std::ranges::count(array.names, "_Total\\% Processor Time") == 1);
    answer.yes("an item is _Total", std::ranges::count(array.names, "_Total") > 0);
}

void wildcard_counters_that_match_nothing(Answer& answer) {
    answer.status("\\Memory\\zz*", add_status("\\Memory\\zz*"));
    answer.status("\\Processor(*)\\zz*", add_status("\\Processor(*)\\zz*"));
    answer.status("\\Proc*(*)\\% Processor Time", add_status("\\Proc*(*)\\% Processor Time"));
}

void numbers_for_names(Answer& answer) {
    for (const char* const path : std::array{"\\2\\674", "\\4\\*", "\\238(_Total)\\6", "\\System\\674",
             "\\2\\System Up Time", "\\3\\674", "\\999999\\1"}) {
        const Query query;
        PDH_HCOUNTER counter = nullptr;
        answer.status(path, PdhAddCounterA(query.handle(), path, 0, &counter));
        if (counter != nullptr) {
            const Info info(counter);
            answer.text(std::string(path) + ": the names are",
                or_null(info->szObjectName) == "2" || or_null(info->szObjectName) == "238" ? "numbers"
                                                                                           : "names");
        }
    }
}

void instance_missing_or_superfluous(Answer& answer) {
    for (const char* const path : std::array{"\\Processor\\% Processor Time", "\\Processor\\no such counter",
             "\\System(0)\\Processes", "\\System(0)\\no such counter", "\\no such object(0)\\x",
             "\\Processor(none such)\\no such counter", "\\Processor()\\% Processor Time"}) {
        answer.status(path, add_status(path));
    }
}

void star_without_instances(Answer& answer) {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("PdhAddEnglishCounter",
        PdhAddEnglishCounterA(query.handle(), "\\System(*)\\System Up Time", 0, &counter));
    const Info info(counter);
    answer.text("szInstanceName", or_null(info->szInstanceName));
    say_statuses(answer, "before the first collect", format(counter));
    answer.status("PdhCollectQueryData", query.collect());
    say_statuses(answer, "after it", format(counter));
    const Array array = array_of(counter);
    answer.status("PdhGetFormattedCounterArray", array.status);
    answer.texts("its items", array.names);
    answer.status("PdhExpandWildCardPath", expand("\\System(*)\\System Up Time").status);
}

void other_instances_without_instances(Answer& answer) {
    for (const char* const instance : std::array{"_Total", "?", "a*", "**", "*/*", "*#*", "*#0", "0", ""}) {
        answer.status(instance, add_status(std::string("\\System(") + instance + ")\\Processes"));
    }
}

void the_same_counter_twice(Answer& answer) {
    const Query query;
    PDH_HCOUNTER first = nullptr;
    PDH_HCOUNTER second = nullptr;
    answer.status("first", PdhAddEnglishCounterA(query.handle(), up_time, 0, &first));
    answer.status("second", PdhAddEnglishCounterA(query.handle(), up_time, 0, &second));
    answer.yes("the handles differ", first != second);
    answer.status("PdhRemoveCounter of the first", PdhRemoveCounter(first));
    query.collect();
    answer.status("the second has a value", format(second).status);
}

void info_of_a_counter(Answer& answer) {
    const Query query;
    const Info info(query.add("\\PROCESSOR(_total)\\% processor TIME"), true);
    answer.text("szFullPath", or_null(info->szFullPath));
    answer.text("szObjectName", or_null(info->szObjectName));
    answer.text("szInstanceName", or_null(info->szInstanceName));
    answer.text("szParentInstance", or_null(info->szParentInstance));
    answer.number("dwInstanceIndex", info->dwInstanceIndex);
    answer.text("szCounterName", or_null(info->szCounterName));
    answer.yes("it has an explanation", info->szExplainText != nullptr && info->szExplainText[0] != '\0');
    answer.number("CVersion", info->CVersion);
    const Info indexed(query.add("\\Processor(_Total#0)\\% Processor Time"));
    answer.text("with #0: szFullPath", or_null(indexed->szFullPath));
    answer.number("with #0: dwInstanceIndex", indexed->dwInstanceIndex);
    const Info wild(query.add(each_busy));
    answer.text("with *: szFullPath", or_null(wild->szFullPath));
    answer.text("with *: szInstanceName", or_null(wild->szInstanceName));
    const Info unexplained(query.add(up_time));
    answer.text("without an explanation", or_null(unexplained->szExplainText));
}

void user_data(Answer& answer) {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_HCOUNTER english = nullptr;
    PdhOpenQueryA(nullptr, 11, &query);
    PdhAddCounterA(query, "\\2\\674", 22, &counter);
    PdhAddEnglishCounterA(query, up_time, 33, &english);
    const Info info(english);
    answer.number("PdhAddEnglishCounter: dwUserData", static_cast<std::int64_t>(info->dwUserData));
    answer.number("PdhAddEnglishCounter: dwQueryUserData", static_cast<std::int64_t>(info->dwQueryUserData));
    if (counter != nullptr) {
        const Info other(counter);
        answer.number("PdhAddCounter: dwUserData", static_cast<std::int64_t>(other->dwUserData));
        answer.number("PdhAddCounter: dwQueryUserData", static_cast<std::int64_t>(other->dwQueryUserData));
    }
    PdhCloseQuery(query);
}

void missing_names(Answer& answer) {
    for (const char* const path : std::array{missing, "\\Process(no such process)\\no such counter",
             "\\no such object(x)\\y", "\\System\\no such counter",
             "\\Process(no such process#5)\\ID Process", "\\Process(no such*)\\ID Process"}) {
        answer.status(path, add_status(path));
    }
}

void scale_of_a_counter(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(up_time);
    answer.number("at first", Info(counter)->lScale);
    for (const LONG factor : std::array<LONG, 4>{-5, 7, 8, 0}) {
        PdhSetCounterScaleFactor(counter, factor);
        answer.number("after " + std::to_string(factor), Info(counter)->lScale);
    }
}

void scale_in_force(Answer& answer) {
    // Each has another default scale on Windows. The value is made up, so that it is the same everywhere.
    const Query query;
    for (const char* const path : std::array{processes, queue_length, available, up_time}) {
        PDH_HCOUNTER const counter = query.add(path);
        PDH_RAW_COUNTER raw{};
        raw.FirstValue = 123456789;
        raw.SecondValue = 123456789;
        raw.MultiCount = 1;
        PDH_FMT_COUNTERVALUE value{};
        if (path != up_time) { // whose value is the time that has passed
            const PDH_STATUS status =
                PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &raw, nullptr, &value);
            say_value(answer, std::string(path) + " of 123456789", {status, value});
        }
        PdhSetCounterScaleFactor(counter, -3);
        if (path != up_time) { // whose value is the time that has passed
            const PDH_STATUS status =
                PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &raw, nullptr, &value);
            say_value(answer, std::string(path) + " with the factor -3", {status, value});
        }
    }
}

void default_scales(Answer& answer) {
    const Query query;
    for (const char* const path : std::array{processes, queue_length, available, up_time, busy, switches,
             "\\System\\Threads", "\\Process(_Total)\\ID Process"}) {
        answer.number(path, Info(query.add(path))->lDefaultScale);
    }
}

void time_bases(Answer& answer) {
    const Query query;
    for (const char* const path : std::array{up_time, busy, switches, processes, available, in_use}) {
        LONGLONG ticks = -1;
        answer.status(path, PdhGetCounterTimeBase(query.add(path), &ticks));
        answer.text(std::string(path) + ": the time base is", ticks == -1           ? "as before"
                                                              : ticks == 0          ? "0"
                                                              : ticks == 10'000'000 ? "10000000"
                                                                                    : "another");
    }
}

} // namespace

std::span<const Probe> adding_probes() {
    static constexpr std::array probes = {
        Probe{"add.wildcard-counter", "live english", wildcard_counter},
        Probe{"add.wildcard-counter-of-instances", "live english", wildcard_counter_of_instances},
        Probe{"add.wildcard-without-match", "live", wildcard_counters_that_match_nothing},
        Probe{"add.numbers", "live", numbers_for_names},
        Probe{"add.instance-missing-or-superfluous", "live", instance_missing_or_superfluous},
        Probe{"add.star-without-instances", "live", star_without_instances},
        Probe{"add.others-without-instances", "live", other_instances_without_instances},
        Probe{"add.twice", "live", the_same_counter_twice},
        Probe{"add.missing-names", "live", missing_names},
        Probe{"info.names", "live english", info_of_a_counter},
        Probe{"info.user-data", "live", user_data},
        Probe{"info.time-bases", "live", time_bases},
        Probe{"scale.set", "live", scale_of_a_counter},
        Probe{"scale.in-force", "live", scale_in_force},
        Probe{"scale.defaults", "live", default_scales},
    };
    return probes;
}

} // namespace oracle
