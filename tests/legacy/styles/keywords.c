// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include <windows.h>
#include <stdio.h>
#include <pdh.h>
#include <pdhmsg.h>
/* static TLS and declspec */
static __declspec(thread) int t_depth; __declspec(align(16)) static BYTE buffer[64]; __declspec(noinline) static int f(void) { return ++t_depth; }
static __forceinline int g(void) { return 2; } static __inline int k(void) { return 3; }
int main(void) { LPSTR env = (LPSTR)GlobalAlloc(GPTR, 64); DWORD n = GetEnvironmentVariableA("PATH", env, 1); HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE); DWORD w; WriteConsoleA(out, "hi\n", 3, &w, NULL);
  printf("%d %d %d %d %lu %d\n", f(), g(), k(), n > 1, w, ((DWORD_PTR)buffer & 15) == 0); GlobalFree(env); SetLastError(ERROR_MORE_DATA); fprintf(stdout, "%u\n", GetLastError());
  { MEMORYSTATUSEX ms; ms.dwLength = sizeof(ms); if (GlobalMemoryStatusEx(&ms)) printf("%s\n", ms.ullTotalPhys / (1024 * 1024) ? "ok" : "0"); }
  { DWORD t = GetTickCount(); ULONGLONG t64 = GetTickCount64(); printf("%d\n", t64 >= t); } ExitProcess(0); }
