// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/// @file
/// Performance data as a provider hands it over: the blocks of a sample, counter types, detail levels, and
/// the entry points of a performance DLL.
///
/// A sample is one PERF_DATA_BLOCK. Its first PERF_OBJECT_TYPE begins at HeaderLength, each next one after
/// TotalByteLength bytes. An object's header is followed by NumCounters PERF_COUNTER_DEFINITIONs; at
/// DefinitionLength begin its instances, each a PERF_INSTANCE_DEFINITION, its name and a
/// PERF_COUNTER_BLOCK with the values. An object without instances has its one PERF_COUNTER_BLOCK there.
/// Offsets are in bytes from the start of the structure that holds them; integers are little-endian; texts
/// are UTF-16.
#ifndef _WINPERF_
#define _WINPERF_

#define PDH_SHIM_INSIDE_WINPERF_H // for our <windows.h>
#include <windows.h>
#undef PDH_SHIM_INSIDE_WINPERF_H

// Whether WCHAR has 32 bits; see the notes on text in pdh.h.
#if (defined(__ELF__) || !defined(_WIN32)) && !defined(PDH_SHIM_UTF16) && __SIZEOF_WCHAR_T__ == 4
#define PDH_SHIM_WCHAR32
#endif

/// @defgroup winperf_blocks Blocks of a sample
/// @{

#define PERF_DATA_VERSION 1  ///< PERF_DATA_BLOCK.Version
#define PERF_DATA_REVISION 1 ///< PERF_DATA_BLOCK.Revision

/// One code unit of UTF-16 in a sample: WCHAR, unless that has 32 bits.
#ifndef PDH_SHIM_WCHAR32
typedef WCHAR PDH_SHIM_SAMPLE_CHAR;
#elif defined(__cplusplus)
typedef char16_t PDH_SHIM_SAMPLE_CHAR;
#else
typedef __CHAR16_TYPE__ PDH_SHIM_SAMPLE_CHAR;
#endif

/// Head of a sample.
typedef struct _PERF_DATA_BLOCK {
    PDH_SHIM_SAMPLE_CHAR Signature[4]; ///< "PERF", without NUL
    DWORD LittleEndian;                ///< 1: integers are little-endian
    DWORD Version;                     ///< PERF_DATA_VERSION
    DWORD Revision;                    ///< PERF_DATA_REVISION
    DWORD TotalByteLength;             ///< bytes of the whole sample
    DWORD HeaderLength;     ///< bytes up to the first object: of this structure and the computer's name
    DWORD NumObjectTypes;   ///< number of PERF_OBJECT_TYPEs
    LONG DefaultObject;     ///< title index of the object to show first; negative: none
    SYSTEMTIME SystemTime;  ///< when the sample was taken, UTC
    LARGE_INTEGER PerfTime; ///< the high-resolution clock, in ticks
    LARGE_INTEGER PerfFreq; ///< ticks of PerfTime in a second
    LARGE_INTEGER PerfTime100nSec; ///< the system clock, in 100-nanosecond intervals
    DWORD SystemNameLength;        ///< bytes of the computer's name, with its NUL
    DWORD SystemNameOffset;        ///< where the computer's name starts
} PERF_DATA_BLOCK, *PPERF_DATA_BLOCK;

/// What the two title members point to. They mean nothing in a sample; on 64-bit systems they are 32-bit
/// fillers, so that the layout is the same everywhere.
#if defined(_WIN64) || defined(__LP64__)
typedef DWORD PDH_SHIM_TITLE;
#else
typedef LPWSTR PDH_SHIM_TITLE;
#endif

/// @name PERF_OBJECT_TYPE.NumInstances when it is not a number of instances
/// @{
// Written as Windows' own header does, whose definitions some programs repeat.
#define PERF_NO_INSTANCES -1                  ///< the object never has instances
#define PERF_METADATA_MULTIPLE_INSTANCES (-2) ///< definitions without data, of an object with instances
#define PERF_METADATA_NO_INSTANCES (-3)       ///< definitions without data, of an object without instances
/// @}

