// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/// @file
/// The Performance Data Helper interface: queries, counters, their values, paths, names and logs.
///
/// @section pdh_use Use
/// Open a query, add counters to it, collect, read values, close:
/// @code
///     PDH_HQUERY query;
///     PDH_HCOUNTER counter;
///     PDH_FMT_COUNTERVALUE value;
///     PdhOpenQuery(NULL, 0, &query);
///     PdhAddEnglishCounter(query, TEXT("\\Processor(_Total)\\% Processor Time"), 0, &counter);
///     PdhCollectQueryData(query);
///     Sleep(1000); // most counters compare two samples
///     PdhCollectQueryData(query);
///     if (PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value) == ERROR_SUCCESS)
///         printf("%.1f %%\n", value.doubleValue);
///     PdhCloseQuery(query);
/// @endcode
///
/// @section pdh_status Statuses
/// Functions return ERROR_SUCCESS, a code of pdhmsg.h, or a system error code (ERROR_...). The returned
/// status is about the call; the `CStatus` member of a result is about the datum, and only
/// PDH_CSTATUS_VALID_DATA and PDH_CSTATUS_NEW_DATA come with one. A call that fails leaves its outputs as
/// they were, but for required sizes and where its description says otherwise. Beside the statuses listed any
/// function may return PDH_MEMORY_ALLOCATION_FAILURE, one that is given a szDataSource what PdhOpenQuery()
/// returns for it, and PDH_NOT_IMPLEMENTED is the answer to what this version of the library cannot do.
///
/// @section pdh_handles Handles
/// Queries, counters and data sources (logs) have handles of three kinds. NULL, a closed handle, one of
/// another kind and any other value return PDH_INVALID_HANDLE. Where a function takes a data source,
/// H_REALTIME_DATASOURCE (NULL) and H_WBEM_DATASOURCE mean the running computer; where it takes a log, they
/// and other handles of the running computer are invalid.
///
/// @section pdh_buffers Buffers
/// Functions that fill a caller's buffer take a pointer to its size, and set it to the size needed or used:
/// - `*size` is 0, the buffer NULL or not: PDH_MORE_DATA, `*size` is what is needed;
/// - the buffer is too small: PDH_MORE_DATA, `*size` is what is needed, though Windows does not promise that;
/// - `*size` is not 0, the buffer is NULL: PDH_INVALID_ARGUMENT;
/// - `size` is NULL: PDH_INVALID_ARGUMENT;
/// - it fits: ERROR_SUCCESS, `*size` is what was used.
///
/// What is measured can grow between two calls, so ask in a loop. Sizes are in characters of the function's
/// text for names, paths and lists, terminators included, and in bytes for structures. Structures carry their
/// texts in the same buffer, after the fixed part. A *list* is a multi-string: each text ends with a NUL and
/// one more NUL ends the list; an empty list is two NULs.
///
/// @section pdh_paths Paths
/// `\\computer\object(parent/instance#index)\counter`; computer, parent, instance and index are optional,
/// index counts instances of one name from 0; `#0` is not written. An object that can have several instances
/// needs one in the path; for others `(*)` means the object. `*` matches any parent, instance, index or
/// counter. Names match in any case. `.`, `localhost` and its addresses mean this computer too.
///
/// @section pdh_text Text
/// `...A` functions take 8-bit text: the ANSI code page on Windows, UTF-8 elsewhere. Text that is ill-formed
/// returns PDH_INVALID_ARGUMENT. `...W` functions take text of WCHAR, which is:
/// - on Windows and with -fshort-wchar, 16-bit wchar_t in UTF-16;
/// - elsewhere, the system's 32-bit wchar_t. Foreign-function callers expect UTF-16 behind the names of
///   Windows' DLL and find it there on every system; so here each declaration of a function with wide text
///   renames its symbol to one with the suffix `_wchar32`. Source code does not notice;
/// - elsewhere, if PDH_SHIM_UTF16 is defined before the first include of this header or <windows.h>, char16_t
///   in UTF-16: `PdhAddCounterW(query, u"\\System\\Threads", 0, &counter)`.
///
/// Names without suffix (`PdhAddCounter`) are macros: for the W name if UNICODE is defined, else for A.
///
/// @section pdh_times Times
/// Time stamps are FILETIMEs, 100-nanosecond intervals since 1601, and in **local** time.
///
/// @section pdh_threads Threads
/// Any function may be called from any thread, also while another collects. The Visual Basic functions share
/// one session in the process and are to be called from one thread at a time.
#ifndef _PDH_H_
#define _PDH_H_

#define PDH_SHIM_INSIDE_PDH_H // for our <windows.h>
#include <pdhmsg.h>
#include <windows.h>
#include <winperf.h>
#undef PDH_SHIM_INSIDE_PDH_H

/// @cond internal
#ifdef PDH_SHIM_WCHAR32
#define PDH_SHIM_SYMBOL_(prefix, name) #prefix #name "_wchar32"
#define PDH_SHIM_SYMBOL(prefix, name) PDH_SHIM_SYMBOL_(prefix, name)
// Ends the declaration of a function with wide text: names the symbol that takes this WCHAR.
#define PDH_SHIM_WIDE(name) __asm__(PDH_SHIM_SYMBOL(__USER_LABEL_PREFIX__, name))
#define PDH_SHIM_WCHAR_SIZE 4
#else
#define PDH_SHIM_WIDE(name)
#define PDH_SHIM_WCHAR_SIZE 2
#endif

#ifdef __cplusplus
static_assert(
    sizeof(WCHAR) == PDH_SHIM_WCHAR_SIZE, "define PDH_SHIM_UTF16 before the first include of windows.h");
#else
_Static_assert(
    sizeof(WCHAR) == PDH_SHIM_WCHAR_SIZE, "define PDH_SHIM_UTF16 before the first include of windows.h");
#endif
#undef PDH_SHIM_WCHAR_SIZE

// Gives a 64-bit member the alignment it has on Windows, on 32-bit x86 too.
#ifdef __GNUC__
#define PDH_SHIM_ALIGN8 __attribute__((aligned(8)))
#else
#define PDH_SHIM_ALIGN8
#endif
/// @endcond

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && (defined(__ELF__) || !defined(_WIN32))
#pragma GCC visibility push(default)
#endif

#ifdef __clang__ // which remarks on Windows' nameless structures in C++ whatever is done about it
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnested-anon-types"
#endif

/// @defgroup pdh_types Types
/// @{

/// What a function returns: ERROR_SUCCESS, a code of pdhmsg.h or a system error code.
typedef LONG PDH_STATUS;
/// Begins the declaration of a function that returns a status.
#define PDH_FUNCTION PDH_STATUS WINAPI

typedef HANDLE PDH_HCOUNTER; ///< a counter in a query
typedef HANDLE PDH_HQUERY;   ///< a query
typedef HANDLE PDH_HLOG;     ///< a log, or another data source

typedef PDH_HCOUNTER HCOUNTER; ///< older name
typedef PDH_HQUERY HQUERY;     ///< older name
#ifndef _LMHLOGDEFINED_        // another header's HLOG
typedef PDH_HLOG HLOG;         ///< older name
#endif

#define H_REALTIME_DATASOURCE NULL             ///< data source: this computer, now
#define H_WBEM_DATASOURCE INVALID_HANDLE_VALUE ///< data source: this computer, now, by its management service

/// @name Values of PdhGetDllVersion
/// @{
#define PDH_CVERSION_WIN40 ((DWORD)0x00000400) ///< of Windows NT 4.0
#define PDH_CVERSION_WIN50 ((DWORD)0x00000500) ///< of Windows 2000
#define PDH_VERSION ((DWORD)0x00000503)        ///< of Windows XP and later
/// @}

/// @name Longest texts, in characters with their NUL
/// @{
#define MAX_COUNTER_PATH 256         ///< obsolete: of a path, before Windows 2000
#define PDH_MAX_COUNTER_NAME 1024    ///< of an object's or counter's name
#define PDH_MAX_INSTANCE_NAME 1024   ///< of an instance's name
#define PDH_MAX_COUNTER_PATH 2048    ///< of a path
#define PDH_MAX_DATASOURCE_PATH 1024 ///< of the name of a log or ODBC data source
/// @}

/// @name Detail levels beside those of winperf.h
/// @{
#define PERF_DETAIL_COSTLY ((DWORD)0x00010000)   ///< add to a level: objects that are costly to collect too
#define PERF_DETAIL_STANDARD ((DWORD)0x0000FFFF) ///< all levels
/// @}

/// One raw sample of a counter. What the two values are depends on the counter's type (winperf.h).
typedef struct _PDH_RAW_COUNTER {
    DWORD CStatus;                        ///< whether the sample is valid; see pdhmsg.h
    FILETIME TimeStamp;                   ///< when it was taken, local time
    LONGLONG FirstValue PDH_SHIM_ALIGN8;  ///< the value
    LONGLONG SecondValue PDH_SHIM_ALIGN8; ///< the clock in ticks, or the base; 0 if the type has neither
    DWORD MultiCount;                     ///< how many things a multi-timer sums; 1 for other types
} PDH_RAW_COUNTER, *PPDH_RAW_COUNTER;

/// One instance of PdhGetRawCounterArrayA.
typedef struct _PDH_RAW_COUNTER_ITEM_A {
    LPSTR szName;             ///< instance name, in the same buffer
    PDH_RAW_COUNTER RawValue; ///< its sample
} PDH_RAW_COUNTER_ITEM_A, *PPDH_RAW_COUNTER_ITEM_A;

/// One instance of PdhGetRawCounterArrayW.
typedef struct _PDH_RAW_COUNTER_ITEM_W {
    LPWSTR szName;            ///< instance name, in the same buffer
    PDH_RAW_COUNTER RawValue; ///< its sample
} PDH_RAW_COUNTER_ITEM_W, *PPDH_RAW_COUNTER_ITEM_W;

/// A calculated value, in the format asked for.
typedef struct _PDH_FMT_COUNTERVALUE {
    DWORD CStatus; ///< whether there is a value; see pdhmsg.h
    union {
        LONG longValue;                      ///< PDH_FMT_LONG
        double doubleValue PDH_SHIM_ALIGN8;  ///< PDH_FMT_DOUBLE
        LONGLONG largeValue PDH_SHIM_ALIGN8; ///< PDH_FMT_LARGE
        LPCSTR AnsiStringValue;              ///< not used
        LPCWSTR WideStringValue;             ///< not used
    };
} PDH_FMT_COUNTERVALUE, *PPDH_FMT_COUNTERVALUE;

/// One instance of PdhGetFormattedCounterArrayA.
typedef struct _PDH_FMT_COUNTERVALUE_ITEM_A {
    LPSTR szName;                  ///< instance name, in the same buffer
    PDH_FMT_COUNTERVALUE FmtValue; ///< its value
} PDH_FMT_COUNTERVALUE_ITEM_A, *PPDH_FMT_COUNTERVALUE_ITEM_A;

/// One instance of PdhGetFormattedCounterArrayW.
typedef struct _PDH_FMT_COUNTERVALUE_ITEM_W {
    LPWSTR szName;                 ///< instance name, in the same buffer
    PDH_FMT_COUNTERVALUE FmtValue; ///< its value
} PDH_FMT_COUNTERVALUE_ITEM_W, *PPDH_FMT_COUNTERVALUE_ITEM_W;

/// Result of PdhComputeCounterStatistics.
typedef struct _PDH_STATISTICS {
    DWORD dwFormat;            ///< format of the values, as given
    DWORD count;               ///< number of values in the statistics
    PDH_FMT_COUNTERVALUE min;  ///< smallest value
    PDH_FMT_COUNTERVALUE max;  ///< largest value
    PDH_FMT_COUNTERVALUE mean; ///< average
} PDH_STATISTICS, *PPDH_STATISTICS;

/// The parts of a counter path, 8-bit text.
typedef struct _PDH_COUNTER_PATH_ELEMENTS_A {
    LPSTR szMachineName;    ///< computer, or NULL
    LPSTR szObjectName;     ///< object
    LPSTR szInstanceName;   ///< instance, or NULL
    LPSTR szParentInstance; ///< parent of the instance, or NULL
    DWORD dwInstanceIndex;  ///< which of the instances of this name, from 0
    LPSTR szCounterName;    ///< counter
} PDH_COUNTER_PATH_ELEMENTS_A, *PPDH_COUNTER_PATH_ELEMENTS_A;

/// The parts of a counter path, wide text.
typedef struct _PDH_COUNTER_PATH_ELEMENTS_W {
    LPWSTR szMachineName;    ///< computer, or NULL
    LPWSTR szObjectName;     ///< object
    LPWSTR szInstanceName;   ///< instance, or NULL
    LPWSTR szParentInstance; ///< parent of the instance, or NULL
    DWORD dwInstanceIndex;   ///< which of the instances of this name, from 0
    LPWSTR szCounterName;    ///< counter
} PDH_COUNTER_PATH_ELEMENTS_W, *PPDH_COUNTER_PATH_ELEMENTS_W;

/// The parts of a data item, 8-bit text. Kept for its layout; PDH does not use it.
typedef struct _PDH_DATA_ITEM_PATH_ELEMENTS_A {
    LPSTR szMachineName;  ///< computer
    GUID ObjectGUID;      ///< object
    DWORD dwItemId;       ///< item of the object
    LPSTR szInstanceName; ///< instance
} PDH_DATA_ITEM_PATH_ELEMENTS_A, *PPDH_DATA_ITEM_PATH_ELEMENTS_A;

/// The parts of a data item, wide text. Kept for its layout; PDH does not use it.
typedef struct _PDH_DATA_ITEM_PATH_ELEMENTS_W {
    LPWSTR szMachineName;  ///< computer
    GUID ObjectGUID;       ///< object
    DWORD dwItemId;        ///< item of the object
    LPWSTR szInstanceName; ///< instance
} PDH_DATA_ITEM_PATH_ELEMENTS_W, *PPDH_DATA_ITEM_PATH_ELEMENTS_W;

