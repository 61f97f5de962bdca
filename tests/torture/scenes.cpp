#include "scenes.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <doctest/doctest.h>

namespace pdh_shim::torture {
namespace {

const std::string script = "script:" TORTURE_SCRIPT;

Scene widgets(const std::string& sources) {
    return {.sources = sources,
        .paths = {"\\Gadget\\Depth", "\\Widget(*)\\Depth", "\\Widget(*)\\Hit %", "\\Widget(b)\\Items/sec",
            "\\Widget(*)\\Items/sec", "\\Gadget\\Turns/sec"},
        .few = 4,
        .object = "Widget",
        .counter = "Items/sec",
        .wide_object = u"Widget",
        .wide_counter = u"Items/sec"};
}

// Time stands still in the record: its processes seem to have been started just now, so that `_Total` counts
// one anew that could not be read for once.
Scene recorded_machine() {
    return {.sources = "linux",
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
        .wide_counter = u"% Processor Time"};
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
    return widgets("perfdata:" + folder.write("widgets.perfdata", blocks));
}

#ifdef WIDGET_PERF
// It allocates no memory of its own, and these two of its counters stay the same.
Scene performance_dll() {
    return {.sources = "provider:" WIDGET_PERF,
        .paths = {"\\Widget Factory\\Stock", "\\Widget(*)\\Queue Length"},
        .few = 2,
        .object = "Widget",
        .counter = "Queue Length",
        .wide_object = u"Widget",
        .wide_counter = u"Queue Length",
        .pause = 120};
}
#endif

} // namespace

std::vector<Scene> make_scenes(const test::TemporaryFolder& folder, int samples) {
    std::vector<Scene> scenes{widgets(script), recorded_machine(), capture(folder, samples)};
#ifdef WIDGET_PERF
    scenes.push_back(performance_dll());
#endif
    return scenes;
}

} // namespace pdh_shim::torture
