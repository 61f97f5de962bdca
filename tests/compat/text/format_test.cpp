// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Formats in Windows' meaning, through each family of functions.
#include <windows.h>

#include <doctest/doctest.h>

#include <errno.h>
#include <stdio.h>
#include <string>
#include <strsafe.h>
#include <wchar.h>

namespace {

template <class... Arguments>
std::string narrow(const char* format, Arguments... arguments) {
    char text[256];
    const int length = snprintf(text, sizeof text, format, arguments...);
    CHECK(length == static_cast<int>(strlen(text)));
    return text;
}

template <class... Arguments>
std::string wide(const wchar_t* format, Arguments... arguments) {
    wchar_t text[256];
    const int length = swprintf(text, 256, format, arguments...);
    CHECK(length == static_cast<int>(wcslen(text)));
    char utf8[512];
    WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, sizeof utf8, nullptr, nullptr);
    return utf8;
}

} // namespace

TEST_CASE("integers have the width that Windows gives to their prefix") {
    constexpr DWORD status = 0xC0000BC6;
    constexpr LONGLONG large = -5'000'000'000;
    CHECK(narrow("%lu", status) == "3221228486");
    CHECK(narrow("%ld", -7) == "-7");
    CHECK(narrow("0x%08lX", status) == "0xC0000BC6");
    CHECK(narrow("%I64d %lld", large, large) == "-5000000000 -5000000000");
    CHECK(narrow("%I32d %I64u", -1, ~0ULL) == "-1 18446744073709551615");
    CHECK(narrow("%Iu %zu", sizeof(int), sizeof(int)) == "4 4");
    CHECK(narrow("%hd %hhd %hu", 65535 + 3, 258, -1) == "2 2 65535");
    CHECK(narrow("%+5d|%-5d|%05d|% d", 3, 3, 3, 3) == "   +3|3    |00003| 3");
    CHECK(narrow("%*d|%-*d|%.*f", 4, 1, 4, 1, 2, 1.0) == "   1|1   |1.00");
    CHECK(narrow("%#x %#o %X", 255, 8, 255) == "0xff 010 FF");
}

TEST_CASE("floating point numbers") {
    CHECK(narrow("%f %.2lf %e %g %G", 1.5, 2.0, 1.5, 1e-5, 1e20) == "1.500000 2.00 1.500000e+00 1e-05 1E+20");
    CHECK(narrow("%.1Lf", static_cast<long double>(2.25)) == "2.2");
    CHECK(narrow("%8.1f|%-8.1f|", 2.5, 2.5) == "     2.5|2.5     |");
    CHECK(narrow("%f %f", __builtin_inf(), -__builtin_inf()) == "inf -inf");
    CHECK(narrow("%f %F", -__builtin_nan(""), -__builtin_nan("")) == "-nan(ind) -NAN(IND)");
}

TEST_CASE("pointers are printed in full width") {
    void* const pointer = reinterpret_cast<void*>(0x12AB);
    CHECK(narrow("%p", pointer) == std::string(2 * sizeof(void*) - 4, '0') + "12AB");
}

TEST_CASE("%s has the width of its function, %S the other one, h and l say which") {
    CHECK(narrow("%s %S %hs %ls %hS %ws", "n", L"w", "n", L"w", "n", L"w") == "n w n w n w");
    CHECK(wide(L"%s %S %hs %ls %hS %lS", L"w", "n", "n", L"w", "n", L"w") == "w n n w n w");
    CHECK(narrow("%c%C%hc%lc", 'a', L'b', 'c', L'd') == "abcd");
    CHECK(wide(L"%c%C%hc%lc", L'a', 'b', 'c', L'd') == "abcd");
    CHECK(narrow("%s|%S", static_cast<const char*>(nullptr), static_cast<const wchar_t*>(nullptr)) ==
          "(null)|(null)");
}

TEST_CASE("text is measured in the characters of the function") {
    CHECK(wide(L"%-4s|%4s|%.2s|", L"gr\u00fc", L"\u00e9", L"\u20ac\u20ac\u20ac") ==
          "gr\u00fc |   \u00e9|\u20ac\u20ac|");
    CHECK(narrow("%.3S|%.2s|%6s|", L"abcdef", "xyz", "abc") == "abc|xy|   abc|");
}

TEST_CASE("a percent sign, unknown letters, and %n") {
    int untouched = 5;
    CHECK(narrow("100%%") == "100%");
    CHECK(narrow("%y") == "y");
    CHECK(narrow("a%nb", &untouched) == "ab");
    CHECK(untouched == 5);
    CHECK(narrow("end %") == "end ");
}

