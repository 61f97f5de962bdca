// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A program for Windows, and its tests: nothing here knows of pdh-shim.
#pragma once

#include <pdh.h>
#include <windows.h>

#include <map>
#include <set>
#include <string>
#include <vector>

struct WatchdogSettings {
    double busy_percent = 90;          ///< the processors are busy above this
    int busy_samples = 3;              ///< for so many samples, one after the other
    LONG leaked_handles = 1000;        ///< a process leaks that has so many more than when it last had fewer
    std::vector<std::wstring> servers; ///< the processes that have to run
};

/// Watches a computer with Performance Data Helper, and says what is wrong with it.
class Watchdog {
  public:
    /// @param data_source a log, or NULL: this computer as it is now
    /// @throw std::runtime_error the data source cannot be opened, or has no processor
    Watchdog(const wchar_t* data_source, WatchdogSettings settings);
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;
    ~Watchdog();

    /// Takes a sample now. False: there are no more, or none could be taken; alarms() says so.
    bool collect();
    /// From now on a thread of PDH takes a sample each so many seconds.
    void start(DWORD seconds);
    /// Waits for a sample of that thread; false if none comes in this time.
    bool wait(DWORD milliseconds);

    /// What the newest sample shows that the one before it did not. Ask once for each sample.
    std::vector<std::wstring> alarms();

  private:
    PDH_HCOUNTER add(const wchar_t* path);
    void check_processors(std::vector<std::wstring>& alarms);
    void check_processes(std::vector<std::wstring>& alarms);

    const WatchdogSettings settings_;
    PDH_HQUERY query_ = nullptr;
    PDH_HCOUNTER busy_ = nullptr;
    PDH_HCOUNTER handles_ = nullptr; // null where there is no object Process
    HANDLE sampled_ = nullptr;
    PDH_STATUS last_status_ = ERROR_SUCCESS;
    int samples_ = 0;
    int busy_for_ = 0;
    bool has_value_ = true;
    std::map<std::wstring, LONG> fewest_handles_;
    std::set<std::wstring> gone_;
};
