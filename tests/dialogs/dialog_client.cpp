// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A program with dialogs, for the tests that press its keys. It writes the results of its calls, one per
// line, to a file.
//
//   dialog_client FILE browse [single] [single-add] [wildcard] [index] [local] [fixed-computer] [hide-detail]
//                 [objects] [handle] [no-callback] [grow] [stubborn] [failing] [nested] [caption=TEXT]
//                 [initial=PATH] [detail=N] [room=N]
//   dialog_client FILE select [files] [first=NAME] [room=N]
//   dialog_client FILE vb-list | vb-one [room=N]
#include "text.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <winperf.h>

#include <clocale>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace dialog_client;

struct Words {
    std::vector<std::string> words;

    [[nodiscard]] bool has(std::string_view word) const {
        for (const std::string& each : words) {
            if (each == word) {
                return true;
            }
        }
        return false;
    }
    /// The TEXT of `name=TEXT`.
    [[nodiscard]] std::string value(const std::string& name, const std::string& otherwise = {}) const {
        for (const std::string& each : words) {
            if (each.rfind(name + "=", 0) == 0) {
                return each.substr(name.size() + 1);
            }
        }
        return otherwise;
    }
    [[nodiscard]] DWORD number(const std::string& name, DWORD otherwise) const {
        return static_cast<DWORD>(std::stoul(value(name, std::to_string(otherwise))));
    }
};

void tell_status(std::ostream& out, std::string_view what, PDH_STATUS status) {
    out << what << ' ' << std::hex << static_cast<DWORD>(status) << std::dec << '\n' << std::flush;
}

// The texts of a list.
void tell_paths(std::ostream& out, const std::vector<TCHAR>& list) {
    std::size_t begin = 0;
    while (begin < list.size() && list[begin] != TCHAR{}) {
        const Text text(&list[begin]);
        out << "path " << utf8(text) << '\n';
        begin += text.size() + 1;
    }
}

// The program's side of the dialog.
template <class Config>
struct Program {
    std::ostream& out;
    const Words& words;
    PDH_STATUS(WINAPI* function)(Config*);
    std::vector<TCHAR> room;
    Config config{};

    PDH_STATUS take() {
        tell_status(out, "callback", config.CallBackStatus);
        if (words.has("nested")) {
            Config again = config;
            tell_status(out, "nested", function(&again));
        }
        if (words.has("failing")) {
            return static_cast<PDH_STATUS>(PDH_ACCESS_DENIED);
        }
        if (words.has("stubborn")) {
            return static_cast<PDH_STATUS>(PDH_RETRY);
        }
        if (static_cast<DWORD>(config.CallBackStatus) == PDH_MORE_DATA && words.has("grow")) {
            room.assign(room.size() * 2 + 2, TCHAR{});
            use_room();
            return static_cast<PDH_STATUS>(PDH_RETRY);
        }
        tell_paths(out, room);
        return ERROR_SUCCESS;
    }

    void use_room() {
        config.szReturnPathBuffer = room.data();
        config.cchReturnPathLength = static_cast<DWORD>(room.size());
    }

    static PDH_STATUS CALLBACK called(DWORD_PTR argument) {
        return reinterpret_cast<Program*>(argument)->take(); // NOLINT: the argument is ours
    }

    void prepare(Text& caption) {
        config.bIncludeInstanceIndex = words.has("index");
        config.bSingleCounterPerAdd = words.has("single-add");
        config.bSingleCounterPerDialog = words.has("single");
        config.bLocalCountersOnly = words.has("local");
        config.bWildCardInstances = words.has("wildcard");
        config.bHideDetailBox = words.has("hide-detail");
        config.bInitializePath = !words.value("initial").empty();
        config.bDisableMachineSelection = words.has("fixed-computer");
        config.bShowObjectBrowser = words.has("objects");
        config.dwDefaultDetailLevel = words.number("detail", PERF_DETAIL_WIZARD);
        room.assign(words.number("room", 4096), TCHAR{});
        const Text initial = from_utf8(words.value("initial"));
        std::copy(initial.begin(), initial.end(), room.begin());
        use_room();
        caption = from_utf8(words.value("caption"));
        config.szDialogBoxCaption = caption.empty() ? nullptr : caption.data();
        if (!words.has("no-callback")) {
            config.pCallBack = called;
            config.dwCallBackArg = reinterpret_cast<DWORD_PTR>(this);
        }
    }
};

template <class Config>
void browse(std::ostream& out, const Words& words, PDH_STATUS(WINAPI* function)(Config*)) {
    Program<Config> program{out, words, function, {}, {}};
    Text caption;
    program.prepare(caption);
    const PDH_STATUS status = program.function(&program.config);
    tell_status(out, "status", status);
    tell_status(out, "CallBackStatus", program.config.CallBackStatus);
    tell_paths(out, program.room);
}

void select_source(std::ostream& out, const Words& words) {
    std::vector<TCHAR> name(words.number("room", 1024));
    const Text first = from_utf8(words.value("first"));
    std::copy(first.begin(), first.end(), name.begin());
    auto size = static_cast<DWORD>(name.size());
    const DWORD flags = words.has("files") ? PDH_FLAGS_FILE_BROWSER_ONLY : PDH_FLAGS_NONE;
    tell_status(out, "status", PdhSelectDataSource(nullptr, flags, name.data(), &size));
    out << "source " << utf8(Text(name.data())) << "\nsize " << size << '\n';
}

void vb_list(std::ostream& out) {
    const DWORD count = PdhVbCreateCounterPathList(PERF_DETAIL_WIZARD, "A list");
    out << "count " << count << '\n';
    for (LONG i = 0; i <= static_cast<LONG>(count) + 1; ++i) {
        std::vector<char> path(1024);
        const DWORD length = PdhVbGetCounterPathFromList(i, path.data(), 1024);
        out << i << ' ' << length << ' ' << path.data() << '\n';
    }
}

void vb_one(std::ostream& out, const Words& words) {
    std::vector<char> path(words.number("room", 1024));
    const auto size = static_cast<DWORD>(path.size());
    const DWORD length = PdhVbGetOneCounterPath(path.data(), size, PERF_DETAIL_WIZARD, "One");
    out << "length " << length << "\npath " << path.data() << '\n';
}

// State that a library must not change.
void tell_process_state(std::ostream& out) {
    out << "locale " << std::setlocale(LC_ALL, nullptr) << '\n';
    for (const int number : {SIGINT, SIGTERM, SIGTSTP, SIGWINCH}) {
        struct sigaction action {};
        sigaction(number, nullptr, &action);
        out << "signal " << number << ' ' << (action.sa_handler == SIG_DFL) << '\n';
    }
}

void run(std::ostream& out, const Words& words) {
    const std::string_view what = words.words.front();
    if (what == "browse" && words.has("handle")) {
        browse(out, words, &PdhBrowseCountersH);
    } else if (what == "browse") {
        browse(out, words, &PdhBrowseCounters);
    } else if (what == "select") {
        select_source(out, words);
    } else if (what == "vb-list") {
        vb_list(out);
    } else {
        vb_one(out, words);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        return EXIT_FAILURE;
    }
    std::ofstream out(argv[1]);
    tell_process_state(out);
    run(out, Words{{argv + 2, argv + argc}});
    tell_process_state(out);
    out << "done\n";
    return EXIT_SUCCESS;
}
