// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "c_plugin.h"

#include <stddef.h>

enum { queue, worker };

static const struct pdh_shim_counter queue_counters[] = {
    {.name = "Depth", .type = 0x00010000U, .default_scale = -1}, // PERF_COUNTER_RAWCOUNT
};

static const struct pdh_shim_counter worker_counters[] = {
    {.name = "Busy %", .type = 0x20C20400U, .base = 1}, // PERF_SAMPLE_FRACTION
    {.name = "Busy base", .type = 0x40030401U},         // PERF_SAMPLE_BASE
};

static const struct pdh_shim_object objects[] = {
    {.name = "Queue", .counter_count = 1, .counters = queue_counters},
    {.name = "Worker", .has_instances = 1, .counter_count = 2, .counters = worker_counters},
};

static int32_t describe(void* context, struct pdh_shim_catalogue* catalogue) {
    (void)context;
    catalogue->objects = objects;
    catalogue->object_count = 2;
    return 0;
}

static void collect_workers(struct pdh_shim_writer* writer) {
    static const char* const names[] = {"one", "two"};
    for (int64_t i = 0; i < 2; ++i) {
        const uint32_t row = writer->add_instance(writer, names[i], NULL, PDH_SHIM_NO_ID);
        writer->set(writer, row, 0, 10 * (i + 1));
        writer->set(writer, row, 1, 100);
    }
}

static int32_t collect(void* context, const struct pdh_shim_request* requests, uint32_t request_count,
    struct pdh_shim_times* times, struct pdh_shim_writer* writer) {
    (void)context;
    (void)times;
    for (uint32_t i = 0; i < request_count; ++i) {
        writer->begin(writer, i);
        if (requests[i].object == queue) {
            writer->set(writer, 0, 0, 7);
        } else {
            collect_workers(writer);
        }
    }
    return 0;
}

const struct pdh_shim_source c_plugin = {
    .size = sizeof(struct pdh_shim_source),
    .version = PDH_SHIM_SOURCE_VERSION,
    .name = "c_plugin",
    .describe = describe,
    .collect = collect,
};
