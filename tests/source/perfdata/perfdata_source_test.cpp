// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../../block/blocks.h"
#include "block/layout.h"
#include "model/collecting.h"
#include "require_value.h"
#include "source/perfdata/perfdata_source.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::block;
using pdh_shim::test::Collecting;

namespace {

std::vector<std::byte> joined(const std::vector<std::vector<std::byte>>& blocks) {
    std::vector<std::byte> all;
    for (const auto& block : blocks) {
        all.insert(all.end(), block.begin(), block.end());
    }
    return all;
}

std::unique_ptr<Source> source_of(const std::vector<std::byte>& bytes) {
    return test::require_value(source::perfdata::make_perfdata_source(bytes));
}

std::string refusal_of(const std::vector<std::byte>& bytes) {
    const auto source = source::perfdata::make_perfdata_source(bytes);
    REQUIRE_FALSE(source.has_value());
    CHECK(source.error().status() == Status::invalid_datasource);
    return source.error().message();
}

} // namespace

TEST_CASE("a block that repeats an object begins the next collect") {
    const auto source = source_of(joined({block_of({widget({{u"a", {1}}})}, {}, 100),
        block_of({gadget(2)}, {}, 101), block_of({gadget(3)}, {}, 200),
        block_of({widget({{u"b", {4}}})}, {}, 201), block_of({widget({}), gadget(5)}, {}, 300)}));
    CHECK(source->catalogue()->perf_freq == 1000);
    CHECK_FALSE(source->catalogue()->default_scale_applies);
    CHECK(source->catalogue() == source->catalogue());
    Collecting replay(*source);
    REQUIRE(replay.try_collect().has_value());
    CHECK(replay.snapshot.perf_time == 100);
    CHECK(replay.snapshot.time_100ns == 7);
    CHECK(replay.snapshot.objects[0].cell(0, 0) == 1);
    CHECK(replay.snapshot.objects[1].cell(0, 0) == 2);
    REQUIRE(replay.try_collect().has_value());
    CHECK(replay.snapshot.perf_time == 200);
    CHECK(replay.snapshot.objects[0].cell(0, 0) == 4);
    CHECK(replay.snapshot.objects[0].instances()->instances()[0].name == u"b");
    CHECK(replay.snapshot.objects[1].cell(0, 0) == 3);
    REQUIRE(replay.try_collect().has_value());
    CHECK(replay.snapshot.perf_time == 300);
    CHECK(replay.snapshot.objects[0].rows() == 0);
    CHECK(replay.snapshot.objects[1].cell(0, 0) == 5);
    REQUIRE_FALSE(replay.try_collect().has_value());
    CHECK(replay.try_collect().error().status() == Status::no_more_data);
}

TEST_CASE("a block that repeats only one of its objects begins the next collect too") {
    const auto source = source_of(
        joined({block_of({gadget(1)}, {}, 100), block_of({widget({{u"a", {2}}}), gadget(3)}, {}, 200)}));
    Collecting replay(*source);
    REQUIRE(replay.try_collect().has_value());
    CHECK(replay.snapshot.perf_time == 100);
    CHECK(replay.snapshot.objects[0].cell(0, 0) == 1);
    REQUIRE(replay.try_collect().has_value());
    CHECK(replay.snapshot.perf_time == 200);
    CHECK(replay.snapshot.objects[0].cell(0, 0) == 3);
    CHECK(replay.snapshot.objects[1].cell(0, 0) == 2);
    CHECK(replay.try_collect().error().status() == Status::no_more_data);
}

TEST_CASE("each session begins at the first collect") {
    const auto source = source_of(joined({block_of({gadget(1)}), block_of({gadget(2)})}));
    Collecting first(*source);
    REQUIRE(first.try_collect().has_value());
    REQUIRE(first.try_collect().has_value());
    Collecting second(*source);
    REQUIRE(second.try_collect().has_value());
    CHECK(first.snapshot.objects[0].cell(0, 0) == 2);
    CHECK(second.snapshot.objects[0].cell(0, 0) == 1);
}

TEST_CASE("parents are found in another block of the same collect") {
    const TestObject parents =
        object_of(definition_of(6200, Instances::multi, {raw_count}), {{u"p", {1}}, {u"q", {2}}});
    const TestObject children =
        object_of(definition_of(6300, Instances::multi, {raw_count}), {{u"x", {3}, u"q"}});
    // The reference is written beside the parents, then their block is parted from the children's.
    const auto both = block_of({children, parents});
    const std::size_t size = u32_at(both, test_header);
    std::vector<std::byte> alone(
        both.begin(), both.begin() + static_cast<std::ptrdiff_t>(test_header + size));
    alone = with_u32(alone, layout::block::total_length, static_cast<std::uint32_t>(alone.size()));
    alone = with_u32(alone, layout::block::object_count, 1);
    const auto source = source_of(joined({alone, block_of({parents})}));
    Collecting replay(*source);
    REQUIRE(replay.try_collect().has_value());
    CHECK(replay.snapshot.objects[0].instances()->instances()[0].parent == u"q");
}

