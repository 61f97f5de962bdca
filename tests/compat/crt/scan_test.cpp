// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Input formats: their widths, their sizes, and text of both kinds.
#include <doctest/doctest.h>

#include <cstring>
#include <stdio.h> // NOLINT(modernize-deprecated-headers): compat's own
#include <string>
#include <wchar.h> // NOLINT(modernize-deprecated-headers): compat's own

TEST_CASE("%s of swscanf is wide, %S and %hs are narrow, and of sscanf the other way round") {
    wchar_t wide[8] = {};
    char narrow[8] = {};
    int number = 0;
    CHECK(swscanf(L"caf\u00e9 x 12", L"%7s %S %d", wide, narrow, &number) == 3);
    CHECK(wcscmp(wide, L"caf\u00e9") == 0);
    CHECK(std::string(narrow) == "x");
    CHECK(number == 12);
    CHECK(swscanf(L"abc", L"%hs", narrow) == 1);
    CHECK(std::string(narrow) == "abc");
    CHECK(sscanf("ab cd", "%s %ls", narrow, wide) == 2);
    CHECK(std::string(narrow) == "ab");
    CHECK(wcscmp(wide, L"cd") == 0);
}

TEST_CASE("the ..._s functions take the size of each text, and stop where one does not fit") {
    char word[4] = "xx";
    char letter = 0;
    int number = 0;
    CHECK(sscanf_s("abc z 5", "%s %c %d", word, 4U, &letter, 1U, &number) == 3);
    CHECK(std::string(word) == "abc");
    CHECK(letter == 'z');
    CHECK(number == 5);
    CHECK(sscanf_s("7 abcd 5", "%d %s %d", &number, word, 4U, &number) == 1);
    CHECK(word[0] == '\0');
    CHECK(number == 7);
    wchar_t wide[4] = {};
    CHECK(swscanf_s(L"xyz", L"%[x-z]", wide, 4U) == 1);
    CHECK(wcscmp(wide, L"xyz") == 0);
    CHECK(swscanf_s(L"xyz", L"%s", wide, 3U) == 0);
}

TEST_CASE("numbers, sets, widths and skipped input") {
    int a = 0;
    int b = 0;
    unsigned c = 0;
    char set[8] = {};
    CHECK(sscanf("0x1F,-010 77", "%i,%i %2o", &a, &b, &c) == 3);
    CHECK(a == 31);
    CHECK(b == -8);
    CHECK(c == 077);
    CHECK(sscanf("12345", "%2d%*1d%d", &a, &b) == 2);
    CHECK(a == 12);
    CHECK(b == 45);
    CHECK(sscanf("[ab]c", "[%[^]]]%n", set, &a) == 1);
    CHECK(std::string(set) == "ab");
    CHECK(a == 4);
    CHECK(sscanf("50%", "%d%%%n", &a, &b) == 1);
    CHECK(b == 3);
    double real = 0;
    float small = 0;
    CHECK(sscanf("-1.5e3 +.25", "%lf %f", &real, &small) == 2);
    CHECK(real == -1500);
    CHECK(small == 0.25F);
    short half = 0;
    unsigned char byte = 0;
    CHECK(sscanf("-2 255", "%hd %hhu", &half, &byte) == 2);
    CHECK(half == -2);
    CHECK(byte == 255);
    void* pointer = nullptr;
    CHECK(sscanf("0000BEEF", "%p", &pointer) == 1);
    CHECK(pointer == reinterpret_cast<void*>(0xBEEF));
}

TEST_CASE("the end of the input is EOF before the first conversion only") {
    int a = 0;
    int b = 0;
    CHECK(sscanf("", "%d", &a) == EOF);
    CHECK(sscanf("  ", "%d", &a) == EOF);
    CHECK(sscanf("x", "%d", &a) == 0);
    CHECK(sscanf("5", "%d %d", &a, &b) == 1);
    CHECK(sscanf("5", "%*d %d", &b) == 0);
}

TEST_CASE("a stream keeps characters that were not read") {
    FILE* const file = tmpfile();
    REQUIRE(file != nullptr);
    fputs("12\u20ac end", file);
    rewind(file);
    int number = 0;
    CHECK(fscanf(file, "%d", &number) == 1);
    CHECK(number == 12);
    CHECK(fwscanf(file, L"%d", &number) == 0); // the euro sign goes back with its three bytes
    wchar_t wide[8] = {};
    CHECK(fwscanf(file, L"%7s", wide) == 1);
    CHECK(wcscmp(wide, L"\u20ac") == 0);
    char narrow[8] = {};
    CHECK(fscanf_s(file, "%s", narrow, 8U) == 1);
    CHECK(std::string(narrow) == "end");
    fclose(file);
}
