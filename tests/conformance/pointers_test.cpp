// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Each pointer of each function, NULL while all other arguments are valid: PDH_INVALID_ARGUMENT, or the
// status in its place. Read by coverage.py.
#include "fixture.h"

using namespace conformance;

namespace {

constexpr std::array query_pointers{
    Row{"PdhOpenQuery: szDataSource", ERROR_SUCCESS,
        [](Fixture& b) { return PdhOpenQuery(nullptr, 0, &b.opened); }},
    Row{"PdhOpenQuery: phQuery", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhOpenQuery(nullptr, 0, nullptr); }},
    Row{"PdhOpenQueryH: phQuery", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhOpenQueryH(b.source, 0, nullptr); }},
    Row{"PdhCollectQueryDataWithTime: pllTimeStamp", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhCollectQueryDataWithTime(b.query.handle(), nullptr); }},
    Row{"PdhSetQueryTimeRange: pInfo", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhSetQueryTimeRange(b.query.handle(), nullptr); }},
    Row{"PdhGetDllVersion: lpdwVersion", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhGetDllVersion(nullptr); }},
};

constexpr std::array counter_pointers{
    Row{"PdhAddCounter: szFullCounterPath", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhAddCounter(b.query.handle(), nullptr, 0, &b.added); }},
    Row{"PdhAddCounter: phCounter", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhAddCounter(b.query.handle(), TEXT("\\Gadget\\Depth"), 0, nullptr); }},
    Row{"PdhAddEnglishCounter: szFullCounterPath", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhAddEnglishCounter(b.query.handle(), nullptr, 0, &b.added); }},
    Row{"PdhAddEnglishCounter: phCounter", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhAddEnglishCounter(b.query.handle(), TEXT("\\Gadget\\Depth"), 0, nullptr);
        }},
    Row{"PdhGetCounterInfo: pdwBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetCounterInfo(b.count, TRUE, nullptr, b.bytes_as<PDH_COUNTER_INFO>()); }},
    Row{"PdhGetCounterInfo: lpBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetCounterInfo(b.count, TRUE, &b.bytes_size, nullptr); }},
    Row{"PdhGetCounterTimeBase: pTimeBase", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetCounterTimeBase(b.rate, nullptr); }},
    Row{"PdhGetRawCounterValue: lpdwType", ERROR_SUCCESS,
        [](Fixture& b) { return PdhGetRawCounterValue(b.rate, nullptr, &b.newer); }},
    Row{"PdhGetRawCounterValue: pValue", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetRawCounterValue(b.rate, &b.number, nullptr); }},
    Row{"PdhGetRawCounterArray: lpdwBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetRawCounterArray(b.all, nullptr, &b.number, b.bytes_as<PDH_RAW_COUNTER_ITEM>());
        }},
    Row{"PdhGetRawCounterArray: lpdwItemCount", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetRawCounterArray(b.all, &b.bytes_size, nullptr, b.bytes_as<PDH_RAW_COUNTER_ITEM>());
        }},
    Row{"PdhGetRawCounterArray: ItemBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetRawCounterArray(b.all, &b.bytes_size, &b.number, nullptr); }},
};

