// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/exposition.h"

#include <chrono>
#include <string>
#include <string_view>

// What the headers of a request mean.
namespace pdh_shim::tools::exporter {

/// By Accept and Accept-Encoding, with their weights; what is not understood counts as absent.
[[nodiscard]] AnswerForm answer_form(std::string_view accept, std::string_view accept_encoding);

/// How long a scrape may wait: the seconds of X-Prometheus-Scrape-Timeout-Seconds, less what the answer
/// takes on its way; 50 ms to 2 minutes.
[[nodiscard]] std::chrono::milliseconds longest_wait(std::string_view timeout);

/// Whether a Host header names this computer as what listens on loopback is called. Web pages of others reach
/// it under names of their own.
[[nodiscard]] bool is_loopback_host(std::string_view host);

} // namespace pdh_shim::tools::exporter
