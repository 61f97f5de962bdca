// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Calls of PDH that many probes make. Paths are English: counters are added by PdhAddEnglishCounter().

#include "answer.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace oracle {

// Counters that every Windows has.
inline constexpr const char* up_time = "\\System\\System Up Time";              // PERF_ELAPSED_TIME
inline constexpr const char* processes = "\\System\\Processes";                 // PERF_COUNTER_RAWCOUNT
inline constexpr const char* queue_length = "\\System\\Processor Queue Length"; // PERF_COUNTER_RAWCOUNT
inline constexpr const char* switches = "\\System\\Context Switches/sec";       // PERF_COUNTER_COUNTER
inline constexpr const char* available = "\\Memory\\Available Bytes";           // PERF_COUNTER_LARGE_RAWCOUNT
inline constexpr const char* busy = "\\Processor(_Total)\\% Processor Time";    // PERF_100NSEC_TIMER_INV
inline constexpr const char* each_busy = "\\Processor(*)\\% Processor Time";
inline constexpr const char* in_use = "\\Memory\\% Committed Bytes In Use"; // PERF_RAW_FRACTION
inline constexpr const char* missing = "\\Process(no such process)\\ID Process";

// Of text logs that probes write: how the first line begins, and a counter.
inline constexpr const char* text_log_head = "\"(PDH-CSV 4.0) (Eastern Standard Time)(300)\"";
inline constexpr const char* logged_count = R"(\\ORACLE\Memory\Available Bytes)";

/// A query, closed with the object.
class Query {
  public:
    /// On the running computer.
    Query() : status_(PdhOpenQueryA(nullptr, 0, &handle_)) {}
    explicit Query(const std::string& log) : status_(PdhOpenQueryA(log.c_str(), 0, &handle_)) {}
    ~Query() { PdhCloseQuery(handle_); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    [[nodiscard]] PDH_STATUS status() const { return status_; }
    [[nodiscard]] PDH_HQUERY handle() const { return handle_; }
    /// The counter, or NULL.
    [[nodiscard]] PDH_HCOUNTER add(const std::string& path) const;
    /// Counters of a log are added by their names in the log.
    [[nodiscard]] PDH_HCOUNTER add_logged(const std::string& path) const;
    // NOLINTNEXTLINE(modernize-use-nodiscard): many probes do not ask for it
    PDH_STATUS collect() const { return PdhCollectQueryData(handle_); }
    /// Twice, with time between them.
    void collect_twice() const;

  private:
    PDH_HQUERY handle_ = nullptr;
    PDH_STATUS status_;
};

/// A formatted value with the status of the call.
struct Formatted {
    PDH_STATUS status;
    PDH_FMT_COUNTERVALUE value;
};
[[nodiscard]] Formatted format(PDH_HCOUNTER counter, DWORD how = PDH_FMT_DOUBLE);
/// The status of the call, and the CStatus.
void say_statuses(Answer& answer, const std::string& what, const Formatted& formatted);
/// The same, and the number if there is one.
void say_value(
    Answer& answer, const std::string& what, const Formatted& formatted, DWORD how = PDH_FMT_DOUBLE);

struct Array {
    PDH_STATUS status = ERROR_SUCCESS;
    std::vector<std::string> names;
    std::vector<PDH_FMT_COUNTERVALUE> values;
};
[[nodiscard]] Array array_of(PDH_HCOUNTER counter, DWORD how = PDH_FMT_DOUBLE);

/// What PdhGetCounterInfo says, or empty memory.
class Info {
  public:
    explicit Info(PDH_HCOUNTER counter, bool with_explanation = false);
    [[nodiscard]] PDH_STATUS status() const { return status_; }
    const PDH_COUNTER_INFO_A* operator->() const {
        return reinterpret_cast<const PDH_COUNTER_INFO_A*>(memory_.data());
    }

  private:
    std::vector<std::uint64_t> memory_;
    PDH_STATUS status_ = ERROR_SUCCESS;
};

/// "(NULL)" for NULL.
[[nodiscard]] std::string or_null(const char* text);

struct List {
    PDH_STATUS status = ERROR_SUCCESS;
    DWORD size = 0; ///< characters that the call with status PDH_MORE_DATA or ERROR_SUCCESS gave
    std::vector<std::string> texts;
    [[nodiscard]] std::int64_t count(const std::string& text) const;
};
/// Calls for the size, then for the texts of a multi-string.
[[nodiscard]] List list_of(const std::function<PDH_STATUS(char*, DWORD*)>& call);
[[nodiscard]] List expand(const std::string& path, DWORD flags = 0, const char* source = nullptr);

[[nodiscard]] PDH_STATUS add_status(const std::string& path);

/// An address that is not a handle.
[[nodiscard]] HANDLE handle_of(std::intptr_t number);

} // namespace oracle
