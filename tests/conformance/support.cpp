// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "support.h"

namespace conformance {
namespace {

void append_utf8(std::string& out, std::uint32_t point) {
    const auto tail = [point](
                          unsigned shift) { return static_cast<char>(0x80U | ((point >> shift) & 0x3FU)); };
    if (point < 0x80) {
        out += static_cast<char>(point);
    } else if (point < 0x800) {
        out += static_cast<char>(0xC0U | (point >> 6U));
        out += tail(0);
    } else if (point < 0x10000) {
        out += static_cast<char>(0xE0U | (point >> 12U));
        out += {tail(6), tail(0)};
    } else {
        out += static_cast<char>(0xF0U | (point >> 18U));
        out += {tail(12), tail(6), tail(0)};
    }
}

constexpr bool is_lead(std::uint32_t unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}
constexpr bool is_trail(std::uint32_t unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

// UTF-16 or UTF-32; lone surrogates are kept.
std::string wide_to_utf8(const WideText& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto point = static_cast<std::uint32_t>(text[i]);
        const auto next = i + 1 < text.size() ? static_cast<std::uint32_t>(text[i + 1]) : 0;
        if (is_lead(point) && is_trail(next)) {
            point = 0x10000 + ((point - 0xD800) << 10U) + (next - 0xDC00);
            ++i;
        }
        append_utf8(out, point);
    }
    return out;
}

void append_point(WideText& out, std::uint32_t point) {
    if (sizeof(WCHAR) == 2 && point >= 0x10000) {
        out += static_cast<WCHAR>(0xD800 + ((point - 0x10000) >> 10U));
        out += static_cast<WCHAR>(0xDC00 + ((point - 0x10000) & 0x3FFU));
        return;
    }
    out += static_cast<WCHAR>(point);
}

// Bytes of the character that begins with this one. The texts are those of the cases: well-formed.
std::size_t length_of(unsigned char lead) {
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xE0) {
        return 2;
    }
    return lead < 0xF0 ? 3 : 4;
}

std::uint32_t decode(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character.front());
    std::uint32_t point = character.size() == 1 ? lead : lead & (0x7FU >> character.size());
    for (const char byte : character.substr(1)) {
        point = (point << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    return point;
}

} // namespace

std::string utf8(const char* text) {
    return text == nullptr ? "(null)" : utf8_of_narrow(text);
}

std::string utf8(const WCHAR* text) {
    return text == nullptr ? "(null)" : wide_to_utf8(text);
}

Text from_utf8(const std::string& text) {
    if constexpr (sizeof(TCHAR) == 1) {
        const std::string narrow = narrow_of_utf8(text);
        return {narrow.begin(), narrow.end()};
    }
    const WideText wide = wide_from_utf8(text);
    return {wide.begin(), wide.end()};
}

WideText wide_from_utf8(std::string_view text) {
    WideText out;
    while (!text.empty()) {
        const std::size_t length = length_of(static_cast<unsigned char>(text.front()));
        append_point(out, decode(text.substr(0, length)));
        text.remove_prefix(length);
    }
    return out;
}

void assert_status(doctest::assertType::Enum kind, const char* file, int line, const char* call, DWORD status,
    DWORD expected) {
    const auto names = name_of(status) + " == " + name_of(expected);
    doctest::detail::decomp_assert(
        kind, file, line, call, doctest::detail::Result(status == expected, names.c_str()));
}

std::vector<std::string> texts_of(const std::vector<TCHAR>& list) {
    REQUIRE(list.size() >= 2);
    CHECK(list[list.size() - 1] == 0);
    CHECK(list[list.size() - 2] == 0);
    std::vector<std::string> texts;
    std::size_t place = 0;
    while (list[place] != 0) {
        const Text text(&list[place]);
        texts.push_back(utf8(text));
        place += text.size() + 1;
        REQUIRE(place < list.size());
    }
    CHECK(list.size() == (texts.empty() ? 2 : place + 1));
    return texts;
}

bool advance_and_wait(const Event& event) {
    FrozenClock::advance(1);
    return event.wait(patience);
}

LONGLONG as_number(const FILETIME& time) {
    return static_cast<LONGLONG>((std::uint64_t{time.dwHighDateTime} << 32U) | time.dwLowDateTime);
}

std::string machine() {
    const auto machines =
        list([](TCHAR* buffer, DWORD* size) { return PdhEnumMachines(nullptr, buffer, size); });
    REQUIRE(machines.size() == 1);
    return machines.front();
}

Query::Query(DWORD_PTR user_data) {
    REQUIRE_SUCCESS(PdhOpenQuery(nullptr, user_data, &handle_));
}

Query::Query(const Text& data_source) {
    REQUIRE_SUCCESS(PdhOpenQuery(data_source.c_str(), 0, &handle_));
}

Query::~Query() {
    if (handle_ != nullptr) {
        PdhCloseQuery(handle_);
    }
}

PDH_HCOUNTER Query::add(const TCHAR* path, DWORD_PTR user_data) const {
    CAPTURE(utf8(path));
    PDH_HCOUNTER counter = nullptr;
    REQUIRE_SUCCESS(PdhAddCounter(handle_, path, user_data, &counter));
    REQUIRE(counter != nullptr);
    return counter;
}

void Query::collect(int times) const {
    for (int i = 0; i < times; ++i) {
        REQUIRE_SUCCESS(PdhCollectQueryData(handle_));
    }
}

void Query::close() {
    REQUIRE_SUCCESS(PdhCloseQuery(handle_));
    handle_ = nullptr;
}

namespace {

PDH_FMT_COUNTERVALUE value_of(PDH_HCOUNTER counter, DWORD format) {
    PDH_FMT_COUNTERVALUE value{};
    value.CStatus = PDH_CSTATUS_ITEM_NOT_VALIDATED;
    CAPTURE(format);
    REQUIRE_SUCCESS(PdhGetFormattedCounterValue(counter, format, nullptr, &value));
    CHECK_STATUS(value.CStatus, PDH_CSTATUS_VALID_DATA);
    return value;
}

} // namespace

double double_value(PDH_HCOUNTER counter, DWORD flags) {
    return value_of(counter, PDH_FMT_DOUBLE | flags).doubleValue;
}

LONG long_value(PDH_HCOUNTER counter, DWORD flags) {
    return value_of(counter, PDH_FMT_LONG | flags).longValue;
}

LONGLONG large_value(PDH_HCOUNTER counter, DWORD flags) {
    return value_of(counter, PDH_FMT_LARGE | flags).largeValue;
}

std::string failure(PDH_HCOUNTER counter, DWORD format) {
    PDH_FMT_COUNTERVALUE value{};
    value.largeValue = -1;
    const PDH_STATUS status = PdhGetFormattedCounterValue(counter, format, nullptr, &value);
    CHECK(status != ERROR_SUCCESS);
    CHECK(value.largeValue == 0);
    return failure_of(status, value.CStatus);
}

PDH_RAW_COUNTER raw_value(PDH_HCOUNTER counter) {
    PDH_RAW_COUNTER raw{};
    REQUIRE_SUCCESS(PdhGetRawCounterValue(counter, nullptr, &raw));
    return raw;
}

DWORD info_status(PDH_HCOUNTER counter) {
    PDH_COUNTER_INFO info{};
    DWORD size = sizeof info;
    REQUIRE_SUCCESS(PdhGetCounterInfo(counter, FALSE, &size, &info));
    return info.CStatus;
}

std::vector<Item> formatted_items(PDH_HCOUNTER counter) {
    DWORD size = 0;
    DWORD count = 0;
    REQUIRE_STATUS(
        PdhGetFormattedCounterArray(counter, PDH_FMT_DOUBLE, &size, &count, nullptr), PDH_MORE_DATA);
    std::vector<PDH_FMT_COUNTERVALUE_ITEM> buffer(size / sizeof(PDH_FMT_COUNTERVALUE_ITEM) + 1);
    REQUIRE_SUCCESS(PdhGetFormattedCounterArray(counter, PDH_FMT_DOUBLE, &size, &count, buffer.data()));
    std::vector<Item> items;
    for (DWORD i = 0; i < count; ++i) {
        items.push_back({utf8(buffer[i].szName), buffer[i].FmtValue.doubleValue, buffer[i].FmtValue.CStatus});
    }
    return items;
}

std::string item_texts(PDH_HCOUNTER counter) {
    std::string texts;
    for (const Item& item : formatted_items(counter)) {
        texts += (texts.empty() ? "" : " ") + item.name + "=" + std::to_string(static_cast<long>(item.value));
    }
    return texts;
}

std::vector<std::string> list(const ListCall& call) {
    DWORD size = 0;
    REQUIRE_STATUS(call(nullptr, &size), PDH_MORE_DATA);
    std::vector<TCHAR> buffer;
    PDH_STATUS status = ERROR_SUCCESS;
    do {
        buffer.resize(size); // the list may grow or shrink meanwhile
        status = call(buffer.data(), &size);
    } while (static_cast<DWORD>(status) == PDH_MORE_DATA);
    REQUIRE_SUCCESS(status);
    buffer.resize(size);
    return texts_of(buffer);
}

std::string single_text(const ListCall& call) {
    DWORD size = 0;
    REQUIRE_STATUS(call(nullptr, &size), PDH_MORE_DATA);
    std::vector<TCHAR> buffer(size);
    REQUIRE_SUCCESS(call(buffer.data(), &size));
    const Text text(buffer.data());
    CHECK(size == text.size() + 1);
    return utf8(text);
}

std::string name_of_index(DWORD index) {
    CAPTURE(index);
    return single_text(
        [=](TCHAR* buffer, DWORD* size) { return PdhLookupPerfNameByIndex(nullptr, index, buffer, size); });
}

DWORD index_of_name(const Text& name) {
    CAPTURE(utf8(name));
    DWORD index = 0;
    REQUIRE_SUCCESS(PdhLookupPerfIndexByName(nullptr, name.c_str(), &index));
    return index;
}

std::vector<std::string> expand(const TCHAR* path, DWORD flags) {
    CAPTURE(utf8(path));
    DWORD needed = 0;
    if (PdhExpandWildCardPath(nullptr, path, nullptr, &needed, flags) == ERROR_SUCCESS) {
        CHECK(needed == 0);
        return {};
    }
    auto paths = list([=](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(nullptr, path, buffer, size, flags);
    });
    const std::string prefix = machine();
    for (std::string& expanded : paths) {
        CHECK(expanded.compare(0, prefix.size(), prefix) == 0);
        expanded.erase(0, prefix.size());
    }
    return paths;
}

namespace {

HANDLE with_another_bit(HANDLE handle) {
    constexpr unsigned high_bit = sizeof(HANDLE) * 8 - 2;
    return reinterpret_cast<HANDLE>(
        reinterpret_cast<std::uintptr_t>(handle) ^ (std::uintptr_t{1} << high_bit));
}

} // namespace

std::vector<BadHandle> not_a_query(PDH_HCOUNTER live_counter) {
    static const std::uint64_t on_no_stack = 0;
    PDH_HQUERY closed = nullptr;
    REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &closed));
    REQUIRE_SUCCESS(PdhCloseQuery(closed));
    return {
        {"NULL", nullptr},
        {"(HANDLE)-1", invalid_handle_value},
        {"a closed query", closed},
        {"a counter", live_counter},
        {"an address", const_cast<std::uint64_t*>(&on_no_stack)},
        {"1", reinterpret_cast<HANDLE>(std::uintptr_t{1})},
        {"a closed query but one bit", with_another_bit(closed)},
        {"all bits but one", reinterpret_cast<HANDLE>(~std::uintptr_t{2})},
        {"noise", reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(0xDEADBEEFCAFEF00D))},
    };
}

