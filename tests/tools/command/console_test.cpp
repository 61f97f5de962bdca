// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "tools/command/console.h"
#include "tools/command/status_text.h"
#include "tools/terminal/program_end.h"

#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace pdh_shim::tools;

using command::Audience;
using command::Console;

TEST_CASE("a console whose reader is gone ends the program") {
    FakePlatform platform;
    platform.console_error = std::make_error_code(std::errc::broken_pipe);
    Console console(platform, "typeperf", Audience::system);
    CHECK_THROWS_AS(console.write_line("x"), terminal::OutputClosed);
}

TEST_CASE("a console that cannot be written is a failure with a reason") {
    FakePlatform platform;
    platform.console_error = std::make_error_code(std::errc::no_space_on_device);
    Console console(platform, "typeperf", Audience::system);
    CHECK_THROWS_WITH_AS(console.write_line("x"),
        "Standard output cannot be written: No space left on device.", terminal::OutputError);
}

TEST_CASE("each line of the console ends as its reader expects") {
    FakePlatform platform;
    Console(platform, "typeperf", Audience::system).write_lines({"a", "b"});
    CHECK(platform.console == "a\nb\n");
    platform.console.clear();
    Console(platform, "typeperf", Audience::windows).write_line("a");
    CHECK(platform.console == "a\r\n");
}

TEST_CASE("a terminal never obeys a name") {
    FakePlatform platform;
    Console(platform, "typeperf", Audience::system).write_line("a\x1B[2Jb");
    CHECK(platform.console == "a\x1B[2Jb\n");
    platform.is_terminal = true;
    platform.console.clear();
    Console terminal(platform, "typeperf", Audience::system);
    terminal.write_line("a\x1B[2J\nb");
    CHECK(platform.console == "a\\x1b[2J\\nb\n");
    platform.console.clear();
    terminal.write_data("c\x1B[2J\xC2\x9B,1\r\nd\n");
    CHECK(platform.console == "c\\x1b[2J\\xc2\\x9b,1\r\nd\n");
    CHECK_FALSE(terminal.may_overwrite("\r"));
    CHECK(platform.errors == "The file \"\\r\" exists. Overwrite it? [y/n] ");
}

TEST_CASE("a program for Windows reads everything on standard output") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::windows);
    console.warn("x\x07");
    console.write_failure("y");
    console.write_end({"z"});
    CHECK_FALSE(console.may_overwrite("f"));
    CHECK(platform.errors.empty());
    CHECK(platform.console == "\r\nError: y\r\nz\r\nThe file \"f\" exists. Overwrite it? [y/n] ");
    platform.is_terminal = true;
    Console(platform, "typeperf", Audience::windows).warn("x\x07");
    CHECK(platform.errors == "typeperf: x\\x07\n");
}

TEST_CASE("a program for Windows reads the text of a status on the line after Error:") {
    FakePlatform platform;
    Console(platform, "relog", Audience::windows).write_failure("x cannot be read: y.", "y.");
    CHECK(platform.console == "\r\nError:\r\ny.\r\n");
    CHECK(platform.errors.empty());
    platform.is_terminal = true;
    Console(platform, "relog", Audience::windows).write_failure("x cannot be read: y.", "y.");
    CHECK(platform.errors == "relog: x cannot be read: y.\n");
    platform.errors.clear();
    Console(platform, "relog", Audience::system).write_failure("x cannot be read: y.", "y.");
    CHECK(platform.errors == "relog: x cannot be read: y.\n");
}

TEST_CASE("programs for Windows end with Windows' status of 32 bits, others with ours") {
    const auto fail = [](Console&) -> terminal::ExitStatus {
        throw terminal::ProgramError("y", terminal::ExitStatus::losses, {{}, 0xF0000002});
    };
    FakePlatform platform;
    CHECK(command::run_program("typeperf", "/usr/bin/typeperf.exe", platform, fail) == 3);
    CHECK(platform.console == "\r\nError: y\r\n");
    CHECK(command::run_program("typeperf", "typeperf", platform, fail) == 3);
    platform.end_of_line = "\r\n";
    CHECK(static_cast<std::uint32_t>(command::run_program("typeperf", "typeperf", platform, fail)) ==
          0xF0000002);
    const auto plain = [](Console&) -> terminal::ExitStatus { throw terminal::UsageError("z"); };
    CHECK(command::run_program("typeperf", "typeperf", platform, plain) == 2);
}

TEST_CASE("what a program says of itself is on standard error, terminal or not") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    console.warn("x\x07");
    console.write_failure("y");
    console.write_end({"z\x07", "end"});
    CHECK(platform.errors == "typeperf: x\\x07\ntypeperf: y\nz\\x07\nend\n");
    CHECK(platform.console.empty());
}

using namespace pdh_shim::tools;
using command::Audience;
using command::Console;
using command::MissingCounters;
using command::MissingPolicy;
using terminal::ExitStatus;

