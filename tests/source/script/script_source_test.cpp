// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"
#include "require_value.h"
#include "source/script/script_source.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using pdh_shim::Result;
using pdh_shim::Status;
using pdh_shim::to_utf8;
using namespace pdh_shim::model;
using pdh_shim::source::script::load_script_source;
using pdh_shim::source::script::make_script_source;

namespace {

const std::string widget_file = TEST_DATA "/script/widget.json";

std::unique_ptr<Source> make(std::string_view text) {
    return pdh_shim::test::require_value(make_script_source(text));
}

std::unique_ptr<Source> make_widgets() {
    return pdh_shim::test::require_value(load_script_source(widget_file));
}

std::vector<ObjectRequest> everything(const Catalogue& catalogue) {
    std::vector<ObjectRequest> requests;
    for (std::uint32_t object = 0; object < catalogue.objects.size(); ++object) {
        requests.push_back({object, std::vector<bool>(catalogue.objects[object].columns, true), false});
    }
    return requests;
}

// A session that asks for everything.
class Query {
  public:
    explicit Query(Source& source)
        : requests_(everything(*source.catalogue())), session_(source.open_session()) {
        snapshot.objects.resize(requests_.size());
    }

    Status collect() {
        const auto collected = session_->collect(requests_, snapshot);
        for (ObjectSnapshot& object : snapshot.objects) {
            object.publish(nullptr);
        }
        return collected ? Status::success : collected.error().status();
    }

    [[nodiscard]] std::string instances(std::size_t object) const {
        std::string text;
        for (const Instance& instance : snapshot.objects[object].instances()->instances()) {
            text += to_utf8(instance.name).value() + " ";
        }
        return text;
    }

    Snapshot snapshot;

  private:
    std::vector<ObjectRequest> requests_;
    std::unique_ptr<Session> session_;
};

std::string enumerated(Source& source, std::uint32_t object) {
    ObjectSnapshot rows;
    REQUIRE(source.enumerate(object, rows).has_value());
    rows.publish(nullptr);
    std::string text;
    for (const Instance& instance : rows.instances()->instances()) {
        text += to_utf8(instance.name).value() + " ";
    }
    return text;
}

constexpr std::string_view three_samples = R"({"perfFreq": 1000, "objects": [
    {"name": "Multi", "instances": "multi", "objectFreq": 10, "counters": [
        {"name": "C", "type": "PERF_COUNTER_RAWCOUNT"}, {"name": "T", "type": "PERF_100NSEC_MULTI_TIMER"}]},
    {"name": "Single", "instances": "none", "objectTime": 5, "counters": [{"name": "C", "type": 65536}]}],
    "samples": [
    {"data": {"Multi": {"a": [1, 2], "b": [3, [4, 5]]}, "Single": [6]}},
    {"data": {"Multi": {"b": [null, 7]}}},
    {"data": {"Single": [8]}, "objectTime": {"Single": 9, "Multi": 3}}])";

std::string looped(bool loop) {
    return std::string(three_samples) + ", \"loop\": " + (loop ? "true" : "false") + "}";
}

} // namespace

TEST_CASE("each collect of a session takes the next sample, then PDH_NO_MORE_DATA") {
    const auto source = make_widgets();
    Query query(*source);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.perf_time == 0);
    CHECK(query.snapshot.system_time == 134'116'992'000'000'000);
    CHECK(query.instances(0) == "a b ");
    CHECK(query.snapshot.objects[0].cell(1, 2) == 2);
    CHECK(query.snapshot.objects[1].cell(0, 0) == 7);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.perf_time == 10'000'000);
    CHECK(query.snapshot.time_100ns == 10'000'000);
    CHECK(query.snapshot.system_time == 134'116'992'010'000'000);
    CHECK(query.instances(0) == "a ");
    CHECK(query.snapshot.objects[0].cell(0, 0) == 15);
    CHECK(query.snapshot.objects[0].cell(0, 1) == 9);
    CHECK(query.snapshot.objects[0].cell(0, 2) == 20);
    CHECK(query.snapshot.objects[1].cell(0, 0) == 8);
    CHECK(query.collect() == Status::no_more_data);
    CHECK(query.collect() == Status::no_more_data);
}

TEST_CASE("a sample with a status fails its collect, and the next collect continues") {
    const auto source = make(R"({"objects": [{"name": "O", "instances": "multi", "counters": [
        {"name": "C", "type": "PERF_COUNTER_RAWCOUNT"}]}], "samples": [
        {"status": "PDH_NO_DATA"}, {"data": {"O": {"a": [1]}}}, {"status": 5, "perfTime": 70}, {"data": {}}]})");
    CHECK(enumerated(*source, 0) == "a "); // the first that has data
    Query query(*source);
    CHECK(query.collect() == Status::no_data);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[0].cell(0, 0) == 1);
    CHECK(to_code(query.collect()) == 5);
    CHECK(enumerated(*source, 0) == "a ");
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.perf_time == 10'000'070);
    CHECK(query.collect() == Status::no_more_data);
    CHECK(enumerated(*source, 0).empty());
}

