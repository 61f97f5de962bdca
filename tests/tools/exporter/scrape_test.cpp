// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/scrape.h"
#include "tools/exporter/worker.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <future>
#include <stdexcept>
#include <unistd.h>

using namespace pdh_shim::tools::exporter;

namespace {

using Clock = Scrape::Clock;

Target script(const std::string& json) {
    Target target;
    target.source = "script:" + json;
    return target;
}

ObjectSpec object(const std::string& name) {
    ObjectSpec spec;
    spec.object = name;
    spec.name = name;
    return spec;
}

std::string text_of(const Scrape& scrape, Format format = Format::text) {
    std::string text;
    scrape.append(text, format);
    return text;
}

// The series, without HELP and TYPE.
std::string series_of(const Scrape& scrape) {
    std::string series;
    std::string text = text_of(scrape);
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = text.find('\n', begin) + 1;
        if (text[begin] != '#') {
            series += text.substr(begin, end - begin);
        }
        begin = end;
    }
    return series;
}

std::string one_object(const std::string& counters, const std::string& data, bool has_instances = false) {
    return R"({"perfFreq": 1000, "objects": [{"name": "Box", "help": "A box.", "instances": ")" +
           std::string(has_instances ? "multi" : "none") + R"(", "counters": [)" + counters +
           R"(]}], "samples": [{"perfTime": 5000, "time100ns": 30000000, "data": {"Box": )" + data + "}}]}";
}

} // namespace

TEST_CASE("each kind of type becomes the series of its row") {
    struct Case {
        std::string counters;
        std::string values;
        std::string series;
    };
    const auto row = [](const Case& one) {
        Scrape scrape({.objects = {object("Box")}}, script(one_object(one.counters, one.values)));
        CAPTURE(one.counters);
        REQUIRE(scrape.collect(Clock::now()));
        CHECK(series_of(scrape) == one.series);
    };
    row({R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"})", "[-7]", "pdh_box_a -7\n"});
    row({R"({"name": "A KBytes", "type": "PERF_COUNTER_LARGE_RAWCOUNT"})", "[3]", "pdh_box_a_bytes 3072\n"});
    row({R"({"name": "A/sec", "type": "PERF_COUNTER_BULK_COUNT"})", "[9007199254740993]",
        "pdh_box_a_total 9007199254740993\n"});
    row({R"({"name": "A", "type": "PERF_COUNTER_DELTA"})", "[7]", "pdh_box_a_total 7\n"});
    row({R"({"name": "A", "type": "PERF_100NSEC_TIMER"})", "[15000001]",
        "pdh_box_a_seconds_total 1.5000001\n"});
    row({R"({"name": "A", "type": "PERF_100NSEC_TIMER"})", "[20000000]", "pdh_box_a_seconds_total 2\n"});
    row({R"({"name": "A", "type": "PERF_COUNTER_TIMER"})", "[2500]", "pdh_box_a_seconds_total 2.5\n"});
    row({R"({"name": "A", "type": "PERF_COUNTER_TIMER_INV"})", "[2500]",
        "pdh_box_a_idle_seconds_total 2.5\n"});
    row({R"({"name": "A", "type": "PERF_COUNTER_LARGE_QUEUELEN_TYPE"})", "[500]",
        "pdh_box_a_seconds_total 0.5\n"});
    row({R"({"name": "A", "type": "PERF_RAW_FRACTION"}, {"name": "B", "type": "PERF_RAW_BASE"})", "[1, 4]",
        "pdh_box_a_ratio 0.25\n"});
    row({R"({"name": "A", "type": "PERF_RAW_FRACTION"}, {"name": "B", "type": "PERF_RAW_BASE"})", "[1, 0]",
        ""});
    row({R"({"name": "A", "type": "PERF_SAMPLE_FRACTION"}, {"name": "B", "type": "PERF_SAMPLE_BASE"})",
        "[1, 4]", "pdh_box_a_total 1\npdh_box_a_base_total 4\n"});
    row({R"({"name": "A", "type": "PERF_PRECISION_100NS_TIMER"}, {"name": "B", "type": "PERF_LARGE_RAW_BASE"})",
        "[10000000, 40000000]", "pdh_box_a_seconds_total 1\npdh_box_a_base_seconds_total 4\n"});
    row({R"({"name": "Avg. A", "type": "PERF_AVERAGE_BULK"}, {"name": "B", "type": "PERF_AVERAGE_BASE"})",
        "[100, 4]", "pdh_box_a_sum 100\npdh_box_a_count 4\n"});
    row({R"({"name": "Avg. A", "type": "PERF_AVERAGE_TIMER"}, {"name": "B", "type": "PERF_AVERAGE_BASE"})",
        "[1500, 4]", "pdh_box_a_seconds_sum 1.5\npdh_box_a_seconds_count 4\n"});
    row({R"({"name": "A", "type": "PERF_100NSEC_MULTI_TIMER"}, {"name": "B", "type": "PERF_COUNTER_MULTI_BASE"})",
        "[[30000000, 2], 2]", "pdh_box_a_seconds_total 3\npdh_box_a_multi 2\n"});
    row({R"({"name": "A", "type": "PERF_COUNTER_TEXT"})", "[1]", ""});
    row({R"({"name": "A", "type": "PERF_ELAPSED_TIME"})", "[0]", ""}); // has not begun
}

