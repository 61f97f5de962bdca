// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include <windows.h>
#include <pdh.h>
#include <pdhmsg.h>
#include <vector>
#include <string>
#include <memory>
#include <cstdio>
#include <cwchar>
#include <cstring>
class CPdhException { DWORD m_dw; public: CPdhException(DWORD dw) throw() : m_dw(dw) {} DWORD Code() const throw() { return m_dw; } };
template <typename T> struct handle_closer { void operator()(T h) const { if (h && h != INVALID_HANDLE_VALUE) ::CloseHandle(h); } };
typedef std::unique_ptr<void, handle_closer<HANDLE>> unique_handle;
std::wstring FormatStatus(PDH_STATUS st) { HMODULE mod = LoadLibraryW(L"pdh.dll"); LPWSTR p = nullptr;
  if (!FormatMessageW(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_IGNORE_INSERTS, mod, (DWORD)st, MAKELANGID(LANG_NEUTRAL, SUBLANG_DEFAULT), (LPWSTR)&p, 0, NULL)) return L"?";
  std::wstring s(p); LocalFree((HLOCAL)p); FreeLibrary(mod); return s; }
std::string Narrow(const std::wstring& w) { int n = WideCharToMultiByte(CP_ACP, 0, w.c_str(), (int)w.size(), nullptr, 0, nullptr, nullptr); std::string s(n, 0); WideCharToMultiByte(CP_ACP, 0, w.c_str(), (int)w.size(), &s[0], n, nullptr, nullptr); return s; }
int wmain(int, const wchar_t* []) { unique_handle ev(::CreateEventW(nullptr, FALSE, FALSE, nullptr));
  try { throw CPdhException((DWORD)PDH_NO_DATA); } catch (const CPdhException& e) { std::printf("%s", Narrow(FormatStatus((PDH_STATUS)e.Code())).c_str()); }
  std::vector<wchar_t> buf(64); _snwprintf_s(buf.data(), buf.size(), _TRUNCATE, L"%s", L"x"); std::wprintf(L"%ls %zu\n", buf.data(), std::wcslen(buf.data()));
  wchar_t a[8]; ::wcscpy_s(a, L"abc"); ::lstrcatW(a, L"d"); std::printf("%ls %d\n", a, lstrcmpiW(a, L"ABCD")); return 0; }
