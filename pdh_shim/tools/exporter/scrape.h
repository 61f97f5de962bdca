// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/config.h"

#include <pdh.h>

#include <boost/noncopyable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace pdh_shim::tools::exporter {

enum class Format : std::uint8_t {
    text,       ///< Prometheus' own, 0.0.4
    openmetrics ///< 1.0
};

/// The most series of an answer: an object that would pass it is left out.
inline constexpr std::size_t most_series = 200'000;

/// Why the last call of this thread failed, in the words of the library.
/// @param status what it returned
[[nodiscard]] std::string status_text(LONG status);

/// Writes families: the lines before the first series of each.
/// @param kind `counter`, `gauge`, ...
void append_head(
    std::string& out, Format format, std::string_view name, Metric metric, std::string_view help);

/// A family with one series without labels, or with those in `labels`, which are escaped: `a="b"`.
void append_gauge(
    std::string& out, std::string_view name, std::string_view help, std::string_view labels, double value);

/// A query on one target, with the objects of a module; used by one thread at a time.
class Scrape : boost::noncopyable {
  public:
    using Clock = std::chrono::steady_clock;

    /// @param limit the most series
    Scrape(Module module, Target target, std::size_t limit = most_series);
    ~Scrape();

    /// Takes a sample.
    /// @return false if the target has not answered; problems() says why
    bool collect(Clock::time_point now);

    /// Appends the series of the newest sample.
    void append(std::string& out, Format format) const;

    /// Whether an object was left out of the newest sample.
    [[nodiscard]] bool is_limited() const { return is_limited_; }

    /// What is missing, or why there was no answer.
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

    /// For `--list`: a counter's path without computer, and its series.
    struct Listed {
        std::string path;
        std::string type;
        std::vector<std::string> series;
    };
    [[nodiscard]] std::vector<Listed> listed() const;

    /// Whether values are of two samples, so that a first one has none.
    [[nodiscard]] bool needs_two() const;

  private:
    struct Raw {
        std::int64_t first;
        std::int64_t second;
        std::uint32_t multi;
        bool is_valid;
        double formatted;
    };
    using Samples = std::unordered_map<std::string, PDH_RAW_COUNTER>; // by the instance's key
    struct Counter {
        PDH_HCOUNTER handle = nullptr;
        const CounterSpec* spec = nullptr; // NULL if the configuration does not name it
        std::string name;
        std::string help;
        std::uint32_t type = 0;
        std::int64_t time_base = 0;
        bool is_written = true;       // false: it is there only to say which are the top instances
        std::size_t parts = 0;        // series of an instance
        std::vector<Raw> values = {}; // of the instances, in their order
        std::vector<std::pair<std::size_t, std::size_t>> earlier = {}; // objects' counters of the same series
        Samples older = {}; // for formatted values: at least a second old
        Samples newer = {};
    };
    struct Instance {
        std::string name;   // as PDH has it
        std::string key;    // with `#n` for those of one name
        std::string labels; // `a="b"`
        bool matches = false;
        bool is_selected = false;
    };
    struct Object {
        const ObjectSpec* spec = nullptr;
        std::vector<Counter> counters;
        std::vector<Instance> instances;
        std::size_t top_counter = 0;                             // its place, if spec->top
        std::unordered_map<std::string, std::int64_t> top_older; // its values, at least a second old
        std::unordered_map<std::string, std::int64_t> top_newer;
        std::unordered_set<std::string> top_keys; // who was selected
        Clock::time_point samples_at;             // of Counter::newer and top_newer
        bool has_answered = false;
        bool is_left_out = false;
        double seconds = 0; // to read it
        bool has_values = false;
    };
    // A series of each instance.
    struct Part {
        std::size_t object;
        std::size_t counter;
        Value value;
        double factor;
        std::string head = {}; // the name
        Labels labels = {};    // of all instances
        std::string alone =
            {}; // up to the value: of what has no instances, else around the instance's labels
        std::string before = {};
        std::string after = {};
    };
    struct Missing {
        std::string object;
        std::string counter; // empty: the object
        std::string text;
    };
    struct Family {
        std::string name;
        Metric metric = Metric::gauge;
        std::string help;
        std::vector<Part> parts = {};
    };

    bool open();
    void add_object(const ObjectSpec& spec, const std::vector<std::string>& names);
    bool add_counter(Object& object, const std::string& name);
    void make_families();
    void add_windows_family(std::size_t object, std::size_t counter);
    void add_pdh_families(std::size_t object, std::size_t counter);
    void add_family(const std::string& name, Metric metric, const std::string& help, std::vector<Part> parts);
    void write_labels(Part& part) const;
    bool is_twice(const Family& family, const Part& part);
    void end_families();
    [[nodiscard]] std::string counter_path(std::size_t object, std::size_t counter) const;
    static std::unordered_set<std::string_view> keys_given(const Object& object, const Counter& counter);
    [[nodiscard]] bool has_come() const;
    void leave_to_earlier(Object& object) const;
    bool read(Object& object, Counter& counter, bool is_first, bool keeps_samples);
    void name_instances(Object& object, const PDH_RAW_COUNTER_ITEM_A* items, std::size_t count) const;
    static void select_top(Object& object, bool keeps_samples);
    static double formatted(const Counter& counter, const std::string& key, const PDH_RAW_COUNTER& raw);
    void append_parts(std::string& out, std::span<const Part> parts) const;
    bool append_value(std::string& out, const Counter& counter, const Part& part, const Raw& raw) const;

    const Module module_;
    const Target target_;
    const std::size_t limit_;
    PDH_HQUERY query_ = nullptr;
    bool is_open_ = false;
    std::vector<Object> objects_;
    std::vector<Family> families_;
    std::unordered_map<std::string, std::size_t> by_name_; // places of families
    std::vector<std::string> problems_;
    std::vector<Missing> missing_; // what open() did not find
    Clock::time_point looked_at_;  // for it
    std::unique_ptr<PDH_RAW_COUNTER_ITEM_A[]> buffer_;
    std::size_t buffer_items_ = 0;
    std::int64_t now_ticks_ = 0; // of the sample, since 1601
    bool is_limited_ = false;
};

} // namespace pdh_shim::tools::exporter
