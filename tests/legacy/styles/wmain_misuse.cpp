// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Microsoft's compiler lets wmain() end without `return`; here it would run into other code.
#include <windows.h>
#include <tchar.h>

#ifdef MISUSE_WMAIN
int wmain(int argc, wchar_t* argv[]) { Sleep(0); }
#elif defined(MISUSE_TMAIN) && defined(_UNICODE)
int _tmain(int argc, TCHAR* argv[]) { Sleep(0); }
#else
void wmain(int argc, const wchar_t* argv[]) { Sleep(0); }
#endif
