// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What calls answer whose arguments no case of tests/conformance can give, or which end a process.
// All other answers to arguments and buffers are those of the cases, which the kit runs.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <array>

namespace oracle {

namespace {

void query_handle_minus_one(Answer& answer) {
    PDH_HCOUNTER counter = nullptr;
    answer.status("-1: PdhAddCounter", PdhAddCounterA(handle_of(-1), up_time, 0, &counter));
    answer.status("-1: PdhAddEnglishCounter", PdhAddEnglishCounterA(handle_of(-1), up_time, 0, &counter));
    answer.status("-1: PdhCollectQueryData", PdhCollectQueryData(handle_of(-1)));
    answer.status("0: PdhAddCounter", PdhAddCounterA(nullptr, up_time, 0, &counter));
    answer.status("0: PdhAddEnglishCounter", PdhAddEnglishCounterA(nullptr, up_time, 0, &counter));
}

void is_real_time(Answer& answer) {
    const Query query;
    answer.yes("a query on the running computer", PdhIsRealTimeQuery(query.handle()) != FALSE);
    answer.yes("NULL", PdhIsRealTimeQuery(nullptr) != FALSE);
    answer.yes("4660", PdhIsRealTimeQuery(handle_of(4660)) != FALSE);
}

void number_for_a_size_pointer(Answer& answer) {
    answer.status("PdhEnumObjects with 1 for the size pointer",
        PdhEnumObjectsA(nullptr, nullptr, nullptr, reinterpret_cast<LPDWORD>(1), PERF_DETAIL_WIZARD, TRUE));
}

void version(Answer& answer) {
    DWORD version = 0;
    answer.status("PdhGetDllVersion", PdhGetDllVersion(&version));
    answer.number("the version", version);
    answer.status("PdhGetDllVersion(NULL)", PdhGetDllVersion(nullptr));
}

void texts_of_statuses(Answer& answer) {
#ifdef _WIN32
    for (const DWORD status : std::array<DWORD, 10>{PDH_CSTATUS_NO_MACHINE, PDH_CSTATUS_NO_INSTANCE,
             PDH_NO_DATA, PDH_INVALID_DATA, PDH_INVALID_HANDLE, PDH_INVALID_ARGUMENT, PDH_CSTATUS_NO_OBJECT,
             PDH_CSTATUS_NO_COUNTER, PDH_CSTATUS_BAD_COUNTERNAME, PDH_MORE_DATA}) {
        std::array<char, 1024> text{};
        constexpr DWORD english = 0x409;
        const DWORD size = FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_IGNORE_INSERTS,
            GetModuleHandleA("pdh.dll"), status, english, text.data(), static_cast<DWORD>(text.size()),
            nullptr);
        const std::string_view whole(text.data(), size);
        answer.text(name_of(static_cast<PDH_STATUS>(status)), whole.substr(0, whole.find('.') + 1));
    }
#else
    answer.skip("FormatMessage is a function of Windows");
#endif
}

void machine_names(Answer& answer) {
    for (const char* const name : std::array{"", ".", "\\\\.", "localhost", "\\\\localhost", "LOCALHOST",
             "127.0.0.1", "\\\\127.0.0.1", "::1"}) {
        answer.status(std::string("PdhConnectMachine ") + name, PdhConnectMachineA(name));
    }
    answer.status("PdhConnectMachine NULL", PdhConnectMachineA(nullptr));
    answer.status("PdhAddCounter of .", add_status(R"(\\.\System\System Up Time)"));
    answer.status("PdhAddCounter of localhost", add_status(R"(\\localhost\System\System Up Time)"));
    answer.status("PdhAddCounter of 127.0.0.1", add_status(R"(\\127.0.0.1\System\System Up Time)"));
}

void absent_machine(Answer& answer) {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("PdhAddCounter",
        PdhAddCounterA(query.handle(), R"(\\no-such-host.invalid\System\System Up Time)", 0, &counter));
    answer.status("PdhCollectQueryData", query.collect());
    answer.status("PdhConnectMachine", PdhConnectMachineA("\\\\no-such-host.invalid"));
}

void names_of_databases(Answer& answer) {
    for (const char* const name : std::array{"SQL:", "SQL:oracle_no_such_source",
             "SQL:oracle_no_such_source!", "SQL:!set", "SQL:oracle_no_such_source!set"}) {
        answer.status(name, Query(name).status());
    }
}

} // namespace

std::span<const Probe> argument_probes() {
    static constexpr std::array probes = {
        Probe{"handles.query-minus-one", "live", query_handle_minus_one},
        Probe{"handles.is-real-time", "live", is_real_time},
        Probe{"arguments.size-pointer-1", "live", number_for_a_size_pointer},
        Probe{"version.dll", "-", version},
        Probe{"texts.statuses", "-", texts_of_statuses},
        Probe{"source.machine-names", "live", machine_names},
        Probe{"source.absent-machine", "live", absent_machine},
        Probe{"source.databases", "-", names_of_databases},
    };
    return probes;
}

} // namespace oracle