TEST_CASE("an elapsed time becomes its start") {
    Scrape scrape({.objects = {object("Box")}},
        script(one_object(R"({"name": "Elapsed Time", "type": "PERF_ELAPSED_TIME"})", "[2000]")));
    REQUIRE(scrape.collect(Clock::now()));
    const auto series = series_of(scrape);
    const std::string name = "pdh_box_start_time_seconds ";
    REQUIRE(series.starts_with(name));
    const auto now =
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    CHECK(std::stod(series.substr(name.size())) > now - 603);
    CHECK(std::stod(series.substr(name.size())) <= now - 2.9);
}

TEST_CASE("a family has its explanation and its TYPE, in both formats") {
    const auto json = one_object(
        R"({"name": "A/sec", "type": "PERF_COUNTER_COUNTER", "help": "Say \"a\"\nor \\b."})", "[7]");
    Scrape scrape({.objects = {object("Box")}}, script(json));
    REQUIRE(scrape.collect(Clock::now()));
    const std::string help = " Say 'a'\\nor \\\\b. As PromQL: rate(pdh_box_a_total[5m])\n";
    CHECK(text_of(scrape) ==
          "# HELP pdh_box_a_total" + help + "# TYPE pdh_box_a_total counter\npdh_box_a_total 7\n");
    CHECK(text_of(scrape, Format::openmetrics) ==
          "# HELP pdh_box_a" + help + "# TYPE pdh_box_a counter\npdh_box_a_total 7\n");
}

TEST_CASE("names of instances are safe, told apart, and without sums") {
    const auto json = one_object(R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"})",
        R"([["a", [1]], ["a", [2]], ["q\"\\\nx", [3]], ["a#1", [4]], ["_Total", [6]], ["0,_Total", [6]]])",
        true);
    Scrape scrape({.objects = {object("Box")}}, script(json));
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(series_of(scrape) ==
          "pdh_box_a{name=\"a\"} 1\npdh_box_a{name=\"a#1\"} 2\npdh_box_a{name=\"q\\\"\\\\\\nx\"} 3\n"
          "pdh_box_a{name=\"a_1\"} 4\n");

    auto spec = object("Box");
    spec.instances = {"_Total", "A"};
    spec.except = {"b*"};
    spec.instance_label = "core";
    spec.labels = {{"team", "x"}};
    auto target = script(json);
    target.labels = {{"site", "y"}};
    Scrape chosen({.objects = {spec}}, target);
    REQUIRE(chosen.collect(Clock::now()));
    CHECK(series_of(chosen) ==
          "pdh_box_a{core=\"a\",site=\"y\",team=\"x\"} 1\npdh_box_a{core=\"a#1\",site=\"y\","
          "team=\"x\"} 2\npdh_box_a{core=\"_Total\",site=\"y\",team=\"x\"} 6\n");
}

