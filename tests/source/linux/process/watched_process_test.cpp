// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "process_scene.h"
#include "source/linux/process/watched_process.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("a task is distinguished by its number and its start, whatever these are") {
    constexpr std::int64_t largest_id = (1 << 22) - 1;
    std::set<std::int64_t> ids;
    for (const std::int64_t id : {std::int64_t{0}, std::int64_t{1}, std::int64_t{300}, largest_id}) {
        for (const std::int64_t start :
            {std::int64_t{0}, std::int64_t{1}, std::int64_t{300}, std::int64_t{1} << 40}) {
            ids.insert(task_id(id, start));
        }
    }
    CHECK(ids.size() == 16);
    CHECK(*ids.begin() == task_id(0, 0));
    CHECK(task_id(0, 0) == 0);
    CHECK(task_id(5, INT64_MAX) >= 0); // an instance has no negative one
    CHECK(task_id(5, -1) >= 0);
}

TEST_CASE("what a sample changed of a process is undone, and its name stays") {
    WatchedProcess watched;
    watched.start_ticks = 5;
    watched.last[ProcessField::user_time] = 40;
    watched.name = u"before";
    watched.keep();
    watched.start_ticks = 900;
    watched.replaced = true;
    watched.last[ProcessField::user_time] = 3;
    watched.name = u"after";
    watched.undo();
    CHECK(watched.start_ticks == 5);
    CHECK_FALSE(watched.replaced);
    CHECK(watched.last[ProcessField::user_time] == 40);
    CHECK(watched.name == u"after");
}

TEST_CASE_FIXTURE(Scene, "another process of the same number is another instance") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500, .user_ticks = 90}});
    collect();
    collect();
    const auto id = unique_id(process, u"job");
    CHECK(id != pdh_shim::model::no_unique_id);
    pass(10 * second);
    files().remove("/proc/7/stat");
    set_process(files(), {.id = 7, .comm = "job", .start_ticks = 100'100, .user_ticks = 2});
    collect();
    CHECK(unique_id(process, u"job") != id);
    CHECK(cell(process, u"job", u"% User Time") == ticks(2));
    CHECK(cell(process, u"_Total", u"% User Time") == ticks(92));
}

TEST_CASE_FIXTURE(Scene, "a process keeps its identity while it lives") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    collect();
    const auto id = unique_id(process, u"job");
    add_process(files(), {.id = 3, .comm = "before", .start_ticks = 1});
    add_process(files(), {.id = 9, .comm = "behind", .start_ticks = 800});
    collect();
    CHECK(instances(process) == Names{"Idle", "before", "job", "behind", "_Total"});
    CHECK(unique_id(process, u"job") == id);
}

namespace {

/// What a process had used at the last sample, and its children before it.
ProcessGrowth growth_of(std::int64_t user, std::int64_t reaped_user) {
    ProcessGrowth last{};
    last[ProcessField::user_time] = user;
    last[ProcessField::reaped_user_time] = reaped_user;
    return last;
}

/// A process that was there in the last sample, and has asked about children since then.
WatchedProcess parent_of_ended(std::int64_t reaped_before, std::int64_t reaped_now) {
    WatchedProcess process;
    process.lasting = true;
    process.last = growth_of(0, reaped_before);
    process.now[ProcessField::reaped_user_time] = reaped_now;
    return process;
}

} // namespace

TEST_CASE("ended processes used what their parents' children did, less what was counted") {
    EndedProcesses ended;
    ended.begin();
    ended.add_ended(growth_of(40, 2));
    ended.add_living(parent_of_ended(1000, 1050));
    ProcessValues times = ended.times();
    CHECK(times[ProcessField::user_time] == 50 - 42);
    CHECK(times[ProcessField::privileged_time] == 0);
    CHECK(times[ProcessField::processor_time] == 50 - 42);
    // Each sample counts anew.
    ended.begin();
    ended.add_living(parent_of_ended(1050, 1050));
    times = ended.times();
    CHECK(times[ProcessField::user_time] == 0);
}

TEST_CASE("a new process brings what its children used, and a hidden one brings nothing") {
    EndedProcesses ended;
    ended.begin();
    WatchedProcess born;
    born.born = true;
    born.last = growth_of(0, 500); // of the process that had its number
    born.now[ProcessField::reaped_user_time] = 30;
    ended.add_living(born);
    WatchedProcess hidden;
    hidden.now[ProcessField::reaped_user_time] = 7000;
    ended.add_living(hidden);
    CHECK(ended.times()[ProcessField::user_time] == 30);
}

