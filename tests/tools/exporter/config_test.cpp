// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/config.h"
#include "tools/exporter/program.h"

#include <doctest/doctest.h>

#include <array>
#include <utility>

using namespace pdh_shim::tools::exporter;
using namespace pdh_shim::tools;

namespace {

std::string error_of(const std::string& text) {
    try {
        (void)parse_config("c.yml", text);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("without a configuration there are the objects of the computer, and no processes") {
    const auto config = parse_config("", "");
    CHECK(config.modules.size() == 1);
    CHECK(config.modules.at("default").objects.size() == 7);
    CHECK(config.modules.at("default").objects.front().object == "System");
    CHECK(config.targets.empty());
}

TEST_CASE("objects, modules and targets are read") {
    const auto config = parse_config("c.yml", R"(
default_objects: true
objects:
  - TCPv4
  - object: Process V2
    counters: ["% Processor Time", Working Set]
    instances: [java*, postgres*]
    except: "java:1"
    top: 20 by % Processor Time
    labels: {team: db}
modules:
  small: {objects: [Memory]}
targets:
  db1: {computer: db1.example, module: small, labels: {site: a}}
  test: {source: "script:a.json"}
)");
    const auto& objects = config.modules.at("default").objects;
    REQUIRE(objects.size() == 9);
    const auto& processes = objects.back();
    CHECK(processes.object == "Process V2");
    CHECK(processes.counters.at(1).name == "Working Set");
    CHECK(processes.instances == std::vector<std::string>{"java*", "postgres*"});
    CHECK(processes.except == std::vector<std::string>{"java:1"});
    CHECK(processes.top == 20);
    CHECK(processes.top_by == "% Processor Time");
    CHECK(processes.labels.at("team") == "db");
    CHECK(config.modules.at("small").objects.size() == 1);
    CHECK(config.targets.at("db1").computer == "db1.example");
    CHECK(config.targets.at("db1").labels.at("site") == "a");
    CHECK(config.targets.at("test").module == "default");
}

TEST_CASE("windows_exporter's configuration is read, as YAML, as text and as JSON") {
    const std::string list = R"(
      - name: cpu
        object: "Processor Information"
        instances: ["*"]
        instance_label: "core"
        counters:
          - name: "% Processor Time"
            metric: windows_performancecounter_processor_information_processor_time
            labels:
              state: active
      - name: memory
        object: "Memory"
        type: "formatted"
        counters:
          - name: "Cache Faults/sec"
            type: "counter"
)";
    const std::string json =
        R"( '[{"name": "cpu", "object": "Processor Information", "instances": ["*"], "instance_label": "core",
        "counters": [{"name": "% Processor Time", "metric": "windows_performancecounter_processor_information_processor_time",
        "labels": {"state": "active"}}]}, {"name": "memory", "object": "Memory", "type": "formatted",
        "counters": [{"name": "Cache Faults/sec", "type": "counter"}]}]')";
    const std::string head = "collectors: {enabled: 'cpu,os'}\nlog: {level: debug}\ncollector:\n"
                             "  service: {include: x}\n  performancecounter:\n    objects:";
    for (const auto& text : {head + list, head + " |-" + list, head + json}) {
        CAPTURE(text);
        const auto config = parse_config("c.yml", text);
        const auto& module = config.modules.at("default");
        CHECK(module.profile == Profile::windows_exporter);
        REQUIRE(module.objects.size() == 2);
        CHECK(module.objects[0].instance_label == "core");
        CHECK(module.objects[0].counters.at(0).labels.at("state") == "active");
        CHECK(module.objects[1].is_formatted);
        CHECK(
            module.objects[1].counters.at(0).metric == "windows_performancecounter_memory_cache_faults_sec");
        CHECK(module.objects[1].counters.at(0).kind == Metric::counter);
        CHECK(config.ignored == std::vector<std::string>{"c.yml:1:13: collectors", "c.yml:2:6: log",
                                    "c.yml:4:12: collector.service"});
    }
    const auto second =
        parse_config("c.yml", "collector: {performancecounter: {objects: [{name: a, object: b, "
                              "counters: [{name: 'c,secondvalue'}]}]}}");
    const auto& counter = second.modules.at("default").objects.at(0).counters.at(0);
    CHECK(counter.name == "c");
    CHECK(counter.is_second_value);
    CHECK(counter.metric == "windows_performancecounter_b_c_secondvalue");
}

