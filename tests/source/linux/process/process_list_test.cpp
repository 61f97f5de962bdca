// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "memory_files.h"
#include "source/linux/process/process_list.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace pdh_shim::test;
using pdh_shim::source::linux::PidNamespace;
using pdh_shim::test::MemoryFiles;

namespace {

constexpr std::u16string_view process_object = u"Process";

/// A machine with the processes 1 and 77, whose newest number is 5627, after as many samples as it takes
/// until new processes are sought.
class SeekingScene : public Scene {
  public:
    /// @param more processes besides these
    explicit SeekingScene(int more = 0) {
        options.seeks_new_processes = true;
        set_machine(files());
        for (int id = 1001; id <= 1000 + more; ++id) {
            add_task(id, id);
        }
        want(process_object, u"% Processor Time");
        collect();
        collect();
        refuse_listing();
    }

    /// A sample that lists all of /proc has no instances from now on.
    void refuse_listing() { files().deny("/proc"); }
    void allow_listing() { files().remove("/proc"); }

    void set_newest(int number) {
        files().set("/proc/loadavg", "0.00 0.04 0.01 2/91 " + std::to_string(number) + "\n");
    }

    /// A task of the kernel: a process, or a thread of another one.
    void add_task(int id, int process) {
        add_process(files(), {.id = id,
                                 .comm = "task" + std::to_string(id),
                                 .start_ticks = 6000,
                                 .exit_signal = id == process ? 17 : -1});
    }

    [[nodiscard]] bool shows(const std::string& name) const {
        return std::ranges::count(instances(process_object), name) == 1;
    }

    void collect_again() {
        pass(second);
        collect();
    }
};

} // namespace

TEST_CASE("a new process is sought by its number; an ended one is noticed when it is read") {
    SeekingScene scene;
    scene.collect_again();
    CHECK(scene.instances(process_object).size() == 4); // with Idle and _Total
    scene.set_newest(5630);
    scene.add_task(5629, 5629);
    scene.add_task(5630, 77); // a thread
    scene.collect_again();
    CHECK(scene.shows("task5629"));
    CHECK_FALSE(scene.shows("task5630"));
    scene.files().remove_folder("/proc/5629");
    scene.files().forget();
    scene.collect_again();
    CHECK(scene.instances(process_object).size() == 4);
    CHECK_MESSAGE(scene.files().opens("/proc/5630/stat") == 0, "it was found to be a thread");
}

TEST_CASE("a process that has a number and no folder yet is sought once more") {
    SeekingScene scene;
    scene.set_newest(5628);
    scene.collect_again();
    scene.add_task(5628, 5628);
    scene.collect_again();
    CHECK(scene.shows("task5628"));
}

TEST_CASE("a process whose files cannot be read for once is still shown, without its values") {
    SeekingScene scene;
    scene.files().set_error("/proc/77/stat", pdh_shim::FileError::failed);
    scene.collect_again();
    CHECK(scene.shows("worker"));
    CHECK_FALSE(scene.cell(process_object, u"worker", u"% Processor Time"));
    scene.files().remove_folder("/proc/77");
    add_process(scene.files(), {.id = 77, .comm = "worker", .start_ticks = 5000, .system_ticks = 30});
    scene.collect_again();
    CHECK(scene.cell(process_object, u"worker", u"% Processor Time") == ticks(30));
}

TEST_CASE("all of /proc is listed once a number could not be tried") {
    SeekingScene scene;
    scene.set_newest(5629);
    scene.add_task(5629, 5629);
    scene.files().refuse_info("/proc/5629/stat");
    scene.collect_again();
    CHECK_FALSE(scene.shows("task5629"));
    scene.files().refuse_info({});
    scene.allow_listing();
    scene.collect_again();
    CHECK(scene.shows("task5629"));
}

