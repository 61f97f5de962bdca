// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The C++ library's own. With -fshort-wchar its compiled std::wstring, which has 32-bit characters, is not
// used: the compiler makes one of the program's.
#pragma GCC system_header

#include_next <bits/c++config.h>

#if __SIZEOF_WCHAR_T__ == 2
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