constexpr std::array format_pointers{
    Row{"PdhGetFormattedCounterValue: lpdwType", ERROR_SUCCESS,
        [](Fixture& b) { return PdhGetFormattedCounterValue(b.rate, PDH_FMT_LONG, nullptr, &b.value); }},
    Row{"PdhGetFormattedCounterValue: pValue", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetFormattedCounterValue(b.rate, PDH_FMT_LONG, &b.number, nullptr); }},
    Row{"PdhGetFormattedCounterArray: lpdwBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetFormattedCounterArray(
                b.all, PDH_FMT_LONG, nullptr, &b.number, b.bytes_as<PDH_FMT_COUNTERVALUE_ITEM>());
        }},
    Row{"PdhGetFormattedCounterArray: lpdwItemCount", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetFormattedCounterArray(
                b.all, PDH_FMT_LONG, &b.bytes_size, nullptr, b.bytes_as<PDH_FMT_COUNTERVALUE_ITEM>());
        }},
    Row{"PdhGetFormattedCounterArray: ItemBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetFormattedCounterArray(b.all, PDH_FMT_LONG, &b.bytes_size, &b.number, nullptr);
        }},
    Row{"PdhCalculateCounterFromRawValue: rawValue1", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhCalculateCounterFromRawValue(b.rate, PDH_FMT_LONG, nullptr, &b.older, &b.value);
        }},
    Row{"PdhCalculateCounterFromRawValue: rawValue2", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhCalculateCounterFromRawValue(b.count, PDH_FMT_LONG, &b.newer, nullptr, &b.value);
        }},
    Row{"PdhCalculateCounterFromRawValue: fmtValue", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhCalculateCounterFromRawValue(b.rate, PDH_FMT_LONG, &b.newer, &b.older, nullptr);
        }},
    Row{"PdhFormatFromRawValue: pTimeBase of a rate", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_COUNTER_COUNTER, PDH_FMT_LONG, nullptr, &b.newer, &b.older, &b.value);
        }},
    Row{"PdhFormatFromRawValue: pTimeBase of a count", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_COUNTER_RAWCOUNT, PDH_FMT_LONG, nullptr, &b.newer, &b.older, &b.value);
        }},
    Row{"PdhFormatFromRawValue: pRawValue1", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_COUNTER_COUNTER, PDH_FMT_LONG, &b.large, nullptr, &b.older, &b.value);
        }},
    Row{"PdhFormatFromRawValue: pRawValue2", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_COUNTER_RAWCOUNT, PDH_FMT_LONG, &b.large, &b.newer, nullptr, &b.value);
        }},
    Row{"PdhFormatFromRawValue: pFmtValue", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_COUNTER_COUNTER, PDH_FMT_LONG, &b.large, &b.newer, &b.older, nullptr);
        }},
    Row{"PdhComputeCounterStatistics: lpRawValueArray", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhComputeCounterStatistics(b.rate, PDH_FMT_LONG, 0, 1, nullptr, &b.statistics);
        }},
    Row{"PdhComputeCounterStatistics: data", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhComputeCounterStatistics(b.rate, PDH_FMT_LONG, 0, 1, &b.newer, nullptr);
        }},
};

PDH_STATUS make_path(Fixture& b, PDH_COUNTER_PATH_ELEMENTS elements) {
    return PdhMakeCounterPath(&elements, b.text.data(), &b.size, 0);
}

