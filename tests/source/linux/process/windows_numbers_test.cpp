// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "base/clock.h"
#include "source/linux/process/windows_numbers.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::source::linux;
using pdh_shim::platform::WindowsProcess;
using pdh_shim::test::add_process;
using pdh_shim::test::Scene;
using pdh_shim::test::second;

namespace {

constexpr std::int64_t noon = 134'000'000'000'000'000;

std::vector<std::int64_t> numbers(
    const std::vector<KernelProcess>& kernel, const std::vector<WindowsProcess>& windows,
    const RunsWindowsProgram& runs_windows_program = [](std::size_t /*place*/) { return false; }) {
    std::vector<std::int64_t> found;
    for (const WindowsProcess* const match : match_windows_processes(kernel, windows, runs_windows_program)) {
        found.push_back(match == nullptr ? 0 : match->id);
    }
    return found;
}

using Numbers = std::vector<std::int64_t>;

/// Programs of Windows that started 900 s after the machine: `report.exe`, and others by their numbers.
class Programs {
  public:
    explicit Programs(Scene& scene) {
        scene.files().set("/proc/stat", "cpu0 10 0 0 1000 0 0 0\n");
        scene.files().set("/proc/uptime", "1000.00 0.00\n");
        add_process(scene.files(), {.id = 700, .comm = "report.exe", .start_ticks = 90000, .parent = 1});
        scene.options.windows_processes = [this] {
            ++lists;
            return listed;
        };
    }

    static constexpr std::int64_t started = pdh_shim::test::start_time - 100 * second;

    std::vector<WindowsProcess> listed{{"report.exe", 32, 8, started}};
    int lists = 0; ///< how often they were listed
};

constexpr std::string_view wine_maps =
    "7bc0000-7c00000 r--p 00000000 08:01 42 /usr/lib/x86_64-linux-gnu/wine/x86_64-unix/ntdll.so\n"
    "7ffc1000-7ffc3000 r-xp 00000000 00:00 0 [vdso]\n";

} // namespace

TEST_CASE("processes of Windows are found by their names, in any case and without .exe") {
    CHECK(numbers({{u"bash", noon}, {u"Report", noon}}, {{"report.EXE", 32, 8, noon + second / 2}}) ==
          Numbers{0, 32});
}

TEST_CASE("processes of one name are matched by the closest starts") {
    CHECK(numbers({{u"a", noon}, {u"a", noon + 5 * second}},
              {{"a.exe", 40, 8, noon + 5 * second}, {"a.exe", 32, 8, noon + second}}) == Numbers{32, 40});
}

TEST_CASE("programs started at once are distinguished, though noted one start late") {
    constexpr std::int64_t ms = second / 1000;
    CHECK(numbers({{u"a", noon}, {u"a", noon + 50 * ms}, {u"a", noon + 100 * ms}},
              {{"a.exe", 32, 8, noon + 80 * ms}, {"a.exe", 40, 8, noon + 130 * ms},
                  {"a.exe", 36, 8, noon + 180 * ms}}) == Numbers{32, 40, 36});
}

