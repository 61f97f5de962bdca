// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <yaml-cpp/yaml.h>

namespace pdh_shim::tools::exporter {

/// A part of a configuration, which knows its place: what it cannot be is a ConfigError with line and column.
class Yaml {
  public:
    /// @param file  a name for messages
    /// @throws ConfigError
    [[nodiscard]] static Yaml parse(const std::string& file, const std::string& text);

    /// The text of this as YAML of its own, whose lines count from the line of this.
    [[nodiscard]] Yaml inner() const;

    [[nodiscard]] bool is_empty() const { return node_.IsNull(); }
    [[nodiscard]] bool is_text() const { return node_.IsScalar(); }

    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::string label_name() const;

    [[nodiscard]] std::vector<Yaml> elements() const;     ///< of a list
    [[nodiscard]] std::vector<std::string> texts() const; ///< of a list, or the one text
    /// Of a map: each key once; an empty one has none.
    [[nodiscard]] std::vector<std::pair<std::string, Yaml>> members() const;

    using Keys = std::initializer_list<std::pair<std::string_view, std::function<void(const Yaml& value)>>>;
    /// Of a map: calls what stands beside each key.
    /// @param otherwise of another key: how the sentence goes on that begins with it
    void read(std::string_view otherwise, const Keys& keys) const;

    /// `FILE:LINE:COLUMN`
    [[nodiscard]] std::string place() const { return place_of(*source_, node_.Mark()); }
    [[noreturn]] void fail(const std::string& what) const;

  private:
    /// Where a text is that has YAML.
    struct Source {
        std::string file;
        std::string text;
        int line = 0;   ///< of its beginning, in the file, from 0
        int column = 0; ///< to which it is indented
    };

    Yaml(std::shared_ptr<const Source> source, const YAML::Node& node)
        : source_(std::move(source)), node_(node) {}
    [[nodiscard]] static Yaml load(Source source);
    [[nodiscard]] static std::string place_of(const Source& source, const YAML::Mark& mark);

    std::shared_ptr<const Source> source_;
    YAML::Node node_;
};

} // namespace pdh_shim::tools::exporter