constexpr std::array path_pointers{
    Row{"PdhMakeCounterPath: pCounterPathElements", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhMakeCounterPath(nullptr, b.text.data(), &b.size, 0); }},
    Row{"PdhMakeCounterPath: szFullPathBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            auto elements = b.elements();
            return PdhMakeCounterPath(&elements, nullptr, &b.size, 0);
        }},
    Row{"PdhMakeCounterPath: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            auto elements = b.elements();
            return PdhMakeCounterPath(&elements, b.text.data(), nullptr, 0);
        }},
    Row{"PdhMakeCounterPath: szMachineName szInstanceName szParentInstance", ERROR_SUCCESS,
        [](Fixture& b) { return make_path(b, b.elements()); }},
    Row{"PdhMakeCounterPath: szObjectName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            auto elements = b.elements();
            elements.szObjectName = nullptr;
            return make_path(b, elements);
        }},
    Row{"PdhMakeCounterPath: szCounterName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            auto elements = b.elements();
            elements.szCounterName = nullptr;
            return make_path(b, elements);
        }},
    Row{"PdhParseCounterPath: szFullPathBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhParseCounterPath(nullptr, b.bytes_as<PDH_COUNTER_PATH_ELEMENTS>(), &b.bytes_size, 0);
        }},
    Row{"PdhParseCounterPath: pCounterPathElements", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhParseCounterPath(TEXT("\\Gadget\\Depth"), nullptr, &b.bytes_size, 0); }},
    Row{"PdhParseCounterPath: pdwBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhParseCounterPath(
                TEXT("\\Gadget\\Depth"), b.bytes_as<PDH_COUNTER_PATH_ELEMENTS>(), nullptr, 0);
        }},
    Row{"PdhParseInstanceName: szInstanceString", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhParseInstanceName(
                nullptr, b.text.data(), &b.size, b.other_text.data(), &b.other_size, &b.number);
        }},
    Row{"PdhParseInstanceName: szInstanceName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhParseInstanceName(
                TEXT("p/i"), nullptr, &b.size, b.other_text.data(), &b.other_size, &b.number);
        }},
    Row{"PdhParseInstanceName: pcchInstanceNameLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhParseInstanceName(
                TEXT("p/i"), b.text.data(), nullptr, b.other_text.data(), &b.other_size, &b.number);
        }},
    Row{"PdhParseInstanceName: szParentName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhParseInstanceName(
                TEXT("p/i"), b.text.data(), &b.size, nullptr, &b.other_size, &b.number);
        }},
    Row{"PdhParseInstanceName: pcchParentNameLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhParseInstanceName(
                TEXT("p/i"), b.text.data(), &b.size, b.other_text.data(), nullptr, &b.number);
        }},
    Row{"PdhParseInstanceName: lpIndex", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhParseInstanceName(
                TEXT("p/i"), b.text.data(), &b.size, b.other_text.data(), &b.other_size, nullptr);
        }},
    Row{"PdhValidatePath: szFullPathBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhValidatePath(nullptr); }},
    Row{"PdhValidatePathEx: szFullPathBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhValidatePathEx(b.source, nullptr); }},
    Row{"PdhExpandCounterPath: szWildCardPath", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhExpandCounterPath(nullptr, b.text.data(), &b.size); }},
    Row{"PdhExpandCounterPath: mszExpandedPathList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhExpandCounterPath(TEXT("\\Widget(*)\\*"), nullptr, &b.size); }},
    Row{"PdhExpandCounterPath: pcchPathListLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhExpandCounterPath(TEXT("\\Widget(*)\\*"), b.text.data(), nullptr); }},
    Row{"PdhExpandWildCardPath: szDataSource", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhExpandWildCardPath(nullptr, TEXT("\\Widget(*)\\*"), b.text.data(), &b.size, 0);
        }},
    Row{"PdhExpandWildCardPath: szWildCardPath", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhExpandWildCardPath(nullptr, nullptr, b.text.data(), &b.size, 0); }},
    Row{"PdhExpandWildCardPath: mszExpandedPathList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhExpandWildCardPath(nullptr, TEXT("\\Widget(*)\\*"), nullptr, &b.size, 0);
        }},
    Row{"PdhExpandWildCardPath: pcchPathListLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhExpandWildCardPath(nullptr, TEXT("\\Widget(*)\\*"), b.text.data(), nullptr, 0);
        }},
    Row{"PdhExpandWildCardPathH: szWildCardPath", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhExpandWildCardPathH(b.source, nullptr, b.text.data(), &b.size, 0); }},
    Row{"PdhExpandWildCardPathH: mszExpandedPathList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhExpandWildCardPathH(b.source, TEXT("\\Widget(*)\\*"), nullptr, &b.size, 0);
        }},
    Row{"PdhExpandWildCardPathH: pcchPathListLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhExpandWildCardPathH(b.source, TEXT("\\Widget(*)\\*"), b.text.data(), nullptr, 0);
        }},
};

