// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/// @file
/// @brief What pdh-shim offers beyond PDH: choosing where counters come from, the clock, the scale policy and
/// logging.
///
/// Nothing here is needed for ordinary use, and none of it exists in Windows' DLL.
///
/// Environment variables do the same without changing the program. They are read once, when the library is
/// first used, and ignored in a set-id program. A call of these functions overrides them. SOURCES.md has
/// their values:
/// - the sources: PDH_SHIM_SOURCE, PDH_SHIM_ROOT, PDH_SHIM_CGROUP, PDH_SHIM_UNMEASURED,
/// PDH_SHIM_REMOTE_TIMEOUT;
/// - values and names: PDH_SHIM_DEFAULT_SCALE, PDH_SHIM_TITLES, PDH_SHIM_LANGUAGE;
/// - reading logs: PDH_SHIM_LOG_ENCODING, PDH_SHIM_LOG_DATES, PDH_SHIM_LOG_DECIMAL, PDH_SHIM_LOG_ZONE,
///   PDH_SHIM_SQL_TIMEOUT; writing them: PDH_SHIM_LOG_APOSTROPHES;
/// - limits: PDH_SHIM_DESCRIPTORS, PDH_SHIM_MEMORY_LIMIT, PDH_SHIM_DISK_LIMIT;
/// - the library itself: PDH_SHIM_LOG, PDH_SHIM_LIBEXEC, PDH_SHIM_REGISTRATIONS, PDH_SHIM_HOSTS.
///
/// Texts are UTF-8. Functions return ERROR_SUCCESS or a PDH status. Any thread may call them.
#ifndef PDH_SHIM_CONTROL_H
#define PDH_SHIM_CONTROL_H

#include <pdh.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && (defined(__ELF__) || !defined(_WIN32))
#pragma GCC visibility push(default)
#endif

/// Chooses the sources of counters. If two have an object of the same name, the first one is used. `list` is
/// a list with commas (an item that contains a comma needs double quotes: `"script:a,b.json",linux`) of
/// - `linux`: the kernel statistics of this machine (the default on Linux, with `registered`; under Wine on
///   Linux with `windows`);
/// - `registry`: the registry key HKEY_PERFORMANCE_DATA (the default on Windows, and behind `windows` under a
///   Wine without /proc);
/// - `windows`: in the DLL: what the functions of Windows, or of any Wine, report about this machine;
/// - `perfdata:FILE`: captured performance data blocks (see pdh_shim_capture_sample());
/// - `script:FILE`: scripted samples for tests; or, without quotes, the JSON text itself: `script:{...}`;
/// - `provider:FILE.ini`: a performance DLL; the lodctr INI file names its counters;
/// - `registered`: the performance DLLs that were registered with lodctr, by the user or for the system;
/// - `pcp:HOST,HOST`, `pcp`: other computers, through Performance Co-Pilot;
/// - `winhost:HOST,HOST`, `winhost`: Windows hosts of the hosts file.
///
/// Each FILE must be a regular file, or a link to one. A counter keeps the source that it was added from. The
/// new sources apply to later enumerations and expansions, and to counters that are added later, also to
/// existing queries.
///
/// Tests that run at the same time in one process need not share this list: `script:FILE`, `script:{...}` and
/// `perfdata:FILE` can be the data source of one query, as the szDataSource of PdhOpenQuery(),
/// PdhBindInputDataSource(), PdhExpandWildCardPath() and the functions that enumerate. No other source can be
/// named there: any other name is a log, so that a name which a user chose loads no code.
/// @retval PDH_INVALID_ARGUMENT `list` is NULL
/// @retval PDH_INVALID_DATASOURCE an unknown name, or a source that cannot start; pdh_shim_last_failure() and
///         the log say which and why, and the choice stays as it was.
PDH_STATUS WINAPI pdh_shim_set_sources(LPCSTR list);

