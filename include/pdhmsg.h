// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/// @file
/// The status codes of PDH: what a function returns (PDH_STATUS), and what is wrong with one datum (CStatus).
///
/// The top two bits say how serious a code is: 0 success, 1 information, 2 warning (0x8...), 3 error
/// (0xC...).
///
/// As on Windows each constant is a DWORD while PDH_STATUS is a signed LONG of the same 32 bits. A comparison
/// compiles and holds as there:
///
///     if (PdhCollectQueryData(query) == PDH_NO_DATA) ...
///
/// and as there the compiler may remark on the signs (-Wsign-compare), and C++ refuses the constant as a
/// `case` of a PDH_STATUS. Convert the status, not the constant, in code that is to compile everywhere:
///
///     DWORD status = (DWORD)PdhCollectQueryData(query);
///     switch (status) { case PDH_NO_DATA: ... }
#ifndef _PDH_MSG_H_
#define _PDH_MSG_H_

#define PDH_SHIM_INSIDE_PDHMSG_H // for our <windows.h>
#include <windows.h>
#undef PDH_SHIM_INSIDE_PDHMSG_H

/// @name The severity of a code: its top two bits
/// @{
#define STATUS_SEVERITY_SUCCESS 0x0       ///< it worked
#define STATUS_SEVERITY_INFORMATIONAL 0x1 ///< it worked, with an information
#define STATUS_SEVERITY_WARNING 0x2       ///< it did not work, for an ordinary reason
#define STATUS_SEVERITY_ERROR 0x3         ///< it failed
/// @}

/// @name Tests of the severity
/// System error codes (ERROR_...) pass for successes here: compare those with ERROR_SUCCESS.
/// @{

/// TRUE for a success.
#define IsSuccessSeverity(status) (((DWORD)(status) >> 30) == STATUS_SEVERITY_SUCCESS ? TRUE : FALSE)
/// TRUE for an information.
#define IsInformationalSeverity(status)                                                                      \
    (((DWORD)(status) >> 30) == STATUS_SEVERITY_INFORMATIONAL ? TRUE : FALSE)
/// TRUE for a warning.
#define IsWarningSeverity(status) (((DWORD)(status) >> 30) == STATUS_SEVERITY_WARNING ? TRUE : FALSE)
/// TRUE for an error.
#define IsErrorSeverity(status) (((DWORD)(status) >> 30) == STATUS_SEVERITY_ERROR ? TRUE : FALSE)
/// @}

/// @defgroup pdhmsg_valid Valid data
/// The only two values of CStatus that come with usable data.
/// @{

/// The datum is valid and as it was when last read.
#define PDH_CSTATUS_VALID_DATA ((DWORD)0x00000000)
/// The datum is valid and has changed since it was last read.
#define PDH_CSTATUS_NEW_DATA ((DWORD)0x00000001)
/// @}

/// @defgroup pdhmsg_warnings Warnings
/// @{

/// The computer cannot be reached.
#define PDH_CSTATUS_NO_MACHINE ((DWORD)0x800007D0)
/// The instance does not exist now.
#define PDH_CSTATUS_NO_INSTANCE ((DWORD)0x800007D1)
/// The buffer is too small, or its size was asked for.
#define PDH_MORE_DATA ((DWORD)0x800007D2)
/// The counter was added but not collected yet.
#define PDH_CSTATUS_ITEM_NOT_VALIDATED ((DWORD)0x800007D3)
/// A browse callback asks to be called again.
#define PDH_RETRY ((DWORD)0x800007D4)
/// Nothing to collect, or nothing collected yet.
#define PDH_NO_DATA ((DWORD)0x800007D5)
/// Time or base went backwards: no value.
#define PDH_CALC_NEGATIVE_DENOMINATOR ((DWORD)0x800007D6)
/// The time base is zero or negative: no value.
#define PDH_CALC_NEGATIVE_TIMEBASE ((DWORD)0x800007D7)
/// The counter went backwards: no value.
#define PDH_CALC_NEGATIVE_VALUE ((DWORD)0x800007D8)
/// The user cancelled the dialog.
#define PDH_DIALOG_CANCELLED ((DWORD)0x800007D9)
/// The log ends here; collecting gives PDH_NO_MORE_DATA.
#define PDH_END_OF_LOG_FILE ((DWORD)0x800007DA)
/// The collecting thread did not finish in time.
#define PDH_ASYNC_QUERY_TIMEOUT ((DWORD)0x800007DB)
/// The default real-time source was to be changed after first use.
#define PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE ((DWORD)0x800007DC)
/// The files with the counters' names cannot be mapped.
#define PDH_UNABLE_MAP_NAME_FILES ((DWORD)0x80000BD5)
/// Some settings of a collection may not work.
#define PDH_PLA_VALIDATION_WARNING ((DWORD)0x80000BF3)
/// @}

