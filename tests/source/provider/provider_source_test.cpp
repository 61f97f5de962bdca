// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/sanitizer.h"
#include "base/text.h"
#include "patience.h"
#include "scene.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <pthread.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using pdh_shim::Status;
using pdh_shim::under_address_sanitizer;
using pdh_shim::under_thread_sanitizer;
using pdh_shim::model::Instances;
using pdh_shim::model::ObjectSnapshot;
using pdh_shim::test::Scene;

namespace {

constexpr std::uint32_t odd = 0;
constexpr std::uint32_t lone = 1;
const std::string metadata = "Collect Supports Metadata=1\n";
const std::string isolated = "Isolation=process\n";
const std::vector<std::string> isolations = {std::string(), isolated};

std::vector<std::u16string> names(const ObjectSnapshot& object) {
    std::vector<std::u16string> names;
    for (const auto& instance : object.instances()->instances()) {
        names.push_back(instance.name);
    }
    return names;
}

// A provider that gets by until it is asked for single objects: it is disabled, keeps its objects, is not
// asked again, and is closed at the end.
void check_is_disabled(
    const std::string& behaviour, const std::string& reason, const std::string& more = {}) {
    Scene scene;
    REQUIRE(scene.start(Scene::ini(behaviour, more)) == Status::success);
    CHECK(scene.source().catalogue()->objects.size() == 2);
    const auto& snapshot = scene.collect({odd, lone});
    CHECK(snapshot.objects[0].status() == Status::cstatus_invalid_data);
    CHECK(snapshot.objects[1].status() == Status::cstatus_invalid_data);
    CHECK(snapshot.perf_time == 1'000);
    CHECK(snapshot.system_time == 3'000);
    CHECK(scene.has_logged("provider OddPerf is disabled: " + reason));
    const unsigned lists = scene.state().lists;
    CHECK(scene.collect({lone}).objects[0].status() == Status::cstatus_invalid_data);
    CHECK(scene.state().lists == lists);
    CHECK(scene.source().catalogue()->objects.size() == 2);
    ObjectSnapshot instances;
    CHECK(scene.source().enumerate(odd, instances));
    CHECK(instances.rows() == 0);
    const unsigned in_this_process = more.starts_with(isolated) ? 0 : 1;
    scene.close();
    CHECK(scene.state().closes == in_this_process);
}

// What a child after fork() finds in the first cell of Odd's second instance; -1 if nothing.
int cell_in_child(Scene& scene) {
    const pid_t child = fork();
    if (child == 0) {
        const ObjectSnapshot& object = scene.collect({odd}).objects[0];
        _exit(object.rows() == 2 ? static_cast<int>(object.cell(1, 0)) : 255);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) != 255 ? WEXITSTATUS(status) : -1;
}

// Runs something in a program of its own whose standard error is a pipe, and waits until the program and
// every process that inherited its standard error have ended. The program's exit status.
int run_in_program(const std::function<int()>& run) {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const pid_t program = fork();
    if (program == 0) {
        alarm(pdh_shim::test::patience);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        _exit(run());
    }
    close(ends[1]);
    int status = 0;
    waitpid(program, &status, 0);
    char byte = 0;
    while (read(ends[0], &byte, 1) > 0) {
    }
    close(ends[0]);
    return status;
}

// No thread can be started while it lives: none has room for the stack that they all ask for.
class NoThreads : boost::noncopyable {
  public:
    NoThreads() {
        pthread_getattr_default_np(&before_);
        pthread_attr_t attributes{};
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, std::size_t{1} << 46U);
        REQUIRE(pthread_setattr_default_np(&attributes) == 0);
        pthread_attr_destroy(&attributes);
    }
    ~NoThreads() {
        pthread_setattr_default_np(&before_);
        pthread_attr_destroy(&before_);
    }

  private:
    pthread_attr_t before_{};
};

// Every process whose command line begins with the host program's and names this INI file.
std::vector<pid_t> hosts_of(const std::string& file) {
    std::vector<pid_t> hosts;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        // Of a process that ends meanwhile it is empty: an iterator of the buffer would throw.
        std::ostringstream text;
        text << std::ifstream(entry.path() / "cmdline", std::ios::binary).rdbuf();
        const std::string line = text.str();
        if (line.find("pdh-provider-host") != std::string::npos && line.find(file) != std::string::npos) {
            hosts.push_back(static_cast<pid_t>(std::atoi(entry.path().filename().c_str())));
        }
    }
    return hosts;
}

} // namespace

