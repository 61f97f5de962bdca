// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The event log, to syslog. It does not call openlog(), whose settings belong to the program.
#include "system/event_log.h"

#include "sync/handle.h"
#include "system/system.h"
#include "text/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <syslog.h>

namespace pdh_shim::compat {
namespace {

void send_to_syslog(int priority, const std::string& line) {
    syslog(LOG_USER | priority, "%s", line.c_str());
}

std::atomic<EventSender> sender = send_to_syslog;

class EventSource final : public KernelObject {
  public:
    explicit EventSource(std::string name)
        : KernelObject(ObjectType::event_source, -1), name_(std::move(name)) {}

    bool try_take() override { return false; }
    void give_back() override {}

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

  private:
    std::string name_;
};

std::optional<int> priority_of(WORD type) {
    switch (type) {
    case EVENTLOG_ERROR_TYPE:
        return LOG_ERR;
    case EVENTLOG_WARNING_TYPE:
        return LOG_WARNING;
    case EVENTLOG_SUCCESS:
    case EVENTLOG_INFORMATION_TYPE:
        return LOG_INFO;
    case EVENTLOG_AUDIT_SUCCESS:
        return LOG_NOTICE;
    case EVENTLOG_AUDIT_FAILURE:
        return LOG_WARNING;
    default:
        return std::nullopt;
    }
}

/// `Widgets: event 1001, category 2, 16 bytes of data: first string; second string`. The number is that of
/// Event Viewer, without the severity and facility above it.
std::string line_of(const std::string& source, const EventReport& report) {
    std::string line = source + ": event " + std::to_string(LOWORD(report.event));
    if (report.category != 0) {
        line += ", category " + std::to_string(report.category);
    }
    if (report.data_size != 0) {
        line += ", " + std::to_string(report.data_size) + " bytes of data";
    }
    const char* between = ": ";
    for (const std::string& string : report.strings) {
        line += between + string;
        between = "; ";
    }
    return well_formed(line);
}

/// NULL and "" mean this computer, and so do its names, with `\\` in front of them or not.
bool is_this_computer(const std::string& server) {
    const std::size_t name_at = std::min(server.find_first_not_of('\\'), server.size());
    const std::string name = lower(std::string_view(server).substr(name_at));
    if (name.empty() || name == "." || name == "localhost" || name == "127.0.0.1" || name == "::1") {
        return true;
    }
    constexpr std::array formats{ComputerNameNetBIOS, ComputerNameDnsHostname, ComputerNameDnsFullyQualified};
    return std::any_of(formats.begin(), formats.end(), [&](COMPUTER_NAME_FORMAT format) {
        const auto own = computer_name(format);
        return own && name == lower(*own);
    });
}

} // namespace

void set_event_sender(EventSender new_sender) {
    sender = new_sender != nullptr ? new_sender : send_to_syslog;
}

HANDLE register_event_source(const std::string& server, const std::string& source) {
    if (!is_this_computer(server)) {
        SetLastError(RPC_S_SERVER_UNAVAILABLE);
        return nullptr;
    }
    if (source.empty()) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    return add_handle(std::make_shared<EventSource>(source));
}

BOOL report_event(HANDLE log, const EventReport& report) {
    const auto source = find_object<EventSource>(log);
    if (!source) {
        return FALSE;
    }
    const auto priority = priority_of(report.type);
    if (priority) {
        sender.load()(*priority, line_of(source->name(), report));
    }
    return result(priority.has_value(), ERROR_INVALID_PARAMETER);
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

BOOL WINAPI DeregisterEventSource(HANDLE log) {
    return compat::find_object<compat::EventSource>(log) && compat::remove_handle(log) ? TRUE : FALSE;
}
