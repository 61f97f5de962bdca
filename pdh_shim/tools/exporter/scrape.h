// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/families.h"

#include <boost/noncopyable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::tools::exporter {

/// The most series of an answer: an object that would pass it is left out.
inline constexpr std::size_t most_series = 200'000;

/// Why the last call of this thread failed.
/// @param status what it returned
[[nodiscard]] std::string reason_of(PDH_STATUS status);

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
    void append(std::string& out, Format format) const {
        families_.append(out, format, objects_, now_ticks_);
    }

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
    struct Missing {
        std::string object;
        std::string counter; // empty: the object
        std::string text;
    };
    using Items = std::span<const PDH_RAW_COUNTER_ITEM_A>;

    bool ready(Clock::time_point now);
    bool open();
    void add_object(const ObjectSpec& spec, const std::vector<std::string>& names);
    void add_top(Object& object);
    bool add_counter(Object& object, const std::string& name);
    [[nodiscard]] bool has_come() const;
    void read(Object& object, Clock::time_point now);
    bool fetch(const Counter& counter, Items& items);
    static void take(Object& object, Counter& counter, Items items, bool keeps_samples);
    void name_instances(Object& object, Items items) const;
    void leave_to_earlier(Object& object) const;
    void limit(Object& object, std::size_t& series);

    const Module module_;
    const Target target_;
    const std::size_t limit_;
    PDH_HQUERY query_ = nullptr;
    bool is_open_ = false;
    std::vector<Object> objects_;
    Families families_;
    std::vector<std::string> problems_;
    std::vector<Missing> missing_; // what open() did not find
    Clock::time_point looked_at_;  // for it
    std::unique_ptr<PDH_RAW_COUNTER_ITEM_A[]> buffer_;
    std::size_t buffer_items_ = 0;
    std::int64_t now_ticks_ = 0; // of the sample, since 1601
    bool is_limited_ = false;
};

} // namespace pdh_shim::tools::exporter