TEST_CASE("an explanation that is not of the series itself says so") {
    const auto help_of = [](const std::string& counters, const std::string& values, Module module) {
        Scrape scrape(std::move(module), script(one_object(counters, values)));
        REQUIRE(scrape.collect(Clock::now()));
        const auto text = text_of(scrape);
        return text.substr(0, text.find('\n'));
    };
    const std::string level = R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT", "help": "The A."})";
    const std::string fraction = R"({"name": "A", "type": "PERF_SAMPLE_FRACTION", "help": "The A."},
        {"name": "B", "type": "PERF_SAMPLE_BASE"})";
    const Module own = {.objects = {object("Box")}};
    CHECK(help_of(level, "[1]", own) == "# HELP pdh_box_a The A.");
    CHECK(help_of(fraction, "[1, 2]", own) == "# HELP pdh_box_a_total The A. As PromQL: 100 * "
                                              "rate(pdh_box_a_total[5m]) / rate(pdh_box_a_base_total[5m])");
    auto spec = object("Box");
    spec.counters = {{.name = "A", .metric = "a"}};
    const Module windows = {.profile = Profile::windows_exporter, .objects = {spec}};
    CHECK(help_of(level, "[1]", windows) == "# HELP a The A.");
    CHECK(help_of(fraction, "[1, 2]", windows) == "# HELP a The raw sample of this counter: The A.");
}

TEST_CASE("no counter has the name of what the exporter says of itself") {
    const auto json = R"({"objects": [{"name": "Series", "instances": "none", "counters": [
        {"name": "Limit Exceeded", "type": "PERF_COUNTER_RAWCOUNT"}]}], "samples": [{"data": {"Series": [1]}}]})";
    Scrape scrape({.objects = {object("Series")}}, script(json));
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(series_of(scrape) == "pdh_series_limit_exceeded_2 1\n");
}

TEST_CASE("two paths of one name are told apart, and two TYPEs of one name have two names") {
    const auto json = one_object(R"({"name": "A b", "type": "PERF_COUNTER_RAWCOUNT"},
        {"name": "A-b", "type": "PERF_COUNTER_RAWCOUNT"}, {"name": "A b/sec", "type": "PERF_COUNTER_COUNTER"})",
        "[1, 2, 3]");
    Scrape scrape({.objects = {object("Box")}}, script(json));
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(series_of(scrape) ==
          "pdh_box_a_b{path=\"\\\\Box\\\\A b\"} 1\npdh_box_a_b{path=\"\\\\Box\\\\A-b\"} 2\n"
          "pdh_box_a_b_2_total 3\n");
}

TEST_CASE("what is not there is said, and costs only itself") {
    auto spec = object("Box");
    spec.counters = {{.name = "Nope"}, {.name = "A"}};
    Scrape scrape({.objects = {object("Nobody"), spec}},
        script(one_object(R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"})", "[1]")));
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(series_of(scrape) == "pdh_box_a 1\n");
    CHECK(scrape.problems() ==
          std::vector<std::string>{"there is no object 'Nobody'", "there is no counter '\\Box\\Nope'"});
    CHECK_FALSE(scrape.collect(Clock::now())); // the script has ended
    CHECK(scrape.problems().size() == 1);
    CHECK(scrape.collect(Clock::now())); // it begins anew
}

TEST_CASE("an object that passes the limit is left out") {
    const auto json =
        one_object(R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"})", R"({"a": [1], "b": [2]})", true);
    auto again = object("Box");
    again.instances = {"b"};
    Scrape scrape({.objects = {again, object("Box")}}, script(json), 1);
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(scrape.is_limited());
    CHECK(series_of(scrape) == "pdh_box_a{name=\"b\"} 2\n");
    CHECK(scrape.problems() == std::vector<std::string>{"the object 'Box' is left out: it has 1 series"});
}

