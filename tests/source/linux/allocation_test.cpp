// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "model/collecting.h"
#include "source/linux/linux_source.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>
#include <vector>

namespace {

std::atomic<std::size_t> allocations{0};

} // namespace

// The compiler takes malloc() and free() for mismatched once it inlines these.
[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    void* const memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace {

namespace source = pdh_shim::source;

/// Allocations of ten collects of whole objects, after the first few.
std::size_t steady_allocations(const std::vector<std::u16string_view>& names) {
    pdh_shim::ManualClock clock({});
    const auto linux_source =
        source::linux::make_linux_source(TEST_DATA "/linux/virtual_machine", clock).value();
    pdh_shim::test::Collecting collecting(*linux_source);
    for (const std::u16string_view name : names) {
        collecting.want(name);
    }
    for (int round = 0; round < 4; ++round) {
        collecting.collect();
    }
    const std::size_t before = allocations;
    bool collected = true;
    for (int round = 0; round < 10; ++round) {
        collected = collecting.try_collect().has_value() && collected;
    }
    const std::size_t after = allocations;
    REQUIRE(collected);
    return after - before;
}

} // namespace

TEST_CASE("collecting System, Processor and Memory again allocates nothing") {
    CHECK(steady_allocations({u"System", u"Processor", u"Memory"}) == 0);
}

TEST_CASE("collecting disks and interfaces again allocates nothing") {
    CHECK(steady_allocations({u"PhysicalDisk", u"LogicalDisk"}) == 0);
}

TEST_CASE("the count of allocations sees one") {
    const std::size_t before = allocations;
    const std::vector<int> memory(10);
    CHECK(allocations > before);
    CHECK(memory.size() == 10);
}