/// The properties of a counter, from PdhGetCounterInfoA.
typedef struct _PDH_COUNTER_INFO_A {
    DWORD dwLength;            ///< bytes of this structure with its texts
    DWORD dwType;              ///< counter type; see winperf.h
    DWORD CVersion;            ///< not used
    DWORD CStatus;             ///< whether the latest sample is valid
    LONG lScale;               ///< power of ten in force, -7 to 7; 0 until PdhSetCounterScaleFactor
    LONG lDefaultScale;        ///< power of ten that the provider suggests
    DWORD_PTR dwUserData;      ///< what PdhAddCounter was given
    DWORD_PTR dwQueryUserData; ///< what PdhOpenQuery was given
    LPSTR szFullPath;          ///< full path, with the computer
    union {
        PDH_DATA_ITEM_PATH_ELEMENTS_A DataItemPath; ///< not used
        PDH_COUNTER_PATH_ELEMENTS_A CounterPath;    ///< parts of the path
        __extension__ struct {
            LPSTR szMachineName;    ///< computer, or NULL if the path has none
            LPSTR szObjectName;     ///< object
            LPSTR szInstanceName;   ///< instance, or NULL
            LPSTR szParentInstance; ///< parent of the instance, or NULL
            DWORD dwInstanceIndex;  ///< which of the instances of this name, from 0
            LPSTR szCounterName;    ///< counter
        };
    };
    LPSTR szExplainText; ///< explanation, or NULL if not asked for or from a log
    DWORD DataBuffer[1]; ///< the texts
} PDH_COUNTER_INFO_A, *PPDH_COUNTER_INFO_A;

/// The properties of a counter, from PdhGetCounterInfoW.
typedef struct _PDH_COUNTER_INFO_W {
    DWORD dwLength;            ///< bytes of this structure with its texts
    DWORD dwType;              ///< counter type; see winperf.h
    DWORD CVersion;            ///< not used
    DWORD CStatus;             ///< whether the latest sample is valid
    LONG lScale;               ///< power of ten in force, -7 to 7; 0 until PdhSetCounterScaleFactor
    LONG lDefaultScale;        ///< power of ten that the provider suggests
    DWORD_PTR dwUserData;      ///< what PdhAddCounter was given
    DWORD_PTR dwQueryUserData; ///< what PdhOpenQuery was given
    LPWSTR szFullPath;         ///< full path, with the computer
    union {
        PDH_DATA_ITEM_PATH_ELEMENTS_W DataItemPath; ///< not used
        PDH_COUNTER_PATH_ELEMENTS_W CounterPath;    ///< parts of the path
        __extension__ struct {
            LPWSTR szMachineName;    ///< computer, or NULL if the path has none
            LPWSTR szObjectName;     ///< object
            LPWSTR szInstanceName;   ///< instance, or NULL
            LPWSTR szParentInstance; ///< parent of the instance, or NULL
            DWORD dwInstanceIndex;   ///< which of the instances of this name, from 0
            LPWSTR szCounterName;    ///< counter
        };
    };
    LPWSTR szExplainText; ///< explanation, or NULL if not asked for or from a log
    DWORD DataBuffer[1];  ///< the texts
} PDH_COUNTER_INFO_W, *PPDH_COUNTER_INFO_W;

/// A stretch of time in a log. Times are local, in 100-nanosecond intervals since 1601.
typedef struct _PDH_TIME_INFO {
    LONGLONG StartTime PDH_SHIM_ALIGN8; ///< first time, included
    LONGLONG EndTime PDH_SHIM_ALIGN8;   ///< last time, included
    DWORD SampleCount;                  ///< out: number of samples; in: ignored
} PDH_TIME_INFO, *PPDH_TIME_INFO;

#define MAX_TIME_VALUE ((LONGLONG)0x7FFFFFFFFFFFFFFF) ///< EndTime: up to the end
#define MIN_TIME_VALUE ((LONGLONG)0)                  ///< StartTime: from the beginning

/// Result of PdhReadRawLogRecord.
typedef struct _PDH_RAW_LOG_RECORD {
    DWORD dwStructureSize; ///< bytes of this structure with all of RawBytes
    DWORD dwRecordType;    ///< format of the record: PDH_LOG_TYPE_...
    DWORD dwItems;         ///< bytes of RawBytes
    UCHAR RawBytes[1];     ///< the record as it is in the log; a text record has its NUL
} PDH_RAW_LOG_RECORD, *PPDH_RAW_LOG_RECORD;

/// A log service query, 8-bit text. Kept for its layout; no function takes it.
typedef struct _PDH_LOG_SERVICE_QUERY_INFO_A {
    DWORD dwSize;           ///< bytes of this structure
    DWORD dwFlags;          ///< PDH_LOG_...
    DWORD dwLogQuota;       ///< size limit
    LPSTR szLogFileCaption; ///< caption of the log
    LPSTR szDefaultDir;     ///< directory of the log
    LPSTR szBaseFileName;   ///< file name without suffix
    DWORD dwFileType;       ///< PDH_LOG_TYPE_...
    DWORD dwReserved;       ///< 0
    union {
        __extension__ struct {
            DWORD PdlAutoNameInterval; ///< time between new files
            DWORD PdlAutoNameUnits;    ///< unit of that time
            LPSTR PdlCommandFilename;  ///< what to run when a file is closed
            LPSTR PdlCounterList;      ///< counter paths, a list
            DWORD PdlAutoNameFormat;   ///< how files are named
            DWORD PdlSampleInterval;   ///< time between samples
            FILETIME PdlLogStartTime;  ///< when to start
            FILETIME PdlLogEndTime;    ///< when to stop
        };
        __extension__ struct {
            DWORD TlNumberOfBuffers; ///< trace: buffers in use
            DWORD TlMinimumBuffers;  ///< trace: fewest buffers
            DWORD TlMaximumBuffers;  ///< trace: most buffers
            DWORD TlFreeBuffers;     ///< trace: buffers not in use
            DWORD TlBufferSize;      ///< trace: size of a buffer
            DWORD TlEventsLost;      ///< trace: events lost
            DWORD TlLoggerThreadId;  ///< trace: thread
            DWORD TlBuffersWritten;  ///< trace: buffers written
            DWORD TlLogHandle;       ///< trace: handle
            LPSTR TlLogFileName;     ///< trace: file
        };
    };
} PDH_LOG_SERVICE_QUERY_INFO_A, *PPDH_LOG_SERVICE_QUERY_INFO_A;

/// A log service query, wide text. Kept for its layout; no function takes it.
typedef struct _PDH_LOG_SERVICE_QUERY_INFO_W {
    DWORD dwSize;            ///< bytes of this structure
    DWORD dwFlags;           ///< PDH_LOG_...
    DWORD dwLogQuota;        ///< size limit
    LPWSTR szLogFileCaption; ///< caption of the log
    LPWSTR szDefaultDir;     ///< directory of the log
    LPWSTR szBaseFileName;   ///< file name without suffix
    DWORD dwFileType;        ///< PDH_LOG_TYPE_...
    DWORD dwReserved;        ///< 0
    union {
        __extension__ struct {
            DWORD PdlAutoNameInterval; ///< time between new files
            DWORD PdlAutoNameUnits;    ///< unit of that time
            LPWSTR PdlCommandFilename; ///< what to run when a file is closed
            LPWSTR PdlCounterList;     ///< counter paths, a list
            DWORD PdlAutoNameFormat;   ///< how files are named
            DWORD PdlSampleInterval;   ///< time between samples
            FILETIME PdlLogStartTime;  ///< when to start
            FILETIME PdlLogEndTime;    ///< when to stop
        };
        __extension__ struct {
            DWORD TlNumberOfBuffers; ///< trace: buffers in use
            DWORD TlMinimumBuffers;  ///< trace: fewest buffers
            DWORD TlMaximumBuffers;  ///< trace: most buffers
            DWORD TlFreeBuffers;     ///< trace: buffers not in use
            DWORD TlBufferSize;      ///< trace: size of a buffer
            DWORD TlEventsLost;      ///< trace: events lost
            DWORD TlLoggerThreadId;  ///< trace: thread
            DWORD TlBuffersWritten;  ///< trace: buffers written
            DWORD TlLogHandle;       ///< trace: handle
            LPWSTR TlLogFileName;    ///< trace: file
        };
    };
} PDH_LOG_SERVICE_QUERY_INFO_W, *PPDH_LOG_SERVICE_QUERY_INFO_W;

/// Called by the browse dialog each time the user presses Add.
/// The chosen paths are in the configuration's szReturnPathBuffer. If its CallBackStatus is PDH_MORE_DATA
/// they did not fit: enlarge the buffer and cchReturnPathLength and return PDH_RETRY to be called again.
/// @return ERROR_SUCCESS to go on, PDH_RETRY to have the buffer filled again; another status ends the dialog
/// and is what PdhBrowseCounters returns
typedef PDH_STATUS(CALLBACK* CounterPathCallBack)(DWORD_PTR dwCallBackArg);

/// What the browse dialog shows and where it puts the result; 8-bit text, data source by name.
typedef struct _BrowseDlgConfig_A {
    DWORD bIncludeInstanceIndex : 1;    ///< result paths have `#index`
    DWORD bSingleCounterPerAdd : 1;     ///< one counter for each press of Add
    DWORD bSingleCounterPerDialog : 1;  ///< one counter, then the dialog ends
    DWORD bLocalCountersOnly : 1;       ///< this computer only; paths have no computer
    DWORD bWildCardInstances : 1;       ///< all instances give one path with `*`
    DWORD bHideDetailBox : 1;           ///< no choice of the detail level
    DWORD bInitializePath : 1;          ///< start with the path in szReturnPathBuffer
    DWORD bDisableMachineSelection : 1; ///< no choice of the computer
    DWORD bIncludeCostlyObjects : 1;    ///< costly objects too
    DWORD bShowObjectBrowser : 1;       ///< choose objects: `\object(*)\*` or `\object\*`
    DWORD bReserved : 22;               ///< 0
    HWND hWndOwner;                     ///< parent window, or NULL
    LPSTR szDataSource;                 ///< log file, or NULL for the running computer
    LPSTR szReturnPathBuffer;           ///< where the paths go; a list if there can be several
    DWORD cchReturnPathLength;          ///< characters of szReturnPathBuffer
    CounterPathCallBack pCallBack;      ///< called on Add, or NULL
    DWORD_PTR dwCallBackArg;            ///< its argument
    PDH_STATUS CallBackStatus;          ///< for the callback: ERROR_SUCCESS, or PDH_MORE_DATA
    DWORD dwDefaultDetailLevel;         ///< first detail level: PERF_DETAIL_...
    LPSTR szDialogBoxCaption;           ///< title of the dialog
} PDH_BROWSE_DLG_CONFIG_A, *PPDH_BROWSE_DLG_CONFIG_A;

/// As PDH_BROWSE_DLG_CONFIG_A with wide text.
typedef struct _BrowseDlgConfig_W {
    DWORD bIncludeInstanceIndex : 1;    ///< result paths have `#index`
    DWORD bSingleCounterPerAdd : 1;     ///< one counter for each press of Add
    DWORD bSingleCounterPerDialog : 1;  ///< one counter, then the dialog ends
    DWORD bLocalCountersOnly : 1;       ///< this computer only; paths have no computer
    DWORD bWildCardInstances : 1;       ///< all instances give one path with `*`
    DWORD bHideDetailBox : 1;           ///< no choice of the detail level
    DWORD bInitializePath : 1;          ///< start with the path in szReturnPathBuffer
    DWORD bDisableMachineSelection : 1; ///< no choice of the computer
    DWORD bIncludeCostlyObjects : 1;    ///< costly objects too
    DWORD bShowObjectBrowser : 1;       ///< choose objects: `\object(*)\*` or `\object\*`
    DWORD bReserved : 22;               ///< 0
    HWND hWndOwner;                     ///< parent window, or NULL
    LPWSTR szDataSource;                ///< log file, or NULL for the running computer
    LPWSTR szReturnPathBuffer;          ///< where the paths go; a list if there can be several
    DWORD cchReturnPathLength;          ///< characters of szReturnPathBuffer
    CounterPathCallBack pCallBack;      ///< called on Add, or NULL
    DWORD_PTR dwCallBackArg;            ///< its argument
    PDH_STATUS CallBackStatus;          ///< for the callback: ERROR_SUCCESS, or PDH_MORE_DATA
    DWORD dwDefaultDetailLevel;         ///< first detail level: PERF_DETAIL_...
    LPWSTR szDialogBoxCaption;          ///< title of the dialog
} PDH_BROWSE_DLG_CONFIG_W, *PPDH_BROWSE_DLG_CONFIG_W;

/// As PDH_BROWSE_DLG_CONFIG_A with the handle of a data source.
typedef struct _BrowseDlgConfig_HA {
    DWORD bIncludeInstanceIndex : 1;    ///< result paths have `#index`
    DWORD bSingleCounterPerAdd : 1;     ///< one counter for each press of Add
    DWORD bSingleCounterPerDialog : 1;  ///< one counter, then the dialog ends
    DWORD bLocalCountersOnly : 1;       ///< this computer only; paths have no computer
    DWORD bWildCardInstances : 1;       ///< all instances give one path with `*`
    DWORD bHideDetailBox : 1;           ///< no choice of the detail level
    DWORD bInitializePath : 1;          ///< start with the path in szReturnPathBuffer
    DWORD bDisableMachineSelection : 1; ///< no choice of the computer
    DWORD bIncludeCostlyObjects : 1;    ///< costly objects too
    DWORD bShowObjectBrowser : 1;       ///< choose objects: `\object(*)\*` or `\object\*`
    DWORD bReserved : 22;               ///< 0
    HWND hWndOwner;                     ///< parent window, or NULL
    PDH_HLOG hDataSource;               ///< data source
    LPSTR szReturnPathBuffer;           ///< where the paths go; a list if there can be several
    DWORD cchReturnPathLength;          ///< characters of szReturnPathBuffer
    CounterPathCallBack pCallBack;      ///< called on Add, or NULL
    DWORD_PTR dwCallBackArg;            ///< its argument
    PDH_STATUS CallBackStatus;          ///< for the callback: ERROR_SUCCESS, or PDH_MORE_DATA
    DWORD dwDefaultDetailLevel;         ///< first detail level: PERF_DETAIL_...
    LPSTR szDialogBoxCaption;           ///< title of the dialog
} PDH_BROWSE_DLG_CONFIG_HA, *PPDH_BROWSE_DLG_CONFIG_HA;

