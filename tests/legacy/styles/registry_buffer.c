// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#ifndef UNICODE
#define UNICODE
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT _WIN32_WINNT_VISTA
#endif
#include <windows.h>
#include <winperf.h>
#include <malloc.h>
#include <stdio.h>
#include <strsafe.h>
#pragma comment(lib, "advapi32.lib")
#define INIT_OBJECT_BUFFER_SIZE 48928
#define INCREMENT_BUFFER_SIZE 16384
#define MAX_ULONG_CCH 10
LPBYTE GetPerformanceData(LPWSTR pwszSource, DWORD dwInitialBufferSize) {
  LPBYTE pBuffer = NULL; DWORD dwBufferSize = 0, dwSize = 0; LPBYTE pTemp = NULL; LONG status;
  pBuffer = (LPBYTE)malloc(dwInitialBufferSize); if (!pBuffer) goto cleanup; dwBufferSize = dwSize = dwInitialBufferSize;
  while (ERROR_MORE_DATA == (status = RegQueryValueEx(HKEY_PERFORMANCE_DATA, pwszSource, NULL, NULL, pBuffer, &dwSize))) {
    dwBufferSize += INCREMENT_BUFFER_SIZE; pTemp = (LPBYTE)realloc(pBuffer, dwBufferSize); if (!pTemp) goto cleanup; pBuffer = pTemp; dwSize = dwBufferSize; }
  if (status != ERROR_SUCCESS) { wprintf(L"RegQueryValueEx failed with 0x%x.\n", status); free(pBuffer); pBuffer = NULL; }
cleanup: RegCloseKey(HKEY_PERFORMANCE_DATA); return pBuffer; }
int wmain(int argc, WCHAR *argv[]) { WCHAR wszObjectIndex[MAX_ULONG_CCH + 1]; HRESULT hr = StringCchPrintf(wszObjectIndex, MAX_ULONG_CCH + 1, L"%u", 4); LPBYTE b;
  if (FAILED(hr)) return 1; b = GetPerformanceData(wszObjectIndex, INIT_OBJECT_BUFFER_SIZE); wprintf(L"%s\n", b ? L"data" : L"none"); free(b); UNREFERENCED_PARAMETER(argc); UNREFERENCED_PARAMETER(argv); return 0; }