/// Default scale policies of pdh_shim_set_default_scale().
#define PDH_SHIM_SCALE_BY_SOURCE ((DWORD)0) ///< applied to scripts and plug-ins (the default)
#define PDH_SHIM_SCALE_APPLY ((DWORD)1)     ///< applied to every counter
#define PDH_SHIM_SCALE_IGNORE ((DWORD)2)    ///< only reported in lDefaultScale

/// Sets whether a counter's DefaultScale scales its values as long as PdhSetCounterScaleFactor has not
/// been called for it. PDH_SHIM_DEFAULT_SCALE=apply|ignore in the environment.
/// @retval PDH_INVALID_ARGUMENT another value
PDH_STATUS WINAPI pdh_shim_set_default_scale(DWORD policy);

/// Loads names and explanations of objects and counters, in one or more languages, from an INI file in
/// lodctr's format. They are added to those that are already loaded; a name that is loaded twice is replaced.
/// PDH_SHIM_TITLES=FILE[,FILE...] in the environment.
///
/// `SYMBOL_009_NAME=Processor` and `SYMBOL_007_NAME=Prozessor` in its `[text]` give Processor a German name.
/// With `First Counter=NUMBER` in `[performance]`, the title index of a symbol is NUMBER plus the symbol's
/// number in the symbol file, as after lodctr on Windows. Counters that were added before keep their names.
/// @param ini_file  UTF-8, UTF-16 with a byte order mark, or Windows-1252
/// @retval PDH_INVALID_ARGUMENT `ini_file` is NULL or empty
/// @retval PDH_FILE_NOT_FOUND it, or its symbol file, cannot be read
/// @retval PDH_CANNOT_READ_NAME_STRINGS one of them is malformed; pdh_shim_last_failure() says where, and
///         nothing is loaded
PDH_STATUS WINAPI pdh_shim_load_titles(LPCSTR ini_file);

/// Sets the language: every name and explanation that PDH returns from now on is in that language, or in
/// English where nothing was loaded for it. PDH_SHIM_LANGUAGE=009 (hexadecimal, as Perflib names its keys) in
/// the environment.
/// @param language  a LANGID; one of a country (0x0407) falls back to its language (0x0007)
/// @retval PDH_INVALID_ARGUMENT 0, or more than 16 bits
PDH_STATUS WINAPI pdh_shim_set_language(DWORD language);

/// Returns the Perflib title list of a language: a multi-string of index and text pairs, sorted by index. It
/// is what Windows keeps in the registry as `Counter` (`help` FALSE) or `Help` (TRUE). Missing texts are in
/// English.
/// @param language  a LANGID; 0 = the current language
/// @param size      characters, both terminators included: the room in `titles`, then what is needed or used
/// @retval PDH_MORE_DATA the buffer is too small, or `*size` is 0
/// @retval PDH_INVALID_ARGUMENT `size` is NULL, or `titles` is and `*size` is not 0
/// @retval PDH_STRING_NOT_FOUND nothing was loaded for the language
PDH_STATUS WINAPI pdh_shim_titles(DWORD language, BOOL help, LPWSTR titles, LPDWORD size)
    PDH_SHIM_WIDE(pdh_shim_titles);

/// Logs to a file (NULL = standard error; standard output is never used): `level` is one of off, error,
/// warning, info (each source that is started), debug (each collect), calls (each call of an exported
/// function: thread, arguments, outputs and status; FAQ.md shows how to read it); each level includes those
/// before it. PDH_SHIM_LOG=LEVEL[:FILE] in the environment.
/// @retval PDH_INVALID_ARGUMENT an unknown level
/// @retval PDH_LOG_FILE_OPEN_ERROR the file cannot be opened (its folder is not made), or is neither a
///         regular file nor a device for characters such as a terminal; logging stays as it was
PDH_STATUS WINAPI pdh_shim_set_log(LPCSTR level, LPCSTR file);

