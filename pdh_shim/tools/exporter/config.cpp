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

void add_counters(const Yaml& names, ObjectSpec& object) {
    for (auto& name : names.texts()) {
        if (std::ranges::any_of(
                object.counters, [&name](const CounterSpec& other) { return equal(other.name, name); })) {
            names.fail("the counter '" + name + "' is there twice");
        }
        object.counters.push_back({.name = std::move(name)});
    }
}

void parse_object(const Yaml& node, std::vector<ObjectSpec>& objects) {
    ObjectSpec object;
    std::optional<Yaml> labels;
    const auto instance_label = [&object](const Yaml& value) {
        object.instance_label = value.label_name();
        if (object.instance_label == "path") {
            value.fail("the label 'path' is one that series have");
        }
    };
    if (node.is_text()) {
        object.object = node.text();
    } else {
        node.read("is not a key of an object",
            {{"object", [&](const Yaml& value) { object.object = value.text(); }},
                {"counters", [&](const Yaml& value) { add_counters(value, object); }},
                {"instances", [&](const Yaml& value) { object.instances = value.texts(); }},
                {"except", [&](const Yaml& value) { object.except = value.texts(); }},
                {"instance_label", instance_label},
                {"top", [&](const Yaml& value) { parse_top(value, object); }},
                {"labels", [&](const Yaml& value) {
                     object.labels = labels_of(value);
                     labels = value;
                 }}});
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
    const auto metric = [&counter](const Yaml& value) {
        counter.metric = value.text();
        if (!is_metric_name(counter.metric)) {
            value.fail("'" + counter.metric + "' is not a name of a metric");
        }
    };
    node.read("is not a key of a counter",
        {{"name", [&](const Yaml& value) { counter.name = value.text(); }}, {"metric", metric},
            {"type", [&](const Yaml& value) { counter.kind = kind_of(value); }},
            {"labels", [&](const Yaml& value) { counter.labels = labels_of(value); }}});
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

void add_windows_counters(const Yaml& counters, ObjectSpec& object) {
    std::set<std::string> seen;
    for (const auto& element : counters.elements()) {
        auto counter = windows_counter(element, object.object);
        if (!seen.insert(counter.name + (counter.is_second_value ? "\n" : "")).second) {
            element.fail("the counter '" + counter.name + "' is there twice");
        }
        object.counters.push_back(std::move(counter));
    }
}

void parse_windows_object(const Yaml& node, std::vector<ObjectSpec>& objects) {
    ObjectSpec object;
    object.instance_label = "instance";
    std::optional<Yaml> counters;
    const auto type_of = [&object](const Yaml& value) {
        const auto type = value.text();
        if (type != "raw" && type != "formatted") {
            value.fail("'" + type + "' is neither raw nor formatted");
        }
        object.is_formatted = type == "formatted";
    };
    node.read("is not a key of an object",
        {{"name", [&](const Yaml& value) { object.name = value.text(); }},
            {"object", [&](const Yaml& value) { object.object = value.text(); }}, {"type", type_of},
            {"instances", [&](const Yaml& value) { object.instances = value.texts(); }},
            {"instance_label", [&](const Yaml& value) { object.instance_label = value.label_name(); }},
            {"counters", [&](const Yaml& value) { counters = value; }}});
    if (object.object.empty() || object.name.empty()) {
        node.fail("an object needs 'name' and 'object'");
    }
    if (!counters) {
        node.fail("an object needs 'counters'");
    }
    add_windows_counters(*counters, object);
    if (std::ranges::find(objects, object.name, &ObjectSpec::name) != objects.end()) {
        node.fail("two objects have the name '" + object.name + "'");
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

// A module, at the top of the file or below `modules`.
class ModuleReader {
  public:
    explicit ModuleReader(std::vector<std::string>& ignored) : ignored_(ignored) {}

    // @return whether the key is one of a module
    bool read(const std::string& key, const Yaml& value) {
        if (key == "objects") {
            has_objects_ = true;
            for (const auto& object : value.elements()) {
                parse_object(object, module_.objects);
            }
        } else if (key == "default_objects") {
            has_default_ = value.boolean();
        } else if (key == "collector") {
            parse_collector(value, module_, ignored_);
        } else {
            return false;
        }
        // The other collectors of windows_exporter are no module.
        has_any_ = has_any_ || key != "collector" || module_.profile == Profile::windows_exporter;
        return true;
    }

    [[nodiscard]] bool has_any() const { return has_any_; }

    Module whole(const Yaml& place) {
        if (module_.profile == Profile::windows_exporter && (has_objects_ || has_default_)) {
            place.fail("a module has either objects or a collector");
        }
        if (has_default_) {
            auto all = default_objects().objects;
            all.insert(all.end(), std::make_move_iterator(module_.objects.begin()),
                std::make_move_iterator(module_.objects.end()));
            module_.objects = std::move(all);
        }
        return std::move(module_);
    }

  private:
    std::vector<std::string>& ignored_;
    Module module_;
    bool has_default_ = false;
    bool has_objects_ = false;
    bool has_any_ = false;
};

Module parse_module(const Yaml& node, std::vector<std::string>& ignored) {
    ModuleReader module(ignored);
    for (const auto& [key, value] : node.members()) {
        if (!module.read(key, value)) {
            value.fail("'" + key + "' is not a key of a module");
        }
    }
    return module.whole(node);
}

Target parse_target(const Yaml& node) {
    Target target{.module = std::string(default_module)};
    const auto computer = [&target](const Yaml& value) {
        target.computer = value.text();
        if (target.computer.empty() || target.computer.find_first_of("\\/()") != std::string::npos) {
            value.fail("'" + target.computer + "' is not a name of a computer");
        }
    };
    const auto source = [&target](const Yaml& value) {
        target.source = value.text();
        if (!target.source.starts_with("script:") && !target.source.starts_with("perfdata:")) {
            value.fail("a source is script:FILE or perfdata:FILE");
        }
    };
    node.read("is not a key of a target",
        {{"computer", computer}, {"source", source},
            {"module", [&](const Yaml& value) { target.module = value.text(); }},
            {"labels", [&](const Yaml& value) { target.labels = labels_of(value); }}});
    if (!target.computer.empty() && !target.source.empty()) {
        node.fail("a target has either a computer or a source");
    }
    return target;
}

// Its module is there, and has no label of the target's.
void check_target(const Yaml& node, const Target& target, const std::map<std::string, Module>& modules) {
    const auto found = modules.find(target.module);
    if (found == modules.end()) {
        node.fail("there is no module '" + target.module + "'");
    }
    const auto& module = found->second;
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

Config parse_config(const std::string& file, const std::string& text) {
    // What windows_exporter's file has beside its collectors.
    static const std::set<std::string> of_windows_exporter = {
        "collectors", "log", "scrape", "telemetry", "web", "process", "debug"};
    Config config;
    const auto top = Yaml::parse(file, text);
    ModuleReader own(config.ignored);
    std::vector<std::pair<std::string, Yaml>> targets;
    for (const auto& [key, value] : top.members()) {
        if (own.read(key, value)) {
            continue;
        }
        if (key == "modules") {
            for (const auto& [name, module] : value.members()) {
                config.modules[name] = parse_module(module, config.ignored);
            }
        } else if (key == "targets") {
            targets = value.members();
        } else if (of_windows_exporter.contains(key)) {
            config.ignored.push_back(value.place() + ": " + key);
        } else {
            value.fail("'" + key + "' is not a key of the configuration");
        }
    }
    const std::string name(default_module);
    auto module = own.whole(top);
    if (own.has_any() && config.modules.contains(name)) {
        top.fail("the module 'default' is there twice: among the modules, and at the top");
    }
    config.modules.try_emplace(name, own.has_any() ? std::move(module) : default_objects());
    for (const auto& [target, node] : targets) {
        config.targets[target] = parse_target(node);
        check_target(node, config.targets[target], config.modules);
    }
    return config;
}

} // namespace pdh_shim::tools::exporter
