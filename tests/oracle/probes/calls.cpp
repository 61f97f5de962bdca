// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calls.h"

#include "machine.h"

#include <algorithm>
#include <cstddef>

namespace oracle {

PDH_HCOUNTER Query::add(const std::string& path) const {
    PDH_HCOUNTER counter = nullptr;
    return PdhAddEnglishCounterA(handle_, path.c_str(), 0, &counter) == ERROR_SUCCESS ? counter : nullptr;
}

PDH_HCOUNTER Query::add_logged(const std::string& path) const {
    PDH_HCOUNTER counter = nullptr;
    return PdhAddCounterA(handle_, path.c_str(), 0, &counter) == ERROR_SUCCESS ? counter : nullptr;
}

void Query::collect_twice() const {
    collect();
    let_time_pass();
    collect();
}

Formatted format(PDH_HCOUNTER counter, DWORD how) {
    Formatted formatted{};
    formatted.status = PdhGetFormattedCounterValue(counter, how, nullptr, &formatted.value);
    return formatted;
}

void say_statuses(Answer& answer, const std::string& what, const Formatted& formatted) {
    answer.status(what, formatted.status);
    answer.cstatus(what + ": CStatus", formatted.value.CStatus);
}

void say_value(Answer& answer, const std::string& what, const Formatted& formatted, DWORD how) {
    if (formatted.status != ERROR_SUCCESS) {
        say_statuses(answer, what, formatted);
    } else if ((how & PDH_FMT_LONG) != 0) {
        answer.number(what, formatted.value.longValue);
    } else if ((how & PDH_FMT_LARGE) != 0) {
        answer.number(what, formatted.value.largeValue);
    } else {
        answer.real(what, formatted.value.doubleValue);
    }
}

Array array_of(PDH_HCOUNTER counter, DWORD how) {
    Array array;
    DWORD size = 0;
    DWORD count = 0;
    std::vector<std::uint64_t> memory;
    do {
        memory.resize((size + 7) / 8);
        array.status = PdhGetFormattedCounterArrayA(counter, how, &size, &count,
            memory.empty() ? nullptr : reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM_A*>(memory.data()));
    } while (array.status == static_cast<PDH_STATUS>(PDH_MORE_DATA) && size > memory.size() * 8);
    if (array.status == ERROR_SUCCESS) {
        const auto* const items = reinterpret_cast<const PDH_FMT_COUNTERVALUE_ITEM_A*>(memory.data());
        for (std::size_t index = 0; index < count; ++index) {
            array.names.emplace_back(or_null(items[index].szName));
            array.values.push_back(items[index].FmtValue);
        }
    }
    return array;
}

Info::Info(PDH_HCOUNTER counter, bool with_explanation) : memory_(sizeof(PDH_COUNTER_INFO_A) / 8 + 1) {
    DWORD size = 0;
    status_ = PdhGetCounterInfoA(counter, with_explanation ? TRUE : FALSE, &size, nullptr);
    if (status_ == static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        memory_.resize(size / 8 + 1);
        status_ = PdhGetCounterInfoA(counter, with_explanation ? TRUE : FALSE, &size,
            reinterpret_cast<PDH_COUNTER_INFO_A*>(memory_.data()));
    }
}

std::string or_null(const char* text) {
    return text == nullptr ? "(NULL)" : text;
}

std::int64_t List::count(const std::string& text) const {
    return std::ranges::count(texts, text);
}

List list_of(const std::function<PDH_STATUS(char*, DWORD*)>& call) {
    List list;
    list.status = call(nullptr, &list.size);
    if (list.status != static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        return list;
    }
    std::vector<char> memory(list.size + 4096); // for what comes between the two calls
    auto size = static_cast<DWORD>(memory.size());
    list.status = call(memory.data(), &size);
    if (list.status == ERROR_SUCCESS) {
        for (const char* text = memory.data(); *text != '\0'; text += list.texts.back().size() + 1) {
            list.texts.emplace_back(text);
        }
    }
    return list;
}

List expand(const std::string& path, DWORD flags, const char* source) {
    return list_of([&](char* buffer, DWORD* size) {
        return PdhExpandWildCardPathA(source, path.c_str(), buffer, size, flags);
    });
}

PDH_STATUS add_status(const std::string& path) {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    return PdhAddEnglishCounterA(query.handle(), path.c_str(), 0, &counter);
}

HANDLE handle_of(std::intptr_t number) {
    return reinterpret_cast<HANDLE>(number);
}

} // namespace oracle
