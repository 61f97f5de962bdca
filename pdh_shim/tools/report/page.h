// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"
#include "tools/command/sample.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
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
/// A page that is open as a file is loaded anew until close() has written its end.
class Page : public command::RecordSink {
  public:
    /// @param file outlives this
    /// @throws terminal::OutputError
    Page(command::OutputFile& file, const PageDescription& about);

    void add(const command::Sample& sample) override;
    void flush() override;
    void close() override;

  private:
    void append(double value);

    command::OutputFile& file_;
    std::function<bool()> has_loss_;
    std::string rows_;         // bytes that are not written yet
    std::optional<int> bias_;  // of the newest sample that has one
    std::string bias_changes_; // JSON: sample and minutes of each one that differs from that before
    std::size_t samples_ = 0;
};

} // namespace pdh_shim::tools::report
