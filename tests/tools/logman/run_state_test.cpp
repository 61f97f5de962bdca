// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/run_state.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace pdh_shim::tools::logman;

TEST_CASE("a state is read as it was written") {
    for (const auto status : std::array{RunStatus::stopped, RunStatus::pending, RunStatus::running}) {
        const RunState state{status, 5, "/a \"b\"\n\xFF.blg", true, "12 34", 7, {"\\a(\n)\\b", "\\c\\d"},
            "no room\nleft", "it is missing", PastFailure{5, 9, 4, "no \"room\"\nleft"}, 95,
            LastAlert{8, "\\a\\b>5", "\\\\x\\a(\"c\")\\b", "7.5"}, 3};
        const auto again = parse_state(state_text(state));
        CHECK(again.status == status);
        CHECK(again.since == 5);
        CHECK(again.file == state.file);
        CHECK(again.is_open);
        CHECK(again.process == "12 34");
        CHECK(again.command_failure == "it is missing");
        CHECK(again.failing_since == 7);
        CHECK(again.commands_not_run == 95);
        CHECK(again.last_alert == state.last_alert);
        CHECK(again.alerts == 3);
        REQUIRE(again.past_failure);
        CHECK(again.past_failure->since == 5);
        CHECK(again.past_failure->until == 9);
        CHECK(again.past_failure->records == 4);
        CHECK(again.past_failure->reason == "no \"room\"\\nleft");
        CHECK(again.missing == state.missing);
        CHECK(again.reason == "no room\\nleft"); // one line
    }
    CHECK_FALSE(parse_state(state_text({})).since.has_value());
}

TEST_CASE("a state is lines of names and values") {
    RunState state;
    state.status = RunStatus::running;
    state.since = 5;
    state.missing = {"\\a\\b", "\\c(=)\\d"};
    state.past_failure = PastFailure{5, 9, 4, ""};
    CHECK(state_text(state) == "status=running\nsince=5\nmissing=\\a\\b\nmissing=\\c(=)\\d\nfailure=5\n"
                               "failure=9\nfailure=4\nfailure=\n");
    const auto again = parse_state(state_text(state));
    CHECK(again.missing == state.missing);
    REQUIRE(again.past_failure);
    CHECK(again.past_failure->reason.empty());
}

TEST_CASE("a state that an earlier version wrote is read") {
    const auto state =
        parse_state("[status]\n\"running\"\n[since]\n\"5\"\n[file]\n\"/a=b.blg\"\n[open]\n\"yes\"\n"
                    "[process]\n\"12 34\"\n[notrun]\n\"2\"\n[missing]\n\"\\a\\b\"\n\"$'\\\\c\\n'\"\n"
                    "[failure]\n\"5\"\n\"9\"\n\"4\"\n\"no \"room\"\"\n"
                    "[alert]\n\"8\"\n\"\\a\\b>5\"\n\"\\x\"\n\"7.5\"\n");
    CHECK(state.status == RunStatus::running);
    CHECK(state.since == 5);
    CHECK(state.file == "/a=b.blg");
    CHECK(state.is_open);
    CHECK(state.process == "12 34");
    CHECK(state.commands_not_run == 2);
    CHECK(state.missing == std::vector<std::string>{"\\a\\b", "\\c\n"});
    REQUIRE(state.past_failure);
    CHECK(state.past_failure->reason == "no \"room\"");
    CHECK(state.last_alert == LastAlert{8, "\\a\\b>5", "\\x", "7.5"});
}

TEST_CASE("a text that is not a state is that of a set that was never started") {
    for (const auto* const text : {"", "x", "[nothing]\n1\n", "[status]\nflying\n[since]\n-1\n",
             "[failure]\n1\n2\n3\n", "[failure]\n1\nx\n3\n4\n", "[alert]\n1\n", "[alert]\nx\na\nb\nc\n"}) {
        const auto state = parse_state(text);
        CHECK(state.status == RunStatus::stopped);
        CHECK_FALSE(state.since.has_value());
        CHECK_FALSE(state.past_failure.has_value());
        CHECK_FALSE(state.last_alert.has_value());
    }
}