TEST_CASE("a performance DLL is opened once, asked for what is wanted, and closed") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("")) == Status::success);
    CHECK_FALSE(scene.state().has_devices);
    static_cast<void>(scene.collect({lone, odd}));
    CHECK(std::string(scene.state().request) == "7008 7000");
    static_cast<void>(scene.collect({lone}));
    CHECK(std::string(scene.state().request) == "7008");
    CHECK(scene.state().opens == 1);
    CHECK(scene.state().closes == 0);
    scene.close();
    CHECK(scene.state().closes == 1);
}

TEST_CASE("names and help texts of a performance DLL come from its INI file, in English") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("")) == Status::success);
    const auto catalogue = scene.source().catalogue();
    REQUIRE(catalogue->objects.size() == 2);
    const auto& object = catalogue->objects[odd];
    CHECK(object.name == u"Odd");
    CHECK(object.help == u"What is odd.");
    CHECK(object.title_index == 7000);
    CHECK(object.instances == Instances::multi);
    REQUIRE(object.counters.size() == 3);
    CHECK(object.counters[0].name == u"Level");
    CHECK(object.counters[0].title_index == 7002);
    CHECK(object.counters[1].name == u"% Hits");
    CHECK(object.counters[1].base == 2);
    CHECK(catalogue->objects[lone].name == u"Lone");
    CHECK(catalogue->objects[lone].instances == Instances::none);
    CHECK_FALSE(catalogue->default_scale_applies);
}

TEST_CASE("values of a performance DLL are collected with the time of the library's clock") {
    for (const std::string& more : isolations) {
        CAPTURE(more);
        Scene scene;
        REQUIRE(scene.start(Scene::ini("good", more)) == Status::success);
        const auto& snapshot = scene.collect({odd, lone});
        CHECK(snapshot.perf_time == 1'000);
        CHECK(snapshot.time_100ns == 2'000);
        CHECK(snapshot.system_time == 3'000);
        const ObjectSnapshot& object = snapshot.objects[0];
        CHECK(names(object) == std::vector<std::u16string>{u"a", u"b"});
        CHECK(object.cell(0, 0) == 1);
        CHECK(object.cell(1, 0) == 2);
        CHECK(object.cell(1, 1) == 2);
        CHECK(object.cell(1, 2) == 10);
        REQUIRE(snapshot.objects[1].rows() == 1);
        CHECK(snapshot.objects[1].cell(0, 0) == 7);
    }
}

TEST_CASE("provider: metadata supported: the catalogue needs no sample") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("good", metadata)) == Status::success);
    CHECK(scene.state().metadata == 1);
    CHECK(scene.source().catalogue()->objects.size() == 2);
    CHECK(names(scene.collect({odd}).objects[0]).size() == 2);
}

TEST_CASE("provider: without metadata the catalogue comes from a sample") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("good")) == Status::success);
    CHECK(scene.state().metadata == 0);
    CHECK(scene.source().catalogue()->objects.size() == 2);
}

TEST_CASE("provider: metadata announced but malformed: the catalogue comes from a sample") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("metadata_unknown", metadata)) == Status::success);
    CHECK(scene.state().metadata == 1);
    CHECK(scene.source().catalogue()->objects.size() == 2);
}

TEST_CASE("provider: instances changing between collects") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("changing_instances")) == Status::success);
    CHECK(names(scene.collect({odd}).objects[0]) == std::vector<std::u16string>{u"a", u"b"});
    CHECK(names(scene.collect({odd}).objects[0]) == std::vector<std::u16string>{u"b", u"c"});
    CHECK(names(scene.collect({odd}).objects[0]).empty());
    CHECK(names(scene.collect({odd}).objects[0]).empty());
    CHECK_FALSE(scene.has_logged("disabled"));
}

TEST_CASE("provider: a buffer that is too small grows") {
    for (const std::string& more : isolations) {
        CAPTURE(more);
        Scene scene;
        REQUIRE(scene.start(Scene::ini("needs_a_megabyte", more)) == Status::success);
        CHECK(names(scene.collect({odd}).objects[0]).size() == 2);
    }
}

