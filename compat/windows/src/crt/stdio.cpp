// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Input and output of the C run time, with Windows' formats. Compiled twice: for 32-bit wchar_t, and for
// 16-bit.
#include "crt/scan.h"
#include "process/thread.h"
#include "system/system.h"
#include "text/wide_text.h"

#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <conio.h>
#include <cstdio>
#include <cstdlib>
#include <direct.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace compat = pdh_shim::compat;
using compat::Unit;
using compat::units;
using compat::utf8;

namespace {

std::basic_string<Unit> wide_text(std::string_view text) {
    return compat::to_wide<Unit>(text);
}

/// What Windows gives in place of a wait status. Of a command that a signal ended it is what shells give.
int exit_code(int status) {
    constexpr int ended_by_signal = 128;
    if (status == -1) {
        return status; // the command was not run
    }
    return WIFSIGNALED(status) ? ended_by_signal + WTERMSIG(status) : WEXITSTATUS(status);
}

/// A path that a program gives, as this system has it. There is no file of an empty name.
std::string system_path(const char* path) {
    return path == nullptr ? std::string() : compat::with_slashes(path);
}

int put(FILE* stream, std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), stream) == text.size() ? static_cast<int>(text.size())
                                                                           : -1;
}

/// Returns the characters of the wide text, as Windows does.
int put_wide(FILE* stream, std::string_view text) {
    return put(stream, compat::well_formed(text)) < 0 ? -1 : static_cast<int>(wide_text(text).size());
}

/// The rule of C: always a NUL, and the length of the whole text.
int give_c99(std::string_view text, char* to, std::size_t size) {
    if (size > 0) {
        compat::copy_text(text, to, size);
    }
    return static_cast<int>(text.size());
}

/// The rule of swprintf: -1 when it is cut off.
int give_wide(std::basic_string_view<Unit> text, Unit* to, std::size_t size) {
    const bool fits = size > 0 && compat::copy_text(text, to, size);
    return fits ? static_cast<int>(text.size()) : -1;
}

/// The rule of _snprintf: -1 when it does not fit, and a NUL only if there is room for it. Without a place
/// and a size the length is asked for.
template <class Char>
int give_old(std::basic_string_view<Char> text, Char* to, std::size_t size) {
    if (to == nullptr && size == 0) {
        return static_cast<int>(text.size());
    }
    if (to == nullptr) {
        errno = EINVAL;
        return -1;
    }
    const std::size_t length = text.copy(to, size);
    if (length < size) {
        to[length] = 0;
    }
    return length == text.size() ? static_cast<int>(length) : -1;
}

/// The rule of sprintf_s: an empty text when it does not fit.
template <class Char>
int give_safe(std::basic_string_view<Char> text, Char* to, std::size_t size) {
    if (to == nullptr || size == 0) {
        errno = EINVAL;
        return -1;
    }
    if (text.size() < size) {
        compat::copy_text(text, to, size);
        return static_cast<int>(text.size());
    }
    to[0] = 0;
    errno = ERANGE;
    return -1;
}

/// The rule of _snprintf_s: at most `count` characters, or with _TRUNCATE what fits.
template <class Char>
int give_counted(std::basic_string_view<Char> text, Char* to, std::size_t size, std::size_t count) {
    if (to == nullptr || size == 0) {
        errno = EINVAL;
        return -1;
    }
    const bool cut = text.size() > count;
    if (count != _TRUNCATE) {
        const int length = give_safe(text.substr(0, count), to, size);
        return cut ? -1 : length;
    }
    return compat::copy_text(text, to, size) ? static_cast<int>(text.size()) : -1;
}

/// Reads one character of UTF-8.
bool read_character(FILE* stream, std::string& bytes) {
    int byte = std::fgetc(stream);
    if (byte == EOF) {
        return false;
    }
    bytes += static_cast<char>(byte);
    int more = byte >= 0xF0 ? 3 : (byte >= 0xE0 ? 2 : (byte >= 0xC0 ? 1 : 0));
    for (; more > 0; --more) {
        byte = std::fgetc(stream);
        if (byte == EOF || (byte & 0xC0) != 0x80) {
            if (byte != EOF) {
                static_cast<void>(std::ungetc(byte, stream)); // one always fits
            }
            return true; // cut off: read as a replacement character
        }
        bytes += static_cast<char>(byte);
    }
    return true;
}

