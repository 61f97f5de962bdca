// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_system.h"
#include "source/windows/memory.h"
#include "written_rows.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

using namespace pdh_shim::source::windows;

TEST_CASE("memory is plausible from its first free page up to all of it") {
    MemoryInformation memory{.basic = {4096, 1000}, .pages = {1, 5000, 1000}};
    CHECK(memory.is_plausible());
    memory.pages.available = 0;
    CHECK_FALSE(memory.is_plausible());
    memory.pages.available = 1000;
    CHECK(memory.is_plausible());
    memory.pages.available = 1001;
    CHECK_FALSE(memory.is_plausible());
    memory.pages = {1, 5000, 999};
    CHECK_FALSE(memory.is_plausible());
    memory = {.basic = {0, 1000}, .pages = {1, 5000, 1000}};
    CHECK_FALSE(memory.is_plausible());
}

TEST_CASE("the swap space is the limit without the memory and what Wine adds") {
    CHECK(MemoryInformation{.basic = {4096, 1000}, .pages = {1, 1, 1502}}.swap() == 500);
    CHECK(MemoryInformation{.basic = {4096, 1000}, .pages = {1, 1, 1002}}.swap() == 0);
}

TEST_CASE("memory is unknown if the system refuses one of its two answers") {
    FakeMachine machine;
    FakeSystem system(machine);
    std::vector<std::byte> buffer;
    CHECK(ask_memory(system, buffer).has_value());
    for (const Information refused : {Information::basic, Information::performance}) {
        machine.refused = {refused};
        CHECK_FALSE(ask_memory(system, buffer).has_value());
    }
}

TEST_CASE("memory is in bytes, in whole kilobytes and megabytes of these, and in pages") {
    FakeMachine machine;
    machine.basic = {4096, 0x8000'0000};
    machine.pages = {0x7FFF'FFFF, 3, 0xFFFF'FFFF};
    FakeSystem system(machine);
    Memory memory;
    memory.sample(system);
    const WrittenRows<MemoryField::count> rows(
        [&](pdh_shim::model::InstanceWriter& writer) { memory.write(writer); });
    constexpr std::int64_t available = std::int64_t{0x7FFF'FFFF} * 4096;
    CHECK(rows.value(0, MemoryField::available) == available);
    CHECK(rows.value(0, MemoryField::available_kbytes) == available / 1024);
    CHECK(rows.value(0, MemoryField::available_mbytes) == available / 1024 / 1024);
    CHECK(rows.value(0, MemoryField::committed) == 3 * 4096);
    CHECK(rows.value(0, MemoryField::committed_pages) == 3);
    CHECK(rows.value(0, MemoryField::commit_limit) == std::int64_t{0xFFFF'FFFF} * 4096);
    CHECK(rows.value(0, MemoryField::commit_limit_pages) == 0xFFFF'FFFF);
}

TEST_CASE("a sample with implausible answers has no data, of memory and of swap") {
    FakeMachine machine;
    FakeSystem system(machine);
    Memory memory;
    const auto fails = [&] {
        memory.sample(system);
        const WrittenRows<MemoryField::count> rows(
            [&](pdh_shim::model::InstanceWriter& writer) { memory.write(writer); });
        const WrittenRows<PagingField::count> paging(
            [&](pdh_shim::model::InstanceWriter& writer) { memory.write_paging(writer); });
        CHECK(rows.has_failed() == paging.has_failed());
        return rows.has_failed();
    };
    CHECK_FALSE(fails());
    const MemoryPages honest = machine.pages;
    machine.pages.available = 0;
    CHECK(fails());
    machine.pages = honest;
    CHECK_FALSE(fails());
}
