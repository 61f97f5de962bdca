// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Writes the events of ReportEvent to syslog.

#include <windows.h>

#include <string>
#include <vector>

namespace pdh_shim::compat {

/// The parameters of ReportEvent, texts as UTF-8.
struct EventReport {
    WORD type;
    WORD category;
    DWORD event;
    DWORD data_size; ///< bytes
    std::vector<std::string> strings;
};

/// Sends a line with a priority of syslog(3).
using EventSender = void (*)(int priority, const std::string& line);
/// Replaces syslog(3) in this copy of the compat library; nullptr brings it back.
void set_event_sender(EventSender sender);

/// RegisterEventSource and ReportEvent. @{
[[nodiscard]] HANDLE register_event_source(const std::string& server, const std::string& source);
BOOL report_event(HANDLE log, const EventReport& report);
/// @}

} // namespace pdh_shim::compat
