// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file_failure.h"

#include <doctest/doctest.h>

using namespace pdh_shim;

TEST_CASE("what a file system cannot read is translated once, with its reason") {
    struct Row {
        FileError error;
        Status status;
        const char* what;
    };
    for (const Row& row : {
             Row{FileError::not_found, Status::file_not_found, "cannot be read: No such file or directory"},
             Row{FileError::denied, Status::log_file_open_error, "cannot be read: Permission denied"},
             Row{FileError::not_regular, Status::log_file_open_error, "is not a regular file"},
             Row{FileError::failed, Status::log_file_open_error, "cannot be read"},
             Row{FileError::too_many, Status::log_file_open_error, "cannot be read"},
         }) {
        const Failure failure = file_failure::of(row.error);
        CHECK(failure.status() == row.status);
        CHECK(failure.message() == row.what);
    }
}

TEST_CASE("an error of the system that has no words of ours is its number") {
    CHECK(file_failure::unreadable(24).message() == "cannot be read: error 24");
    CHECK(file_failure::unwritable(5).message() == "cannot be written: error 5");
}

TEST_CASE("a file that is in use cannot be opened to append, and cannot be made anew") {
    CHECK(file_failure::in_use(Creation::open_always).status() == Status::log_file_open_error);
    CHECK(file_failure::in_use(Creation::create_always).status() == Status::log_file_create_error);
}
