#pragma once

// The part of <windows.h> that programs using PDH see through it, for systems without Windows' own.

#include <stdarg.h>
#if __STDC_HOSTED__ // programs count on these coming along
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#endif
#include <winbase.h>
#include <windef.h>
#include <winerror.h>
#include <winreg.h>
#define PDH_SHIM_WINDOWS_TYPES // for sqltypes.h
#ifndef WIN32_LEAN_AND_MEAN
#include <winperf.h>
#endif
