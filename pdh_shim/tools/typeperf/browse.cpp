// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/browse.h"

#include "tools/command/paths.h"
#include "tools/command/status_text.h"
#include "tools/terminal/program_end.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <winperf.h>

#include <algorithm>
#include <string_view>

namespace pdh_shim::tools::typeperf {

namespace {

// The paths that the dialog adds, and their buffer.
struct Choice {
    std::vector<std::string> paths;
    std::vector<char> room = std::vector<char>(PDH_MAX_COUNTER_PATH);
    PDH_BROWSE_DLG_CONFIG_A config{};

    void use_room() {
        config.szReturnPathBuffer = room.data();
        config.cchReturnPathLength = static_cast<DWORD>(room.size());
    }
};

// Called for each press of Add.
PDH_STATUS CALLBACK take_paths(DWORD_PTR argument) {
    auto& choice = *reinterpret_cast<Choice*>(argument);
    if (static_cast<DWORD>(choice.config.CallBackStatus) == PDH_MORE_DATA) {
        choice.room.resize(choice.room.size() * 2);
        choice.use_room();
        return static_cast<PDH_STATUS>(PDH_RETRY);
    }
    for (const auto& path : command::strings_of(std::string_view(choice.room.data(), choice.room.size()))) {
        if (std::find(choice.paths.begin(), choice.paths.end(), path) == choice.paths.end()) {
            choice.paths.push_back(path);
        }
    }
    return ERROR_SUCCESS;
}

} // namespace

std::vector<std::string> choose_counters() {
    std::string caption = "Counters to sample";
    Choice choice;
    choice.use_room();
    choice.config.bIncludeInstanceIndex = 1;
    choice.config.bWildCardInstances = 1;
    choice.config.bIncludeCostlyObjects = 1;
    choice.config.pCallBack = take_paths;
    choice.config.dwCallBackArg = reinterpret_cast<DWORD_PTR>(&choice);
    choice.config.dwDefaultDetailLevel = PERF_DETAIL_WIZARD;
    choice.config.szDialogBoxCaption = caption.data();
    const auto status = static_cast<DWORD>(PdhBrowseCountersA(&choice.config));
    if (status != ERROR_SUCCESS && status != PDH_DIALOG_CANCELLED) {
        throw command::status_error("The counters cannot be chosen", status);
    }
    // A reason of this status means that no dialog was shown; without one the user closed it.
    if (const auto reason = command::last_reason(PDH_DIALOG_CANCELLED);
        !reason.empty() && choice.paths.empty()) {
        throw terminal::ProgramError("The dialog cannot be shown: " + reason + '.');
    }
    return choice.paths;
}

} // namespace pdh_shim::tools::typeperf