TEST_CASE("the top instances stay until half as many again are before them") {
    const std::string head = R"({"objects": [{"name": "Box", "instances": "multi", "counters": [
        {"name": "A", "type": "PERF_COUNTER_RAWCOUNT"}, {"name": "B/sec", "type": "PERF_COUNTER_COUNTER"}]}], "samples": [)";
    const auto sample = [](int a, int b, int c, int d) {
        const auto one = [](const char* name, int value) {
            return "\"" + std::string(name) + "\": [1, " + std::to_string(value) + "]";
        };
        return "{\"data\": {\"Box\": {" + one("a", a) + ", " + one("b", b) + ", " + one("c", c) + ", " +
               one("d", d) + "}}}";
    };
    auto spec = object("Box");
    spec.counters = {{.name = "A"}};
    spec.top = 2;
    spec.top_by = "b/SEC";
    Scrape scrape(
        {.objects = {spec}}, script(head + sample(40, 30, 20, 10) + ',' + sample(45, 33, 24, 11) + ',' +
                                    sample(45, 33, 34, 11) + ',' + sample(45, 33, 34, 21) + "]}"));
    const auto now = Clock::now();
    REQUIRE(scrape.collect(now));
    CHECK(series_of(scrape) == "pdh_box_a{name=\"a\"} 1\npdh_box_a{name=\"b\"} 1\n");
    // The rates are 5, 3, 4 and 1: b is third, and stays.
    REQUIRE(scrape.collect(now + std::chrono::seconds(1)));
    CHECK(series_of(scrape) == "pdh_box_a{name=\"a\"} 1\npdh_box_a{name=\"b\"} 1\npdh_box_a{name=\"c\"} 1\n");
    // Another server, just after: of the same time, 5, 3, 14 and 1.
    REQUIRE(scrape.collect(now + std::chrono::milliseconds(1200)));
    CHECK(series_of(scrape) == "pdh_box_a{name=\"a\"} 1\npdh_box_a{name=\"b\"} 1\npdh_box_a{name=\"c\"} 1\n");
    // 0, 0, 10 and 10: one of the others is third.
    REQUIRE(scrape.collect(now + std::chrono::seconds(2)));
    CHECK(series_of(scrape) == "pdh_box_a{name=\"a\"} 1\npdh_box_a{name=\"c\"} 1\npdh_box_a{name=\"d\"} 1\n");
}

TEST_CASE("of labels of one name the most specific one is there") {
    const auto json = one_object(R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"})", R"({"a": [1]})", true);
    auto target = script(json);
    target.labels = {{"instance", "t"}, {"team", "t"}, {"site", "t"}, {"state", "t"}};
    auto spec = object("Box");
    spec.instance_label = "instance";
    spec.labels = {{"team", "o"}, {"state", "o"}};
    spec.counters = {{.name = "A", .metric = "a", .labels = {{"state", "c"}, {"instance", "c"}}}};
    Scrape scrape({.profile = Profile::windows_exporter, .objects = {spec}}, target);
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(series_of(scrape).starts_with("a{instance=\"a\",site=\"t\",state=\"c\",team=\"o\"} 1\n"));

    auto single = script(one_object(R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"})", "[1]"));
    single.labels = {{"name", "t"}};
    Scrape without({.objects = {object("Box")}}, single); // which has no instance
    REQUIRE(without.collect(Clock::now()));
    CHECK(series_of(without) == "pdh_box_a{name=\"t\"} 1\n");
}

TEST_CASE("sums are what each profile takes for them") {
    const auto json = one_object(R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"})",
        R"({"a": [1], "my_Total": [2], "0,_Total": [3], "x/_Total": [4], "_Total": [5]})", true);
    const auto series = [&json](Profile profile, std::vector<std::string> instances) {
        auto spec = object("Box");
        spec.instances = std::move(instances);
        spec.instance_label = "i";
        spec.counters = {{.name = "A", .metric = "a"}};
        Scrape scrape({.profile = profile, .objects = {spec}}, script(json));
        REQUIRE(scrape.collect(Clock::now()));
        const auto text = series_of(scrape);
        std::string values;
        for (const auto* const value : {"} 1\n", "} 2\n", "} 3\n", "} 4\n", "} 5\n"}) {
            values += text.find(value) == std::string::npos ? "" : std::string(1, value[2]);
        }
        return values;
    };
    CHECK(series(Profile::pdh, {}) == "12");
    CHECK(series(Profile::pdh, {"*", "_Total"}) == "125");
    CHECK(series(Profile::pdh, {"*,_Total"}) == "3");
    CHECK(series(Profile::windows_exporter, {"*"}) == "1");
    CHECK(series(Profile::windows_exporter, {"*", "_Total"}) == "12345");
}

TEST_CASE("an object that is named twice gives each series once") {
    const auto json = one_object(
        R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"}, {"name": "B", "type": "PERF_COUNTER_RAWCOUNT"})",
        R"({"a": [1, 3], "b": [2, 4]})", true);
    auto first = object("Box");
    first.counters = {{.name = "A"}};
    first.instances = {"b"};
    auto other = object("box");
    other.labels = {{"team", "x"}};
    other.counters = {{.name = "a"}};
    Scrape scrape({.objects = {first, object("BOX"), other}}, script(json));
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(series_of(scrape) == "pdh_box_a{name=\"b\"} 2\npdh_box_a{name=\"a\"} 1\n"
                               "pdh_box_a{name=\"a\",team=\"x\"} 1\npdh_box_a{name=\"b\",team=\"x\"} 2\n"
                               "pdh_box_b{name=\"a\"} 3\npdh_box_b{name=\"b\"} 4\n");
}

