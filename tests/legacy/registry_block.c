// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Performance data from the registry, without PDH: the block is walked and the formula is the program's own. */
#include <windows.h>
#include <winperf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_SIZE 512

typedef struct {
    LONGLONG value;
    LONGLONG time100ns;
} SAMPLE;

static PPERF_DATA_BLOCK ReadBlock(LPCTSTR objects)
{
    DWORD size = INITIAL_SIZE;
    PPERF_DATA_BLOCK block = (PPERF_DATA_BLOCK)malloc(size);
    DWORD used = size;
    LONG status;
    while ((status = RegQueryValueEx(HKEY_PERFORMANCE_DATA, objects, NULL, NULL, (LPBYTE)block, &used)) == ERROR_MORE_DATA) {
        size *= 2;
        block = (PPERF_DATA_BLOCK)realloc(block, size);
        used = size;
    }
    if (status != ERROR_SUCCESS) {
        printf("error %ld\n", status);
        free(block);
        return NULL;
    }
    return block;
}

static PPERF_OBJECT_TYPE FindObject(PPERF_DATA_BLOCK block, DWORD title)
{
    PPERF_OBJECT_TYPE object = (PPERF_OBJECT_TYPE)((PBYTE)block + block->HeaderLength);
    DWORD i;
    for (i = 0; i < block->NumObjectTypes; ++i) {
        if (object->ObjectNameTitleIndex == title)
            return object;
        object = (PPERF_OBJECT_TYPE)((PBYTE)object + object->TotalByteLength);
    }
    return NULL;
}

static PPERF_COUNTER_DEFINITION FindCounter(PPERF_OBJECT_TYPE object, DWORD title)
{
    PPERF_COUNTER_DEFINITION counter = (PPERF_COUNTER_DEFINITION)((PBYTE)object + object->HeaderLength);
    DWORD i;
    for (i = 0; i < object->NumCounters; ++i) {
        if (counter->CounterNameTitleIndex == title)
            return counter;
        counter = (PPERF_COUNTER_DEFINITION)((PBYTE)counter + counter->ByteLength);
    }
    return NULL;
}

/* The value of the instance `_Total`; its name is wide whatever TCHAR is. */
static int ReadTotal(PPERF_DATA_BLOCK block, SAMPLE *sample)
{
    PPERF_OBJECT_TYPE object = FindObject(block, 238);
    PPERF_COUNTER_DEFINITION counter = object ? FindCounter(object, 6) : NULL;
    PPERF_INSTANCE_DEFINITION instance;
    LONG i;
    if (counter == NULL)
        return 0;
    instance = (PPERF_INSTANCE_DEFINITION)((PBYTE)object + object->DefinitionLength);
    for (i = 0; i < object->NumInstances; ++i) {
        const WCHAR *name = (const WCHAR *)((PBYTE)instance + instance->NameOffset);
        PPERF_COUNTER_BLOCK values = (PPERF_COUNTER_BLOCK)((PBYTE)instance + instance->ByteLength);
        wprintf(L"instance %s of %u characters\n", name, (unsigned)(instance->NameLength / sizeof(WCHAR)));
        if (wcscmp(name, L"_Total") == 0) {
            memcpy(&sample->value, (PBYTE)values + counter->CounterOffset, sizeof(sample->value));
            sample->time100ns = block->PerfTime100nSec.QuadPart;
            return 1;
        }
        instance = (PPERF_INSTANCE_DEFINITION)((PBYTE)values + values->ByteLength);
    }
    return 0;
}

int main(void)
{
    SAMPLE samples[2];
    int i;
    for (i = 0; i < 2; ++i) {
        PPERF_DATA_BLOCK block = ReadBlock(TEXT("238"));
        if (block == NULL)
            return 1;
        printf("signature %c%c%c%c, version %lu\n", (char)block->Signature[0], (char)block->Signature[1],
            (char)block->Signature[2], (char)block->Signature[3], block->Version);
        if (!ReadTotal(block, &samples[i])) {
            printf("no instance _Total\n");
            return 1;
        }
        free(block);
        Sleep(1100);
    }
    printf("busy: %.2f%%\n", 100.0 * (1.0 - (double)(samples[1].value - samples[0].value) /
                                            (double)(samples[1].time100ns - samples[0].time100ns)));
    RegCloseKey(HKEY_PERFORMANCE_DATA);
    return 0;
}
