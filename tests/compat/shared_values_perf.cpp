// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The performance DLL of the application: reads what that publishes, when it is there.
#include "shared_values.h"

#include <windows.h>
#include <winperf.h>

namespace {

const DWORD first_counter = 7000;
HANDLE mapping = NULL;
const shared_values* values = NULL;

struct WorkersData {
    PERF_OBJECT_TYPE object;
    PERF_COUNTER_DEFINITION done;
    PERF_COUNTER_DEFINITION waiting;
    PERF_COUNTER_BLOCK block;
    DWORD jobs_waiting;
    ULONGLONG jobs_done;
};

void Define(PERF_COUNTER_DEFINITION& counter, DWORD symbol, DWORD type, DWORD size, DWORD offset) {
    counter.ByteLength = sizeof(PERF_COUNTER_DEFINITION);
    counter.CounterNameTitleIndex = first_counter + symbol;
    counter.CounterHelpTitleIndex = first_counter + symbol + 1;
    counter.DetailLevel = PERF_DETAIL_NOVICE;
    counter.CounterType = type;
    counter.CounterSize = size;
    counter.CounterOffset = offset;
}

bool Connect() {
    if (values != NULL) {
        return true;
    }
    mapping = OpenFileMapping(FILE_MAP_READ, FALSE, SHARED_NAME);
    if (mapping == NULL) {
        return false; // the application does not run yet
    }
    values = static_cast<const shared_values*>(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0));
    return values != NULL;
}

} // namespace

extern "C" __declspec(dllexport) DWORD APIENTRY OpenWorkers(LPWSTR) {
    Connect();
    return ERROR_SUCCESS;
}

extern "C" __declspec(dllexport) DWORD APIENTRY
    CollectWorkers(LPWSTR, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
    WorkersData workers;
    ZeroMemory(&workers, sizeof workers);
    if (*bytes < sizeof workers) {
        *bytes = *objects = 0;
        return ERROR_MORE_DATA;
    }
    const DWORD block = offsetof(WorkersData, block);
    workers.object.TotalByteLength = sizeof workers;
    workers.object.DefinitionLength = block;
    workers.object.HeaderLength = sizeof workers.object;
    workers.object.ObjectNameTitleIndex = first_counter + WORKERS;
    workers.object.ObjectHelpTitleIndex = first_counter + WORKERS + 1;
    workers.object.DetailLevel = PERF_DETAIL_NOVICE;
    workers.object.NumCounters = 2;
    workers.object.DefaultCounter = -1;
    workers.object.NumInstances = PERF_NO_INSTANCES;
    Define(workers.done, JOBS_DONE, PERF_COUNTER_LARGE_RAWCOUNT, sizeof(ULONGLONG),
        offsetof(WorkersData, jobs_done) - block);
    Define(workers.waiting, JOBS_WAITING, PERF_COUNTER_RAWCOUNT, sizeof(DWORD),
        offsetof(WorkersData, jobs_waiting) - block);
    workers.block.ByteLength = sizeof workers - block;
    if (Connect()) {
        workers.jobs_waiting = values->jobs_waiting;
        workers.jobs_done = values->jobs_done;
    }
    CopyMemory(*data, &workers, sizeof workers);
    *data = static_cast<BYTE*>(*data) + sizeof workers;
    *bytes = sizeof workers;
    *objects = 1;
    return ERROR_SUCCESS;
}

extern "C" __declspec(dllexport) DWORD APIENTRY CloseWorkers() {
    UnmapViewOfFile(values);
    CloseHandle(mapping);
    values = NULL;
    mapping = NULL;
    return ERROR_SUCCESS;
}