constexpr bool plain = false;
constexpr bool sized = true;

template <class Input>
int scan(const char* format, bool is_sized, Input&& input, va_list arguments) {
    compat::VaListArguments variable(arguments);
    return compat::scan_text(compat::narrow_style, is_sized, format, input, variable);
}

template <class Input>
int scan(const wchar_t* format, bool is_sized, Input&& input, va_list arguments) {
    compat::VaListArguments variable(arguments);
    return compat::scan_text(compat::wide_style, is_sized, utf8(format), input, variable);
}

} // namespace

// A row has a function with `...`, its twin with a va_list, their parameters, and what both return.
#define FORMAT_FUNCTIONS(name, list_name, parameters, call)                                                  \
    int list_name(PARAMETERS parameters, va_list arguments) {                                                \
        return call;                                                                                         \
    }                                                                                                        \
    VARIADIC_FUNCTION(name, parameters, call)
#define VARIADIC_FUNCTION(name, parameters, call)                                                            \
    int name(PARAMETERS parameters, ...) {                                                                   \
        PDH_SHIM_WITH_ARGUMENTS(int, call)                                                                   \
    }
#define PARAMETERS(...) __VA_ARGS__

// clang-format off
#define NARROW compat::print_narrow(format, arguments)
FORMAT_FUNCTIONS(printf, vprintf, (const char* format), put(stdout, NARROW))
FORMAT_FUNCTIONS(fprintf, vfprintf, (FILE* stream, const char* format), put(stream, NARROW))
FORMAT_FUNCTIONS(sprintf, vsprintf, (char* to, const char* format), give_c99(NARROW, to, SIZE_MAX))
FORMAT_FUNCTIONS(snprintf, vsnprintf, (char* to, size_t size, const char* format), give_c99(NARROW, to, size))
FORMAT_FUNCTIONS(_snprintf, _vsnprintf, (char* to, size_t size, const char* format), give_old<char>(NARROW, to, size))
FORMAT_FUNCTIONS(_scprintf, _vscprintf, (const char* format), static_cast<int>(NARROW.size()))
FORMAT_FUNCTIONS(sprintf_s, vsprintf_s, (char* to, size_t size, const char* format),
    give_safe<char>(NARROW, to, size))
FORMAT_FUNCTIONS(_snprintf_s, _vsnprintf_s, (char* to, size_t size, size_t count, const char* format),
    give_counted<char>(NARROW, to, size, count))

#define WIDE_UTF8 compat::print_wide(format, arguments)
#define WIDE wide_text(WIDE_UTF8)
FORMAT_FUNCTIONS(wprintf, vwprintf, (const wchar_t* format), put_wide(stdout, WIDE_UTF8))
FORMAT_FUNCTIONS(fwprintf, vfwprintf, (FILE* stream, const wchar_t* format), put_wide(stream, WIDE_UTF8))
FORMAT_FUNCTIONS(swprintf, vswprintf, (wchar_t* to, size_t size, const wchar_t* format),
    give_wide(WIDE, units(to), size))
extern "C" {
FORMAT_FUNCTIONS(_swprintf, _vswprintf, (wchar_t* to, const wchar_t* format), give_wide(WIDE, units(to), SIZE_MAX))
}
FORMAT_FUNCTIONS(_snwprintf, _vsnwprintf, (wchar_t* to, size_t size, const wchar_t* format),
    give_old<Unit>(WIDE, units(to), size))
FORMAT_FUNCTIONS(_scwprintf, _vscwprintf, (const wchar_t* format), static_cast<int>(WIDE.size()))
FORMAT_FUNCTIONS(swprintf_s, vswprintf_s, (wchar_t* to, size_t size, const wchar_t* format),
    give_safe<Unit>(WIDE, units(to), size))
FORMAT_FUNCTIONS(_snwprintf_s, _vsnwprintf_s, (wchar_t* to, size_t size, size_t count, const wchar_t* format),
    give_counted<Unit>(WIDE, units(to), size, count))