TEST_CASE("provider: wrong byte count") {
    check_is_disabled("wrong_byte_count", "Collect says that it wrote 400 bytes, but its data pointer");
}

TEST_CASE("provider: more bytes than the buffer has") {
    check_is_disabled("too_many_bytes", "Collect says that it wrote 65544 bytes, of 65536");
}

TEST_CASE("provider: overrun") {
    check_is_disabled("overrun", "Collect wrote outside its buffer");
}

TEST_CASE("provider: overrun in isolation") {
    check_is_disabled("overrun", "Collect wrote outside its buffer", isolated);
}

TEST_CASE("provider: a write before the buffer") {
    check_is_disabled("underrun", "Collect wrote outside its buffer");
}

TEST_CASE("provider: never enough buffer") {
    check_is_disabled("never_enough", "Collect asked for more than 16777216 bytes");
}

TEST_CASE("provider: negative NumInstances") {
    check_is_disabled("negative_instances", "what Collect wrote is malformed: ");
}

TEST_CASE("provider: more instances than bytes") {
    check_is_disabled("too_many_instances", "what Collect wrote is malformed: ");
}

TEST_CASE("provider: misaligned size") {
    check_is_disabled("misaligned", "Collect wrote 388 bytes, no multiple of 8");
}

TEST_CASE("provider: wrong number of objects") {
    check_is_disabled("wrong_object_count", "what Collect wrote is malformed: ");
}

TEST_CASE("provider: an object that is cut short") {
    check_is_disabled("cut_short", "what Collect wrote is malformed: ");
}

TEST_CASE("provider: Collect failing") {
    check_is_disabled("collect_fails", "Collect returned error 21");
}

TEST_CASE("provider: Collect throwing") {
    check_is_disabled("throws", "Collect threw an exception: of no use to anyone");
}

TEST_CASE("provider: crash in isolation") {
    check_is_disabled("crashes", "its process ended: signal 6", isolated);
}

TEST_CASE("provider: an end of the process in isolation") {
    check_is_disabled("exits", "its process ended: exit code 3", isolated);
}

TEST_CASE("provider: Open failing") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("open_fails")) == Status::success);
    CHECK(scene.has_logged("provider OddPerf is disabled: Open returned error 5"));
    CHECK(scene.source().catalogue()->objects.empty());
    scene.close();
    CHECK(scene.state().closes == 0);
}

TEST_CASE("provider: a hang ends the collect by its time-out; the DLL then has its time") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("hangs")) == Status::success);
    scene.pass_time(
        5'000, [&] { return scene.is_hanging(); },
        [&] {
            CHECK(scene.collect({odd, lone}).objects[0].status() == Status::cstatus_invalid_data);
        });
    CHECK(scene.has_logged("provider OddPerf is disabled: Collect took more than 5000 ms"));
    CHECK(scene.collect({odd}).objects[0].status() == Status::cstatus_invalid_data);
    scene.close(); // does not wait for it either
    CHECK(scene.state().closes == 0);
    scene.release();
    scene.wait_closed();
    CHECK(scene.state().closes == 1);
}

TEST_CASE("provider: hang in isolation: its process is ended") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("hangs", isolated)) == Status::success);
    scene.pass_time(
        5'000, [&] { return scene.clock().waiting() != 0; },
        [&] {
            CHECK(scene.collect({odd, lone}).objects[0].status() == Status::cstatus_invalid_data);
        });
    CHECK(scene.has_logged("provider OddPerf is disabled: Collect took more than 5000 ms"));
    scene.close();
}

TEST_CASE("provider: hang in isolation while it is loaded") {
    Scene scene;
    setenv("ODD_HANGS_WHILE_LOADED", "1", 1);
    scene.pass_time(
        3'000, [&] { return scene.clock().waiting() != 0; },
        [&] { CHECK(scene.start(Scene::ini("good", isolated)) == Status::query_perf_data_timeout); });
    unsetenv("ODD_HANGS_WHILE_LOADED");
    CHECK(scene.error().find("loading it took more than 3000 ms") != std::string::npos);
}

TEST_CASE("provider: hang in Open") {
    Scene scene;
    scene.pass_time(
        3'000, [&] { return scene.is_hanging(); },
        [&] { REQUIRE(scene.start(Scene::ini("open_hangs")) == Status::success); });
    CHECK(scene.has_logged("provider OddPerf is disabled: Open took more than 3000 ms"));
    CHECK(scene.source().catalogue()->objects.empty());
    scene.release();
    scene.wait_closed();
}