/// As PDH_BROWSE_DLG_CONFIG_W with the handle of a data source.
typedef struct _BrowseDlgConfig_HW {
    DWORD bIncludeInstanceIndex : 1;    ///< result paths have `#index`
    DWORD bSingleCounterPerAdd : 1;     ///< one counter for each press of Add
    DWORD bSingleCounterPerDialog : 1;  ///< one counter, then the dialog ends
    DWORD bLocalCountersOnly : 1;       ///< this computer only; paths have no computer
    DWORD bWildCardInstances : 1;       ///< all instances give one path with `*`
    DWORD bHideDetailBox : 1;           ///< no choice of the detail level
    DWORD bInitializePath : 1;          ///< start with the path in szReturnPathBuffer
    DWORD bDisableMachineSelection : 1; ///< no choice of the computer
    DWORD bIncludeCostlyObjects : 1;    ///< costly objects too
    DWORD bShowObjectBrowser : 1;       ///< choose objects: `\object(*)\*` or `\object\*`
    DWORD bReserved : 22;               ///< 0
    HWND hWndOwner;                     ///< parent window, or NULL
    PDH_HLOG hDataSource;               ///< data source
    LPWSTR szReturnPathBuffer;          ///< where the paths go; a list if there can be several
    DWORD cchReturnPathLength;          ///< characters of szReturnPathBuffer
    CounterPathCallBack pCallBack;      ///< called on Add, or NULL
    DWORD_PTR dwCallBackArg;            ///< its argument
    PDH_STATUS CallBackStatus;          ///< for the callback: ERROR_SUCCESS, or PDH_MORE_DATA
    DWORD dwDefaultDetailLevel;         ///< first detail level: PERF_DETAIL_...
    LPWSTR szDialogBoxCaption;          ///< title of the dialog
} PDH_BROWSE_DLG_CONFIG_HW, *PPDH_BROWSE_DLG_CONFIG_HW;

/// @}

#ifdef __clang__
#pragma clang diagnostic pop
#endif

/// @defgroup pdh_query Queries
/// A query holds counters and collects them together.
/// @{

/// @name Real-time data sources for PdhSetDefaultRealTimeDataSource
/// @{
#define DATA_SOURCE_REGISTRY ((DWORD)0x00000001) ///< the performance interface; the default
#define DATA_SOURCE_LOGFILE ((DWORD)0x00000002)  ///< a log; not to be set as default
#define DATA_SOURCE_WBEM ((DWORD)0x00000004)     ///< the management service
/// @}

/// Opens a query on the running computer or on a log.
/// @param szDataSource NULL for the running computer; else a log file, or `SQL:dsn!set`. Not on Windows: also
/// `script:FILE`, `script:{...}` or `perfdata:FILE`, scripted samples or a capture for this query alone
/// @param dwUserData any value; comes back as PDH_COUNTER_INFO_W.dwQueryUserData
/// @param[out] phQuery the query; close it with PdhCloseQuery()
/// @retval PDH_INVALID_ARGUMENT phQuery is NULL
/// @retval PDH_FILE_NOT_FOUND there is no such log
/// @retval PDH_LOG_FILE_OPEN_ERROR the log cannot be opened
/// @retval PDH_UNABLE_READ_LOG_HEADER the log is damaged
/// @retval PDH_UNKNOWN_LOG_FORMAT the file is not a log
/// @retval PDH_INVALID_SQL_LOG_FORMAT the name begins with `SQL:` and is not `SQL:dsn!set`
/// @retval PDH_INVALID_DATASOURCE ODBC does not know the data source of a database log; or the script or
/// capture is malformed
/// @retval PDH_ACCESS_DENIED it is a database log or an archive, and the program is set-id; or a database
/// log, the program is root, and other users can change the files of ODBC or the driver
/// @note The library also exports the name without suffix, which takes UTF-16 text.
PDH_FUNCTION PdhOpenQueryW(LPCWSTR szDataSource, DWORD_PTR dwUserData, PDH_HQUERY* phQuery)
    PDH_SHIM_WIDE(PdhOpenQueryW);
/// @copydoc PdhOpenQueryW
PDH_FUNCTION PdhOpenQueryA(LPCSTR szDataSource, DWORD_PTR dwUserData, PDH_HQUERY* phQuery);

/// Opens a query on a data source.
/// @param hDataSource from PdhBindInputDataSourceW(), or H_REALTIME_DATASOURCE, H_WBEM_DATASOURCE
/// @param dwUserData any value; comes back as PDH_COUNTER_INFO_W.dwQueryUserData
/// @param[out] phQuery the query; close it with PdhCloseQuery()
/// @retval PDH_INVALID_ARGUMENT phQuery is NULL
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhOpenQueryH(PDH_HLOG hDataSource, DWORD_PTR dwUserData, PDH_HQUERY* phQuery);

/// Closes a query and all its counters, and ends its collecting thread. The counters' handles end too.
/// @param hQuery the query
/// @retval PDH_INVALID_HANDLE hQuery is not an open query
PDH_FUNCTION PdhCloseQuery(PDH_HQUERY hQuery);

/// Takes a sample of every counter of the query. A counter keeps two samples, the newest and the one before.
///
/// On a log each call reads the next record, the first call the first one. Counters that compare two samples
/// have a value after the second call; leave at least a second between two calls on the running computer.
/// @param hQuery the query
/// @retval ERROR_SUCCESS a sample was taken. The only counter of a query has data then; of several, each may
/// lack it: see each counter's CStatus
/// @retval PDH_INVALID_HANDLE hQuery is not an open query
/// @retval PDH_NO_DATA the query has no counters; or it has one, whose instance does not exist or which could
/// not be read
/// @retval PDH_NO_MORE_DATA the log, or its chosen time range, is at its end
/// @retval PDH_BINARY_LOG_CORRUPT the same, once, if damaged bytes were passed over before it
PDH_FUNCTION PdhCollectQueryData(PDH_HQUERY hQuery);

/// As PdhCollectQueryData(), and gets the time of the sample.
/// @param hQuery the query
/// @param[out] pllTimeStamp time of the query's first counter: a local FILETIME as one number
/// @retval PDH_INVALID_ARGUMENT pllTimeStamp is NULL; checked before the handle
PDH_FUNCTION PdhCollectQueryDataWithTime(PDH_HQUERY hQuery, LONGLONG* pllTimeStamp);

/// Starts a thread that takes a sample again and again, and returns at once.
///
/// The thread belongs to the query: PdhCloseQuery() ends it, and a second call replaces it.
/// PdhCollectQueryData() stays allowed meanwhile.
/// @param hQuery the query
/// @param dwIntervalTime seconds between two samples; the first is taken after one interval
/// @param hNewDataEvent event to set after each sample, or NULL
/// @retval PDH_INVALID_ARGUMENT dwIntervalTime is 0
/// @retval PDH_INVALID_HANDLE hQuery is not an open query
/// @retval PDH_NO_DATA the query has no counters
PDH_FUNCTION PdhCollectQueryDataEx(PDH_HQUERY hQuery, DWORD dwIntervalTime, HANDLE hNewDataEvent);

/// Limits a query on a log to a stretch of time.
/// @param hQuery a query on a log
/// @param pInfo StartTime and EndTime, both included; MIN_TIME_VALUE and MAX_TIME_VALUE for all
/// @retval PDH_INVALID_ARGUMENT pInfo is NULL, or EndTime is not after StartTime
/// @retval PDH_INVALID_HANDLE hQuery is not an open query
/// @retval PDH_DATA_SOURCE_IS_REAL_TIME the query is not on a log
PDH_FUNCTION PdhSetQueryTimeRange(PDH_HQUERY hQuery, PPDH_TIME_INFO pInfo);

/// Checks whether a query is on the running computer.
/// @param hQuery the query
/// @return TRUE for the running computer; FALSE for a log, or when hQuery is not an open query
BOOL WINAPI PdhIsRealTimeQuery(PDH_HQUERY hQuery);

/// Chooses what H_REALTIME_DATASOURCE means. To be called before any other function.
/// @param dwDataSourceId DATA_SOURCE_REGISTRY or DATA_SOURCE_WBEM
/// @retval PDH_INVALID_ARGUMENT another value
/// @retval PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE a query on the running computer has been opened
PDH_FUNCTION PdhSetDefaultRealTimeDataSource(DWORD dwDataSourceId);

/// Gets the version of the interface.
/// @param[out] lpdwVersion PDH_VERSION
/// @retval PDH_INVALID_ARGUMENT lpdwVersion is NULL
PDH_FUNCTION PdhGetDllVersion(LPDWORD lpdwVersion);

/// @}
/// @defgroup pdh_counter Counters
/// @{

/// @name Limits of PdhSetCounterScaleFactor: powers of ten
/// @{
#define PDH_MAX_SCALE ((LONG)7)  ///< times ten million
#define PDH_MIN_SCALE ((LONG)-7) ///< divided by ten million
/// @}

/// Adds a counter to a query, by its name in the user's language.
///
/// A path with `*` adds one counter that stands for all matching instances; read it with
/// PdhGetFormattedCounterArrayW() or PdhGetRawCounterArrayW(). With `*` in the counter's name it stands for
/// all counters that match, and the items are named `instance\counter`, or `counter` without instances. A
/// missing instance is not an error, since it may appear later; in a log, an instance that no record has is
/// an error. A missing object or counter is an error; but a counter that Windows has and this machine cannot
/// measure is added, and its CStatus is PDH_CSTATUS_INVALID_DATA.
/// @param hQuery the query
/// @param szFullCounterPath the path, shorter than PDH_MAX_COUNTER_PATH
/// @param dwUserData any value; comes back as PDH_COUNTER_INFO_W.dwUserData
/// @param[out] phCounter the counter, NULL on failure; ends with PdhRemoveCounter() or with the query
/// @retval PDH_INVALID_ARGUMENT szFullCounterPath or phCounter is NULL; checked before the handle
/// @retval PDH_INVALID_HANDLE hQuery is not an open query
/// @retval PDH_CSTATUS_NO_COUNTERNAME the path is empty
/// @retval PDH_CSTATUS_BAD_COUNTERNAME the path cannot be parsed
/// @retval PDH_CSTATUS_NO_OBJECT there is no such object
/// @retval PDH_CSTATUS_NO_COUNTER the object has no such counter
/// @retval PDH_CSTATUS_NO_INSTANCE no record of the log has the counter of this instance
/// @retval PDH_CSTATUS_NO_MACHINE the name of this computer cannot be found out
/// @retval PDH_FUNCTION_NOT_FOUND counters of this type have no value
PDH_FUNCTION PdhAddCounterW(PDH_HQUERY hQuery, LPCWSTR szFullCounterPath, DWORD_PTR dwUserData,
    PDH_HCOUNTER* phCounter) PDH_SHIM_WIDE(PdhAddCounterW);
/// @copydoc PdhAddCounterW
PDH_FUNCTION PdhAddCounterA(
    PDH_HQUERY hQuery, LPCSTR szFullCounterPath, DWORD_PTR dwUserData, PDH_HCOUNTER* phCounter);

/// Adds a counter to a query, by its English name whatever the user's language is.
///
/// As PdhAddCounterW() otherwise. Instance names are not translated, and a part with `*` is kept as it is.
/// PdhGetCounterInfoW() returns the translated path, for PdhExpandWildCardPathW().
PDH_FUNCTION PdhAddEnglishCounterW(PDH_HQUERY hQuery, LPCWSTR szFullCounterPath, DWORD_PTR dwUserData,
    PDH_HCOUNTER* phCounter) PDH_SHIM_WIDE(PdhAddEnglishCounterW);
/// @copydoc PdhAddEnglishCounterW
PDH_FUNCTION PdhAddEnglishCounterA(
    PDH_HQUERY hQuery, LPCSTR szFullCounterPath, DWORD_PTR dwUserData, PDH_HCOUNTER* phCounter);

/// Removes a counter from its query. The handle becomes invalid. Collecting an empty query returns
/// PDH_NO_DATA.
/// @param hCounter the counter
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
PDH_FUNCTION PdhRemoveCounter(PDH_HCOUNTER hCounter);

/// Gets a counter's type, scale, status, path and explanation.
///
/// With room for exactly the structure and bRetrieveExplainText FALSE the call succeeds and gives the
/// numbers.
/// @param hCounter the counter
/// @param bRetrieveExplainText whether szExplainText is wanted; of a log it is NULL
/// @param[in,out] pdwBufferSize **bytes** of lpBuffer; see @ref pdh_buffers
/// @param[out] lpBuffer the structure, followed by its texts
/// @retval PDH_INVALID_ARGUMENT pdwBufferSize is NULL, or lpBuffer is NULL though a size is given
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
/// @retval PDH_MORE_DATA lpBuffer is too small
PDH_FUNCTION PdhGetCounterInfoW(PDH_HCOUNTER hCounter, BOOLEAN bRetrieveExplainText, LPDWORD pdwBufferSize,
    PPDH_COUNTER_INFO_W lpBuffer) PDH_SHIM_WIDE(PdhGetCounterInfoW);
/// @copydoc PdhGetCounterInfoW
PDH_FUNCTION PdhGetCounterInfoA(
    PDH_HCOUNTER hCounter, BOOLEAN bRetrieveExplainText, LPDWORD pdwBufferSize, PPDH_COUNTER_INFO_A lpBuffer);

/// Gets the ticks in a second of the clock that a counter is calculated with.
/// @param hCounter the counter
/// @param[out] pTimeBase ticks in a second
/// @retval PDH_INVALID_ARGUMENT pTimeBase is NULL (checked before the handle), or the type has no clock: a
/// difference or a
///         sampled fraction. Raw counts, raw fractions and average amounts have that of PerfTime, though they
///         are calculated without it.
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
PDH_FUNCTION PdhGetCounterTimeBase(PDH_HCOUNTER hCounter, LONGLONG* pTimeBase);