/// One object with its counters and instances.
typedef struct _PERF_OBJECT_TYPE {
    DWORD TotalByteLength;          ///< bytes up to the next object: of this one with its instances
    DWORD DefinitionLength;         ///< bytes up to the first instance, or the counter block
    DWORD HeaderLength;             ///< bytes up to the first counter definition
    DWORD ObjectNameTitleIndex;     ///< title index of the name
    PDH_SHIM_TITLE ObjectNameTitle; ///< unused
    DWORD ObjectHelpTitleIndex;     ///< title index of the explanation
    PDH_SHIM_TITLE ObjectHelpTitle; ///< unused
    DWORD DetailLevel;              ///< PERF_DETAIL_NOVICE ... PERF_DETAIL_WIZARD
    DWORD NumCounters;              ///< number of counter definitions, bases included
    LONG DefaultCounter;            ///< position of the counter to show first, from 0; negative: none
    LONG NumInstances;              ///< number of instances, or PERF_NO_INSTANCES, PERF_METADATA_...
    DWORD CodePage;                 ///< of the instance names; 0 = UTF-16
    LARGE_INTEGER PerfTime;         ///< the object's own clock, in ticks
    LARGE_INTEGER PerfFreq;         ///< ticks of the object's clock in a second
} PERF_OBJECT_TYPE, *PPERF_OBJECT_TYPE;

/// One counter of an object. The base of a fraction or average is the next definition.
typedef struct _PERF_COUNTER_DEFINITION {
    DWORD ByteLength;                ///< bytes up to the next definition
    DWORD CounterNameTitleIndex;     ///< title index of the name
    PDH_SHIM_TITLE CounterNameTitle; ///< unused
    DWORD CounterHelpTitleIndex;     ///< title index of the explanation
    PDH_SHIM_TITLE CounterHelpTitle; ///< unused
    LONG DefaultScale;               ///< power of ten by which to scale for display
    DWORD DetailLevel;               ///< PERF_DETAIL_NOVICE ... PERF_DETAIL_WIZARD
    DWORD CounterType;               ///< PERF_COUNTER_COUNTER and the others
    DWORD CounterSize;               ///< bytes of the value
    DWORD CounterOffset;             ///< where the value is in the PERF_COUNTER_BLOCK
} PERF_COUNTER_DEFINITION, *PPERF_COUNTER_DEFINITION;

#define PERF_NO_UNIQUE_ID -1 ///< PERF_INSTANCE_DEFINITION.UniqueID of an instance known by its name

/// One instance of an object; its name and its counter block follow.
typedef struct _PERF_INSTANCE_DEFINITION {
    DWORD ByteLength;             ///< bytes up to the counter block: of this structure and the name
    DWORD ParentObjectTitleIndex; ///< title index of the parent's object; 0: no parent
    DWORD ParentObjectInstance;   ///< position of the parent among the instances of its object, from 0
    LONG UniqueID;                ///< a number in place of the name, or PERF_NO_UNIQUE_ID
    DWORD NameOffset;             ///< where the name starts
    DWORD NameLength;             ///< bytes of the name, with its NUL
} PERF_INSTANCE_DEFINITION, *PPERF_INSTANCE_DEFINITION;

/// Head of the values of one instance.
typedef struct _PERF_COUNTER_BLOCK {
    DWORD ByteLength; ///< bytes up to the next instance: of this structure and the values
} PERF_COUNTER_BLOCK, *PPERF_COUNTER_BLOCK;

/// @}
/// @defgroup winperf_detail Detail levels
/// For whom an object or counter is meant. A list of a level has all objects of that level and below.
/// @{
#define PERF_DETAIL_NOVICE 100   ///< everybody
#define PERF_DETAIL_ADVANCED 200 ///< experienced users
#define PERF_DETAIL_EXPERT 300   ///< administrators
#define PERF_DETAIL_WIZARD 400   ///< the designer of the system
/// @}

/// @defgroup winperf_fields Fields of a counter type
/// A counter type says how long the value is, how it is calculated from the newer (1) and the older (0)
/// sample, and how it is shown. Bits 0-7 are reserved.
/// @{

/// @name Bits 8-9: size of the value
/// @{
#define PERF_SIZE_DWORD 0x00000000        ///< 32 bits, unsigned
#define PERF_SIZE_LARGE 0x00000100        ///< 64 bits
#define PERF_SIZE_ZERO 0x00000200         ///< no value
#define PERF_SIZE_VARIABLE_LEN 0x00000300 ///< PERF_COUNTER_DEFINITION.CounterSize bytes
/// @}

