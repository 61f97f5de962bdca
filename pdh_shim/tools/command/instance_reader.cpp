// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/instance_reader.h"

#include "tools/command/list_result.h"
#include "tools/command/paths.h"
#include "tools/command/status_text.h"

#include <pdhmsg.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

namespace pdh_shim::tools::command {

namespace {

constexpr DWORD value_format = PDH_FMT_DOUBLE | PDH_FMT_NOCAP100;

std::string text_or_empty(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

Column column_of_counter(PDH_HCOUNTER counter) {
    DWORD size = 0;
    (void)PdhGetCounterInfoA(counter, FALSE, &size, nullptr);
    std::vector<PDH_COUNTER_INFO_A> buffer(size / sizeof(PDH_COUNTER_INFO_A) + 1);
    size = static_cast<DWORD>(buffer.size() * sizeof(PDH_COUNTER_INFO_A));
    const auto& info = buffer.front();
    if (const auto status = static_cast<DWORD>(PdhGetCounterInfoA(counter, FALSE, &size, buffer.data()));
        status != ERROR_SUCCESS) {
        throw status_error("The name of a counter cannot be read", status);
    }
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
