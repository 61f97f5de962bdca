#include "query.h"

#include "lists.h"
#include "paths.h"
#include "status.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <optional>

namespace typeperf {

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

// The time of the latest collect. PdhCollectQueryDataWithTime returns it too, but not without data.
std::int64_t time_of(PDH_HCOUNTER counter) {
    PDH_RAW_COUNTER value = {};
    (void)PdhGetRawCounterValue(counter, nullptr, &value);
    const auto high = static_cast<std::uint64_t>(value.TimeStamp.dwHighDateTime);
    return static_cast<std::int64_t>(high << 32U | value.TimeStamp.dwLowDateTime);
}

// The path of a counter in PDH's form: with the computer.
std::string full_path(PDH_HCOUNTER counter) {
    DWORD size = 0;
    (void)PdhGetCounterInfoA(counter, FALSE, &size, nullptr);
    std::vector<PDH_COUNTER_INFO_A> buffer(size / sizeof(PDH_COUNTER_INFO_A) + 1);
    size = static_cast<DWORD>(buffer.size() * sizeof(PDH_COUNTER_INFO_A));
    const auto status = PdhGetCounterInfoA(counter, FALSE, &size, buffer.data());
    const char* const path = buffer.front().szFullPath;
    return status == ERROR_SUCCESS && path ? path : std::string();
}

} // namespace

Query::Query() {
    const auto status = static_cast<DWORD>(PdhOpenQueryA(nullptr, 0, &query_));
    if (status != ERROR_SUCCESS) {
        throw status_failure("The performance data cannot be read", status);
    }
}

Query::~Query() {
    PdhCloseQuery(query_);
}

DWORD Query::add(const std::string& path) {
    if (!has_wildcard(path)) {
        const auto status = static_cast<DWORD>(PdhValidatePathA(path.c_str()));
        return status == ERROR_SUCCESS ? add_column(path) : status;
    }
    const auto before = columns_.size();
    const auto expansion = expand(path);
    for (const auto& expanded : expansion.strings) {
        (void)add_column(computer_of(path) + without_computer(expanded));
    }
    if (columns_.size() > before) {
        return ERROR_SUCCESS;
    }
    return expansion.status != ERROR_SUCCESS ? expansion.status : PDH_CSTATUS_NO_INSTANCE;
}

DWORD Query::add_column(const std::string& path) {
    PDH_HCOUNTER counter = nullptr;
    const auto status = static_cast<DWORD>(PdhAddCounterA(query_, path.c_str(), 0, &counter));
    if (status != ERROR_SUCCESS) {
        return status;
    }
    counters_.push_back(counter);
    // The header has the names as they were typed: clients search for them there.
    const auto computer = computer_of(path).empty() ? computer_of(full_path(counter)) : std::string();
    columns_.push_back(computer + path);
    return ERROR_SUCCESS;
}

// The first sample of a capture includes the names.
void Query::capture_sample() {
    const DWORD flags = is_captured_ ? 0 : PDH_SHIM_CAPTURE_TITLES;
    DWORD size = 0;
    (void)pdh_shim_capture_sample(query_, flags, nullptr, &size);
    std::string blocks(size, '\0');
    const auto status = static_cast<DWORD>(pdh_shim_capture_sample(query_, flags, blocks.data(), &size));
    if (status != ERROR_SUCCESS) {
        throw status_failure("The sample cannot be captured", status);
    }
    capture_->write(blocks);
    is_captured_ = true;
}

bool Query::collect(Sample& sample) {
    const auto status = static_cast<DWORD>(PdhCollectQueryData(query_));
    if (status == PDH_NO_MORE_DATA) {
        return false;
    }
    // Without data the row is blank; the next one may have data.
    if (status != ERROR_SUCCESS && status != PDH_NO_DATA) {
        throw status_failure("The performance data cannot be collected", status);
    }
    if (capture_) {
        capture_sample();
    }
    sample.local_time = time_of(counters_.front());
    sample.values.clear();
    for (auto* const counter : counters_) {
        sample.values.push_back(value_of(counter));
    }
    return true;
}

} // namespace typeperf
