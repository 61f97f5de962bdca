// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* A complete performance DLL: two objects, one with instances and one without, with a rate, a fraction and
 * its base, and values as they are. It is written against winperf.h alone and builds unchanged as a shared
 * object and as a Windows DLL:
 *
 *   cc -shared -fPIC -o libwidget_perf.so widget_perf.c $(pkg-config --cflags pdh)
 *   x86_64-w64-mingw32-gcc -shared -o widget_perf.dll widget_perf.c -ladvapi32
 *
 * widget_perf.ini names the counters; lodctr widget_perf.ini installs them.
 *
 * A real one shares memory with the program that it measures, or is part of it. This one makes its numbers
 * up: each sample is the next moment in the life of three widgets. */

#define PDH_SHIM_UTF16 /* texts are UTF-16 wherever this is built */
#include "widget_perf.h"

#include <windows.h>
#include <winperf.h>

#include <stddef.h>
#include <string.h>

/* Not in the headers of MinGW. */
#ifndef PERF_METADATA_MULTIPLE_INSTANCES
#define PERF_METADATA_MULTIPLE_INSTANCES (-2)
#define PERF_METADATA_NO_INSTANCES (-3)
#endif

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define WIDGET_COUNT 3
#define NAME_UNITS 8 /* of an instance's name, with its NUL */

/* What Collect writes. The layouts have multiples of 8 bytes, as winperf.h wants them. */

struct widget_definition {
    PERF_OBJECT_TYPE object;
    PERF_COUNTER_DEFINITION items;
    PERF_COUNTER_DEFINITION hits;
    PERF_COUNTER_DEFINITION lookups; /* right behind the counter that it is the base of */
    PERF_COUNTER_DEFINITION queue;
};

struct widget_values {
    PERF_COUNTER_BLOCK block;
    DWORD items;
    DWORD hits;
    DWORD lookups;
    DWORD queue;
    DWORD filler;
};

struct widget_instance {
    PERF_INSTANCE_DEFINITION instance;
    WCHAR name[NAME_UNITS];
    struct widget_values values;
};

struct factory_definition {
    PERF_OBJECT_TYPE object;
    PERF_COUNTER_DEFINITION orders;
    PERF_COUNTER_DEFINITION stock;
};

struct factory_values {
    PERF_COUNTER_BLOCK block;
    DWORD stock;
    ULONGLONG orders;
};

/* The numbers. They belong to all callers, who come one at a time. */
static DWORD first_counter;
static DWORD first_help;
static DWORD moments;
static LONG openers;

/* Where pdh-shim says what lodctr has assigned; on Windows it stands in the registry. */
EXPORT void SetPerfIndexes(DWORD counter, DWORD help) {
    first_counter = counter;
    first_help = help;
}

static DWORD read_indexes(void) {
#ifdef _WIN32
    static const char key_name[] = "SYSTEM\\CurrentControlSet\\Services\\WidgetPerf\\Performance";
    DWORD size = sizeof(DWORD);
    HKEY key;
    LONG error = RegOpenKeyExA(HKEY_LOCAL_MACHINE, key_name, 0, KEY_READ, &key);
    if (error != ERROR_SUCCESS) {
        return (DWORD)error;
    }
    error = RegQueryValueExA(key, "First Counter", NULL, NULL, (LPBYTE)&first_counter, &size);
    if (error == ERROR_SUCCESS) {
        size = sizeof(DWORD);
        error = RegQueryValueExA(key, "First Help", NULL, NULL, (LPBYTE)&first_help, &size);
    }
    RegCloseKey(key);
    return (DWORD)error;
#else
    return first_counter != 0 ? ERROR_SUCCESS : ERROR_INVALID_DATA;
#endif
}

static void define_object(PERF_OBJECT_TYPE* object, DWORD symbol, DWORD bytes, DWORD counters) {
    object->DefinitionLength = bytes;
    object->HeaderLength = sizeof(PERF_OBJECT_TYPE);
    object->ObjectNameTitleIndex = first_counter + symbol;
    object->ObjectHelpTitleIndex = first_help + symbol;
    object->DetailLevel = PERF_DETAIL_NOVICE;
    object->NumCounters = counters;
}

static void define_counter(
    PERF_COUNTER_DEFINITION* counter, DWORD symbol, DWORD type, DWORD size, size_t offset) {
    counter->ByteLength = sizeof(PERF_COUNTER_DEFINITION);
    counter->CounterNameTitleIndex = first_counter + symbol;
    counter->CounterHelpTitleIndex = first_help + symbol;
    counter->DetailLevel = PERF_DETAIL_NOVICE;
    counter->CounterType = type;
    counter->CounterSize = size;
    counter->CounterOffset = (DWORD)offset;
}

#define DEFINE_COUNTER(definition, symbol, type, values, member)                                             \
    define_counter(                                                                                          \
        definition, symbol, type, sizeof(((struct values*)0)->member), offsetof(struct values, member))

/* Where the next object goes; the end of the buffer. */
struct room {
    BYTE* next;
    BYTE* end;
    DWORD objects;
};

/* Zeros for the next object, or NULL if they do not fit. */
static void* take(struct room* room, size_t bytes) {
    void* const taken = room->next;
    if ((size_t)(room->end - room->next) < bytes) {
        return NULL;
    }
    memset(taken, 0, bytes);
    room->next += bytes;
    return taken;
}