/// Sets the power of ten by which calculated values are multiplied, unless PDH_FMT_NOSCALE is given.
/// @param hCounter the counter
/// @param lFactor PDH_MIN_SCALE to PDH_MAX_SCALE; 0 leaves values as they are
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter; checked before the factor
/// @retval PDH_INVALID_ARGUMENT lFactor is out of range
PDH_FUNCTION PdhSetCounterScaleFactor(PDH_HCOUNTER hCounter, LONG lFactor);

/// Gets the newest raw sample of a counter.
/// @param hCounter the counter
/// @param[out] lpdwType counter type, or NULL
/// @param[out] pValue the sample; check its CStatus: the call succeeds for a missing instance
/// @retval PDH_INVALID_ARGUMENT pValue is NULL
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
PDH_FUNCTION PdhGetRawCounterValue(PDH_HCOUNTER hCounter, LPDWORD lpdwType, PPDH_RAW_COUNTER pValue);

/// Gets the newest raw sample of each instance of a counter with `*`.
/// @param hCounter the counter
/// @param[in,out] lpdwBufferSize **bytes** of ItemBuffer; see @ref pdh_buffers
/// @param[out] lpdwItemCount number of instances, also with PDH_MORE_DATA
/// @param[out] ItemBuffer one item for each instance, followed by the names
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
/// @retval PDH_MORE_DATA ItemBuffer is too small
/// @retval PDH_NO_DATA the counter has not been collected yet
/// @retval PDH_CSTATUS_NO_INSTANCE there was no such instance
PDH_FUNCTION PdhGetRawCounterArrayW(PDH_HCOUNTER hCounter, LPDWORD lpdwBufferSize, LPDWORD lpdwItemCount,
    PPDH_RAW_COUNTER_ITEM_W ItemBuffer) PDH_SHIM_WIDE(PdhGetRawCounterArrayW);
/// @copydoc PdhGetRawCounterArrayW
PDH_FUNCTION PdhGetRawCounterArrayA(
    PDH_HCOUNTER hCounter, LPDWORD lpdwBufferSize, LPDWORD lpdwItemCount, PPDH_RAW_COUNTER_ITEM_A ItemBuffer);

/// @}
/// @defgroup pdh_format Calculated values
/// @{

/// @name The format of a value: exactly one of these
/// @{
#define PDH_FMT_LONG ((DWORD)0x00000100)   ///< 32-bit integer
#define PDH_FMT_DOUBLE ((DWORD)0x00000200) ///< floating point
#define PDH_FMT_LARGE ((DWORD)0x00000400)  ///< 64-bit integer
/// @}

/// @name and any of these
/// @{
#define PDH_FMT_NOSCALE ((DWORD)0x00001000)  ///< do not apply the counter's power of ten
#define PDH_FMT_1000 ((DWORD)0x00002000)     ///< multiply the final value by 1000
#define PDH_FMT_NOCAP100 ((DWORD)0x00008000) ///< do not cut percentages at 100
/// @}

/// @name Formats that no function supports
/// @{
#define PDH_FMT_RAW ((DWORD)0x00000010)     ///< as sampled
#define PDH_FMT_ANSI ((DWORD)0x00000020)    ///< 8-bit text
#define PDH_FMT_UNICODE ((DWORD)0x00000040) ///< wide text
#define PDH_FMT_NODATA ((DWORD)0x00004000)  ///< no value
/// @}

/// Calculates the value of a counter from its two newest samples, or from the newest if its type needs one.
///
/// Without PDH_FMT_NOCAP100 a percentage above 100 is given as 100. Integers are cut towards zero at the end.
/// @param hCounter the counter
/// @param dwFormat PDH_FMT_...
/// @param[out] lpdwType counter type, or NULL
/// @param[out] pValue the value; its CStatus is set even where the call returns PDH_INVALID_DATA
/// @retval PDH_INVALID_ARGUMENT pValue is NULL (checked before the handle), or dwFormat names no format
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
/// @retval PDH_INVALID_DATA there is no value: a second sample is needed, or pValue->CStatus says why
/// @retval PDH_NO_DATA a counter with `*` has not been collected yet
/// @retval PDH_CALC_NEGATIVE_DENOMINATOR the clock or base went backwards
/// @retval PDH_CALC_NEGATIVE_TIMEBASE the clock has no ticks
/// @retval PDH_CALC_NEGATIVE_VALUE the counter went backwards
PDH_FUNCTION PdhGetFormattedCounterValue(
    PDH_HCOUNTER hCounter, DWORD dwFormat, LPDWORD lpdwType, PPDH_FMT_COUNTERVALUE pValue);

/// Calculates the value of each instance of a counter with `*`. A counter without instances gives one item
/// with an empty name, or `*` if its path has that. Instances of one name stand together, without `#index`.
/// If no instance has a value, a call for the size returns it all the same, and one with a buffer that is
/// large enough fills it, and returns the status of the first instance.
/// @param hCounter the counter
/// @param dwFormat PDH_FMT_...
/// @param[in,out] lpdwBufferSize **bytes** of ItemBuffer; see @ref pdh_buffers
/// @param[out] lpdwItemCount number of instances, also with PDH_MORE_DATA
/// @param[out] ItemBuffer one item for each instance, followed by the names; each has its own CStatus
/// @retval PDH_INVALID_ARGUMENT an argument is missing, or dwFormat names no format
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
/// @retval PDH_MORE_DATA ItemBuffer is too small
/// @retval PDH_NO_DATA the counter has not been collected yet
/// @retval PDH_CSTATUS_NO_INSTANCE there was no such instance
/// @retval PDH_CSTATUS_INVALID_DATA no instance has a value, as in the first sample of a rate; the buffer is
/// filled
/// @retval PDH_CALC_NEGATIVE_DENOMINATOR, PDH_CALC_NEGATIVE_TIMEBASE, PDH_CALC_NEGATIVE_VALUE no instance
///         has a value: the status of the first one; the buffer is filled
PDH_FUNCTION PdhGetFormattedCounterArrayW(PDH_HCOUNTER hCounter, DWORD dwFormat, LPDWORD lpdwBufferSize,
    LPDWORD lpdwItemCount, PPDH_FMT_COUNTERVALUE_ITEM_W ItemBuffer)
    PDH_SHIM_WIDE(PdhGetFormattedCounterArrayW);
/// @copydoc PdhGetFormattedCounterArrayW
PDH_FUNCTION PdhGetFormattedCounterArrayA(PDH_HCOUNTER hCounter, DWORD dwFormat, LPDWORD lpdwBufferSize,
    LPDWORD lpdwItemCount, PPDH_FMT_COUNTERVALUE_ITEM_A ItemBuffer);

/// Calculates the value of two raw samples, with the type and the power of ten of a counter.
/// @param hCounter the counter
/// @param dwFormat PDH_FMT_...
/// @param rawValue1 the **newer** sample
/// @param rawValue2 the **older** sample; NULL if the type needs one sample
/// @param[out] fmtValue the value
/// @retval PDH_INVALID_ARGUMENT an argument is missing, or dwFormat names no format
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
/// @retval PDH_INVALID_DATA a sample is not valid
/// @retval PDH_CSTATUS_INVALID_DATA the type needs two samples and rawValue2 is NULL
/// @retval PDH_CALC_NEGATIVE_DENOMINATOR the clock or base went backwards
/// @retval PDH_CALC_NEGATIVE_TIMEBASE the clock has no ticks
/// @retval PDH_CALC_NEGATIVE_VALUE the counter went backwards
PDH_FUNCTION PdhCalculateCounterFromRawValue(PDH_HCOUNTER hCounter, DWORD dwFormat,
    PPDH_RAW_COUNTER rawValue1, PPDH_RAW_COUNTER rawValue2, PPDH_FMT_COUNTERVALUE fmtValue);

/// Calculates the value of two raw samples of a stated type. No power of ten is applied.
/// @param dwCounterType counter type; not that of a base
/// @param dwFormat PDH_FMT_...
/// @param pTimeBase ticks in a second of the type's clock (PdhGetCounterTimeBase()), if it has one
/// @param pRawValue1 the **newer** sample
/// @param pRawValue2 the **older** sample; NULL if the type needs one sample
/// @param[out] pFmtValue the value
/// @retval PDH_INVALID_ARGUMENT an argument is missing, the type has no value, or dwFormat names no format
/// @retval PDH_INVALID_DATA a sample is not valid
/// @retval PDH_CSTATUS_INVALID_DATA the type needs two samples and pRawValue2 is NULL
/// @retval PDH_CALC_NEGATIVE_DENOMINATOR the clock or base went backwards
/// @retval PDH_CALC_NEGATIVE_TIMEBASE *pTimeBase is not positive
/// @retval PDH_CALC_NEGATIVE_VALUE the counter went backwards
PDH_FUNCTION PdhFormatFromRawValue(DWORD dwCounterType, DWORD dwFormat, LONGLONG* pTimeBase,
    PPDH_RAW_COUNTER pRawValue1, PPDH_RAW_COUNTER pRawValue2, PPDH_FMT_COUNTERVALUE pFmtValue);

/// Calculates smallest, largest and average value of many raw samples in a ring.
/// @param hCounter the counter that the samples are of
/// @param dwFormat PDH_FMT_...
/// @param dwFirstEntry position of the **oldest** sample, from 0; the newest one precedes it
/// @param dwNumEntries number of samples in the ring
/// @param lpRawValueArray the ring
/// @param[out] data the result
/// @retval PDH_INVALID_ARGUMENT an argument is missing or out of range
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter
PDH_FUNCTION PdhComputeCounterStatistics(PDH_HCOUNTER hCounter, DWORD dwFormat, DWORD dwFirstEntry,
    DWORD dwNumEntries, PPDH_RAW_COUNTER lpRawValueArray, PPDH_STATISTICS data);

/// @}
/// @defgroup pdh_path Counter paths
/// @{

/// @name Flags of PdhMakeCounterPath and PdhParseCounterPath; 0 is a path of PDH
/// @{
#define PDH_PATH_WBEM_NONE ((DWORD)0x00000000)   ///< a path of PDH
#define PDH_PATH_WBEM_RESULT ((DWORD)0x00000001) ///< the result is in the form of the management service
#define PDH_PATH_WBEM_INPUT ((DWORD)0x00000002)  ///< the input is in the form of the management service
/// Flags together with the language of the names: a language identifier in the upper 16 bits.
#define PDH_PATH_LANG_FLAGS(language, flags) ((DWORD)((((language)&0x0000FFFF) << 16) | ((flags)&0x0000FFFF)))
/// @}

/// @name Flags of PdhExpandWildCardPath
/// @{
#define PDH_NOEXPANDCOUNTERS 1  ///< leave `*` in the counter
#define PDH_NOEXPANDINSTANCES 2 ///< leave `*` in parent, instance and index
#define PDH_REFRESHCOUNTERS 4   ///< look for new objects, counters and instances first
/// @}

/// Makes a counter path from its parts.
///
/// Object and counter are needed. Without instance, parent and index are ignored; without computer the path
/// has none. Empty text counts as missing. Index 0 and (DWORD)-1 both write no `#index`, and so does the
/// instance
/// `*`. `\\` is put before a computer that has none.
/// @param pCounterPathElements the parts
/// @param[out] szFullPathBuffer the path
/// @param[in,out] pcchBufferSize characters of szFullPathBuffer; see @ref pdh_buffers
/// @param dwFlags 0, or PDH_PATH_WBEM_...
/// @retval PDH_INVALID_ARGUMENT an argument, the object or the counter is missing, or a flag is unknown
/// @retval PDH_MORE_DATA szFullPathBuffer is too small
PDH_FUNCTION PdhMakeCounterPathW(PPDH_COUNTER_PATH_ELEMENTS_W pCounterPathElements, LPWSTR szFullPathBuffer,
    LPDWORD pcchBufferSize, DWORD dwFlags) PDH_SHIM_WIDE(PdhMakeCounterPathW);
/// @copydoc PdhMakeCounterPathW
PDH_FUNCTION PdhMakeCounterPathA(PPDH_COUNTER_PATH_ELEMENTS_A pCounterPathElements, LPSTR szFullPathBuffer,
    LPDWORD pcchBufferSize, DWORD dwFlags);

/// Splits a counter path into its parts. Without a computer in the path it gives the name of this one. Where
/// two backslashes stand between computer and object, the first one ends the name of the computer.
/// @param szFullPathBuffer the path
/// @param[out] pCounterPathElements the structure, followed by the texts of the parts
/// @param[in,out] pdwBufferSize **bytes** of pCounterPathElements; see @ref pdh_buffers
/// @param dwFlags 0
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_PATH the path cannot be parsed
/// @retval PDH_MORE_DATA pCounterPathElements is too small
PDH_FUNCTION PdhParseCounterPathW(LPCWSTR szFullPathBuffer, PPDH_COUNTER_PATH_ELEMENTS_W pCounterPathElements,
    LPDWORD pdwBufferSize, DWORD dwFlags) PDH_SHIM_WIDE(PdhParseCounterPathW);
/// @copydoc PdhParseCounterPathW
PDH_FUNCTION PdhParseCounterPathA(LPCSTR szFullPathBuffer, PPDH_COUNTER_PATH_ELEMENTS_A pCounterPathElements,
    LPDWORD pdwBufferSize, DWORD dwFlags);

/// Splits an instance name: `instance`, `instance#index`, `parent/instance` or `parent/instance#index`.
/// @param szInstanceString the name, shorter than MAX_PATH
/// @param[out] szInstanceName the instance
/// @param[in,out] pcchInstanceNameLength characters of szInstanceName; see @ref pdh_buffers
/// @param[out] szParentName the parent; empty if there is none
/// @param[in,out] pcchParentNameLength characters of szParentName
/// @param[out] lpIndex the index, 0 if there is none; may be NULL
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_INSTANCE the name cannot be parsed, or is too long
/// @retval PDH_MORE_DATA one of the buffers is too small
PDH_FUNCTION PdhParseInstanceNameW(LPCWSTR szInstanceString, LPWSTR szInstanceName,
    LPDWORD pcchInstanceNameLength, LPWSTR szParentName, LPDWORD pcchParentNameLength, LPDWORD lpIndex)
    PDH_SHIM_WIDE(PdhParseInstanceNameW);
