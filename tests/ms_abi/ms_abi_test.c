// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Calls the library as a Windows program does, with nothing of its headers: by functions whose convention is
// written here; and is called by it. Prints what is wrong.
//
// usage: ms_abi_test [dialogs]
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MS __attribute__((ms_abi))

int32_t MS PdhOpenQueryW(const uint16_t* source, uintptr_t user_data, void** query);
int32_t MS PdhAddCounterA(void* query, const char* path, uintptr_t user_data, void** counter);
int32_t MS PdhCollectQueryData(void* query);
int32_t MS PdhCollectQueryDataWithTime(void* query, int64_t* time);
int32_t MS PdhGetFormattedCounterValue(void* counter, uint32_t format, uint32_t* type, void* value);
int32_t MS PdhEnumObjectItemsA(const char* source, const char* machine, const char* object, char* counters,
    uint32_t* counters_size, char* instances, uint32_t* instances_size, uint32_t detail, uint32_t flags);
int32_t MS PdhCloseQuery(void* query);
double MS PdhVbGetDoubleCounterValue(void* counter, int32_t* status);
int32_t MS pdh_shim_remove_source(const char* name);

struct dialog { // PDH_BROWSE_DLG_CONFIG_A
    uint32_t flags;
    void* owner;
    char* data_source;
    char* paths;
    uint32_t paths_size;
    int32_t(MS* callback)(uintptr_t argument);
    uintptr_t callback_argument;
    int32_t callback_status;
    uint32_t detail;
    char* caption;
};
int32_t MS PdhBrowseCountersA(struct dialog* dialog);

// Of <pdh_shim/source.h>.
struct counter {
    const char* name;
    const char* help;
    uint32_t index;
    uint32_t type;
    int32_t default_scale;
    uint32_t detail;
    int32_t base;
};
struct object {
    const char* name;
    const char* help;
    uint32_t index;
    uint32_t detail;
    int32_t has_instances;
    uint32_t counter_count;
    const struct counter* counters;
    int64_t object_freq;
};
struct catalogue {
    const struct object* objects;
    uint32_t object_count;
    int64_t perf_freq;
};
struct writer {
    uint32_t size;
    void(MS* begin)(struct writer* writer, uint32_t request);
    uint32_t(MS* add_instance)(
        struct writer* writer, const char* name, const char* parent, int64_t unique_id);
    void(MS* set)(struct writer* writer, uint32_t row, uint32_t counter, int64_t value);
};
struct source {
    uint32_t size;
    uint32_t version;
    const char* name;
    void* context;
    int32_t(MS* describe)(void* context, struct catalogue* catalogue);
    int32_t(MS* collect)(
        void* context, const void* requests, uint32_t request_count, void* times, struct writer* writer);
    int32_t(MS* enumerate)(void* context, uint32_t object, struct writer* writer);
    void(MS* close)(void* context);
};
int32_t MS pdh_shim_add_source(const struct source* source);

static int failures = 0;

static void expect(const char* what, int64_t found, int64_t expected) {
    if (found != expected) {
        printf("%s: %lld, expected %lld\n", what, (long long)found, (long long)expected);
        ++failures;
    }
}

static void test_calls(void) {
    const uint32_t format_large = 0x400;
    const uint32_t all_details = 400;
    void* query = NULL;
    void* counter = NULL;
    int64_t time = 0;
    struct {
        uint32_t status;
        int64_t value;
    } value = {1, -1};
    int32_t status = -1;
    char counters[200] = "";
    char instances[200] = "";
    uint32_t counters_size = sizeof counters;
    uint32_t instances_size = sizeof instances;

    expect("PdhOpenQueryW", PdhOpenQueryW(NULL, 7, &query), 0);
    expect("PdhAddCounterA", PdhAddCounterA(query, "\\Gadget\\Depth", 0, &counter), 0);
    expect("PdhCollectQueryDataWithTime", PdhCollectQueryDataWithTime(query, &time), 0);
    expect("a time", time != 0, 1);
    expect(
        "PdhGetFormattedCounterValue", PdhGetFormattedCounterValue(counter, format_large, NULL, &value), 0);
    expect("the status of the value", value.status <= 1, 1);
    expect("the value as a double", (int64_t)PdhVbGetDoubleCounterValue(counter, &status), value.value);
    expect("the status of the double", status, 0);
    expect("PdhEnumObjectItemsA", // more arguments than registers
        PdhEnumObjectItemsA(
            NULL, NULL, "Widget", counters, &counters_size, instances, &instances_size, all_details, 0),
        0);
    expect("names of counters", counters[0] != 0 && counters_size > 2, 1);
    expect("names of instances", instances[0] != 0 && instances_size > 2, 1);
    expect("PdhCloseQuery", PdhCloseQuery(query), 0);
    expect("a closed query", (uint32_t)PdhCollectQueryData(query), 0xC0000BBC);
    expect("pdh_shim_remove_source", (uint32_t)pdh_shim_remove_source("none"), 0xC0000BD4);
}

