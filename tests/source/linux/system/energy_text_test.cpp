// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/system/energy_text.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;

TEST_CASE("zones of energy have Windows' names, and those that Windows does not know the kernel's") {
    CHECK(energy_instance("", "package-1") == "RAPL_Package1_PKG");
    CHECK(energy_instance("", "package-0-die-1") == "RAPL_Package0_die_1_PKG");
    CHECK(energy_instance("package-0-die-1", "dram") == "RAPL_Package0_die_1_DRAM");
    CHECK(energy_instance("package-0", "xpu") == "RAPL_Package0_xpu");
    CHECK(energy_instance("", "psys") == "RAPL_psys");
    CHECK(energy_instance("", "") == "RAPL_");
}

TEST_CASE("zones that the processors count are told from the same ones read in another way") {
    CHECK(is_energy_zone("intel-rapl:0"));
    CHECK(is_energy_zone("intel-rapl:0:1"));
    CHECK_FALSE(is_energy_zone("intel-rapl-mmio:0"));
    CHECK_FALSE(is_energy_zone("intel-rapl"));
    CHECK_FALSE(is_energy_zone(""));
}
