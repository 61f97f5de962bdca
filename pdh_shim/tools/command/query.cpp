// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/query.h"

#include "tools/command/list_result.h"
#include "tools/command/paths.h"
#include "tools/command/status_text.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pdh_shim::tools::command {

namespace {

std::optional<double> value_of(PDH_HCOUNTER counter) {
    PDH_FMT_COUNTERVALUE value = {};
    const auto status =
        PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, nullptr, &value);
    if (status != ERROR_SUCCESS || !IsSuccessSeverity(value.CStatus)) {
        return std::nullopt;
    }
    return value.doubleValue;
}

struct CounterInfo {
    std::string path; // in PDH's form: with the computer
    DWORD cstatus = PDH_CSTATUS_ITEM_NOT_VALIDATED;
};

CounterInfo info_of(PDH_HCOUNTER counter) {
    DWORD size = 0;
    (void)PdhGetCounterInfoA(counter, FALSE, &size, nullptr);
    std::vector<PDH_COUNTER_INFO_A> buffer(size / sizeof(PDH_COUNTER_INFO_A) + 1);
    size = static_cast<DWORD>(buffer.size() * sizeof(PDH_COUNTER_INFO_A));
    const auto status = static_cast<DWORD>(PdhGetCounterInfoA(counter, FALSE, &size, buffer.data()));
    if (status != ERROR_SUCCESS) {
        throw status_error("The name of a counter cannot be read", status);
    }
    return {buffer.front().szFullPath, buffer.front().CStatus};
}

// Without data the row is blank; the next one may have data.
void check_collect(DWORD status) {
    if (status != ERROR_SUCCESS && status != PDH_NO_DATA) {
        throw status_error("The performance data cannot be collected", status);
    }
}

} // namespace

Query::Query(PDH_HLOG source) : source_(source) {
    const auto status = static_cast<DWORD>(PdhOpenQueryH(source, 0, &query_));
    if (status != ERROR_SUCCESS) {
        throw status_error("The performance data cannot be read", status);
    }
}

Query::~Query() {
    PdhCloseQuery(query_);
}

DWORD Query::add(const std::string& path, DWORD flags) {
    if (!has_wildcard(path)) {
        const auto status = static_cast<DWORD>(PdhValidatePathExA(source_, path.c_str()));
        if (status == PDH_CSTATUS_NO_MACHINE) {
            return add_awaited(path, last_reason());
        }
        return status == ERROR_SUCCESS ? add_column(path) : status;
    }
    const auto before = counters_.size();
    const auto expansion = expand(source_, path, flags);
    check_list(expansion.status, "The counters of " + path);
    for (const auto& expanded : expansion.strings) {
        (void)add_expanded(computer_of(path) + without_computer(expanded));
    }
    if (counters_.size() > before) {
        return ERROR_SUCCESS;
    }
    if (expansion.status ==
        PDH_INVALID_PATH) { // \System(*)\x cannot be expanded, and is a counter nevertheless
        return add_column(path);
    }
    if (expansion.status == PDH_CSTATUS_NO_MACHINE) {
        return add_awaited(path, last_reason());
    }
    return expansion.status != ERROR_SUCCESS ? expansion.status : PDH_CSTATUS_NO_INSTANCE;
}

// PDH refuses it if the computer may not be asked, or for a wildcard in the counter's name.
DWORD Query::add_awaited(const std::string& path, std::string reason) {
    const auto status = add_column(path);
    if (status == ERROR_SUCCESS) {
        AwaitedColumns& awaited = awaited_[computer_of(path)];
        ++awaited.columns;
        awaited.has_wildcard = awaited.has_wildcard || has_wildcard(path);
        awaited.reason = std::move(reason);
    }
    return status;
}

