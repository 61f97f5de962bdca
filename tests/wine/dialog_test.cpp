// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The dialogs as windows: a thread of the test is the user.
#include "dialogs/win32/controls.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace pdh_shim::dialogs::win32;

using Texts = std::vector<std::wstring>;

std::wstring text_of(HWND window) {
    std::array<wchar_t, 1024> text{};
    SendMessageW(window, WM_GETTEXT, text.size(), reinterpret_cast<LPARAM>(text.data()));
    return text.data();
}

/// A dialog as its user has it before him.
class Window {
  public:
    explicit Window(HWND handle) : handle_(handle) {}

    [[nodiscard]] bool has(int id) const { return GetDlgItem(handle_, id) != nullptr; }
    [[nodiscard]] bool is_usable(int id) const { return IsWindowEnabled(control(id)) != 0; }
    [[nodiscard]] bool is_checked(int id) const { return send(id, BM_GETCHECK) == BST_CHECKED; }
    [[nodiscard]] std::wstring text(int id) const { return text_of(control(id)); }

    [[nodiscard]] Texts names(int list) const {
        Texts names;
        for (LRESULT row = 0; row < send(list, LB_GETCOUNT); ++row) {
            std::array<wchar_t, 1024> name{};
            send(list, LB_GETTEXT, static_cast<WPARAM>(row), reinterpret_cast<LPARAM>(name.data()));
            names.emplace_back(name.data());
        }
        return names;
    }

    /// Chooses names of a list, as with the pointer and Ctrl.
    void choose(int list, const Texts& chosen) const {
        const bool is_multiple = (GetWindowLongPtrW(control(list), GWL_STYLE) & LBS_EXTENDEDSEL) != 0;
        if (is_multiple) {
            send(list, LB_SETSEL, FALSE, -1);
        }
        for (const std::wstring& name : chosen) {
            const LRESULT row = send(
                list, LB_FINDSTRINGEXACT, static_cast<WPARAM>(-1), reinterpret_cast<LPARAM>(name.c_str()));
            CHECK(row >= 0);
            if (is_multiple) {
                send(list, LB_SETSEL, TRUE, row);
                send(list, LB_SETCARETINDEX, static_cast<WPARAM>(row));
            } else {
                send(list, LB_SETCURSEL, static_cast<WPARAM>(row));
            }
        }
        tell(list, LBN_SELCHANGE);
    }
    void type(int box, const std::wstring& text) const {
        send(box, WM_SETTEXT, 0, reinterpret_cast<LPARAM>(text.c_str()));
    }
    void choose_detail(WPARAM row) const {
        send(detail_box, CB_SETCURSEL, row);
        tell(detail_box, CBN_SELCHANGE);
    }
    void click(int radio) const { send(radio, BM_CLICK); }
    void press_add() const { tell(IDOK, BN_CLICKED); }
    void press_close() const { tell(IDCANCEL, BN_CLICKED); }
    void press_key(int id, WPARAM key) const { PostMessageW(control(id), WM_KEYDOWN, key, 1); }

    [[nodiscard]] HWND handle() const { return handle_; }

  private:
    [[nodiscard]] HWND control(int id) const { return GetDlgItem(handle_, id); }
    LRESULT send(int id, UINT message, WPARAM first = 0, LPARAM second = 0) const {
        return SendMessageW(control(id), message, first, second);
    }
    void tell(int id, int notification) const {
        SendMessageW(
            handle_, WM_COMMAND, MAKEWPARAM(id, notification), reinterpret_cast<LPARAM>(control(id)));
    }

    HWND handle_;
};

using Use = std::function<void(const Window& window)>;

/// Somebody who waits for a dialog and then uses it.
class User {
  public:
    User(std::wstring caption, Use use)
        : caption_(std::move(caption)), use_(std::move(use)), thread_([this] { act(); }) {}
    User(const User&) = delete;
    User& operator=(const User&) = delete;
    User(User&&) = delete;
    User& operator=(User&&) = delete;
    ~User() {
        is_over_ = true;
        thread_.join();
        CHECK(has_seen_it_);
    }

  private:
    void act() {
        while (!is_over_ && !has_seen_it_) {
            const HWND found = FindWindowW(L"#32770", caption_.c_str());
            if (found != nullptr && IsWindowVisible(found) != 0) {
                has_seen_it_ = true;
                use_(Window(found));
            } else {
                Sleep(5);
            }
        }
    }

    std::wstring caption_;
    Use use_;
    std::atomic<bool> is_over_ = false;
    std::atomic<bool> has_seen_it_ = false;
    std::thread thread_;
};