TEST_CASE("/proc is listed after ten seconds, and when too many numbers are new") {
    SeekingScene scene;
    scene.add_task(300, 300); // its number tells nothing
    scene.collect_again();
    CHECK_FALSE(scene.shows("task300"));
    scene.allow_listing();
    scene.pass(9 * second);
    scene.collect();
    CHECK(scene.shows("task300"));

    for (const int newest : {5800, 40}) { // or the numbers began anew
        SeekingScene other;
        other.allow_listing();
        other.set_newest(newest);
        other.add_task(30, 30);
        other.collect_again();
        CHECK(other.shows("task30"));
    }
}

TEST_CASE("as many new numbers are tried as there are processes") {
    struct Row {
        int processes;
        int numbers;
        bool is_sought;
    };
    for (const Row& row : {Row{2, 64, true}, Row{2, 65, false}, Row{63, 65, false}, Row{65, 65, true},
             Row{200, 200, true}, Row{200, 201, false}}) {
        CAPTURE(row.processes);
        CAPTURE(row.numbers);
        SeekingScene scene(row.processes - 2);
        const int newest = 5627 + row.numbers;
        scene.set_newest(newest);
        scene.add_task(newest, newest);
        scene.collect_again(); // where all of /proc is listed, which is refused, nothing is shown
        CHECK(scene.shows("task" + std::to_string(newest)) == row.is_sought);
    }
}

TEST_CASE("where /proc has other process numbers than loadavg, all of it is always listed") {
    SeekingScene scene;
    scene.allow_listing();
    scene.add_task(90'000, 90'000);
    scene.pass(10 * second);
    scene.collect();
    CHECK(scene.shows("task90000"));
    scene.add_task(90'001, 90'001);
    scene.collect_again();
    CHECK(scene.shows("task90001"));
}

TEST_CASE("all processes are shown after they were only counted, then new ones are sought") {
    for (const int counts : {2, 3, 4}) {
        CAPTURE(counts);
        Scene scene;
        scene.options.seeks_new_processes = true;
        set_machine(scene.files());
        scene.want(u"System", u"Processes");
        for (int i = 0; i < counts; ++i) {
            scene.collect();
        }
        scene.want(process_object, u"% Processor Time");
        scene.collect();
        CHECK(scene.instances(process_object).size() == 4); // with Idle and _Total
        CHECK(scene.cell(u"System", u"", u"Processes") == 2);
        scene.collect();
        scene.files().deny("/proc"); // it cannot be listed from now on
        scene.collect();
        CHECK(scene.instances(process_object).size() == 4);
    }
}

TEST_CASE("processes that are only counted are always listed") {
    Scene scene;
    scene.options.seeks_new_processes = true;
    set_machine(scene.files());
    scene.want(u"System", u"Processes");
    scene.collect();
    scene.collect();
    scene.collect();
    const auto before = scene.cell(u"System", u"", u"Processes");
    REQUIRE(before.has_value());
    scene.files().remove_folder("/proc/77");
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Processes") == *before - 1);
}

TEST_CASE("/proc shows the whole machine in the first namespace, or if that is unknown") {
    MemoryFiles files;
    CHECK(PidNamespace(files).is_whole_machine());
    files.set_link("/proc/self/ns/pid", "pid:[4026531836]");
    CHECK(PidNamespace(files).is_whole_machine());
    files.set_link("/proc/self/ns/pid", "pid:[4026532000]");
    CHECK_FALSE(PidNamespace(files).is_whole_machine());
}

TEST_CASE("a container may have the host's /proc, whose second process starts the kernel's") {
    MemoryFiles files;
    files.set_link("/proc/self/ns/pid", "pid:[4026532000]");
    files.set("/proc/2/stat", "2 (bash) S 1 2 2 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 5 4096 10\n");
    CHECK_FALSE(PidNamespace(files).is_whole_machine());
    files.set("/proc/2/stat", "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0\n");
    CHECK(PidNamespace(files).is_whole_machine());
}

TEST_CASE("a process asks once, and its child again") {
    MemoryFiles files;
    PidNamespace space(files);
    CHECK(space.is_whole_machine());
    files.set_link("/proc/self/ns/pid", "pid:[4026532000]");
    CHECK(space.is_whole_machine());
    files.set_process_id(4711);
    CHECK_FALSE(space.is_whole_machine());
}