// In the style of those in public reports and guides: databases, web servers, hypervisors, games, sensors.
TEST_CASE("configurations for windows_exporter load, however they are written") {
    struct Case {
        std::string text;
        std::size_t objects;
    };
    const std::string in = "collector:\n  performancecounter:\n    objects: ";
    const std::array cases = {
        Case{in + "|\n      - name: sql\n        object: \"SQLServer:Buffer Manager\"\n        counters:\n"
                  "          - name: \"Page life expectancy\"\n            type: gauge\n",
            1},
        Case{in + ">-\n      [{\"name\":\"web\",\"object\":\"Web "
                  "Service\",\"instances\":[\"_Total\",\"Default Web Site\"],"
                  "\"counters\":[{\"name\":\"Current Connections\"}]}]\n",
            1},
        Case{in + "\"[{name: net, object: .NET CLR Memory, instances: ['*'], counters: [{name: '% Time in "
                  "GC'}, "
                  "{name: '% Time in GC,secondvalue', metric: gc_base}]}]\"\n",
            1},
        Case{in + "|+\n      - name: vm\n        object: Hyper-V Hypervisor Virtual Processor\n        "
                  "instances: ['*']\n"
                  "        instance_label: vp\n        counters: [{name: '% Guest Run Time'}]\n\n\n",
            1},
        Case{in + "|-\n      - name: photon_udp\n        object: \"Photon Socket Server: UDP\"\n        "
                  "instances: [\"*\"]\n"
                  "        counters:\n          - name: \"UDP: Datagrams in\"\n            metric: "
                  "photon_udp_datagrams\n"
                  "            labels: {direction: in}\n          - name: \"UDP: Datagrams out\"\n"
                  "            metric: photon_udp_datagrams\n            labels: {direction: out}\n",
            1},
        Case{in + "\n      - {name: t, object: Thermal Zone Information, instances: ['*'], type: formatted, "
                  "counters: "
                  "[{name: Temperature, type: gauge, metric: windows_thermalzone_temperature}]}\n",
            1},
        Case{"# by hand\r\ncollectors:\r\n  enabled: '[defaults],performancecounter'\r\n" + in +
                 "|-\r\n      - name: gpu\r\n        object: GPU Engine\r\n        counters:\r\n          - "
                 "name: Utilization Percentage\r\n",
            1},
        Case{"---\nweb: {listen-address: ':9182'}\nscrape: {timeout-margin: 0.5}\n" + in + "\"\"\n", 0},
        Case{in + "|-\n      - name: a\n        object: Terminal Services\n        counters: [{name: Active "
                  "Sessions}]\n"
                  "      - name: b\n        object: Terminal Services\n        counters: [{name: Inactive "
                  "Sessions}]\n",
            2},
        Case{"modules:\n  sql:\n    collector: {performancecounter: {objects: [{name: a, object: b, "
             "counters: [{name: c}]}]}}\n"
             "collector:\n  performancecounter: {objects: '[{\"name\": \"x\", \"object\": \"y\", "
             "\"counters\": [{\"name\": \"z\"}]}]'}\n",
            1}};
    for (const auto& one : cases) {
        CAPTURE(one.text);
        const auto module = parse_config("c.yml", one.text).modules.at("default");
        CHECK(module.profile == Profile::windows_exporter);
        CHECK(module.objects.size() == one.objects);
    }
}

// windows_exporter's own collectors are not known: the file loads, and gives the usual objects.
TEST_CASE("a configuration of windows_exporter without counters is one without objects") {
    const auto config =
        parse_config("c.yml", "collectors:\n  enabled: cpu,net\ncollector:\n  service:\n    include: w\n");
    CHECK(config.modules.at("default").objects.size() == 7);
}