Texts texts_of(const wchar_t* list) {
    Texts texts;
    for (; *list != L'\0'; list += texts.back().size() + 1) {
        texts.emplace_back(list);
    }
    return texts;
}

/// A program that opens the dialog for counters.
struct Program {
    Program() {
        config.bLocalCountersOnly = 1;
        config.bIncludeInstanceIndex = 1;
        config.dwDefaultDetailLevel = PERF_DETAIL_EXPERT;
        config.szDialogBoxCaption = caption.data();
        config.pCallBack = called;
        config.dwCallBackArg = reinterpret_cast<DWORD_PTR>(this);
        use_room(1024);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    Program(Program&&) = delete;
    Program& operator=(Program&&) = delete;
    ~Program() = default;

    void use_room(std::size_t size) {
        room.assign(size, L'\0');
        config.szReturnPathBuffer = room.data();
        config.cchReturnPathLength = static_cast<DWORD>(room.size());
    }

    static PDH_STATUS CALLBACK called(DWORD_PTR argument) {
        auto* const program = reinterpret_cast<Program*>(argument);
        program->statuses.push_back(static_cast<DWORD>(program->config.CallBackStatus));
        return program->answer(*program);
    }

    DWORD browse(const Use& use) {
        const User user(caption, use);
        return static_cast<DWORD>(PdhBrowseCountersW(&config));
    }

    std::wstring caption = L"Choose what to watch";
    std::vector<wchar_t> room;
    PDH_BROWSE_DLG_CONFIG_W config{};
    std::vector<DWORD> statuses;
    std::vector<Texts> added;
    std::function<PDH_STATUS(Program&)> answer = [](Program& program) -> PDH_STATUS {
        program.added.push_back(texts_of(program.room.data()));
        return ERROR_SUCCESS;
    };
};

constexpr DWORD cancelled = PDH_DIALOG_CANCELLED;
constexpr DWORD more_data = PDH_MORE_DATA;
constexpr DWORD success = ERROR_SUCCESS;

} // namespace

TEST_CASE("windows: Add gives the program the selected paths, and Close ends the dialog") {
    Program program;
    CHECK(program.browse([](const Window& window) {
        CHECK(window.text(note_line) == L"\\Widget(_Total)\\Items/sec");
        window.choose(counters_list, {L"Items/sec", L"Hit %"});
        window.choose(instances_list, {L"a", L"b#1"});
        window.press_add();
        CHECK(window.text(note_line) == L"Added 4 counters: \\Widget(a)\\Items/sec ...");
        window.choose(objects_list, {L"Gadget"});
        CHECK(window.names(counters_list) == Texts{L"Level", L"Turns/sec"});
        CHECK(window.text(explanation_box) == L"How full it is.");
        CHECK(!window.is_usable(instances_list));
        window.press_add();
        window.press_close();
    }) == cancelled);
    CHECK(program.statuses == std::vector<DWORD>{success, success});
    CHECK(program.added == std::vector<Texts>{{L"\\Widget(a)\\Items/sec", L"\\Widget(b#1)\\Items/sec",
                                                  L"\\Widget(a)\\Hit %", L"\\Widget(b#1)\\Hit %"},
                               {L"\\Gadget\\Level"}});
}

TEST_CASE("windows: the selection stays after Add") {
    Program program;
    CHECK(program.browse([](const Window& window) {
        window.choose(counters_list, {L"Depth", L"Hit %"});
        window.choose(instances_list, {L"a"});
        window.press_add();
        window.press_add();
        window.press_close();
    }) == cancelled);
    const Texts both{L"\\Widget(a)\\Depth", L"\\Widget(a)\\Hit %"};
    CHECK(program.added == std::vector<Texts>{both, both});
}

TEST_CASE("windows: all counters and all instances are added one by one or as a wildcard") {
    for (const bool is_wildcard : {false, true}) {
        CAPTURE(is_wildcard);
        Program program;
        program.config.bWildCardInstances = is_wildcard ? 1 : 0;
        CHECK(program.browse([](const Window& window) {
            window.click(all_counters);
            window.click(all_instances);
            CHECK(!window.is_usable(counters_list));
            CHECK(!window.is_usable(instances_list));
            window.press_add();
            window.click(selected_counters);
            window.choose(counters_list, {L"Depth"});
            window.press_add();
            window.press_close();
        }) == cancelled);
        REQUIRE(program.added.size() == 2);
        CHECK(program.added[0].size() == (is_wildcard ? 3 : 12));
        CHECK(program.added[1] == (is_wildcard ? Texts{L"\\Widget(*)\\Depth"}
                                               : Texts{L"\\Widget(a)\\Depth", L"\\Widget(b)\\Depth",
                                                     L"\\Widget(b#1)\\Depth", L"\\Widget(_Total)\\Depth"}));
    }
}