TEST_CASE("provider: hang in Close") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("close_hangs")) == Status::success);
    scene.pass_time(
        3'000, [&] { return scene.is_hanging(); }, [&] { scene.close(); });
    scene.release();
    scene.wait_closed();
}

TEST_CASE("provider: an isolated DLL's process ends with the program, even while it hangs") {
    Scene scene;
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const pid_t program = fork();
    if (program == 0) {
        // The process inherits standard error, and so the pipe is open until it ends.
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (scene.start(Scene::ini("hangs", isolated)) != Status::success) {
            _exit(1);
        }
        std::thread([&] { static_cast<void>(scene.collect({odd})); }).detach();
        while (scene.clock().waiting() == 0) {
            std::this_thread::yield();
        }
        _exit(0);
    }
    close(ends[1]);
    int status = 0;
    waitpid(program, &status, 0);
    CHECK(WEXITSTATUS(status) == 0);
    char byte = 0;
    CHECK(read(ends[0], &byte, 1) == 0);
    close(ends[0]);
}

TEST_CASE("provider: a host is not a child of the program for wait() and SIGCHLD") {
    const int status = run_in_program([] {
        sigset_t child{};
        sigemptyset(&child);
        sigaddset(&child, SIGCHLD);
        sigprocmask(SIG_BLOCK, &child, nullptr);
        Scene scene;
        if (scene.start(Scene::ini("good", isolated)) != Status::success) {
            return 1;
        }
        if (waitpid(-1, nullptr, 0) != -1 || errno != ECHILD) {
            return 2;
        }
        if (names(scene.collect({odd}).objects[0]).size() != 2) {
            return 3;
        }
        scene.close();
        sigset_t pending{};
        sigpending(&pending);
        return sigismember(&pending, SIGCHLD) == 0 ? 0 : 4;
    });
    CHECK(status == 0);
}

TEST_CASE("provider: a program that ignores SIGCHLD learns how its host ended") {
    const int status = run_in_program([] {
        signal(SIGCHLD, SIG_IGN);
        Scene scene;
        if (scene.start(Scene::ini("crashes", isolated)) != Status::success) {
            return 1;
        }
        static_cast<void>(scene.collect({odd}));
        return scene.has_logged("its process ended: signal 6") ? 0 : 2;
    });
    CHECK(status == 0);
}

TEST_CASE("provider: no host outlives a killed program, even if its children live on") {
    for (const bool with_child : {false, true}) {
        CAPTURE(with_child);
        Scene scene; // of this program, which removes its folder
        const int status = run_in_program([&scene, with_child] {
            if (scene.start(Scene::ini("forks", isolated)) != Status::success ||
                names(scene.collect({odd}).objects[0]).size() != 2) {
                return 1;
            }
            if (with_child && fork() == 0) {
                // Holds the sockets, but not the pipe that the test waits for.
                close(STDERR_FILENO);
                for (;;) {
                    if (hosts_of(scene.file()).empty()) {
                        _exit(0);
                    }
                    std::this_thread::yield();
                }
            }
            raise(SIGKILL);
            return 2;
        });
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == SIGKILL);
    }
}

TEST_CASE("provider: children of an isolated DLL end with it, and when it crashes") {
    for (const char* const behaviour : {"forks", "forks_and_crashes"}) {
        CAPTURE(behaviour);
        const int status = run_in_program([behaviour] {
            Scene scene;
            if (scene.start(Scene::ini(behaviour, isolated)) != Status::success) {
                return 1;
            }
            static_cast<void>(scene.collect({odd}));
            const std::string file = scene.file();
            scene.close();
            while (!hosts_of(file).empty()) { // the supervisor ends behind its last word
                std::this_thread::yield();
            }
            return 0;
        });
        CHECK(status == 0);
    }
}

