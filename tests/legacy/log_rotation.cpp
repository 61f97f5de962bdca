// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A log as a class, with TCHAR: appends records of a fixed size, reads the last one back by its place, and keeps a
// file of the last value that is gone with the program.
#include <windows.h>
#include <tchar.h>
#include <stdio.h>
#include <pdh.h>
#include <string>
#include <vector>

typedef std::basic_string<TCHAR> tstring;

struct Record
{
    DWORD dwNumber;
    double value;
};

class CLogFile
{
public:
    CLogFile() : m_hFile(INVALID_HANDLE_VALUE) {}
    ~CLogFile() { Close(); }
    bool Open(const tstring &name, DWORD dwAccess, DWORD dwShare, DWORD dwDisposition, DWORD dwFlags)
    {
        m_hFile = ::CreateFile(name.c_str(), dwAccess, dwShare, NULL, dwDisposition, dwFlags, NULL);
        return m_hFile != INVALID_HANDLE_VALUE;
    }
    void Close()
    {
        if (m_hFile != INVALID_HANDLE_VALUE)
            ::CloseHandle(m_hFile);
        m_hFile = INVALID_HANDLE_VALUE;
    }
    bool Append(const Record &record)
    {
        DWORD dwWritten = 0;
        return ::WriteFile(m_hFile, &record, sizeof(record), &dwWritten, NULL) && dwWritten == sizeof(record);
    }
    bool ReadAt(LONGLONG index, Record &record)
    {
        OVERLAPPED ov = {0};
        DWORD dwRead = 0;
        ov.Offset = (DWORD)(index * sizeof(Record));
        ov.OffsetHigh = (DWORD)((ULONGLONG)(index * sizeof(Record)) >> 32);
        return ::ReadFile(m_hFile, &record, sizeof(record), &dwRead, &ov) && dwRead == sizeof(record);
    }
    LONGLONG Count()
    {
        LARGE_INTEGER size;
        return ::GetFileSizeEx(m_hFile, &size) ? size.QuadPart / (LONGLONG)sizeof(Record) : -1;
    }
    bool Truncate(LONGLONG index)
    {
        LARGE_INTEGER place;
        place.QuadPart = index * sizeof(Record);
        return ::SetFilePointerEx(m_hFile, place, NULL, FILE_BEGIN) && ::SetEndOfFile(m_hFile);
    }

private:
    HANDLE m_hFile;
};

int _tmain(int argc, TCHAR *argv[])
{
    TCHAR szTemp[MAX_PATH], szName[MAX_PATH];
    if (::GetTempPath(MAX_PATH, szTemp) == 0 || ::GetTempFileName(szTemp, _T("log"), 0, szName) == 0)
        return 1;
    const tstring name(szName), old = name + _T(".old");

    PDH_HQUERY query;
    PDH_HCOUNTER counter;
    if (::PdhOpenQuery(NULL, 0, &query) != ERROR_SUCCESS)
        return 2;
    ::PdhAddCounter(query, _T("\\System\\Context Switches/sec"), 0, &counter);
    ::PdhCollectQueryData(query);

    CLogFile log;
    log.Open(name, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING, 0);
    for (DWORD i = 0; i < 2; ++i) {
        PDH_FMT_COUNTERVALUE value;
        ::PdhCollectQueryData(query);
        ::PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value);
        const Record record = {i, value.doubleValue};
        if (!log.Append(record))
            _tprintf(_T("append: error %lu\n"), ::GetLastError());
    }
    ::PdhCloseQuery(query);

    CLogFile reader;
    if (!reader.Open(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING, 0))
        _tprintf(_T("open: error %lu\n"), ::GetLastError());
    Record record;
    const LONGLONG count = reader.Count();
    for (LONGLONG i = 0; i < count; ++i)
        if (reader.ReadAt(i, record))
            _tprintf(_T("record %lu: %.1f\n"), record.dwNumber, record.value);
    if (!reader.ReadAt(count, record))
        _tprintf(_T("behind the last: error %lu\n"), ::GetLastError());
    if (!log.ReadAt(0, record))
        _tprintf(_T("the appending handle: error %lu\n"), ::GetLastError());
    reader.Truncate(1);
    _tprintf(_T("records: %ld\n"), (long)log.Count());
    reader.Truncate(0x140000000LL / sizeof(Record));
    WIN32_FILE_ATTRIBUTE_DATA data;
    ::GetFileAttributesEx(name.c_str(), GetFileExInfoStandard, &data);
    _tprintf(_T("size: 0x%lX%08lX\n"), data.nFileSizeHigh, data.nFileSizeLow);
    reader.Truncate(0);
    reader.Close();
    log.Close();

    _tprintf(_T("moved: %d\n"), ::MoveFile(name.c_str(), old.c_str()) ? 1 : 0);
    _tprintf(_T("there: %d\n"), ::GetFileAttributes(old.c_str()) != INVALID_FILE_ATTRIBUTES ? 1 : 0);
    CLogFile last;
    last.Open(old, GENERIC_WRITE, 0, OPEN_EXISTING, FILE_FLAG_DELETE_ON_CLOSE);
    CLogFile other;
    if (!other.Open(old, GENERIC_READ, 0, OPEN_EXISTING, 0))
        _tprintf(_T("while it is open: error %lu\n"), ::GetLastError());
    last.Close();
    if (!other.Open(old, GENERIC_READ, 0, OPEN_EXISTING, 0))
        _tprintf(_T("afterwards: error %lu\n"), ::GetLastError());

    const char text[] = "to standard output\n";
    DWORD written = 0;
    fflush(stdout);
    ::WriteFile(::GetStdHandle(STD_OUTPUT_HANDLE), text, sizeof(text) - 1, &written, NULL);
    _tprintf(_T("written: %lu\n"), written);
    return 0;
}