// The headers declare no vscanf_s and no vwscanf_s.
#define SCAN(is_sized, input) scan(format, is_sized, compat::input, arguments)
FORMAT_FUNCTIONS(scanf, vscanf, (const char* format), SCAN(plain, StreamInput(stdin)))
FORMAT_FUNCTIONS(fscanf, vfscanf, (FILE* stream, const char* format), SCAN(plain, StreamInput(stream)))
FORMAT_FUNCTIONS(sscanf, vsscanf, (const char* text, const char* format), SCAN(plain, TextInput(text)))
VARIADIC_FUNCTION(scanf_s, (const char* format), SCAN(sized, StreamInput(stdin)))
FORMAT_FUNCTIONS(fscanf_s, vfscanf_s, (FILE* stream, const char* format), SCAN(sized, StreamInput(stream)))
FORMAT_FUNCTIONS(sscanf_s, vsscanf_s, (const char* text, const char* format), SCAN(sized, TextInput(text)))
FORMAT_FUNCTIONS(wscanf, vwscanf, (const wchar_t* format), SCAN(plain, StreamInput(stdin)))
FORMAT_FUNCTIONS(fwscanf, vfwscanf, (FILE* stream, const wchar_t* format), SCAN(plain, StreamInput(stream)))
FORMAT_FUNCTIONS(swscanf, vswscanf, (const wchar_t* text, const wchar_t* format), SCAN(plain, TextInput(utf8(text))))
VARIADIC_FUNCTION(wscanf_s, (const wchar_t* format), SCAN(sized, StreamInput(stdin)))
FORMAT_FUNCTIONS(fwscanf_s, vfwscanf_s, (FILE* stream, const wchar_t* format), SCAN(sized, StreamInput(stream)))
FORMAT_FUNCTIONS(swscanf_s, vswscanf_s, (const wchar_t* text, const wchar_t* format),
    SCAN(sized, TextInput(utf8(text))))
// clang-format on

FILE* fopen(const char* name, const char* mode) {
    return compat::open_stream(name, mode == nullptr ? "" : mode);
}

errno_t fopen_s(FILE** stream, const char* name, const char* mode) {
    if (stream == nullptr || name == nullptr || mode == nullptr) {
        return EINVAL;
    }
    *stream = compat::open_stream(name, mode);
    return *stream == nullptr ? errno : 0;
}

char* gets_s(char* to, size_t size) {
    if (to == nullptr || size == 0 || size > INT_MAX ||
        std::fgets(to, static_cast<int>(size), stdin) == nullptr) {
        return nullptr;
    }
    to[std::strcspn(to, "\n")] = '\0';
    return to;
}

int _fileno(FILE* stream) {
    return fileno(stream);
}

int _flushall(void) {
    return std::fflush(nullptr);
}

FILE* _popen(const char* command, const char* mode) {
    const char* const known = std::strchr(mode, 'w') != nullptr ? "w" : "r";
    return popen(command, known); // NOLINT(cert-env33-c): the caller asks for the shell
}

int _pclose(FILE* stream) {
    return exit_code(pclose(stream));
}

int fputws(const wchar_t* text, FILE* stream) {
    return put_wide(stream, utf8(text)) < 0 ? EOF : 0;
}

int _putws(const wchar_t* text) {
    return put_wide(stdout, utf8(text) + '\n') < 0 ? EOF : 0;
}

wint_t fputwc(wchar_t character, FILE* stream) {
    std::string text;
    compat::append_character(text, static_cast<Unit>(character));
    return put_wide(stream, text) < 0 ? WEOF : static_cast<wint_t>(character);
}

wint_t putwchar(wchar_t character) {
    return fputwc(character, stdout);
}

wchar_t* fgetws(wchar_t* to, int size, FILE* stream) {
    std::basic_string<Unit> line;
    // A character can take two units.
    while (static_cast<int>(line.size()) + (sizeof(wchar_t) == 2 ? 2 : 1) < size) {
        std::string bytes;
        if (!read_character(stream, bytes)) {
            break;
        }
        compat::append(line, bytes);
        if (bytes == "\n") {
            break;
        }
    }
    if (line.empty() || size <= 0) {
        return nullptr;
    }
    compat::copy_text<Unit>(line, units(to), static_cast<std::size_t>(size));
    return to;
}

