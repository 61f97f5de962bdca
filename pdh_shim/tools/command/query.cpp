// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/query.h"

#include "tools/command/listing.h"
#include "tools/command/paths.h"
#include "tools/command/status_text.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
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

// One item, with its path in PDH's form: with the computer. Behind it are its texts.
std::vector<PDH_COUNTER_INFO_A> info_of(PDH_HCOUNTER counter) {
    DWORD size = 0;
    (void)PdhGetCounterInfoA(counter, FALSE, &size, nullptr);
    std::vector<PDH_COUNTER_INFO_A> buffer(size / sizeof(PDH_COUNTER_INFO_A) + 1);
    size = static_cast<DWORD>(buffer.size() * sizeof(PDH_COUNTER_INFO_A));
    const auto status = static_cast<DWORD>(PdhGetCounterInfoA(counter, FALSE, &size, buffer.data()));
    if (status != ERROR_SUCCESS) {
        throw status_error("The name of a counter cannot be read", status);
    }
    return buffer;
}

// Without data the row is blank; the next one may have data.
void check_collect(DWORD status) {
    if (status != ERROR_SUCCESS && status != PDH_NO_DATA) {
        throw SourceError(status);
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
    const auto info = info_of(counter);
    const std::string full = info.front().szFullPath;
    unmeasured_ += info.front().CStatus == PDH_CSTATUS_INVALID_DATA ? 1 : 0; // before the first collect
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
        columns.push_back(typed != typed_.end() ? typed->second : info_of(counters_[i]).front().szFullPath);
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

namespace {

constexpr DWORD value_format = PDH_FMT_DOUBLE | PDH_FMT_NOCAP100;

std::string text_or_empty(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

Column column_of_counter(PDH_HCOUNTER counter) {
    const auto buffer = info_of(counter);
    const auto& info = buffer.front();
    const auto machine = computer_of(text_or_empty(info.szFullPath)); // also if the path named none
    return {machine.substr(std::min(machine.find_first_not_of('\\'), machine.size())),
        text_or_empty(info.szObjectName), text_or_empty(info.szParentInstance),
        text_or_empty(info.szInstanceName), info.dwInstanceIndex, text_or_empty(info.szCounterName),
        info.dwType};
}

// The column of an instance whose name is `parent/instance`. A name that cannot be split stays whole.
Column column_of_instance(const Column& counter, const std::string& name) {
    std::array<char, MAX_PATH> instance = {};
    std::array<char, MAX_PATH> parent = {};
    DWORD instance_size = MAX_PATH;
    DWORD parent_size = MAX_PATH;
    DWORD index = 0;
    Column column = counter;
    const auto status = static_cast<DWORD>(PdhParseInstanceNameA(
        name.c_str(), instance.data(), &instance_size, parent.data(), &parent_size, &index));
    const bool is_split = status == ERROR_SUCCESS;
    column.instance = is_split ? instance.data() : name;
    column.parent = is_split ? parent.data() : "";
    column.index = is_split ? index : 0;
    return column;
}

// The status of the value says more than that of the call, where it has one.
void set_value(Reading& reading, DWORD status, const PDH_FMT_COUNTERVALUE& value) {
    reading.status = status == ERROR_SUCCESS || !IsSuccessSeverity(value.CStatus) ? value.CStatus : status;
    if (reading.has_value() && !std::isfinite(value.doubleValue)) {
        reading.status = PDH_INVALID_DATA; // no format has a number for it
    }
    reading.value = reading.has_value() ? value.doubleValue : 0;
}

RawValue raw_value(const PDH_RAW_COUNTER& raw) {
    const auto high = static_cast<std::uint64_t>(raw.TimeStamp.dwHighDateTime);
    return {raw.FirstValue, raw.SecondValue, raw.MultiCount,
        static_cast<std::int64_t>(high << 32U | raw.TimeStamp.dwLowDateTime)};
}

} // namespace

InstanceReader::InstanceReader(Query& query, bool with_raw) : query_(query), with_raw_(with_raw) {
    for (auto* const handle : query.counters()) {
        Counter counter{handle, counters_.size(), column_of_counter(handle)};
        counter.has_wildcard = has_wildcard(counter.column.instance);
        counters_.push_back(std::move(counter));
    }
    begin_columns();
}

// Keeps only the columns of counters without a wildcard.
void InstanceReader::begin_columns() {
    columns_.clear();
    owners_.clear();
    for (auto& counter : counters_) {
        counter.names.clear();
        counter.places.clear();
        counter.by_name.clear();
        if (!counter.has_wildcard) {
            counter.places.push_back(columns_.size());
            columns_.push_back(counter.column);
            owners_.push_back(counter.number);
        }
    }
}

bool InstanceReader::collect(Sample& sample) {
    constexpr std::size_t few = 256;
    if (!query_.collect()) {
        return false;
    }
    // A run may last for weeks, in which processes come and go.
    if (columns_.size() > 2 * newest_readings_ + few) {
        begin_columns();
        ++columns_version_;
    }
    sample.columns_version = columns_version_;
    sample.local_time = query_.time();
    sample.bias_minutes = query_.bias_minutes();
    sample.readings.clear();
    for (auto& counter : counters_) {
        if (counter.has_wildcard) {
            read_instances(counter, sample.readings);
        } else {
            read_one(counter, sample.readings);
        }
    }
    newest_readings_ = sample.readings.size();
    return true;
}

void InstanceReader::read_one(const Counter& counter, std::vector<Reading>& readings) const {
    PDH_FMT_COUNTERVALUE value = {};
    const auto status =
        static_cast<DWORD>(PdhGetFormattedCounterValue(counter.handle, value_format, nullptr, &value));
    auto& reading = readings.emplace_back(Reading{counter.places.front()});
    set_value(reading, status, value);
    if (with_raw_) {
        PDH_RAW_COUNTER raw = {};
        (void)PdhGetRawCounterValue(counter.handle, nullptr, &raw);
        reading.raw = raw_value(raw);
    }
}

// Where the object has no data, the status is that of the wildcard itself.
void InstanceReader::read_instances(Counter& counter, std::vector<Reading>& readings) {
    std::span<const PDH_FMT_COUNTERVALUE_ITEM_A> values;
    std::span<const PDH_RAW_COUNTER_ITEM_A> raws;
    const auto status = read_items<PDH_FMT_COUNTERVALUE_ITEM_A>(
        values_, values, [&](DWORD* size, DWORD* count, PDH_FMT_COUNTERVALUE_ITEM_A* items) {
            return PdhGetFormattedCounterArrayA(counter.handle, value_format, size, count, items);
        });
    check_list(status, "The instances of " + counter.column.object);
    if (with_raw_) {
        const auto raw_status = read_items<PDH_RAW_COUNTER_ITEM_A>(
            raws_, raws, [&](DWORD* size, DWORD* count, PDH_RAW_COUNTER_ITEM_A* items) {
                return PdhGetRawCounterArrayA(counter.handle, size, count, items);
            });
        check_list(raw_status, "The instances of " + counter.column.object);
    }
    names_.resize(values.size());
    for (std::size_t i = 0; i < names_.size(); ++i) {
        names_[i] = values[i].szName;
    }
    const bool are_none =
        status == ERROR_SUCCESS || status == PDH_NO_DATA || status == PDH_CSTATUS_NO_INSTANCE;
    if (names_.empty() && !are_none) {
        names_.push_back(instance_text(counter.column));
    }
    find_places(counter);
    for (std::size_t i = 0; i < names_.size(); ++i) {
        Reading reading{counter.places[i]};
        if (i < values.size()) {
            set_value(reading, status, values[i].FmtValue);
        } else {
            reading.status = status;
        }
        reading.raw = with_raw_ && i < raws.size() ? raw_value(raws[i].RawValue) : RawValue();
        readings.push_back(reading);
    }
}

// Most samples have the instances of the one before.
void InstanceReader::find_places(Counter& counter) {
    if (counter.names == names_) {
        return;
    }
    std::map<std::string_view, std::uint32_t> seen;
    counter.names = names_;
    counter.places.clear();
    for (const auto& name : counter.names) {
        const auto index = seen[name]++;
        auto& columns = counter.by_name[name];
        if (index == columns.size()) {
            columns.push_back(columns_.size());
            columns_.push_back(column_of_instance(counter.column, name));
            owners_.push_back(counter.number);
            columns_.back().index += index;
        }
        counter.places.push_back(columns[index]);
    }
}

} // namespace pdh_shim::tools::command
