// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// watchdog SERVER...: prints what is wrong with this computer, until it is stopped.
#include "watchdog.h"

#include <cstdio>
#include <exception>
#include <string>

int main(int count, char** arguments) {
    WatchdogSettings settings;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        settings.servers.emplace_back(name.begin(), name.end());
    }
    try {
        Watchdog watchdog(nullptr, settings);
        watchdog.start(1);
        while (watchdog.wait(INFINITE)) {
            for (const std::wstring& alarm : watchdog.alarms()) {
                std::printf("%ls\n", alarm.c_str());
                std::fflush(stdout);
            }
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "watchdog: %s\n", error.what());
    }
    return 1;
}
