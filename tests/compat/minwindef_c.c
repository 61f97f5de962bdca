/* min and max in C, for minwindef_test.cpp. */
#include <windows.h>

DWORD smaller_in_c(DWORD a, DWORD b);

DWORD smaller_in_c(DWORD a, DWORD b) {
    return min(a, b) + __max(a, b);
}
