// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* The performance DLL of the kit: hands over the objects in the file current.samples beside it. A case writes
 * that file before each of its collects, so that the case decides what a collect reads. Without the file
 * there are no objects.
 *
 * The file has, for each object, two numbers of oracle_perf.h (its own; that of the object which it is a
 * parent of, or its own), and its PERF_OBJECT_TYPE with all that belongs to it. Title indexes there are such
 * numbers, too. */

#include <windows.h>
#include <winperf.h>

#include <string.h>

#define EXPORT __declspec(dllexport)
#define NAME_UNITS 1024

struct record {
    DWORD title;
    DWORD wanted_with;
};

static HINSTANCE this_dll;
static DWORD first_counter;
static DWORD first_help;

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved) {
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH) {
        this_dll = instance;
    }
    return TRUE;
}

static DWORD read_number(HKEY key, const char* name, DWORD* number) {
    DWORD size = sizeof *number;
    return (DWORD)RegQueryValueExA(key, name, NULL, NULL, (LPBYTE)number, &size);
}

EXPORT DWORD APIENTRY OpenPerfData(LPWSTR devices) {
    static const char key_name[] = "SYSTEM\\CurrentControlSet\\Services\\PdhOracle\\Performance";
    HKEY key;
    DWORD error = (DWORD)RegOpenKeyExA(HKEY_LOCAL_MACHINE, key_name, 0, KEY_READ, &key);
    (void)devices;
    if (error != ERROR_SUCCESS) {
        return error;
    }
    error = read_number(key, "First Counter", &first_counter);
    if (error == ERROR_SUCCESS) {
        error = read_number(key, "First Help", &first_help);
    }
    RegCloseKey(key);
    return error;
}

/* All bytes of the file, allocated; NULL if it cannot be read. */
static BYTE* read_samples(DWORD* bytes) {
    static const WCHAR file_name[] = L"current.samples";
    WCHAR path[NAME_UNITS];
    DWORD length = GetModuleFileNameW(this_dll, path, NAME_UNITS);
    BYTE* samples = NULL;
    HANDLE file;
    while (length > 0 && path[length - 1] != '\\') {
        --length;
    }
    if (length + sizeof file_name / sizeof *file_name > NAME_UNITS) {
        return NULL;
    }
    memcpy(path + length, file_name, sizeof file_name);
    file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
        OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        return NULL;
    }
    *bytes = GetFileSize(file, NULL);
    samples = HeapAlloc(GetProcessHeap(), 0, *bytes + 1);
    if (samples != NULL && !ReadFile(file, samples, *bytes, bytes, NULL)) {
        HeapFree(GetProcessHeap(), 0, samples);
        samples = NULL;
    }
    CloseHandle(file);
    return samples;
}

/* Whether a list of title indexes, in decimal with blanks between, has this one. */
static BOOL is_listed(const WCHAR* list, DWORD index) {
    while (*list != 0) {
        DWORD number = 0;
        BOOL is_number = FALSE;
        for (; *list >= '0' && *list <= '9'; ++list) {
            number = number * 10 + (DWORD)(*list - '0');
            is_number = TRUE;
        }
        if (is_number && number == index) {
            return TRUE;
        }
        if (*list != 0) {
            ++list;
        }
    }
    return FALSE;
}

static BOOL is_wanted(const WCHAR* request, const struct record* record) {
    return lstrcmpiW(request, L"Global") == 0 || is_listed(request, first_counter + record->title) ||
           is_listed(request, first_counter + record->wanted_with);
}

/* Makes title indexes of numbers. */
static void number_titles(PERF_OBJECT_TYPE* object) {
    BYTE* const start = (BYTE*)object;
    PERF_COUNTER_DEFINITION* const counters = (PERF_COUNTER_DEFINITION*)(start + object->HeaderLength);
    BYTE* next = start + object->DefinitionLength;
    LONG number;
    object->ObjectNameTitleIndex += first_counter;
    object->ObjectHelpTitleIndex += first_help;
    for (number = 0; number < (LONG)object->NumCounters; ++number) {
        counters[number].CounterNameTitleIndex += first_counter;
        counters[number].CounterHelpTitleIndex += first_help;
    }
    for (number = 0; number < object->NumInstances; ++number) {
        PERF_INSTANCE_DEFINITION* const instance = (PERF_INSTANCE_DEFINITION*)next;
        if (instance->ParentObjectTitleIndex != 0) {
            instance->ParentObjectTitleIndex += first_counter;
        }
        next += instance->ByteLength;
        next += ((PERF_COUNTER_BLOCK*)next)->ByteLength;
    }
}

/* Copies the wanted objects, and moves `next` behind them. FALSE if there is no room. */
static BOOL copy_objects(
    const WCHAR* request, const BYTE* samples, DWORD bytes, BYTE** next, DWORD room, DWORD* objects) {
    const BYTE* const end = samples + bytes;
    while ((size_t)(end - samples) >= sizeof(struct record) + sizeof(PERF_OBJECT_TYPE)) {
        const struct record* const record = (const struct record*)samples;
        const PERF_OBJECT_TYPE* const object = (const PERF_OBJECT_TYPE*)(record + 1);
        const DWORD length = object->TotalByteLength;
        if (is_wanted(request, record)) {
            if (length > room) {
                return FALSE;
            }
            memcpy(*next, object, length);
            number_titles((PERF_OBJECT_TYPE*)*next);
            *next += length;
            room -= length;
            ++*objects;
        }
        samples += sizeof(struct record) + length;
    }
    return TRUE;
}

EXPORT DWORD APIENTRY CollectPerfData(LPWSTR request, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
    BYTE* next = *data;
    DWORD size = 0;
    BYTE* const samples = read_samples(&size);
    BOOL fits = TRUE;
    *objects = 0;
    if (samples != NULL) {
        fits = copy_objects(request, samples, size, &next, *bytes, objects);
        HeapFree(GetProcessHeap(), 0, samples);
    }
    if (!fits) {
        *bytes = 0;
        *objects = 0;
        return ERROR_MORE_DATA;
    }
    *bytes = (DWORD)(next - (BYTE*)*data);
    *data = next;
    return ERROR_SUCCESS;
}

EXPORT DWORD APIENTRY ClosePerfData(void) {
    return ERROR_SUCCESS;
}