TEST_CASE("a script of statuses alone has no instances") {
    const auto source = make(R"({"objects": [{"name": "O", "instances": "multi", "counters": [
        {"name": "C", "type": 0}]}], "samples": [{"status": "PDH_NO_DATA"}]})");
    CHECK(enumerated(*source, 0).empty());
}

TEST_CASE("objects, instances and counters have the statuses that a script gives them") {
    const auto source = make(R"({"objects": [
        {"name": "Multi", "instances": "multi", "counters": [{"name": "C", "type": 0}, {"name": "D", "type": 0}]},
        {"name": "Single", "instances": "none", "counters": [{"name": "C", "type": 0}]}], "samples": [
        {"data": {"Multi": {"a": ["PDH_CSTATUS_NO_COUNTER", 2], "b": "0x800007D1", "c": [3, null]},
                  "Single": ["PDH_CSTATUS_NO_OBJECT"]}},
        {"data": {"Multi": "PDH_CSTATUS_NO_OBJECT", "Single": "PDH_CSTATUS_NO_MACHINE"}},
        {"data": {"Multi": {"a": [1, 2]}, "Single": [3]}}]})");
    Query query(*source);
    CHECK(query.collect() == Status::success);
    const ObjectSnapshot& multi = query.snapshot.objects[0];
    const ObjectSnapshot& single = query.snapshot.objects[1];
    CHECK(multi.status() == Status::success);
    CHECK(query.instances(0) == "a b c ");
    CHECK(multi.status(0, 0) == Status::cstatus_no_counter);
    CHECK(multi.status(0, 1) == Status::success);
    CHECK(multi.cell(0, 1) == 2);
    CHECK(multi.status(1, 0) == Status::cstatus_no_instance);
    CHECK(multi.status(1, 1) == Status::cstatus_no_instance);
    CHECK(multi.is_valid(2, 0));
    CHECK(multi.status(2, 1) == Status::cstatus_invalid_data);
    CHECK(single.status(0, 0) == Status::cstatus_no_object);
    CHECK(query.collect() == Status::success);
    CHECK(multi.status() == Status::cstatus_no_object);
    CHECK(query.instances(0).empty());
    CHECK(enumerated(*source, 0).empty());
    CHECK(single.status() == Status::cstatus_no_machine);
    CHECK(query.collect() == Status::success);
    CHECK(multi.status() == Status::success);
    CHECK(multi.is_valid(0, 0));
    CHECK(single.is_valid(0, 0));
}

TEST_CASE("with loop the first sample follows the last") {
    const auto source = make(looped(true));
    Query query(*source);
    for (int round = 0; round < 3; ++round) {
        CHECK(query.collect() == Status::success);
        CHECK(query.snapshot.perf_time == 0);
        CHECK(query.collect() == Status::success);
        CHECK(query.collect() == Status::success);
        CHECK(query.snapshot.perf_time == 2'000);
    }
}

TEST_CASE("a script without samples has no data, with loop or without") {
    for (const std::string_view loop : {"true", "false"}) {
        const auto source = make(R"({"objects": [{"name": "O", "instances": "multi", "counters": [
            {"name": "C", "type": 65536}]}], "samples": [], "loop": )" +
                                 std::string(loop) + "}");
        Query query(*source);
        CHECK(query.collect() == Status::no_more_data);
        CHECK(enumerated(*source, 0).empty());
    }
}

TEST_CASE("each session has a position of its own") {
    const auto source = make(looped(false));
    Query one(*source);
    Query two(*source);
    CHECK(one.collect() == Status::success);
    CHECK(one.collect() == Status::success);
    CHECK(two.collect() == Status::success);
    CHECK(one.snapshot.perf_time == 1'000);
    CHECK(two.snapshot.perf_time == 0);
}

TEST_CASE("a session outlives the source of its script") {
    auto source = make(looped(false));
    Query query(*source);
    source.reset();
    CHECK(query.collect() == Status::success);
    CHECK(query.instances(0) == "a b ");
}

TEST_CASE("an object that a sample leaves out has no instances, or no valid data") {
    const auto source = make(looped(false));
    Query query(*source);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[1].status() == Status::success);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[1].status() == Status::cstatus_invalid_data);
    CHECK(query.snapshot.objects[1].rows() == 1);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[0].rows() == 0);
    CHECK(query.snapshot.objects[0].status() == Status::success);
    CHECK(query.snapshot.objects[1].status() == Status::success);
}

TEST_CASE("a cell without a value is not valid") {
    const auto source = make(looped(false));
    Query query(*source);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[0].is_valid(1, 0));
    CHECK(query.collect() == Status::success);
    CHECK(!query.snapshot.objects[0].is_valid(0, 0));
    CHECK(query.snapshot.objects[0].is_valid(0, 1));
}

