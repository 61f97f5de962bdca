// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Texts of statuses and errors, in the ways that programs ask for them. */
#define UNICODE
#define _UNICODE
#include <windows.h>
#include <stdio.h>
#include <tchar.h>
#include <strsafe.h>
#include <pdh.h>
#include <pdhmsg.h>

static void ShowError(HMODULE module, DWORD code)
{
    LPTSTR text = NULL;
    DWORD flags = FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
    DWORD length;
    if (module != NULL)
        flags |= FORMAT_MESSAGE_FROM_HMODULE;
    length = FormatMessage(flags, module, code, MAKELANGID(LANG_NEUTRAL, SUBLANG_DEFAULT), (LPTSTR)&text, 0, NULL);
    if (length == 0) {
        _tprintf(TEXT("%08lX: no text, error %lu\n"), code, GetLastError());
        return;
    }
    while (length > 0 && (text[length - 1] == TEXT('\n') || text[length - 1] == TEXT('\r')))
        text[--length] = TEXT('\0');
    _tprintf(TEXT("%08lX: %s\n"), code, length > 4 && text[length - 1] == TEXT('.') ? TEXT("a sentence") : text);
    LocalFree(text);
}

static DWORD Compose(LPWSTR to, DWORD size, LPCWSTR format, ...)
{
    DWORD length;
    va_list args;
    va_start(args, format);
    length = FormatMessageW(FORMAT_MESSAGE_FROM_STRING, format, 0, 0, to, size, &args);
    va_end(args);
    return length;
}

int _tmain(void)
{
    HMODULE pdh = LoadLibraryEx(TEXT("pdh.dll"), NULL, LOAD_LIBRARY_AS_DATAFILE);
    WCHAR line[128], small[8];
    DWORD_PTR values[2];

    ShowError(pdh, PDH_CSTATUS_NO_OBJECT);
    ShowError(pdh, (DWORD)PDH_INVALID_HANDLE);
    ShowError(pdh, PDH_MORE_DATA);
    ShowError(NULL, ERROR_ACCESS_DENIED);
    ShowError(pdh, ERROR_FILE_NOT_FOUND);
    ShowError(NULL, PDH_NO_DATA);

    Compose(line, _countof(line), L"%2 and %1!04d!, %%, %3!-6s!|%n", 42, L"second", L"ab");
    wprintf(L"%s", line);
    values[0] = (DWORD_PTR)L"array";
    values[1] = 255;
    FormatMessageW(FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY, L"%1 0x%2!x!", 0, 0, line,
        _countof(line), (va_list *)values);
    _putws(line);
    if (Compose(small, _countof(small), L"%1", L"much too long") == 0)
        wprintf(L"too small: %lu\n", GetLastError());
    wprintf(L"StringCchCopy: %lx\n", StringCchCopyW(small, _countof(small), L"much too long"));
    wprintf(L"[%s]\n", small);
    FreeLibrary(pdh);
    return 0;
}