/// Returns why the last call of this thread failed, in the words of the log: `WHERE: WHAT`, as in
/// `counters.json:7: an object has no key "nmae"` or `host db1: Connection refused`. A call that succeeded
/// can have a reason too: PdhAddCounter, for a host that does not answer. The next call of this thread clears
/// the reason, except this function and those that only read a counter's value. Reasons are kept for 64
/// threads, 4096 bytes for each.
/// @param status  the status that the reason belongs to; may be NULL
/// @param text    UTF-8
/// @param size    bytes, the terminator included: the room in `text`, then what is needed or used
/// @retval PDH_MORE_DATA the buffer is too small, or `*size` is 0
/// @retval PDH_INVALID_ARGUMENT `size` is NULL, or `text` is and `*size` is not 0
/// @retval PDH_NO_DATA no call has been made, or there is no reason beyond its status
PDH_STATUS WINAPI pdh_shim_last_failure(LONG* status, LPSTR text, LPDWORD size);

/// Limits the file descriptors that the library keeps open between collects, for all queries of the process
/// together. The default is 64, and a quarter of RLIMIT_NOFILE is never exceeded; 0 keeps none: each collect
/// then opens the kernel's files again. PDH_SHIM_DESCRIPTORS=NUMBER in the environment. At most 767 have
/// numbers below 1024, which a program that calls select() needs. Events, the log and the processes of
/// isolated performance DLLs count too, but are never refused.
/// @retval PDH_INVALID_ARGUMENT more than 1048576
PDH_STATUS WINAPI pdh_shim_set_descriptors(DWORD most);

/// Stops the clock of the library: time passes only by pdh_shim_advance_clock() from now on. For tests.
/// @param system_time  the time that the clock then shows, a UTC FILETIME; 0 = now
/// @retval PDH_INVALID_ARGUMENT a negative time
PDH_STATUS WINAPI pdh_shim_freeze_clock(LONGLONG system_time);

/// Advances the stopped clock by `ticks` of 100 ns, but not beyond the end of its range. Collecting threads
/// whose interval has passed collect.
/// @retval PDH_INVALID_ARGUMENT `ticks` is negative, or the clock has not been stopped
PDH_STATUS WINAPI pdh_shim_advance_clock(LONGLONG ticks);

/// Lets the clock run again and show the time of this machine.
PDH_STATUS WINAPI pdh_shim_release_clock(void);

/// As RegQueryValueEx for HKEY_PERFORMANCE_DATA on Windows: collects the counters of this computer
/// into one PERF_DATA_BLOCK (see winperf.h), whose integers are little-endian on every machine. Its title
/// indexes are the ones that PdhLookupPerfNameByIndex takes.
/// @param request  what to collect, in any case: "Global" or "" (all objects); title indexes of objects in
///                 decimal, separated by blanks, with the objects of their parents; "MetadataGlobal"
///                 (definitions only). "Costly" and "MetadataCostly" find no objects. "Foreign COMPUTER" and
///                 one of these is for another computer that the sources ask; of one that they do not ask no
///                 object is found. "Foreign COMPUTER Counter 009", or Help or Explain, and any language,
///                 returns its titles: a multi-string in UTF-16.
/// @param data     NULL with a size of 0 asks for the size
/// @param size     bytes; in: of the buffer, out: used, or needed. The next block may need more, so a caller
///                 repeats the call until it succeeds. A block that did not fit is kept for a second, for the
///                 same request
/// @retval PDH_INVALID_ARGUMENT `request` or `size` is NULL, a size without a buffer, or another request
/// @retval PDH_MORE_DATA the buffer is too small
/// @retval PDH_NO_MORE_DATA the samples of a script or capture have ended
/// @retval PDH_CSTATUS_NO_MACHINE the other computer does not answer
/// @retval PDH_STRING_NOT_FOUND the other computer has no titles in this language
PDH_STATUS WINAPI pdh_shim_query_performance_data(LPCSTR request, LPVOID data, LPDWORD size);

