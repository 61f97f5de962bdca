// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "process_answers.h"

#include <doctest/doctest.h>

#include <array>

using namespace pdh_shim;
using answers::answer_of;
using answers::Bytes;

namespace {

constexpr std::array<PointerWidth, 2> widths{PointerWidth::bits64, PointerWidth::bits32};

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

TEST_CASE("class 5: the processes of both widths, by the time of their start") {
    for (const PointerWidth width : widths) {
        ProcessEntry older = some_process();
        older.name = u"services.exe";
        older.id = 8;
        older.created -= 1;
        const Bytes bytes = answers::processes({some_process(), older}, width);
        const auto processes = parse_processes(answer_of(bytes), width);
        REQUIRE(processes.has_value());
        REQUIRE(processes->size() == 2);
        CHECK((*processes)[0].name == u"services.exe");
        const ProcessEntry& process = (*processes)[1];
        CHECK(process.name == u"Program.EXE");
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

TEST_CASE("class 5: a name outside of the answer is empty") {
    for (const PointerWidth width : widths) {
        Bytes bytes = answers::processes({some_process()}, width);
        for (const std::uint64_t address : {std::uint64_t{0}, answers::written_at - 2,
                 answers::written_at + bytes.size() - 2, answers::written_at + bytes.size() + 2}) {
            answers::put_word(bytes, width == PointerWidth::bits64 ? 64 : 60, address, width);
            const auto processes = parse_processes(answer_of(bytes), width);
            REQUIRE(processes.has_value());
            CHECK((*processes)[0].name.empty());
        }
    }
}

TEST_CASE("class 5: an answer whose entries overlap or are cut is malformed") {
    for (const PointerWidth width : widths) {
        Bytes bytes = answers::processes({some_process(), some_process()}, width);
        CHECK_FALSE(parse_processes({}, width).has_value());
        CHECK_FALSE(parse_processes({std::span(bytes).first(bytes.size() / 2 + 100), 0}, width).has_value());
        for (const std::uint32_t next : {8U, 0xFFFF'FFF0U}) {
            ByteWriter(bytes).set_u32(0, next);
            CHECK_FALSE(parse_processes(answer_of(bytes), width).has_value());
        }
    }
}
