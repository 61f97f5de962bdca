// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "base/clock.h"
#include "source/linux/wine/windows_numbers.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace pdh_shim::source::linux;
using pdh_shim::platform::WindowsProcess;
using pdh_shim::test::add_process;
using pdh_shim::test::Scene;
using pdh_shim::test::second;

namespace {

constexpr std::int64_t noon = 134'000'000'000'000'000;

std::vector<std::int64_t> numbers(
    const std::vector<KernelProcess>& kernel, const std::vector<WindowsProcess>& windows) {
    std::vector<std::int64_t> found;
    for (const WindowsProcess* const match : match_windows_processes(kernel, windows)) {
        found.push_back(match == nullptr ? 0 : match->id);
    }
    return found;
}

using Numbers = std::vector<std::int64_t>;

} // namespace

TEST_CASE("processes of Windows are found by their names, in any case and without .exe") {
    CHECK(numbers({{u"bash", noon}, {u"Report", noon}}, {{"report.EXE", 32, 8, noon + second / 2}}) ==
          Numbers{0, 32});
}

TEST_CASE("processes of one name are matched by the closest starts") {
    CHECK(numbers({{u"a", noon}, {u"a", noon + 5 * second}},
              {{"a.exe", 40, 8, noon + 5 * second}, {"a.exe", 32, 8, noon + second}}) == Numbers{32, 40});
}

TEST_CASE(
    "programs that were started at once are told apart though each is noted as late as the next starts") {
    constexpr std::int64_t ms = second / 1000;
    CHECK(numbers({{u"a", noon}, {u"a", noon + 50 * ms}, {u"a", noon + 100 * ms}},
              {{"a.exe", 32, 8, noon + 80 * ms}, {"a.exe", 40, 8, noon + 130 * ms},
                  {"a.exe", 36, 8, noon + 180 * ms}}) == Numbers{32, 40, 36});
}

TEST_CASE("if Linux has more processes of one name than Windows, the worst matches are left out") {
    CHECK(numbers({{u"a", noon}, {u"a", noon + 4 * second}, {u"a", noon + 9 * second}},
              {{"a.exe", 40, 8, noon + 9 * second}, {"a.exe", 32, 8, noon + second}}) == Numbers{32, 0, 40});
    CHECK(numbers({{u"a", noon + 5 * second}}, {{"a.exe", 32, 8, noon}, {"a.exe", 36, 8, noon + 6 * second},
                                                   {"a.exe", 40, 8, noon + 9 * second}}) == Numbers{36});
}

TEST_CASE("a change of the wall clock is found by the two starts of this process") {
    constexpr std::int64_t set = 3600 * second;
    CHECK(numbers({{u"self", noon, true}, {u"a", noon + 2 * second}},
              {{"self.exe", 32, 8, noon + set, true}, {"a.exe", 36, 8, noon + 2 * second + set}}) ==
          Numbers{32, 36});
}

TEST_CASE("how long this process took to start says nothing about others") {
    constexpr std::int64_t ms = second / 1000;
    CHECK(numbers({{u"self", noon, true}, {u"a", noon + 500 * ms}, {u"a", noon + 900 * ms}},
              {{"self.exe", 32, 8, noon + 400 * ms, true}, {"a.exe", 36, 8, noon + 520 * ms}}) ==
          Numbers{32, 36, 0});
}

TEST_CASE("a process that has ended is not matched with one that Windows' functions list") {
    CHECK(numbers(
              {{.name = u"a", .started = noon, .has_ended = true}, {.name = u"a", .started = noon + second}},
              {{"a.exe", 32, 8, noon}}) == Numbers{0, 32});
}

TEST_CASE("a name that the kernel cut is found by its beginning, when no whole name is the same") {
    CHECK(numbers({{.name = u"LongProgramNam", .started = noon, .may_be_cut = true}},
              {{"LongProgramName.exe", 32, 8, noon}}) == Numbers{32});
    CHECK(numbers({{.name = u"LongProgram1.ex", .started = noon, .may_be_cut = true}},
              {{"LongProgram1.exe", 32, 8, noon}}) == Numbers{32});
    CHECK(numbers({{u"LongProgramNam", noon}}, {{"LongProgramName.exe", 32, 8, noon}}) == Numbers{0});
    CHECK(numbers({{.name = u"LongProgram", .started = noon, .may_be_cut = true},
                      {.name = u"LongProgramName", .started = noon}},
              {{"LongProgramName.exe", 32, 8, noon}}) == Numbers{0, 32});
}

