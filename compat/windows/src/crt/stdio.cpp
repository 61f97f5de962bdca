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
int scan(
    compat::FormatStyle style, bool is_sized, const std::string& format, Input&& input, va_list arguments) {
    compat::VariableArguments variable(arguments);
    return compat::scan_text(style, is_sized, format, input, variable);
}

} // namespace

int vfprintf(FILE* stream, const char* format, va_list arguments) {
    return put(stream, compat::print_narrow(format, arguments));
}

int vprintf(const char* format, va_list arguments) {
    return vfprintf(stdout, format, arguments);
}

int vsprintf(char* to, const char* format, va_list arguments) {
    const std::string text = compat::print_narrow(format, arguments);
    return give_c99(text, to, text.size() + 1);
}

int vsnprintf(char* to, size_t size, const char* format, va_list arguments) {
    return give_c99(compat::print_narrow(format, arguments), to, size);
}

int _vsnprintf(char* to, size_t size, const char* format, va_list arguments) {
    return give_old<char>(compat::print_narrow(format, arguments), to, size);
}

int _vscprintf(const char* format, va_list arguments) {
    return static_cast<int>(compat::print_narrow(format, arguments).size());
}

int vsprintf_s(char* to, size_t size, const char* format, va_list arguments) {
    return give_safe<char>(compat::print_narrow(format, arguments), to, size);
}

int _vsnprintf_s(char* to, size_t size, size_t count, const char* format, va_list arguments) {
    return give_counted<char>(compat::print_narrow(format, arguments), to, size, count);
}

int vfwprintf(FILE* stream, const wchar_t* format, va_list arguments) {
    return put_wide(stream, compat::print_wide(format, arguments));
}

int vwprintf(const wchar_t* format, va_list arguments) {
    return vfwprintf(stdout, format, arguments);
}

int vswprintf(wchar_t* to, size_t size, const wchar_t* format, va_list arguments) {
    const auto text = wide_text(compat::print_wide(format, arguments));
    if (size == 0) {
        return -1;
    }
    return compat::copy_text<Unit>(text, compat::units(to), size) ? static_cast<int>(text.size()) : -1;
}

int _vswprintf(wchar_t* to, const wchar_t* format, va_list arguments) {
    return vswprintf(to, SIZE_MAX, format, arguments);
}

int _vsnwprintf(wchar_t* to, size_t size, const wchar_t* format, va_list arguments) {
    return give_old<Unit>(wide_text(compat::print_wide(format, arguments)), compat::units(to), size);
}

int _vscwprintf(const wchar_t* format, va_list arguments) {
    return static_cast<int>(wide_text(compat::print_wide(format, arguments)).size());
}

int vswprintf_s(wchar_t* to, size_t size, const wchar_t* format, va_list arguments) {
    return give_safe<Unit>(wide_text(compat::print_wide(format, arguments)), compat::units(to), size);
}

int _vsnwprintf_s(wchar_t* to, size_t size, size_t count, const wchar_t* format, va_list arguments) {
    return give_counted<Unit>(
        wide_text(compat::print_wide(format, arguments)), compat::units(to), size, count);
}

int vfscanf(FILE* stream, const char* format, va_list arguments) {
    return scan(compat::narrow_style, plain, format, compat::StreamInput(stream), arguments);
}

int vscanf(const char* format, va_list arguments) {
    return vfscanf(stdin, format, arguments);
}

int vsscanf(const char* text, const char* format, va_list arguments) {
    return scan(compat::narrow_style, plain, format, compat::TextInput(text), arguments);
}

int vfwscanf(FILE* stream, const wchar_t* format, va_list arguments) {
    return scan(compat::wide_style, plain, utf8(format), compat::StreamInput(stream), arguments);
}

int vwscanf(const wchar_t* format, va_list arguments) {
    return vfwscanf(stdin, format, arguments);
}

int vswscanf(const wchar_t* text, const wchar_t* format, va_list arguments) {
    return scan(compat::wide_style, plain, utf8(format), compat::TextInput(utf8(text)), arguments);
}

int vfscanf_s(FILE* stream, const char* format, va_list arguments) {
    return scan(compat::narrow_style, sized, format, compat::StreamInput(stream), arguments);
}

int vsscanf_s(const char* text, const char* format, va_list arguments) {
    return scan(compat::narrow_style, sized, format, compat::TextInput(text), arguments);
}

int vfwscanf_s(FILE* stream, const wchar_t* format, va_list arguments) {
    return scan(compat::wide_style, sized, utf8(format), compat::StreamInput(stream), arguments);
}

