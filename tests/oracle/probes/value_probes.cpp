// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What a counter of Windows' own has before, between and after its samples, and what takes real time.
#include "probe.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace oracle {

namespace {

void say_raw(Answer& answer, const std::string& what, PDH_HCOUNTER counter) {
    PDH_RAW_COUNTER raw{};
    raw.CStatus = 4660;
    answer.status(what + ": raw", PdhGetRawCounterValue(counter, nullptr, &raw));
    answer.cstatus(what + ": raw CStatus", raw.CStatus);
}

void say_states(Answer& answer, int collects) {
    const Query query;
    std::vector<std::pair<std::string, PDH_HCOUNTER>> counters;
    for (const auto& [what, path] : {std::pair{"one sample", up_time}, std::pair{"a raw count", available},
             std::pair{"two samples", busy}, std::pair{"a wildcard", each_busy},
             std::pair{"a missing instance", missing}}) {
        counters.emplace_back(what, query.add(path));
    }
    for (int collect = 0; collect < collects; ++collect) {
        if (collect > 0) {
            let_time_pass();
        }
        query.collect();
    }
    for (const auto& [what, counter] : counters) {
        answer.cstatus(what + ": CStatus of PdhGetCounterInfo", Info(counter)->CStatus);
        say_raw(answer, what, counter);
        say_statuses(answer, what + ": formatted", format(counter));
        const Array array = array_of(counter);
        answer.status(what + ": array", array.status);
        answer.number(what + ": items", std::min<std::int64_t>(2, std::ssize(array.names)));
    }
}

PROBE(before_the_first_collect, "values.before-collect", "live") {
    say_states(answer, 0);
}

PROBE(after_one_collect, "values.after-one-collect", "live") {
    say_states(answer, 1);
}

PROBE(after_two_collects, "values.after-two-collects", "live") {
    say_states(answer, 2);
}

PROBE(added_between_two_collects, "collect.added-between", "live") {
    const Query query;
    PDH_HCOUNTER const first = query.add(busy);
    query.collect();
    PDH_HCOUNTER const second = query.add(busy);
    say_raw(answer, "before its first collect", second);
    let_time_pass();
    query.collect();
    answer.status("the first counter", format(first).status);
    say_statuses(answer, "the second counter, after one collect of its own", format(second));
}

PROBE(time_stamps, "collect.time-stamps", "live") {
    const Query query;
    const auto stamp = [](PDH_HCOUNTER counter) {
        PDH_RAW_COUNTER raw{};
        PdhGetRawCounterValue(counter, nullptr, &raw);
        return static_cast<LONGLONG>(
            static_cast<std::uint64_t>(raw.TimeStamp.dwHighDateTime) << 32U | raw.TimeStamp.dwLowDateTime);
    };
    PDH_HCOUNTER const first = query.add(up_time);
    PDH_HCOUNTER const second = query.add(busy);
    PDH_HCOUNTER const absent = query.add(missing);
    LONGLONG time = 0;
    answer.status("PdhCollectQueryDataWithTime", PdhCollectQueryDataWithTime(query.handle(), &time));
    answer.yes("the returned time is that of the first counter", time == stamp(first));
    answer.yes("both counters have one time", time == stamp(second));
    answer.text("a missing instance has", stamp(absent) == 0      ? "no time"
                                          : stamp(absent) == time ? "the same time"
                                                                  : "another time");
    const std::time_t now = std::time(nullptr);
    std::tm utc = *std::gmtime(&now);
    utc.tm_isdst = std::localtime(&now)->tm_isdst;
    constexpr std::int64_t seconds_from_1601_to_1970 = 11'644'473'600;
    const std::int64_t behind = static_cast<std::int64_t>(std::mktime(&utc)) - now;
    const std::int64_t distance = time / 10'000'000 - seconds_from_1601_to_1970 - now;
    answer.yes(
        behind != 0 ? "times are local" : "times are those of the clock", std::abs(distance + behind) < 60);
}

PROBE(collecting_thread, "collect.thread", "live") {
    const Query empty;
    answer.status("no counters", PdhCollectQueryDataEx(empty.handle(), 1, nullptr));
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    answer.status("an interval of 0", PdhCollectQueryDataEx(query.handle(), 0, nullptr));
    for (const std::intptr_t event : {-1, 0x7FFFFFF0}) {
        answer.status(event < 0 ? "the event -1" : "an event that is a number",
            PdhCollectQueryDataEx(query.handle(), 1, reinterpret_cast<HANDLE>(event)));
    }
    answer.status("no event", PdhCollectQueryDataEx(query.handle(), 1, nullptr));
    say_raw(answer, "at once", counter);
    constexpr int more_than_it_takes = 600; // on a machine with much to do
    for (int second = 0; second < more_than_it_takes && format(counter).status != ERROR_SUCCESS; ++second) {
        let_time_pass();
    }
    answer.status("after two intervals", format(counter).status);
    answer.status("a second call", PdhCollectQueryDataEx(query.handle(), 1, nullptr));
    answer.status("a collect beside the thread", query.collect());
}

PROBE(an_instance_that_ends, "values.instance-that-ends", "live") {
    const Query query;
    const std::string path = "\\Process(" + instance_of_this_program() + "#1)\\";
    PDH_HCOUNTER const identity = query.add(path + "ID Process");
    PDH_HCOUNTER const time = query.add(path + "% Processor Time");
    query.collect();
    say_statuses(answer, "before it begins", format(identity));
    {
        const Sibling sibling;
        query.collect();
        say_statuses(answer, "it has begun", format(identity));
        say_statuses(answer, "it has begun: a rate", format(time));
        let_time_pass();
        query.collect();
        say_statuses(answer, "one interval later: a rate", format(time));
    }
    let_time_pass();
    query.collect();
    say_statuses(answer, "it has ended", format(identity));
    say_statuses(answer, "it has ended: a rate", format(time));
    const Sibling sibling;
    query.collect();
    say_statuses(answer, "another has begun: a rate", format(time));
}

std::string paths_of_this_program() {
    return "\\Process(" + instance_of_this_program() + "*)\\ID Process";
}

PROBE(size_call_and_data_call, "lists.two-calls", "live english") {
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

PROBE(arrays_between_the_two_calls, "lists.two-calls-for-an-array", "live") {
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

} // namespace

} // namespace oracle