TEST_CASE("a multi count is 1 where the script gives none") {
    const auto source = make(looped(false));
    const std::uint32_t column = source->catalogue()->objects[0].counters[1].multi;
    Query query(*source);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[0].cell(0, column) == 1);
    CHECK(query.snapshot.objects[0].cell(1, column) == 5);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[0].cell(0, column) == 1);
}

TEST_CASE("an object's clock is the sample's, else its own, else perfTime") {
    const auto source = make(looped(false));
    Query query(*source);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[0].object_time() == 0);
    CHECK(query.snapshot.objects[1].object_time() == 5);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[0].object_time() == 10);
    CHECK(query.collect() == Status::success);
    CHECK(query.snapshot.objects[0].object_time() == 3);
    CHECK(query.snapshot.objects[1].object_time() == 9);
}

TEST_CASE("only the columns asked for are filled, in the order of the request") {
    const auto source = make(looped(false));
    const auto session = source->open_session();
    Snapshot snapshot;
    snapshot.objects.resize(2);
    const std::vector<ObjectRequest> requests{{1, {true}, false}, {0, {false, true, false}, false}};
    REQUIRE(session->collect(requests, snapshot).has_value());
    CHECK(snapshot.objects[0].cell(0, 0) == 6);
    CHECK(snapshot.objects[1].rows() == 2);
    CHECK(snapshot.objects[1].cell(1, 0) == 0);
    CHECK(snapshot.objects[1].cell(1, 1) == 4);
}

TEST_CASE("the sample taken last has the instances to enumerate, at first the first") {
    const auto source = make(looped(true));
    CHECK(enumerated(*source, 0) == "a b ");
    Query one(*source);
    CHECK(one.collect() == Status::success);
    CHECK(enumerated(*source, 0) == "a b ");
    CHECK(one.collect() == Status::success);
    CHECK(enumerated(*source, 0) == "b ");
    Query two(*source);
    CHECK(two.collect() == Status::success);
    CHECK(enumerated(*source, 0) == "a b ");
    CHECK(one.collect() == Status::success);
    CHECK(enumerated(*source, 0).empty());
    CHECK(enumerated(*source, 1) == " ");
}

TEST_CASE("the end of the script leaves the instances as they were") {
    const auto source = make_widgets();
    Query query(*source);
    CHECK(query.collect() == Status::success);
    CHECK(query.collect() == Status::success);
    CHECK(query.collect() == Status::no_more_data);
    CHECK(enumerated(*source, 0) == "a ");
}

TEST_CASE("the catalogue stays the same") {
    const auto source = make_widgets();
    CHECK(source->catalogue() == source->catalogue());
}

TEST_CASE("a malformed text is refused with its line and column") {
    const auto source = make_script_source("{\n\"objects\": 5, \"samples\": []}");
    REQUIRE_FALSE(source.has_value());
    CHECK(source.error().status() == Status::invalid_datasource);
    CHECK(source.error().message() == "2:12: \"objects\" has to be a list, not a whole number");
}

TEST_CASE("a malformed file is refused with its name, line and column") {
    const std::string file =
        (std::filesystem::temp_directory_path() /
            ("pdh_shim_script_test_" +
                std::to_string(std::chrono::steady_clock::now().time_since_epoch().count())))
            .string();
    std::ofstream(file) << "{ \"objects\": [],\n\n  \"samples\": [ }";
    const auto source = load_script_source(file);
    CHECK(std::remove(file.c_str()) == 0);
    REQUIRE_FALSE(source.has_value());
    CHECK(source.error().status() == Status::invalid_datasource);
    CHECK(source.error().message() ==
          file + ":3:16: syntax error while parsing value - unexpected '}'; expected '[', '{', or a literal");
}

TEST_CASE("a file that is not there or is a folder cannot be read") {
    struct Row {
        std::string path;
        std::string reason;
    };
    for (const Row& row : {Row{widget_file + ".not", "cannot be read: No such file or directory"},
             Row{std::string(TEST_DATA), "is not a regular file"}}) {
        const auto source = load_script_source(row.path);
        REQUIRE_FALSE(source.has_value());
        CHECK(source.error().status() == Status::file_not_found);
        CHECK(source.error().message() == row.path + ": " + row.reason);
    }
}

TEST_CASE("in the corpus, files named as valid load, and files named as bad do not") {
    int valid = 0;
    int bad = 0;
    for (const auto& entry : std::filesystem::directory_iterator(TEST_DATA "/../fuzz/corpus/script")) {
        const std::string name = entry.path().filename().string();
        CAPTURE(name);
        const auto source = load_script_source(entry.path().string());
        const bool loads = source.has_value();
        CAPTURE((loads ? std::string() : source.error().message()));
        CHECK(loads == name.starts_with("valid_"));
        (loads ? valid : bad) += 1;
    }
    CHECK(valid > 0);
    CHECK(bad > 0);
}
