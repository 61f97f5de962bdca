// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/posix/open_failure.h"

#include <doctest/doctest.h>

#include <cerrno>

using namespace pdh_shim;
using platform::open_failure;

TEST_CASE("an error of open() has the failure of its kind") {
    CHECK(open_failure(ENOENT).what() == file_failure::not_found().what());
    CHECK(open_failure(ENOTDIR).status() == file_failure::not_found().status());
    CHECK(open_failure(EACCES).what() == file_failure::denied().what());
    CHECK(open_failure(EPERM).status() == file_failure::denied().status());
    CHECK(open_failure(EISDIR).what() == file_failure::not_regular().what());
    CHECK(open_failure(ENXIO).what() == file_failure::not_regular().what());
    CHECK(open_failure(EIO).what() == file_failure::unreadable(EIO).what());
    CHECK(open_failure(EIO).what() != open_failure(EMFILE).what());
}