TEST_CASE("windows: a dialog for one counter ends with OK, and allows no second choice") {
    Program program;
    program.config.bSingleCounterPerDialog = 1;
    CHECK(program.browse([](const Window& window) {
        CHECK(window.text(IDOK) == L"OK");
        CHECK(window.text(IDCANCEL) == L"Cancel");
        CHECK(!window.is_usable(all_counters));
        CHECK(!window.is_usable(all_instances));
        window.choose(counters_list, {L"Depth"});
        window.choose(instances_list, {L"a"});
        window.press_add();
    }) == success);
    CHECK(program.added == std::vector<Texts>{{L"\\Widget(a)\\Depth"}});
    CHECK(program.browse([](const Window& window) { window.press_close(); }) == cancelled);
    CHECK(program.added.size() == 1);
}

TEST_CASE("windows: a callback that enlarges the buffer and asks for another try gets one") {
    Program program;
    program.use_room(4);
    program.answer = [](Program& asked) -> PDH_STATUS {
        if (asked.statuses.back() == more_data) {
            asked.use_room(200);
            return static_cast<PDH_STATUS>(PDH_RETRY);
        }
        asked.added.push_back(texts_of(asked.room.data()));
        return ERROR_SUCCESS;
    };
    CHECK(program.browse([](const Window& window) {
        window.press_add();
        window.press_close();
    }) == cancelled);
    CHECK(program.statuses == std::vector<DWORD>{more_data, success});
    CHECK(program.added == std::vector<Texts>{{L"\\Widget(_Total)\\Items/sec"}});
}

TEST_CASE("windows: the program and the user learn that the buffer is too small") {
    Program program;
    program.use_room(4);
    program.answer = [](Program&) -> PDH_STATUS { return ERROR_SUCCESS; };
    CHECK(program.browse([](const Window& window) {
        window.press_add();
        CHECK(window.text(note_line) == L"The program has no room for these.");
        window.press_close();
    }) == cancelled);
    CHECK(program.statuses == std::vector<DWORD>{more_data});
}

TEST_CASE("windows: any other status of the callback ends the dialog") {
    Program program;
    program.answer = [](Program&) { return static_cast<PDH_STATUS>(PDH_ACCESS_DENIED); };
    CHECK(program.browse([](const Window& window) { window.press_add(); }) == DWORD{PDH_ACCESS_DENIED});
}

TEST_CASE("windows: a press of Add while the program takes paths does nothing") {
    Program program;
    program.answer = [](Program& asked) -> PDH_STATUS {
        const HWND window = FindWindowW(L"#32770", asked.caption.c_str());
        SendMessageW(window, WM_COMMAND, IDOK, 0);
        SendMessageW(window, WM_COMMAND, IDCANCEL, 0);
        return ERROR_SUCCESS;
    };
    CHECK(program.browse([](const Window& window) {
        window.press_add();
        window.press_add();
        window.press_close();
    }) == cancelled);
    CHECK(program.statuses.size() == 2);
}

TEST_CASE("windows: the owner is disabled during the dialog and enabled afterwards") {
    const HWND owner = CreateWindowW(L"STATIC", L"owner", WS_OVERLAPPEDWINDOW | WS_VISIBLE, 0, 0, 300, 200,
        nullptr, nullptr, nullptr, nullptr);
    REQUIRE(owner != nullptr);
    Program program;
    program.config.hWndOwner = owner;
    CHECK(program.browse([owner](const Window& window) {
        CHECK(GetWindow(window.handle(), GW_OWNER) == owner);
        CHECK(!IsWindowEnabled(owner));
        window.press_close();
    }) == cancelled);
    CHECK(IsWindowEnabled(owner));
    DestroyWindow(owner);
    CHECK(static_cast<DWORD>(PdhBrowseCountersW(&program.config)) == cancelled);
}

TEST_CASE("windows: Enter adds, Esc closes") {
    Program program;
    CHECK(program.browse([](const Window& window) {
        window.press_key(counters_list, VK_RETURN);
        window.press_key(search_box, VK_ESCAPE);
    }) == cancelled);
    CHECK(program.added == std::vector<Texts>{{L"\\Widget(_Total)\\Items/sec"}});
}

