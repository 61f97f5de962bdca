// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trace.h"
#include "calc/counter_type.h"
#include "machine.h"
#include "names/title_database.h"
#include "scene.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/known_objects.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;
using pdh_shim::calc::CounterType;
using pdh_shim::source::linux::all_objects;
using pdh_shim::source::linux::unmeasured_counter;

namespace {

struct Line {
    std::u16string_view object;
    std::u16string_view name;
    std::uint32_t title_index;
};

const std::vector<Line> unmeasured_lines{
#define UNMEASURED(object, name, index, type) {object, name, index},
#include "source/linux/unmeasured.inc"
#undef UNMEASURED
};

std::string utf8(std::u16string_view text) {
    return pdh_shim::to_utf8(text).value();
}

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

struct WindowsCounter {
    std::u16string_view object;
    std::u16string_view name;
    std::uint32_t title_index;
    CounterType type;
};

const std::vector<WindowsCounter> windows_counters{
#define WINDOWS(object, name, index, type) {object, name, index, CounterType::type},
#include "windows_counters.inc"
#undef WINDOWS
};

/// Counters of Windows that an object of ours leaves out, each with the reason.
struct LeftOut {
    std::u16string_view object;
    std::u16string_view name;
    std::string_view reason;
};

const std::vector<LeftOut> left_out{};

struct Found {
    std::uint32_t title_index;
    std::uint32_t type;
};

/// How a program finds a counter: by its row or as an unmeasured one; none if it cannot add it.
std::optional<Found> find_counter(std::u16string_view object, std::u16string_view counter) {
    for (const auto* const table : all_objects) {
        for (const auto& row : table->counters) {
            if (table->name == object && row.name == counter) {
                return Found{row.title_index, static_cast<std::uint32_t>(row.type)};
            }
        }
    }
    const auto unmeasured = unmeasured_counter(object, counter);
    return unmeasured ? std::optional(Found{unmeasured->title_index, unmeasured->type}) : std::nullopt;
}

} // namespace

TEST_CASE("each counter that Windows has in our objects can be added, or has a reason") {
    for (const WindowsCounter& windows : windows_counters) {
        CAPTURE(utf8(windows.object));
        CAPTURE(utf8(windows.name));
        const bool is_left_out = std::ranges::any_of(left_out, [&](const LeftOut& one) {
            return one.object == windows.object && one.name == windows.name && !one.reason.empty();
        });
        const auto found = find_counter(windows.object, windows.name);
        CHECK(found.has_value() != is_left_out);
        if (found) {
            CHECK(found->type == static_cast<std::uint32_t>(windows.type));
            CHECK((windows.title_index == 0 || found->title_index == windows.title_index));
        }
    }
}

TEST_CASE("every counter of Cache that Windows has can be added") {
    CHECK(std::ranges::count(windows_counters, std::u16string_view(u"Cache"), &WindowsCounter::object) == 29);
    const auto hits = unmeasured_counter(u"Cache", u"Copy Read Hits %");
    REQUIRE(hits);
    CHECK(hits->title_index == 112);
    CHECK(hits->type == static_cast<std::uint32_t>(CounterType::perf_sample_fraction));
}

TEST_CASE_FIXTURE(
    MachineScene, "Performance Limit Flags is unmeasured, also where the kernel counts throttling") {
    files().set("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "17\n");
    CHECK_FALSE(lists(u"Processor Information", u"Performance Limit Flags"));
    CHECK(source().unmeasured(u"Processor Information", u"Performance Limit Flags"));
}

TEST_CASE("a counter listed as unmeasured has an object here, and no row in its table") {
    for (const Line& line : unmeasured_lines) {
        CAPTURE(utf8(line.object));
        CAPTURE(utf8(line.name));
        const auto* const object =
            std::ranges::find_if(all_objects, [&](const auto* one) { return one->name == line.object; });
        REQUIRE(object != all_objects.end());
        CHECK(std::ranges::none_of(
            (*object)->counters, [&](const auto& row) { return row.name == line.name; }));
    }
}

TEST_CASE("an unmeasured counter has the index that Windows gives its name") {
    const auto titles = pdh_shim::names::TitleDatabase::english();
    for (const Line& line : unmeasured_lines) {
        const auto title = line.title_index != 0 ? titles.name(line.title_index) : std::nullopt;
        if (title) { // later versions of Windows have more
            CHECK(utf8(*title) == utf8(line.name));
        }
    }
}

TEST_CASE("an unmeasured counter is found in any case, with the type that Windows has") {
    const auto found = unmeasured_counter(u"SYSTEM", u"system calls/SEC");
    REQUIRE(found);
    CHECK(found->name == u"System Calls/sec");
    CHECK(found->title_index == 150);
    CHECK(found->type == static_cast<std::uint32_t>(CounterType::perf_counter_counter));
    CHECK_FALSE(found->help.empty());
    CHECK(unmeasured_counter(u"Processor", u"% C1 Time")); // which other machines have
    CHECK_FALSE(unmeasured_counter(u"System", u"System Calls"));
    CHECK_FALSE(unmeasured_counter(u"Memory", u"System Calls/sec"));
    CHECK_FALSE(unmeasured_counter(u"No Such Object", u"System Calls/sec"));
}

TEST_CASE("counters that programs probe for are not among the unmeasured ones") {
    for (const std::u16string_view counter : {u"Processor Frequency", u"% of Maximum Frequency"}) {
        CAPTURE(utf8(counter));
        CHECK_FALSE(unmeasured_counter(u"Processor Information", counter));
    }
}

TEST_CASE("the log says once of each counter that it cannot be measured") {
    const TemporaryFolder folder;
    REQUIRE(pdh_shim::trace::configure(pdh_shim::trace::Level::warning, folder.path("log")));
    Scene scene;
    set_machine(scene.files());
    for (int i = 0; i < 2; ++i) {
        CHECK(scene.source().unmeasured(u"Memory", u"page writes/sec"));
        CHECK(scene.source().unmeasured(u"Memory", u"Cache Faults/sec"));
    }
    const std::string log = folder.read("log");
    REQUIRE(pdh_shim::trace::configure(pdh_shim::trace::Level::off, {}));
    CHECK(count(log, R"(linux: \Memory\Page Writes/sec cannot be measured)") == 1);
    CHECK(count(log, R"(linux: \Memory\Cache Faults/sec cannot be measured)") == 1);
}

TEST_CASE_FIXTURE(MachineScene, "a source can refuse the counters that cannot be measured") {
    options.refuse_unmeasured = true;
    CHECK_FALSE(source().unmeasured(u"Memory", u"Page Writes/sec"));
}
