// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The event log: messages that reach syslog, and refused ones.
#include "system/event_log.h"

#include <windows.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <string>
#include <syslog.h>
#include <tchar.h>
#include <vector>

namespace {

struct Sent {
    int priority;
    std::string line;
};

std::vector<Sent>& sent() {
    static std::vector<Sent> lines;
    return lines;
}

/// Catches what would go to syslog as long as it lives.
class CaughtEvents : boost::noncopyable {
  public:
    CaughtEvents() {
        sent().clear();
        pdh_shim::compat::set_event_sender([](int priority, const std::string& line) {
            sent().push_back({priority, line});
        });
    }
    ~CaughtEvents() { pdh_shim::compat::set_event_sender(nullptr); }
};

constexpr DWORD started = 0x400003E9; // severity informational, number 1001

} // namespace

TEST_CASE("an event reaches syslog with its source, number, category and strings") {
    const CaughtEvents caught;
    const HANDLE log = RegisterEventSourceA(nullptr, "Widgets");
    REQUIRE(log != nullptr);
    LPCSTR strings[] = {"first 100%s", nullptr, "third \xC3\xA4"};
    char data[16] = {};
    CHECK(ReportEventA(log, EVENTLOG_ERROR_TYPE, 2, started, nullptr, 3, sizeof data, strings, data));
    REQUIRE(sent().size() == 1);
    CHECK(sent()[0].priority == LOG_ERR);
    CHECK(
        sent()[0].line == "Widgets: event 1001, category 2, 16 bytes of data: first 100%s; ; third \xC3\xA4");
    CHECK(ReportEventA(log, EVENTLOG_SUCCESS, 0, 7, nullptr, 0, 0, nullptr, nullptr));
    REQUIRE(sent().size() == 2);
    CHECK(sent()[1].line == "Widgets: event 7");
    CHECK(DeregisterEventSource(log));
}

TEST_CASE("wide strings of events are sent as UTF-8") {
    const CaughtEvents caught;
    const HANDLE log = RegisterEventSourceW(L"", L"W\u00E4chter");
    REQUIRE(log != nullptr);
    LPCWSTR strings[] = {L"\u20AC 5", L""};
    CHECK(ReportEventW(log, EVENTLOG_INFORMATION_TYPE, 0, 1, nullptr, 2, 0, strings, nullptr));
    REQUIRE(sent().size() == 1);
    CHECK(sent()[0].line == "W\xC3\xA4"
                            "chter: event 1: \xE2\x82\xAC 5; ");
    CHECK(DeregisterEventSource(log));
}

TEST_CASE("the type of an event is its priority") {
    const CaughtEvents caught;
    const HANDLE log = RegisterEventSource(nullptr, _T("Widgets"));
    const struct {
        WORD type;
        int priority;
    } types[] = {
        {EVENTLOG_SUCCESS, LOG_INFO},
        {EVENTLOG_ERROR_TYPE, LOG_ERR},
        {EVENTLOG_WARNING_TYPE, LOG_WARNING},
        {EVENTLOG_INFORMATION_TYPE, LOG_INFO},
        {EVENTLOG_AUDIT_SUCCESS, LOG_NOTICE},
        {EVENTLOG_AUDIT_FAILURE, LOG_WARNING},
    };
    for (const auto& each : types) {
        sent().clear();
        CHECK(ReportEvent(log, each.type, 0, 1, nullptr, 0, 0, nullptr, nullptr));
        REQUIRE(sent().size() == 1);
        CHECK(sent()[0].priority == each.priority);
    }
    CHECK(DeregisterEventSource(log));
}

TEST_CASE("an event that cannot be reported gives its error, and sends nothing") {
    const CaughtEvents caught;
    const HANDLE log = RegisterEventSourceA(nullptr, "Widgets");
    CHECK_FALSE(ReportEventA(log, 3, 0, 1, nullptr, 0, 0, nullptr, nullptr));
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK_FALSE(ReportEventA(log, EVENTLOG_ERROR_TYPE, 0, 1, nullptr, 1, 0, nullptr, nullptr));
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK_FALSE(ReportEventW(log, EVENTLOG_ERROR_TYPE, 0, 1, nullptr, 1, 0, nullptr, nullptr));
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    const HANDLE event = CreateEventA(nullptr, FALSE, FALSE, nullptr);
    CHECK_FALSE(ReportEventA(event, EVENTLOG_ERROR_TYPE, 0, 1, nullptr, 0, 0, nullptr, nullptr));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK_FALSE(DeregisterEventSource(event));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK(CloseHandle(event));
    CHECK(WaitForSingleObject(log, 0) == WAIT_FAILED); // it is never signalled
    CHECK_FALSE(CloseHandle(log));
    CHECK(DeregisterEventSource(log));
    CHECK_FALSE(DeregisterEventSource(log));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK(sent().empty());
}

TEST_CASE("an event source needs a name, and any name of this computer is accepted") {
    char name[256];
    DWORD size = sizeof name;
    REQUIRE(GetComputerNameA(name, &size));
    for (const std::string& server : {std::string(), std::string("\\\\."), std::string(name),
             "\\\\" + std::string(name), std::string("LOCALHOST")}) {
        const HANDLE log = RegisterEventSourceA(server.c_str(), "Widgets");
        CHECK(log != nullptr);
        CHECK(DeregisterEventSource(log));
    }
    CHECK(RegisterEventSourceA("\\\\elsewhere.invalid", "Widgets") == nullptr);
    CHECK(GetLastError() == RPC_S_SERVER_UNAVAILABLE);
    CHECK(RegisterEventSourceW(nullptr, nullptr) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(RegisterEventSourceA(nullptr, "") == nullptr);
}

TEST_CASE("GetProcAddress finds the event log in advapi32.dll") {
    const HMODULE advapi = LoadLibraryA("advapi32.dll");
    const auto address = [&](const char* name) {
        return reinterpret_cast<const void*>(GetProcAddress(advapi, name));
    };
    CHECK(address("ReportEventA") == reinterpret_cast<const void*>(&ReportEventA));
    CHECK(address("ReportEventW") == reinterpret_cast<const void*>(&ReportEventW));
    CHECK(address("RegisterEventSourceW") == reinterpret_cast<const void*>(&RegisterEventSourceW));
    CHECK(address("DeregisterEventSource") == reinterpret_cast<const void*>(&DeregisterEventSource));
}