int vswscanf_s(const wchar_t* text, const wchar_t* format, va_list arguments) {
    return scan(compat::wide_style, sized, utf8(format), compat::TextInput(utf8(text)), arguments);
}

// The functions with `...` end in those with a va_list.
#define CALL_WITH_LIST(last, call)                                                                           \
    va_list arguments;                                                                                       \
    va_start(arguments, last);                                                                               \
    const int printed = call;                                                                                \
    va_end(arguments);                                                                                       \
    return printed;

int printf(const char* format, ...) {
    CALL_WITH_LIST(format, vfprintf(stdout, format, arguments))
}

int fprintf(FILE* stream, const char* format, ...) {
    CALL_WITH_LIST(format, vfprintf(stream, format, arguments))
}

int sprintf(char* to, const char* format, ...) {
    CALL_WITH_LIST(format, vsprintf(to, format, arguments))
}

int snprintf(char* to, size_t size, const char* format, ...) {
    CALL_WITH_LIST(format, vsnprintf(to, size, format, arguments))
}

int _snprintf(char* to, size_t size, const char* format, ...) {
    CALL_WITH_LIST(format, _vsnprintf(to, size, format, arguments))
}

int _scprintf(const char* format, ...) {
    CALL_WITH_LIST(format, _vscprintf(format, arguments))
}

int sprintf_s(char* to, size_t size, const char* format, ...) {
    CALL_WITH_LIST(format, vsprintf_s(to, size, format, arguments))
}

int _snprintf_s(char* to, size_t size, size_t count, const char* format, ...) {
    CALL_WITH_LIST(format, _vsnprintf_s(to, size, count, format, arguments))
}

int wprintf(const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vfwprintf(stdout, format, arguments))
}

int fwprintf(FILE* stream, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vfwprintf(stream, format, arguments))
}

int swprintf(wchar_t* to, size_t size, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vswprintf(to, size, format, arguments))
}

extern "C" int _swprintf(wchar_t* to, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, _vswprintf(to, format, arguments))
}

int _snwprintf(wchar_t* to, size_t size, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, _vsnwprintf(to, size, format, arguments))
}

int _scwprintf(const wchar_t* format, ...) {
    CALL_WITH_LIST(format, _vscwprintf(format, arguments))
}

int swprintf_s(wchar_t* to, size_t size, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vswprintf_s(to, size, format, arguments))
}

int _snwprintf_s(wchar_t* to, size_t size, size_t count, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, _vsnwprintf_s(to, size, count, format, arguments))
}

int scanf(const char* format, ...) {
    CALL_WITH_LIST(format, vfscanf(stdin, format, arguments))
}

int fscanf(FILE* stream, const char* format, ...) {
    CALL_WITH_LIST(format, vfscanf(stream, format, arguments))
}

int sscanf(const char* text, const char* format, ...) {
    CALL_WITH_LIST(format, vsscanf(text, format, arguments))
}

int scanf_s(const char* format, ...) {
    CALL_WITH_LIST(format, vfscanf_s(stdin, format, arguments))
}

int fscanf_s(FILE* stream, const char* format, ...) {
    CALL_WITH_LIST(format, vfscanf_s(stream, format, arguments))
}

int sscanf_s(const char* text, const char* format, ...) {
    CALL_WITH_LIST(format, vsscanf_s(text, format, arguments))
}

int wscanf(const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vfwscanf(stdin, format, arguments))
}

int fwscanf(FILE* stream, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vfwscanf(stream, format, arguments))
}

int swscanf(const wchar_t* text, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vswscanf(text, format, arguments))
}

int wscanf_s(const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vfwscanf_s(stdin, format, arguments))
}

int fwscanf_s(FILE* stream, const wchar_t* format, ...) {
    CALL_WITH_LIST(format, vfwscanf_s(stream, format, arguments))
}

int swscanf_s(const wchar_t* text, const wchar_t* format, ...){
    CALL_WITH_LIST(format, vswscanf_s(text, format, arguments))}

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
    compat::copy_text<Unit>(line, compat::units(to), static_cast<std::size_t>(size));
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
    return std::remove(utf8(name).c_str());
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
    return access(name, ((mode & 2) != 0 ? W_OK : 0) | ((mode & 4) != 0 ? R_OK : 0));
}

int _unlink(const char* name) {
    return unlink(name);
}

char* _getcwd(char* to, int size) {
    return getcwd(to, static_cast<std::size_t>(size));
}

int _chdir(const char* folder) {
    return chdir(folder);
}

int _mkdir(const char* folder) {
    return mkdir(folder, 0777);
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
