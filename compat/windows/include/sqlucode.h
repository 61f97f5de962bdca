// ODBC's header, with the types of <windows.h> if that was included before.
#pragma GCC system_header

#ifndef __SQLTYPES_H
#include <sqltypes.h>
#endif
#include_next <sqlucode.h>
