// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The console functions on a pseudo terminal, and on files that are no terminal.
#include <windows.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace {

/// Standard input and output lead to a new terminal as long as this lives.
class Terminal : boost::noncopyable {
  public:
    Terminal()
        : master_(posix_openpt(O_RDWR | O_NOCTTY)), input_(dup(STDIN_FILENO)), output_(dup(STDOUT_FILENO)) {
        REQUIRE(grantpt(master_) == 0);
        REQUIRE(unlockpt(master_) == 0);
        const int slave = open(ptsname(master_), O_RDWR | O_NOCTTY);
        REQUIRE(slave >= 0);
        winsize size = {};
        size.ws_col = 100;
        size.ws_row = 30;
        ioctl(slave, TIOCSWINSZ, &size);
        fflush(stdout);
        dup2(slave, STDIN_FILENO);
        dup2(slave, STDOUT_FILENO);
        close(slave);
    }
    ~Terminal() {
        fflush(stdout);
        dup2(input_, STDIN_FILENO);
        dup2(output_, STDOUT_FILENO);
        close(input_);
        close(output_);
        close(master_);
    }

    /// What was printed since the last call.
    [[nodiscard]] std::string shown() const {
        pollfd ready = {.fd = master_, .events = POLLIN, .revents = 0};
        char text[256];
        const ssize_t length = poll(&ready, 1, 0) == 1 ? read(master_, text, sizeof text) : 0;
        return {text, static_cast<size_t>(length)};
    }
    void press(const char* keys) const { REQUIRE(write(master_, keys, strlen(keys)) > 0); }

  private:
    int master_;
    int input_;
    int output_;
};

struct Found {
    BOOL attribute;
    BOOL information;
    BOOL mode;
};

} // namespace

TEST_CASE("colours, the size and the cursor of a terminal") {
    std::string red;
    std::string normal;
    std::string moved;
    std::string title;
    CONSOLE_SCREEN_BUFFER_INFO before = {};
    CONSOLE_SCREEN_BUFFER_INFO during = {};
    {
        const Terminal terminal;
        const HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
        GetConsoleScreenBufferInfo(console, &before);
        SetConsoleTextAttribute(console, FOREGROUND_RED | FOREGROUND_INTENSITY | BACKGROUND_BLUE);
        GetConsoleScreenBufferInfo(console, &during);
        red = terminal.shown();
        SetConsoleTextAttribute(console, before.wAttributes);
        normal = terminal.shown();
        SetConsoleCursorPosition(console, {4, 2});
        moved = terminal.shown();
        SetConsoleTitleW(L"\u20ac\a");
        title = terminal.shown();
    }
    CHECK(before.wAttributes == (FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_BLUE));
    CHECK(before.dwSize.X == 100);
    CHECK(before.srWindow.Bottom == 29);
    CHECK(during.wAttributes == (FOREGROUND_RED | FOREGROUND_INTENSITY | BACKGROUND_BLUE));
    CHECK(red == "\x1b[0;91;44m");
    CHECK(normal == "\x1b[0m");
    CHECK(moved == "\x1b[3;5H");
    CHECK(title == "\x1b]0;\u20ac\a");
}

TEST_CASE("a title that is NULL is an empty one") {
    CHECK_NOTHROW(SetConsoleTitleA(nullptr));
    CHECK_NOTHROW(SetConsoleTitleW(nullptr));
}

TEST_CASE("keys that were pressed are forgotten, and the modes of input are set") {
    BOOL flushed = FALSE;
    int left = -1;
    DWORD first = 0;
    DWORD second = 0;
    {
        const Terminal terminal;
        const HANDLE console = GetStdHandle(STD_INPUT_HANDLE);
        GetConsoleMode(console, &first);
        SetConsoleMode(console, first & ~static_cast<DWORD>(ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT));
        GetConsoleMode(console, &second);
        terminal.press("abc");
        flushed = FlushConsoleInputBuffer(console);
        ioctl(STDIN_FILENO, FIONREAD, &left);
    }
    CHECK(flushed == TRUE);
    CHECK(left == 0);
    CHECK(first == (ENABLE_PROCESSED_INPUT | ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT));
    CHECK(second == ENABLE_PROCESSED_INPUT);
}

TEST_CASE("colours are written to a terminal only, not into files") {
    FILE* const file = tmpfile();
    REQUIRE(file != nullptr);
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    const HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    CONSOLE_SCREEN_BUFFER_INFO info = {};
    DWORD mode = 0;
    const Found found = {SetConsoleTextAttribute(console, FOREGROUND_RED),
        GetConsoleScreenBufferInfo(console, &info), GetConsoleMode(console, &mode)};
    const DWORD error = GetLastError();
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    CHECK(found.attribute == FALSE);
    CHECK(found.information == FALSE);
    CHECK(found.mode == FALSE);
    CHECK(error == ERROR_INVALID_HANDLE);
    fseek(file, 0, SEEK_END);
    CHECK(ftell(file) == 0);
    fclose(file);
}