static char context[] = "the context";
static int closed = 0;

static int32_t MS describe(void* given_context, struct catalogue* catalogue) {
    static const struct counter depth = {.name = "Depth", .type = 0x00010100}; // PERF_COUNTER_LARGE_RAWCOUNT
    static const struct object well = {
        .name = "Well", .has_instances = 1, .counter_count = 1, .counters = &depth};
    expect("the context of describe", given_context == context, 1);
    catalogue->objects = &well;
    catalogue->object_count = 1;
    return 0;
}

static int32_t MS collect(
    void* given_context, const void* requests, uint32_t request_count, void* times, struct writer* writer) {
    expect("the context of collect", given_context == context, 1);
    expect("requests", requests != NULL && times != NULL, 1);
    expect("the number of requests", request_count, 1);
    writer->begin(writer, 0);
    writer->set(writer, writer->add_instance(writer, "north", "garden", 7), 0, 1234567890123);
    return 0;
}

static void MS close_source(void* given_context) {
    expect("the context of close", given_context == context, 1);
    ++closed;
}

static void test_source(void) {
    const uint32_t format_large = 0x400;
    const struct source source = {
        .size = sizeof source,
        .version = 1,
        .name = "wells",
        .context = context,
        .describe = describe,
        .collect = collect,
        .close = close_source,
    };
    struct {
        uint32_t status;
        int64_t value;
    } value = {1, -1};
    void* query = NULL;
    void* counter = NULL;
    expect("pdh_shim_add_source", pdh_shim_add_source(&source), 0);
    expect("PdhOpenQueryW", PdhOpenQueryW(NULL, 0, &query), 0);
    expect("PdhAddCounterA", PdhAddCounterA(query, "\\Well(garden/north)\\Depth", 0, &counter), 0);
    expect("PdhCollectQueryData", PdhCollectQueryData(query), 0);
    expect("the value's call", PdhGetFormattedCounterValue(counter, format_large, NULL, &value), 0);
    expect("the value", value.value, 1234567890123);
    expect("PdhCloseQuery", PdhCloseQuery(query), 0);
    expect("pdh_shim_remove_source", pdh_shim_remove_source("wells"), 0);
    expect("calls of close", closed, 1);
}

static const uintptr_t argument = 0x123456789ABCDEF0;
static char given[100] = "\\Gadget\\Depth";
static int calls = 0;

static int32_t MS take_path(uintptr_t taken) {
    ++calls;
    expect("the callback's argument", (int64_t)taken, (int64_t)argument);
    expect("the path", strcmp(given, "\\Gadget\\Depth"), 0);
    return (int32_t)0xC0000BDB;
}

// It ends with the status of the callback.
static void show_dialog(void) {
    const uint32_t single = 1U << 2U;
    const uint32_t local = 1U << 3U;
    const uint32_t with_path = 1U << 6U;
    struct dialog dialog = {
        .flags = single | local | with_path,
        .paths = given,
        .paths_size = sizeof given,
        .callback = take_path,
        .callback_argument = argument,
        .detail = 400,
    };
    expect("PdhBrowseCountersA", (uint32_t)PdhBrowseCountersA(&dialog), 0xC0000BDB);
    expect("calls of the callback", calls, 1);
}

// Presses Enter at whatever is shown, until the other side is closed.
static void press_enter(int terminal) {
    struct pollfd shown = {.fd = terminal, .events = POLLIN};
    char screen[4096];
    for (int seconds = 0; seconds < 600;) {
        if (poll(&shown, 1, 1000) == 0) {
            ++seconds;
        } else if (read(terminal, screen, sizeof screen) <= 0) {
            return;
        }
        if (write(terminal, "\r", 1) != 1) {
            return;
        }
    }
}

static void test_callback(void) {
    const int output = dup(STDOUT_FILENO);
    int terminal = -1;
    int status = -1;
    fflush(stdout);
    const pid_t child = forkpty(&terminal, NULL, NULL, NULL);
    if (child == 0) {
        dup2(output, STDOUT_FILENO); // the dialog is at home where the input comes from
        setenv("TERM", "xterm", 1);
        show_dialog();
        fflush(stdout);
        _exit(failures != 0);
    }
    if (child > 0) {
        press_enter(terminal);
        kill(child, SIGKILL); // if it has not ended
        waitpid(child, &status, 0);
    }
    expect("the program with the dialog", status, 0);
}

int main(int argc, char** argv) {
    test_calls();
    test_source();
    if (argc > 1 && strcmp(argv[1], "dialogs") == 0) {
        test_callback();
    }
    return failures != 0;
}
