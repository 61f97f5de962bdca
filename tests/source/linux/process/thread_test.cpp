// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "running_scene.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;
using namespace std::string_view_literals;

namespace {

constexpr std::u16string_view thread = u"Thread";

/// The files of a thread.
void set_thread(Scene& scene, int process, const TestProcess& task, char state = 'S') {
    MemoryFiles& files = scene.files();
    const std::string folder = "/proc/" + std::to_string(process) + "/task/" + std::to_string(task.id);
    MemoryFiles made;
    set_process(made, task);
    pdh_shim::FileBuffer buffer;
    std::string text(made.read("/proc/" + std::to_string(task.id) + "/stat", buffer).value());
    text[text.rfind(')') + 2] = state;
    files.set(folder + "/stat", text);
    files.set(folder + "/status", "Name: x\nvoluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t5\n");
}

/// The machine's two processes; the second one has three threads.
void set_threads(Scene& scene) {
    set_machine(scene.files());
    set_thread(scene, 1, {.id = 1, .comm = "init", .start_ticks = 10, .user_ticks = 40});
    set_thread(scene, 77, {.id = 77, .comm = "worker", .start_ticks = 5000, .system_ticks = 30});
    set_thread(scene, 77,
        {.id = 90, .comm = "pool", .start_ticks = 6000, .user_ticks = 3, .system_ticks = 4, .nice = 10}, 'R');
    set_thread(scene, 77, {.id = 105, .comm = "pool", .start_ticks = 6500, .policy = 1}, 'Z');
}

std::int64_t total_time(const Scene& scene) {
    return scene.cell(thread, u"_Total/_Total", u"% Processor Time").value();
}

} // namespace

TEST_CASE_FIXTURE(Scene, "threads are named by their process and their position in it") {
    set_threads(*this);
    want(thread);
    collect();
    std::vector<std::string> names;
    for (const auto& instance : of(thread).instances()->instances()) {
        names.push_back(pdh_shim::to_utf8(instance.parent + u"/" + instance.name).value());
    }
    CHECK(names == std::vector<std::string>{"init/0", "worker/0", "worker/1", "worker/2", "_Total/_Total"});
}

TEST_CASE("Thread has the values of each thread's own files") {
    Scene scene;
    set_threads(scene);
    scene.want(thread);
    scene.collect();
    const auto cell = [&](std::u16string_view counter) { return scene.cell(thread, u"worker/1", counter); };
    CHECK(cell(u"% Processor Time") == ticks(7));
    CHECK(cell(u"% User Time") == ticks(3));
    CHECK(cell(u"% Privileged Time") == ticks(4));
    CHECK(cell(u"Context Switches/sec") == 12);
    CHECK(cell(u"Elapsed Time") == start_time - 940 * second); // the machine is up for 1000 s
    CHECK(cell(u"Priority Base") == 4);
    CHECK(cell(u"Priority Current") == 4);
    CHECK(cell(u"Thread State") == 2);
    CHECK(cell(u"ID Process") == 77);
    CHECK(cell(u"ID Thread") == 90);
    CHECK(scene.cell(thread, u"worker/0", u"Thread State") == 5);
    CHECK(scene.cell(thread, u"worker/2", u"Thread State") == 4);
    CHECK(scene.cell(thread, u"worker/2", u"Priority Base") == 24);
    CHECK(total_time(scene) == ticks(77));
    CHECK(scene.cell(thread, u"_Total/_Total", u"Context Switches/sec") == 48);
    CHECK(scene.cell(thread, u"_Total/_Total", u"ID Thread") == 0);
}

TEST_CASE_FIXTURE(Scene, "threads of processes with one name have the numbers of their processes") {
    set_threads(*this);
    add_process(files(), {.id = 99, .comm = "worker", .start_ticks = 7000});
    set_thread(*this, 99, {.id = 99, .comm = "worker", .start_ticks = 7000, .user_ticks = 8});
    want(thread);
    collect();
    CHECK(cell(thread, u"worker/0", u"ID Process") == 77);
    CHECK(cell(thread, u"worker/0#1", u"ID Process") == 99);
}

