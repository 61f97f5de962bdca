// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/version.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>

using namespace pdh_shim::tools::terminal;

namespace {

// How a program ends: its status, what it says, and what it says on standard error.
struct End {
    explicit End(const std::function<ExitStatus()>& execute)
        : status(run_to_the_end(
              execute, [this](const ProgramError& error) { said += error.what(); },
              [this](const std::string& text) { said_on_stderr += text; })) {}

    std::string said;
    std::string said_on_stderr;
    int status;
};

} // namespace

TEST_CASE("a program ends with the status that it returns") {
    const End end([] { return ExitStatus::losses; });
    CHECK(end.status == 3);
    CHECK(end.said.empty());
}

TEST_CASE("an error is said, and has its own status") {
    const End usage([]() -> ExitStatus { throw UsageError("unknown option"); });
    CHECK(usage.status == 2);
    CHECK(usage.said == "unknown option");
    const End any([]() -> ExitStatus { throw std::runtime_error("no memory"); });
    CHECK(any.status == 1);
    CHECK(any.said == "no memory");
}

TEST_CASE("standard error reports failed output, and a missing reader ends silently") {
    const End full([]() -> ExitStatus { throw OutputError("disk full"); });
    CHECK(full.status == 1);
    CHECK(full.said.empty());
    CHECK(full.said_on_stderr == "disk full");
    const End gone([]() -> ExitStatus { throw OutputClosed(); });
    CHECK(gone.status == 0);
    CHECK(gone.said.empty());
    CHECK(gone.said_on_stderr.empty());
}

TEST_CASE("the help of a program has a line for each status that it uses") {
    const auto lines = exit_statuses({ExitStatus::done, ExitStatus::interrupted});
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].empty());
    CHECK(lines[2].starts_with("  0 "));
    CHECK(lines[3].starts_with("  130 "));
    CHECK(lines[2].find("Done") == lines[3].find("Stopped"));
}

using namespace pdh_shim::tools::terminal;

TEST_CASE("an error has the exit status of its kind") {
    CHECK(ProgramError("x").status() == ExitStatus::cannot);
    CHECK(ProgramError("x", ExitStatus::losses).status() == ExitStatus::losses);
    CHECK(UsageError("x").status() == ExitStatus::usage);
}

TEST_CASE("a write without a reader ends the program silently, other failures do not") {
    CHECK_NOTHROW(check_output({}));
    CHECK_THROWS_AS(check_output(std::make_error_code(std::errc::broken_pipe)), OutputClosed);
    CHECK_THROWS_WITH_AS(check_output(std::make_error_code(std::errc::no_space_on_device)),
        "Standard output cannot be written: No space left on device.", OutputError);
}

TEST_CASE("a program answers with its name and the version of the library") {
    CHECK(pdh_shim::tools::terminal::version_line("relog") ==
          "relog (pdh-shim) " + std::string(pdh_shim::version()));
}
