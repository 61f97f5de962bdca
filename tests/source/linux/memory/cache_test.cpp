// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

using namespace pdh_shim::test;

TEST_CASE("Cache has the dirty pages of vmstat and their limit") {
    Scene scene;
    set_machine(scene.files());
    scene.collect();
    CHECK(scene.cell(u"Cache", u"", u"Dirty Pages") == 70);
    CHECK(scene.cell(u"Cache", u"", u"Dirty Page Threshold") == 8000);
    CHECK(scene.of(u"Cache").rows() == 1);
}

TEST_CASE("a limit that vmstat lacks is invalid, and so is everything when it cannot be read") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/vmstat", "nr_dirty 5\n");
    scene.collect();
    CHECK(scene.cell(u"Cache", u"", u"Dirty Pages") == 5);
    CHECK_FALSE(scene.cell(u"Cache", u"", u"Dirty Page Threshold"));
    scene.files().set_error("/proc/vmstat", pdh_shim::FileError::failed);
    scene.collect();
    CHECK_FALSE(scene.cell(u"Cache", u"", u"Dirty Pages"));
}