TEST_CASE("provider: kill -9 of the host's processes disables only the provider") {
    // The first is the supervisor: it is older than its worker.
    for (const std::size_t which : {std::size_t{0}, std::size_t{1}}) {
        CAPTURE(which);
        const int status = run_in_program([which] {
            Scene scene;
            if (scene.start(Scene::ini("hangs", isolated)) != Status::success) {
                return 1;
            }
            std::thread other([&] {
                std::vector<pid_t> hosts;
                while (scene.clock().waiting() == 0 || hosts.size() < 2) {
                    hosts = hosts_of(scene.file());
                }
                std::ranges::sort(hosts);
                kill(hosts.at(which), SIGKILL);
            });
            const Status collected = scene.collect({odd}).objects[0].status();
            other.join();
            if (collected != Status::cstatus_invalid_data || !scene.has_logged("its process ended: ")) {
                return 2;
            }
            scene.close();
            return 0;
        });
        CHECK(status == 0);
    }
}

TEST_CASE("provider: a socket's number that the program used again is left alone") {
    const int status = run_in_program([] {
        Scene scene;
        if (scene.start(Scene::ini("good", isolated)) != Status::success) {
            return 1;
        }
        constexpr int most = 64;
        for (int number = 3; number < most; ++number) {
            close(number);
        }
        std::vector<int> own;
        while (own.empty() || own.back() < most) {
            own.push_back(open("/dev/null", O_RDONLY));
        }
        static_cast<void>(scene.collect({odd}));
        scene.close();
        for (const int number : own) {
            if (fcntl(number, F_GETFD) < 0) {
                return 2;
            }
        }
        return 0;
    });
    CHECK(status == 0);
}

TEST_CASE("provider: an isolated DLL's sockets are not standard streams, and close on exec") {
    const int status = run_in_program([] {
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        const auto is_socket = [](int number) {
            struct stat status {};
            return fstat(number, &status) == 0 && S_ISSOCK(status.st_mode);
        };
        std::array<bool, 64> inherited{};
        for (int number = 0; number < 64; ++number) {
            inherited[static_cast<std::size_t>(number)] = is_socket(number);
        }
        Scene scene;
        if (scene.start(Scene::ini("good", isolated)) != Status::success ||
            names(scene.collect({odd}).objects[0]).size() != 2) {
            return 1;
        }
        int sockets = 0;
        for (int number = 0; number < 64; ++number) {
            if (is_socket(number) && !inherited[static_cast<std::size_t>(number)]) {
                ++sockets;
                if (number <= STDERR_FILENO || (fcntl(number, F_GETFD) & FD_CLOEXEC) == 0) {
                    return 2;
                }
            }
        }
        return sockets == 2 ? 0 : 10 + sockets;
    });
    CHECK(status == 0);
}

TEST_CASE("provider: an isolated DLL closes or replaces only its own descriptors") {
    for (const char* const behaviour : {"closes_descriptors", "replaces_descriptors"}) {
        check_is_disabled(behaviour, "its process ended: ", isolated);
    }
}

TEST_CASE("provider: a thread that a DLL leaves behind does no harm") {
    for (const std::string& more : isolations) {
        CAPTURE(more);
        const int status = run_in_program([&more] {
            Scene scene;
            if (scene.start(Scene::ini("leaves_thread", more)) != Status::success) {
                return 1;
            }
            const bool good = names(scene.collect({odd}).objects[0]).size() == 2;
            scene.close();
            return good ? 0 : 2;
        });
        CHECK(status == 0);
    }
}

TEST_CASE("provider: a DLL that ends the thread it is called in loses only its counters") {
    check_is_disabled("ends_thread", "Collect ended its thread");
}

TEST_CASE("provider: a DLL that ends the thread it is called in, in isolation") {
    check_is_disabled("ends_thread", "it ended the thread that called it", isolated);
}

TEST_CASE("provider: malformed blocks in isolation") {
    check_is_disabled("negative_instances", "what Collect wrote is malformed: ", isolated);
    check_is_disabled("too_many_instances", "what Collect wrote is malformed: ", isolated);
    check_is_disabled("wrong_object_count", "what Collect wrote is malformed: ", isolated);
    check_is_disabled("cut_short", "what Collect wrote is malformed: ", isolated);
    check_is_disabled("misaligned", "Collect wrote 388 bytes, no multiple of 8", isolated);
    check_is_disabled("underrun", "Collect wrote outside its buffer", isolated);
    check_is_disabled("throws", "Collect threw an exception: of no use to anyone", isolated);
}

