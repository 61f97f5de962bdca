// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "source/pcp/metric.h"
#include "source/pcp/protocol.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::source::pcp;
using Bytes = std::vector<std::byte>;

namespace {

// What libpcp would give of three metrics: two numbers in place, a text, and none.
class Fetched {
  public:
    Fetched() {
        text_.head.vtype = PM_TYPE_STRING;
        text_.head.vlen = PM_VAL_HDR_SIZE + 6;
        std::memcpy(text_.head.vbuf, "hello", 6);
        pmValueSet& numbers = set(0);
        numbers.pmid = 1;
        numbers.numval = 2;
        numbers.valfmt = PM_VAL_INSITU;
        pmValue* const values = numbers.vlist;
        values[0] = {.inst = 10, .value = {.lval = 7}};
        values[1] = {.inst = 11, .value = {.lval = 8}};
        pmValueSet& texts = set(1);
        texts.pmid = 2;
        texts.numval = 1;
        texts.valfmt = PM_VAL_DPTR;
        texts.vlist[0] = {.inst = -1, .value = {.pval = &text_.head}};
        pmValueSet& none = set(2);
        none.pmid = 3;
        none.numval = PM_ERR_PMID;
        result_.head.timestamp = {.tv_sec = 12, .tv_usec = 34};
        result_.head.numpmid = 3;
        pmValueSet** const sets = result_.head.vset;
        for (std::size_t i = 0; i < 3; ++i) {
            sets[i] = &set(i);
        }
    }

    [[nodiscard]] Bytes encoded() const { return encode_values(result_.head); }

  private:
    pmValueSet& set(std::size_t number) { return sets_.at(2 * number); } // each with room for a second value

    union Text {
        pmValueBlock head;
        std::array<char, 16> room;
    };
    union Result {
        pmResult head;
        std::array<char, sizeof(pmResult) + 2 * sizeof(pmValueSet*)> room;
    };
    Text text_{};
    std::array<pmValueSet, 6> sets_{};
    Result result_{};
};

} // namespace

TEST_CASE("values are read as libpcp gave them") {
    const auto values = FetchedValues::read(Fetched().encoded(), 0, 3);
    REQUIRE(values.has_value());
    CHECK(values->timestamp().tv_sec == 12);
    CHECK(values->timestamp().tv_usec == 34);
    const pmValueSet& numbers = *values->sets()[0];
    CHECK(numbers.pmid == 1);
    REQUIRE(numbers.numval == 2);
    const std::span pair(numbers.vlist, 2);
    CHECK(pair[1].inst == 11);
    CHECK(number_of(PM_TYPE_32, numbers.valfmt, pair[1], {}) == 8);
    const pmValueSet& texts = *values->sets()[1];
    CHECK(text_of(PM_TYPE_STRING, texts.valfmt, texts.vlist[0]) == "hello");
    CHECK(values->sets()[2]->numval == PM_ERR_PMID);
}

TEST_CASE("values that are cut anywhere, or of fewer metrics, are malformed") {
    const Bytes whole = Fetched().encoded();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto values =
            FetchedValues::read({whole.begin(), whole.begin() + static_cast<long>(size)}, 0, 3);
        CHECK_FALSE(values.has_value());
    }
    CHECK_FALSE(FetchedValues::read(whole, 0, 4).has_value());
    CHECK(FetchedValues::read(whole, 0, 2).has_value());
}

TEST_CASE("a count or a length beyond the end is malformed") {
    for (const std::uint32_t count : {3U, 0x7FFF'FFFFU}) {
        Bytes bytes = Fetched().encoded();
        pdh_shim::ByteWriter writer(bytes);
        writer.set_u32(sizeof(timeval) + offsetof(pmValueSet, numval), count);
        CHECK_FALSE(FetchedValues::read(std::move(bytes), 0, 3).has_value());
    }
    Bytes bytes = Fetched().encoded();
    const pmValueBlock longest{.vlen = PM_VAL_VLEN_MAX, .vtype = PM_TYPE_STRING, .vbuf = {}};
    const std::string_view text = pdh_shim::as_text(bytes);
    std::memcpy(bytes.data() + text.find("hello") - PM_VAL_HDR_SIZE, &longest, PM_VAL_HDR_SIZE);
    CHECK_FALSE(FetchedValues::read(std::move(bytes), 0, 3).has_value());
}

TEST_CASE("a request is read as it was written; one that is cut is malformed") {
    const std::array<std::byte, 2> subject{std::byte{1}, std::byte{2}};
    const Bytes bytes = encode_request({.now = 1, .deadline = 2, .generation = 3}, "host", subject);
    const auto request = read_request(bytes);
    REQUIRE(request.has_value());
    CHECK(request->head.deadline == 2);
    CHECK(request->head.generation == 3);
    CHECK(request->host == "host");
    CHECK(std::ranges::equal(request->subject, subject));
    for (std::size_t size = 0; size < sizeof(RequestHead) + 4; ++size) {
        CHECK_FALSE(read_request(std::span(bytes).first(size)).has_value());
    }
}

TEST_CASE("texts and instances are read as they were written, without what has no end") {
    const std::vector<std::string> texts{"a", "", "long"};
    CHECK(read_texts(encode_texts(texts)) == texts);
    const Bytes two = encode_texts(std::span(texts).first(2));
    Bytes cut = encode_texts(texts);
    cut.pop_back();
    CHECK(read_texts(cut) == read_texts(two));
    const InstanceNames instances{{-1, "one"}, {7, ""}};
    CHECK(read_instances(encode_instances(instances)) == instances);
    Bytes cut_instances = encode_instances(instances);
    cut_instances.pop_back();
    CHECK(read_instances(cut_instances) == InstanceNames{{-1, "one"}});
}