static void fill_widget(struct widget_instance* widget, DWORD number) {
    static const WCHAR names[WIDGET_COUNT][NAME_UNITS] = {
        {'d', 'r', 'i', 'l', 'l'}, {'l', 'a', 't', 'h', 'e'}, {'p', 'r', 'e', 's', 's'}};
    struct widget_values* const values = &widget->values;
    widget->instance.ByteLength = offsetof(struct widget_instance, values);
    widget->instance.UniqueID = PERF_NO_UNIQUE_ID;
    widget->instance.NameOffset = offsetof(struct widget_instance, name);
    widget->instance.NameLength = 6 * sizeof(WCHAR);
    memcpy(widget->name, names[number], sizeof widget->name);
    values->block.ByteLength = sizeof(struct widget_values);
    values->items = moments * 10 * (number + 1);
    values->lookups = moments * 4;
    values->hits = moments * (number + 1);
    values->queue = number;
}

/* Both objects: definitions only, or with their values. FALSE if there is no room. */

static BOOL write_widgets(struct room* room, BOOL metadata) {
    DWORD number;
    BYTE* const start = room->next;
    struct widget_definition* const widgets = take(room, sizeof *widgets);
    if (widgets == NULL) {
        return FALSE;
    }
    define_object(&widgets->object, WIDGETS, sizeof *widgets, 4);
    DEFINE_COUNTER(&widgets->items, WIDGET_ITEMS, PERF_COUNTER_COUNTER, widget_values, items);
    DEFINE_COUNTER(&widgets->hits, WIDGET_HITS, PERF_SAMPLE_FRACTION, widget_values, hits);
    DEFINE_COUNTER(&widgets->lookups, WIDGET_LOOKUPS, PERF_SAMPLE_BASE, widget_values, lookups);
    DEFINE_COUNTER(&widgets->queue, WIDGET_QUEUE, PERF_COUNTER_RAWCOUNT, widget_values, queue);
    widgets->object.NumInstances = metadata ? PERF_METADATA_MULTIPLE_INSTANCES : WIDGET_COUNT;
    for (number = 0; !metadata && number < WIDGET_COUNT; ++number) {
        struct widget_instance* const widget = take(room, sizeof *widget);
        if (widget == NULL) {
            return FALSE;
        }
        fill_widget(widget, number);
    }
    widgets->object.TotalByteLength = (DWORD)(room->next - start);
    ++room->objects;
    return TRUE;
}

static BOOL write_factory(struct room* room, BOOL metadata) {
    BYTE* const start = room->next;
    struct factory_definition* const factory = take(room, sizeof *factory);
    struct factory_values* const values = metadata || factory == NULL ? NULL : take(room, sizeof *values);
    if (factory == NULL || (values == NULL && !metadata)) {
        return FALSE;
    }
    define_object(&factory->object, WIDGET_FACTORY, sizeof *factory, 2);
    DEFINE_COUNTER(&factory->orders, FACTORY_ORDERS, PERF_COUNTER_BULK_COUNT, factory_values, orders);
    DEFINE_COUNTER(&factory->stock, FACTORY_STOCK, PERF_COUNTER_RAWCOUNT, factory_values, stock);
    factory->object.NumInstances = metadata ? PERF_METADATA_NO_INSTANCES : PERF_NO_INSTANCES;
    if (values != NULL) {
        values->block.ByteLength = sizeof *values;
        values->orders = moments * (ULONGLONG)100;
        values->stock = 42;
    }
    factory->object.TotalByteLength = (DWORD)(room->next - start);
    ++room->objects;
    return TRUE;
}

/* What is asked for. */

static BOOL is_same(const WCHAR* text, const char* word) {
    while (*text != 0 && *text == (WCHAR)*word) {
        ++text;
        ++word;
    }
    return *text == 0 && *word == '\0';
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

EXPORT DWORD APIENTRY OpenPerfData(LPWSTR devices) {
    (void)devices;
    if (openers == 0) {
        const DWORD error = read_indexes();
        if (error != ERROR_SUCCESS) {
            return error;
        }
    }
    ++openers;
    return ERROR_SUCCESS;
}

EXPORT DWORD APIENTRY CollectPerfData(LPWSTR request, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
    const BOOL metadata = is_same(request, "MetadataGlobal");
    const BOOL everything = metadata || is_same(request, "Global");
    const BOOL widgets = everything || is_listed(request, first_counter + WIDGETS);
    const BOOL factory = everything || is_listed(request, first_counter + WIDGET_FACTORY);
    struct room room;
    room.next = *data;
    room.end = room.next + *bytes;
    room.objects = 0;
    if ((widgets && !write_widgets(&room, metadata)) || (factory && !write_factory(&room, metadata))) {
        *bytes = 0;
        *objects = 0;
        return ERROR_MORE_DATA;
    }
    *bytes = (DWORD)(room.next - (BYTE*)*data);
    *objects = room.objects;
    *data = room.next;
    if (!metadata && room.objects != 0) {
        ++moments;
    }
    return ERROR_SUCCESS;
}

EXPORT DWORD APIENTRY ClosePerfData(void) {
    --openers;
    return ERROR_SUCCESS;
}
