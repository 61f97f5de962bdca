// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include <windows.h>
#include <iostream>
#include <string>
#include <iomanip>
#include <sstream>
int wmain(int argc, wchar_t* argv[]) {
  std::wstring s = L"wide \u20ac";
  std::cout << "narrow " << 1 << std::endl;
  std::wcout << s << L" " << 42 << L" " << std::setprecision(3) << 2.5 << std::endl;
  printf("printf\n"); wprintf(L"wprintf %s\n", s.c_str());
  std::wcout << L"end" << L'\n'; std::cout << "x\n";
  std::wostringstream o; o << L"a" << 5; std::wcout << o.str() << std::endl;
  return 0; }
