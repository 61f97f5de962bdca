#include "base/platform.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace platform = pdh_shim::platform;

TEST_CASE("this computer has a name without a domain") {
    const std::string name = platform::machine_name();
    CHECK_FALSE(name.empty());
    CHECK(name.find('.') == std::string::npos);
}

TEST_CASE("the environment is read") {
    setenv("PDH_SHIM_PLATFORM_TEST", "value", 1);
    CHECK(platform::environment("PDH_SHIM_PLATFORM_TEST") == "value");
    unsetenv("PDH_SHIM_PLATFORM_TEST");
    CHECK_FALSE(platform::environment("PDH_SHIM_PLATFORM_TEST").has_value());
}