TEST_CASE("windows: the detail level, and a dialog that keeps it") {
    Program program;
    CHECK(program.browse([](const Window& window) {
        CHECK(window.names(counters_list) == Texts{L"Items/sec", L"Depth", L"Hit %"});
        window.choose_detail(3);
        CHECK(window.names(counters_list) == Texts{L"Items/sec", L"Depth", L"Hit %", L"Fine tuning"});
        window.choose_detail(0);
        CHECK(window.names(objects_list).size() == 3);
        window.press_close();
    }) == cancelled);
    program.config.bHideDetailBox = 1;
    CHECK(program.browse([](const Window& window) {
        CHECK(!window.has(detail_box));
        window.press_close();
    }) == cancelled);
}

TEST_CASE("windows: the path in the buffer is highlighted at first") {
    for (const bool is_wildcard : {false, true}) {
        CAPTURE(is_wildcard);
        Program program;
        program.config.bInitializePath = 1;
        program.config.bWildCardInstances = 1;
        const std::wstring first = is_wildcard ? L"\\Widget(*)\\Depth" : L"\\Widget(b#1)\\Depth";
        std::copy(first.begin(), first.end(), program.room.begin());
        CHECK(program.browse([&](const Window& window) {
            CHECK(window.text(note_line) == first);
            CHECK(window.is_checked(all_instances) == is_wildcard);
            CHECK(window.text(explanation_box) == L"Items waiting.");
            window.press_close();
        }) == cancelled);
    }
}

TEST_CASE("windows: typing finds objects by their names and by their counters") {
    Program program;
    CHECK(program.browse([](const Window& window) {
        window.type(search_box, L"turns");
        CHECK(window.names(objects_list) == Texts{L"Gadget"});
        CHECK(window.text(note_line) == L"\\Gadget\\Turns/sec");
        window.type(search_box, L"no such thing");
        CHECK(window.names(objects_list).empty());
        window.press_add();
        CHECK(window.text(note_line) == L"There is nothing to choose here.");
        window.type(search_box, L"");
        CHECK(window.names(objects_list).size() == 4);
        window.press_close();
    }) == cancelled);
    CHECK(program.added.empty());
}

TEST_CASE("windows: nothing is added for a computer that does not exist") {
    Program program;
    program.config.bLocalCountersOnly = 0;
    CHECK(program.browse([](const Window& window) {
        const std::wstring here = window.text(computer_box);
        window.type(computer_box, L"\\\\nowhere");
        window.press_add();
        CHECK(window.text(note_line) == L"There is no computer nowhere.");
        window.type(computer_box, here);
        window.press_add();
        CHECK(window.text(note_line) == L"Added " + here + L"\\Widget(_Total)\\Items/sec");
        window.press_close();
    }) == cancelled);
    CHECK(program.added.size() == 1);
}

TEST_CASE("windows: a dialog for objects") {
    Program program;
    program.config.bShowObjectBrowser = 1;
    CHECK(program.browse([](const Window& window) {
        CHECK(!window.has(counters_list));
        window.choose(objects_list, {L"Gadget", L"Widget"});
        window.press_add();
        window.press_close();
    }) == cancelled);
    CHECK(program.added == std::vector<Texts>{{L"\\Widget(*)\\*", L"\\Gadget\\*"}});
}

TEST_CASE("windows: PdhBrowseCountersA, and the lists of Visual Basic programs") {
    std::string room(200, '\0');
    std::string caption = "8 bits";
    PDH_BROWSE_DLG_CONFIG_A config{};
    config.bLocalCountersOnly = 1;
    config.dwDefaultDetailLevel = PERF_DETAIL_WIZARD;
    config.szDialogBoxCaption = caption.data();
    config.szReturnPathBuffer = room.data();
    config.cchReturnPathLength = static_cast<DWORD>(room.size());
    {
        const User user(L"8 bits", [](const Window& window) {
            window.press_add();
            window.press_close();
        });
        CHECK(static_cast<DWORD>(PdhBrowseCountersA(&config)) == cancelled);
    }
    CHECK(std::string(room.c_str()) == "\\Widget(_Total)\\Items/sec");

    {
        const User user(L"A list", [](const Window& window) {
            window.choose(counters_list, {L"Depth", L"Hit %"});
            window.press_add();
            window.press_close();
        });
        CHECK(PdhVbCreateCounterPathList(PERF_DETAIL_WIZARD, "A list") == 2);
    }
    const User user(L"One", [](const Window& window) { window.press_add(); });
    CHECK(PdhVbGetOneCounterPath(room.data(), 200, PERF_DETAIL_WIZARD, "One") > 0);
}