TEST_CASE("a counter that is left out is reported, and is a loss") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    MissingCounters missing(console, MissingPolicy::report);
    CHECK(missing.status() == ExitStatus::done);
    missing.leave_out("\\A(b)\\C", "no such object");
    CHECK(platform.errors.find("\\A(b)\\C is left out: no such object") != std::string::npos);
    CHECK(missing.status() == ExitStatus::losses);
}

TEST_CASE("a counter that exists and cannot be added is always reported, and a loss") {
    FakePlatform platform;
    Console console(platform, "relog", Audience::system);
    MissingCounters missing(console, MissingPolicy::ignore);
    missing.refuse("\\A(b)\\C", "no memory");
    CHECK(platform.errors.find("\\A(b)\\C is left out: no memory") != std::string::npos);
    CHECK(missing.status() == ExitStatus::losses);
}

TEST_CASE("what is only said is not a loss") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    MissingCounters missing(console, MissingPolicy::report);
    missing.say("it has no value here");
    CHECK(platform.errors.find("it has no value here") != std::string::npos);
    CHECK(missing.status() == ExitStatus::done);
}

TEST_CASE("with ignore nothing is said, and programs for Windows take no notice of a loss") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    MissingCounters ignored(console, MissingPolicy::ignore);
    ignored.leave_out("x", "y");
    CHECK(platform.errors.empty());
    CHECK(ignored.status() == ExitStatus::done);
    Console windows(platform, "typeperf", Audience::windows);
    MissingCounters unnoticed(windows, MissingPolicy::report);
    unnoticed.leave_out("x", "y");
    CHECK(unnoticed.status() == ExitStatus::done);
}

TEST_CASE("a long line of a file that is not a list of counters is cut") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    MissingCounters missing(console, MissingPolicy::report);
    missing.leave_out(std::string(1001, 'x'), "y");
    CHECK(platform.errors.find(std::string(1000, 'x') + "... is left out") != std::string::npos);
}

TEST_CASE("-missing knows two words") {
    CHECK(command::parse_missing_policy("report") == MissingPolicy::report);
    CHECK(command::parse_missing_policy("ignore") == MissingPolicy::ignore);
    CHECK_THROWS_AS(static_cast<void>(command::parse_missing_policy("both")), terminal::UsageError);
}

TEST_CASE("of many counters ten are listed, with the number of the others") {
    for (const bool says_all : {false, true}) {
        CAPTURE(says_all);
        FakePlatform platform;
        Console console(platform, "typeperf", Audience::system);
        MissingCounters missing(console, MissingPolicy::report, says_all);
        for (int i = 1; i <= 12; ++i) {
            missing.leave_out("c" + std::to_string(i), "y");
        }
        missing.say_number_of_others();
        CHECK(missing.all().size() == 12);
        CHECK(missing.status() == ExitStatus::losses);
        CHECK((platform.errors.find("c10 is left out") != std::string::npos));
        CHECK((platform.errors.find("c11 is left out") != std::string::npos) == says_all);
        CHECK((platform.errors.find("typeperf: 2 more counters are left out; -v names all of them.") !=
                  std::string::npos) != says_all);
    }
}

TEST_CASE("a status has a sentence and its name, and an unknown one its number") {
    const std::string text = command::text_of(static_cast<DWORD>(PDH_CSTATUS_NO_INSTANCE));
    CHECK(text.ends_with(" (PDH_CSTATUS_NO_INSTANCE)"));
    CHECK(text.find(". (") == std::string::npos);
    CHECK(command::text_of(0xDEADBEEF) == "status 0xdeadbeef");
}

TEST_CASE("a computer that is not reached has its reason behind the status") {
    const std::string without = command::unreached("web1", "");
    CHECK(without.starts_with("web1: "));
    CHECK(without.ends_with("(PDH_CSTATUS_NO_MACHINE)."));
    CHECK(command::unreached("web1", "it is off") == without + " The reason: it is off.");
}

TEST_CASE("parts of a log that were passed over are a loss, its end is not") {
    CHECK(command::is_loss(static_cast<DWORD>(PDH_BINARY_LOG_CORRUPT)));
    CHECK(command::is_loss(static_cast<DWORD>(PDH_INVALID_DATA)));
    CHECK_FALSE(command::is_loss(static_cast<DWORD>(PDH_NO_MORE_DATA)));
    CHECK_FALSE(command::is_loss(ERROR_SUCCESS));
}

TEST_CASE("an error has what was done, the number and the text of its status") {
    const auto error = command::status_error("It cannot be opened", static_cast<DWORD>(PDH_INVALID_HANDLE));
    const std::string text = error.what();
    CHECK(text.starts_with("It cannot be opened (status 0xc0000bbc): "));
    CHECK(error.status() == terminal::ExitStatus::cannot);
    CHECK(error.on_windows().text == "The handle is not a valid PDH object.");
    CHECK(error.on_windows().status == 0xC0000BBC);
    CHECK(command::windows_error(0xDEADBEEF).text.empty());
}