std::vector<BadHandle> not_a_counter(PDH_HQUERY live_query) {
    static const std::uint64_t on_no_stack = 0;
    PDH_HCOUNTER removed = nullptr;
    PDH_HQUERY query = nullptr;
    REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &query));
    REQUIRE_SUCCESS(PdhAddCounter(query, TEXT("\\Gadget\\Depth"), 0, &removed));
    REQUIRE_SUCCESS(PdhRemoveCounter(removed));
    PDH_HCOUNTER closed = nullptr;
    REQUIRE_SUCCESS(PdhAddCounter(query, TEXT("\\Gadget\\Depth"), 0, &closed));
    REQUIRE_SUCCESS(PdhCloseQuery(query));
    return {
        {"NULL", nullptr},
        {"(HANDLE)-1", invalid_handle_value},
        {"a removed counter", removed},
        {"a counter of a closed query", closed},
        {"a query", live_query},
        {"an address", const_cast<std::uint64_t*>(&on_no_stack)},
        {"1", reinterpret_cast<HANDLE>(std::uintptr_t{1})},
        {"a closed counter but one bit", with_another_bit(closed)},
        {"all bits but one", reinterpret_cast<HANDLE>(~std::uintptr_t{2})},
        {"noise", reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(0xDEADBEEFCAFEF00D))},
    };
}

} // namespace conformance