constexpr std::array enumerate_pointers{
    Row{"PdhConnectMachine: szMachineName", ERROR_SUCCESS,
        [](Fixture&) { return PdhConnectMachine(nullptr); }},
    Row{"PdhEnumMachines: szDataSource", ERROR_SUCCESS,
        [](Fixture& b) { return PdhEnumMachines(nullptr, b.text.data(), &b.size); }},
    Row{"PdhEnumMachines: mszMachineList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumMachines(nullptr, nullptr, &b.size); }},
    Row{"PdhEnumMachines: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumMachines(nullptr, b.text.data(), nullptr); }},
    Row{"PdhEnumMachinesH: mszMachineList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumMachinesH(b.source, nullptr, &b.size); }},
    Row{"PdhEnumMachinesH: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumMachinesH(b.source, b.text.data(), nullptr); }},
    Row{"PdhEnumObjects: szDataSource", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhEnumObjects(nullptr, TEXT("localhost"), b.text.data(), &b.size, every_level, TRUE);
        }},
    Row{"PdhEnumObjects: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhEnumObjects(TEXT(""), nullptr, b.text.data(), &b.size, every_level, TRUE);
        }},
    Row{"PdhEnumObjects: mszObjectList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumObjects(nullptr, nullptr, nullptr, &b.size, every_level, TRUE); }},
    Row{"PdhEnumObjects: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjects(nullptr, nullptr, b.text.data(), nullptr, every_level, TRUE);
        }},
    Row{"PdhEnumObjectsH: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhEnumObjectsH(b.source, nullptr, b.text.data(), &b.size, every_level, TRUE);
        }},
    Row{"PdhEnumObjectsH: mszObjectList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumObjectsH(b.source, nullptr, nullptr, &b.size, every_level, TRUE); }},
    Row{"PdhEnumObjectsH: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectsH(b.source, nullptr, b.text.data(), nullptr, every_level, TRUE);
        }},
    Row{"PdhEnumObjectItems: szDataSource", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhEnumObjectItems(nullptr, TEXT("localhost"), TEXT("Widget"), b.text.data(), &b.size,
                b.other_text.data(), &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItems: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhEnumObjectItems(TEXT(""), nullptr, TEXT("Widget"), b.text.data(), &b.size,
                b.other_text.data(), &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItems: szObjectName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItems(nullptr, nullptr, nullptr, b.text.data(), &b.size, b.other_text.data(),
                &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItems: mszCounterList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), nullptr, &b.size, b.other_text.data(),
                &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItems: pcchCounterListLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), b.text.data(), nullptr,
                b.other_text.data(), &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItems: mszInstanceList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), b.text.data(), &b.size, nullptr,
                &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItems: pcchInstanceListLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), b.text.data(), &b.size,
                b.other_text.data(), nullptr, every_level, 0);
        }},
    Row{"PdhEnumObjectItemsH: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhEnumObjectItemsH(b.source, nullptr, TEXT("Widget"), b.text.data(), &b.size,
                b.other_text.data(), &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItemsH: szObjectName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItemsH(b.source, nullptr, nullptr, b.text.data(), &b.size,
                b.other_text.data(), &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItemsH: mszCounterList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItemsH(b.source, nullptr, TEXT("Widget"), nullptr, &b.size,
                b.other_text.data(), &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItemsH: pcchCounterListLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItemsH(b.source, nullptr, TEXT("Widget"), b.text.data(), nullptr,
                b.other_text.data(), &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItemsH: mszInstanceList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItemsH(b.source, nullptr, TEXT("Widget"), b.text.data(), &b.size, nullptr,
                &b.other_size, every_level, 0);
        }},
    Row{"PdhEnumObjectItemsH: pcchInstanceListLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhEnumObjectItemsH(b.source, nullptr, TEXT("Widget"), b.text.data(), &b.size,
                b.other_text.data(), nullptr, every_level, 0);
        }},
    Row{"PdhGetDefaultPerfObject: szDataSource", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhGetDefaultPerfObject(nullptr, TEXT("localhost"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfObject: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) { return PdhGetDefaultPerfObject(TEXT(""), nullptr, b.text.data(), &b.size); }},
    Row{"PdhGetDefaultPerfObject: szDefaultObjectName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDefaultPerfObject(nullptr, nullptr, nullptr, &b.size); }},
    Row{"PdhGetDefaultPerfObject: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDefaultPerfObject(nullptr, nullptr, b.text.data(), nullptr); }},
    Row{"PdhGetDefaultPerfObjectH: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) { return PdhGetDefaultPerfObjectH(b.source, nullptr, b.text.data(), &b.size); }},
    Row{"PdhGetDefaultPerfObjectH: szDefaultObjectName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDefaultPerfObjectH(b.source, nullptr, nullptr, &b.size); }},
    Row{"PdhGetDefaultPerfObjectH: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDefaultPerfObjectH(b.source, nullptr, b.text.data(), nullptr); }},
    Row{"PdhGetDefaultPerfCounter: szDataSource", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounter(
                nullptr, TEXT("localhost"), TEXT("Widget"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounter: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounter(TEXT(""), nullptr, TEXT("Widget"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounter: szObjectName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounter(nullptr, nullptr, nullptr, b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounter: szDefaultCounterName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounter(nullptr, nullptr, TEXT("Widget"), nullptr, &b.size);
        }},
    Row{"PdhGetDefaultPerfCounter: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounter(nullptr, nullptr, TEXT("Widget"), b.text.data(), nullptr);
        }},
    Row{"PdhGetDefaultPerfCounterH: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounterH(b.source, nullptr, TEXT("Widget"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounterH: szObjectName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounterH(b.source, nullptr, nullptr, b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounterH: szDefaultCounterName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounterH(b.source, nullptr, TEXT("Widget"), nullptr, &b.size);
        }},
    Row{"PdhGetDefaultPerfCounterH: pcchBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounterH(b.source, nullptr, TEXT("Widget"), b.text.data(), nullptr);
        }},
};

constexpr std::array name_pointers{
    Row{"PdhLookupPerfNameByIndex: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) { return PdhLookupPerfNameByIndex(nullptr, 6, b.text.data(), &b.size); }},
    Row{"PdhLookupPerfNameByIndex: szNameBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhLookupPerfNameByIndex(nullptr, 6, nullptr, &b.size); }},
    Row{"PdhLookupPerfNameByIndex: pcchNameBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhLookupPerfNameByIndex(nullptr, 6, b.text.data(), nullptr); }},
    Row{"PdhLookupPerfIndexByName: szMachineName", ERROR_SUCCESS,
        [](Fixture& b) { return PdhLookupPerfIndexByName(nullptr, TEXT("System"), &b.number); }},
    Row{"PdhLookupPerfIndexByName: szNameBuffer", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhLookupPerfIndexByName(nullptr, nullptr, &b.number); }},
    Row{"PdhLookupPerfIndexByName: pdwIndex", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhLookupPerfIndexByName(nullptr, TEXT("System"), nullptr); }},
    Row{"PdhGetExplainText: szMachineName and szCounterName", ERROR_SUCCESS,
        [](Fixture& b) {
            return expect(PdhGetExplainText(nullptr, b.wide_object.c_str(), nullptr) != nullptr);
        }},
    Row{"PdhGetExplainText: szCounterName", ERROR_SUCCESS,
        [](Fixture& b) {
            const WideText local = wide_from_utf8("localhost");
            return expect(PdhGetExplainText(local.c_str(), b.wide_object.c_str(), nullptr) != nullptr);
        }},
    Row{"PdhGetExplainText: szObjectName", ERROR_SUCCESS,
        [](Fixture& b) {
            return expect(PdhGetExplainText(nullptr, nullptr, b.wide_object.c_str()) == nullptr);
        }},
};

constexpr std::array log_pointers{
    Row{"PdhOpenLog: szLogFileName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhOpenLog(nullptr, reading, &b.log_type, nullptr, 0, TEXT("caption"), &b.log);
        }},
    Row{"PdhOpenLog: lpdwLogType", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhOpenLog(b.script.c_str(), reading, nullptr, nullptr, 0, TEXT("caption"), &b.log);
        }},
    Row{"PdhOpenLog: szUserCaption", PDH_FILE_NOT_FOUND,
        [](Fixture& b) {
            return PdhOpenLog(b.missing.c_str(), reading, &b.log_type, nullptr, 0, nullptr, &b.log);
        }},
    Row{"PdhOpenLog: phLog", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhOpenLog(b.script.c_str(), reading, &b.log_type, nullptr, 0, TEXT("caption"), nullptr);
        }},
    Row{"PdhUpdateLog: szUserString is no missing argument", PDH_INVALID_HANDLE,
        [](Fixture& b) { return PdhUpdateLog(b.source, nullptr); }},
    Row{"PdhGetLogFileSize: llSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetLogFileSize(b.source, nullptr); }},
    Row{"PdhGetLogFileType: LogFile", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetLogFileType(nullptr, &b.log_type); }},
    Row{"PdhGetLogFileType: LogType", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetLogFileType(b.script.c_str(), nullptr); }},
    Row{"PdhBindInputDataSource: phDataSource", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhBindInputDataSource(nullptr, b.script.c_str()); }},
    Row{"PdhBindInputDataSource: LogFileNameList", ERROR_SUCCESS,
        [](Fixture& b) { return PdhBindInputDataSource(&b.log, nullptr); }},
    Row{"PdhGetDataSourceTimeRange: szDataSource", PDH_DATA_SOURCE_IS_REAL_TIME,
        [](Fixture& b) { return PdhGetDataSourceTimeRange(nullptr, &b.number, &b.range, &b.range_size); }},
    Row{"PdhGetDataSourceTimeRange: pdwNumEntries", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDataSourceTimeRange(nullptr, nullptr, &b.range, &b.range_size); }},
    Row{"PdhGetDataSourceTimeRange: pInfo", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDataSourceTimeRange(nullptr, &b.number, nullptr, &b.range_size); }},
    Row{"PdhGetDataSourceTimeRange: pdwBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDataSourceTimeRange(nullptr, &b.number, &b.range, nullptr); }},
    Row{"PdhGetDataSourceTimeRangeH: pdwNumEntries", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDataSourceTimeRangeH(b.source, nullptr, &b.range, &b.range_size); }},
    Row{"PdhGetDataSourceTimeRangeH: pInfo", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDataSourceTimeRangeH(b.source, &b.number, nullptr, &b.range_size); }},
    Row{"PdhGetDataSourceTimeRangeH: pdwBufferSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetDataSourceTimeRangeH(b.source, &b.number, &b.range, nullptr); }},
    Row{"PdhReadRawLogRecord: pRawLogRecord", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhReadRawLogRecord(b.source, {}, nullptr, &b.record_size); }},
    Row{"PdhReadRawLogRecord: pdwBufferLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhReadRawLogRecord(b.source, {}, &b.record, nullptr); }},
    Row{"PdhEnumLogSetNames: szDataSource", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumLogSetNames(nullptr, b.text.data(), &b.size); }},
    Row{"PdhEnumLogSetNames: mszDataSetNameList", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumLogSetNames(TEXT("dsn"), nullptr, &b.size); }},
    Row{"PdhEnumLogSetNames: pcchBufferLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhEnumLogSetNames(TEXT("dsn"), b.text.data(), nullptr); }},
    Row{"PdhVerifySQLDB: szDataSource", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhVerifySQLDB(nullptr); }},
    Row{"PdhCreateSQLTables: szDataSource", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhCreateSQLTables(nullptr); }},
    Row{"PdhGetLogSetGUID: pGuid", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetLogSetGUID(b.source, nullptr, &b.run); }},
    Row{"PdhGetLogSetGUID: pRunId", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetLogSetGUID(b.source, &b.guid, nullptr); }},
};