wint_t fgetwc(FILE* stream) {
    std::string bytes;
    if (!read_character(stream, bytes)) {
        return WEOF;
    }
    std::size_t position = 0;
    const char32_t character = compat::next_character(bytes, position);
    // One unit is returned at a time, so 16-bit text has the characters that fit in one.
    return sizeof(wchar_t) == 2 && character > 0xFFFF ? compat::replacement : character;
}

wint_t getwchar(void) {
    return fgetwc(stdin);
}

FILE* _wfopen(const wchar_t* name, const wchar_t* mode) {
    return compat::open_stream(utf8(name).c_str(), utf8(mode));
}

errno_t _wfopen_s(FILE** stream, const wchar_t* name, const wchar_t* mode) {
    if (stream == nullptr || name == nullptr || mode == nullptr) {
        return EINVAL;
    }
    *stream = _wfopen(name, mode);
    return *stream == nullptr ? errno : 0;
}

int pdh_shim_system(const char* command) {
    const int result = std::system(command); // NOLINT(cert-env33-c): the caller asks for the shell
    return command == nullptr ? result : exit_code(result);
}

int _wsystem(const wchar_t* command) {
    return command == nullptr ? pdh_shim_system(nullptr) : pdh_shim_system(utf8(command).c_str());
}

FILE* _wpopen(const wchar_t* command, const wchar_t* mode) {
    // NOLINTNEXTLINE(cert-env33-c): the caller asks for the shell
    return _popen(utf8(command).c_str(), utf8(mode).c_str());
}

int _wremove(const wchar_t* name) {
    return std::remove(compat::with_slashes(utf8(name)).c_str());
}

void _wperror(const wchar_t* prefix) {
    std::perror(utf8(prefix).c_str());
}

int _kbhit(void) {
    return compat::key_waits() ? 1 : 0;
}

int _getch(void) {
    return compat::read_key(false);
}

int _getche(void) {
    return compat::read_key(true);
}

int _putch(int character) {
    const int written = std::fputc(character, stdout);
    return std::fflush(stdout) == 0 ? written : EOF;
}

int _cputs(const char* text) {
    const bool written = std::fputs(text, stdout) >= 0;
    return std::fflush(stdout) == 0 && written ? 0 : -1;
}

int _setmode(int descriptor, int mode) {
    static int modes[] = {_O_TEXT, _O_TEXT, _O_TEXT};
    if (descriptor < 0 || descriptor > STDERR_FILENO) {
        errno = EBADF;
        return -1;
    }
    return std::exchange(modes[descriptor], mode);
}

int _isatty(int descriptor) {
    return isatty(descriptor);
}

int _access(const char* name, int mode) {
    return access(system_path(name).c_str(), ((mode & 2) != 0 ? W_OK : 0) | ((mode & 4) != 0 ? R_OK : 0));
}

int _unlink(const char* name) {
    return unlink(system_path(name).c_str());
}

char* _getcwd(char* to, int size) {
    return getcwd(to, static_cast<std::size_t>(size));
}

int _chdir(const char* folder) {
    return chdir(system_path(folder).c_str());
}

int _mkdir(const char* folder) {
    return mkdir(system_path(folder).c_str(), 0777);
}

uintptr_t _beginthreadex(
    void*, unsigned stackSize, unsigned (*start)(void*), void* argument, unsigned flags, unsigned* threadId) {
    if (start == nullptr) {
        errno = EINVAL;
        return 0;
    }
    return reinterpret_cast<uintptr_t>(
        compat::create_thread(start, argument, stackSize, (flags & CREATE_SUSPENDED) != 0, threadId));
}

uintptr_t _beginthread(void (*start)(void*), unsigned stackSize, void* argument) {
    auto* const handle = start == nullptr ? nullptr : compat::create_thread(start, argument, stackSize);
    if (handle == nullptr) {
        errno = start == nullptr ? EINVAL : EAGAIN;
        return static_cast<uintptr_t>(-1);
    }
    CloseHandle(handle); // it is the thread's own; the number is only to look at
    return reinterpret_cast<uintptr_t>(handle);
}

void _endthreadex(unsigned code) {
    ExitThread(code);
}

void _endthread(void) {
    ExitThread(0);
}

int _getpid(void) {
    return getpid();
}