TEST_CASE("a sum and its count are together") {
    const auto json = one_object(
        R"({"name": "Avg. A", "type": "PERF_AVERAGE_BULK"}, {"name": "B", "type": "PERF_AVERAGE_BASE"})",
        R"({"a": [1, 2], "b": [3, 4]})", true);
    Scrape scrape({.objects = {object("Box")}}, script(json));
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(series_of(scrape) == "pdh_box_a_sum{name=\"a\"} 1\npdh_box_a_count{name=\"a\"} 2\n"
                               "pdh_box_a_sum{name=\"b\"} 3\npdh_box_a_count{name=\"b\"} 4\n");
}

TEST_CASE("what was missing is given a minute after it has come") {
    const auto file =
        std::filesystem::temp_directory_path() / ("missing_" + std::to_string(getpid()) + ".json");
    const auto write = [&file](const std::string& counters, const std::string& values) {
        std::ofstream(file) << R"({"loop": true, )" << one_object(counters, values).substr(1);
    };
    const std::string one = R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"})";
    write(one, "[1]");
    Target target;
    target.source = "script:" + file.string();
    auto spec = object("Box");
    spec.counters = {{.name = "A"}, {.name = "B"}};
    Scrape scrape({.objects = {spec}}, target);
    const auto now = Clock::now();
    REQUIRE(scrape.collect(now));
    write(one + R"(, {"name": "B", "type": "PERF_COUNTER_RAWCOUNT"})", "[1, 2]");
    REQUIRE(scrape.collect(now + std::chrono::seconds(59)));
    CHECK(scrape.problems().size() == 1);
    REQUIRE(scrape.collect(now + std::chrono::seconds(60)));
    CHECK(series_of(scrape) == "pdh_box_a 1\npdh_box_b 2\n");
    CHECK(scrape.problems().empty());
    std::filesystem::remove(file);
}

TEST_CASE("only a counter's _total is an ending") {
    const auto json = one_object(
        R"({"name": "A", "type": "PERF_COUNTER_RAWCOUNT"}, {"name": "B", "type": "PERF_COUNTER_RAWCOUNT"},
        {"name": "C", "type": "PERF_COUNTER_COUNTER"})",
        "[1, 2, 3]");
    auto spec = object("Box");
    spec.counters = {
        {.name = "A", .metric = "x_total"}, {.name = "B", .metric = "x"}, {.name = "C", .metric = "x_total"}};
    Scrape scrape({.profile = Profile::windows_exporter, .objects = {spec}}, script(json));
    REQUIRE(scrape.collect(Clock::now()));
    CHECK(series_of(scrape).starts_with("x_total 1\nx 2\nx_2_total 3\n"));
}

TEST_CASE("as windows_exporter does it") {
    const auto json = R"({"perfFreq": 1000, "objects": [{"name": "Box", "instances": "multi", "counters": [
        {"name": "% T", "type": "PERF_100NSEC_TIMER", "help": "T."}, {"name": "Q", "type": "PERF_COUNTER_TIMER"},
        {"name": "F", "type": "PERF_SAMPLE_FRACTION"}, {"name": "Base", "type": "PERF_SAMPLE_BASE"},
        {"name": "E", "type": "PERF_ELAPSED_TIME"}]}], "samples": [
        {"perfTime": 5000, "time100ns": 75000000, "data": {"Box": {"a": [15000000, 2500, 1, 4, 1000], "_Total": [9, 9, 9, 9, 9]}}}]})";
    auto spec = object("Box");
    spec.name = "boxes";
    spec.instance_label = "instance";
    spec.instances = {"*"};
    spec.counters = {{.name = "% T", .metric = "t", .labels = {{"state", "on"}}},
        {.name = "Q", .metric = "t", .labels = {{"state", "off"}}}, {.name = "F", .metric = "f"},
        {.name = "F", .metric = "f_base", .is_second_value = true},
        {.name = "E", .metric = "e", .kind = Metric::counter}, {.name = "Nope", .metric = "n"}};
    Scrape scrape({.profile = Profile::windows_exporter, .objects = {spec}}, script(json));
    REQUIRE(scrape.collect(Clock::now()));
    const auto series = series_of(scrape);
    CAPTURE(series);
    CHECK(series.starts_with("t{instance=\"a\",state=\"on\"} 1.5\n"));
    CHECK(series.find("t_2{instance=\"a\",state=\"off\"} 2500\n") != std::string::npos); // a gauge
    CHECK(series.find("f{instance=\"a\"} 1\nf_base{instance=\"a\"} 4\ne{instance=\"a\"} 4\n") !=
          std::string::npos);
    CHECK(series.find("windows_performancecounter_collector_success{collector=\"boxes\"} 1\n") !=
          std::string::npos);
    CHECK(series.find("windows_performancecounter_collector_duration_seconds{collector=\"boxes\"} ") !=
          std::string::npos);
    CHECK(text_of(scrape).find("# TYPE e counter\n") != std::string::npos);
    CHECK(text_of(scrape, Format::openmetrics).find("# TYPE e unknown\n") != std::string::npos);
    CHECK(scrape.problems().size() == 1);
}

