// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The macros and small types that programs take from <windows.h>.
#include <windows.h>

#include <doctest/doctest.h>

TEST_CASE("the halves of a large integer are its low and high 32 bits") {
    LARGE_INTEGER number = {};
    number.QuadPart = -2;
    CHECK(number.LowPart == 0xFFFFFFFEu);
    CHECK(number.HighPart == -1);
    CHECK(number.u.LowPart == number.LowPart);
    CHECK(number.u.HighPart == number.HighPart);
    ULARGE_INTEGER time = {};
    time.LowPart = 0x89ABCDEFu;
    time.HighPart = 0x01234567u;
    CHECK(time.QuadPart == 0x0123456789ABCDEFu);
}

TEST_CASE("words and bytes are taken apart and put together") {
    CHECK(LOWORD(0x89ABCDEFu) == 0xCDEF);
    CHECK(HIWORD(0x89ABCDEFu) == 0x89AB);
    CHECK(LOBYTE(0xCDEF) == 0xEF);
    CHECK(HIBYTE(0xCDEF) == 0xCD);
    CHECK(MAKEWORD(0xEF, 0xCD) == 0xCDEF);
    CHECK(static_cast<DWORD>(MAKELONG(0xCDEF, 0x89AB)) == 0x89ABCDEFu);
}

TEST_CASE("a language identifier is made of language and sub-language") {
    constexpr LANGID american = MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US);
    CHECK(american == 0x0409);
    CHECK(PRIMARYLANGID(american) == LANG_ENGLISH);
    CHECK(SUBLANGID(american) == SUBLANG_ENGLISH_US);
}

TEST_CASE("memory is cleared, filled, copied and moved") {
    BYTE bytes[] = {1, 2, 3, 4};
    BYTE copy[ARRAYSIZE(bytes)];
    CopyMemory(copy, bytes, sizeof bytes);
    CHECK(copy[3] == 4);
    MoveMemory(bytes + 1, bytes, 3);
    CHECK(bytes[3] == 3);
    FillMemory(bytes, 2, 9);
    CHECK(bytes[1] == 9);
    CHECK(bytes[2] == 2);
    ZeroMemory(bytes, sizeof bytes);
    CHECK(bytes[3] == 0);
}
