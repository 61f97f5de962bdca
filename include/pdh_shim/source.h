// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/// @file
/// @brief A source of performance counters in C: what a program implements to add its own counters, and how
/// the library calls it.
///
/// Plain C11 without PDH's headers, for any language that can call C.
///
/// A source is a table of four functions and a context pointer:
/// - `describe`: lists its objects and counters; called once, when the source is added
/// - `collect`: gives raw values of some of the objects; called when a query that uses them is collected
/// - `enumerate`: lists the instances that an object has now; for wildcards and lists of instances
/// - `close`: called once, when the source is no longer used
///
/// pdh_shim_add_source() makes its objects part of this computer: every PDH function of this process finds
/// them, as `\Object(instance)\Counter`. samples/source_plugin is a complete program.
///
/// **Values.** A source gives raw values, 64 bits each, and never rates or percentages: PDH calculates those
/// from two samples by the counter's type. PERF_COUNTER_BULK_COUNT is for a value that only grows,
/// PERF_COUNTER_LARGE_RAWCOUNT for a value shown as it is; a fraction needs a second counter, its base.
///
/// **Calls.** Functions of a source have C's calling convention, on Windows too (no WINAPI). For a library
/// built with `-Dabi=ms`, define PDH_SHIM_MS_ABI and declare them with PDH_SHIM_CALLBACK.
///
/// **Texts** are UTF-8 and end in NUL. The library copies them before the call returns.
///
/// **Times.** PerfTime is in ticks of `perf_freq`; time_100ns and system_time are in units of 100 ns,
/// system_time since 1601-01-01 UTC (a FILETIME).
///
/// **Threads.** The library calls a source from any thread, but never from two at the same time: a source
/// needs no lock of its own. The query waits until the source returns. Within a
/// call a source must not use PDH functions, nor add or remove sources.
///
/// **Statuses.** Functions return 0 for success or an error of pdhmsg.h; any other value counts as
/// PDH_INVALID_DATA. A source's data is checked: breaking a rule of this file counts as PDH_INVALID_DATA too.
/// A collect that fails leaves the source's counters without valid data in that sample; after
/// PDH_NO_MORE_DATA and PDH_MEMORY_ALLOCATION_FAILURE, PdhCollectQueryData returns that status and the
/// samples before stay as they are. If `describe` or `enumerate` fails, the PDH function that caused the call
/// returns the status. The log says which source failed, with which object and why (PDH_SHIM_LOG=warning).
///
/// **Exceptions.** A source should not throw exceptions through these C functions; it should return a status.
/// In C++ an exception of any type is caught and logged, with its what(). A `collect` that throws leaves the
/// object that it was writing, and those that it had not begun, without valid data in that sample; other
/// objects and sources have theirs. `describe` and `enumerate` that throw count as PDH_INVALID_DATA. `close`
/// is not called again. pthread_exit() and pthread_cancel() are not caught: they end the thread, except in
/// `close`, where they end the process. On Windows, exceptions of programs that were not compiled with GCC,
/// and of 32-bit programs, are not caught.
#ifndef PDH_SHIM_SOURCE_H
#define PDH_SHIM_SOURCE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @def PDH_SHIM_CALL
/// The calling convention of the library's functions.
/// @def PDH_SHIM_CALLBACK
/// The calling convention of a source's functions: that of C on Windows.
/// @typedef pdh_shim_status
/// The 32 bits of a PDH_STATUS.
#if defined(_WIN32) && !defined(__ELF__)
#define PDH_SHIM_CALL __stdcall
#define PDH_SHIM_CALLBACK
typedef long pdh_shim_status;
#else
#ifdef PDH_SHIM_MS_ABI
#define PDH_SHIM_CALL __attribute__((ms_abi))
#else
#define PDH_SHIM_CALL
#endif
#define PDH_SHIM_CALLBACK PDH_SHIM_CALL
typedef int32_t pdh_shim_status;
#endif

/// Version of this file's structures. They do not change within a version, but pdh_shim_source and
/// pdh_shim_writer may grow at their end; their `size` says which members they have.
#define PDH_SHIM_SOURCE_VERSION 1U

