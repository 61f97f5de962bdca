// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/yaml.h"

#include "tools/exporter/config.h"

#include <algorithm>
#include <set>

namespace pdh_shim::tools::exporter {

namespace {

// The blanks before the text of a line, from 0.
int indentation(const std::string& text, int line) {
    std::size_t begin = 0;
    while (line > 0 && begin < text.size()) {
        line -= text[begin++] == '\n' ? 1 : 0;
    }
    return static_cast<int>(std::min(text.find_first_not_of(' ', begin), text.size()) - begin);
}

} // namespace

Yaml Yaml::load(Source source) {
    const auto kept = std::make_shared<const Source>(std::move(source));
    try {
        return {kept, YAML::Load(kept->text)};
    } catch (const YAML::Exception& error) {
        throw ConfigError(place_of(*kept, error.mark) + ": " + error.msg);
    }
}

Yaml Yaml::parse(const std::string& file, const std::string& text) {
    return load({.file = file, .text = text});
}

Yaml Yaml::inner() const {
    Source source{.file = source_->file, .text = text(), .line = source_->line + node_.Mark().line};
    if (source.text.find('\n') != std::string::npos) { // a block begins in the line after its `|`
        source.column = indentation(source_->text, node_.Mark().line + 1);
        ++source.line;
    }
    return load(std::move(source));
}

std::string Yaml::place_of(const Source& source, const YAML::Mark& mark) {
    return source.file + ':' + std::to_string(std::max(mark.line, 0) + 1 + source.line) + ':' +
           std::to_string(std::max(mark.column, 0) + 1 + source.column);
}

void Yaml::fail(const std::string& what) const {
    throw ConfigError(place() + ": " + what);
}

std::string Yaml::text() const {
    if (!node_.IsScalar()) {
        fail("a text is expected");
    }
    return node_.Scalar();
}

bool Yaml::boolean() const {
    bool value = false;
    if (!node_.IsScalar() || !YAML::convert<bool>::decode(node_, value)) {
        fail("true or false is expected");
    }
    return value;
}

std::string Yaml::label_name() const {
    auto name = text();
    if (!is_label_name(name)) {
        fail("'" + name + "' is not a name of a label");
    }
    return name;
}

std::vector<Yaml> Yaml::elements() const {
    if (!node_.IsSequence() && !node_.IsNull()) {
        fail("a list is expected");
    }
    std::vector<Yaml> all;
    for (const auto& element : node_) {
        all.push_back({source_, element});
    }
    return all;
}

std::vector<std::string> Yaml::texts() const {
    if (is_text()) {
        return {text()};
    }
    std::vector<std::string> all;
    for (const auto& element : elements()) {
        all.push_back(element.text());
    }
    return all;
}

std::vector<std::pair<std::string, Yaml>> Yaml::members() const {
    if (!node_.IsMap() && !node_.IsNull()) {
        fail("a map is expected");
    }
    std::vector<std::pair<std::string, Yaml>> all;
    std::set<std::string> seen;
    for (const auto& member : node_) {
        const Yaml named{source_, member.first};
        auto name = named.text();
        if (!seen.insert(name).second) {
            named.fail("'" + name + "' is there twice");
        }
        all.emplace_back(std::move(name), Yaml{source_, member.second});
    }
    return all;
}

void Yaml::read(std::string_view otherwise, const Keys& keys) const {
    for (const auto& [name, value] : members()) {
        const auto* const key =
            std::ranges::find_if(keys, [&name = name](const auto& one) { return one.first == name; });
        if (key == keys.end()) {
            value.fail(std::string("'").append(name).append("' ").append(otherwise));
        }
        key->second(value);
    }
}

} // namespace pdh_shim::tools::exporter
