// Crashes, which fails a test at once: nobody is asked about it, and no debugger ends it with status 0.
#include <windows.h>

int main(void) {
    RaiseException(EXCEPTION_ACCESS_VIOLATION, EXCEPTION_NONCONTINUABLE, 0, NULL);
    return 0;
}