/// @name Bits 10-11: what the value is
/// @{
#define PERF_TYPE_NUMBER 0x00000000  ///< shown as it is
#define PERF_TYPE_COUNTER 0x00000400 ///< grows; calculated
#define PERF_TYPE_TEXT 0x00000800    ///< text
#define PERF_TYPE_ZERO 0x00000C00    ///< always zero
/// @}

/// @name Bits 16-18 of a PERF_TYPE_NUMBER
/// @{
#define PERF_NUMBER_HEX 0x00000000      ///< shown in base 16
#define PERF_NUMBER_DECIMAL 0x00010000  ///< shown in base 10
#define PERF_NUMBER_DEC_1000 0x00020000 ///< shown in base 10, divided by 1000
/// @}

/// @name Bits 16-18 of a PERF_TYPE_COUNTER
/// @{
#define PERF_COUNTER_VALUE 0x00000000     ///< shown as it is
#define PERF_COUNTER_RATE 0x00010000      ///< divided by the time passed
#define PERF_COUNTER_FRACTION 0x00020000  ///< divided by a base
#define PERF_COUNTER_BASE 0x00030000      ///< the base of another counter, not shown itself
#define PERF_COUNTER_ELAPSED 0x00040000   ///< a start time, subtracted from the present one
#define PERF_COUNTER_QUEUELEN 0x00050000  ///< a sum of queue lengths over time
#define PERF_COUNTER_HISTOGRAM 0x00060000 ///< a histogram
#define PERF_COUNTER_PRECISION 0x00070000 ///< divided by the private clock in its base
/// @}

/// @name Bits 16-18 of a PERF_TYPE_TEXT
/// @{
#define PERF_TEXT_UNICODE 0x00000000 ///< UTF-16
#define PERF_TEXT_ASCII 0x00010000   ///< in the object's code page
/// @}

/// @name Bits 20-21: the clock
/// @{
#define PERF_TIMER_TICK 0x00000000   ///< PERF_DATA_BLOCK.PerfTime
#define PERF_TIMER_100NS 0x00100000  ///< PERF_DATA_BLOCK.PerfTime100nSec
#define PERF_OBJECT_TIMER 0x00200000 ///< PERF_OBJECT_TYPE.PerfTime
/// @}

/// @name Bits 22-25: the calculation
/// @{
#define PERF_DELTA_COUNTER 0x00400000   ///< take the difference of two samples first
#define PERF_DELTA_BASE 0x00800000      ///< take the difference of the base too
#define PERF_INVERSE_COUNTER 0x01000000 ///< show one minus the fraction
#define PERF_MULTI_COUNTER 0x02000000   ///< a sum over several things; the count of them follows the value
/// @}

/// @name Bits 28-31: the suffix of the shown value
/// @{
#define PERF_DISPLAY_NO_SUFFIX 0x00000000 ///< nothing
#define PERF_DISPLAY_PER_SEC 0x10000000   ///< "/sec"
#define PERF_DISPLAY_PERCENT 0x20000000   ///< "%"; the value is multiplied by 100
#define PERF_DISPLAY_SECONDS 0x30000000   ///< "secs"
#define PERF_DISPLAY_NOSHOW 0x40000000    ///< nothing; bases carry it, and PERF_AVERAGE_BULK, which is shown
/// @}
/// @}

/// @defgroup winperf_types Counter types
/// The formula uses the value N, the time D in ticks of the type's clock, the ticks in a second F, the base B
/// and the multi count M; 0 is the older sample, 1 the newer.
/// @{

/// A rate from 32 bits: (N1 - N0) / ((D1 - D0) / F), per second.
#define PERF_COUNTER_COUNTER                                                                                 \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_TICK | PERF_DELTA_COUNTER |        \
        PERF_DISPLAY_PER_SEC)
/// Share of time, in ticks of the high-resolution clock: 100 * (N1 - N0) / (D1 - D0), percent.
#define PERF_COUNTER_TIMER                                                                                   \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_TICK | PERF_DELTA_COUNTER |        \
        PERF_DISPLAY_PERCENT)
