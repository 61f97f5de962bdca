// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"
#include "source/linux/process/process_text.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::source::linux;
using namespace std::string_view_literals;

TEST_CASE("a line of /proc/<pid>/stat is read") {
    const auto stat = parse_process_stat(
        "4711 (cat) R 5611 5611 4197 0 -1 4194304 100 0 20 0 31 32 33 34 -2 -5 6 0 116275 3133440 381 "
        "18446744073709551615 94051906015232 94051906035113 140728637713984 0 0 0 0 0 0 0 0 0 17 0 0 2 0 0 "
        "0\n");
    REQUIRE(stat);
    CHECK(stat->comm == "cat");
    CHECK(stat->parent == 5611);
    CHECK(stat->faults == 120);
    CHECK(stat->user_ticks == 31);
    CHECK(stat->system_ticks == 32);
    CHECK(stat->reaped_user_ticks == 33);
    CHECK(stat->reaped_system_ticks == 34);
    CHECK(stat->nice == -5);
    CHECK(stat->threads == 6);
    CHECK(stat->start_ticks == 116275);
    CHECK(stat->virtual_bytes == 3133440);
    CHECK(stat->policy == 2);
}

TEST_CASE("the line of a thread is told from that of a process by the signal of its end") {
    const std::string before = "7 (a) b) S 2 1 1 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 5 4096 1 "
                               "18446744073709551615 1 1 1 0 0 0 0 0 0 0 0 0 ";
    CHECK(is_line_of_thread(before + "-1 0 0 0 0\n"));
    CHECK_FALSE(is_line_of_thread(before + "17 0 0 0 0\n"));
    CHECK_FALSE(is_line_of_thread(before + "0 0 0 0 0\n"));
    CHECK_FALSE(is_line_of_thread("7 (a) S 2 1 1 0 -1\n"));
    CHECK_FALSE(is_line_of_thread(""));
}

TEST_CASE("the run time of a thread is the first number of schedstat, if it is counted") {
    CHECK(parse_run_time("123456789 42 7\n") == 123'456'789);
    CHECK(parse_run_time("0 0 0\n") == unread);
    CHECK(parse_run_time("") == unread);
}

TEST_CASE("the policy of a process is in its line, whatever priority it has for a while") {
    const auto policy_of = [](const std::string& priority, const std::string& policy) {
        const auto stat =
            parse_process_stat("7 (a) S 2 1 1 0 -1 0 0 0 0 0 1 2 0 0 " + priority +
                               " 0 1 0 5 4096 1 0 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 " + policy + " 0 0\n");
        return stat ? stat->policy : -1;
    };
    CHECK(policy_of("-2", "1") == 1);
    CHECK(policy_of("-101", "6") == 6);
    CHECK(policy_of("-2", "0") == 0); // it holds a lock that a real-time process waits for
    CHECK(policy_of("20", "0") == 0);
    CHECK(policy_of("39", "5") == 0); // idle: its nice value says the same
    CHECK(parse_process_stat("7 (a) S 2 1 1 0 -1 0 0 0 0 0 1 2 0 0 -2 0 1 0 5 4096 1")->policy == 0);
}

TEST_CASE("the name of a process may contain any characters") {
    const auto stat =
        parse_process_stat("1 (a) R (b) 7 \n) S 2 1 1 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 5 4096 1");
    REQUIRE(stat);
    CHECK(stat->comm == "a) R (b) 7 \n");
    CHECK_FALSE(stat->ended);
    CHECK(stat->parent == 2);
    CHECK(stat->start_ticks == 5);
}

TEST_CASE("a process that its parent has not asked about has ended") {
    const auto stat = parse_process_stat("7 (a) Z 2 1 1 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 5 0 0");
    REQUIRE(stat);
    CHECK(stat->ended);
}

TEST_CASE("a process line that is cut or malformed is refused") {
    CHECK_FALSE(parse_process_stat(""));
    CHECK_FALSE(parse_process_stat("1 (a"));
    CHECK_FALSE(parse_process_stat("1 )a( S 2"));
    CHECK_FALSE(parse_process_stat("1 (a)"));
    CHECK_FALSE(parse_process_stat("1 (a) S 2 1 1 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 5 4096"));
    CHECK_FALSE(parse_process_stat("1 (a) S 2 1 1 0 -1 0 x 0 0 0 1 2 0 0 20 0 1 0 5 4096 1"));
}