namespace {

constexpr auto source_caption = L"Select Data Source";

struct Search {
    HWND owner;
    HWND found;
};

BOOL CALLBACK keep_if_owned(HWND window, LPARAM argument) {
    auto* const sought = reinterpret_cast<Search*>(argument);
    if (GetWindow(window, GW_OWNER) == sought->owner && IsWindowVisible(window) != 0) {
        sought->found = window;
    }
    return TRUE;
}

/// The visible window of the same thread that another one waits for.
HWND window_owned_by(HWND owner) {
    Search search{owner, nullptr};
    EnumThreadWindows(
        GetWindowThreadProcessId(owner, nullptr), keep_if_owned, reinterpret_cast<LPARAM>(&search));
    return search.found;
}

struct Source {
    explicit Source(const std::wstring& first = {}) { std::copy(first.begin(), first.end(), name.begin()); }

    DWORD select(const Use& use, DWORD flags = 0) {
        const User user(source_caption, use);
        DWORD size = static_cast<DWORD>(name.size());
        return static_cast<DWORD>(PdhSelectDataSourceW(nullptr, flags, name.data(), &size));
    }

    std::array<wchar_t, 1024> name{};
};

} // namespace

TEST_CASE("windows: a data source is this computer, or a log file that exists") {
    const auto file = std::filesystem::temp_directory_path() / L"pdh-shim \u00fc.csv";
    std::ofstream(file) << "no log\n";
    Source source(file.wstring());
    CHECK(source.select([&](const Window& window) {
        CHECK(window.is_checked(log_file));
        CHECK(window.text(file_box) == file.wstring());
        window.click(current_activity);
        CHECK(!window.is_usable(file_box));
        window.press_add();
    }) == success);
    CHECK(std::wstring(source.name.data()).empty());

    CHECK(source.select([&](const Window& window) {
        CHECK(window.is_checked(current_activity));
        window.click(log_file);
        window.type(file_box, L"C:\\no such log.csv");
        window.press_add();
        CHECK(window.text(note_line) == L"There is no such file.");
        window.type(file_box, file.wstring());
        window.press_add();
    }) == success);
    CHECK(source.name.data() == file.wstring());
    std::filesystem::remove(file);
}

TEST_CASE("windows: data sources that are files only, a set of logs, and Cancel") {
    Source source;
    CHECK(source.select(
              [](const Window& window) {
                  CHECK(!window.has(current_activity));
                  window.type(file_box, L"SQL:logs!monday");
                  window.press_add();
              },
              PDH_FLAGS_FILE_BROWSER_ONLY) == success);
    CHECK(std::wstring(source.name.data()) == L"SQL:logs!monday");
    CHECK(source.select([](const Window& window) { window.press_close(); }) == cancelled);
    CHECK(std::wstring(source.name.data()) == L"SQL:logs!monday");
}

TEST_CASE("windows: Browse opens the file dialog of Windows") {
    Source source;
    CHECK(source.select([](const Window& window) {
        window.click(log_file);
        PostMessageW(window.handle(), WM_COMMAND, browse_files, 0);
        HWND opened = nullptr;
        while ((opened = window_owned_by(window.handle())) == nullptr) {
            Sleep(5);
        }
        CHECK(!IsWindowEnabled(window.handle()));
        PostMessageW(opened, WM_COMMAND, IDCANCEL, 0);
        while (!IsWindowEnabled(window.handle())) {
            Sleep(5);
        }
        window.press_close();
    }) == cancelled);
}

TEST_CASE("windows: a dialog that no one can see ends at once, as if cancelled") {
    const HWINSTA visible = GetProcessWindowStation();
    const HWINSTA hidden = CreateWindowStationW(nullptr, 0, WINSTA_ALL_ACCESS, nullptr);
    REQUIRE(hidden != nullptr);
    REQUIRE(SetProcessWindowStation(hidden) != 0);
    Program program;
    Source source;
    DWORD size = static_cast<DWORD>(source.name.size());
    const auto browsed = static_cast<DWORD>(PdhBrowseCountersW(&program.config));
    const auto selected = static_cast<DWORD>(PdhSelectDataSourceW(nullptr, 0, source.name.data(), &size));
    REQUIRE(SetProcessWindowStation(visible) != 0);
    CloseWindowStation(hidden);
    CHECK(browsed == cancelled);
    CHECK(selected == cancelled);
    CHECK(program.statuses.empty());
}
