// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* A program that loads a plug-in: both use PDH, each linked with it in a way of its own. */

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int value_of(PDH_HQUERY query, PDH_HCOUNTER counter) {
    PDH_FMT_COUNTERVALUE value;
    if (PdhCollectQueryData(query) != ERROR_SUCCESS || PdhCollectQueryData(query) != ERROR_SUCCESS ||
        PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, NULL, &value) != ERROR_SUCCESS) {
        return -1;
    }
    return (int)value.longValue;
}

int main(int count, char** arguments) {
    PDH_HQUERY query = NULL;
    PDH_HCOUNTER counter = NULL;
    int (*run)(PDH_HQUERY) = NULL;
    void* plugin = NULL;
    if (count != 3 || pdh_shim_set_sources(arguments[2]) != ERROR_SUCCESS ||
        PdhOpenQueryA(NULL, 0, &query) != ERROR_SUCCESS ||
        PdhAddCounterA(query, "\\Processor(_Total)\\% Processor Time", 0, &counter) != ERROR_SUCCESS) {
        return 1;
    }
    plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (plugin == NULL) {
        puts(dlerror());
        return 1;
    }
    *(void**)&run = dlsym(plugin, "plugin_run");
    if (run == NULL || run(query) != 0) {
        return 1;
    }
    printf("program: %d\n", value_of(query, counter));
    fflush(stdout);
    if (dlclose(plugin) != 0) {
        return 1;
    }
    printf("plug-in, once it is closed: %s\n",
        dlopen(arguments[1], RTLD_LAZY | RTLD_NOLOAD) != NULL ? "loaded" : "unloaded");
    printf("program, once it is closed: %s\n",
        PdhCollectQueryDataEx(query, 3600, NULL) == ERROR_SUCCESS ? "collects" : "does not collect");
    return 0;
}
