// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include <Windows.h>
#include <Pdh.h>
#include <iostream>
#include <string>
#include <thread>
#include <mutex>
#include <algorithm>
#include <map>
#include <chrono>
using namespace std;
static HANDLE g_stop;
static BOOL WINAPI CtrlHandler(DWORD type) { if (type == CTRL_C_EVENT) { SetEvent(g_stop); return TRUE; } return FALSE; }
int main() { g_stop = CreateEvent(NULL, TRUE, FALSE, NULL); SetConsoleCtrlHandler(CtrlHandler, TRUE); SetConsoleOutputCP(CP_UTF8);
  SYSTEM_INFO si; GetSystemInfo(&si); int n = min((int)si.dwNumberOfProcessors, 1); map<string,double> m; m["a"] = n; cout << m.size() << endl;
  if (WaitForSingleObject(g_stop, 10) == WAIT_TIMEOUT) cout << "timeout" << endl; CloseHandle(g_stop); return 0; }
