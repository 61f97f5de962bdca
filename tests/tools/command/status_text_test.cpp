// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/status_text.h"

#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim::tools;

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