constexpr std::array dialog_pointers{
    Row{"PdhBrowseCounters: pBrowseDlgData", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhBrowseCounters(nullptr); }},
    Row{"PdhBrowseCountersH: pBrowseDlgData", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhBrowseCountersH(nullptr); }},
    Row{"PdhSelectDataSource: szDataSource", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhSelectDataSource(nullptr, 0, nullptr, &b.size); }},
    Row{"PdhSelectDataSource: pcchBufferLength", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhSelectDataSource(nullptr, 0, b.text.data(), nullptr); }},
};

constexpr std::array relog_pointers{
    Row{"PdhAddRelogCounter: szFullPath", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhAddRelogCounter(b.query.handle(), nullptr, PERF_COUNTER_RAWCOUNT, 0, 1, &b.added);
        }},
    Row{"PdhAddRelogCounter: phCounter", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhAddRelogCounter(
                b.query.handle(), b.wide_path.c_str(), PERF_COUNTER_RAWCOUNT, 0, 1, nullptr);
        }},
    Row{"PdhSetCounterValue: pValue", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhSetCounterValue(b.supplied, nullptr, b.wide_object.c_str()); }},
    Row{"PdhSetCounterValue: szInstanceName of a counter with a wildcard", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhSetCounterValue(b.supplied, &b.newer, nullptr); }},
    Row{"PdhSetCounterValue: szInstanceName of another counter", ERROR_SUCCESS,
        [](Fixture& b) {
            REQUIRE_SUCCESS(PdhAddRelogCounter(
                b.query.handle(), b.wide_path.c_str(), PERF_COUNTER_RAWCOUNT, 0, 1, &b.added));
            return PdhSetCounterValue(b.added, &b.newer, nullptr);
        }},
};