TEST_CASE("a formatted value is of the time since the last sample that is a second old") {
    std::string samples;
    for (const auto& [time, value] : {std::pair(0, 0), {10, 20}, {12, 100}, {20, 40}}) {
        samples += std::string(samples.empty() ? "" : ",") + R"({"perfTime": )" + std::to_string(time) +
                   R"(, "data": {"Box": {"a": [)" + std::to_string(value) + "]}}}";
    }
    const auto json = R"({"perfFreq": 10, "objects": [{"name": "Box", "instances": "multi", "counters": [
        {"name": "A/sec", "type": "PERF_COUNTER_COUNTER"}]}], "samples": [)" +
                      samples + "]}";
    auto spec = object("Box");
    spec.instance_label = "instance";
    spec.is_formatted = true;
    spec.counters = {{.name = "A/sec", .metric = "a"}};
    Scrape scrape({.profile = Profile::windows_exporter, .objects = {spec}}, script(json));
    const auto now = Clock::now();
    using std::chrono::milliseconds;
    REQUIRE(scrape.collect(now));
    CHECK(series_of(scrape).find("a{") == std::string::npos);
    REQUIRE(scrape.collect(now + milliseconds(1000)));
    CHECK(series_of(scrape).starts_with("a{instance=\"a\"} 20\n"));
    // Another server, just after: of the same older sample.
    REQUIRE(scrape.collect(now + milliseconds(1200)));
    CHECK(series_of(scrape).starts_with("a{instance=\"a\"} 83.33333333333334\n"));
    REQUIRE(scrape.collect(now + milliseconds(2000)));
    CHECK(series_of(scrape).starts_with("a{instance=\"a\"} 20\n"));
    CHECK(scrape.needs_two());
}

TEST_CASE("requests of a target that hangs are bounded, and go when nobody wants them") {
    using Clock = Scrape::Clock;
    Target target;
    target.source = "script:{}";
    const auto worker = Worker::start({}, target, {.target = "a", .is_last_reload_good = {}}, [](auto) {});
    std::promise<void> entered;
    std::promise<void> gate;
    auto opened = gate.get_future().share();
    REQUIRE(worker->ask({}, Clock::time_point::max(), [&entered, opened](const Answer&) {
        entered.set_value();
        opened.wait();
    }));
    entered.get_future().wait();
    std::size_t answered = 0;
    std::promise<void> ended;
    const auto take_all = [&](Clock::time_point until) {
        std::size_t taken = 0;
        for (int i = 0; i < 2000; ++i) {
            const bool is_taken = worker->ask({}, until, [&answered, &ended](const Answer&) {
                if (++answered == Worker::most_waiting) {
                    ended.set_value();
                }
            });
            taken += is_taken ? 1 : 0;
        }
        return taken;
    };
    // One that is over gives its place to the next, and is not answered.
    CHECK(take_all(Clock::now() - std::chrono::seconds(1)) == 2000);
    CHECK(take_all(Clock::time_point::max()) == Worker::most_waiting);
    gate.set_value();
    ended.get_future().wait();
    CHECK(answered == Worker::most_waiting);
    worker->stop();
}

TEST_CASE("a worker that cannot start does not exist") {
    Targets targets(Config(), {}, [](auto) {});
    CHECK_THROWS_AS((void)targets.local(), std::out_of_range);
}