TEST_CASE_FIXTURE(Scene, "the total of threads stays steady when threads come, go and change numbers") {
    set_threads(*this);
    want(thread);
    collect();
    const auto id = unique_id(thread, u"worker/1");
    const auto total = total_time(*this);
    files().remove_folder("/proc/77/task/90");
    pass(second);
    collect();
    CHECK(total_time(*this) == total);
    CHECK(cell(thread, u"worker/1", u"ID Thread") == 105); // it took the position of the other
    CHECK(unique_id(thread, u"worker/1") != id);
    // One that was there all the time, under the number of the one that ended, and one that is new.
    set_thread(*this, 77, {.id = 90, .comm = "pool", .start_ticks = 6001, .user_ticks = 50});
    pass(second);
    collect();
    CHECK(total_time(*this) == total);
    set_thread(*this, 77, {.id = 91, .comm = "pool", .start_ticks = 100'250, .user_ticks = 20});
    pass(second);
    collect();
    CHECK(total_time(*this) == total + ticks(20));
    // One that ends, and whose number a new one has at the next collect.
    set_thread(*this, 77, {.id = 91, .comm = "pool", .start_ticks = 100'350, .user_ticks = 5});
    pass(second);
    collect();
    CHECK(total_time(*this) == total + ticks(20 + 5));
}

TEST_CASE_FIXTURE(Scene, "a thread that ends while it is read is left out, as are a hidden process's") {
    set_threads(*this);
    files().remove("/proc/77/task/90/stat"); // the folder is still listed
    files().set_error("/proc/1/task", pdh_shim::FileError::denied);
    want(thread);
    collect();
    CHECK(of(thread).rows() == 3);
    CHECK(cell(thread, u"worker/1", u"ID Thread") == 105);
}

TEST_CASE("the total of threads has no value while threads of others may not be read") {
    for (const char* const denied : {"/proc/77/stat", "/proc/77/task", "/proc/77/task/90/stat"}) {
        CAPTURE(denied);
        Scene scene;
        set_threads(scene);
        scene.files().set_error(denied, pdh_shim::FileError::denied);
        scene.want(thread);
        scene.collect();
        CHECK(scene.cell(thread, u"init/0", u"% Processor Time") == ticks(40));
        CHECK_FALSE(scene.cell(thread, u"_Total/_Total", u"% Processor Time"));
        CHECK_FALSE(scene.cell(thread, u"_Total/_Total", u"Context Switches/sec"));
        CHECK(scene.cell(thread, u"_Total/_Total", u"ID Thread") == 0);
        scene.files().remove(denied);
        set_threads(scene);
        scene.collect();
        CHECK(total_time(scene) == ticks(77));
    }
}

TEST_CASE_FIXTURE(Scene, "context switches of a thread are read only when they are asked for") {
    set_threads(*this);
    want(thread, u"% Processor Time");
    files().forget();
    collect();
    CHECK(files().reads("/proc/77/task/90/stat") == 1);
    CHECK(files().reads("/proc/77/task/90/status") == 0);
    want(thread, u"Context Switches/sec");
    files().set_error("/proc/77/task/90/status", pdh_shim::FileError::denied);
    collect();
    CHECK(cell(thread, u"worker/0", u"Context Switches/sec") == 12);
    CHECK_FALSE(cell(thread, u"worker/1", u"Context Switches/sec"));
    CHECK_FALSE(cell(thread, u"_Total/_Total", u"Context Switches/sec"));
    CHECK(total_time(*this) == ticks(77));
    files().remove("/proc/77/task/90/status"); // it ended after its line was read
    collect();
    CHECK(of(thread).rows() == 4);
    CHECK(cell(thread, u"_Total/_Total", u"Context Switches/sec") == 36);
}

namespace {

/// The machine's threads, whose processes have run before.
struct RunningThreads : RunningScene {
    RunningThreads() {
        set_threads(*this);
        run_times = {{1, 100}, {77, 200}};
        for (const auto* const counter :
            {u"% Processor Time", u"% User Time", u"% Privileged Time", u"Elapsed Time", u"ID Thread"}) {
            want(thread, counter);
        }
    }
};

using Lines = std::set<std::string>;

const Lines lines_of_worker{
    "/proc/77/stat", "/proc/77/task/77/stat", "/proc/77/task/90/stat", "/proc/77/task/105/stat"};

} // namespace

TEST_CASE("threads of a process that has not run are not read again") {
    RunningThreads scene;
    CHECK(scene.collect_and_tell().contains("/proc/1/task/1/stat"));
    const auto id = scene.unique_id(thread, u"worker/1");
    const auto total = total_time(scene);
    scene.pass(second);
    CHECK(scene.collect_and_tell().empty());
    CHECK(scene.of(thread).rows() == 5);
    CHECK(scene.cell(thread, u"worker/1", u"% Processor Time") == ticks(7));
    CHECK(scene.cell(thread, u"worker/1", u"ID Thread") == 90);
    CHECK(scene.unique_id(thread, u"worker/1") == id);
    CHECK(total_time(scene) == total);
    // One thread has used time, one is new and one has ended.
    set_thread(
        scene, 77, {.id = 90, .comm = "pool", .start_ticks = 6000, .user_ticks = 8, .system_ticks = 4});
    set_thread(scene, 77, {.id = 110, .comm = "pool", .start_ticks = 100'150, .user_ticks = 20});
    scene.files().remove_folder("/proc/77/task/105");
    scene.run_times[77] += 1;
    scene.pass(second);
    Lines read = lines_of_worker;
    read.erase("/proc/77/task/105/stat");
    read.insert("/proc/77/task/110/stat");
    CHECK(scene.collect_and_tell() == read);
    CHECK(scene.cell(thread, u"worker/1", u"% Processor Time") == ticks(12));
    CHECK(scene.cell(thread, u"worker/2", u"ID Thread") == 110);
    CHECK(total_time(scene) == total + ticks(5 + 20));
    scene.pass(second);
    CHECK(scene.collect_and_tell().empty());
    CHECK(total_time(scene) == total + ticks(5 + 20));
}

TEST_CASE("threads are kept beside processes that need more, and beside their ends") {
    RunningThreads scene;
    scene.want(u"Process", u"Thread Count"); // each process's line is read
    static_cast<void>(scene.collect_and_tell());
    CHECK(scene.collect_and_tell() == Lines{"/proc/1/stat", "/proc/77/stat"});
    scene.files().remove_folder("/proc/1");
    CHECK(scene.collect_and_tell() == Lines{"/proc/77/stat"});
    CHECK(scene.of(thread).rows() == 4);
    CHECK(scene.cell(thread, u"worker/1", u"ID Thread") == 90);
}

TEST_CASE("what can change while a thread does not run is always read") {
    for (const auto* const counter : {u"Priority Current", u"Priority Base", u"Thread State"}) {
        CAPTURE(pdh_shim::to_utf8(counter).value());
        RunningThreads scene;
        scene.want(thread, counter);
        static_cast<void>(scene.collect_and_tell());
        set_thread(scene, 77, {.id = 90, .comm = "pool", .start_ticks = 6000, .nice = -20}, 'Z');
        CHECK(scene.collect_and_tell().contains("/proc/77/task/90/stat"));
        CHECK(scene.cell(thread, u"worker/1", counter) == (counter == u"Thread State"sv ? 4 : 13));
    }
}

TEST_CASE("context switches that are wanted later are read once of threads that do not run") {
    RunningThreads scene;
    scene.collect();
    scene.collect();
    scene.want(thread, u"Context Switches/sec");
    scene.collect();
    CHECK(scene.cell(thread, u"worker/1", u"Context Switches/sec") == 12);
    CHECK(scene.collect_and_tell().empty());
    CHECK(scene.files().reads("/proc/77/task/90/status") == 0);
    CHECK(scene.cell(thread, u"worker/1", u"Context Switches/sec") == 12);
}

TEST_CASE("the start of a thread that has not run follows the boot time") {
    RunningThreads scene;
    scene.collect();
    const auto start = scene.cell(thread, u"worker/1", u"Elapsed Time");
    scene.files().set("/proc/uptime", "900.00 0.00\n");
    CHECK(scene.collect_and_tell().empty());
    CHECK(scene.cell(thread, u"worker/1", u"Elapsed Time") == *start + 100 * second);
}

TEST_CASE("threads that may not be read are tried again, run or not") {
    RunningThreads scene;
    scene.files().set_error("/proc/77/task/90/stat", pdh_shim::FileError::denied);
    scene.collect();
    CHECK_FALSE(scene.cell(thread, u"_Total/_Total", u"% Processor Time"));
    scene.files().remove("/proc/77/task/90/stat");
    set_threads(scene);
    scene.collect();
    CHECK(total_time(scene) == ticks(77));
}

TEST_CASE_FIXTURE(Scene, "no thread is looked at for other objects") {
    set_threads(*this);
    want(u"Process");
    files().forget();
    collect();
    for (const std::string& path : files().looked_at()) {
        CHECK(path.find("/task") == std::string::npos);
    }
}

TEST_CASE_FIXTURE(Scene, "each file of 2,000 threads is read once") {
    set_threads(*this);
    for (int id = 1000; id < 3000; ++id) {
        set_thread(*this, 77, {.id = id, .comm = "pool", .start_ticks = 7000});
    }
    want(thread, u"% Processor Time");
    files().forget();
    collect();
    CHECK(of(thread).rows() == 2005);
    for (const int id : {1000, 2999}) {
        CHECK(files().reads("/proc/77/task/" + std::to_string(id) + "/stat") == 1);
    }
}
