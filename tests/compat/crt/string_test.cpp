// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// String, number and time functions of the C run time.
#include <doctest/doctest.h>

#include <stdlib.h>
#include <string.h>
#include <string>
#include <time.h>
#include <wchar.h>

TEST_CASE("the ..._s functions fail with an empty text") {
    char text[4] = "x";
    CHECK(strcpy_s(text, "abc") == 0);
    CHECK(strcat_s(text, sizeof text, "d") == ERANGE);
    CHECK(text[0] == '\0');
    CHECK(strcpy_s(text, sizeof text, nullptr) == EINVAL);
    CHECK(strcpy_s(nullptr, 4, "a") == EINVAL);
    CHECK(strncpy_s(text, sizeof text, "abcdef", 2) == 0);
    CHECK(std::string(text) == "ab");
    CHECK(strncpy_s(text, sizeof text, "abcdef", _TRUNCATE) == STRUNCATE);
    CHECK(std::string(text) == "abc");
    wchar_t wide[4] = L"a";
    CHECK(wcscat_s(wide, L"bc") == 0);
    CHECK(wcscat_s(wide, L"d") == ERANGE);
    CHECK(wide[0] == 0);
    CHECK(wcsncat_s(wide, 4, L"xyz", 2) == 0);
    CHECK(wcscmp(wide, L"xy") == 0);
    CHECK(memcpy_s(text, sizeof text, "abcde", 5) == ERANGE);
    CHECK(text[0] == '\0');
}

TEST_CASE("texts are compared without regard to case") {
    CHECK(_stricmp("Processor", "PROCESSOR") == 0);
    CHECK(_stricmp("a", "b") < 0);
    CHECK(_strnicmp("abX", "ABy", 2) == 0);
    CHECK(_wcsicmp(L"\u00c9t\u00e9", L"\u00e9T\u00c9") == 0);
    CHECK(_wcsnicmp(L"ab", L"ac", 1) == 0);
    CHECK(_memicmp("a\0B", "A\0b", 3) == 0);
}

TEST_CASE("texts are changed, doubled and taken apart") {
    wchar_t text[] = L"One,Two;;Three";
    wchar_t* rest = nullptr;
    std::wstring parts;
    for (const wchar_t* part = wcstok_s(text, L",;", &rest); part != nullptr;
         part = wcstok_s(nullptr, L",;", &rest)) {
        parts += part;
        parts += L'|';
    }
    CHECK(wcscmp(parts.c_str(), L"One|Two|Three|") == 0);
    wchar_t upper[] = L"ab\u00e9";
    CHECK(wcscmp(_wcsupr(upper), L"AB\u00c9") == 0);
    wchar_t* const copy = _wcsdup(L"copy");
    CHECK(wcscmp(copy, L"copy") == 0);
    free(copy);
    char reversed[] = "abc";
    CHECK(std::string(_strrev(reversed)) == "cba");
    CHECK(wcschr(L"abc", L'c')[0] == L'c');
    CHECK(wcschr(L"abc", L'x') == nullptr);
    CHECK(wcsrchr(L"abab", L'a')[1] == L'b');
    CHECK(wcsstr(L"abcabc", L"ca")[0] == L'c');
    CHECK(wcsstr(L"abc", L"x") == nullptr);
    CHECK(wcsspn(L"aab", L"a") == 2);
    CHECK(wcscspn(L"aab", L"b") == 2);
    CHECK(wcspbrk(L"abc", L"xc")[0] == L'c');
    CHECK(wcsnlen(L"abc", 2) == 2);
}

TEST_CASE("numbers are read and written") {
    CHECK(_wtoi(L" -12x") == -12);
    CHECK(_wtoi64(L"9876543210") == 9876543210);
    CHECK(_wtof(L"2.5") == 2.5);
    wchar_t* end = nullptr;
    const wchar_t number[] = L"0x1F rest";
    CHECK(wcstoul(number, &end, 0) == 31);
    CHECK(end == number + 4);
    CHECK(wcstod(L"1e3", nullptr) == 1000.0);
    CHECK(_atoi64("-5000000000") == -5000000000);
    char text[72];
    CHECK(std::string(_itoa(-255, text, 10)) == "-255");
    CHECK(std::string(_itoa(-1, text, 16)) == "ffffffff");
    CHECK(std::string(_ui64toa(~0ULL, text, 2)) == std::string(64, '1'));
    CHECK(_itoa_s(12345, text, 5, 10) == ERANGE);
    CHECK(_itoa_s(12345, text, 6, 10) == 0);
    CHECK(_itoa_s(1, text, 6, 40) == EINVAL);
    wchar_t wide[16];
    CHECK(_i64tow_s(-9'000'000'000, wide, 16, 10) == 0);
    CHECK(wcscmp(wide, L"-9000000000") == 0);
}

TEST_CASE("text is converted with its length") {
    size_t converted = 0;
    wchar_t wide[8];
    CHECK(mbstowcs_s(&converted, wide, 8, "\u00fc!", _TRUNCATE) == 0);
    CHECK(converted == 3);
    CHECK(wcscmp(wide, L"\u00fc!") == 0);
    char narrow[8];
    CHECK(wcstombs_s(&converted, narrow, sizeof narrow, L"\u20ac!", _TRUNCATE) == 0);
    CHECK(converted == 5);
    CHECK(wcstombs_s(&converted, nullptr, 0, L"\u20ac!", 0) == 0);
    CHECK(converted == 5);
    CHECK(wcstombs_s(&converted, narrow, 2, L"\u20ac!", 8) == ERANGE);
}

TEST_CASE("the environment and times are given by the rules of their functions") {
    char* value = nullptr;
    size_t size = 1;
    CHECK(_dupenv_s(&value, &size, "PDH_SHIM_NO_SUCH_VARIABLE") == 0);
    CHECK(value == nullptr);
    CHECK(size == 0);
    CHECK(_putenv("PDH_SHIM_TEST_VARIABLE=1") == 0);
    CHECK(_dupenv_s(&value, &size, "PDH_SHIM_TEST_VARIABLE") == 0);
    CHECK(std::string(value) == "1");
    free(value);
    CHECK(wcscmp(_wgetenv(L"PDH_SHIM_TEST_VARIABLE"), L"1") == 0);
    CHECK(_putenv("PDH_SHIM_TEST_VARIABLE=") == 0);
    const time_t start = 0;
    tm broken = {};
    CHECK(gmtime_s(&broken, &start) == 0);
    CHECK(broken.tm_year == 70);
    char text[32];
    CHECK(asctime_s(text, sizeof text, &broken) == 0);
    CHECK(std::string(text) == "Thu Jan 01 00:00:00 1970\n");
    CHECK(gmtime_s(&broken, nullptr) == EINVAL);
    wchar_t wide[32];
    CHECK(wcsftime(wide, 32, L"%Y-%m-%d", &broken) == 10);
    CHECK(wcscmp(wide, L"1970-01-01") == 0);
}
