// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* A performance DLL with 10,000 instances of ten counters, for provider_bench.cpp. */

#define PDH_SHIM_UTF16
#include "big_provider.h"

#include <windows.h>
#include <winperf.h>

#include <stddef.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define FIRST_COUNTER 8000

struct values {
    PERF_COUNTER_BLOCK block;
    DWORD filler;
    ULONGLONG counters[BIG_COUNTERS];
};

struct instance {
    PERF_INSTANCE_DEFINITION definition;
    WCHAR name[8];
    struct values values;
};

static struct big_sample {
    PERF_OBJECT_TYPE object;
    PERF_COUNTER_DEFINITION counters[BIG_COUNTERS];
    struct instance instances[BIG_INSTANCES];
} sample;

static void define_counters(void) {
    DWORD number;
    sample.object.TotalByteLength = sizeof sample;
    sample.object.DefinitionLength = offsetof(struct big_sample, instances);
    sample.object.HeaderLength = sizeof sample.object;
    sample.object.ObjectNameTitleIndex = FIRST_COUNTER;
    sample.object.ObjectHelpTitleIndex = FIRST_COUNTER + 1;
    sample.object.DetailLevel = PERF_DETAIL_NOVICE;
    sample.object.NumCounters = BIG_COUNTERS;
    sample.object.NumInstances = BIG_INSTANCES;
    for (number = 0; number < BIG_COUNTERS; ++number) {
        PERF_COUNTER_DEFINITION* const counter = &sample.counters[number];
        counter->ByteLength = sizeof *counter;
        counter->CounterNameTitleIndex = FIRST_COUNTER + 2 + 2 * number;
        counter->CounterHelpTitleIndex = FIRST_COUNTER + 3 + 2 * number;
        counter->DetailLevel = PERF_DETAIL_NOVICE;
        counter->CounterType = PERF_COUNTER_BULK_COUNT;
        counter->CounterSize = sizeof(ULONGLONG);
        counter->CounterOffset = (DWORD)(offsetof(struct values, counters) + number * sizeof(ULONGLONG));
    }
}

static void define_instance(struct instance* instance, DWORD number) {
    DWORD digit;
    instance->definition.ByteLength = offsetof(struct instance, values);
    instance->definition.UniqueID = PERF_NO_UNIQUE_ID;
    instance->definition.NameOffset = offsetof(struct instance, name);
    instance->definition.NameLength = sizeof instance->name;
    instance->values.block.ByteLength = sizeof instance->values;
    for (digit = 7; digit-- > 0; number /= 10) {
        instance->name[digit] = (WCHAR)('0' + number % 10);
    }
}

EXPORT DWORD APIENTRY BigOpen(LPWSTR devices) {
    DWORD number;
    (void)devices;
    define_counters();
    for (number = 0; number < BIG_INSTANCES; ++number) {
        define_instance(&sample.instances[number], number);
    }
    return ERROR_SUCCESS;
}

EXPORT DWORD APIENTRY BigCollect(LPWSTR request, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
    if (request[0] == 'C') { /* Costly */
        *bytes = 0;
        *objects = 0;
        return ERROR_SUCCESS;
    }
    if (*bytes < sizeof sample) {
        return ERROR_MORE_DATA;
    }
    memcpy(*data, &sample, sizeof sample);
    *data = (BYTE*)*data + sizeof sample;
    *bytes = sizeof sample;
    *objects = 1;
    return ERROR_SUCCESS;
}

EXPORT DWORD APIENTRY BigClose(void) {
    return ERROR_SUCCESS;
}
