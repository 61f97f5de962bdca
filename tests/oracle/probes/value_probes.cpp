// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// When a collect has data, and what a counter has before, between and after its samples.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <algorithm>
#include <array>

namespace oracle {

namespace {

void say_raw(Answer& answer, const std::string& what, PDH_HCOUNTER counter) {
    PDH_RAW_COUNTER raw{};
    raw.CStatus = 4660;
    answer.status(what + ": raw", PdhGetRawCounterValue(counter, nullptr, &raw));
    answer.cstatus(what + ": raw CStatus", raw.CStatus);
}

void say_states(Answer& answer, const std::string& what, PDH_HCOUNTER counter) {
    answer.cstatus(what + ": CStatus of PdhGetCounterInfo", Info(counter)->CStatus);
    say_raw(answer, what, counter);
    say_statuses(answer, what + ": formatted", format(counter));
    const Array array = array_of(counter);
    answer.status(what + ": array", array.status);
    answer.number(what + ": items", std::min<std::int64_t>(2, static_cast<std::int64_t>(array.names.size())));
}

void when_a_collect_has_data(Answer& answer) {
    const auto collected = [&](const char* what, const std::vector<const char*>& paths) {
        const Query query;
        for (const char* const path : paths) {
            static_cast<void>(query.add(path));
        }
        answer.status(what, query.collect());
    };
    collected("no counters", {});
    collected("one counter", {up_time});
    collected("a counter of two samples", {busy});
    collected("a missing instance", {missing});
    collected("two missing instances", {missing, "\\Process(no such one either)\\ID Process"});
    collected("a missing instance and a counter", {missing, up_time});
    collected("a wildcard", {each_busy});
    collected("a wildcard without instances", {"\\Process(no such*)\\ID Process"});
    collected("a counter of an object without instances that may have no data", {"\\ICMP\\Messages/sec"});
    const Query query;
    PdhRemoveCounter(query.add(up_time));
    answer.status("the only counter was removed", query.collect());
}

void before_the_first_collect(Answer& answer) {
    const Query query;
    say_states(answer, "one sample", query.add(up_time));
    say_states(answer, "a raw count", query.add(available));
    say_states(answer, "two samples", query.add(busy));
    say_states(answer, "a wildcard", query.add(each_busy));
    say_states(answer, "a missing instance", query.add(missing));
}

void after_one_collect(Answer& answer) {
    const Query query;
    const std::array counters = {
        query.add(up_time), query.add(available), query.add(busy), query.add(each_busy), query.add(missing)};
    query.collect();
    say_states(answer, "one sample", counters[0]);
    say_states(answer, "a raw count", counters[1]);
    say_states(answer, "two samples", counters[2]);
    say_states(answer, "a wildcard", counters[3]);
    say_states(answer, "a missing instance", counters[4]);
}

void after_two_collects(Answer& answer) {
    const Query query;
    const std::array counters = {
        query.add(up_time), query.add(busy), query.add(each_busy), query.add(missing)};
    query.collect_twice();
    say_states(answer, "one sample", counters[0]);
    say_states(answer, "two samples", counters[1]);
    say_states(answer, "a wildcard", counters[2]);
    say_states(answer, "a missing instance", counters[3]);
}

void new_and_valid(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(up_time);
    const auto state = [&](const char* when) { answer.cstatus(when, Info(counter)->CStatus); };
    state("added");
    query.collect();
    state("collected");
    PDH_FMT_COUNTERVALUE value{};
    PdhGetFormattedCounterValue(counter, 0, nullptr, &value);
    state("a format that fails");
    answer.cstatus("formatted", format(counter).value.CStatus);
    state("after it was formatted");
    query.collect();
    state("collected again at once");
    let_time_pass();
    query.collect();
    state("collected a second later");
    PDH_RAW_COUNTER raw{};
    PdhGetRawCounterValue(counter, nullptr, &raw);
    answer.cstatus("the raw value", raw.CStatus);
}

void added_between_two_collects(Answer& answer) {
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

void time_stamps(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const first = query.add(up_time);
    PDH_HCOUNTER const second = query.add(busy);
    PDH_HCOUNTER const absent = query.add(missing);
    LONGLONG time = 0;
    answer.status("PdhCollectQueryDataWithTime", PdhCollectQueryDataWithTime(query.handle(), &time));
    std::array<PDH_RAW_COUNTER, 3> raw{};
    PdhGetRawCounterValue(first, nullptr, raw.data());
    PdhGetRawCounterValue(second, nullptr, &raw[1]);
    PdhGetRawCounterValue(absent, nullptr, &raw[2]);
    const auto ticks = [](const FILETIME& stamp) {
        return static_cast<LONGLONG>(
            static_cast<std::uint64_t>(stamp.dwHighDateTime) << 32U | stamp.dwLowDateTime);
    };
    answer.yes("the returned time is that of the first counter", time == ticks(raw[0].TimeStamp));
    answer.yes("both counters have one time", ticks(raw[0].TimeStamp) == ticks(raw[1].TimeStamp));
    answer.text("a missing instance has", ticks(raw[2].TimeStamp) == 0      ? "no time"
                                          : ticks(raw[2].TimeStamp) == time ? "the same time"
                                                                            : "another time");
    const std::int64_t behind = minutes_behind_utc();
    const std::int64_t distance = seconds_from_now(raw[0].TimeStamp);
    if (behind != 0) {
        answer.yes("times are local", std::abs(distance + behind * 60) < 60);
    } else {
        answer.yes("times are those of the clock", std::abs(distance) < 60);
    }
}

void collecting_thread(Answer& answer) {
    const Query empty;
    answer.status("no counters", PdhCollectQueryDataEx(empty.handle(), 1, nullptr));
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    answer.status("an interval of 0", PdhCollectQueryDataEx(query.handle(), 0, nullptr));
    answer.status("no query", PdhCollectQueryDataEx(nullptr, 1, nullptr));
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

void collecting_thread_with_a_bad_event(Answer& answer) {
    const Query query;
    static_cast<void>(query.add(up_time));
    answer.status("-1", PdhCollectQueryDataEx(query.handle(), 1, handle_of(-1)));
    answer.status(
        "a number that is not a handle", PdhCollectQueryDataEx(query.handle(), 1, handle_of(0x7FFFFFF0)));
}

void value_of_a_wildcard(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const all = query.add(each_busy);
    query.collect_twice();
    const Array array = array_of(all, PDH_FMT_LARGE);
    const Formatted single = format(all, PDH_FMT_LARGE);
    answer.status("array", array.status);
    answer.status("single value", single.status);
    answer.yes("the single value is that of the first item",
        !array.values.empty() && array.values[0].largeValue == single.value.largeValue);
    PDH_RAW_COUNTER raw{};
    answer.status("raw value", PdhGetRawCounterValue(all, nullptr, &raw));
    answer.cstatus("raw value: CStatus", raw.CStatus);
}

void arrays_without_a_wildcard(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const single = query.add("\\processor(_TOTAL)\\% processor time");
    PDH_HCOUNTER const alone = query.add(up_time);
    query.collect_twice();
    answer.texts("of an instance", array_of(single).names);
    const Array array = array_of(alone);
    answer.number("of an object without instances: items", static_cast<std::int64_t>(array.names.size()));
    answer.texts("of an object without instances", array.names);
}

void arrays_without_values(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const none = query.add("\\Process(no such*)\\ID Process");
    PDH_HCOUNTER const absent = query.add(missing);
    query.collect_twice();
    answer.status("a wildcard that matches nothing", array_of(none).status);
    say_statuses(answer, "its single value", format(none));
    const Array array = array_of(absent);
    answer.status("a missing instance", array.status);
    answer.texts("a missing instance: items", array.names);
    DWORD size = 0;
    DWORD count = 77;
    answer.status(
        "raw array of a wildcard that matches nothing", PdhGetRawCounterArrayA(none, &size, &count, nullptr));
    answer.number("raw array of a wildcard that matches nothing: items", count);
}

void an_instance_that_ends(Answer& answer) {
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

} // namespace

std::span<const Probe> value_probes() {
    static constexpr std::array probes = {
        Probe{"collect.no-data", "live", when_a_collect_has_data},
        Probe{"collect.added-between", "live", added_between_two_collects},
        Probe{"collect.time-stamps", "live", time_stamps},
        Probe{"collect.thread", "live", collecting_thread},
        Probe{"collect.thread-bad-event", "live", collecting_thread_with_a_bad_event},
        Probe{"values.before-collect", "live", before_the_first_collect},
        Probe{"values.after-one-collect", "live", after_one_collect},
        Probe{"values.after-two-collects", "live", after_two_collects},
        Probe{"values.new-and-valid", "live", new_and_valid},
        Probe{"values.of-a-wildcard", "live", value_of_a_wildcard},
        Probe{"values.instance-that-ends", "live", an_instance_that_ends},
        Probe{"arrays.without-a-wildcard", "live", arrays_without_a_wildcard},
        Probe{"arrays.without-values", "live", arrays_without_values},
    };
    return probes;
}

} // namespace oracle