/// Average queue length from 32 bits: (N1 - N0) / (D1 - D0).
#define PERF_COUNTER_QUEUELEN_TYPE                                                                           \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_QUEUELEN | PERF_TIMER_TICK | PERF_DELTA_COUNTER |    \
        PERF_DISPLAY_NO_SUFFIX)
/// Average queue length from 64 bits: (N1 - N0) / (D1 - D0).
#define PERF_COUNTER_LARGE_QUEUELEN_TYPE                                                                     \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_QUEUELEN | PERF_TIMER_TICK | PERF_DELTA_COUNTER |    \
        PERF_DISPLAY_NO_SUFFIX)
/// Average queue length over the 100-nanosecond clock: (N1 - N0) / (D1 - D0).
#define PERF_COUNTER_100NS_QUEUELEN_TYPE                                                                     \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_QUEUELEN | PERF_TIMER_100NS | PERF_DELTA_COUNTER |   \
        PERF_DISPLAY_NO_SUFFIX)
/// Average queue length over the object's clock: (N1 - N0) / (D1 - D0).
#define PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE                                                                  \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_QUEUELEN | PERF_OBJECT_TIMER | PERF_DELTA_COUNTER |  \
        PERF_DISPLAY_NO_SUFFIX)
/// A rate from 64 bits: (N1 - N0) / ((D1 - D0) / F), per second.
#define PERF_COUNTER_BULK_COUNT                                                                              \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_TICK | PERF_DELTA_COUNTER |        \
        PERF_DISPLAY_PER_SEC)
/// Text; has no calculated value.
#define PERF_COUNTER_TEXT                                                                                    \
    (PERF_SIZE_VARIABLE_LEN | PERF_TYPE_TEXT | PERF_TEXT_UNICODE | PERF_DISPLAY_NO_SUFFIX)
/// A 32-bit value as it is: N1.
#define PERF_COUNTER_RAWCOUNT                                                                                \
    (PERF_SIZE_DWORD | PERF_TYPE_NUMBER | PERF_NUMBER_DECIMAL | PERF_DISPLAY_NO_SUFFIX)
/// A 64-bit value as it is: N1.
#define PERF_COUNTER_LARGE_RAWCOUNT                                                                          \
    (PERF_SIZE_LARGE | PERF_TYPE_NUMBER | PERF_NUMBER_DECIMAL | PERF_DISPLAY_NO_SUFFIX)
/// A 32-bit value as it is, meant for base 16: N1.
#define PERF_COUNTER_RAWCOUNT_HEX                                                                            \
    (PERF_SIZE_DWORD | PERF_TYPE_NUMBER | PERF_NUMBER_HEX | PERF_DISPLAY_NO_SUFFIX)
/// A 64-bit value as it is, meant for base 16: N1.
#define PERF_COUNTER_LARGE_RAWCOUNT_HEX                                                                      \
    (PERF_SIZE_LARGE | PERF_TYPE_NUMBER | PERF_NUMBER_HEX | PERF_DISPLAY_NO_SUFFIX)
/// Share of new events: 100 * (N1 - N0) / (B1 - B0), percent. Its base is a PERF_SAMPLE_BASE.
#define PERF_SAMPLE_FRACTION                                                                                 \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_FRACTION | PERF_DELTA_COUNTER | PERF_DELTA_BASE |    \
        PERF_DISPLAY_PERCENT)
/// A rate from 32 bits, shown without suffix: (N1 - N0) / ((D1 - D0) / F).
#define PERF_SAMPLE_COUNTER                                                                                  \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_TICK | PERF_DELTA_COUNTER |        \
        PERF_DISPLAY_NO_SUFFIX)
/// A label without value.
#define PERF_COUNTER_NODATA (PERF_SIZE_ZERO | PERF_DISPLAY_NOSHOW)
/// Share of time not counted, by the high-resolution clock: 100 * (1 - (N1 - N0) / (D1 - D0)), percent.
#define PERF_COUNTER_TIMER_INV                                                                               \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_TICK | PERF_DELTA_COUNTER |        \
        PERF_INVERSE_COUNTER | PERF_DISPLAY_PERCENT)