/// A unique id for an instance that has no identity beyond its name.
#define PDH_SHIM_NO_ID ((int64_t)-1)

/// One counter of an object. All members but `name` may be 0.
struct pdh_shim_counter {
    const char* name; ///< English name; not empty, and unique in its object unless it is a base
    const char* help; ///< English explanation, or NULL
    uint32_t index;   ///< its index in the title database; 0 = none of its own
    uint32_t type;    ///< a counter type of winperf.h (PERF_COUNTER_BULK_COUNT...)
    /// Power of ten from -7 to 7 by which values are multiplied, unless PdhSetCounterScaleFactor sets
    /// another.
    int32_t default_scale;
    uint32_t detail; ///< PERF_DETAIL_NOVICE (also 0), _ADVANCED, _EXPERT or _WIZARD
    /// Position of the base of a fraction or average, counted from this counter: 1 = the next one, 0 = it
    /// has none. It must be of a base type (PERF_RAW_BASE...). Bases are never displayed.
    int32_t base;
};

/// One object: a kind of thing that is measured.
struct pdh_shim_object {
    const char* name; ///< English name; not empty, and unique in its source
    const char* help; ///< English explanation, or NULL
    uint32_t index;   ///< its index in the title database; 0 = none of its own
    uint32_t detail;  ///< PERF_DETAIL_NOVICE (also 0), _ADVANCED, _EXPERT or _WIZARD
    /// 0: there is one, like memory. Not 0: it has any number of instances, like disks.
    int32_t has_instances;
    uint32_t counter_count;                  ///< at least 1
    const struct pdh_shim_counter* counters; ///< their positions are their numbers in later calls
    /// Ticks per second of the object's own clock, for types with OBJ_TIME or OBJECT in their names and
    /// for PERF_ELAPSED_TIME. 0: it has none, and PerfTime is used.
    int64_t object_freq;
};

/// What a source offers.
struct pdh_shim_catalogue {
    const struct pdh_shim_object* objects; ///< their positions are their numbers in later calls
    uint32_t object_count;                 ///< how many there are
    /// Ticks per second of PerfTime. 0: the source has no clock of its own, and the library's is used.
    int64_t perf_freq;
};

/// What a query needs of one object.
struct pdh_shim_request {
    uint32_t object; ///< number of the object
    /// Not 0: only the instance `_Total` is needed; the source may leave out the others.
    int32_t only_total;
    /// A flag for each counter of the object, bases included: not 0 = it is needed. The others need not be
    /// set.
    const uint8_t* wanted;
};

/// @brief When a sample was taken.
///
/// The library fills it with its own clock before it asks for a sample; a source
/// with a better clock overwrites it, and a source with its own `perf_freq` must set perf_time.
struct pdh_shim_times {
    int64_t perf_time;   ///< ticks of perf_freq; must not go back
    int64_t time_100ns;  ///< as PerfTime100nSec
    int64_t system_time; ///< UTC FILETIME
};

/// @brief Where a source writes its values: valid during one call, and not to be used after it.
///
/// The functions take it as their first argument. They return nothing: after a mistake they do nothing more,
/// and the call fails when the source returns.
struct pdh_shim_writer {
    uint32_t size; ///< bytes of this structure in the library; functions beyond it do not exist

    /// Starts the object of `requests[request]`; the next calls are about it. Needed for each request, before
    /// anything else. An object that is not started has no valid data in this sample.
    void(PDH_SHIM_CALLBACK* begin)(struct pdh_shim_writer* writer, uint32_t request);

    /// Adds an instance and returns its row: 0, 1, 2... All its values are 0 and valid. Names may repeat
    /// (PDH calls them `name`, `name#1`...). Not for objects without instances: these have row 0 as soon as
    /// they are started.
    /// @param name       not empty; programs see a `*` in it as `_`, and may see the `#` of a name
    ///                   that ends in `#` and a number as `_`
    /// @param parent     name of the parent instance, or NULL
    /// @param unique_id  differs between this instance and a later one of the same name (process id and start
    /// time...):
    ///                   samples with different ids are never compared. Not negative, or PDH_SHIM_NO_ID.
    uint32_t(PDH_SHIM_CALLBACK* add_instance)(
        struct pdh_shim_writer* writer, const char* name, const char* parent, int64_t unique_id);