PDH_STATUS take_apart_without(Fixture& b, std::size_t missing) {
    std::array<char*, 5> part{};
    for (std::size_t i = 0; i < part.size(); ++i) {
        part[i] = i == missing ? nullptr : b.parts[i].data();
    }
    return PdhVbGetCounterPathElements(
        "\\Widget(a)\\Depth", part[0], part[1], part[2], part[3], part[4], Fixture::room);
}

constexpr std::array vb_pointers{
    Row{"PdhVbOpenQuery: QueryHandle", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhVbOpenQuery(nullptr); }},
    Row{"PdhVbAddCounter: CounterPath", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhVbAddCounter(b.query.handle(), nullptr, &b.added); }},
    Row{"PdhVbAddCounter: CounterHandle", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhVbAddCounter(b.query.handle(), "\\Gadget\\Depth", nullptr); }},
    Row{"PdhVbGetDoubleCounterValue: CounterStatus", ERROR_SUCCESS,
        [](Fixture& b) { return expect(PdhVbGetDoubleCounterValue(b.count, nullptr) == 8); }},
    Row{"PdhVbCreateCounterPathList: CaptionString", ERROR_SUCCESS,
        [](Fixture&) { return expect(PdhVbCreateCounterPathList(PERF_DETAIL_WIZARD, nullptr) == 0); }},
    Row{"PdhVbGetCounterPathFromList: Buffer", ERROR_SUCCESS,
        [](Fixture&) { return expect(PdhVbGetCounterPathFromList(1, nullptr, 100) == 0); }},
    Row{"PdhVbGetOneCounterPath: PathString", ERROR_SUCCESS,
        [](Fixture&) {
            return expect(PdhVbGetOneCounterPath(nullptr, 100, PERF_DETAIL_WIZARD, "caption") == 0);
        }},
    Row{"PdhVbGetOneCounterPath: CaptionString", ERROR_SUCCESS,
        [](Fixture& b) {
            return expect(PdhVbGetOneCounterPath(b.parts[0].data(), 100, PERF_DETAIL_WIZARD, nullptr) == 0);
        }},
    Row{"PdhVbGetCounterPathElements: PathString", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhVbGetCounterPathElements(nullptr, b.parts[0].data(), b.parts[1].data(),
                b.parts[2].data(), b.parts[3].data(), b.parts[4].data(), Fixture::room);
        }},
    Row{"PdhVbGetCounterPathElements: MachineName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return take_apart_without(b, 0); }},
    Row{"PdhVbGetCounterPathElements: ObjectName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return take_apart_without(b, 1); }},
    Row{"PdhVbGetCounterPathElements: InstanceName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return take_apart_without(b, 2); }},
    Row{"PdhVbGetCounterPathElements: ParentInstance", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return take_apart_without(b, 3); }},
    Row{"PdhVbGetCounterPathElements: CounterName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return take_apart_without(b, 4); }},
    Row{"PdhVbOpenLog: szLogFileName", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhVbOpenLog(nullptr, reading, &b.log_type, nullptr, 0, "caption", &b.log);
        }},
    Row{"PdhVbOpenLog: lpdwLogType", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhVbOpenLog("no such file", reading, nullptr, nullptr, 0, "caption", &b.log);
        }},
    Row{"PdhVbOpenLog: szUserCaption", PDH_FILE_NOT_FOUND,
        [](Fixture& b) {
            return PdhVbOpenLog("no such file", reading, &b.log_type, nullptr, 0, nullptr, &b.log);
        }},
    Row{"PdhVbOpenLog: phLog", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhVbOpenLog("no such file", reading, &b.log_type, nullptr, 0, "caption", nullptr);
        }},
    Row{"PdhVbUpdateLog: szUserString is no missing argument", PDH_INVALID_HANDLE,
        [](Fixture& b) { return PdhVbUpdateLog(b.source, nullptr); }},
    Row{"PdhVbGetLogFileSize: llSize", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhVbGetLogFileSize(b.source, nullptr); }},
};

} // namespace

TEST_CASE("a pointer that is NULL: queries") {
    check_rows(query_pointers);
}

TEST_CASE("a pointer that is NULL: counters") {
    check_rows(counter_pointers);
}

TEST_CASE("a pointer that is NULL: formatted values") {
    check_rows(format_pointers);
}

TEST_CASE("a pointer that is NULL: paths") {
    check_rows(path_pointers);
}

TEST_CASE("a pointer that is NULL: machines, objects and items") {
    check_rows(enumerate_pointers);
}

TEST_CASE("a pointer that is NULL: names") {
    check_rows(name_pointers);
}

TEST_CASE("a pointer that is NULL: logs") {
    check_rows(log_pointers);
}

TEST_CASE("a pointer that is NULL: dialogs") {
    check_rows(dialog_pointers);
}

TEST_CASE("a pointer that is NULL: supplied samples") {
    check_rows(relog_pointers);
}

TEST_CASE("a pointer that is NULL: Visual Basic functions") {
    check_rows(vb_pointers);
}