TEST_CASE("Windows' own indexes have names, others are numbers, unless blocks bring names") {
    const auto by_number =
        source_of(block_of({object_of(definition_of(238, Instances::multi, {raw_count}), {}),
            object_of(definition_of(5000, Instances::multi, {raw_count}), {})}));
    CHECK(by_number->catalogue()->objects[0].name == u"Processor");
    CHECK(by_number->catalogue()->objects[1].name == u"#5000");
    const auto by_title = source_of(block_of({gadget(1)}, {.titles = true}));
    CHECK(by_title->catalogue()->objects[0].name == u"Object");
    CHECK(by_title->catalogue()->objects[0].counters[0].name == u"Counter");
}

TEST_CASE("the catalogue has the objects and counters of the whole file") {
    const auto later =
        object_of(definition_of(5000, Instances::multi, {raw_count, raw_count}), {{u"a", {2, 3}}});
    const auto source = source_of(
        joined({block_of({widget({{u"a", {1}}})}), block_of({later}), block_of({later, gadget(4)})}));
    REQUIRE(source->catalogue()->objects.size() == 2);
    CHECK(source->catalogue()->objects[0].counters.size() == 2);
    Collecting replay(*source);
    REQUIRE(replay.try_collect().has_value());
    CHECK_FALSE(replay.snapshot.objects[0].is_valid(0, 1));
    CHECK(replay.snapshot.objects[1].status() == Status::cstatus_invalid_data);
    REQUIRE(replay.try_collect().has_value());
    CHECK(replay.snapshot.objects[0].cell(0, 1) == 3);
}

TEST_CASE("the last collect has the instances to enumerate") {
    const auto source = source_of(
        joined({block_of({widget({{u"a", {1}}})}), block_of({widget({{u"b", {1}}, {u"c", {2}}})})}));
    const auto names = [&] {
        ObjectSnapshot rows;
        REQUIRE(source->enumerate(0, rows).has_value());
        rows.publish(nullptr);
        std::u16string joined;
        for (const Instance& instance : rows.instances()->instances()) {
            joined += instance.name;
        }
        return joined;
    };
    CHECK(names() == u"a");
    Collecting replay(*source);
    REQUIRE(replay.try_collect().has_value());
    CHECK(names() == u"a");
    REQUIRE(replay.try_collect().has_value());
    CHECK(names() == u"bc");
}

TEST_CASE("a capture cut in its last block loses it; one cut in its first is refused") {
    const auto one = block_of({gadget(1)});
    const auto two = joined({one, block_of({gadget(2)})});
    for (std::size_t size = one.size(); size < two.size(); ++size) {
        CAPTURE(size);
        const auto source = source_of({two.begin(), two.begin() + static_cast<std::ptrdiff_t>(size)});
        Collecting replay(*source);
        CHECK(replay.try_collect().has_value());
        CHECK_FALSE(replay.try_collect().has_value());
    }
    for (std::size_t size = 0; size < one.size(); ++size) {
        CAPTURE(size);
        CHECK(
            refusal_of({one.begin(), one.begin() + static_cast<std::ptrdiff_t>(size)}).starts_with("byte "));
    }
}

TEST_CASE("a damaged file is refused with the offset of the damage") {
    const auto one = block_of({widget({{u"a", {1}}})});
    const auto at = [&](std::size_t offset) { return "byte " + std::to_string(offset) + ": "; };
    const auto damaged = [&](std::size_t offset, std::uint32_t value) {
        return refusal_of(joined({one, with_u32(one, offset, value)}));
    };
    CHECK(damaged(layout::block::signature, 0).starts_with(at(one.size())));
    CHECK(damaged(layout::block::version, 3).starts_with(at(one.size() + layout::block::version)));
    CHECK(damaged(layout::block::perf_freq, 1001).starts_with(at(one.size())));
    CHECK(damaged(test_header, 4).starts_with(at(one.size() + test_header)));
    const std::size_t count_at = test_header + layout::object::counter_count;
    CHECK(damaged(count_at, 500).starts_with(at(one.size() + count_at)));
    const std::size_t instance = test_header + u32_at(one, test_header + layout::object::definition_length);
    CHECK(damaged(instance, 5).starts_with(at(one.size() + instance)));
}

TEST_CASE("a file is loaded by its name, and an error contains the name") {
    const auto missing = source::perfdata::load_perfdata_source("/nowhere/at all");
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().status() == Status::file_not_found);
    CHECK(missing.error().message() == "/nowhere/at all: cannot be read: No such file or directory");
    const auto file = std::filesystem::temp_directory_path() /
                      ("pdh-shim-capture-" + std::to_string(std::random_device()()));
    const auto block = block_of({gadget(1)});
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(block.data()), static_cast<std::streamsize>(block.size()));
    CHECK(source::perfdata::load_perfdata_source(file.string()).has_value());
    std::ofstream(file, std::ios::binary) << "no block";
    const auto malformed = source::perfdata::load_perfdata_source(file.string());
    REQUIRE_FALSE(malformed.has_value());
    CHECK(malformed.error().message().starts_with(file.string() + ": byte 8: "));
    std::filesystem::remove(file);
}