    /// Sets the raw value of a counter. 32-bit types take it as it is.
    void(PDH_SHIM_CALLBACK* set)(
        struct pdh_shim_writer* writer, uint32_t row, uint32_t counter, int64_t value);

    /// Marks a value that could not be read; its status is PDH_CSTATUS_INVALID_DATA.
    void(PDH_SHIM_CALLBACK* set_invalid)(struct pdh_shim_writer* writer, uint32_t row, uint32_t counter);

    /// Sets the multi count of a counter whose type has MULTI in its name: the number of parts that the value
    /// sums up. The default is 1.
    void(PDH_SHIM_CALLBACK* set_multi)(
        struct pdh_shim_writer* writer, uint32_t row, uint32_t counter, uint32_t count);

    /// Sets the object's own clock, in ticks of its object_freq. Needed for objects that have one.
    void(PDH_SHIM_CALLBACK* set_object_time)(struct pdh_shim_writer* writer, int64_t ticks);
};

/// A source. Each function gets `context` as its first argument.
struct pdh_shim_source {
    uint32_t size;    ///< sizeof(struct pdh_shim_source)
    uint32_t version; ///< PDH_SHIM_SOURCE_VERSION
    const char* name; ///< name of the source in the log and for pdh_shim_remove_source(); not empty
    void* context;    ///< any value; passed to each function

    /// Lists the objects; called once. `catalogue` is zeroed; what it is made to point to must stay valid
    /// until pdh_shim_add_source() returns. If its objects change, add the source again under its name.
    int32_t(PDH_SHIM_CALLBACK* describe)(void* context, struct pdh_shim_catalogue* catalogue);

    /// Takes one sample: writes the objects of all requests, as they are at one time. Only what the needed
    /// counters depend on has to be read. PDH_NO_MORE_DATA means that a recording has ended.
    int32_t(PDH_SHIM_CALLBACK* collect)(void* context, const struct pdh_shim_request* requests,
        uint32_t request_count, struct pdh_shim_times* times, struct pdh_shim_writer* writer);

    /// Adds the instances that an object has now, without values; the object is already started. Not for
    /// objects without instances. If NULL, the library collects the object with no counter needed instead.
    int32_t(PDH_SHIM_CALLBACK* enumerate)(void* context, uint32_t object, struct pdh_shim_writer* writer);

    /// Called when the source has been removed and the last query that used it is closed: possibly within
    /// pdh_shim_remove_source(), or much later, or never, if the process ends before. NULL: nothing to do.
    void(PDH_SHIM_CALLBACK* close)(void* context);
};

#if defined(__GNUC__) && (defined(__ELF__) || !defined(_WIN32))
#pragma GCC visibility push(default)
#endif

/// Adds a source, or replaces the one of the same name. Where several sources have an object of one
/// name, the source added first is used, and added sources come before pdh-shim's own.
/// Counters that are already in queries keep the source in which they were found. `source` is
/// copied; what its pointers point to is not.
/// @return 0 (ERROR_SUCCESS), or:
/// @retval PDH_INVALID_ARGUMENT `source`, its name, describe or collect is NULL, its name is not
///         UTF-8, or this library does not know its size or version
/// @retval PDH_INVALID_DATA what it describes breaks a rule of this file; the log says which
/// @retval "the status of describe" if it is not 0
///
/// `close` is called only for a source that was added.
pdh_shim_status PDH_SHIM_CALL pdh_shim_add_source(const struct pdh_shim_source* source);

/// Removes a source that was added. Queries that have counters of it keep working until they are closed.
/// @retval PDH_INVALID_ARGUMENT `name` is NULL
/// @retval PDH_STRING_NOT_FOUND there is no source of this name
pdh_shim_status PDH_SHIM_CALL pdh_shim_remove_source(const char* name);

#if defined(__GNUC__) && (defined(__ELF__) || !defined(_WIN32))
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