TEST_CASE("a wrong configuration is refused with its line and column") {
    const std::array wrong = {std::pair("objects: [a, b", "c.yml:1:1: end of sequence flow not found"),
        std::pair("objcts: [a]", "c.yml:1:9: 'objcts' is not a key of the configuration"),
        std::pair(
            "objects:\n  - object: a\n    top: x by y", "c.yml:3:10: 'x by y' is not 'NUMBER by COUNTER'"),
        std::pair("objects:\n  - top: 3 by y", "c.yml:2:5: an object has no name: its key is 'object'"),
        std::pair("objects: [{object: a, labels: {1x: y}}]", "c.yml:1:36: '1x' is not a name of a label"),
        std::pair("objects: [a]\nobjects: [b]", "c.yml:2:1: 'objects' is there twice"),
        std::pair("objects: [{object: Process V2, labels: {process: x}}]",
            "c.yml:1:50: the label 'process' is one that series of 'Process V2' have"),
        std::pair("objects: [{labels: {path: x}, object: a}]",
            "c.yml:1:27: the label 'path' is one that series of 'a' have"),
        std::pair("objects: [{object: a, instance_label: path}]",
            "c.yml:1:39: the label 'path' is one that series have"),
        std::pair("objects: [Memory]\ntargets: {a: {labels: {name: x}}}",
            "c.yml:2:30: the label 'name' is one that series of 'Memory' have"),
        std::pair(
            "objects: [{object: a, counters: [A, B, a]}]", "c.yml:1:33: the counter 'a' is there twice"),
        std::pair("default_objects: maybe", "c.yml:1:18: true or false is expected"),
        std::pair("objects: 3", "c.yml:1:10: a list is expected"),
        std::pair("targets: {a: {module: b}}", "c.yml:1:14: there is no module 'b'"),
        std::pair(
            "targets: {a: {source: /etc/passwd}}", "c.yml:1:23: a source is script:FILE or perfdata:FILE"),
        std::pair("targets: {a: {computer: 'b\\c'}}", "c.yml:1:25: 'b\\c' is not a name of a computer"),
        std::pair("objects: [a]\ncollector: {performancecounter: {objects: []}}",
            "c.yml:1:1: a module has either objects or a collector"),
        std::pair("objects: [a]\nmodules: {default: {}}",
            "c.yml:1:1: the module 'default' is there twice: among the modules, and at the top"),
        std::pair("collector:\n  performancecounter:\n    objects: |-\n      - name: a\n        object: b\n"
                  "        counters:\n          - nam: c\n",
            "c.yml:7:18: 'nam' is not a key of a counter")};
    for (const auto& one : wrong) {
        CAPTURE(one.first);
        CHECK(error_of(one.first) == std::string(one.second));
    }
}

using exporter::Mode;

TEST_CASE("options have their values beside them or behind =") {
    const auto options = exporter::parse_options({"--web.listen-address", ":1", "--config=c.yml",
        "--web.config.file=w.yml", "--web.insecure-any-address"});
    CHECK(options.listen.address == ":1");
    CHECK(options.listen.is_any_address_allowed);
    CHECK(options.config == "c.yml");
    CHECK(options.web == "w.yml");
    CHECK(options.mode == Mode::serve);
    CHECK(exporter::parse_options({"--textfile", "-"}).mode == Mode::textfile);
    CHECK(exporter::parse_options({"--help", "--nonsense"}).mode == Mode::help);
    CHECK(exporter::parse_options({}).listen.address == "127.0.0.1:9926");
}

TEST_CASE("a wrong option is refused") {
    const auto error_of = [](const std::vector<std::string>& arguments) {
        try {
            (void)exporter::parse_options(arguments);
        } catch (const terminal::UsageError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(error_of({"-config"}) == "'-config' is not an option; --help shows them.");
    CHECK(error_of({"x"}) == "'x' is not an option; --help shows them.");
    CHECK(error_of({"--config"}) == "--config needs a value: FILE.");
    CHECK(error_of({"--config="}) == "--config needs a value: FILE.");
    CHECK(error_of({"--check=1"}) == "--check has no value.");
}

TEST_CASE("the help has each option, and no long line") {
    const auto help = exporter::help();
    for (const auto* const option :
        {"--web.listen-address ADDRESS:PORT", "--config FILE", "--web.config.file FILE",
            "--web.insecure-any-address", "--check", "--list", "--textfile FILE", "--version"}) {
        CHECK(help.find(option) != std::string::npos);
    }
    for (std::size_t begin = 0; begin < help.size();) {
        const auto end = help.find('\n', begin);
        CHECK(end - begin <= 120);
        begin = end + 1;
    }
}
