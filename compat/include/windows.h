#pragma once

// The part of <windows.h> that programs using PDH see through it, for systems without Windows' own.

#include <winbase.h>
#include <windef.h>
#include <winerror.h>
