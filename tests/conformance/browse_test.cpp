// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Dialogs, where there is nothing to show one on: PdhBrowseCounters, PdhSelectDataSource.
#include "support.h"

#include <array>

using namespace conformance;

namespace {

PDH_STATUS CALLBACK never_called(DWORD_PTR /*argument*/) {
    FAIL("the callback of a dialog that was not shown");
    return ERROR_SUCCESS;
}

// A configuration with room for a path.
template <class Config>
struct Dialog {
    Dialog() {
        config.szReturnPathBuffer = path.data();
        config.cchReturnPathLength = static_cast<DWORD>(path.size());
        config.pCallBack = never_called;
        config.dwDefaultDetailLevel = PERF_DETAIL_WIZARD;
        path.front() = TCHAR{'x'};
    }

    std::array<TCHAR, PDH_MAX_COUNTER_PATH> path{};
    Config config{};
};

} // namespace

TEST_CASE("PdhBrowseCounters needs a configuration") {
    CHECK_STATUS(PdhBrowseCounters(nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhBrowseCountersH(nullptr), PDH_INVALID_ARGUMENT);
}

TEST_CASE_FIXTURE(Widgets, "PdhBrowseCounters: without a screen it is as if the user had cancelled") {
    hide_screen();
    Dialog<PDH_BROWSE_DLG_CONFIG> by_name;
    CHECK_STATUS(PdhBrowseCounters(&by_name.config), PDH_DIALOG_CANCELLED);
    CHECK(by_name.path.front() == TCHAR{'x'});
    by_name.config.bSingleCounterPerDialog = 1;
    by_name.config.bWildCardInstances = 1;
    CHECK_STATUS(PdhBrowseCounters(&by_name.config), PDH_DIALOG_CANCELLED);
    Dialog<PDH_BROWSE_DLG_CONFIG_H> by_handle;
    CHECK_STATUS(PdhBrowseCountersH(&by_handle.config), PDH_DIALOG_CANCELLED);
    by_handle.config.hDataSource = H_WBEM_DATASOURCE;
    CHECK_STATUS(PdhBrowseCountersH(&by_handle.config), PDH_DIALOG_CANCELLED);
}

TEST_CASE_FIXTURE(Widgets, "PdhBrowseCounters: the paths need room, or a callback that makes it") {
    hide_screen();
    Dialog<PDH_BROWSE_DLG_CONFIG> dialog;
    dialog.config.szReturnPathBuffer = nullptr;
    CHECK_STATUS(PdhBrowseCounters(&dialog.config), PDH_INVALID_ARGUMENT);
    dialog.config.cchReturnPathLength = 0;
    CHECK_STATUS(PdhBrowseCounters(&dialog.config), PDH_DIALOG_CANCELLED);
    dialog.config.pCallBack = nullptr;
    CHECK_STATUS(PdhBrowseCounters(&dialog.config), PDH_INVALID_ARGUMENT);
    dialog.config.szReturnPathBuffer = dialog.path.data();
    CHECK_STATUS(PdhBrowseCounters(&dialog.config), PDH_INVALID_ARGUMENT);
}

TEST_CASE_FIXTURE(Widgets, "PdhBrowseCounters: the caption must be well-formed text, the buffer need not") {
    hide_screen();
    Dialog<PDH_BROWSE_DLG_CONFIG> dialog;
    // UTF-16 has no text that is refused.
    std::array<TCHAR, 2> caption{static_cast<TCHAR>(sizeof(TCHAR) == 1 ? 0xFF : 0x110000)};
    dialog.config.szDialogBoxCaption = caption.data();
    if (sizeof(TCHAR) != 2) {
        CHECK_STATUS(PdhBrowseCounters(&dialog.config), PDH_INVALID_ARGUMENT);
    }
    dialog.config.szDialogBoxCaption = nullptr;
    dialog.config.bInitializePath = 1;
    dialog.path.fill(caption.front());
    CHECK_STATUS(PdhBrowseCounters(&dialog.config), PDH_DIALOG_CANCELLED);
}

TEST_CASE_FIXTURE(Widgets, "PdhBrowseCounters: an invalid data source") {
    hide_screen();
    Dialog<PDH_BROWSE_DLG_CONFIG> by_name;
    Text missing = script_path("no such file");
    by_name.config.szDataSource = missing.data();
    CHECK_STATUS(PdhBrowseCounters(&by_name.config), PDH_FILE_NOT_FOUND);
    Dialog<PDH_BROWSE_DLG_CONFIG_H> by_handle;
    const Query query;
    for (auto* const bad : {query.handle(), reinterpret_cast<HANDLE>(std::uintptr_t{1})}) {
        by_handle.config.hDataSource = bad;
        CHECK_STATUS(PdhBrowseCountersH(&by_handle.config), PDH_INVALID_HANDLE);
    }
}

TEST_CASE("PdhSelectDataSource refuses unknown flags, and a buffer without room") {
    hide_screen();
    std::array<TCHAR, 8> name{};
    DWORD size = 8;
    DWORD nothing = 0;
    CHECK_STATUS(PdhSelectDataSource(nullptr, 2, name.data(), &size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhSelectDataSource(nullptr, 0, name.data(), &nothing), PDH_MEMORY_ALLOCATION_FAILURE);
}

TEST_CASE("PdhSelectDataSource: without a screen it is as if the user had cancelled") {
    hide_screen();
    std::array<TCHAR, 8> name{TCHAR{'x'}};
    DWORD size = 8;
    for (const DWORD flags : {PDH_FLAGS_NONE, PDH_FLAGS_FILE_BROWSER_ONLY}) {
        CHECK_STATUS(PdhSelectDataSource(nullptr, flags, name.data(), &size), PDH_DIALOG_CANCELLED);
        CHECK(name.front() == TCHAR{'x'});
        CHECK(size == 8);
    }
}
