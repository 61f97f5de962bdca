/// @file
/// A source of performance counters in C: what a program implements to offer counters of its own, and how the
/// library asks it. Plain C11 that includes nothing else, for any language that can call C.
///
/// A source is a table of four functions and a context pointer:
/// - `describe`: what objects and counters there are; asked once, when it is added
/// - `collect`: raw values of some of the objects; whenever a query that has some is collected
/// - `enumerate`: which instances an object has now; for wildcards and lists of instances
/// - `close`: end of use; once, at the end
///
/// pdh_shim_add_source() makes its objects part of this computer: every PDH function of this process finds
/// them, as `\Object(instance)\Counter`. samples/source_plugin is a complete program.
///
/// **Values.** A source gives raw values, 64 bits each, and never rates or percentages: PDH calculates those
/// from two samples by the counter's type. A counter that only grows is PERF_COUNTER_BULK_COUNT, a value as
/// it is PERF_COUNTER_LARGE_RAWCOUNT; a fraction takes two counters, the counter itself and its base.
///
/// **Calls.** Functions of a source are C's, on Windows too (no WINAPI). Against a library of `-Dabi=ms`, and
/// with PDH_SHIM_MS_ABI defined, they are declared with PDH_SHIM_CALLBACK.
///
/// **Texts** are UTF-8 and end in NUL. The library copies what it is given before the call returns.
///
/// **Times.** PerfTime is in ticks of `perf_freq`; time_100ns and system_time are in units of 100 ns,
/// system_time since 1601-01-01 UTC (a FILETIME).
///
/// **Threads.** The library calls a source from any thread, but never from two at the same time: a source
/// needs no lock of its own. A call lasts as long as the source takes, and the query waits for it. Within a
/// call a source must not use PDH functions, nor add or remove sources.
///
/// **Statuses.** Functions return 0 for success or an error of pdhmsg.h, which the PDH function that caused
/// the call then returns; any other value counts as PDH_INVALID_DATA. What a source gives is checked. When it
/// breaks a rule of this file, the call is PDH_INVALID_DATA as a whole, the log says why
/// (PDH_SHIM_LOG=error), and samples collected before stay as they are.
#ifndef PDH_SHIM_SOURCE_H
#define PDH_SHIM_SOURCE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// How functions are called: the library's, and those that it is given, which are C's on Windows. And the 32
// bits of PDH_STATUS as each system spells them.
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
/// pdh_shim_writer may grow at their end; their `size` tells how far they go.
#define PDH_SHIM_SOURCE_VERSION 1U

/// A unique id for an instance that has no identity beyond its name.
#define PDH_SHIM_NO_ID ((int64_t)-1)

/// One counter of an object. Zeros are the ordinary values of all but `name`.
struct pdh_shim_counter {
    const char* name; ///< English name; not empty, and unique in its object unless it is a base
    const char* help; ///< English explanation, or NULL
    uint32_t index;   ///< its index in the title database; 0 = none of its own
    uint32_t type;    ///< a counter type of winperf.h (PERF_COUNTER_BULK_COUNT...)
    /// Power of ten from -7 to 7 that values are multiplied by, unless PdhSetCounterScaleFactor gives
    /// another.
    int32_t default_scale;
    uint32_t detail; ///< PERF_DETAIL_NOVICE (also 0), _ADVANCED, _EXPERT or _WIZARD
    /// Where the base of a fraction or average stands, counted from this counter: 1 = right behind it, 0 = it
    /// has none. It must be of a base type (PERF_RAW_BASE...). Bases are never displayed.
    int32_t base;
};

/// One object: a kind of thing that is measured.
struct pdh_shim_object {
    const char* name; ///< English name; not empty, and unique in its source
    const char* help; ///< English explanation, or NULL
    uint32_t index;   ///< its index in the title database; 0 = none of its own
    uint32_t detail;  ///< PERF_DETAIL_NOVICE (also 0), _ADVANCED, _EXPERT or _WIZARD
    /// 0: there is one of it, like memory. Else: it has instances, none or more of them, like disks.
    int32_t has_instances;
    uint32_t counter_count;                  ///< at least 1
    const struct pdh_shim_counter* counters; ///< their positions here are their numbers from now on
    /// Ticks per second of a clock of the object's own, for types with OBJ_TIME or OBJECT in their names and
    /// for PERF_ELAPSED_TIME. 0: it has none, and PerfTime is used.
    int64_t object_freq;
};

/// What a source offers.
struct pdh_shim_catalogue {
    const struct pdh_shim_object* objects; ///< their positions here are their numbers from now on
    uint32_t object_count;
    /// Ticks per second of PerfTime. 0: the source has no clock of its own, and the library's is used.
    int64_t perf_freq;
};

/// What a query wants of one object.
struct pdh_shim_request {
    uint32_t object; ///< number of the object
    /// Not 0: no instance but `_Total` is wanted; the source may leave out the others.
    int32_t only_total;
    /// A flag for each counter of the object, bases included: not 0 = it is wanted. The others need not be
    /// set.
    const uint8_t* wanted;
};