/// @copydoc PdhParseInstanceNameW
PDH_FUNCTION PdhParseInstanceNameA(LPCSTR szInstanceString, LPSTR szInstanceName,
    LPDWORD pcchInstanceNameLength, LPSTR szParentName, LPDWORD pcchParentNameLength, LPDWORD lpIndex);

/// Checks whether the counter of a path exists on its computer. Only for an object with instances does the
/// instance `*` exist.
/// @param szFullPathBuffer the path
/// @retval ERROR_SUCCESS it does
/// @retval PDH_INVALID_ARGUMENT the path is NULL or empty
/// @retval PDH_CSTATUS_BAD_COUNTERNAME the path cannot be parsed
/// @retval PDH_CSTATUS_NO_MACHINE the computer cannot be reached
/// @retval PDH_CSTATUS_NO_OBJECT there is no such object
/// @retval PDH_CSTATUS_NO_COUNTER the object has no such counter
/// @retval PDH_CSTATUS_NO_INSTANCE the instance does not exist now
PDH_FUNCTION PdhValidatePathW(LPCWSTR szFullPathBuffer) PDH_SHIM_WIDE(PdhValidatePathW);
/// @copydoc PdhValidatePathW
PDH_FUNCTION PdhValidatePathA(LPCSTR szFullPathBuffer);

/// Checks whether the counter of a path exists in a data source. As PdhValidatePathW() otherwise.
/// @param hDataSource from PdhOpenLogW() or PdhBindInputDataSourceW(); NULL for the running computer
/// @param szFullPathBuffer the path
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhValidatePathExW(PDH_HLOG hDataSource, LPCWSTR szFullPathBuffer)
    PDH_SHIM_WIDE(PdhValidatePathExW);
/// @copydoc PdhValidatePathExW
PDH_FUNCTION PdhValidatePathExA(PDH_HLOG hDataSource, LPCSTR szFullPathBuffer);

/// Lists the paths that a path with `*` matches, on the running computer. Superseded by
/// PdhExpandWildCardPathW(), which also accepts `*` for a part of a name.
/// @param szWildCardPath the path
/// @param[out] mszExpandedPathList the paths, a list
/// @param[in,out] pcchPathListLength characters of mszExpandedPathList; see @ref pdh_buffers
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_PATH the path cannot be parsed, or has an instance that its object cannot have
/// @retval ERROR_SUCCESS also if no instance matches: then no room is needed
/// @retval PDH_CSTATUS_NO_OBJECT there is no such object
/// @retval PDH_CSTATUS_NO_COUNTER the object has no counter of that name, or that matches
/// @retval PDH_MORE_DATA mszExpandedPathList is too small
/// @retval PDH_MEMORY_ALLOCATION_FAILURE the paths have more than 2^26 characters together
PDH_FUNCTION PdhExpandCounterPathW(LPCWSTR szWildCardPath, LPWSTR mszExpandedPathList,
    LPDWORD pcchPathListLength) PDH_SHIM_WIDE(PdhExpandCounterPathW);
/// @copydoc PdhExpandCounterPathW
PDH_FUNCTION PdhExpandCounterPathA(
    LPCSTR szWildCardPath, LPSTR mszExpandedPathList, LPDWORD pcchPathListLength);

/// Lists the paths that a path with `*` matches. `*` may also be a part of an instance's name (`chrome*`).
/// Each instance stands with all its counters. Of instances of one name the last one stands first, as on
/// Windows
/// (`x#2`, `x#1`, `x`); a log's stand as its columns do.
/// @param szDataSource log file; NULL for the computer in the path, or this one
/// @param szWildCardPath the path
/// @param[out] mszExpandedPathList the paths, a list; instances of the same name have `#index`
/// @param[in,out] pcchPathListLength characters of mszExpandedPathList; see @ref pdh_buffers
/// @param dwFlags 0, or PDH_NOEXPANDCOUNTERS, PDH_NOEXPANDINSTANCES, PDH_REFRESHCOUNTERS; other bits are
/// ignored
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_PATH the path cannot be parsed, or has an instance that its object cannot have
/// @retval ERROR_SUCCESS also if no instance matches: then no room is needed
/// @retval PDH_CSTATUS_NO_OBJECT there is no such object
/// @retval PDH_CSTATUS_NO_COUNTER the object has no counter of that name, or that matches
/// @retval PDH_MORE_DATA mszExpandedPathList is too small
/// @retval PDH_MEMORY_ALLOCATION_FAILURE the paths have more than 2^26 characters together
PDH_FUNCTION PdhExpandWildCardPathW(LPCWSTR szDataSource, LPCWSTR szWildCardPath, LPWSTR mszExpandedPathList,
    LPDWORD pcchPathListLength, DWORD dwFlags) PDH_SHIM_WIDE(PdhExpandWildCardPathW);
/// @copydoc PdhExpandWildCardPathW
PDH_FUNCTION PdhExpandWildCardPathA(LPCSTR szDataSource, LPCSTR szWildCardPath, LPSTR mszExpandedPathList,
    LPDWORD pcchPathListLength, DWORD dwFlags);
/// As PdhExpandWildCardPathW(), with the handle of the data source.
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhExpandWildCardPathHW(PDH_HLOG hDataSource, LPCWSTR szWildCardPath, LPWSTR mszExpandedPathList,
    LPDWORD pcchPathListLength, DWORD dwFlags) PDH_SHIM_WIDE(PdhExpandWildCardPathHW);
/// @copydoc PdhExpandWildCardPathHW
PDH_FUNCTION PdhExpandWildCardPathHA(PDH_HLOG hDataSource, LPCSTR szWildCardPath, LPSTR mszExpandedPathList,
    LPDWORD pcchPathListLength, DWORD dwFlags);

/// @}
/// @defgroup pdh_enumerate Computers, objects, counters and instances
/// Names are in the user's language.
/// @{

/// Marks an object that has instances. No function takes it.
#define PDH_OBJECT_HAS_INSTANCES ((DWORD)0x00000001)

/// Connects to a computer, which is in PdhEnumMachinesW() from then on.
/// @param szMachineName the computer; NULL for this one
/// @retval PDH_CSTATUS_NO_MACHINE the computer cannot be reached
PDH_FUNCTION PdhConnectMachineW(LPCWSTR szMachineName) PDH_SHIM_WIDE(PdhConnectMachineW);
/// @copydoc PdhConnectMachineW
PDH_FUNCTION PdhConnectMachineA(LPCSTR szMachineName);

/// Lists the computers in a log; or those that were connected to or named in counters, reachable or not.
/// @param szDataSource log file; NULL for the running computer
/// @param[out] mszMachineList the computers, a list
/// @param[in,out] pcchBufferSize characters of mszMachineList; see @ref pdh_buffers
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_MORE_DATA mszMachineList is too small
PDH_FUNCTION PdhEnumMachinesW(LPCWSTR szDataSource, LPWSTR mszMachineList, LPDWORD pcchBufferSize)
    PDH_SHIM_WIDE(PdhEnumMachinesW);
/// @copydoc PdhEnumMachinesW
PDH_FUNCTION PdhEnumMachinesA(LPCSTR szDataSource, LPSTR mszMachineList, LPDWORD pcchBufferSize);
/// As PdhEnumMachinesW(), with the handle of the data source.
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhEnumMachinesHW(PDH_HLOG hDataSource, LPWSTR mszMachineList, LPDWORD pcchBufferSize)
    PDH_SHIM_WIDE(PdhEnumMachinesHW);
/// @copydoc PdhEnumMachinesHW
PDH_FUNCTION PdhEnumMachinesHA(PDH_HLOG hDataSource, LPSTR mszMachineList, LPDWORD pcchBufferSize);

/// Lists the objects of a computer.
/// @param szDataSource log file; NULL for the running computer
/// @param szMachineName the computer with `\\` before it; NULL for this one
/// @param[out] mszObjectList the objects, a list
/// @param[in,out] pcchBufferSize characters of mszObjectList; see @ref pdh_buffers
/// @param dwDetailLevel objects up to this level: PERF_DETAIL_...
/// @param bRefresh TRUE reads the objects anew. Give TRUE when asking for the size and FALSE when filling the
/// buffer, or else the list may have grown between the calls
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_CSTATUS_NO_MACHINE the computer cannot be reached
/// @retval PDH_CSTATUS_NO_OBJECT there is no object
/// @retval PDH_MORE_DATA mszObjectList is too small
PDH_FUNCTION PdhEnumObjectsW(LPCWSTR szDataSource, LPCWSTR szMachineName, LPWSTR mszObjectList,
    LPDWORD pcchBufferSize, DWORD dwDetailLevel, BOOL bRefresh) PDH_SHIM_WIDE(PdhEnumObjectsW);
/// @copydoc PdhEnumObjectsW
PDH_FUNCTION PdhEnumObjectsA(LPCSTR szDataSource, LPCSTR szMachineName, LPSTR mszObjectList,
    LPDWORD pcchBufferSize, DWORD dwDetailLevel, BOOL bRefresh);
/// As PdhEnumObjectsW(), with the handle of the data source.
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhEnumObjectsHW(PDH_HLOG hDataSource, LPCWSTR szMachineName, LPWSTR mszObjectList,
    LPDWORD pcchBufferSize, DWORD dwDetailLevel, BOOL bRefresh) PDH_SHIM_WIDE(PdhEnumObjectsHW);
/// @copydoc PdhEnumObjectsHW
PDH_FUNCTION PdhEnumObjectsHA(PDH_HLOG hDataSource, LPCSTR szMachineName, LPSTR mszObjectList,
    LPDWORD pcchBufferSize, DWORD dwDetailLevel, BOOL bRefresh);

/// Lists the counters and the instances of an object.
///
/// An instance is listed as `parent/name`, without `#index`: a name as often as it occurs, in that order. The
/// size of the list is 0 when the object never has instances, and 2 (an empty list) when it has none now.
/// @param szDataSource log file; NULL for the running computer
/// @param szMachineName the computer with `\\` before it; NULL for this one
/// @param szObjectName the object
/// @param[out] mszCounterList the counters, a list
/// @param[in,out] pcchCounterListLength characters of mszCounterList; see @ref pdh_buffers
/// @param[out] mszInstanceList the instances, a list
/// @param[in,out] pcchInstanceListLength characters of mszInstanceList
/// @param dwDetailLevel counters up to this level: PERF_DETAIL_...
/// @param dwFlags 0
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_CSTATUS_NO_MACHINE the computer cannot be reached
/// @retval PDH_CSTATUS_NO_OBJECT there is no such object
/// @retval PDH_MORE_DATA one of the buffers is too small
PDH_FUNCTION PdhEnumObjectItemsW(LPCWSTR szDataSource, LPCWSTR szMachineName, LPCWSTR szObjectName,
    LPWSTR mszCounterList, LPDWORD pcchCounterListLength, LPWSTR mszInstanceList,
    LPDWORD pcchInstanceListLength, DWORD dwDetailLevel, DWORD dwFlags) PDH_SHIM_WIDE(PdhEnumObjectItemsW);
/// @copydoc PdhEnumObjectItemsW
PDH_FUNCTION PdhEnumObjectItemsA(LPCSTR szDataSource, LPCSTR szMachineName, LPCSTR szObjectName,
    LPSTR mszCounterList, LPDWORD pcchCounterListLength, LPSTR mszInstanceList,
    LPDWORD pcchInstanceListLength, DWORD dwDetailLevel, DWORD dwFlags);
/// As PdhEnumObjectItemsW(), with the handle of the data source.
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhEnumObjectItemsHW(PDH_HLOG hDataSource, LPCWSTR szMachineName, LPCWSTR szObjectName,
    LPWSTR mszCounterList, LPDWORD pcchCounterListLength, LPWSTR mszInstanceList,
    LPDWORD pcchInstanceListLength, DWORD dwDetailLevel, DWORD dwFlags) PDH_SHIM_WIDE(PdhEnumObjectItemsHW);
/// @copydoc PdhEnumObjectItemsHW
PDH_FUNCTION PdhEnumObjectItemsHA(PDH_HLOG hDataSource, LPCSTR szMachineName, LPCSTR szObjectName,
    LPSTR mszCounterList, LPDWORD pcchCounterListLength, LPSTR mszInstanceList,
    LPDWORD pcchInstanceListLength, DWORD dwDetailLevel, DWORD dwFlags);

/// Gets the object to show first: the Processor object. A log has none: the name is empty.
/// @param szDataSource log file; NULL for the running computer
/// @param szMachineName the computer with `\\` before it; NULL for this one
/// @param[out] szDefaultObjectName the object
/// @param[in,out] pcchBufferSize characters of szDefaultObjectName; see @ref pdh_buffers
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_CSTATUS_NO_MACHINE the computer cannot be reached
/// @retval PDH_CSTATUS_NO_COUNTERNAME the object's name cannot be read
/// @retval PDH_MORE_DATA szDefaultObjectName is too small
PDH_FUNCTION PdhGetDefaultPerfObjectW(LPCWSTR szDataSource, LPCWSTR szMachineName, LPWSTR szDefaultObjectName,
    LPDWORD pcchBufferSize) PDH_SHIM_WIDE(PdhGetDefaultPerfObjectW);
/// @copydoc PdhGetDefaultPerfObjectW
PDH_FUNCTION PdhGetDefaultPerfObjectA(
    LPCSTR szDataSource, LPCSTR szMachineName, LPSTR szDefaultObjectName, LPDWORD pcchBufferSize);
/// As PdhGetDefaultPerfObjectW(), with the handle of the data source.
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhGetDefaultPerfObjectHW(PDH_HLOG hDataSource, LPCWSTR szMachineName,
    LPWSTR szDefaultObjectName, LPDWORD pcchBufferSize) PDH_SHIM_WIDE(PdhGetDefaultPerfObjectHW);
