// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/exposition.h"

#include <pdh.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

// Which series the counters of a target become.
namespace pdh_shim::tools::exporter {

/// A counter of a target, with the values of its newest sample.
struct Counter {
    PDH_HCOUNTER handle = nullptr;
    const CounterSpec* spec = nullptr; ///< NULL if the configuration does not name it
    std::string name;
    std::string help;
    std::uint32_t type = 0;
    std::int64_t time_base = 0;
    bool is_written = true;       ///< false: it is there only to say which are the top instances
    std::vector<RawValue> values; ///< of the instances, in their order

    // For formatted values, by the instance's key.
    std::unordered_map<std::string, PDH_RAW_COUNTER> older; ///< at least a second old
    std::unordered_map<std::string, PDH_RAW_COUNTER> newer;

    // What Families makes of it.
    std::size_t parts = 0;                                    ///< series of an instance
    std::vector<std::pair<std::size_t, std::size_t>> earlier; ///< objects' counters of the same series
};

struct Instance {
    std::string name;   ///< as PDH has it
    std::string key;    ///< with `#n` for those of one name
    std::string labels; ///< `a="b"`
    bool matches = false;
    bool is_selected = false;
};

struct Object {
    const ObjectSpec* spec = nullptr;
    std::vector<Counter> counters;
    std::vector<Instance> instances;
    bool has_answered = false;
    bool has_values = false;
    bool is_left_out = false;
    double seconds = 0; ///< to read it

    std::chrono::steady_clock::time_point samples_at;        ///< of Counter::newer and top_newer
    std::size_t top_counter = 0;                             ///< its place, if spec->top
    std::unordered_map<std::string, std::int64_t> top_older; ///< its values, at least a second old
    std::unordered_map<std::string, std::int64_t> top_newer;
    std::unordered_set<std::string> top_keys; ///< who was selected

    /// Whether an instance of a counter has series.
    [[nodiscard]] bool is_given(const Counter& counter, std::size_t instance) const {
        return counter.values[instance].is_valid && instances[instance].is_selected;
    }
};

/// `\Object\Counter`
[[nodiscard]] std::string path_of(const Object& object, const Counter& counter);

/// The labels of an instance, escaped.
[[nodiscard]] std::string instance_labels(const ObjectSpec& spec, std::string_view key);

class Families {
  public:
    Families() = default;
    /// Reads which counters there are, and sets what it makes of them.
    Families(const Module& module, const Target& target, std::vector<Object>& objects);

    /// Appends the series.
    /// @param objects those of the constructor @param now FILETIME of the sample
    void append(std::string& out, Format format, const std::vector<Object>& objects, std::int64_t now) const;

    /// The names of a counter's series.
    [[nodiscard]] std::vector<std::string> series_of(std::size_t object, std::size_t counter) const;

  private:
    // A series of each instance.
    struct Part {
        std::size_t object;
        std::size_t counter;
        Value value;
        double factor = 1;
        std::int64_t time_base = 0;
        std::string head = {}; // the name
        Labels labels = {};    // of all instances
        std::string alone =
            {}; // up to the value: of what has no instances, else around the instance's labels
        std::string before = {};
        std::string after = {};
    };
    struct Family {
        std::string name;
        Metric metric = Metric::gauge;
        std::string help = {};
        std::vector<Part> parts = {};
    };
    class Maker;

    static void append_family(
        std::string& out, const Family& family, const std::vector<Object>& objects, std::int64_t now);

    Profile profile_ = Profile::pdh;
    std::vector<Family> families_;
};

} // namespace pdh_shim::tools::exporter