/// Flags of pdh_shim_capture_sample().
#define PDH_SHIM_CAPTURE_TITLES ((DWORD)1) ///< the blocks include names and help texts

/// Writes the newest sample of a query as PERF_DATA_BLOCKs, without loss. If a program appends the blocks
/// of its samples to a file, the source `perfdata:FILE` replays them with the same
/// values, on any machine. The first blocks need PDH_SHIM_CAPTURE_TITLES for names that are not Windows' own.
/// @param data  NULL with a size of 0 asks for the size
/// @param size  bytes; in: of the buffer, out: used, or needed
/// @retval PDH_INVALID_ARGUMENT `size` is NULL, a size without a buffer, or another flag
/// @retval PDH_NO_DATA nothing has been collected yet
/// @retval PDH_MORE_DATA the buffer is too small
PDH_STATUS WINAPI pdh_shim_capture_sample(PDH_HQUERY query, DWORD flags, LPVOID data, LPDWORD size);

/// The zone of the local times of a query's newest sample: of the computer now or, if the query reads a log,
/// of the log. PDH itself gives local times only.
/// @param minutes  UTC = local time + minutes
/// @retval PDH_INVALID_ARGUMENT `minutes` is NULL
/// @retval PDH_NO_DATA nothing has been collected yet
/// @retval PDH_ENTRY_NOT_IN_LOG_FILE the log does not say its zone, and PDH_SHIM_LOG_ZONE does not either
PDH_STATUS WINAPI pdh_shim_sample_bias(PDH_HQUERY query, LONG* minutes);

/// The zone of the local times of a log, at its first record that is not earlier than a given time.
/// @param log         what PdhBindInputDataSource() or PdhOpenLog() gave; NULL means the computer now
/// @param local_time  a local FILETIME, as PdhGetDataSourceTimeRangeH() gives it; 0 is the start
/// @param minutes     UTC = local time + minutes
/// @retval PDH_INVALID_ARGUMENT `minutes` is NULL
/// @retval PDH_ENTRY_NOT_IN_LOG_FILE see pdh_shim_sample_bias()
PDH_STATUS WINAPI pdh_shim_log_bias(PDH_HLOG log, LONGLONG local_time, LONG* minutes);

/// The name that the header of a text log gives to that zone: `Pacific Standard Time`, or `UTC-08:00` where
/// the log has no name for it.
/// @param log, local_time see pdh_shim_log_bias()
/// @param name  UTF-8; NULL with a size of 0 requests the size
/// @param size  characters with the terminator; in: of the buffer, out: used, or needed
/// @retval PDH_INVALID_ARGUMENT `size` is NULL, or a size without a buffer
/// @retval PDH_MORE_DATA the buffer is too small
/// @retval PDH_ENTRY_NOT_IN_LOG_FILE see pdh_shim_sample_bias()
PDH_STATUS WINAPI pdh_shim_log_zone_name(PDH_HLOG log, LONGLONG local_time, LPSTR name, LPDWORD size);

/// The time of a query's newest sample, or record of a log: what PdhCollectQueryDataWithTime() returns. Its
/// raw counters may have other time stamps, of the clocks of other computers.
/// @param local_time  a local FILETIME
/// @retval PDH_INVALID_ARGUMENT `local_time` is NULL
/// @retval PDH_NO_DATA nothing has been collected yet
PDH_STATUS WINAPI pdh_shim_sample_time(PDH_HQUERY query, LONGLONG* local_time);

/// The counters of a log in the order in which it has them, as a list of paths; of an object that is logged
/// as a whole, all of its counters. Unlike in an expansion, paths are among them that PdhAddCounter()
/// refuses, because they have PDH_MAX_COUNTER_PATH characters or names that a path cannot have.
/// @param log    what PdhBindInputDataSource() or PdhOpenLog() gave
/// @param flags  0: each instance has a path, also those that only some records have;
///               PDH_NOEXPANDINSTANCES: `*` stands for them, and for all instances of a counter that the log
///               has side by side in the order of an expansion
/// @param paths  as the `A` functions write text; NULL with a size of 0 requests the size
/// @param size   characters with all terminators; in: of the buffer, out: used, or needed
/// @retval PDH_INVALID_ARGUMENT `size` is NULL, a size without a buffer, or another flag
/// @retval PDH_DATA_SOURCE_IS_REAL_TIME `log` is not a log
/// @retval PDH_MORE_DATA the buffer is too small
PDH_STATUS WINAPI pdh_shim_log_counters(PDH_HLOG log, DWORD flags, LPSTR paths, LPDWORD size);

