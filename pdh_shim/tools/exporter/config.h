// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/names.h"

#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// The configuration: what is asked of whom, and under which names. EXPORTER.md has its keys.
namespace pdh_shim::tools::exporter {

using Labels = std::map<std::string, std::string>;

/// A counter of an object. The profile `pdh` uses only the name.
struct CounterSpec {
    std::string name;
    std::string metric = {};         ///< its name; empty = made of the object's and the counter's
    std::optional<Metric> kind = {}; ///< its TYPE; none = that of the counter type
    Labels labels = {};              ///< in addition to those of the object
    bool is_second_value = false;    ///< the base is wanted: `NAME,secondvalue`
};

struct ObjectSpec {
    std::string object = {};
    std::string name = {};                   ///< in windows_exporter's series about collectors
    std::vector<CounterSpec> counters = {};  ///< empty = all
    std::vector<std::string> instances = {}; ///< patterns; empty = all
    std::vector<std::string> except = {};    ///< patterns of instances that are left out
    std::string instance_label = {};         ///< empty = chosen by the object
    bool is_formatted = false;               ///< PDH's values in place of raw samples
    std::size_t top = 0;                     ///< only as many instances; 0 = all
    std::string top_by = {};                 ///< the counter that says which
    Labels labels = {};
};

/// The names of the labels that say which instance a series is of.
[[nodiscard]] std::vector<std::string> instance_label_names(const ObjectSpec& object);

enum class Profile { pdh, windows_exporter };

/// What is asked of a target.
struct Module {
    Profile profile = Profile::pdh;
    std::vector<ObjectSpec> objects = {};
};

/// Whom /probe asks.
struct Target {
    std::string computer = {}; ///< a name without backslashes; empty = this one
    std::string source = {};   ///< `script:FILE` or `perfdata:FILE` in place of a computer
    std::string module = {};
    Labels labels = {};
};

/// The module of /metrics, and of targets that name none.
inline constexpr std::string_view default_module = "default";

struct Config {
    std::map<std::string, Module> modules;
    std::map<std::string, Target> targets;
    std::vector<std::string> ignored; ///< keys of windows_exporter that mean nothing here, with their places
};

/// A configuration is wrong: `FILE:LINE:COLUMN: what`.
class ConfigError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The objects of /metrics without a configuration.
[[nodiscard]] Module default_objects();

/// @param file a name for messages
/// @throws ConfigError
[[nodiscard]] Config parse_config(const std::string& file, const std::string& text);

} // namespace pdh_shim::tools::exporter
