// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Names by index and back, and a path put together from them, with the secure functions of the C run time.
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <pdh.h>
#include <string>

static std::wstring NameOf(DWORD index)
{
    DWORD length = PDH_MAX_COUNTER_NAME;
    wchar_t name[PDH_MAX_COUNTER_NAME] = { 0 };
    if (PdhLookupPerfNameByIndexW(NULL, index, name, &length) != ERROR_SUCCESS)
        return std::wstring();
    return name;
}

int main()
{
    static const DWORD indexes[] = { 2, 4, 6, 44, 146, 230, 238, 784 };
    for (size_t i = 0; i < _countof(indexes); i++)
        wprintf(L"%4u %ls\n", indexes[i], NameOf(indexes[i]).c_str());

    DWORD back = 0;
    PdhLookupPerfIndexByNameA(NULL, "Processor", &back);
    printf("Processor is %lu\n", back);

    wchar_t path[128];
    swprintf_s(path, L"\\%s(%s)\\%s", NameOf(238).c_str(), L"0", NameOf(6).c_str());
    _putws(path);

    char narrow[128];
    size_t converted = 0;
    wcstombs_s(&converted, narrow, path, _TRUNCATE);
    printf("%s, %Iu\n", narrow, converted);

    wchar_t buffer[64], *rest = NULL;
    wcscpy_s(buffer, L"238,6;0");
    for (wchar_t *token = wcstok_s(buffer, L",;", &rest); token != NULL; token = wcstok_s(NULL, L",;", &rest))
        wprintf(L"<%ls %d>", token, _wtoi(token));
    wprintf(L"\n");

    const int bytes = MultiByteToWideChar(CP_UTF8, 0, "gr\xC3\xBC\xC3\x9F", -1, NULL, 0);
    std::wstring text(bytes, L'\0');
    MultiByteToWideChar(CP_UTF8, 0, "gr\xC3\xBC\xC3\x9F", -1, &text[0], bytes);
    printf("%d characters, %d bytes\n", bytes, WideCharToMultiByte(CP_UTF8, 0, text.c_str(), -1, NULL, 0, NULL, NULL));

    char small[4];
    printf("cut: %d", _snprintf_s(small, sizeof(small), _TRUNCATE, "%d", 123456));
    printf(" [%s]\n", small);
    printf("%d %d\n", _stricmp("Processor", "PROCESSOR"), _wcsnicmp(L"ProcessA", L"PROCESSB", 7));
    char number[32];
    _i64toa_s(-1234567890123LL, number, sizeof(number), 10);
    printf("%s %I64d %I64x\n", number, _atoi64("9876543210"), 0x123456789ABCDEFLL);
    return 0;
}
