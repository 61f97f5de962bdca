// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/counter_details.h"
#include "log/sql/sql_reader.h"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::sql;
using log::sql::counter_key;

namespace {

model::LogEntry detailed_entry() {
    model::LogEntry entry;
    entry.machine = u"host";
    entry.object = u"Widget";
    entry.parent = u"p";
    entry.instance = u"i";
    entry.counter = u"Rate";
    entry.type = 0x10410400;
    entry.time_base = 1000;
    return entry;
}

} // namespace

TEST_CASE("counters that differ in anything have different keys") {
    constexpr auto changes = std::to_array<void (*)(model::LogEntry&)>({
        [](model::LogEntry& entry) { entry.machine = u"other"; },
        [](model::LogEntry& entry) { entry.object = u"Gadget"; },
        [](model::LogEntry& entry) { entry.counter = u"Level"; },
        [](model::LogEntry& entry) { entry.parent = u""; },
        [](model::LogEntry& entry) { entry.instance = u"I"; },
        [](model::LogEntry& entry) { entry.duplicate = 1; },
        [](model::LogEntry& entry) { entry.type = 0; },
        [](model::LogEntry& entry) { entry.time_base = -1; },
        [](model::LogEntry& entry) { entry.default_scale = -1; },
        [](model::LogEntry& entry) { entry.default_scale = 1; },
    });
    std::set<std::u16string> keys = {counter_key(detailed_entry())};
    for (const auto change : changes) {
        model::LogEntry entry = detailed_entry();
        change(entry);
        CHECK(keys.insert(counter_key(entry)).second);
    }
    CHECK_FALSE(keys.insert(counter_key(detailed_entry())).second);
}

TEST_CASE("names that are alike when they are put together have different keys") {
    std::set<std::u16string> keys;
    for (const auto& [machine, object, counter] :
        {std::array<std::u16string, 3>{u"ab", u"c", u"d"}, std::array<std::u16string, 3>{u"a", u"bc", u"d"},
            std::array<std::u16string, 3>{u"a", u"b", u"cd"},
            std::array<std::u16string, 3>{u"", u"abc", u"d"},
            std::array<std::u16string, 3>{u"abc", u"", u"d"}}) {
        model::LogEntry entry;
        entry.machine = machine;
        entry.object = object;
        entry.counter = counter;
        keys.insert(counter_key(entry));
    }
    CHECK(keys.size() == 5);
    // A number does not run into the next one.
    model::LogEntry entry;
    entry.duplicate = 1;
    entry.type = 23;
    keys = {counter_key(entry)};
    entry.duplicate = 12;
    entry.type = 3;
    CHECK(keys.insert(counter_key(entry)).second);
}

TEST_CASE("runs that overlap are to be merged, those that follow one another are not") {
    const std::vector<LogSetRun> runs{
        {u"a", 1, 10, 20, 0}, {u"b", 2, 15, 30, 0}, {u"c", 3, 20, 25, 0}, {u"d", 4, 26, 40, 0}};
    CHECK(consecutive_runs(runs) == std::vector<std::vector<std::size_t>>{{0, 2, 3}, {1}});
    CHECK(consecutive_runs({}).empty());
    const std::vector<LogSetRun> without_times(3);
    CHECK(consecutive_runs(without_times).size() == 1);
}
