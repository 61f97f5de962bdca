/// @file
/// What pdh-shim offers beyond PDH: choosing where counters come from, the clock, the scale policy and
/// logging. Nothing here is needed for ordinary use, and none of it exists in Windows' DLL.
///
/// The environment says the same without a change to the program: PDH_SHIM_SOURCE, PDH_SHIM_DEFAULT_SCALE,
/// PDH_SHIM_LOG. It is read once, when the library is first used, and is ignored in a set-id program. A call
/// of these functions overrides it.
///
/// Texts are UTF-8. Functions return ERROR_SUCCESS or a PDH status. Any thread may call them.
#ifndef PDH_SHIM_CONTROL_H
#define PDH_SHIM_CONTROL_H

#include <pdh.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default)
#endif

/// Chooses the sources of counters, in the order in which they are asked for an object:
/// a comma list of
/// - `linux`: the kernel statistics of this machine;
/// - `script:FILE`: scripted samples, for tests (see tests/data/script).
///
/// Queries and counters that exist keep the sources they were added from.
/// @retval PDH_INVALID_ARGUMENT `list` is NULL
/// @retval PDH_INVALID_DATASOURCE an unknown name, or a source that cannot start; the log says which and why,
///         and the choice stays as it was.
PDH_STATUS WINAPI pdh_shim_set_sources(LPCSTR list);

/// Default scale policies of pdh_shim_set_default_scale().
#define PDH_SHIM_SCALE_BY_SOURCE ((DWORD)0) ///< applied where the source publishes a factor (the default)
#define PDH_SHIM_SCALE_APPLY ((DWORD)1)     ///< applied to every counter
#define PDH_SHIM_SCALE_IGNORE ((DWORD)2)    ///< only reported in lDefaultScale

/// Says whether a counter's DefaultScale is the factor in force as long as PdhSetCounterScaleFactor has not
/// been called for it. PDH_SHIM_DEFAULT_SCALE=apply|ignore in the environment.
/// @retval PDH_INVALID_ARGUMENT another value
PDH_STATUS WINAPI pdh_shim_set_default_scale(DWORD policy);

/// Logs to a file (NULL = standard error; standard output is never used): `level` is one of off, error,
/// warning, info, debug, calls (each exported function and its status). PDH_SHIM_LOG=LEVEL[:FILE] in the
/// environment.
/// @retval PDH_INVALID_ARGUMENT an unknown level
/// @retval PDH_LOG_FILE_OPEN_ERROR the file cannot be opened; logging stays as it was
PDH_STATUS WINAPI pdh_shim_set_log(LPCSTR level, LPCSTR file);

/// Stops the clock of the library: time passes only by pdh_shim_advance_clock() from now on. For tests.
/// @param system_time  the time to stand at, a UTC FILETIME; 0 = now
/// @retval PDH_INVALID_ARGUMENT a negative time
PDH_STATUS WINAPI pdh_shim_freeze_clock(LONGLONG system_time);

/// Moves the stopped clock on by `ticks` of 100 ns. Collecting threads whose interval has passed collect.
/// @retval PDH_INVALID_ARGUMENT `ticks` is negative, or the clock has not been stopped
PDH_STATUS WINAPI pdh_shim_advance_clock(LONGLONG ticks);

/// Lets the clock run again, at the time of this machine.
PDH_STATUS WINAPI pdh_shim_release_clock(void);

/// Name of the constant of a status ("PDH_INVALID_HANDLE"), or NULL for a code that is not PDH's. Static
/// storage.
LPCSTR WINAPI pdh_shim_status_name(LONG status);

/// What a status means, in English, or NULL for a code that is not PDH's. Static storage.
LPCSTR WINAPI pdh_shim_status_text(LONG status);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
