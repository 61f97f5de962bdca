// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The exported functions with the containers of C++ around them, for tests of what comes from outside.

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::test {

using Strings = std::vector<std::string>;

inline Strings strings_of(const std::vector<char>& list) {
    Strings strings;
    for (std::size_t at = 0; at < list.size() && list[at] != '\0'; at += strings.back().size() + 1) {
        strings.emplace_back(&list[at]);
    }
    return strings;
}

/// The paths that a path with wildcards matches.
inline Strings expand(const std::string& pattern) {
    DWORD size = 0;
    const PDH_STATUS asked = PdhExpandWildCardPathA(nullptr, pattern.c_str(), nullptr, &size, 0);
    if (asked != static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        return {};
    }
    std::vector<char> list(size);
    REQUIRE(PdhExpandWildCardPathA(nullptr, pattern.c_str(), list.data(), &size, 0) == ERROR_SUCCESS);
    return strings_of(list);
}

struct ObjectItems {
    Strings counters;
    Strings instances;
    bool has_instances = false;
};

inline ObjectItems items_of(const std::string& object) {
    DWORD counters_size = 0;
    DWORD instances_size = 0;
    const auto ask = [&](char* counters, char* instances) {
        return static_cast<DWORD>(PdhEnumObjectItemsA(nullptr, nullptr, object.c_str(), counters,
            &counters_size, instances, &instances_size, PERF_DETAIL_WIZARD, 0));
    };
    REQUIRE(ask(nullptr, nullptr) == PDH_MORE_DATA);
    std::vector<char> counters(counters_size);
    std::vector<char> instances(instances_size);
    REQUIRE(ask(counters.data(), instances.empty() ? nullptr : instances.data()) == ERROR_SUCCESS);
    return {strings_of(counters), strings_of(instances), instances_size != 0};
}

inline Strings object_names() {
    DWORD size = 0;
    REQUIRE(static_cast<DWORD>(PdhEnumObjectsA(nullptr, nullptr, nullptr, &size, PERF_DETAIL_WIZARD, TRUE)) ==
            PDH_MORE_DATA);
    std::vector<char> list(size);
    REQUIRE(
        PdhEnumObjectsA(nullptr, nullptr, list.data(), &size, PERF_DETAIL_WIZARD, FALSE) == ERROR_SUCCESS);
    return strings_of(list);
}

/// A path of its parts, as a program makes it that has counted how often the instance stood before in a list.
inline std::string make_path(std::string object, std::string instance, DWORD index, std::string counter) {
    PDH_COUNTER_PATH_ELEMENTS_A parts{};
    parts.szObjectName = object.data();
    parts.szInstanceName = instance.data();
    parts.dwInstanceIndex = index;
    parts.szCounterName = counter.data();
    std::vector<char> path(PDH_MAX_COUNTER_PATH);
    auto size = static_cast<DWORD>(path.size());
    REQUIRE(PdhMakeCounterPathA(&parts, path.data(), &size, 0) == ERROR_SUCCESS);
    return path.data();
}

/// A path that is parsed and made again from its parts.
inline std::string remade(const std::string& path) {
    DWORD size = 0;
    REQUIRE(static_cast<DWORD>(PdhParseCounterPathA(path.c_str(), nullptr, &size, 0)) == PDH_MORE_DATA);
    std::vector<PDH_COUNTER_PATH_ELEMENTS_A> parts(size / sizeof(PDH_COUNTER_PATH_ELEMENTS_A) + 1);
    REQUIRE(PdhParseCounterPathA(path.c_str(), parts.data(), &size, 0) == ERROR_SUCCESS);
    std::vector<char> text(PDH_MAX_COUNTER_PATH);
    auto length = static_cast<DWORD>(text.size());
    REQUIRE(PdhMakeCounterPathA(parts.data(), text.data(), &length, 0) == ERROR_SUCCESS);
    return text.data();
}

class Query : boost::noncopyable {
  public:
    Query() { REQUIRE(PdhOpenQueryA(nullptr, 0, &query_) == ERROR_SUCCESS); }
    ~Query() { PdhCloseQuery(query_); }

    PDH_HCOUNTER add(const std::string& path) {
        PDH_HCOUNTER counter = nullptr;
        CAPTURE(path);
        REQUIRE(PdhAddCounterA(query_, path.c_str(), 0, &counter) == ERROR_SUCCESS);
        return counter;
    }

    [[nodiscard]] PDH_HQUERY handle() const { return query_; }
    PDH_STATUS collect() { return PdhCollectQueryData(query_); }

    PDH_STATUS capture(void* data, DWORD* size) {
        return pdh_shim_capture_sample(query_, PDH_SHIM_CAPTURE_TITLES, data, size);
    }

  private:
    PDH_HQUERY query_ = nullptr;
};

/// The raw value of a counter; none if it has none.
inline std::optional<LONGLONG> raw_value(PDH_HCOUNTER counter) {
    PDH_RAW_COUNTER value{};
    REQUIRE(PdhGetRawCounterValue(counter, nullptr, &value) == ERROR_SUCCESS);
    const bool is_valid = value.CStatus == PDH_CSTATUS_VALID_DATA || value.CStatus == PDH_CSTATUS_NEW_DATA;
    return is_valid ? std::optional(value.FirstValue) : std::nullopt;
}

} // namespace pdh_shim::test