/// How many records of a log have a comment: a text in the last column of a text log whose header names no
/// counter. Only text logs can have one.
/// @param log         what PdhBindInputDataSource() or PdhOpenLog() gave
/// @param begin, end  local FILETIMEs: of the first and of the last record
/// @retval PDH_INVALID_ARGUMENT `records` is NULL
/// @retval PDH_DATA_SOURCE_IS_REAL_TIME `log` is not a log
PDH_STATUS WINAPI pdh_shim_log_comments(PDH_HLOG log, LONGLONG begin, LONGLONG end, LPDWORD records);

/// The bias of a record whose zone nobody says: see pdh_shim_collect_values().
#define PDH_SHIM_BIAS_UNKNOWN ((LONG)(-2147483647 - 1))

/// Collects records of a query, and writes the values of counters into a matrix of the caller's: what
/// PdhCollectQueryDataWithTime() and, for each counter, PdhGetFormattedCounterValue() would return, for up to
/// `max_records` records of a log in one call. A query that reads no log is collected once. No other collect
/// of the query comes between a record and its values.
///
/// `times` and `biases` have an element for each record, so room for `max_records`; the arrays of values have
/// a row of `counter_count` elements for each record. Any of the five but `values` may be NULL.
/// @param counters       of this query; one with a wildcard has the value of its first instance
/// @param format         PDH_FMT_DOUBLE, with PDH_FMT_NOSCALE, PDH_FMT_NOCAP100 or PDH_FMT_1000 as well
/// @param values         NaN where there is no value, as for a rate in the first record
/// @param statuses       ERROR_SUCCESS, or why there is no value: the CStatus of a sample without data
///                       (PDH_CSTATUS_NO_INSTANCE), else what PdhGetFormattedCounterValue() would return
/// @param raw_values     what PdhGetRawCounterValue() would give of each counter; the CStatus of each says
///                       whether it is valid
/// @param times          local FILETIMEs
/// @param biases         UTC = local time + minutes; or PDH_SHIM_BIAS_UNKNOWN
/// @param records        how many were written, also if the call fails with a status of a collect
/// @retval ERROR_SUCCESS `max_records`, or those up to the end of the log
/// @retval PDH_NO_MORE_DATA the log has no further record
/// @retval PDH_INVALID_ARGUMENT `counters`, `values` or `records` is NULL, a number is 0, the matrix would
///         exceed the address space, the format is another one, or a counter belongs to another query
/// @retval "a status of PdhCollectQueryData()" of the collect behind the records that were written; after
///         PDH_NO_DATA that of the last of them
PDH_STATUS WINAPI pdh_shim_collect_values(PDH_HQUERY query, const PDH_HCOUNTER* counters, DWORD counter_count,
    DWORD format, DWORD max_records, double* values, LONG* statuses, PDH_RAW_COUNTER* raw_values,
    LONGLONG* times, LONG* biases, DWORD* records);

/// Name of the constant of a status ("PDH_INVALID_HANDLE"), or NULL for a code that is not PDH's. Static
/// storage.
LPCSTR WINAPI pdh_shim_status_name(LONG status);

/// What a status means, in English and beginning with the words of Windows, or NULL for a code that is not
/// PDH's. Static storage.
LPCSTR WINAPI pdh_shim_status_text(LONG status);

#if defined(__GNUC__) && (defined(__ELF__) || !defined(_WIN32))
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