/// Base of a PERF_SAMPLE_FRACTION.
#define PERF_SAMPLE_BASE                                                                                     \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_BASE | PERF_DISPLAY_NOSHOW | 0x00000001)
/// Average time of an operation: ((N1 - N0) / F) / (B1 - B0), seconds. Its base is a PERF_AVERAGE_BASE.
#define PERF_AVERAGE_TIMER                                                                                   \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_FRACTION | PERF_DISPLAY_SECONDS)
/// Base of a PERF_AVERAGE_TIMER or PERF_AVERAGE_BULK.
#define PERF_AVERAGE_BASE                                                                                    \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_BASE | PERF_DISPLAY_NOSHOW | 0x00000002)
/// Average size of an operation: (N1 - N0) / (B1 - B0). Its base is a PERF_AVERAGE_BASE.
#define PERF_AVERAGE_BULK (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_FRACTION | PERF_DISPLAY_NOSHOW)
/// Share of time, by the object's clock: 100 * (N1 - N0) / (D1 - D0), percent.
#define PERF_OBJ_TIME_TIMER                                                                                  \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_OBJECT_TIMER | PERF_DELTA_COUNTER |      \
        PERF_DISPLAY_PERCENT)
/// Share of time, in 100-nanosecond intervals: 100 * (N1 - N0) / (D1 - D0), percent.
#define PERF_100NSEC_TIMER                                                                                   \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_100NS | PERF_DELTA_COUNTER |       \
        PERF_DISPLAY_PERCENT)
/// Share of time not counted, in 100-nanosecond intervals: 100 * (1 - (N1 - N0) / (D1 - D0)), percent.
#define PERF_100NSEC_TIMER_INV                                                                               \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_100NS | PERF_DELTA_COUNTER |       \
        PERF_INVERSE_COUNTER | PERF_DISPLAY_PERCENT)
/// Share of time of several things, by the high-resolution clock: 100 * ((N1 - N0) / ((D1 - D0) / F)) / M1,
/// percent.
#define PERF_COUNTER_MULTI_TIMER                                                                             \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_DELTA_COUNTER | PERF_TIMER_TICK |        \
        PERF_MULTI_COUNTER | PERF_DISPLAY_PERCENT)
/// Time not counted of several things: 100 * (M1 - (N1 - N0) / ((D1 - D0) / F)), percent; can exceed 100.
#define PERF_COUNTER_MULTI_TIMER_INV                                                                         \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_RATE | PERF_DELTA_COUNTER | PERF_TIMER_TICK |        \
        PERF_MULTI_COUNTER | PERF_INVERSE_COUNTER | PERF_DISPLAY_PERCENT)
/// The multi count of a multi timer.
#define PERF_COUNTER_MULTI_BASE                                                                              \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_BASE | PERF_MULTI_COUNTER | PERF_DISPLAY_NOSHOW)
/// Share of time of several things, in 100-nanosecond intervals: 100 * ((N1 - N0) / (D1 - D0)) / M1, percent.
#define PERF_100NSEC_MULTI_TIMER                                                                             \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_DELTA_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_100NS |       \
        PERF_MULTI_COUNTER | PERF_DISPLAY_PERCENT)
/// Time not counted of several things: 100 * (M1 - (N1 - N0) / (D1 - D0)), percent; can exceed 100.
#define PERF_100NSEC_MULTI_TIMER_INV                                                                         \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_DELTA_COUNTER | PERF_COUNTER_RATE | PERF_TIMER_100NS |       \
        PERF_MULTI_COUNTER | PERF_INVERSE_COUNTER | PERF_DISPLAY_PERCENT)
/// A fraction of one sample: 100 * N1 / B1, percent. Its base is a PERF_RAW_BASE.
#define PERF_RAW_FRACTION (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_FRACTION | PERF_DISPLAY_PERCENT)
/// A fraction of one sample, of 64 bits: 100 * N1 / B1, percent. Its base is a PERF_LARGE_RAW_BASE.
#define PERF_LARGE_RAW_FRACTION                                                                              \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_FRACTION | PERF_DISPLAY_PERCENT)
/// Base of a PERF_RAW_FRACTION.
#define PERF_RAW_BASE                                                                                        \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_BASE | PERF_DISPLAY_NOSHOW | 0x00000003)
/// Base of a PERF_LARGE_RAW_FRACTION.
#define PERF_LARGE_RAW_BASE (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_BASE | PERF_DISPLAY_NOSHOW)
/// Time since a start: (D1 - N1) / F by the object's clock, seconds.
#define PERF_ELAPSED_TIME                                                                                    \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_ELAPSED | PERF_OBJECT_TIMER | PERF_DISPLAY_SECONDS)
/// Marks the next counter as a histogram; no system supports it.
#define PERF_COUNTER_HISTOGRAM_TYPE 0x80000000
/// Change of a 32-bit value: N1 - N0.
#define PERF_COUNTER_DELTA                                                                                   \
    (PERF_SIZE_DWORD | PERF_TYPE_COUNTER | PERF_COUNTER_VALUE | PERF_DELTA_COUNTER | PERF_DISPLAY_NO_SUFFIX)
