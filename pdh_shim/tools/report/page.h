// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/sample.h"
#include "tools/formats/record_format.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::tools::report {

/// Bytes as base64 (RFC 4648), with padding.
[[nodiscard]] std::string base64(std::string_view bytes);

/// The head of a page: everything on it but the samples.
struct PageDescription {
    std::string title;
    std::vector<std::string> paths;  ///< of the columns
    std::optional<int> bias_minutes; ///< UTC = local time + bias; none: it is not known, and UTC not shown

    /// Asked at the end: whether parts of the log could not be read. Empty if there is no log.
    std::function<bool()> has_loss = {};
};

/// A page of HTML with a plot of each counter. It needs no other file and no network. Samples are written as
/// they come: memory does not grow with their number, and a page whose program was ended shows those before.
/// A page that is open as a file is loaded anew until tail() is written.
class Page : public formats::RecordFormat {
  public:
    explicit Page(PageDescription about) : about_(std::move(about)), bias_(about_.bias_minutes) {}

    [[nodiscard]] bool takes_readings() const override { return false; }
    [[nodiscard]] std::string head() override;
    [[nodiscard]] bool begins_again() const override { return false; }
    void append(std::string& text, const command::Sample& sample, const formats::Columns& columns,
        const formats::TakePart& take_part) override;
    void append_rest(std::string& text) override;
    [[nodiscard]] std::string tail() const override;

  private:
    void add(double value);

    PageDescription about_;    // without paths, once head() was called
    std::string rows_;         // bytes that are not in a text yet
    std::optional<int> bias_;  // of the newest sample that has one
    std::string bias_changes_; // JSON: sample and minutes of each one that differs from that before
    std::size_t samples_ = 0;
};

} // namespace pdh_shim::tools::report
