// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Asks pdh.dll questions whose answers its documentation leaves open, one in each run. See README.md.
#include "machine.h"
#include "probe.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int wrong_usage = 2;

std::vector<oracle::Probe> all_probes() {
    std::vector<oracle::Probe> all;
    for (const auto& probes : {oracle::argument_probes(), oracle::path_probes(), oracle::adding_probes(),
             oracle::value_probes(), oracle::formula_probes(), oracle::list_probes(), oracle::type_probes(),
             oracle::log_probes(), oracle::written_log_probes(), oracle::tool_probes()}) {
        all.insert(all.end(), probes.begin(), probes.end());
    }
    return all;
}

int list() {
    for (const oracle::Probe& probe : all_probes()) {
        static_cast<void>(std::printf("%s\t%s\n", probe.id, probe.needs));
    }
    return 0;
}

int run(std::string_view id) {
    const std::vector<oracle::Probe> all = all_probes();
    const auto found = std::ranges::find_if(all, [=](const oracle::Probe& probe) { return probe.id == id; });
    if (found == all.end()) {
        std::fprintf(
            stderr, "There is no probe %.*s. --list lists them.\n", static_cast<int>(id.size()), id.data());
        return wrong_usage;
    }
    oracle::Answer answer;
    found->ask(answer);
    static_cast<void>(std::printf("%s\n", answer.json().c_str()));
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    oracle::remember_program(argv[0]);
    if (arguments.size() == 1 && arguments[0] == "--list") {
        return list();
    }
    if (arguments.size() == 2 && arguments[0] == "--run") {
        return run(arguments[1]);
    }
    if (arguments.size() == 2 && arguments[0] == oracle::idle_option) {
        return oracle::idle(argv[2]);
    }
    std::fprintf(stderr, "usage: oracle_probes --list\n"
                         "       oracle_probes --run ID\n"
                         "\n"
                         "--list prints each probe with what it needs, separated by a tab.\n"
                         "--run asks pdh.dll one question, and prints its answer as a JSON object.\n");
    return wrong_usage;
}