/// @copydoc PdhGetDefaultPerfObjectHW
PDH_FUNCTION PdhGetDefaultPerfObjectHA(
    PDH_HLOG hDataSource, LPCSTR szMachineName, LPSTR szDefaultObjectName, LPDWORD pcchBufferSize);

/// Gets the counter of an object to show first. A log has none: the name is empty.
/// @param szDataSource log file; NULL for the running computer
/// @param szMachineName the computer with `\\` before it; NULL for this one
/// @param szObjectName the object
/// @param[out] szDefaultCounterName the counter
/// @param[in,out] pcchBufferSize characters of szDefaultCounterName; see @ref pdh_buffers
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_CSTATUS_NO_MACHINE the computer cannot be reached
/// @retval PDH_CSTATUS_NO_OBJECT there is no such object
/// @retval PDH_CSTATUS_NO_COUNTER the object has no default counter
/// @retval PDH_CSTATUS_NO_COUNTERNAME the counter's name cannot be read
/// @retval PDH_MORE_DATA szDefaultCounterName is too small
PDH_FUNCTION PdhGetDefaultPerfCounterW(LPCWSTR szDataSource, LPCWSTR szMachineName, LPCWSTR szObjectName,
    LPWSTR szDefaultCounterName, LPDWORD pcchBufferSize) PDH_SHIM_WIDE(PdhGetDefaultPerfCounterW);
/// @copydoc PdhGetDefaultPerfCounterW
PDH_FUNCTION PdhGetDefaultPerfCounterA(LPCSTR szDataSource, LPCSTR szMachineName, LPCSTR szObjectName,
    LPSTR szDefaultCounterName, LPDWORD pcchBufferSize);
/// As PdhGetDefaultPerfCounterW(), with the handle of the data source.
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhGetDefaultPerfCounterHW(PDH_HLOG hDataSource, LPCWSTR szMachineName, LPCWSTR szObjectName,
    LPWSTR szDefaultCounterName, LPDWORD pcchBufferSize) PDH_SHIM_WIDE(PdhGetDefaultPerfCounterHW);
/// @copydoc PdhGetDefaultPerfCounterHW
PDH_FUNCTION PdhGetDefaultPerfCounterHA(PDH_HLOG hDataSource, LPCSTR szMachineName, LPCSTR szObjectName,
    LPSTR szDefaultCounterName, LPDWORD pcchBufferSize);

/// @}
/// @defgroup pdh_names Names and indices
/// Objects and counters have numbers that do not depend on the language: title indices.
/// @{

/// Gets the name of a title index, in the user's language. Give a buffer on the first call: Windows does not
/// return the size without one. PDH_MAX_COUNTER_NAME characters are enough.
/// @param szMachineName the computer; NULL for this one
/// @param dwNameIndex the title index of an object or counter
/// @param[out] szNameBuffer the name
/// @param[in,out] pcchNameBufferSize characters of szNameBuffer; see @ref pdh_buffers
/// @retval PDH_CSTATUS_NO_MACHINE the computer cannot be reached
/// @retval PDH_INVALID_ARGUMENT an argument is missing, or the index has no name
/// @retval PDH_MORE_DATA szNameBuffer is too small
PDH_FUNCTION PdhLookupPerfNameByIndexW(LPCWSTR szMachineName, DWORD dwNameIndex, LPWSTR szNameBuffer,
    LPDWORD pcchNameBufferSize) PDH_SHIM_WIDE(PdhLookupPerfNameByIndexW);
/// @copydoc PdhLookupPerfNameByIndexW
PDH_FUNCTION PdhLookupPerfNameByIndexA(
    LPCSTR szMachineName, DWORD dwNameIndex, LPSTR szNameBuffer, LPDWORD pcchNameBufferSize);

/// Gets the title index of a name. An object and a counter may have the same name.
/// @param szMachineName the computer; NULL for this one
/// @param szNameBuffer the name, in the user's language
/// @param[out] pdwIndex the title index
/// @retval PDH_CSTATUS_NO_MACHINE the computer cannot be reached
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_STRING_NOT_FOUND no object or counter has this name
PDH_FUNCTION PdhLookupPerfIndexByNameW(LPCWSTR szMachineName, LPCWSTR szNameBuffer, LPDWORD pdwIndex)
    PDH_SHIM_WIDE(PdhLookupPerfIndexByNameW);
/// @copydoc PdhLookupPerfIndexByNameW
PDH_FUNCTION PdhLookupPerfIndexByNameA(LPCSTR szMachineName, LPCSTR szNameBuffer, LPDWORD pdwIndex);

/// Gets the explanation of an object or counter.
/// @param szMachineName the computer; NULL for this one
/// @param szObjectName the object
/// @param szCounterName the counter; NULL for the explanation of the object
/// @return the text, which belongs to the library; NULL if there is none
LPCWSTR WINAPI PdhGetExplainText(LPCWSTR szMachineName, LPCWSTR szObjectName, LPCWSTR szCounterName)
    PDH_SHIM_WIDE(PdhGetExplainText);

/// @}
/// @defgroup pdh_log Logs
/// @{

/// @name Access for PdhOpenLog: one of these
/// @{
#define PDH_LOG_READ_ACCESS ((DWORD)0x00010000)   ///< read; with PDH_LOG_OPEN_EXISTING
#define PDH_LOG_WRITE_ACCESS ((DWORD)0x00020000)  ///< write a new log
#define PDH_LOG_UPDATE_ACCESS ((DWORD)0x00040000) ///< add to an existing database log
#define PDH_LOG_ACCESS_MASK ((DWORD)0x000F0000)   ///< the bits of these
/// @}

/// @name What to do about an existing file: one of these, a number and not a bit
/// @{
#define PDH_LOG_CREATE_NEW ((DWORD)0x00000001)    ///< create it; fail if it exists
#define PDH_LOG_CREATE_ALWAYS ((DWORD)0x00000002) ///< create it, replacing one that exists
#define PDH_LOG_OPEN_ALWAYS ((DWORD)0x00000003)   ///< open it, creating it if there is none
#define PDH_LOG_OPEN_EXISTING ((DWORD)0x00000004) ///< open it; when writing, create it if there is none
#define PDH_LOG_CREATE_MASK ((DWORD)0x0000000F)   ///< the bits of these
/// @}

/// @name Options for PdhOpenLog: any of these
/// @{
#define PDH_LOG_OPT_USER_STRING ((DWORD)0x01000000) ///< records have a comment: szUserString of PdhUpdateLog
#define PDH_LOG_OPT_CIRCULAR ((DWORD)0x02000000)    ///< at the size limit, overwrite old records; binary logs
#define PDH_LOG_OPT_MAX_IS_BYTES ((DWORD)0x04000000) ///< the size limit is in bytes
#define PDH_LOG_OPT_APPEND ((DWORD)0x08000000)       ///< append to an existing log
#define PDH_LOG_OPT_MASK ((DWORD)0x0F000000)         ///< the bits of these
/// @}

/// @name Types of logs
/// @{
#define PDH_LOG_TYPE_UNDEFINED 0     ///< find out; only for reading
#define PDH_LOG_TYPE_CSV 1           ///< text, values separated by commas
#define PDH_LOG_TYPE_TSV 2           ///< text, values separated by tabs
#define PDH_LOG_TYPE_RETIRED_BIN 3   ///< binary, of an early version
#define PDH_LOG_TYPE_TRACE_KERNEL 4  ///< trace of the kernel
#define PDH_LOG_TYPE_TRACE_GENERIC 5 ///< trace
#define PDH_LOG_TYPE_PERFMON 6       ///< settings and data of Performance Monitor; only for reading
#define PDH_LOG_TYPE_SQL 7           ///< database, by ODBC: the name is `SQL:dsn!set`
#define PDH_LOG_TYPE_BINARY 8        ///< binary (.blg)
/// @}

/// @name Flags of PdhCloseLog
/// @{
#define PDH_FLAGS_NONE ((DWORD)0x00000000)        ///< close the log
#define PDH_FLAGS_CLOSE_QUERY ((DWORD)0x00000001) ///< close its query too
/// @}

/// Opens a log for reading or writing.
///
/// A log for writing gets the counters that the query has now. A text log has one column for each instance
/// that exists now; a binary or database log keeps `*` and takes up later instances too.
/// @param szLogFileName file, or `SQL:dsn!set`
/// @param dwAccessFlags one access, one of PDH_LOG_CREATE_... and PDH_LOG_OPEN_..., any PDH_LOG_OPT_...
/// @param[in,out] lpdwLogType PDH_LOG_TYPE_...; out: the type of an existing log
/// @param hQuery the query to write, which has its counters already; NULL for reading
/// @param dwMaxSize size limit in bytes, of a database log in records, 0 for none; needed with
/// PDH_LOG_OPT_CIRCULAR
/// @param szUserCaption caption of a new log, or NULL; ignored for an existing one. One that begins with a
/// backslash is written with a space before it, or else it would be read as a counter path
/// @param[out] phLog the log; close it with PdhCloseLog()
/// @retval PDH_INVALID_ARGUMENT an argument is missing; the flags do not go together (reading goes with
/// PDH_LOG_OPEN_EXISTING, updating with that or PDH_LOG_OPEN_ALWAYS, writing with any one of the four); or a
/// log of this type cannot be written (all but CSV, TSV, SQL, binary), updated (all but SQL) or circular (all
/// but binary)
/// @retval PDH_LOG_TYPE_NOT_FOUND there is no such type
/// @retval PDH_INVALID_HANDLE hQuery is not an open query; checked after the arguments above, not for reading
/// @retval PDH_NO_COUNTERS the query has no counters
/// @retval PDH_LOG_FILE_TOO_SMALL dwMaxSize of a binary log does not hold one sample
/// @retval PDH_FILE_NOT_FOUND there is no such log to read
/// @retval PDH_FILE_ALREADY_EXISTS the log exists and PDH_LOG_CREATE_NEW was given; any other access adds to
/// a database log
/// @retval PDH_UNMATCHED_APPEND_COUNTER the log that is to be added to has other counters
/// @retval PDH_LOG_FILE_CREATE_ERROR the log cannot be created; or it would be replaced, and somebody is
/// writing it
/// @retval PDH_LOG_FILE_OPEN_ERROR the log cannot be opened; or it would be added to, and somebody is writing
/// it
/// @retval PDH_UNKNOWN_LOG_FORMAT the file to read is not a log
/// @retval PDH_INVALID_SQL_LOG_FORMAT the name of a database log is not `SQL:dsn!set`
/// @retval PDH_INVALID_DATASOURCE ODBC does not know the data source of a database log, or is not installed
/// @retval PDH_ACCESS_DENIED it is a database log or an archive, and the program is set-id; or a database
/// log, the program is root, and other users can change the files of ODBC or the driver
/// @retval PDH_SQL_CONNECT_FAILED its database cannot be reached
/// @retval PDH_INVALID_SQLDB the database to read does not have the tables of a log
/// @retval PDH_SQL_ALTER_DETAIL_FAILED a name is longer than the 1,024 characters that the tables hold
PDH_FUNCTION PdhOpenLogW(LPCWSTR szLogFileName, DWORD dwAccessFlags, LPDWORD lpdwLogType, PDH_HQUERY hQuery,
    DWORD dwMaxSize, LPCWSTR szUserCaption, PDH_HLOG* phLog) PDH_SHIM_WIDE(PdhOpenLogW);
/// @copydoc PdhOpenLogW
PDH_FUNCTION PdhOpenLogA(LPCSTR szLogFileName, DWORD dwAccessFlags, LPDWORD lpdwLogType, PDH_HQUERY hQuery,
    DWORD dwMaxSize, LPCSTR szUserCaption, PDH_HLOG* phLog);

/// Collects the log's query and appends one record.
/// @param hLog the log
/// @param szUserString comment of the record, or NULL; not empty
/// @retval PDH_INVALID_ARGUMENT szUserString is empty; checked before the handle
/// @retval PDH_INVALID_HANDLE hLog is not a log open for writing
/// @retval PDH_NO_MORE_DATA the query reads a log that is at its end
/// @retval PDH_END_OF_LOG_FILE the log has reached its greatest size
/// @retval PDH_LOG_FILE_CREATE_ERROR the file cannot be written: the disk may be full. The log keeps what it
/// has
/// @retval PDH_SQL_EXEC_DIRECT_FAILED the database cannot be written; another PDH_SQL_... says that the
/// connection is lost. The next call connects again
PDH_FUNCTION PdhUpdateLogW(PDH_HLOG hLog, LPCWSTR szUserString) PDH_SHIM_WIDE(PdhUpdateLogW);
/// @copydoc PdhUpdateLogW
PDH_FUNCTION PdhUpdateLogA(PDH_HLOG hLog, LPCSTR szUserString);

/// Would bring the index of a log up to date. Obsolete: no log has one.
/// @param hLog the log
/// @retval PDH_NOT_IMPLEMENTED the log is of a type that never had an index
/// @retval PDH_UNKNOWN_LOG_FORMAT the log is of another type
/// @retval PDH_INVALID_HANDLE hLog is not an open log
PDH_FUNCTION PdhUpdateLogFileCatalog(PDH_HLOG hLog);

/// Gets the size of a log.
/// @param hLog the log
/// @param[out] llSize bytes, of all files of the data source together; of a database log, records
/// @retval PDH_INVALID_ARGUMENT llSize is NULL
/// @retval PDH_INVALID_HANDLE hLog is not an open log
/// @retval PDH_LOG_FILE_OPEN_ERROR a file cannot be opened
PDH_FUNCTION PdhGetLogFileSize(PDH_HLOG hLog, LONGLONG* llSize);

