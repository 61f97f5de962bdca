// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "watchdog.h"

#include <pdhmsg.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace {

std::vector<PDH_FMT_COUNTERVALUE_ITEM_W> items_of(PDH_HCOUNTER counter, std::vector<char>& buffer) {
    DWORD size = 0;
    DWORD count = 0;
    PDH_STATUS status = PdhGetFormattedCounterArrayW(counter, PDH_FMT_LONG, &size, &count, nullptr);
    while (status == static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        buffer.resize(size);
        status = PdhGetFormattedCounterArrayW(counter, PDH_FMT_LONG, &size, &count,
            reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM_W*>(buffer.data()));
    }
    if (status != ERROR_SUCCESS || count == 0) {
        return {};
    }
    const auto* const first = reinterpret_cast<const PDH_FMT_COUNTERVALUE_ITEM_W*>(buffer.data());
    return {first, first + count};
}

bool has_value(const PDH_FMT_COUNTERVALUE& value) {
    return value.CStatus == PDH_CSTATUS_VALID_DATA || value.CStatus == PDH_CSTATUS_NEW_DATA;
}

} // namespace

Watchdog::Watchdog(const wchar_t* data_source, WatchdogSettings settings) : settings_(std::move(settings)) {
    if (PdhOpenQueryW(data_source, 0, &query_) != ERROR_SUCCESS) {
        throw std::runtime_error("the data source cannot be opened");
    }
    busy_ = add(L"\\Processor(_Total)\\% Processor Time");
    handles_ = add(L"\\Process(*)\\Handle Count");
    sampled_ = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    if (busy_ == nullptr || sampled_ == nullptr) {
        PdhCloseQuery(query_);
        throw std::runtime_error("the processors cannot be watched");
    }
}

Watchdog::~Watchdog() {
    PdhCloseQuery(query_); // ends the thread that sets the event
    CloseHandle(sampled_);
}

PDH_HCOUNTER Watchdog::add(const wchar_t* path) {
    PDH_HCOUNTER counter = nullptr;
    return PdhAddEnglishCounterW(query_, path, 0, &counter) == ERROR_SUCCESS ? counter : nullptr;
}

bool Watchdog::collect() {
    last_status_ = PdhCollectQueryData(query_);
    samples_ += last_status_ == ERROR_SUCCESS ? 1 : 0;
    return last_status_ == ERROR_SUCCESS;
}

void Watchdog::start(DWORD seconds) {
    if (PdhCollectQueryDataEx(query_, seconds, sampled_) != ERROR_SUCCESS) {
        throw std::runtime_error("samples cannot be taken by a thread");
    }
}

bool Watchdog::wait(DWORD milliseconds) {
    const bool sampled = WaitForSingleObject(sampled_, milliseconds) == WAIT_OBJECT_0;
    samples_ += sampled ? 1 : 0;
    return sampled;
}

std::vector<std::wstring> Watchdog::alarms() {
    std::vector<std::wstring> alarms;
    if (last_status_ != ERROR_SUCCESS) {
        if (last_status_ != static_cast<PDH_STATUS>(PDH_NO_MORE_DATA)) {
            alarms.emplace_back(L"no sample could be taken");
        }
        return alarms;
    }
    check_processors(alarms);
    check_processes(alarms);
    return alarms;
}

void Watchdog::check_processors(std::vector<std::wstring>& alarms) {
    PDH_FMT_COUNTERVALUE value = {};
    const PDH_STATUS status = PdhGetFormattedCounterValue(busy_, PDH_FMT_DOUBLE, nullptr, &value);
    if (status != ERROR_SUCCESS || !has_value(value)) {
        // The first sample alone has no value: a percentage is that of the time between two.
        if (samples_ > 1 && std::exchange(has_value_, false)) {
            alarms.emplace_back(L"the processors have no value");
        }
        return;
    }
    has_value_ = true;
    busy_for_ = value.doubleValue > settings_.busy_percent ? busy_for_ + 1 : 0;
    if (busy_for_ == settings_.busy_samples) {
        alarms.emplace_back(L"the processors are busy");
    }
}

void Watchdog::check_processes(std::vector<std::wstring>& alarms) {
    if (handles_ == nullptr) {
        return;
    }
    std::vector<char> buffer;
    std::set<std::wstring> running;
    std::map<std::wstring, LONG> fewest;
    for (const auto& [name, value] : items_of(handles_, buffer)) {
        if (!has_value(value) || !running.insert(name).second) {
            continue;
        }
        const auto known = fewest_handles_.find(name);
        LONG before =
            known == fewest_handles_.end() ? value.longValue : std::min(known->second, value.longValue);
        if (value.longValue - before >= settings_.leaked_handles) {
            alarms.push_back(std::wstring(name) + L" leaks handles");
            before = value.longValue; // the next alarm comes after as many again
        }
        fewest[name] = before;
    }
    fewest_handles_ = std::move(fewest); // without those that have ended
    for (const std::wstring& server : settings_.servers) {
        const bool runs = running.count(server) != 0;
        if (!runs && gone_.insert(server).second) {
            alarms.push_back(server + L" is gone");
        } else if (runs && gone_.erase(server) != 0) {
            alarms.push_back(server + L" is back");
        }
    }
}
