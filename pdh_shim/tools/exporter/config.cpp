// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/config.h"

#include "tools/exporter/yaml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace pdh_shim::tools::exporter {

namespace {

constexpr std::size_t most_objects = 10'000;

// Not `instance`, which Prometheus uses for the exporter.
std::string_view label_of(std::string_view object) {
    constexpr std::array labels = {std::pair<std::string_view, std::string_view>("Process", "process"),
        std::pair<std::string_view, std::string_view>("Processor", "processor"),
        std::pair<std::string_view, std::string_view>("Processor Information", "processor"),
        std::pair<std::string_view, std::string_view>("PhysicalDisk", "disk"),
        std::pair<std::string_view, std::string_view>("LogicalDisk", "volume"),
        std::pair<std::string_view, std::string_view>("Network Interface", "interface"),
        std::pair<std::string_view, std::string_view>("Paging File", "file")};
    const auto* const found =
        std::ranges::find_if(labels, [object](const auto& label) { return equal(label.first, object); });
    return found == labels.end() ? "name" : found->second;
}

Labels labels_of(const Yaml& map) {
    Labels labels;
    for (const auto& [name, value] : map.members()) {
        if (!is_label_name(name)) {
            value.fail("'" + name + "' is not a name of a label");
        }
        labels[name] = value.text();
    }
    return labels;
}

// Beside its own labels, a series has none of the same name.
void check_labels(const Yaml& labels, const ObjectSpec& object) {
    const auto own = instance_label_names(object);
    for (const auto& [name, value] : labels.members()) {
        if (name == "path" || std::ranges::find(own, name) != own.end()) {
            value.fail("the label '" + name + "' is one that series of '" + object.object + "' have");
        }
    }
}

// `N by COUNTER`
void parse_top(const Yaml& value, ObjectSpec& object) {
    const auto text = value.text();
    constexpr std::string_view by = " by ";
    const auto place = text.find(by);
    const auto parsed = std::from_chars(text.data(), text.data() + std::min(place, text.size()), object.top);
    if (place == std::string::npos || parsed.ec != std::errc() || parsed.ptr != text.data() + place ||
        object.top == 0 || place + by.size() == text.size()) {
        value.fail("'" + text + "' is not 'NUMBER by COUNTER'");
    }
    object.top_by = text.substr(place + by.size());
}

void add_object(std::vector<ObjectSpec>& objects, ObjectSpec object, const Yaml& place) {
    if (objects.size() == most_objects) {
        place.fail("there are more than " + std::to_string(most_objects) + " objects");
    }
    objects.push_back(std::move(object));
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a branch for each key
void parse_object(const Yaml& node, std::vector<ObjectSpec>& objects) {
    ObjectSpec object;
    std::optional<Yaml> labels;
    if (node.is_text()) {
        object.object = node.text();
    } else {
        for (const auto& [key, value] : node.members()) {
            if (key == "object") {
                object.object = value.text();
            } else if (key == "counters") {
                for (auto& name : value.texts()) {
                    if (std::ranges::any_of(object.counters,
                            [&name](const CounterSpec& other) { return equal(other.name, name); })) {
                        value.fail("the counter '" + name + "' is there twice");
                    }
                    object.counters.push_back({.name = std::move(name)});
                }
            } else if (key == "instances") {
                object.instances = value.texts();
            } else if (key == "except") {
                object.except = value.texts();
            } else if (key == "instance_label") {
                object.instance_label = value.label_name();
                if (object.instance_label == "path") {
                    value.fail("the label 'path' is one that series have");
                }
            } else if (key == "top") {
                parse_top(value, object);
            } else if (key == "labels") {
                object.labels = labels_of(value);
                labels = value;
            } else {
                value.fail("'" + key + "' is not a key of an object");
            }
        }
    }
    if (object.object.empty()) {
        node.fail("an object has no name: its key is 'object'");
    }
    if (labels) {
        check_labels(*labels, object);
    }
    object.name = object.object;
    add_object(objects, std::move(object), node);
}

std::optional<Metric> kind_of(const Yaml& value) {
    const auto text = value.text();
    if (text == "counter" || text == "gauge") {
        return text == "counter" ? Metric::counter : Metric::gauge;
    }
    value.fail("'" + text + "' is neither counter nor gauge");
}

CounterSpec windows_counter(const Yaml& node, const std::string& object) {
    CounterSpec counter;
    for (const auto& [key, value] : node.members()) {
        if (key == "name") {
            counter.name = value.text();
        } else if (key == "metric") {
            counter.metric = value.text();
            if (!is_metric_name(counter.metric)) {
                value.fail("'" + counter.metric + "' is not a name of a metric");
            }
        } else if (key == "type") {
            counter.kind = kind_of(value);
        } else if (key == "labels") {
            counter.labels = labels_of(value);
        } else {
            value.fail("'" + key + "' is not a key of a counter");
        }
    }
    constexpr std::string_view second = ",secondvalue";
    if (counter.metric.empty()) {
        counter.metric = windows_exporter_name(object, counter.name);
    }
    if (counter.name.ends_with(second)) {
        counter.is_second_value = true;
        counter.name.resize(counter.name.size() - second.size());
    }
    if (counter.name.empty()) {
        node.fail("a counter has no name");
    }
    return counter;
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a branch for each key
void parse_windows_object(const Yaml& node, std::vector<ObjectSpec>& objects) {
    ObjectSpec object;
    object.instance_label = "instance";
    std::optional<Yaml> counters;
    for (const auto& [key, value] : node.members()) {
        if (key == "name") {
            object.name = value.text();
        } else if (key == "object") {
            object.object = value.text();
        } else if (key == "type") {
            const auto type = value.text();
            if (type != "raw" && type != "formatted") {
                value.fail("'" + type + "' is neither raw nor formatted");
            }
            object.is_formatted = type == "formatted";
        } else if (key == "instances") {
            object.instances = value.texts();
        } else if (key == "instance_label") {
            object.instance_label = value.label_name();
        } else if (key == "counters") {
            counters = value;
        } else {
            value.fail("'" + key + "' is not a key of an object");
        }
    }
    if (object.object.empty() || object.name.empty()) {
        node.fail("an object needs 'name' and 'object'");
    }
    if (!counters) {
        node.fail("an object needs 'counters'");
    }
    std::set<std::string> seen;
    for (const auto& element : counters->elements()) {
        auto counter = windows_counter(element, object.object);
        if (!seen.insert(counter.name + (counter.is_second_value ? "\n" : "")).second) {
            element.fail("the counter '" + counter.name + "' is there twice");
        }
        object.counters.push_back(std::move(counter));
    }
    for (const auto& other : objects) {
        if (other.name == object.name) {
            node.fail("two objects have the name '" + object.name + "'");
        }
    }
    add_object(objects, std::move(object), node);
}

// `collector: performancecounter: objects:`; a text has YAML or JSON of its own.
void parse_collector(const Yaml& collector, Module& module, std::vector<std::string>& ignored) {
    for (const auto& [name, settings] : collector.members()) {
        if (name != "performancecounter") {
            ignored.push_back(settings.place() + ": collector." + name);
            continue;
        }
        for (const auto& [key, value] : settings.members()) {
            if (key != "objects") {
                value.fail("'" + key + "' is not a key of performancecounter");
            }
            module.profile = Profile::windows_exporter;
            for (const auto& object : (value.is_text() ? value.inner() : value).elements()) {
                parse_windows_object(object, module.objects);
            }
        }
    }
}

// @return whether the key is one of a module
bool parse_module_key(const std::string& key, const Yaml& value, Module& module, bool& has_default,
    std::vector<std::string>& ignored) {
    if (key == "objects") {
        for (const auto& object : value.elements()) {
            parse_object(object, module.objects);
        }
    } else if (key == "default_objects") {
        has_default = value.boolean();
    } else if (key == "collector") {
        parse_collector(value, module, ignored);
    } else {
        return false;
    }
    return true;
}

void end_module(Module& module, bool has_default, bool has_objects, const Yaml& place) {
    if (module.profile == Profile::windows_exporter && (has_objects || has_default)) {
        place.fail("a module has either objects or a collector");
    }
    if (has_default) {
        auto all = default_objects().objects;
        all.insert(all.end(), std::make_move_iterator(module.objects.begin()),
            std::make_move_iterator(module.objects.end()));
        module.objects = std::move(all);
    }
}

Module parse_module(const Yaml& node, std::vector<std::string>& ignored) {
    Module module;
    bool has_default = false;
    bool has_objects = false;
    for (const auto& [key, value] : node.members()) {
        if (!parse_module_key(key, value, module, has_default, ignored)) {
            value.fail("'" + key + "' is not a key of a module");
        }
        has_objects = has_objects || key == "objects";
    }
    end_module(module, has_default, has_objects, node);
    return module;
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a branch for each key
Target parse_target(const Yaml& node) {
    Target target{.module = std::string(default_module)};
    for (const auto& [key, value] : node.members()) {
        if (key == "computer") {
            target.computer = value.text();
            if (target.computer.empty() || target.computer.find_first_of("\\/()") != std::string::npos) {
                value.fail("'" + target.computer + "' is not a name of a computer");
            }
        } else if (key == "source") {
            target.source = value.text();
            if (!target.source.starts_with("script:") && !target.source.starts_with("perfdata:")) {
                value.fail("a source is script:FILE or perfdata:FILE");
            }
        } else if (key == "module") {
            target.module = value.text();
        } else if (key == "labels") {
            target.labels = labels_of(value);
        } else {
            value.fail("'" + key + "' is not a key of a target");
        }
    }
    if (!target.computer.empty() && !target.source.empty()) {
        node.fail("a target has either a computer or a source");
    }
    return target;
}

void check_target(const Yaml& node, const Module& module) {
    for (const auto& [key, value] : node.members()) {
        for (const auto& object : module.objects) {
            if (key == "labels" && module.profile == Profile::pdh) {
                check_labels(value, object);
            }
        }
    }
}

} // namespace

std::vector<std::string> instance_label_names(const ObjectSpec& object) {
    if (!object.instance_label.empty()) {
        return {object.instance_label};
    }
    if (equal(object.object, "Process V2")) {
        return {"process", "pid"};
    }
    if (equal(object.object, "Thread")) {
        return {"process", "thread"};
    }
    return {std::string(label_of(object.object))};
}

Module default_objects() {
    Module module;
    for (const auto* const object : {"System", "Memory", "Processor Information", "PhysicalDisk",
             "LogicalDisk", "Network Interface", "Paging File"}) {
        module.objects.push_back({.object = object, .name = object});
    }
    return module;
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a branch for each key
Config parse_config(const std::string& file, const std::string& text) {
    // What windows_exporter's file has beside its collectors.
    static const std::set<std::string> of_windows_exporter = {
        "collectors", "log", "scrape", "telemetry", "web", "process", "debug"};
    Config config;
    const auto top = Yaml::parse(file, text);
    Module own;
    bool has_own = false;
    bool has_default = false;
    bool has_objects = false;
    std::map<std::string, Yaml> modules_of_targets;
    if (!top.is_empty()) {
        for (const auto& [key, value] : top.members()) {
            if (parse_module_key(key, value, own, has_default, config.ignored)) {
                has_own = has_own || key != "collector" || own.profile == Profile::windows_exporter;
                has_objects = has_objects || key == "objects";
            } else if (key == "modules") {
                for (const auto& [name, module] : value.members()) {
                    config.modules[name] = parse_module(module, config.ignored);
                }
            } else if (key == "targets") {
                for (const auto& [name, target] : value.members()) {
                    config.targets[name] = parse_target(target);
                    modules_of_targets.insert_or_assign(name, target);
                }
            } else if (of_windows_exporter.contains(key)) {
                config.ignored.push_back(value.place() + ": " + key);
            } else {
                value.fail("'" + key + "' is not a key of the configuration");
            }
        }
        end_module(own, has_default, has_objects, top);
    }
    const std::string name(default_module);
    if (has_own && config.modules.contains(name)) {
        top.fail("the module 'default' is there twice: among the modules, and at the top");
    }
    config.modules.try_emplace(name, has_own ? std::move(own) : default_objects());
    for (const auto& [target, place] : modules_of_targets) {
        if (!config.modules.contains(config.targets[target].module)) {
            place.fail("there is no module '" + config.targets[target].module + "'");
        }
        check_target(place, config.modules[config.targets[target].module]);
    }
    return config;
}

} // namespace pdh_shim::tools::exporter
