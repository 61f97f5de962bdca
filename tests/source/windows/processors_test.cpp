// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "source/windows/processors.h"
#include "written_rows.h"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

using namespace pdh_shim::source::windows;
using pdh_shim::ticks_per_second;
using pdh_shim::calc::unread;

namespace {

using ProcessorNames = std::vector<std::u16string>;
using Times = std::vector<ProcessorTimes>;

WrittenRows<ProcessorField::count> processor_rows(const Processors& processors, bool only_total = false) {
    return WrittenRows<ProcessorField::count>(
        [&](pdh_shim::model::InstanceWriter& rows) { processors.write(rows); }, only_total);
}

} // namespace

TEST_CASE("times are plausible if idle time fits into kernel time, and some time passed") {
    CHECK_FALSE(are_plausible({}));
    CHECK_FALSE(are_plausible(Times{{0, 0, 0}}));
    CHECK(are_plausible(Times{{0, 0, 1}}));
    CHECK(are_plausible(Times{{5, 5, 0}, {0, 0, 0}}));
    CHECK_FALSE(are_plausible(Times{{5, 5, 0}, {6, 5, 0}}));
    CHECK_FALSE(are_plausible(Times{{-1, 5, 0}}));
    CHECK_FALSE(are_plausible(Times{{1, 5, -1}}));
}

TEST_CASE("processors are numbered from 0, and in a node of their own list") {
    Processors processors;
    processors.sample(Times{{10, 30, 5}, {20, 40, 5}}, {}, unread, 0);
    CHECK(processors.count() == 2);
    const auto rows = processor_rows(processors);
    CHECK(rows.names() == ProcessorNames{u"0", u"1", u"_Total"});
    CHECK(rows.value(0, ProcessorField::privileged) == 20);
    CHECK(rows.value(2, ProcessorField::idle) == 15);
    CHECK(rows.value(2, ProcessorField::idle_sum) == 30);
    CHECK(processors.idle_sum() == 30);
    const WrittenRows<ProcessorField::count> nodes(
        [&](pdh_shim::model::InstanceWriter& writer) { processors.write_nodes(writer); });
    CHECK(nodes.names() == ProcessorNames{u"0,0", u"0,1", u"0,_Total", u"_Total"});
    CHECK(processor_rows(processors, true).names() == ProcessorNames{u"_Total"});
}

TEST_CASE("a processor without a frequency has no limit of it") {
    Processors processors;
    const std::array<ProcessorPower, 2> power{{{3000, 2250}, {0, 100}}};
    processors.sample(Times{{10, 30, 5}, {20, 40, 5}, {20, 40, 5}}, power, unread, 0);
    const auto rows = processor_rows(processors);
    CHECK(rows.value(0, ProcessorField::frequency) == 3000);
    CHECK(rows.value(0, ProcessorField::performance_limit) == 75);
    for (const std::size_t row : {std::size_t{1}, std::size_t{2}}) {
        CAPTURE(row);
        CHECK(rows.value(row, ProcessorField::frequency) == unread);
        CHECK(rows.value(row, ProcessorField::performance_limit) == unread);
    }
}

TEST_CASE("a processor that comes back begins anew, and _Total does not leap") {
    Processors processors;
    const Times both{{100, 300, 5}, {100, 300, 5}};
    processors.sample(both, {}, unread, 0);
    processors.sample(Times{both[0]}, {}, unread, 0);
    CHECK(processor_rows(processors).names() == ProcessorNames{u"0", u"_Total"});
    processors.sample(Times{both[0], {900'000, 900'000, 700}}, {}, unread, 0);
    const auto rows = processor_rows(processors);
    CHECK(rows.names() == ProcessorNames{u"0", u"1", u"_Total"});
    CHECK(rows.value(1, ProcessorField::user) == 700);
    CHECK(rows.value(2, ProcessorField::user) == 5);
}

TEST_CASE("an implausible sample has no data, and the next one continues from the last") {
    Processors processors;
    CHECK(processor_rows(processors).has_failed());
    CHECK(processors.idle_sum() == unread);
    processors.sample(Times{{100, 300, 5}}, {}, unread, 0);
    processors.sample({}, {}, unread, ticks_per_second);
    CHECK(processor_rows(processors).has_failed());
    CHECK(processors.idle_sum() == unread);
    processors.sample(Times{{600, 800, 5}}, {}, unread, 1000);
    CHECK(processor_rows(processors).value(0, ProcessorField::idle) == 600);
    CHECK(processors.idle_sum() == 600);
}

TEST_CASE("looks less than a second apart do not decide whether times grow") {
    Processors processors;
    const Times times{{100, 300, 5}};
    processors.sample(times, {}, 0, 0);
    processors.sample(times, {}, ticks_per_second - 1, ticks_per_second - 1);
    CHECK_FALSE(processor_rows(processors).has_failed());
    processors.sample(times, {}, ticks_per_second, ticks_per_second);
    CHECK(processor_rows(processors).has_failed());
}