/// Gets the type of a log file.
/// @param LogFile the file, or `SQL:dsn!set`
/// @param[out] LogType PDH_LOG_TYPE_...
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_FILE_NOT_FOUND there is no such file
/// @retval PDH_LOG_FILE_OPEN_ERROR the file cannot be opened
/// @retval PDH_UNKNOWN_LOG_FORMAT the file is not a log
/// @retval PDH_INVALID_SQL_LOG_FORMAT the name begins with `SQL:` and is not `SQL:dsn!set`
/// @retval PDH_INVALID_DATASOURCE ODBC does not know the data source of a database log
/// @retval PDH_ACCESS_DENIED it is a database log or an archive, and the program is set-id; or a database
/// log, the program is root, and other users can change the files of ODBC or the driver
PDH_FUNCTION PdhGetLogFileTypeW(LPCWSTR LogFile, LPDWORD LogType) PDH_SHIM_WIDE(PdhGetLogFileTypeW);
/// @copydoc PdhGetLogFileTypeW
PDH_FUNCTION PdhGetLogFileTypeA(LPCSTR LogFile, LPDWORD LogType);

/// Closes a log, or a data source of PdhBindInputDataSourceW().
/// @param hLog the log
/// @param dwFlags PDH_FLAGS_CLOSE_QUERY closes the query of PdhOpenLogW() too; 0 leaves it open
/// @retval PDH_INVALID_HANDLE hLog is not an open log
PDH_FUNCTION PdhCloseLog(PDH_HLOG hLog, DWORD dwFlags);

/// Makes one data source of one or more logs.
/// @param[out] phDataSource the data source; close it with PdhCloseLog()
/// @param LogFileNameList the files, a list: up to 32 binary logs, or one text log. NULL or empty for the
/// running computer; or one `SQL:dsn!set`. A single file may be an ordinary text: what stands behind its
/// terminator counts only if it is the name of a file, or ends in `.blg`
/// @retval PDH_INVALID_ARGUMENT phDataSource is NULL, a name is too long or ill-formed, or there are more
/// files
/// @retval PDH_FILE_NOT_FOUND there is no such log
/// @retval PDH_LOG_FILE_OPEN_ERROR a log cannot be opened
/// @retval PDH_UNKNOWN_LOG_FORMAT a file is not a log
/// @retval PDH_INVALID_SQL_LOG_FORMAT a name begins with `SQL:` and is not `SQL:dsn!set`
/// @retval PDH_INVALID_DATASOURCE ODBC does not know the data source of a database log
/// @retval PDH_ACCESS_DENIED it is a database log or an archive, and the program is set-id; or a database
/// log, the program is root, and other users can change the files of ODBC or the driver
PDH_FUNCTION PdhBindInputDataSourceW(PDH_HLOG* phDataSource, LPCWSTR LogFileNameList)
    PDH_SHIM_WIDE(PdhBindInputDataSourceW);
/// @copydoc PdhBindInputDataSourceW
PDH_FUNCTION PdhBindInputDataSourceA(PDH_HLOG* phDataSource, LPCSTR LogFileNameList);

/// Gets the first and last time and the number of samples of a log.
/// @param szDataSource the log file
/// @param[out] pdwNumEntries number of entries filled: 1, or 0 on any failure but PDH_INVALID_ARGUMENT
/// @param[out] pInfo the entry
/// @param[in,out] pdwBufferSize bytes of pInfo: sizeof(PDH_TIME_INFO)
/// @retval PDH_INVALID_ARGUMENT an argument is missing, or pInfo is too small
/// @retval PDH_DATA_SOURCE_IS_REAL_TIME the data source is not a log
/// @retval PDH_FILE_NOT_FOUND there is no such log
PDH_FUNCTION PdhGetDataSourceTimeRangeW(LPCWSTR szDataSource, LPDWORD pdwNumEntries, PPDH_TIME_INFO pInfo,
    LPDWORD pdwBufferSize) PDH_SHIM_WIDE(PdhGetDataSourceTimeRangeW);
/// @copydoc PdhGetDataSourceTimeRangeW
PDH_FUNCTION PdhGetDataSourceTimeRangeA(
    LPCSTR szDataSource, LPDWORD pdwNumEntries, PPDH_TIME_INFO pInfo, LPDWORD pdwBufferSize);
/// As PdhGetDataSourceTimeRangeW(), with the handle of the data source: over all its files.
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhGetDataSourceTimeRangeH(
    PDH_HLOG hDataSource, LPDWORD pdwNumEntries, PPDH_TIME_INFO pInfo, LPDWORD pdwBufferSize);

/// Gets one record of a log as it stands in the file.
/// @param hLog the log
/// @param ftRecord time of the record, local: the record of that time, or the nearest before it
/// @param[out] pRawLogRecord the record
/// @param[in,out] pdwBufferLength **bytes** of pRawLogRecord; see @ref pdh_buffers
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_HANDLE hLog is not an open log
/// @retval PDH_MORE_DATA pRawLogRecord is too small
/// @retval PDH_NOT_IMPLEMENTED a database log: its records have no bytes of their own
/// @retval PDH_ENTRY_NOT_IN_LOG_FILE all records are later
PDH_FUNCTION PdhReadRawLogRecord(
    PDH_HLOG hLog, FILETIME ftRecord, PPDH_RAW_LOG_RECORD pRawLogRecord, LPDWORD pdwBufferLength);

/// @}
/// @defgroup pdh_sql Database logs
/// A data source is the name of an ODBC data source (DSN). ODBC is loaded when it is first needed. A log set
/// has a run, with a GUID and a number: the first open for writing adds it, and each later one goes on in it.
/// Several runs of one log set, which earlier versions added, are read as one log.
/// @{

/// Lists the log sets of a database.
/// @param szDataSource the data source
/// @param[out] mszDataSetNameList the log sets, a list
/// @param[in,out] pcchBufferLength characters of mszDataSetNameList; see @ref pdh_buffers
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_DATASOURCE there is no such data source
/// @retval PDH_ACCESS_DENIED the program is set-id; or it is root, and other users can change the files of
/// ODBC or the driver
/// @retval PDH_SQL_CONNECT_FAILED the database cannot be reached
/// @retval PDH_INVALID_SQLDB it does not have the tables of a log
/// @retval PDH_MORE_DATA mszDataSetNameList is too small
PDH_FUNCTION PdhEnumLogSetNamesW(LPCWSTR szDataSource, LPWSTR mszDataSetNameList, LPDWORD pcchBufferLength)
    PDH_SHIM_WIDE(PdhEnumLogSetNamesW);
/// @copydoc PdhEnumLogSetNamesW
PDH_FUNCTION PdhEnumLogSetNamesA(LPCSTR szDataSource, LPSTR mszDataSetNameList, LPDWORD pcchBufferLength);

/// Checks whether a database has the tables of a log.
/// @param szDataSource the data source
/// @retval PDH_INVALID_ARGUMENT szDataSource is NULL or empty
/// @retval PDH_INVALID_DATASOURCE there is no such data source
/// @retval PDH_ACCESS_DENIED the program is set-id; or it is root, and other users can change the files of
/// ODBC or the driver
/// @retval PDH_SQL_CONNECT_FAILED the database cannot be reached
/// @retval PDH_INVALID_SQLDB a table is missing or different
PDH_FUNCTION PdhVerifySQLDBW(LPCWSTR szDataSource) PDH_SHIM_WIDE(PdhVerifySQLDBW);
/// @copydoc PdhVerifySQLDBW
PDH_FUNCTION PdhVerifySQLDBA(LPCSTR szDataSource);

/// Makes the tables of a log in a database. Tables that are already there get the columns that they lack:
/// TimeBaseA, TimeBaseB, MultiCount, TimeTicks and MinutesToUTC.
/// @param szDataSource the data source
/// @retval PDH_INVALID_ARGUMENT szDataSource is NULL or empty
/// @retval PDH_INVALID_DATASOURCE there is no such data source
/// @retval PDH_ACCESS_DENIED the program is set-id; or it is root, and other users can change the files of
/// ODBC or the driver
/// @retval PDH_SQL_CONNECT_FAILED the database cannot be reached
/// @retval PDH_SQL_EXEC_DIRECT_FAILED a table could not be made
/// @retval PDH_SQL_ALTER_DETAIL_FAILED a column could not be added
PDH_FUNCTION PdhCreateSQLTablesW(LPCWSTR szDataSource) PDH_SHIM_WIDE(PdhCreateSQLTablesW);
/// @copydoc PdhCreateSQLTablesW
PDH_FUNCTION PdhCreateSQLTablesA(LPCSTR szDataSource);

/// Gets what identifies a run of a log set in its database.
/// @param hLog a database log: what it writes, or the newest run of what it reads
/// @param[out] pGuid its identifier
/// @param[out] pRunId its number: 1 in a new log set; it stays the same when the log set is opened again
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_HANDLE hLog is not an open database log
/// @retval PDH_INVALID_SQLDB the database has another text in place of the GUID
PDH_FUNCTION PdhGetLogSetGUID(PDH_HLOG hLog, GUID* pGuid, int* pRunId);

/// Sets the number of a run of a log set, in the database too.
/// @param hLog a database log, as in PdhGetLogSetGUID()
/// @param RunId the run number
/// @retval PDH_INVALID_HANDLE hLog is not an open database log
PDH_FUNCTION PdhSetLogSetRunID(PDH_HLOG hLog, int RunId);

/// @}
/// @defgroup pdh_browse Dialogs
/// @{

/// Flag of PdhSelectDataSource: choose a file, not between files and the running computer.
#define PDH_FLAGS_FILE_BROWSER_ONLY ((DWORD)0x00000001)

/// Lets the user choose counters in a dialog.
/// @param pBrowseDlgData what to show and where to put the result
/// @retval PDH_INVALID_ARGUMENT pBrowseDlgData is NULL, or has neither room for a path nor a callback to make
/// some
/// @retval PDH_FILE_NOT_FOUND, PDH_UNKNOWN_LOG_FORMAT szDataSource is not a log
/// @retval PDH_MORE_DATA the path of a dialog for one counter does not fit, and no callback made room
/// @retval PDH_DIALOG_CANCELLED the user pressed Cancel, or Close of a dialog for several counters; or there
/// no terminal or desktop can show a dialog
/// @return else what the callback returned
/// @note Each Add fills szReturnPathBuffer, sets CallBackStatus (PDH_MORE_DATA when it is too small) and
/// calls the callback. When that has made the buffer longer and returns PDH_RETRY, both are done once more;
/// any other failure ends the dialog.
/// @note Outside Windows the dialog is shown in the terminal that the process runs in; on Windows as a
/// window, for which hWndOwner, if there is one, waits.
PDH_FUNCTION PdhBrowseCountersW(PPDH_BROWSE_DLG_CONFIG_W pBrowseDlgData) PDH_SHIM_WIDE(PdhBrowseCountersW);
/// @copydoc PdhBrowseCountersW
PDH_FUNCTION PdhBrowseCountersA(PPDH_BROWSE_DLG_CONFIG_A pBrowseDlgData);
/// As PdhBrowseCountersW(), with the handle of the data source.
/// @retval PDH_INVALID_HANDLE hDataSource is not a data source
PDH_FUNCTION PdhBrowseCountersHW(PPDH_BROWSE_DLG_CONFIG_HW pBrowseDlgData) PDH_SHIM_WIDE(PdhBrowseCountersHW);
/// @copydoc PdhBrowseCountersHW
PDH_FUNCTION PdhBrowseCountersHA(PPDH_BROWSE_DLG_CONFIG_HA pBrowseDlgData);

/// Lets the user choose a data source in a dialog.
/// @param hWndOwner parent window, or NULL
/// @param dwFlags 0 or PDH_FLAGS_FILE_BROWSER_ONLY
/// @param[in,out] szDataSource the choice: in, what to show first; out, empty for the running computer. A
/// name that does not fit is cut
/// @param[in,out] pcchBufferLength characters of szDataSource
/// @retval PDH_INVALID_ARGUMENT an argument is missing, or a flag is unknown
/// @retval PDH_MEMORY_ALLOCATION_FAILURE *pcchBufferLength is 0
/// @retval PDH_DIALOG_CANCELLED the user pressed Cancel, or no terminal or desktop can show a dialog
PDH_FUNCTION PdhSelectDataSourceW(HWND hWndOwner, DWORD dwFlags, LPWSTR szDataSource,
    LPDWORD pcchBufferLength) PDH_SHIM_WIDE(PdhSelectDataSourceW);
/// @copydoc PdhSelectDataSourceW
PDH_FUNCTION PdhSelectDataSourceA(
    HWND hWndOwner, DWORD dwFlags, LPSTR szDataSource, LPDWORD pcchBufferLength);

/// @}
/// @defgroup pdh_relog Writing supplied samples
/// Not in Windows' headers. A log gets samples that the caller supplies: bind a data source, open a query on
/// it with PdhOpenQueryH(), add counters with PdhAddRelogCounter(), open a log for writing on the query;
/// then, for each sample, PdhResetRelogCounterValues(), PdhSetCounterValue() for each counter and instance,
/// PdhWriteRelogSample().
///
/// Supplied samples can also be read as other counters' values are, without a log; PdhCollectQueryData()
/// does not change these counters.
/// @{

/// Adds a counter whose samples the caller supplies.
/// @param hQuery the query
/// @param szFullPath the path; with `*` as instance where several instances share the counter
/// @param dwCounterType counter type
/// @param dwCounterDefaultScale power of ten that is suggested for display, as LONG
/// @param timeBase ticks in a second of the counter's clock
/// @param[out] phCounter the counter, NULL on failure
/// @retval PDH_INVALID_ARGUMENT szFullPath or phCounter is NULL; checked before the handle
/// @retval PDH_INVALID_HANDLE hQuery is not an open query
/// @retval PDH_CSTATUS_NO_COUNTERNAME the path is empty
/// @retval PDH_CSTATUS_BAD_COUNTERNAME the path cannot be parsed
/// @retval PDH_FUNCTION_NOT_FOUND counters of this type have no value
PDH_FUNCTION PdhAddRelogCounter(PDH_HQUERY hQuery, LPCWSTR szFullPath, DWORD dwCounterType,
    DWORD dwCounterDefaultScale, ULONGLONG timeBase, PDH_HCOUNTER* phCounter)
    PDH_SHIM_WIDE(PdhAddRelogCounter);

