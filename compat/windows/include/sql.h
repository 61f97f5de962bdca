// ODBC's header, with the types of <windows.h> if that was included before.
#pragma GCC system_header

#include <sqltypes.h>

#include_next <sql.h>