TEST_CASE("a process whose start differs much belongs to another prefix") {
    CHECK(numbers({{u"a", noon}}, {{"a.exe", 32, 8, noon + 31 * second}}) == Numbers{0});
    CHECK(numbers({{u"a", 0}}, {{"a.exe", 32, 8, noon}}) == Numbers{0});
}

TEST_CASE("two processes never get the same number") {
    CHECK(numbers({{u"a", noon}, {u"a", noon}}, {{"a.exe", 32, 8, noon}}) == Numbers{32, 0});
}

TEST_CASE("this process finds itself, whatever its name and start") {
    CHECK(numbers({{u"a", noon}, {u"other", noon - 60 * second, true}},
              {{"a.exe", 32, 8, noon, true}, {"a.exe", 36, 8, noon + 60 * second}}) == Numbers{36, 32});
    CHECK(numbers({{u"a", noon}}, {{"a.exe", 32, 8, noon, true}}) == Numbers{0});
}

TEST_CASE("a suspend of the machine moves no start, because the wall clock shows it") {
    const std::int64_t suspended = 600 * second;
    Scene scene(suspended);
    scene.files().set("/proc/stat", "cpu0 10 0 0 1000 0 0 0\n");
    scene.files().set("/proc/uptime", "1600.00 0.00\n");
    add_process(scene.files(), {.id = 700, .comm = "report.exe", .start_ticks = 90000, .parent = 1});
    const std::int64_t started = pdh_shim::test::start_time - 100 * second;
    scene.options.windows_processes = [=] {
        return std::vector<WindowsProcess>{{"report.exe", 32, 8, started}};
    };
    scene.collect();
    CHECK(scene.cell(u"Process", u"report", u"ID Process") == 32);
}

TEST_CASE("Process shows a program of Windows, and this one too, under its whole name") {
    Scene scene;
    scene.files().set("/proc/stat", "cpu0 10 0 0 1000 0 0 0\n");
    scene.files().set("/proc/uptime", "1000.00 0.00\n");
    add_process(scene.files(), {.id = 700, .comm = "AnotherLongProg", .start_ticks = 90000, .parent = 1});
    add_process(scene.files(), {.id = 701, .comm = "-quiet", .start_ticks = 91000, .parent = 1});
    scene.files().set("/proc/self/task/701/stat", "");
    const std::int64_t started = pdh_shim::test::start_time - 100 * second;
    scene.options.windows_processes = [=] {
        return std::vector<WindowsProcess>{{"AnotherLongProgram.exe", 32, 8, started},
            {"MyProgram.exe", 36, 8, started + 10 * second, true}};
    };
    scene.collect();
    CHECK(scene.cell(u"Process", u"AnotherLongProgram", u"ID Process") == 32);
    CHECK(scene.cell(u"Process", u"MyProgram", u"ID Process") == 36);
    CHECK(scene.instances(u"Process V2") ==
          std::vector<std::string>{"Idle:0", "AnotherLongProgram:32", "MyProgram:36", "_Total"});
}

TEST_CASE("Process shows programs of Windows by their numbers there, others by the kernel's") {
    Scene scene;
    scene.files().set("/proc/stat", "cpu0 10 0 0 1000 0 0 0\n");
    scene.files().set("/proc/uptime", "1000.00 0.00\n");
    add_process(scene.files(), {.id = 700, .comm = "report.exe", .start_ticks = 90000, .parent = 1});
    add_process(scene.files(), {.id = 701, .comm = "sh", .start_ticks = 90000, .parent = 1});
    const std::int64_t started = pdh_shim::test::start_time - 100 * second;
    scene.options.windows_processes = [=] {
        return std::vector<WindowsProcess>{{"report.exe", 32, 8, started}};
    };
    scene.collect();
    CHECK(scene.cell(u"Process", u"report", u"ID Process") == 32);
    CHECK(scene.cell(u"Process", u"report", u"Creating Process ID") == 8);
    CHECK(scene.cell(u"Process", u"sh", u"ID Process") == 701);
    CHECK(scene.instances(u"Process V2") ==
          std::vector<std::string>{"Idle:0", "report:32", "sh:701", "_Total"});
}