/// Supplies one value for the next sample. It becomes the counter's newest, and the previous one its older
/// one.
/// @param hCounter a counter of PdhAddRelogCounter()
/// @param pValue the raw sample
/// @param szInstanceName the instance, for a counter with `*`; else ignored
/// @retval PDH_INVALID_ARGUMENT pValue is NULL (checked before the handle), or a counter with `*` has no
/// instance
/// @retval PDH_INVALID_HANDLE hCounter is not an open counter of PdhAddRelogCounter()
PDH_FUNCTION PdhSetCounterValue(PDH_HCOUNTER hCounter, PPDH_RAW_COUNTER pValue, LPCWSTR szInstanceName)
    PDH_SHIM_WIDE(PdhSetCounterValue);

/// Forgets the values supplied since the last sample.
/// @param hLog the log
void WINAPI PdhResetRelogCounterValues(PDH_HLOG hLog);

/// Appends the supplied values as one record.
/// @param hLog the log
/// @param llTimeStamp time of the sample: a local FILETIME as one number
/// @retval PDH_INVALID_HANDLE hLog is not a log open for writing
PDH_FUNCTION PdhWriteRelogSample(PDH_HLOG hLog, LONGLONG llTimeStamp);

/// @}
/// @defgroup pdh_vb Visual Basic functions
/// Entry points for Visual Basic; Windows' headers do not declare them. Text is
/// 8-bit. They share one session in the process; call them from one thread at a time.
/// @{

/// Opens a query on the running computer.
/// @param[out] QueryHandle the query; close it with PdhCloseQuery()
/// @retval PDH_INVALID_ARGUMENT QueryHandle is NULL
PDH_FUNCTION PdhVbOpenQuery(PDH_HQUERY* QueryHandle);

/// Adds a counter to a query. As PdhAddCounterA() otherwise.
/// @param QueryHandle the query
/// @param CounterPath the path
/// @param[out] CounterHandle the counter
/// @retval PDH_CSTATUS_BAD_COUNTERNAME the path cannot be parsed, or is empty
PDH_FUNCTION PdhVbAddCounter(PDH_HQUERY QueryHandle, LPCSTR CounterPath, PDH_HCOUNTER* CounterHandle);

/// Calculates the value of a counter in PDH_FMT_DOUBLE.
/// @param CounterHandle the counter
/// @param[out] CounterStatus the CStatus of the value, or why there is none; may be NULL. To be tested with
/// PdhVbIsGoodStatus()
/// @return the value; 0 where there is none
double WINAPI PdhVbGetDoubleCounterValue(PDH_HCOUNTER CounterHandle, PDH_STATUS* CounterStatus);

/// Checks whether a status is a success.
/// @param StatusValue the status
/// @return not 0 for a success, 0 for anything else
DWORD WINAPI PdhVbIsGoodStatus(LONG StatusValue);

/// Lets the user choose counters in a dialog and keeps their paths for PdhVbGetCounterPathFromList().
/// @param DetailLevel first detail level: PERF_DETAIL_...
/// @param CaptionString title of the dialog
/// @return the number of paths; 0 if the dialog was cancelled or could not be shown
DWORD WINAPI PdhVbCreateCounterPathList(LONG DetailLevel, LPCSTR CaptionString);

/// Gets a path of the list of PdhVbCreateCounterPathList().
/// @param Index which path, from **1**
/// @param[out] Buffer the path
/// @param BufferLength characters of Buffer
/// @return the number of characters written, without the NUL; 0 where there is no such path
DWORD WINAPI PdhVbGetCounterPathFromList(LONG Index, LPSTR Buffer, LONG BufferLength);

/// Lets the user choose one counter in a dialog.
/// @param[out] PathString its path
/// @param PathLength characters of PathString
/// @param DetailLevel first detail level: PERF_DETAIL_...
/// @param CaptionString title of the dialog
/// @return the number of characters written, without the NUL; 0 if none was chosen
DWORD WINAPI PdhVbGetOneCounterPath(
    LPSTR PathString, DWORD PathLength, DWORD DetailLevel, LPCSTR CaptionString);

/// Splits a counter path into its parts. A part that the path does not have is empty; a missing computer is
/// this one.
/// @param PathString the path
/// @param[out] MachineName the computer, with its backslashes
/// @param[out] ObjectName the object
/// @param[out] InstanceName the instance, without `#index`
/// @param[out] ParentInstance the parent of the instance
/// @param[out] CounterName the counter
/// @param BufferSize characters of each of the five buffers
/// @retval PDH_INVALID_ARGUMENT an argument is missing
/// @retval PDH_INVALID_PATH the path cannot be parsed
/// @retval PDH_MORE_DATA a part does not fit; no part has been written
PDH_FUNCTION PdhVbGetCounterPathElements(LPCSTR PathString, LPSTR MachineName, LPSTR ObjectName,
    LPSTR InstanceName, LPSTR ParentInstance, LPSTR CounterName, DWORD BufferSize);

/// @copydoc PdhOpenLogW
PDH_FUNCTION PdhVbOpenLog(LPCSTR szLogFileName, DWORD dwAccessFlags, LPDWORD lpdwLogType, PDH_HQUERY hQuery,
    DWORD dwMaxSize, LPCSTR szUserCaption, PDH_HLOG* phLog);

/// @copydoc PdhUpdateLogW
PDH_FUNCTION PdhVbUpdateLog(PDH_HLOG hLog, LPCSTR szUserString);

/// Gets the size of a log, as PdhGetLogFileSize().
/// @param hLog the log
/// @param[out] llSize bytes, in the 32-bit Long of Visual Basic
/// @retval PDH_INVALID_ARGUMENT llSize is NULL
/// @retval PDH_INVALID_HANDLE hLog is not an open log
/// @retval PDH_INSUFFICIENT_BUFFER the size does not fit in a Long
PDH_FUNCTION PdhVbGetLogFileSize(PDH_HLOG hLog, LONG* llSize);

/// @}

#if defined(__GNUC__) && (defined(__ELF__) || !defined(_WIN32))
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

// Names without suffix: wide text if UNICODE is defined, else 8-bit text.
/// @cond internal
#ifdef UNICODE
typedef PDH_RAW_COUNTER_ITEM_W PDH_RAW_COUNTER_ITEM, *PPDH_RAW_COUNTER_ITEM;
typedef PDH_FMT_COUNTERVALUE_ITEM_W PDH_FMT_COUNTERVALUE_ITEM, *PPDH_FMT_COUNTERVALUE_ITEM;
typedef PDH_COUNTER_PATH_ELEMENTS_W PDH_COUNTER_PATH_ELEMENTS, *PPDH_COUNTER_PATH_ELEMENTS;
typedef PDH_DATA_ITEM_PATH_ELEMENTS_W PDH_DATA_ITEM_PATH_ELEMENTS, *PPDH_DATA_ITEM_PATH_ELEMENTS;
typedef PDH_COUNTER_INFO_W PDH_COUNTER_INFO, *PPDH_COUNTER_INFO;
typedef PDH_LOG_SERVICE_QUERY_INFO_W PDH_LOG_SERVICE_QUERY_INFO, *PPDH_LOG_SERVICE_QUERY_INFO;
typedef PDH_BROWSE_DLG_CONFIG_W PDH_BROWSE_DLG_CONFIG, *PPDH_BROWSE_DLG_CONFIG;
typedef PDH_BROWSE_DLG_CONFIG_HW PDH_BROWSE_DLG_CONFIG_H, *PPDH_BROWSE_DLG_CONFIG_H;
#define PdhOpenQuery PdhOpenQueryW
#define PdhAddCounter PdhAddCounterW
#define PdhAddEnglishCounter PdhAddEnglishCounterW
#define PdhGetCounterInfo PdhGetCounterInfoW
#define PdhGetRawCounterArray PdhGetRawCounterArrayW
#define PdhGetFormattedCounterArray PdhGetFormattedCounterArrayW
#define PdhMakeCounterPath PdhMakeCounterPathW
#define PdhParseCounterPath PdhParseCounterPathW
#define PdhParseInstanceName PdhParseInstanceNameW
#define PdhValidatePath PdhValidatePathW
#define PdhValidatePathEx PdhValidatePathExW
#define PdhExpandCounterPath PdhExpandCounterPathW
#define PdhExpandWildCardPath PdhExpandWildCardPathW
#define PdhExpandWildCardPathH PdhExpandWildCardPathHW
#define PdhConnectMachine PdhConnectMachineW
#define PdhEnumMachines PdhEnumMachinesW
#define PdhEnumMachinesH PdhEnumMachinesHW
#define PdhEnumObjects PdhEnumObjectsW
#define PdhEnumObjectsH PdhEnumObjectsHW
#define PdhEnumObjectItems PdhEnumObjectItemsW
#define PdhEnumObjectItemsH PdhEnumObjectItemsHW
#define PdhGetDefaultPerfObject PdhGetDefaultPerfObjectW
#define PdhGetDefaultPerfObjectH PdhGetDefaultPerfObjectHW
#define PdhGetDefaultPerfCounter PdhGetDefaultPerfCounterW
#define PdhGetDefaultPerfCounterH PdhGetDefaultPerfCounterHW
#define PdhLookupPerfNameByIndex PdhLookupPerfNameByIndexW
#define PdhLookupPerfIndexByName PdhLookupPerfIndexByNameW
#define PdhOpenLog PdhOpenLogW
#define PdhUpdateLog PdhUpdateLogW
#define PdhGetLogFileType PdhGetLogFileTypeW
#define PdhBindInputDataSource PdhBindInputDataSourceW
#define PdhGetDataSourceTimeRange PdhGetDataSourceTimeRangeW
#define PdhEnumLogSetNames PdhEnumLogSetNamesW
#define PdhVerifySQLDB PdhVerifySQLDBW
#define PdhCreateSQLTables PdhCreateSQLTablesW
#define PdhBrowseCounters PdhBrowseCountersW
#define PdhBrowseCountersH PdhBrowseCountersHW
#define PdhSelectDataSource PdhSelectDataSourceW
#else
typedef PDH_RAW_COUNTER_ITEM_A PDH_RAW_COUNTER_ITEM, *PPDH_RAW_COUNTER_ITEM;
typedef PDH_FMT_COUNTERVALUE_ITEM_A PDH_FMT_COUNTERVALUE_ITEM, *PPDH_FMT_COUNTERVALUE_ITEM;
typedef PDH_COUNTER_PATH_ELEMENTS_A PDH_COUNTER_PATH_ELEMENTS, *PPDH_COUNTER_PATH_ELEMENTS;
typedef PDH_DATA_ITEM_PATH_ELEMENTS_A PDH_DATA_ITEM_PATH_ELEMENTS, *PPDH_DATA_ITEM_PATH_ELEMENTS;
typedef PDH_COUNTER_INFO_A PDH_COUNTER_INFO, *PPDH_COUNTER_INFO;
typedef PDH_LOG_SERVICE_QUERY_INFO_A PDH_LOG_SERVICE_QUERY_INFO, *PPDH_LOG_SERVICE_QUERY_INFO;
typedef PDH_BROWSE_DLG_CONFIG_A PDH_BROWSE_DLG_CONFIG, *PPDH_BROWSE_DLG_CONFIG;
typedef PDH_BROWSE_DLG_CONFIG_HA PDH_BROWSE_DLG_CONFIG_H, *PPDH_BROWSE_DLG_CONFIG_H;
#define PdhOpenQuery PdhOpenQueryA
#define PdhAddCounter PdhAddCounterA
#define PdhAddEnglishCounter PdhAddEnglishCounterA
#define PdhGetCounterInfo PdhGetCounterInfoA
#define PdhGetRawCounterArray PdhGetRawCounterArrayA
#define PdhGetFormattedCounterArray PdhGetFormattedCounterArrayA
#define PdhMakeCounterPath PdhMakeCounterPathA
#define PdhParseCounterPath PdhParseCounterPathA
#define PdhParseInstanceName PdhParseInstanceNameA
#define PdhValidatePath PdhValidatePathA
#define PdhValidatePathEx PdhValidatePathExA
#define PdhExpandCounterPath PdhExpandCounterPathA
#define PdhExpandWildCardPath PdhExpandWildCardPathA
#define PdhExpandWildCardPathH PdhExpandWildCardPathHA
#define PdhConnectMachine PdhConnectMachineA
#define PdhEnumMachines PdhEnumMachinesA
#define PdhEnumMachinesH PdhEnumMachinesHA
#define PdhEnumObjects PdhEnumObjectsA
#define PdhEnumObjectsH PdhEnumObjectsHA
#define PdhEnumObjectItems PdhEnumObjectItemsA
#define PdhEnumObjectItemsH PdhEnumObjectItemsHA
#define PdhGetDefaultPerfObject PdhGetDefaultPerfObjectA
#define PdhGetDefaultPerfObjectH PdhGetDefaultPerfObjectHA
#define PdhGetDefaultPerfCounter PdhGetDefaultPerfCounterA
#define PdhGetDefaultPerfCounterH PdhGetDefaultPerfCounterHA
#define PdhLookupPerfNameByIndex PdhLookupPerfNameByIndexA
#define PdhLookupPerfIndexByName PdhLookupPerfIndexByNameA
#define PdhOpenLog PdhOpenLogA
#define PdhUpdateLog PdhUpdateLogA
#define PdhGetLogFileType PdhGetLogFileTypeA
#define PdhBindInputDataSource PdhBindInputDataSourceA
#define PdhGetDataSourceTimeRange PdhGetDataSourceTimeRangeA
#define PdhEnumLogSetNames PdhEnumLogSetNamesA
#define PdhVerifySQLDB PdhVerifySQLDBA
#define PdhCreateSQLTables PdhCreateSQLTablesA
#define PdhBrowseCounters PdhBrowseCountersA
#define PdhBrowseCountersH PdhBrowseCountersHA
#define PdhSelectDataSource PdhSelectDataSourceA
#endif

#if defined(__cplusplus) && defined(__LP64__) && defined(__has_include)
#if __has_include(<pdh_shim_crt/long_pointers.h>) // with the flags of pdh-compat
#include <pdh_shim_crt/long_pointers.h>
#endif
#endif
/// @endcond

#endif
