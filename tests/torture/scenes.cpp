// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "scenes.h"

#include "fail_each.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace pdh_shim::torture {
namespace {

const std::string script = "script:" TORTURE_SCRIPT;

Scene widgets(const std::string& name, const std::string& sources) {
    return {.name = name,
        .sources = sources,
        .paths = {"\\Gadget\\Depth", "\\Widget(*)\\Depth", "\\Widget(*)\\Hit %", "\\Widget(b)\\Items/sec",
            "\\Widget(*)\\Items/sec", "\\Gadget\\Turns/sec"},
        .few = 4,
        .object = "Widget",
        .counter = "Items/sec",
        .wide_object = u"Widget",
        .wide_counter = u"Items/sec"};
}

// The recorded time does not change: its processes seem to have just started, so that `_Total` counts
// a process again that could not be read once.
Scene recorded_machine() {
    return {.name = "recorded machine",
        .sources = "linux",
        .paths = {"\\System\\Processes", "\\Process(*)\\Handle Count",
            "\\Processor Information(*)\\Processor Frequency", "\\PhysicalDisk(*)\\Disk Reads/sec",
            "\\Process(_Total)\\% Processor Time", "\\Process(*)\\Private Bytes",
            "\\Process(sleep)\\IO Data Bytes/sec", "\\Process V2(*)\\% User Time",
            "\\Processor(*)\\% Processor Time", "\\Processor(*)\\Interrupts/sec", "\\Memory\\Available Bytes",
            "\\Network Interface(*)\\Bytes Total/sec", "\\Paging File(*)\\% Usage"},
        .few = 4,
        .object = "Process",
        .counter = "% Processor Time",
        .wide_object = u"Process",
        .wide_counter = u"% Processor Time",
        .life_step = step_of_lives(7)};
}

Scene capture(const test::TemporaryFolder& folder, int samples) {
    REQUIRE(pdh_shim_set_sources(script.c_str()) == ERROR_SUCCESS);
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    for (const char* const path : {"\\Widget(*)\\Items/sec", "\\Widget(*)\\Hit %", "\\Widget(*)\\Depth",
             "\\Gadget\\Turns/sec", "\\Gadget\\Depth"}) {
        REQUIRE(PdhAddCounterA(query, path, 0, &counter) == ERROR_SUCCESS);
    }
    std::string blocks;
    std::vector<char> block(100'000);
    for (int i = 0; i < samples; ++i) {
        REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS);
        auto size = static_cast<DWORD>(block.size());
        REQUIRE(pdh_shim_capture_sample(query, i == 0 ? PDH_SHIM_CAPTURE_TITLES : 0, block.data(), &size) ==
                ERROR_SUCCESS);
        blocks.append(block.data(), size);
    }
    REQUIRE(PdhCloseQuery(query) == ERROR_SUCCESS);
    return widgets("capture", "perfdata:" + folder.write("widgets.perfdata", blocks));
}

constexpr std::array line_counters{
    pdh_shim_counter{"Boxes/sec", "Boxes packed in a second.", 0, PERF_COUNTER_BULK_COUNT, 0, 0, 0},
    pdh_shim_counter{"% Labelled", nullptr, 0, PERF_SAMPLE_FRACTION, 0, 0, 1},
    pdh_shim_counter{"Boxes seen", nullptr, 0, PERF_SAMPLE_BASE, 0, 0, 0},
};
constexpr pdh_shim_counter depth{"Depth", nullptr, 0, PERF_COUNTER_LARGE_RAWCOUNT, 0, 0, 0};

// Its values are functions of the time, since both queries of a fixture collect it. A third line comes and
// goes.
void write_packing(pdh_shim_writer& writer, std::uint32_t object, std::int64_t time) {
    const std::int64_t moment = time / 1'000'000;
    if (object == 1) {
        writer.set(&writer, 0, 0, moment % 10);
        return;
    }
    constexpr std::array lines{
        "north", "a line with a name that is longer than small ones", "another of these, now and then"};
    const std::size_t count = moment % 4 == 3 ? lines.size() : lines.size() - 1;
    for (std::size_t line = 0; line < count; ++line) {
        const std::uint32_t row =
            writer.add_instance(&writer, lines.at(line), line == 0 ? nullptr : "hall", PDH_SHIM_NO_ID);
        writer.set(&writer, row, 0, moment * (row + 3));
        writer.set(&writer, row, 1, moment * row);
        writer.set(&writer, row, 2, moment * 5);
    }
}

Scene own_source() {
    const std::vector<pdh_shim_object> objects{
        {"Line", "Lines on which boxes are packed.", 0, 0, 1, line_counters.size(), line_counters.data(), 0},
        {"Store", nullptr, 0, 0, 0, 1, &depth, 0}};
    return {.name = "own source",
        .sources = R"(script:{"objects": [], "samples": []})",
        .paths = {"\\Store\\Depth", "\\Line(*)\\Boxes/sec", "\\Line(*)\\% Labelled",
            "\\Line(north)\\Boxes/sec"},
        .few = 4,
        .object = "Line",
        .counter = "Boxes/sec",
        .wide_object = u"Line",
        .wide_counter = u"Boxes/sec",
        .own_source = std::make_shared<test::OwnSource>("packing", objects, write_packing)};
}

#ifdef WIDGET_PERF
// It allocates no memory, and these two of its counters do not change.
Scene performance_dll() {
    return {.name = "performance DLL",
        .sources = "provider:" WIDGET_PERF,
        .paths = {"\\Widget Factory\\Stock", "\\Widget(*)\\Queue Length"},
        .few = 2,
        .object = "Widget",
        .counter = "Queue Length",
        .wide_object = u"Widget",
        .wide_counter = u"Queue Length",
        .pause = 120,
        .life_step = step_of_lives(17)};
}
#endif

} // namespace

std::vector<Scene> make_scenes(const test::TemporaryFolder& folder, int samples) {
    std::vector<Scene> scenes{
        widgets("script", script), recorded_machine(), capture(folder, samples), own_source()};
#ifdef WIDGET_PERF
    scenes.push_back(performance_dll());
#endif
    return scenes;
}

} // namespace pdh_shim::torture