TEST_CASE("what a process used is taken away if another one has its number") {
    EndedProcesses ended;
    ended.begin();
    WatchedProcess replaced;
    replaced.born = true;
    replaced.replaced = true;
    replaced.last = growth_of(40, 0);
    ended.add_living(replaced);
    ended.add_living(parent_of_ended(0, 41));
    CHECK(ended.times()[ProcessField::user_time] == 1);
}

TEST_CASE("times of children that could not be read count as if no child had ended") {
    EndedProcesses ended;
    ended.begin();
    ended.add_living(parent_of_ended(10, unread));
    ended.add_living(parent_of_ended(unread, 10));
    ended.add_ended(growth_of(unread, 10));
    ended.add_living(parent_of_ended(5, 9));
    CHECK(ended.times()[ProcessField::user_time] == 4);
}

TEST_CASE_FIXTURE(Scene, "_Total does not fall when a process ends, and grows by all that a new one used") {
    set_processes(files(), {{.id = 7, .comm = "old", .start_ticks = 500, .user_ticks = 4000},
                               {.id = 8, .comm = "other", .start_ticks = 500, .user_ticks = 10}});
    collect();
    CHECK(cell(process, u"_Total", u"% User Time") == ticks(4010));
    pass(10 * second);
    files().remove_folder("/proc/7");
    set_process(files(), {.id = 8, .comm = "other", .start_ticks = 500, .user_ticks = 15});
    add_process(files(), {.id = 9, .comm = "new", .start_ticks = 100'500, .user_ticks = 30});
    collect();
    CHECK(cell(process, u"_Total", u"% User Time") == ticks(4045));
}

TEST_CASE_FIXTURE(Scene, "_Total has the processor time of processes that ended in the interval") {
    TestProcess shell{.id = 7, .comm = "shell", .start_ticks = 500, .reaped_user_ticks = 1000};
    set_processes(files(),
        {shell,
            {.id = 8, .comm = "job", .start_ticks = 600, .parent = 7, .user_ticks = 40, .system_ticks = 9},
            {.id = 9, .comm = "unasked", .start_ticks = 600, .parent = 1, .user_ticks = 7000}});
    want(process);
    const auto used = [&](std::u16string_view counter) {
        return *cell(process, u"_Total", counter) - *cell(process, u"Idle", counter);
    };
    collect();
    CHECK(used(u"% User Time") == ticks(7040));
    pass(10 * second);
    SUBCASE("what one used after the last sample, and what another one did that was never seen") {
        files().remove_folder("/proc/8");
        shell.reaped_user_ticks += 55 + 20;
        shell.reaped_system_ticks += 10;
        set_process(files(), shell);
        collect();
        CHECK(used(u"% User Time") == ticks(7040 + 15 + 20));
        CHECK(used(u"% Privileged Time") == ticks(9 + 1));
        CHECK(used(u"% Processor Time") == ticks(7049 + 36));
        CHECK(cell(process, u"shell", u"% User Time") == 0);
        pass(second);
        collect();
        CHECK(used(u"% User Time") == ticks(7040 + 15 + 20));
    }
    SUBCASE("one about whose end nobody asks takes nothing away") {
        files().remove_folder("/proc/9");
        set_process(files(),
            {.id = 8, .comm = "job", .start_ticks = 600, .parent = 7, .user_ticks = 45, .system_ticks = 9});
        collect();
        CHECK(used(u"% User Time") == ticks(7045));
    }
    SUBCASE("one whose number another one has now") {
        set_process(files(), {.id = 8, .comm = "job", .start_ticks = 100'500, .user_ticks = 3});
        shell.reaped_user_ticks += 41;
        set_process(files(), shell);
        collect();
        CHECK(used(u"% User Time") == ticks(7040 + 1 + 3));
    }
    SUBCASE("a parent that ends together with its child") {
        files().remove_folder("/proc/7");
        files().remove_folder("/proc/8");
        set_process(files(), {.id = 9,
                                 .comm = "unasked",
                                 .start_ticks = 600,
                                 .user_ticks = 7000,
                                 .reaped_user_ticks = 1000 + 42});
        collect();
        CHECK(used(u"% User Time") == ticks(7042));
    }
}