TEST_CASE("if Linux has more processes of one name than Windows, bad matches are left out") {
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

TEST_CASE("a name that the kernel cut is found by its start if no whole name matches") {
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

TEST_CASE("a program whose command line begins with other words is found by its start") {
    const auto runs = [](std::size_t place) { return place != 0; };
    CHECK(numbers({{u"sh", noon}, {u"other", noon - second}, {u"words", noon + 9 * second}},
              {{"a.exe", 32, 8, noon}, {"b.exe", 36, 8, noon + 10 * second}}, runs) == Numbers{0, 32, 36});
    CHECK(numbers({{u"a", noon}, {u"other", noon}}, {{"a.exe", 32, 8, noon}}, runs) == Numbers{32, 0});
    CHECK(numbers({{u"sh", noon}, {u"other", noon - 31 * second}}, {{"a.exe", 32, 8, noon}}, runs) ==
          Numbers{0, 0});
}

TEST_CASE("only processes with a program without a partner are asked for Wine") {
    std::vector<std::size_t> asked;
    const auto ask = [&](std::size_t place) {
        asked.push_back(place);
        return false;
    };
    numbers({{u"a", noon}, {u"sh", noon}}, {{"a.exe", 32, 8, noon}}, ask);
    CHECK(asked.empty());
    numbers({{u"a", noon}, {u"sh", noon}, {u"sh", noon + 60 * second}, {u"sh", 0}},
        {{"a.exe", 32, 8, noon}, {"b.exe", 36, 8, noon}}, ask);
    CHECK(asked == std::vector<std::size_t>{1});
}

TEST_CASE("a process runs a program of Windows if Wine's library is in its memory") {
    CHECK(has_wine(wine_maps));
    CHECK(has_wine("7bc0000-7c00000 r-xp 00000000 08:01 42 /opt/wine/lib/wine/ntdll.dll.so\n"));
    CHECK_FALSE(has_wine("7bc0000-7c00000 r-xp 00000000 08:01 42 /usr/lib/x86_64-linux-gnu/libc.so.6\n"));
    CHECK_FALSE(has_wine(""));
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

TEST_CASE_FIXTURE(Scene, "Process shows a program of Windows, and this one too, under its whole name") {
    files().set("/proc/stat", "cpu0 10 0 0 1000 0 0 0\n");
    files().set("/proc/uptime", "1000.00 0.00\n");
    add_process(files(), {.id = 700, .comm = "AnotherLongProg", .start_ticks = 90000, .parent = 1});
    add_process(files(), {.id = 701, .comm = "-quiet", .start_ticks = 91000, .parent = 1});
    files().set("/proc/self/task/701/stat", "");
    const std::int64_t started = pdh_shim::test::start_time - 100 * second;
    options.windows_processes = [=] {
        return std::vector<WindowsProcess>{{"AnotherLongProgram.exe", 32, 8, started},
            {"MyProgram.exe", 36, 8, started + 10 * second, true}};
    };
    collect();
    CHECK(cell(u"Process", u"AnotherLongProgram", u"ID Process") == 32);
    CHECK(cell(u"Process", u"MyProgram", u"ID Process") == 36);
    CHECK(instances(u"Process V2") ==
          std::vector<std::string>{"Idle:0", "AnotherLongProgram:32", "MyProgram:36", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "Process shows programs of Windows by their numbers there, others by the kernel's") {
    files().set("/proc/stat", "cpu0 10 0 0 1000 0 0 0\n");
    files().set("/proc/uptime", "1000.00 0.00\n");
    add_process(files(), {.id = 700, .comm = "report.exe", .start_ticks = 90000, .parent = 1});
    add_process(files(), {.id = 701, .comm = "sh", .start_ticks = 90000, .parent = 1});
    const std::int64_t started = pdh_shim::test::start_time - 100 * second;
    options.windows_processes = [=] { return std::vector<WindowsProcess>{{"report.exe", 32, 8, started}}; };
    collect();
    CHECK(cell(u"Process", u"report", u"ID Process") == 32);
    CHECK(cell(u"Process", u"report", u"Creating Process ID") == 8);
    CHECK(cell(u"Process", u"sh", u"ID Process") == 701);
    CHECK(instances(u"Process V2") == std::vector<std::string>{"Idle:0", "report:32", "sh:701", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "Process shows a program by its image's name, not by its command line") {
    Programs programs(*this);
    add_process(files(), {.id = 701, .comm = "other", .start_ticks = 90050, .parent = 1});
    files().set("/proc/701/maps", wine_maps);
    add_process(files(), {.id = 702, .comm = "sh", .start_ticks = 90050, .parent = 1});
    files().set("/proc/702/maps", "7ffc1000-7ffc3000 r-xp 00000000 00:00 0 [vdso]\n");
    programs.listed.push_back({"Image.exe", 40, 32, Programs::started + second / 2});
    collect();
    CHECK(cell(u"Process", u"Image", u"ID Process") == 40);
    CHECK(cell(u"Process", u"Image", u"Creating Process ID") == 32);
    CHECK(instances(u"Process V2") ==
          std::vector<std::string>{"Idle:0", "report:32", "Image:40", "sh:702", "_Total"});
    CHECK(files().reads("/proc/700/maps") == 0);
}

TEST_CASE_FIXTURE(Scene, "a program of Windows that is still loading keeps the kernel's name and number") {
    Programs programs(*this);
    add_process(files(), {.id = 701, .comm = "loaded.exe", .start_ticks = 99'950, .parent = 1});
    files().set("/proc/701/maps", wine_maps);
    programs.listed.push_back({"", 40, 32, Programs::started + 99 * second + second / 2});
    want(u"Process");
    collect();
    CHECK(cell(u"Process", u"loaded", u"ID Process") == 701);
    programs.listed.back().name = "loaded.exe";
    pass(second);
    collect();
    CHECK(cell(u"Process", u"loaded", u"ID Process") == 40);
}

TEST_CASE_FIXTURE(Scene, "while other processes come and go, the programs of Windows keep their numbers") {
    Programs programs(*this);
    want(u"Process");
    collect();
    REQUIRE(programs.lists == 1);
    for (int id = 701; id < 705; ++id) {
        add_process(files(), {.id = id, .comm = "sh", .start_ticks = 100'000, .parent = 1});
        pass(second);
        collect();
        files().remove_folder("/proc/" + std::to_string(id));
    }
    CHECK(cell(u"Process", u"report", u"ID Process") == 32);
    add_process(files(), {.id = 705, .comm = "late.exe", .start_ticks = 100'450, .parent = 1});
    pass(second);
    collect(); // Windows' functions do not know it yet
    programs.listed.push_back({"late.exe", 36, 8, Programs::started + 104 * second});
    pass(second);
    collect();
    CHECK(cell(u"Process", u"late", u"ID Process") == 36);
}

TEST_CASE_FIXTURE(Scene, "a program that gets the number of one that has ended is listed") {
    Programs programs(*this);
    want(u"Process");
    collect();
    files().remove_folder("/proc/700");
    add_process(files(), {.id = 701, .comm = "next.exe", .start_ticks = 100'050, .parent = 1});
    programs.listed = {{"next.exe", 32, 8, Programs::started + 100 * second}};
    pass(second);
    collect();
    CHECK(programs.lists == 2);
    CHECK(cell(u"Process", u"next", u"ID Process") == 32);
}

TEST_CASE_FIXTURE(Scene, "this process is looked for once, first among those with its name") {
    Programs programs(*this);
    add_process(files(), {.id = 701, .comm = "MyProgram.exe", .start_ticks = 91000, .parent = 1});
    files().set("/proc/self/task/701/stat", "");
    programs.listed.push_back({"MyProgram.exe", 36, 8, Programs::started + 10 * second, true});
    want(u"Process");
    collect();
    CHECK(files().looked_at().contains("/proc/self/task/701"));
    CHECK_FALSE(files().looked_at().contains("/proc/self/task/700"));
    files().forget();
    files().remove_folder("/proc/700");
    add_process(files(), {.id = 702, .comm = "next.exe", .start_ticks = 100'050, .parent = 1});
    programs.listed.push_back({"next.exe", 40, 8, Programs::started + 100 * second});
    pass(second);
    collect();
    CHECK(programs.lists == 2);
    CHECK(cell(u"Process", u"MyProgram", u"ID Process") == 36);
    CHECK_FALSE(files().looked_at().contains("/proc/self/task/701"));
}

TEST_CASE_FIXTURE(Scene, "a program keeps its number without its first thread, but not as a zombie") {
    Programs programs(*this);
    want(u"Process");
    want(u"Process V2");
    collect();
    const std::string tail = "1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 ";
    files().set("/proc/700/stat", "700 (report.exe) Z " + tail + "3 0 90000 0 0 0\n");
    files().make_folder("/proc/700/task/700");
    pass(second);
    collect();
    CHECK(cell(u"Process", u"report", u"ID Process") == 32);
    files().set("/proc/700/stat", "700 (report.exe) Z " + tail + "1 0 90000 0 0 0\n");
    pass(second);
    collect();
    CHECK(cell(u"Process", u"report", u"ID Process") == 700);
    CHECK(instances(u"Process V2") == std::vector<std::string>{"Idle:0", "report:700", "_Total"});
}
