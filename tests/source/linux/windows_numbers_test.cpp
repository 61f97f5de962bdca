#include "base/clock.h"
#include "machine.h"
#include "scene.h"
#include "source/linux/windows_numbers.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace pdh_shim::source::linux;
using pdh_shim::platform::WindowsProcess;
using pdh_shim::test::add_process;
using pdh_shim::test::Scene;

namespace {

constexpr std::int64_t second = pdh_shim::ticks_per_second;
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

TEST_CASE("of processes of one name those belong together whose starts lie next to each other") {
    CHECK(numbers({{u"a", noon}, {u"a", noon + 5 * second}},
              {{"a.exe", 40, 8, noon + 5 * second}, {"a.exe", 32, 8, noon + second}}) == Numbers{32, 40});
}

TEST_CASE("a process that was started at quite another time is one of another prefix") {
    CHECK(numbers({{u"a", noon}}, {{"a.exe", 32, 8, noon + 31 * second}}) == Numbers{0});
    CHECK(numbers({{u"a", 0}}, {{"a.exe", 32, 8, noon}}) == Numbers{0});
}

TEST_CASE("two processes never get the same number") {
    CHECK(numbers({{u"a", noon}, {u"a", noon}}, {{"a.exe", 32, 8, noon}}) == Numbers{32, 0});
}

TEST_CASE("this process is known to itself, whatever its name and start") {
    CHECK(numbers({{u"a", noon}, {u"other", noon - 60 * second, true}},
              {{"a.exe", 32, 8, noon, true}, {"a.exe", 36, 8, noon}}) == Numbers{36, 32});
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
