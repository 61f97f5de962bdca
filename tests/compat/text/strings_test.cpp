// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Texts are converted, compared, searched and changed.
#include <windows.h>

#include <doctest/doctest.h>

#include <climits>
#include <shlwapi.h>
#include <string>
#include <tchar.h>

TEST_CASE("text is converted between UTF-8 and wide characters") {
    wchar_t wide[8];
    CHECK(MultiByteToWideChar(CP_UTF8, 0, "\u00fc\u20ac", -1, nullptr, 0) == 3);
    CHECK(MultiByteToWideChar(CP_ACP, 0, "\u00fc\u20ac", -1, wide, 8) == 3);
    CHECK(wcscmp(wide, L"\u00fc\u20ac") == 0);
    CHECK(MultiByteToWideChar(CP_UTF8, 0, "abc", 2, wide, 8) == 2);
    CHECK(MultiByteToWideChar(CP_UTF8, 0, "abc", -1, wide, 3) == 0);
    CHECK(GetLastError() == ERROR_INSUFFICIENT_BUFFER);
    CHECK(MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, "a\xFF", -1, wide, 8) == 0);
    CHECK(GetLastError() == ERROR_NO_UNICODE_TRANSLATION);
    CHECK(MultiByteToWideChar(CP_UTF8, 0, "a\xFF", -1, wide, 8) == 3);
    CHECK(wide[1] == static_cast<wchar_t>(0xFFFD));
    CHECK(MultiByteToWideChar(437, 0, "a", -1, wide, 8) == 0);
    char narrow[8];
    CHECK(WideCharToMultiByte(CP_UTF8, 0, L"\u20ac", -1, narrow, 8, nullptr, nullptr) == 4);
    CHECK(std::string(narrow) == "\u20ac");
    const wchar_t lone[] = {static_cast<wchar_t>(0xD800), 0};
    CHECK(WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, lone, -1, narrow, 8, nullptr, nullptr) == 0);
    CHECK(WideCharToMultiByte(CP_UTF8, 0, lone, -1, narrow, 8, nullptr, nullptr) == 4);
    CHECK(std::string(narrow) == "\uFFFD");
}

TEST_CASE("lstr functions") {
    wchar_t text[8];
    lstrcpyW(text, L"abc");
    lstrcatW(text, L"d");
    CHECK(lstrlenW(text) == 4);
    CHECK(lstrlenW(nullptr) == 0);
    CHECK(lstrcmpiW(L"PROCESSOR \u00c9", L"processor \u00e9") == 0);
    CHECK(lstrcmpW(L"a", L"B") < 0); // words are sorted as in a dictionary
    CHECK(lstrcmpA("a", "A") < 0);
    lstrcpynW(text, L"123456", 4);
    CHECK(wcscmp(text, L"123") == 0);
    char narrow[16];
    CHECK(wsprintfA(narrow, "%d %S", 5, L"w") == 3);
    CHECK(std::string(narrow) == "5 w");
}

TEST_CASE("texts are compared and found without regard to case") {
    CHECK(StrCmpIA("Processor", "PROCESSOR") == 0);
    CHECK(StrCmpIA("a", "B") < 0);
    CHECK(StrCmpIW(L"\u00C4rger", L"\u00E4RGER") == 0);
    CHECK(StrCmpNIA("Processor Time", "PROCESSES", 7) == 0);
    CHECK(StrCmpNIW(L"abcd", L"ABCE", 4) < 0);
    const char* const text = "Total \xC3\x84rger Bytes";
    CHECK(StrStrA(text, "Bytes") == text + 13);
    CHECK(StrStrA(text, "bytes") == nullptr);
    CHECK(StrStrIA(text, "\xC3\xA4RGER BY") == text + 6);
    CHECK(StrStrA(text, "") == nullptr);
    CHECK(StrStrA(nullptr, "a") == nullptr);
    CHECK(StrChrA(text, 'B') == text + 13);
    CHECK(StrChrA(text, 'z') == nullptr);
    const wchar_t* const wide = L"Total \u00C4rger Bytes";
    CHECK(StrStrW(wide, L"Bytes") == wide + 12);
    CHECK(StrStrIW(wide, L"\u00E4RGER") == wide + 6);
    CHECK(StrChrW(wide, L'\u00C4') == wide + 6);
}

TEST_CASE("numbers are read from texts") {
    CHECK(StrToIntA("42 percent") == 42);
    CHECK(StrToIntA("-7") == -7);
    CHECK(StrToIntA("x") == 0);
    CHECK(StrToIntA("0x10") == 0);
    CHECK(StrToIntW(L"1234") == 1234);
    int number = 77;
    CHECK(StrToIntExA(" \t-42", STIF_DEFAULT, &number));
    CHECK(number == -42);
    CHECK(StrToIntExA("+0x1fz", STIF_SUPPORT_HEX, &number));
    CHECK(number == 31);
    CHECK(StrToIntExW(L"0x1f", STIF_DEFAULT, &number));
    CHECK(number == 0);
    CHECK_FALSE(StrToIntExW(L"none", STIF_SUPPORT_HEX, &number));
    CHECK_FALSE(StrToIntExA("0x", STIF_SUPPORT_HEX, &number));
    CHECK(StrToInt(_T("-2147483648")) == INT_MIN);
}

TEST_CASE("texts are duplicated and trimmed") {
    char* const copy = StrDupA("  abc, ");
    CHECK(StrTrimA(copy, " ,"));
    CHECK(std::string(copy) == "abc");
    CHECK_FALSE(StrTrimA(copy, " ,"));
    CHECK(StrTrimA(copy, "abc"));
    CHECK(std::string(copy).empty());
    LocalFree(copy);
    wchar_t* const wide = StrDupW(L"\tabc");
    CHECK(StrTrimW(wide, L"\t"));
    CHECK(std::wstring(wide) == L"abc");
    LocalFree(wide);
}
