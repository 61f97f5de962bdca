// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Reads HKEY_PERFORMANCE_DATA of a computer as programs of Windows do that know no PDH.
//
// usage: registry_client COMPUTER VALUE...
//
// It connects once. For each VALUE a line says the error; of a block its computer, and the numbers of its
// objects, each with the names of its instances; of titles the texts. `-` waits for a line of standard input
// before the next one.
#include <windows.h>
#include <winperf.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_name(const BYTE* place) {
    for (const WCHAR* unit = (const WCHAR*)place; *unit != 0; ++unit) {
        putchar(*unit < 128 ? (int)*unit : '?');
    }
}

static void print_block(const BYTE* block) {
    const PERF_DATA_BLOCK* head = (const PERF_DATA_BLOCK*)block;
    print_name(block + head->SystemNameOffset);
    const BYTE* place = block + head->HeaderLength;
    for (DWORD i = 0; i < head->NumObjectTypes; ++i) {
        const PERF_OBJECT_TYPE* object = (const PERF_OBJECT_TYPE*)place;
        printf(" %u", (unsigned)object->ObjectNameTitleIndex);
        const BYTE* instance = place + object->DefinitionLength;
        for (LONG row = 0; row < object->NumInstances; ++row) {
            const PERF_INSTANCE_DEFINITION* definition = (const PERF_INSTANCE_DEFINITION*)instance;
            putchar(row == 0 ? ':' : ',');
            print_name(instance + definition->NameOffset);
            instance += definition->ByteLength;
            instance += ((const PERF_COUNTER_BLOCK*)instance)->ByteLength;
        }
        place += object->TotalByteLength;
    }
}

static void print_titles(const char* titles) {
    for (; *titles != 0; titles += strlen(titles) + 1) {
        printf("%s|", titles);
    }
}

static void print_value(HKEY key, const char* name) {
    DWORD room = 64;
    BYTE* data = NULL;
    DWORD type = 0;
    LSTATUS error;
    do { // the size that is needed is not known
        room *= 2;
        data = realloc(data, room);
        DWORD size = room;
        error = RegQueryValueExA(key, name, NULL, &type, data, &size);
    } while (error == ERROR_MORE_DATA);
    printf("%s: %d ", name, (int)error);
    if (error == ERROR_SUCCESS) {
        type == REG_BINARY ? print_block(data) : print_titles((const char*)data);
    }
    printf("\n");
    fflush(stdout);
    free(data);
}

int main(int argc, char** argv) {
    HKEY key = NULL;
    const LSTATUS error = RegConnectRegistryA(argv[1], HKEY_PERFORMANCE_DATA, &key);
    HKEY other = NULL;
    printf("connected: %d %d\n", (int)error, (int)RegConnectRegistryA(argv[1], HKEY_LOCAL_MACHINE, &other));
    if (error != ERROR_SUCCESS) {
        return 0;
    }
    for (int i = 2; i < argc; ++i) {
        char line[16];
        if (strcmp(argv[i], "-") != 0) {
            print_value(key, argv[i]);
        } else if (fgets(line, sizeof line, stdin) == NULL) {
            return 1;
        }
    }
    printf("closed: %d", (int)RegCloseKey(key));
    printf(" %d\n", (int)RegCloseKey(key));
    return 0;
}