/// When a sample was taken. The library fills it with its own clock before it asks for a sample; a source
/// with a better one overwrites it, and a source with a `perf_freq` of its own has to set perf_time.
struct pdh_shim_times {
    int64_t perf_time;   ///< ticks of perf_freq; must not go back
    int64_t time_100ns;  ///< as PerfTime100nSec
    int64_t system_time; ///< UTC FILETIME
};

/// Where a source puts its values: given by the library for one call, and not to be used after it. The
/// functions take it as their first argument. They return nothing: after a mistake they do nothing more, and
/// the call fails when the source returns.
struct pdh_shim_writer {
    uint32_t size; ///< bytes of this structure in the library; functions beyond it are not there

    /// Starts the object of `requests[request]`; what follows is about it. Needed for each request, before
    /// anything else. An object that is not begun had no valid data at this time.
    void(PDH_SHIM_CALLBACK* begin)(struct pdh_shim_writer* writer, uint32_t request);

    /// Adds an instance and returns its row: 0, 1, 2... All its values are 0 and valid. Names may stand twice
    /// (PDH calls them `name`, `name#1`...). Not for objects without instances: these have row 0 as soon as
    /// they are begun.
    /// @param name       not empty; programs see a `*` in it as `_`, and perhaps the `#` of a name
    ///                   that ends in `#` and a number
    /// @param parent     name of the parent instance, or NULL
    /// @param unique_id  tells this instance from a later one of the same name (process id and start
    /// time...):
    ///                   samples with different ids are never compared. Not negative, or PDH_SHIM_NO_ID.
    uint32_t(PDH_SHIM_CALLBACK* add_instance)(
        struct pdh_shim_writer* writer, const char* name, const char* parent, int64_t unique_id);

    /// Sets the raw value of a counter. 32-bit types take it as it is.
    void(PDH_SHIM_CALLBACK* set)(
        struct pdh_shim_writer* writer, uint32_t row, uint32_t counter, int64_t value);

    /// Says that this value could not be read; its status is PDH_CSTATUS_INVALID_DATA.
    void(PDH_SHIM_CALLBACK* set_invalid)(struct pdh_shim_writer* writer, uint32_t row, uint32_t counter);

    /// Sets the multi count of a counter whose type has MULTI in its name: over how many parts the value was
    /// summed up. 1 unless it is set.
    void(PDH_SHIM_CALLBACK* set_multi)(
        struct pdh_shim_writer* writer, uint32_t row, uint32_t counter, uint32_t count);

    /// Sets the object's own clock, in ticks of its object_freq. Needed for objects that have one.
    void(PDH_SHIM_CALLBACK* set_object_time)(struct pdh_shim_writer* writer, int64_t ticks);
};

/// A source. Each function gets `context` as its first argument.
struct pdh_shim_source {
    uint32_t size;    ///< sizeof(struct pdh_shim_source)
    uint32_t version; ///< PDH_SHIM_SOURCE_VERSION
    const char* name; ///< names the source in the log and for pdh_shim_remove_source(); not empty
    void* context;    ///< anything

    /// Says what there is; called once. `catalogue` is zeroed, and what it is made to point to has to stay
    /// until pdh_shim_add_source() returns. A source whose objects change is added anew under its name.
    int32_t(PDH_SHIM_CALLBACK* describe)(void* context, struct pdh_shim_catalogue* catalogue);

    /// Takes one sample: writes the objects of all requests, as they are at one time. Only what the wanted
    /// counters need has to be read. PDH_NO_MORE_DATA says that a recording is at its end.
    int32_t(PDH_SHIM_CALLBACK* collect)(void* context, const struct pdh_shim_request* requests,
        uint32_t request_count, struct pdh_shim_times* times, struct pdh_shim_writer* writer);

    /// Adds the instances that an object has now, without values; the object is begun already. Never asked of
    /// an object without instances. NULL: they are those of a collect of the object with no counter wanted.
    int32_t(PDH_SHIM_CALLBACK* enumerate)(void* context, uint32_t object, struct pdh_shim_writer* writer);

    /// Called when the source has been removed and the last query that used it is closed: possibly within
    /// pdh_shim_remove_source(), or much later, or never, if the process ends before. NULL: nothing to do.
    void(PDH_SHIM_CALLBACK* close)(void* context);
};

#if defined(__GNUC__) && (defined(__ELF__) || !defined(_WIN32))
#pragma GCC visibility push(default)
#endif

/// Adds a source, or puts it in the place of one of the same name. Of objects of the same name, the one of
/// the source added first is found, and any of these before those of the sources that pdh-shim brings.
/// Counters that were added to queries before stay with the source that they were found in. `source` is
/// copied; what its pointers point to is not.
/// @return 0 (ERROR_SUCCESS), or:
/// @retval PDH_INVALID_ARGUMENT `source`, its name, describe or collect is NULL, its name is no UTF-8 text,
/// or
///         its size or version is not known to this library
/// @retval PDH_INVALID_DATA what it describes breaks a rule of this file; the log says which
/// @retval "the status of describe" if it is not 0
///
/// `close` is called only for a source that was added.
pdh_shim_status PDH_SHIM_CALL pdh_shim_add_source(const struct pdh_shim_source* source);

/// Removes a source that was added. Queries that have counters of it can go on until they are closed.
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
