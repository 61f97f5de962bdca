// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/key_objects.h"
#include "block/layout.h"
#include "blocks.h"
#include "require_value.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::block;

namespace {

/// A key without titles, and what one session reads of it.
struct Key {
    KeyObjects objects{"key", {}};
    KeySample sample;

    BlockHeader find(std::vector<std::byte> bytes) {
        sample.bytes = std::move(bytes);
        return test::require_value(sample.find_objects(sample.bytes.size()));
    }

    BlockHeader learn(std::vector<std::byte> bytes) {
        BlockHeader header = find(std::move(bytes));
        objects.learn(sample, header);
        return header;
    }
};

} // namespace

TEST_CASE("the objects of an answer are learnt, and their values read") {
    Key key;
    const BlockHeader header =
        key.learn(block_of({gadget(7), widget({{u"a", {1}}, {u"b", {2}}})}, native_format, 40));
    const auto catalogue = key.objects.catalogue();
    REQUIRE(catalogue->objects.size() == 2);
    CHECK(catalogue->objects[0].name == u"#5100");
    model::Snapshot snapshot;
    snapshot.objects.resize(1);
    const model::ObjectRequest request{.object = 1, .columns = {true}};
    key.objects.read(key.sample, header, catalogue, {&request, 1}, snapshot);
    snapshot.objects[0].publish(nullptr);
    CHECK(snapshot.perf_time == 40);
    REQUIRE(snapshot.objects[0].rows() == 2);
    CHECK(snapshot.objects[0].cell(1, 0) == 2);
}

TEST_CASE("a malformed object has no valid data, and its neighbours have theirs") {
    Key key;
    auto bytes = block_of({gadget(7), widget({{u"a", {1}}})}, native_format, 40);
    const BlockHeader header =
        key.learn(with_u32(std::move(bytes), test_header + layout::object::definition_length, 0xFFFFFFFF));
    const auto catalogue = key.objects.catalogue();
    REQUIRE(catalogue->objects.size() == 1);
    CHECK(catalogue->objects[0].title_index == 5000);
}

TEST_CASE("only what was asked for is learnt") {
    Key key;
    key.sample.asked = {5000};
    const auto bytes = block_of({gadget(7), widget({{u"a", {1}}})});
    key.find(bytes);
    CHECK_FALSE(key.objects.knows(key.sample));
    key.learn(bytes);
    REQUIRE(key.objects.catalogue()->objects.size() == 1);
    CHECK(key.objects.catalogue()->objects[0].title_index == 5000);
    CHECK(key.objects.knows(key.sample));
}

TEST_CASE("what is known needs no title") {
    Key key;
    const auto bytes = block_of({gadget(7)});
    key.find(bytes);
    CHECK_FALSE(key.objects.knows(key.sample));
    key.learn(bytes);
    CHECK(key.objects.knows(key.sample));
    key.find(block_of({gadget(8)}));
    CHECK(key.objects.knows(key.sample));
    key.find(block_of(
        {object_of(definition_of(5100, model::Instances::none, {raw_count, raw_count}), {{u"", {1, 2}}})}));
    CHECK_FALSE(key.objects.knows(key.sample));
}