TEST_CASE("texts that do not fit") {
    char text[5] = {};
    CHECK(snprintf(text, sizeof text, "%s", "123456") == 6);
    CHECK(std::string(text) == "1234");
    CHECK(_snprintf(text, sizeof text, "%s", "12345") == 5);
    CHECK(text[4] == '5'); // without a NUL
    CHECK(_snprintf(text, sizeof text, "%s", "123456") == -1);
    CHECK(_snprintf(nullptr, 0, "%s", "123456") == 6);
    char* const nowhere = nullptr;
    errno = 0;
    CHECK(_snprintf(nowhere, 5, "%s", "1234") == -1);
    CHECK(errno == EINVAL);
    CHECK(sprintf_s(text, sizeof text, "%s", "12345") == -1);
    CHECK(text[0] == '\0');
    CHECK(_snprintf_s(text, sizeof text, _TRUNCATE, "%s", "12345") == -1);
    CHECK(std::string(text) == "1234");
    CHECK(_snprintf_s(text, sizeof text, 2, "%s", "12345") == -1);
    CHECK(std::string(text) == "12");
    CHECK(_scprintf("%d", 12345) == 5);
    wchar_t wide_text[5] = {};
    CHECK(swprintf(wide_text, 5, L"%s", L"12345") == -1);
    CHECK(swprintf_s(wide_text, 5, L"%d", 1234) == 4);
    CHECK(wcscmp(wide_text, L"1234") == 0);
    CHECK(_snwprintf_s(wide_text, 5, _TRUNCATE, L"%s", L"abcdef") == -1);
    CHECK(wcscmp(wide_text, L"abcd") == 0);
    CHECK(_scwprintf(L"%s", L"abc") == 3);
}

TEST_CASE("StringCch functions always end the text") {
    char text[6] = "x";
    CHECK(StringCchCopyA(text, sizeof text, "12345") == S_OK);
    CHECK(StringCchCopyA(text, sizeof text, "123456") == STRSAFE_E_INSUFFICIENT_BUFFER);
    CHECK(std::string(text) == "12345");
    CHECK(StringCchCatA(text, sizeof text, "6") == STRSAFE_E_INSUFFICIENT_BUFFER);
    CHECK(StringCchCopyNA(text, sizeof text, "abcdef", 2) == S_OK);
    CHECK(StringCchCatA(text, sizeof text, "c") == S_OK);
    CHECK(std::string(text) == "abc");
    CHECK(StringCchPrintfA(text, sizeof text, "%d%S", 12, L"34") == S_OK);
    CHECK(std::string(text) == "1234");
    CHECK(StringCchCopyA(nullptr, 5, "x") == STRSAFE_E_INVALID_PARAMETER);
    CHECK(StringCchCopyA(text, 0, "x") == STRSAFE_E_INVALID_PARAMETER);
    wchar_t wide_text[4] = L"";
    CHECK(StringCbPrintfW(wide_text, sizeof wide_text, L"%s", L"abcd") == STRSAFE_E_INSUFFICIENT_BUFFER);
    CHECK(wcscmp(wide_text, L"abc") == 0);
    size_t length = 0;
    CHECK(StringCchLengthW(wide_text, 4, &length) == S_OK);
    CHECK(length == 3);
    CHECK(StringCchLengthW(wide_text, 3, &length) == STRSAFE_E_INVALID_PARAMETER);
}

TEST_CASE("wide and narrow output share a stream") {
    FILE* const file = tmpfile();
    REQUIRE(file != nullptr);
    fprintf(file, "a%d", 1);
    fwprintf(file, L"b\u00e9%s", L"\u20ac");
    fputs("c", file);
    fputws(L"d\n", file);
    rewind(file);
    char line[32] = {};
    CHECK(fgets(line, sizeof line, file) != nullptr);
    CHECK(std::string(line) == "a1b\u00e9\u20accd\n");
    rewind(file);
    wchar_t wide_line[32] = {};
    CHECK(fgetws(wide_line, 32, file) != nullptr);
    CHECK(wcscmp(wide_line, L"a1b\u00e9\u20accd\n") == 0);
    fclose(file);
}

TEST_CASE("input formats read the width that Windows gives to their prefix") {
    DWORD values[2] = {0, 0x55555555};
    LONGLONG large = 0;
    CHECK(sscanf("7 -5000000000", "%lu %I64d", &values[0], &large) == 2);
    CHECK(values[0] == 7);
    CHECK(values[1] == 0x55555555); // not written to
    CHECK(large == -5'000'000'000);
    double number = 0;
    char word[8] = {};
    CHECK(sscanf("2.5 abc", "%lf %7s", &number, word) == 2);
    CHECK(number == 2.5);
}
