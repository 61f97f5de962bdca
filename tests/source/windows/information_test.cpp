// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "answers.h"
#include "source/windows/information.h"

#include <doctest/doctest.h>

#include <array>

using namespace pdh_shim::source::windows;
using answers::answer_of;
using answers::Bytes;

namespace {

constexpr std::array<Width, 2> widths{Width::bits64, Width::bits32};

ProcessEntry some_process() {
    return {.name = u"Program.EXE",
        .id = 36,
        .parent = 32,
        .created = 133'000'000'000'000'000,
        .user = 70,
        .kernel = 30,
        .priority = 2,
        .threads = 5,
        .handles = 64,
        .virtual_size = 3000,
        .virtual_peak = 4000,
        .working_set = 1000,
        .working_set_peak = 2000,
        .page_file = 500};
}

} // namespace

TEST_CASE("class 8: the processors are counted by the length of the answer") {
    const Bytes bytes = answers::processors({{10, 30, 20}, {1, 2, 3}});
    const auto processors = parse_processors(answer_of(bytes));
    REQUIRE(processors.size() == 2);
    CHECK(processors[0].idle == 10);
    CHECK(processors[0].kernel == 30);
    CHECK(processors[1].user == 3);
    CHECK(parse_processors({}).empty());
}

TEST_CASE("power: the highest frequency and the limit of each processor") {
    const Bytes bytes = answers::power({{3000, 2400}});
    const auto processors = parse_power(answer_of(bytes));
    REQUIRE(processors.size() == 1);
    CHECK(processors[0].highest_mhz == 3000);
    CHECK(processors[0].limit_mhz == 2400);
}

TEST_CASE("classes 0 and 2: the pages of memory, and nothing of an answer that is too short") {
    for (const Width width : widths) {
        const Bytes bytes = answers::basic({4096, 1000}, width);
        const auto basic = parse_basic(answer_of(bytes));
        REQUIRE(basic.has_value());
        CHECK(basic->page_size == 4096);
        CHECK(basic->physical == 1000);
    }
    const Bytes bytes = answers::performance({600, 500, 1200});
    const auto pages = parse_performance(answer_of(bytes));
    REQUIRE(pages.has_value());
    CHECK(pages->available == 600);
    CHECK(pages->committed == 500);
    CHECK(pages->commit_limit == 1200);
    CHECK_FALSE(parse_basic({}).has_value());
    CHECK_FALSE(parse_performance({std::span(bytes).first(0x37), 0}).has_value());
}

TEST_CASE("class 5: the processes of both widths, by the time of their start") {
    for (const Width width : widths) {
        ProcessEntry older = some_process();
        older.name = u"services.exe";
        older.id = 8;
        older.created -= 1;
        const Bytes bytes = answers::processes({some_process(), older}, width);
        const auto processes = parse_processes(answer_of(bytes), width);
        REQUIRE(processes.has_value());
        REQUIRE(processes->size() == 2);
        CHECK((*processes)[0].name == u"services");
        const ProcessEntry& process = (*processes)[1];
        CHECK(process.name == u"Program");
        CHECK(process.id == 36);
        CHECK(process.parent == 32);
        CHECK(process.created == some_process().created);
        CHECK(process.user == 70);
        CHECK(process.kernel == 30);
        CHECK(process.priority == 2);
        CHECK(process.threads == 5);
        CHECK(process.handles == 64);
        CHECK(process.virtual_size == 3000);
        CHECK(process.virtual_peak == 4000);
        CHECK(process.working_set == 1000);
        CHECK(process.working_set_peak == 2000);
        CHECK(process.page_file == 500);
    }
}

TEST_CASE("class 5: a name outside of the answer is empty, and a name that is only .exe stays") {
    for (const Width width : widths) {
        ProcessEntry entry = some_process();
        entry.name = u".exe";
        Bytes bytes = answers::processes({entry}, width);
        CHECK((*parse_processes(answer_of(bytes), width))[0].name == u".exe");
        for (const std::uint64_t address : {std::uint64_t{0}, answers::written_at - 2,
                 answers::written_at + bytes.size() - 2, answers::written_at + bytes.size() + 2}) {
            answers::put_word(bytes, width == Width::bits64 ? 64 : 60, address, width);
            const auto processes = parse_processes(answer_of(bytes), width);
            REQUIRE(processes.has_value());
            CHECK((*processes)[0].name.empty());
        }
    }
}

TEST_CASE("class 5: an answer that ends within an entry, or whose entries overlap, is malformed") {
    for (const Width width : widths) {
        Bytes bytes = answers::processes({some_process(), some_process()}, width);
        CHECK_FALSE(parse_processes({}, width).has_value());
        CHECK_FALSE(parse_processes({std::span(bytes).first(bytes.size() / 2 + 100), 0}, width).has_value());
        for (const std::uint32_t next : {8U, 0xFFFF'FFF0U}) {
            pdh_shim::ByteWriter(bytes).set_u32(0, next);
            CHECK_FALSE(parse_processes(answer_of(bytes), width).has_value());
        }
    }
}

TEST_CASE("class 64: handles are counted by their owners") {
    for (const Width width : widths) {
        std::vector<ProcessEntry> processes(2);
        processes[0].id = 8;
        processes[1].id = 12;
        Bytes bytes = answers::handles({8, 12, 8, 16, 8}, width);
        CHECK(count_handles(answer_of(bytes), width, processes));
        CHECK(processes[0].handles == 3);
        CHECK(processes[1].handles == 1);
        answers::put_word(bytes, 0, 6, width); // more than there are
        CHECK_FALSE(count_handles(answer_of(bytes), width, processes));
        CHECK_FALSE(count_handles({}, width, processes));
    }
}