/// @defgroup pdhmsg_errors Errors
/// @{

/// The computer has no object of this name.
#define PDH_CSTATUS_NO_OBJECT ((DWORD)0xC0000BB8)
/// The object has no counter of this name.
#define PDH_CSTATUS_NO_COUNTER ((DWORD)0xC0000BB9)
/// The datum is not valid; often: only one sample yet.
#define PDH_CSTATUS_INVALID_DATA ((DWORD)0xC0000BBA)
/// Out of memory.
#define PDH_MEMORY_ALLOCATION_FAILURE ((DWORD)0xC0000BBB)
/// Not a handle, a closed one, or one of another kind.
#define PDH_INVALID_HANDLE ((DWORD)0xC0000BBC)
/// An argument is missing or has an impossible value.
#define PDH_INVALID_ARGUMENT ((DWORD)0xC0000BBD)
/// There is no calculation for counters of this type.
#define PDH_FUNCTION_NOT_FOUND ((DWORD)0xC0000BBE)
/// The path is empty or names no counter.
#define PDH_CSTATUS_NO_COUNTERNAME ((DWORD)0xC0000BBF)
/// The path cannot be parsed.
#define PDH_CSTATUS_BAD_COUNTERNAME ((DWORD)0xC0000BC0)
/// The buffer is not valid.
#define PDH_INVALID_BUFFER ((DWORD)0xC0000BC1)
/// The buffer is too small (Visual Basic functions).
#define PDH_INSUFFICIENT_BUFFER ((DWORD)0xC0000BC2)
/// No connection to the computer.
#define PDH_CANNOT_CONNECT_MACHINE ((DWORD)0xC0000BC3)
/// The path is not valid here.
#define PDH_INVALID_PATH ((DWORD)0xC0000BC4)
/// The instance name cannot be parsed.
#define PDH_INVALID_INSTANCE ((DWORD)0xC0000BC5)
/// No valid data for this counter; its CStatus says why.
#define PDH_INVALID_DATA ((DWORD)0xC0000BC6)
/// The dialog was given no data block.
#define PDH_NO_DIALOG_DATA ((DWORD)0xC0000BC7)
/// The names of objects and counters cannot be read.
#define PDH_CANNOT_READ_NAME_STRINGS ((DWORD)0xC0000BC8)
/// The log file cannot be created.
#define PDH_LOG_FILE_CREATE_ERROR ((DWORD)0xC0000BC9)
/// The log file cannot be opened.
#define PDH_LOG_FILE_OPEN_ERROR ((DWORD)0xC0000BCA)
/// There is no such type of log file.
#define PDH_LOG_TYPE_NOT_FOUND ((DWORD)0xC0000BCB)
/// The log, or the chosen part of it, is at its end.
#define PDH_NO_MORE_DATA ((DWORD)0xC0000BCC)
/// The log has no such counter.
#define PDH_ENTRY_NOT_IN_LOG_FILE ((DWORD)0xC0000BCD)
/// Not possible on a log.
#define PDH_DATA_SOURCE_IS_LOG_FILE ((DWORD)0xC0000BCE)
/// Only possible on a log.
#define PDH_DATA_SOURCE_IS_REAL_TIME ((DWORD)0xC0000BCF)
/// The head of the log cannot be read.
#define PDH_UNABLE_READ_LOG_HEADER ((DWORD)0xC0000BD0)
/// There is no such file.
#define PDH_FILE_NOT_FOUND ((DWORD)0xC0000BD1)
/// The file exists and was not to.
#define PDH_FILE_ALREADY_EXISTS ((DWORD)0xC0000BD2)
/// The function does nothing here.
#define PDH_NOT_IMPLEMENTED ((DWORD)0xC0000BD3)
/// No object or counter has this name.
#define PDH_STRING_NOT_FOUND ((DWORD)0xC0000BD4)
/// The format of the log is not known.
#define PDH_UNKNOWN_LOG_FORMAT ((DWORD)0xC0000BD6)
/// The log service does not know the command.
#define PDH_UNKNOWN_LOGSVC_COMMAND ((DWORD)0xC0000BD7)
/// The log service does not know the query.
#define PDH_LOGSVC_QUERY_NOT_FOUND ((DWORD)0xC0000BD8)
/// The log service cannot be reached.
#define PDH_LOGSVC_NOT_OPENED ((DWORD)0xC0000BD9)
/// Windows Management Instrumentation reported an error.
#define PDH_WBEM_ERROR ((DWORD)0xC0000BDA)
/// The caller may not do this.
#define PDH_ACCESS_DENIED ((DWORD)0xC0000BDB)
/// The size limit of the log does not hold one sample.
#define PDH_LOG_FILE_TOO_SMALL ((DWORD)0xC0000BDC)
/// The ODBC data source is not valid.
#define PDH_INVALID_DATASOURCE ((DWORD)0xC0000BDD)
/// The database lacks the tables of a log.
#define PDH_INVALID_SQLDB ((DWORD)0xC0000BDE)
/// The query has no counters.
#define PDH_NO_COUNTERS ((DWORD)0xC0000BDF)
/// ODBC: no statement handle.
#define PDH_SQL_ALLOC_FAILED ((DWORD)0xC0000BE0)
/// ODBC: no connection handle.
#define PDH_SQL_ALLOCCON_FAILED ((DWORD)0xC0000BE1)
/// ODBC: a statement failed.
#define PDH_SQL_EXEC_DIRECT_FAILED ((DWORD)0xC0000BE2)
/// ODBC: a row could not be fetched.
#define PDH_SQL_FETCH_FAILED ((DWORD)0xC0000BE3)
/// ODBC: the number of rows could not be read.
#define PDH_SQL_ROWCOUNT_FAILED ((DWORD)0xC0000BE4)
/// ODBC: the next result could not be read.
#define PDH_SQL_MORE_RESULTS_FAILED ((DWORD)0xC0000BE5)
/// ODBC: no connection to the database.
#define PDH_SQL_CONNECT_FAILED ((DWORD)0xC0000BE6)
/// ODBC: a column could not be bound.
#define PDH_SQL_BIND_FAILED ((DWORD)0xC0000BE7)
/// No connection to the management server.
#define PDH_CANNOT_CONNECT_WMI_SERVER ((DWORD)0xC0000BE8)
/// The collection runs already.
#define PDH_PLA_COLLECTION_ALREADY_RUNNING ((DWORD)0xC0000BE9)
/// The collection would start after its end.
#define PDH_PLA_ERROR_SCHEDULE_OVERLAP ((DWORD)0xC0000BEA)
/// There is no such collection.
#define PDH_PLA_COLLECTION_NOT_FOUND ((DWORD)0xC0000BEB)
/// The schedule of the collection has passed.
#define PDH_PLA_ERROR_SCHEDULE_ELAPSED ((DWORD)0xC0000BEC)
/// The collection did not start.
#define PDH_PLA_ERROR_NOSTART ((DWORD)0xC0000BED)
/// The collection exists already.
#define PDH_PLA_ERROR_ALREADY_EXISTS ((DWORD)0xC0000BEE)
/// The settings are of another type of collection.
#define PDH_PLA_ERROR_TYPE_MISMATCH ((DWORD)0xC0000BEF)
/// The output path of the collection is not valid.
#define PDH_PLA_ERROR_FILEPATH ((DWORD)0xC0000BF0)
/// The logging service cannot be reached.
#define PDH_PLA_SERVICE_ERROR ((DWORD)0xC0000BF1)
/// The settings of the collection are not valid.
#define PDH_PLA_VALIDATION_ERROR ((DWORD)0xC0000BF2)
/// The name of the collection is too long.
#define PDH_PLA_ERROR_NAME_TOO_LONG ((DWORD)0xC0000BF4)
/// A SQL log has to be named SQL:DSN!LOGSET.
#define PDH_INVALID_SQL_LOG_FORMAT ((DWORD)0xC0000BF5)
/// The query has this counter already.
#define PDH_COUNTER_ALREADY_IN_QUERY ((DWORD)0xC0000BF6)
/// The binary log is damaged.
#define PDH_BINARY_LOG_CORRUPT ((DWORD)0xC0000BF7)
/// The log has too few samples.
#define PDH_LOG_SAMPLE_TOO_SMALL ((DWORD)0xC0000BF8)
/// The computer runs a later system.
#define PDH_OS_LATER_VERSION ((DWORD)0xC0000BF9)
/// The computer runs an earlier system.
#define PDH_OS_EARLIER_VERSION ((DWORD)0xC0000BFA)
/// Data to append is older than the log.
#define PDH_INCORRECT_APPEND_TIME ((DWORD)0xC0000BFB)
/// Data to append has other counters than the log.
#define PDH_UNMATCHED_APPEND_COUNTER ((DWORD)0xC0000BFC)
/// ODBC: the table of counters could not be changed.
#define PDH_SQL_ALTER_DETAIL_FAILED ((DWORD)0xC0000BFD)
/// The data did not arrive in time.
#define PDH_QUERY_PERF_DATA_TIMEOUT ((DWORD)0xC0000BFE)
/// @}

#endif
