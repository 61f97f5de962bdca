// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Each caller-allocated buffer: the size query, one too small, exactly enough, more than enough, and what the
// protocol refuses (pdh.h, "Buffers"). Read by coverage.py.
#include "fixture.h"

using namespace conformance;

namespace {

// A call with buffer and size in the place of its parameters.
template <class Unit>
struct BufferRow {
    const char* name;
    PDH_STATUS (*call)(Fixture& fixture, Unit* buffer, DWORD* size);
};

template <class Unit>
void check_buffers(std::span<const BufferRow<Unit>> rows) {
    for (const BufferRow<Unit>& row : rows) {
        SUBCASE(row.name) {
            use_script("widgets.json");
            Fixture fixture;
            static_cast<void>(check_buffer_protocol<Unit>(
                [&](Unit* buffer, DWORD* size) { return row.call(fixture, buffer, size); }));
        }
    }
}

using TextRow = BufferRow<TCHAR>;
using StructureRow = BufferRow<char>; // sizes are in bytes

constexpr const TCHAR* widgets = TEXT("\\Widget(*)\\*");

constexpr std::array structure_rows{
    StructureRow{"PdhGetCounterInfo: lpBuffer",
        [](Fixture& b, char* buffer, DWORD* size) {
            return PdhGetCounterInfo(b.count, FALSE, size, reinterpret_cast<PDH_COUNTER_INFO*>(buffer));
        }},
    StructureRow{"PdhGetCounterInfo: lpBuffer, with the explanation",
        [](Fixture& b, char* buffer, DWORD* size) {
            return PdhGetCounterInfo(b.count, TRUE, size, reinterpret_cast<PDH_COUNTER_INFO*>(buffer));
        }},
    StructureRow{"PdhGetRawCounterArray: ItemBuffer",
        [](Fixture& b, char* buffer, DWORD* size) {
            return PdhGetRawCounterArray(
                b.all, size, &b.number, reinterpret_cast<PDH_RAW_COUNTER_ITEM*>(buffer));
        }},
    StructureRow{"PdhGetFormattedCounterArray: ItemBuffer",
        [](Fixture& b, char* buffer, DWORD* size) {
            return PdhGetFormattedCounterArray(
                b.all, PDH_FMT_DOUBLE, size, &b.number, reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM*>(buffer));
        }},
    StructureRow{"PdhParseCounterPath: pCounterPathElements",
        [](Fixture&, char* buffer, DWORD* size) {
            return PdhParseCounterPath(
                TEXT("\\\\m\\o(p/i#1)\\c"), reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS*>(buffer), size, 0);
        }},
};

constexpr std::array text_rows{
    TextRow{"PdhMakeCounterPath: szFullPathBuffer",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            auto elements = b.elements();
            return PdhMakeCounterPath(&elements, buffer, size, 0);
        }},
    TextRow{"PdhParseInstanceName: szInstanceName",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            b.other_size = Fixture::room;
            return PdhParseInstanceName(
                TEXT("parent/name#1"), buffer, size, b.other_text.data(), &b.other_size, &b.number);
        }},
    TextRow{"PdhParseInstanceName: szParentName",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            b.size = Fixture::room;
            return PdhParseInstanceName(
                TEXT("parent/name#1"), b.text.data(), &b.size, buffer, size, &b.number);
        }},
    TextRow{"PdhExpandCounterPath: mszExpandedPathList",
        [](Fixture&, TCHAR* buffer, DWORD* size) { return PdhExpandCounterPath(widgets, buffer, size); }},
    TextRow{"PdhExpandWildCardPath: mszExpandedPathList",
        [](Fixture&, TCHAR* buffer, DWORD* size) {
            return PdhExpandWildCardPath(nullptr, widgets, buffer, size, 0);
        }},
    TextRow{"PdhExpandWildCardPathH: mszExpandedPathList",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            return PdhExpandWildCardPathH(b.source, widgets, buffer, size, 0);
        }},
    TextRow{"PdhEnumMachines: mszMachineList",
        [](Fixture&, TCHAR* buffer, DWORD* size) { return PdhEnumMachines(nullptr, buffer, size); }},
    TextRow{"PdhEnumMachinesH: mszMachineList",
        [](Fixture& b, TCHAR* buffer, DWORD* size) { return PdhEnumMachinesH(b.source, buffer, size); }},
    TextRow{"PdhEnumObjects: mszObjectList",
        [](Fixture&, TCHAR* buffer, DWORD* size) {
            return PdhEnumObjects(nullptr, nullptr, buffer, size, every_level, FALSE);
        }},
    TextRow{"PdhEnumObjectsH: mszObjectList",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            return PdhEnumObjectsH(b.source, nullptr, buffer, size, every_level, FALSE);
        }},
    TextRow{"PdhEnumObjectItems: mszCounterList",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            b.other_size = Fixture::room;
            return PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), buffer, size, b.other_text.data(),
                &b.other_size, every_level, 0);
        }},
    TextRow{"PdhEnumObjectItems: mszInstanceList",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            b.size = Fixture::room;
            return PdhEnumObjectItems(
                nullptr, nullptr, TEXT("Widget"), b.text.data(), &b.size, buffer, size, every_level, 0);
        }},
    TextRow{"PdhEnumObjectItemsH: mszCounterList",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            b.other_size = Fixture::room;
            return PdhEnumObjectItemsH(b.source, nullptr, TEXT("Widget"), buffer, size, b.other_text.data(),
                &b.other_size, every_level, 0);
        }},
    TextRow{"PdhEnumObjectItemsH: mszInstanceList",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            b.size = Fixture::room;
            return PdhEnumObjectItemsH(
                b.source, nullptr, TEXT("Widget"), b.text.data(), &b.size, buffer, size, every_level, 0);
        }},
    TextRow{"PdhGetDefaultPerfObject: szDefaultObjectName",
        [](Fixture&, TCHAR* buffer, DWORD* size) {
            return PdhGetDefaultPerfObject(nullptr, nullptr, buffer, size);
        }},
    TextRow{"PdhGetDefaultPerfObjectH: szDefaultObjectName",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            return PdhGetDefaultPerfObjectH(b.source, nullptr, buffer, size);
        }},
    TextRow{"PdhGetDefaultPerfCounter: szDefaultCounterName",
        [](Fixture&, TCHAR* buffer, DWORD* size) {
            return PdhGetDefaultPerfCounter(nullptr, nullptr, TEXT("Widget"), buffer, size);
        }},
    TextRow{"PdhGetDefaultPerfCounterH: szDefaultCounterName",
        [](Fixture& b, TCHAR* buffer, DWORD* size) {
            return PdhGetDefaultPerfCounterH(b.source, nullptr, TEXT("Widget"), buffer, size);
        }},
    TextRow{"PdhLookupPerfNameByIndex: szNameBuffer",
        [](Fixture&, TCHAR* buffer, DWORD* size) {
            return PdhLookupPerfNameByIndex(nullptr, 238, buffer, size);
        }},
};

} // namespace

TEST_CASE("buffers for structures, followed by their texts") {
    check_buffers<char>(structure_rows);
}

TEST_CASE("buffers for texts and lists") {
    check_buffers<TCHAR>(text_rows);
}

TEST_CASE("array functions return the number of items with the size") {
    use_script("widgets.json");
    const Fixture fixture;
    DWORD size = 0;
    DWORD count = 0;
    CHECK_STATUS(PdhGetRawCounterArray(fixture.all, &size, &count, nullptr), PDH_MORE_DATA);
    CHECK(count == 2);
    size = 0;
    count = 0;
    CHECK_STATUS(
        PdhGetFormattedCounterArray(fixture.all, PDH_FMT_LONG, &size, &count, nullptr), PDH_MORE_DATA);
    CHECK(count == 2);
}
