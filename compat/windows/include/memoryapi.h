// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Memory that processes share: file mappings and their views.

#include <minwinbase.h>
#include <pdh_shim_need_compat.h>
#include <winerror.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @name Protections of a mapping
/// @{
#define PAGE_READONLY 0x02
#define PAGE_READWRITE 0x04
#define PAGE_WRITECOPY 0x08
#define SEC_COMMIT 0x08000000
#define SEC_RESERVE 0x04000000 ///< as SEC_COMMIT: memory is found when it is written to
/// @}

/// @name Access to a view
/// @{
#define SECTION_QUERY 0x0001
#define SECTION_MAP_WRITE 0x0002
#define SECTION_MAP_READ 0x0004
#define SECTION_ALL_ACCESS 0x000F001F
#define FILE_MAP_COPY 0x0001 ///< what is written stays in the view
#define FILE_MAP_WRITE SECTION_MAP_WRITE
#define FILE_MAP_READ SECTION_MAP_READ
#define FILE_MAP_ALL_ACCESS SECTION_ALL_ACCESS
/// @}

/// Memory of this size that other processes of this user open by the name (`Global\` and `Local\` in front of
/// it mean nothing); it begins as zeros, and is gone with the last handle and view of it in all processes.
/// When it is there already, its size counts and the last error is ERROR_ALREADY_EXISTS; it is
/// ERROR_SUCCESS otherwise. Other users' memory is never opened.
/// @param hFile INVALID_HANDLE_VALUE: files cannot be mapped
/// @retval NULL ERROR_INVALID_PARAMETER (size 0, or a protection that is not there), ERROR_INVALID_HANDLE
///     (another file, or a name that an object of another kind has in this process), ERROR_PATH_NOT_FOUND (a
///     backslash in the name), ERROR_FILENAME_EXCED_RANGE, ERROR_ACCESS_DENIED (another user's),
///     ERROR_DISK_FULL
HANDLE WINAPI CreateFileMappingA(HANDLE hFile, LPSECURITY_ATTRIBUTES attributes, DWORD flProtect,
    DWORD dwMaximumSizeHigh, DWORD dwMaximumSizeLow, LPCSTR lpName);
HANDLE WINAPI CreateFileMappingW(HANDLE hFile, LPSECURITY_ATTRIBUTES attributes, DWORD flProtect,
    DWORD dwMaximumSizeHigh, DWORD dwMaximumSizeLow, LPCWSTR lpName)
    PDH_SHIM_TEXT_OF_WCHAR(CreateFileMappingW);

/// @retval NULL ERROR_FILE_NOT_FOUND: no process has it open; else as CreateFileMapping
HANDLE WINAPI OpenFileMappingA(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCSTR lpName);
HANDLE WINAPI OpenFileMappingW(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCWSTR lpName)
    PDH_SHIM_TEXT_OF_WCHAR(OpenFileMappingW);

/// The mapping stays as long as a view of it, also when its handle is closed.
/// @param dwNumberOfBytesToMap 0: up to the end
/// @retval NULL ERROR_ACCESS_DENIED (more access than the handle gives, or beyond the end),
///     ERROR_MAPPED_ALIGNMENT (the offset is not a multiple of dwAllocationGranularity), ERROR_INVALID_HANDLE
LPVOID WINAPI MapViewOfFile(HANDLE mapping, DWORD dwDesiredAccess, DWORD dwFileOffsetHigh,
    DWORD dwFileOffsetLow, SIZE_T dwNumberOfBytesToMap);
/// @param address must be NULL, otherwise ERROR_INVALID_ADDRESS: fixed addresses are not supported
LPVOID WINAPI MapViewOfFileEx(HANDLE mapping, DWORD dwDesiredAccess, DWORD dwFileOffsetHigh,
    DWORD dwFileOffsetLow, SIZE_T dwNumberOfBytesToMap, LPVOID address);
/// @retval FALSE ERROR_INVALID_ADDRESS: no view begins there
BOOL WINAPI UnmapViewOfFile(LPCVOID address);
/// @param address any in the view; `bytes` 0: up to its end
/// @retval FALSE ERROR_INVALID_ADDRESS: it is in no view
BOOL WINAPI FlushViewOfFile(LPCVOID address, SIZE_T bytes);

#ifdef __cplusplus
}
#endif

#define CreateFileMapping PDH_SHIM_AW(CreateFileMapping)
#define OpenFileMapping PDH_SHIM_AW(OpenFileMapping)
