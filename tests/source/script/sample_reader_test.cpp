// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "require_value.h"
#include "source/script/catalogue_reader.h"
#include "source/script/sample_reader.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::script;

namespace {

/// Reads samples, each from a text of its own, of the objects `M`, which has instances and the counters `A`
/// and `B`, and `N`, which has the counter `A` and no instances. Their clocks have 10 ticks a second.
class SampleTexts {
  public:
    SampleTexts() {
        constexpr std::string_view objects =
            R"([{"name": "M", "instances": "multi", "counters": [{"name": "A", "type": 0}, {"name": "B", "type": 0}]},
                {"name": "N", "instances": "none", "counters": [{"name": "A", "type": 0}]}])";
        const Tape tape = test::require_value(Tape::parse(objects));
        catalogue = test::require_value(read_objects(ValueReader(objects), tape.root(), 10)).catalogue;
        samples_ = std::make_unique<SampleReader>(reader_, catalogue);
    }

    Result<ScriptSample, Failure> read(std::string_view text) {
        const Tape tape = test::require_value(Tape::parse(text));
        return samples_->read(tape.root());
    }
    ScriptSample sample(std::string_view text) { return test::require_value(read(text)); }
    bool refuses(std::string_view text, std::string_view reason) {
        const auto sample = read(text);
        return !sample.has_value() && sample.error().message().find(reason) != std::string::npos;
    }

    model::Catalogue catalogue;

  private:
    ValueReader reader_{""}; // which knows no lines
    std::unique_ptr<SampleReader> samples_;
};

} // namespace

TEST_CASE("a sample without times is a second after the one before") {
    SampleTexts texts;
    const Instant first = texts.sample(R"({"perfTime": 100, "data": {}})").clocks;
    CHECK(first.perf_time == 100);
    CHECK(first.time_100ns == 100'000'000);
    const Instant next = texts.sample(R"({"data": {}})").clocks;
    CHECK(next.perf_time == 110);
    CHECK(next.time_100ns == 110'000'000);
    CHECK(next.system_time == first.system_time + ticks_per_second);
    // A sample that fails has its time too.
    CHECK(texts.sample(R"({"status": "PDH_NO_DATA"})").clocks.perf_time == 120);
    CHECK(texts.sample(R"({"data": {}})").clocks.perf_time == 130);
}

TEST_CASE("a sample has data or a status") {
    SampleTexts texts;
    CHECK(texts.refuses("{}", "\"data\""));
    CHECK(texts.refuses(R"({"status": "PDH_NO_DATA", "data": {}})", "has no data"));
    CHECK(texts.refuses(R"({"systemTime": "yesterday", "data": {}})", "is no time such as"));
    CHECK(texts.refuses(R"({"systemTime": 5, "data": {}})", "\"systemTime\""));
    const ScriptSample failed = texts.sample(R"({"status": "PDH_NO_DATA"})");
    CHECK(failed.status == Status::no_data);
    CHECK(failed.objects.empty());
}

TEST_CASE("objects are found without regard to case, once each, and listed by their places") {
    SampleTexts texts;
    const ScriptSample sample = texts.sample(R"({"data": {"n": [5], "m": {}}, "objectTime": {"N": 8}})");
    REQUIRE(sample.objects.size() == 2);
    CHECK(sample.objects[0].object == 0);
    CHECK(sample.objects[1].object == 1);
    CHECK(sample.object_times == std::vector<std::pair<std::uint32_t, std::int64_t>>{{1, 8}});
    CHECK(texts.refuses(R"({"data": {"X": []}})", "no object \"X\""));
    CHECK(texts.refuses(R"({"data": {"N": [5], "n": [6]}})", "stands here twice"));
    CHECK(texts.refuses(R"({"data": []})", "\"data\""));
}

TEST_CASE("a frequency in a sample is the object's, and cannot change in another one") {
    SampleTexts texts;
    CHECK(texts.catalogue.objects[1].object_freq == 10);
    texts.sample(R"({"objectFreq": {"N": 50}, "data": {}})");
    CHECK(texts.catalogue.objects[1].object_freq == 50);
    CHECK(texts.read(R"({"objectFreq": {"N": 50}, "data": {}})").has_value());
    CHECK(texts.refuses(R"({"objectFreq": {"N": 51}, "data": {}})", "cannot change"));
    CHECK(texts.refuses(R"({"objectFreq": {"M": 0}, "data": {}})", "an object frequency"));
}

TEST_CASE("an instance has a value for each counter") {
    SampleTexts texts;
    const ScriptSample sample =
        texts.sample(R"({"data": {"M": {"i": [1, null], "j": [18446744073709551615, 4]}}})");
    REQUIRE(sample.objects.size() == 1);
    const ObjectSample& rows = sample.objects[0];
    CHECK(rows.cells == std::vector<std::int64_t>{1, 0, -1, 4});
    REQUIRE(rows.missing.size() == 1);
    CHECK(rows.missing[0].cell.row == 0);
    CHECK(rows.missing[0].cell.column == 1);
    CHECK(rows.missing[0].cstatus == Status::cstatus_invalid_data);
    CHECK(texts.refuses(
        R"({"data": {"M": {"i": [1]}}})", "1 values stand here, but the object has 2 counters"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, 2, 3]}}})", "3 values stand here"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": 1}}})", "the data of an instance"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, 2.5]}}})", "a value"));
}

TEST_CASE("a multi count is a DWORD beside its value, and has one column for all samples") {
    SampleTexts texts;
    const ScriptSample sample = texts.sample(R"({"data": {"M": {"i": [1, [7, 4294967295]]}}})");
    REQUIRE(sample.objects[0].multi.size() == 1);
    CHECK(sample.objects[0].cells == std::vector<std::int64_t>{1, 7});
    CHECK(sample.objects[0].multi[0].count == 4294967295);
    CHECK(sample.objects[0].multi[0].cell.column == 2);
    CHECK(texts.catalogue.objects[0].columns == 3);
    CHECK(texts.catalogue.objects[0].counters[1].multi == 2);
    CHECK(texts.sample(R"({"data": {"M": {"i": [1, [7, 0]]}}})").objects[0].multi[0].cell.column == 2);
    CHECK(texts.catalogue.objects[0].columns == 3);
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, [7, 4294967296]]}}})", "a multi count"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, [7, -1]]}}})", "a multi count"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, [7]]}}})", "[value, multi]"));
    CHECK(texts.refuses(R"({"data": {"M": {"i": [1, [7, 1, 1]]}}})", "[value, multi]"));
}

TEST_CASE("a name in a list is parted at its first slash that has something on both sides") {
    SampleTexts texts;
    const ScriptSample sample = texts.sample(
        R"({"data": {"M": [["p/i", [1, 2], 9], ["p/i/j", [1, 2]], ["/i", [1, 2]], ["i/", [1, 2]], ["/", [1, 2]]]}})");
    const std::vector<model::Instance> expected{{.name = u"i", .parent = u"p", .unique_id = 9},
        {.name = u"i/j", .parent = u"p"}, {.name = u"/i", .parent = {}}, {.name = u"i/", .parent = {}},
        {.name = u"/", .parent = {}}};
    CHECK(sample.objects[0].instances->instances() == expected);
    CHECK(texts.refuses(R"({"data": {"M": [["i"]]}})", "an instance in a list"));
    CHECK(texts.refuses(R"({"data": {"M": [["i", [1, 2], 3, 4]]}})", "an instance in a list"));
    CHECK(texts.refuses(R"({"data": {"M": [["i", [1, 2], -1]]}})", "the id of an instance"));
}
