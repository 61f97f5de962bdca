// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include <windows.h>
#include <tchar.h>
#include <stdio.h>
#include <malloc.h>
#include <pdh.h>
#include <pdhmsg.h>
#include <strsafe.h>
#include <crtdbg.h>
#define CHECK_STATUS(x) do { PDH_STATUS _s = (x); if (_s != ERROR_SUCCESS) { _ftprintf(stderr, _T(#x) _T(" -> %08x\n"), _s); return 1; } } while (0)
static void LogMsg(LPCTSTR fmt, ...) {
  TCHAR buf[512]; va_list ap; va_start(ap, fmt); StringCchVPrintf(buf, _countof(buf), fmt, ap); va_end(ap);
  OutputDebugString(buf); _fputts(buf, stdout); _fputtc(_T('\n'), stdout); }
int __cdecl _tmain(int argc, LPTSTR argv[]) {
  _CrtSetDbgFlag(_CRTDBG_ALLOC_MEM_DF | _CRTDBG_LEAK_CHECK_DF);
  TCHAR szMachine[256]; DWORD cch = _countof(szMachine); GetComputerName(szMachine, &cch);
  LPTSTR p = (LPTSTR)_alloca(64 * sizeof(TCHAR)); _tcscpy_s(p, 64, _T("abc,def"));
  LPTSTR ctx = NULL; for (LPTSTR t = _tcstok_s(p, _T(","), &ctx); t; t = _tcstok_s(NULL, _T(","), &ctx)) LogMsg(_T("tok %s len %d"), t, (int)_tcslen(t));
  HQUERY q; HCOUNTER c; CHECK_STATUS(PdhOpenQuery(NULL, 0, &q)); CHECK_STATUS(PdhAddEnglishCounter(q, _T("\\System\\Threads"), 0, &c));
  _ASSERTE(q != NULL); LogMsg(_T("%s %d args, first %c"), cch ? _T("named") : _T("nameless"), argc, argv[0][0] ? _T('y') : _T('n'));
  unsigned __int64 big = 0xFFFFFFFFFFFFFFFFULL; LogMsg(_T("%I64u %u"), big, min(3, argc));
  PdhCloseQuery(q); return max(0, 0); }
