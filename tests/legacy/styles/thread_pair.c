// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
#include <process.h>
#include <time.h>
#include <pdh.h>
typedef struct _CTX { CRITICAL_SECTION cs; HANDLE hExit; volatile LONG n; } CTX, *PCTX;
static DWORD WINAPI ThreadProc(LPVOID p) { PCTX c = (PCTX)p; while (WaitForSingleObject(c->hExit, 5) == WAIT_TIMEOUT) { EnterCriticalSection(&c->cs); InterlockedIncrement(&c->n); LeaveCriticalSection(&c->cs); } return 0; }
int main(int argc, char **argv) { CTX c; HANDLE h[2]; int i; struct tm t; time_t now = time(NULL); char s[64]; FILE *f; errno_t e; LARGE_INTEGER li; ULARGE_INTEGER ul; FILETIME ft;
  memset(&c, 0, sizeof c); InitializeCriticalSection(&c.cs); c.hExit = CreateEvent(NULL, TRUE, FALSE, NULL);
  for (i = 0; i < 2; i++) h[i] = CreateThread(NULL, 0, ThreadProc, &c, 0, NULL);
  Sleep(30); SetEvent(c.hExit); WaitForMultipleObjects(2, h, TRUE, INFINITE); for (i = 0; i < 2; i++) CloseHandle(h[i]); CloseHandle(c.hExit); DeleteCriticalSection(&c.cs);
  localtime_s(&t, &now); strftime(s, sizeof(s), "%Y", &t); printf("%s %d\n", s[0] == '2' ? "year" : "?", c.n > 0);
  e = fopen_s(&f, "/nonexistent/x", "rt"); printf("%d\n", e != 0); QueryPerformanceCounter(&li); GetSystemTimeAsFileTime(&ft); ul.LowPart = ft.dwLowDateTime; ul.HighPart = ft.dwHighDateTime; printf("%d\n", ul.QuadPart > 0 && li.QuadPart > 0); (void)argc; (void)argv; return EXIT_SUCCESS; }