TEST_CASE("provider: more instances, objects or bytes than a provider may have") {
    for (const std::string& more : isolations) {
        check_is_disabled("crowd", "its objects have more than 100000 instances", more);
        check_is_disabled("many_objects", "it defines more than 1000 objects", more);
        check_is_disabled("never_enough", "Collect asked for more than 16777216 bytes", more);
    }
}

TEST_CASE("provider: more memory than an isolated DLL may have" *
          doctest::skip(under_address_sanitizer || under_thread_sanitizer)) {
    check_is_disabled(
        "takes_memory", "Collect threw an exception: std::bad_alloc", isolated + "Memory Limit=512\n");
}

TEST_CASE("provider: more processor time than an isolated DLL may have") {
    check_is_disabled("spins",
        "its process ended: signal 24, it used more processor time than its CPU limit allows",
        isolated + "CPU Limit=1\n");
}

TEST_CASE("provider: without a thread the provider pauses, and is then called again") {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("good")) == Status::success);
    {
        const NoThreads none;
        CHECK(scene.collect({odd}).objects[0].status() == Status::cstatus_invalid_data);
        CHECK(scene.has_logged("provider OddPerf is left alone for 1 s: there is no thread for it"));
        scene.clock().advance(pdh_shim::ticks_per_second);
        CHECK(scene.collect({odd}).objects[0].status() == Status::cstatus_invalid_data);
        CHECK(scene.has_logged("provider OddPerf is left alone for 2 s"));
    }
    scene.clock().advance(2 * pdh_shim::ticks_per_second - 1);
    CHECK(scene.collect({odd}).objects[0].status() == Status::cstatus_invalid_data);
    scene.clock().advance(1);
    CHECK(names(scene.collect({odd}).objects[0]).size() == 2);
    CHECK_FALSE(scene.has_logged("disabled"));
}

TEST_CASE("provider: the log names a DLL without objects, or whose objects lack titles") {
    {
        Scene scene;
        REQUIRE(scene.start(Scene::ini("empty")) == Status::success);
        CHECK(scene.has_logged("provider OddPerf has no objects: Collect returned none for Global and "
                               "Costly. If the DLL compares these "
                               "words with wide text (L\"Global\"), it has to be built with -fshort-wchar"));
    }
    std::string ini = Scene::ini("good");
    ini.replace(ini.find("Set Indexes=OddIndexes"), 22, "");
    Scene scene;
    REQUIRE(scene.start(ini) == Status::success);
    CHECK(scene.has_logged("names the object with the index"));
    CHECK(scene.has_logged("Its First Counter is 7000: the library has to take it from there"));
}

TEST_CASE("provider: missing library") {
    for (const std::string& more : isolations) {
        CAPTURE(more);
        Scene scene;
        CHECK(scene.start(Scene::ini("good", more, "no_such_library.so")) == Status::file_not_found);
        CHECK(scene.error().find("no_such_library.so") != std::string::npos);
    }
}

TEST_CASE("provider: missing symbol") {
    for (const std::string& more : isolations) {
        CAPTURE(more);
        std::string ini = Scene::ini("good", more);
        ini.replace(ini.find("=OddCollect"), 11, "=NoCollect");
        Scene scene;
        CHECK(scene.start(ini) == Status::function_not_found);
        CHECK(scene.error().find("NoCollect") != std::string::npos);
    }
}

TEST_CASE("provider: parent and child both collect after fork()") {
    for (const std::string& more : isolations) {
        CAPTURE(more);
        Scene scene;
        REQUIRE(scene.start(Scene::ini("good", more)) == Status::success);
        CHECK(cell_in_child(scene) == 2);
        CHECK(scene.collect({odd}).objects[0].cell(1, 0) == 2);
        CHECK(cell_in_child(scene) == 2);
    }
}

TEST_CASE("provider: a child that is forked while a call hangs opens the DLL anew" *
          doctest::skip(under_thread_sanitizer)) {
    Scene scene;
    REQUIRE(scene.start(Scene::ini("hangs_once")) == Status::success);
    scene.pass_time(
        5'000,
        [&] {
            if (!scene.is_hanging()) {
                return false;
            }
            CHECK(cell_in_child(scene) == 2);
            return true;
        },
        [&] { CHECK(scene.collect({odd}).objects[0].status() == Status::cstatus_invalid_data); });
    scene.close();
    scene.release();
    scene.wait_closed();
}