/// Change of a 64-bit value: N1 - N0.
#define PERF_COUNTER_LARGE_DELTA                                                                             \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_VALUE | PERF_DELTA_COUNTER | PERF_DISPLAY_NO_SUFFIX)
/// Share of time in ticks, by the clock in its base: 100 * (N1 - N0) / (B1 - B0), percent.
#define PERF_PRECISION_SYSTEM_TIMER                                                                          \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_PRECISION | PERF_TIMER_TICK | PERF_DELTA_COUNTER |   \
        PERF_DISPLAY_PERCENT)
/// Share of time in 100-nanosecond intervals, by the clock in its base: 100 * (N1 - N0) / (B1 - B0), percent.
#define PERF_PRECISION_100NS_TIMER                                                                           \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_PRECISION | PERF_TIMER_100NS | PERF_DELTA_COUNTER |  \
        PERF_DISPLAY_PERCENT)
/// Share of time in the object's ticks, by the clock in its base: 100 * (N1 - N0) / (B1 - B0), percent.
#define PERF_PRECISION_OBJECT_TIMER                                                                          \
    (PERF_SIZE_LARGE | PERF_TYPE_COUNTER | PERF_COUNTER_PRECISION | PERF_OBJECT_TIMER | PERF_DELTA_COUNTER | \
        PERF_DISPLAY_PERCENT)
/// Base of the precision timers: the clock at the moment the value was taken.
#define PERF_PRECISION_TIMESTAMP PERF_LARGE_RAW_BASE
/// @}

/// @defgroup winperf_dll Entry points of a performance DLL
/// @{

/// @name What a collect procedure is asked for, when not a list of title indices
/// @{
#define PERF_QUERY_OBJECTS ((LONG)0x80000000) ///< the objects listed
#define PERF_QUERY_GLOBAL ((LONG)0x80000001)  ///< all objects that are cheap to collect
#define PERF_QUERY_COSTLY ((LONG)0x80000002)  ///< the costly objects
/// @}
#define MAX_PERF_OBJECTS_IN_QUERY_FUNCTION 64 ///< most objects in one request

/// Prepares for collecting; called once per opener.
/// @return ERROR_SUCCESS or a system error, after which the library is not used
typedef DWORD(APIENTRY PM_OPEN_PROC)(LPWSTR devices);

/// Writes one sample of the objects asked for.
/// Arguments: what is asked for ("Global", "Costly" or title indices in decimal with blanks between); in:
/// where to write, out: after the last byte written; in: bytes available, out: bytes written; out: number of
/// objects.
/// @return ERROR_SUCCESS, or ERROR_MORE_DATA with nothing written
typedef DWORD(APIENTRY PM_COLLECT_PROC)(LPWSTR request, LPVOID* data, LPDWORD bytes, LPDWORD objects);

/// As PM_COLLECT_PROC, for the objects whose number and title indices are in the first argument.
typedef DWORD(APIENTRY PM_QUERY_PROC)(LPDWORD request, LPVOID* data, LPDWORD bytes, LPDWORD objects);

/// Ends what PM_OPEN_PROC began.
/// @return ERROR_SUCCESS
typedef DWORD(APIENTRY PM_CLOSE_PROC)(void);

/// @name How much a performance DLL reports to the event log
/// @{
#define WINPERF_LOG_NONE 0    ///< nothing
#define WINPERF_LOG_USER 1    ///< errors
#define WINPERF_LOG_DEBUG 2   ///< errors, and what helps to find them
#define WINPERF_LOG_VERBOSE 3 ///< everything
/// @}
/// @}

#endif
