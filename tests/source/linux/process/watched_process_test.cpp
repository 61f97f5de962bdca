// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "process_scene.h"
#include "source/linux/process/watched_process.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
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

TEST_CASE("another process of the same number is another instance") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500, .user_ticks = 90}});
    scene.collect();
    scene.collect();
    const auto id = scene.unique_id(process, u"job");
    CHECK(id != pdh_shim::model::no_unique_id);
    scene.pass(10 * second);
    scene.files().remove("/proc/7/stat");
    set_process(scene.files(), {.id = 7, .comm = "job", .start_ticks = 100'100, .user_ticks = 2});
    scene.collect();
    CHECK(scene.unique_id(process, u"job") != id);
    CHECK(scene.cell(process, u"job", u"% User Time") == ticks(2));
    CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(92));
}

TEST_CASE("a process keeps its identity while it lives") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    scene.collect();
    const auto id = scene.unique_id(process, u"job");
    add_process(scene.files(), {.id = 3, .comm = "before", .start_ticks = 1});
    add_process(scene.files(), {.id = 9, .comm = "behind", .start_ticks = 800});
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "before", "job", "behind", "_Total"});
    CHECK(scene.unique_id(process, u"job") == id);
}