DWORD Query::add_column(const std::string& path) {
    PDH_HCOUNTER counter = nullptr;
    const auto status = static_cast<DWORD>(PdhAddCounterA(query_, path.c_str(), 0, &counter));
    if (status != ERROR_SUCCESS) {
        return status;
    }
    counters_.push_back(counter);
    // The header has the names as they were typed: clients search for them there.
    const auto [full, cstatus] = info_of(counter);
    unmeasured_ += cstatus == PDH_CSTATUS_INVALID_DATA ? 1 : 0; // before the first collect
    const auto typed = computer_of(path).empty() ? computer_of(full) + path : path;
    if (typed != full) {
        typed_.emplace(counters_.size() - 1, typed);
    }
    return ERROR_SUCCESS;
}

bool Query::add_expanded(const std::string& path) {
    const auto status = add_column(path);
    if (status != ERROR_SUCCESS) {
        refused_.emplace_back(path, status);
    }
    return status == ERROR_SUCCESS;
}

void Query::set_range(std::int64_t begin, std::int64_t end) {
    PDH_TIME_INFO range = {};
    range.StartTime = begin;
    range.EndTime = end;
    const auto status = static_cast<DWORD>(PdhSetQueryTimeRange(query_, &range));
    if (status != ERROR_SUCCESS) {
        throw status_error("The records of that time cannot be read", status);
    }
}

std::vector<std::string> Query::columns() const {
    std::vector<std::string> columns;
    columns.reserve(counters_.size());
    for (std::size_t i = 0; i < counters_.size(); ++i) {
        const auto typed = typed_.find(i);
        columns.push_back(typed != typed_.end() ? typed->second : info_of(counters_[i]).path);
    }
    return columns;
}

bool Query::collect() {
    auto status = static_cast<DWORD>(PdhCollectQueryData(query_));
    if (is_loss(status) && !has_loss_) {
        has_loss_ = true;
        status = static_cast<DWORD>(PdhCollectQueryData(query_));
    }
    if (status == PDH_NO_MORE_DATA) {
        return false;
    }
    check_collect(status);
    return true;
}

bool Query::collect(SampleBlock& block, std::size_t most, std::vector<PDH_RAW_COUNTER>* raw_values) {
    std::vector<LONGLONG> times(most);
    std::vector<LONG> biases(most);
    block.values.resize(most * counters_.size());
    if (raw_values != nullptr) {
        raw_values->resize(block.values.size());
    }
    DWORD records = 0;
    const auto status = static_cast<DWORD>(
        pdh_shim_collect_values(query_, counters_.data(), static_cast<DWORD>(counters_.size()),
            PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, static_cast<DWORD>(most), block.values.data(), nullptr,
            raw_values != nullptr ? raw_values->data() : nullptr, times.data(), biases.data(), &records));
    block.samples = records;
    block.local_times.assign(times.begin(), times.begin() + records);
    block.biases.clear();
    std::transform(biases.begin(), biases.begin() + records, std::back_inserter(block.biases), [](LONG bias) {
        return bias == PDH_SHIM_BIAS_UNKNOWN ? std::nullopt : std::optional(static_cast<int>(bias));
    });
    if (is_loss(status) && !has_loss_) {
        has_loss_ = true; // said once, at the end of the log
        return true;
    }
    if (status == PDH_NO_MORE_DATA) {
        return false;
    }
    check_collect(status);
    return true;
}

bool Query::collect(Sample& sample) {
    if (!collect()) {
        return false;
    }
    sample.local_time = time();
    sample.bias_minutes = bias_minutes();
    sample.values.clear();
    for (auto* const counter : counters_) {
        sample.values.push_back(value_of(counter));
    }
    return true;
}

std::int64_t Query::time() const {
    LONGLONG time = 0;
    (void)pdh_shim_sample_time(query_, &time);
    return time;
}

std::optional<int> Query::bias_minutes() const {
    LONG minutes = 0;
    const bool is_known = pdh_shim_sample_bias(query_, &minutes) == ERROR_SUCCESS;
    return is_known ? std::optional(static_cast<int>(minutes)) : std::nullopt;
}

} // namespace pdh_shim::tools::command