TEST_CASE("a process is named by its comm, completed where the kernel cut it") {
    struct Row {
        std::string_view comm;
        std::string_view cmdline;
        std::string_view name;
    };
    constexpr auto rows = std::to_array<Row>({
        {"bash", "/bin/bash\0-c\0"sv, "bash"},
        {"nginx", "nginx: worker process\0"sv, "nginx"},
        {"systemd-journal", "/lib/systemd/systemd-journald\0"sv, "systemd-journald"},
        {"systemd-userwor", "systemd-userwork: waiting...\0"sv, "systemd-userwork"},
        {"very-long-daemo", "very-long-daemon: serving /a/b\0"sv, "very-long-daemon"},
        {"kworker/u8:0-ev", "", "kworker/u8:0"},
        {"notepad.exe", "C:\\windows\\notepad.exe\0", "notepad"},
        {"Notepad.EXE", "", "Notepad"},
        {"LongProgramName", "C:\\Program Files\\LongProgramName.exe\0", "LongProgramName"},
        {"LongProgramName", "Z:\\x/LongProgramNames.exe\0", "LongProgramNames"},
        {"LongProgramName", "sub\\LongProgramNames.exe\0", "LongProgramNames"},
        {"LongProgramName", R"(\\?\C:\LongProgramNames.exe)", "LongProgramNames"},
        {"a\\LongProgramNa", "/bin/a\\LongProgramNames\0", "a\\LongProgramNames"},
        {".exe", "", ".exe"},
        {"", "", ""},
    });
    for (const Row& row : rows) {
        CAPTURE(row.comm);
        CHECK(process_name(row.comm, row.cmdline) == row.name);
    }
}

TEST_CASE("a script is named by its path, which follows its interpreter") {
    const auto name = [](std::string_view cmdline) { return process_name("unattended-upgr", cmdline); };
    CHECK(name("/usr/bin/python3\0/usr/share/unattended-upgrade-shutdown\0--wait\0"sv) ==
          "unattended-upgrade-shutdown");
    CHECK(name("/bin/sh\0-eu\0./unattended-upgrade\0"sv) == "unattended-upgrade");
    CHECK(name("/bin/run\0-x\0/bin/interpreter\0-y\0/a: b/unattended-upgrade"sv) == "unattended-upgrade");
    CHECK(name("python3\0script.py\0"sv) == "unattended-upgr");
    CHECK(name("a\0b\0c\0d\0e\0unattended-upgrades\0"sv) == "unattended-upgr"); // no place of a script
}

TEST_CASE("where a program lies is read for names that may be cut") {
    const auto places = [](const std::string& name) {
        return parse_process_stat("7 (" + name + ") S 2 1 1 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 5 4096 1 " +
                                  "18446744073709551615 4194304 4194392 140728637713984 0 0 0")
            ->places;
    };
    CHECK(places("fifteen-letters") == std::array<std::int64_t, 3>{4194304, 4194392, 140728637713984});
    CHECK(places("short") == std::array<std::int64_t, 3>{});
}

TEST_CASE("a kernel worker keeps its name, whatever its current work") {
    CHECK(process_name("kworker/0:1-events", "") == "kworker/0:1");
    CHECK(process_name("kworker/u8:0+flush-254:0", "") == "kworker/u8:0");
    CHECK(process_name("kworker/0:1H", "") == "kworker/0:1H");
    CHECK(process_name("kworker/R-rcu_gp", "") == "kworker/R-rcu_gp");
}

TEST_CASE("a base priority stands for the policy and the nice value") {
    struct Row {
        std::int64_t policy;
        std::int64_t nice;
        std::int64_t priority;
    };
    constexpr auto rows = std::to_array<Row>(
        {{0, 0, 8}, {0, 1, 6}, {0, 9, 6}, {0, 10, 4}, {0, 19, 4}, {0, -1, 10}, {0, -10, 10}, {0, -11, 13},
            {0, -20, 13}, {1, 0, 24}, {2, 5, 24}, {6, 0, 24}, {3, 0, 8}, {5, 19, 4}});
    for (const Row& row : rows) {
        CAPTURE(row.policy);
        CAPTURE(row.nice);
        CHECK(base_priority(row.policy, row.nice) == row.priority);
    }
}

TEST_CASE("the pages in memory are the second number of statm") {
    CHECK(parse_resident_pages("2920 425 400 8 0 120 0\n") == 425);
    CHECK(parse_resident_pages("0 0 0 0 0 0 0\n") == 0);
    CHECK(parse_resident_pages("2920") == unread);
    CHECK(parse_resident_pages("") == unread);
}

TEST_CASE("threads and the newest task are read, or are unread") {
    CHECK(parse_thread_count("0.00 0.04 0.01 2/91 5627\n") == 91);
    CHECK(parse_thread_count("0.00") == unread);
    CHECK(parse_thread_count("0.00 2/") == unread);
    CHECK(parse_newest_task("0.00 0.04 0.01 2/91 5627\n") == 5627);
    CHECK(parse_newest_task("0.00 0.04 0.01 2/91") == unread);
}
