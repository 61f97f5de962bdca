// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "answers.h"
#include "base/bytes.h"
#include "source/winhost/worker/registry_calls.h"

#include <doctest/doctest.h>

#include <span>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

TEST_CASE("the key is opened without a server's name, for all that is allowed") {
    const auto bytes = open_request();
    ByteReader reader(bytes);
    REQUIRE(bytes.size() == 8);
    CHECK(reader.u32(0) == 0);
    CHECK(reader.u32(4) == 0x02000000);
}

TEST_CASE("the answer to opening has a handle and an error") {
    const auto bytes = open_answer(5, 7);
    const auto answer = read_open_answer(bytes);
    REQUIRE(answer.has_value());
    CHECK(answer->error == 5);
    CHECK(answer->handle[19] == std::byte{7});
    for (std::size_t count = 0; count < bytes.size(); ++count) {
        CHECK_FALSE(read_open_answer(std::span(bytes).first(count)).has_value());
    }
}

TEST_CASE("a query has its value with a NUL, and room for the answer") {
    const auto bytes = query_request(KeyHandle{std::byte{9}}, u"238", 65536);
    ByteReader reader(bytes);
    CHECK(reader.u8(0) == 9);
    CHECK(reader.u16(20) == 8); // bytes of the text
    CHECK(reader.u16(22) == 8);
    CHECK(reader.u32(24) != 0);
    CHECK(reader.u32(28) == 4); // units
    CHECK(reader.u32(32) == 0);
    CHECK(reader.u32(36) == 4);
    CHECK(reader.u16(40) == u'2');
    CHECK(reader.u16(46) == 0);
    CHECK(reader.u32(48) != 0); // the type
    CHECK(reader.u32(52) == 0);
    CHECK(reader.u32(56) != 0); // the data
    CHECK(reader.u32(60) == 65536);
    CHECK(reader.u32(64) == 0);
    CHECK(reader.u32(68) == 0);
    CHECK(reader.u32(76) == 65536);
    CHECK(reader.u32(84) == 0);
    CHECK(bytes.size() == 88);
    CHECK(reader.ok());
    // Behind an odd text the numbers are at multiples of four.
    CHECK(query_request({}, u"23", 1).size() == 88);
}

TEST_CASE("the answer to a query has its data") {
    const std::vector<std::byte> data{std::byte{1}, std::byte{2}, std::byte{3}};
    const auto bytes = query_answer(0, data);
    const auto answer = read_query_answer(bytes);
    REQUIRE(answer.has_value());
    CHECK(answer->error == 0);
    CHECK(std::vector(answer->data.begin(), answer->data.end()) == data);
    for (std::size_t count = 0; count < bytes.size(); ++count) {
        CHECK_FALSE(read_query_answer(std::span(bytes).first(count)).has_value());
    }
}

TEST_CASE("after an error there are no data, whatever stands there") {
    const std::vector<std::byte> data(3);
    const auto bytes = query_answer(234, data, 99);
    const auto answer = read_query_answer(bytes);
    REQUIRE(answer.has_value());
    CHECK(answer->error == 234);
    CHECK(answer->needed == 99);
    CHECK(answer->data.empty());
}

TEST_CASE("lengths of an answer that lie make it none") {
    const std::vector<std::byte> data(8);
    const auto with = [&](std::size_t place, std::uint32_t value) {
        auto bytes = query_answer(0, data);
        ByteWriter(bytes).set_u32(place, value);
        return read_query_answer(bytes).has_value();
    };
    CHECK_FALSE(with(16, 4));          // the data do not begin at 0
    CHECK_FALSE(with(20, 9));          // more data than there are
    CHECK_FALSE(with(20, 0xFFFFFFFF)); //
    CHECK_FALSE(with(20, 0xFFFFFFF0)); //
    CHECK_FALSE(with(44, 9));          // more was sent than stands there
    CHECK(with(44, 8));
}
