// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// std::wcout in the ways that programs use it, with narrow output between.
#include <complex>
#include <windows.h>
#include <iostream>
#include <iomanip>
#include <sstream>
#include <string>
struct Point { int x, y; };
std::wostream& operator<<(std::wostream& out, const Point& p) { return out << L'(' << p.x << L", " << p.y << L')'; }
int wmain(int argc, wchar_t* argv[]) {
  using namespace std;
  std::wstring s = L"wide \u20ac \U0001F600";
  std::cout << "narrow " << 1 << std::endl;
  std::wcout << s << L" " << 42 << L" " << std::setprecision(3) << 2.5 << std::endl;
  printf("printf\n"); wprintf(L"wprintf %s\n", s.c_str());
  wcout << L"[" << setw(6) << L"\u20ac" << L"][" << left << setw(4) << L"ab" << L"][" << right << setfill(L'0') << setw(5) << 42 << L"]" << endl;
  wcout << hex << uppercase << showbase << 255 << dec << L' ' << fixed << setprecision(2) << 3.14159 << L' ' << true << L' ' << boolalpha << true << L"\n";
  wcout << Point{1, -2} << L'\n' << "narrow text " << 'c' << endl;
  std::wostringstream o; o << L"a" << 5 << L"\u20ac"; std::wcout << o.str() << L" " << o.str().size() << std::endl;
  const wchar_t pair[] = L"\U0001F600"; for (const wchar_t* unit = pair; *unit; ++unit) wcout << *unit; wcout << endl;
  wcout.width(3); wcout.fill(L'*'); wcout << 7 << endl;
  TCHAR name[8] = TEXT("t"); wcout << name << endl;
  wcerr << L"error" << endl; DWORD d = 5; wcout << d << L" " << (LONGLONG)-1 << endl;
  return 0; }
