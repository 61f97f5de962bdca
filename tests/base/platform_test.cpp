// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/posix/place.h"

#include <doctest/doctest.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace platform = pdh_shim::platform;

TEST_CASE("this computer has a name without a domain") {
    const std::string name = platform::machine_name();
    CHECK_FALSE(name.empty());
    CHECK(name.find('.') == std::string::npos);
}

TEST_CASE("the environment is read") {
    setenv("PDH_SHIM_PLATFORM_TEST", "value", 1);
    CHECK(platform::environment("PDH_SHIM_PLATFORM_TEST") == "value");
    CHECK(platform::may_have_variables("PDH_SHIM_"));
    unsetenv("PDH_SHIM_PLATFORM_TEST");
    CHECK_FALSE(platform::environment("PDH_SHIM_PLATFORM_TEST").has_value());
}

TEST_CASE("memory is copied as far as it can be read") {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* const memory = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    char* const start = static_cast<char*>(memory);
    std::memset(start, 'x', 2 * page);
    REQUIRE(mprotect(start + 2 * page, page, PROT_NONE) == 0);
    for (const auto copy : {platform::copy_memory, platform::copy_memory_through_pipe}) {
        std::array<std::byte, 100> to{};
        errno = 7;
        CHECK(copy(start + page - 50, to) == 100); // of two pages
        CHECK(to.back() == std::byte{'x'});
        CHECK(copy(start + 2 * page - 30, to) == 30);
        CHECK(copy(start + 2 * page, to) == 0);
        CHECK(copy(nullptr, to) == 0);
        CHECK(copy(reinterpret_cast<const void*>(16), to) == 0);
        CHECK(copy(reinterpret_cast<const void*>(~std::uintptr_t{0} - 3), to) == 0);
        CHECK(errno == 7);
    }
    munmap(memory, 3 * page);
}

TEST_CASE("threads have different numbers") {
    const auto own = platform::thread_id();
    CHECK(platform::thread_id() == own);
    std::uint64_t other = own;
    std::thread([&] { other = platform::thread_id(); }).join();
    CHECK(other != own);
}
