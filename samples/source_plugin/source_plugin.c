// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A program with its own performance counters.
//
// It simulates a bakery, publishes its figures to PDH as a source (<pdh_shim/source.h>), and reads them back
// through the ordinary functions of <pdh.h>, as any other part of the program could:
//
//     \Bakery Shelf\Loaves                    how many there are now
//     \Bakery Till(NAME)\Customers/sec        a rate: the source only counts customers
//     \Bakery Till(NAME)\% Paid by Card       a fraction: card payments of all payments in between
//
// A source gives raw counts and never calculates. This one also has its own clock, because time in the
// bakery is simulated; a source that measures real things uses the library's clock.
//
//     cc source_plugin.c $(pkg-config --cflags --libs pdh) -o source_plugin && ./source_plugin
#include <pdh.h>
#include <pdh_shim/source.h>

#include <stdint.h>
#include <stdio.h>

// What is measured

struct till {
    const char* name;
    int64_t customers; // since the bakery opened
    int64_t card_payments;
};

struct bakery {
    int64_t seconds; // since it opened
    int64_t loaves;
    struct till tills[2];
};

static void serve(struct bakery* bakery, struct till* till, int64_t customers, int64_t card_payments) {
    till->customers += customers;
    till->card_payments += card_payments;
    bakery->loaves -= customers;
}

static void let_a_second_pass(struct bakery* bakery) {
    bakery->seconds += 1;
    bakery->loaves += 6; // from the oven
    serve(bakery, &bakery->tills[0], 4, 1);
    serve(bakery, &bakery->tills[1], bakery->seconds, bakery->seconds / 2);
}

// The source

enum { shelf, till }; // numbers of the objects: their positions in bakery_objects
enum { loaves };
enum { customers_per_second, paid_by_card, payments };

static const struct pdh_shim_counter shelf_counters[] = {
    [loaves] = {.name = "Loaves",
        .help = "Loaves is the number of loaves on the shelf.",
        .type = PERF_COUNTER_LARGE_RAWCOUNT},
};

static const struct pdh_shim_counter till_counters[] = {
    [customers_per_second] = {.name = "Customers/sec",
        .help = "Customers/sec is the rate at which customers are served.",
        .type = PERF_COUNTER_BULK_COUNT},
    [paid_by_card] = {.name = "% Paid by Card",
        .help = "% Paid by Card is the percentage of customers who pay by card.",
        .type = PERF_SAMPLE_FRACTION,
        .base = payments - paid_by_card},
    [payments] = {.name = "Payments", .type = PERF_SAMPLE_BASE},
};

static const struct pdh_shim_object bakery_objects[] = {
    [shelf] = {.name = "Bakery Shelf", .counters = shelf_counters, .counter_count = 1},
    [till] = {.name = "Bakery Till", .has_instances = 1, .counters = till_counters, .counter_count = 3},
};

static int32_t describe(void* context, struct pdh_shim_catalogue* catalogue) {
    (void)context;
    catalogue->objects = bakery_objects;
    catalogue->object_count = 2;
    catalogue->perf_freq = 1; // the bakery's clock ticks once a second
    return ERROR_SUCCESS;
}

static void write_shelf(const struct bakery* bakery, struct pdh_shim_writer* writer) {
    writer->set(writer, 0, loaves, bakery->loaves);
}

static void write_tills(const struct bakery* bakery, struct pdh_shim_writer* writer) {
    for (int i = 0; i < 2; ++i) {
        const struct till* from = &bakery->tills[i];
        const uint32_t row = writer->add_instance(writer, from->name, NULL, PDH_SHIM_NO_ID);
        writer->set(writer, row, customers_per_second, from->customers);
        writer->set(writer, row, paid_by_card, from->card_payments);
        writer->set(writer, row, payments, from->customers);
    }
}

// Writes all counters, needed or not: leaving some out would save nothing here. Without
// `enumerate`, the library also calls it to list the names of the tills.
static int32_t collect(void* context, const struct pdh_shim_request* requests, uint32_t request_count,
    struct pdh_shim_times* times, struct pdh_shim_writer* writer) {
    const struct bakery* bakery = context;
    times->perf_time = bakery->seconds;
    for (uint32_t i = 0; i < request_count; ++i) {
        writer->begin(writer, i);
        if (requests[i].object == shelf) {
            write_shelf(bakery, writer);
        } else {
            write_tills(bakery, writer);
        }
    }
    return ERROR_SUCCESS;
}

static int32_t add_bakery_source(struct bakery* bakery) {
    const struct pdh_shim_source source = {
        .size = sizeof source,
        .version = PDH_SHIM_SOURCE_VERSION,
        .name = "bakery",
        .context = bakery,
        .describe = describe,
        .collect = collect,
    };
    return pdh_shim_add_source(&source);
}

// The reader: an ordinary PDH program

static const char* const paths[] = {
    "\\Bakery Shelf\\Loaves",
    "\\Bakery Till(north)\\Customers/sec",
    "\\Bakery Till(north)\\% Paid by Card",
    "\\Bakery Till(south)\\Customers/sec",
    "\\Bakery Till(south)\\% Paid by Card",
};
enum { path_count = sizeof paths / sizeof *paths };

static int report(const char* what, PDH_STATUS status) {
    fprintf(stderr, "%s: 0x%08lX\n", what, (unsigned long)status & 0xFFFFFFFFUL);
    return 1;
}

static int print_values(PDH_HCOUNTER counters[]) {
    for (int i = 0; i < path_count; ++i) {
        PDH_FMT_COUNTERVALUE value;
        const PDH_STATUS status = PdhGetFormattedCounterValue(counters[i], PDH_FMT_DOUBLE, NULL, &value);
        if (status != ERROR_SUCCESS) {
            return report(paths[i], status);
        }
        printf("%-40s %8.2f\n", paths[i], value.doubleValue);
    }
    return 0;
}

static int watch(struct bakery* bakery, PDH_HQUERY query) {
    PDH_HCOUNTER counters[path_count];
    for (int i = 0; i < path_count; ++i) {
        const PDH_STATUS status = PdhAddEnglishCounterA(query, paths[i], 0, &counters[i]);
        if (status != ERROR_SUCCESS) {
            return report(paths[i], status);
        }
    }
    PDH_STATUS status = PdhCollectQueryData(query); // rates and fractions need two samples
    for (int round = 0; round < 3 && status == ERROR_SUCCESS; ++round) {
        let_a_second_pass(bakery);
        status = PdhCollectQueryData(query);
        printf("after %d s\n", (int)bakery->seconds);
        if (status == ERROR_SUCCESS && print_values(counters) != 0) {
            return 1;
        }
    }
    return status == ERROR_SUCCESS ? 0 : report("PdhCollectQueryData", status);
}

int main(void) {
    struct bakery bakery = {.loaves = 100, .tills = {{.name = "north"}, {.name = "south"}}};
    const int32_t added = add_bakery_source(&bakery);
    if (added != ERROR_SUCCESS) {
        return report("pdh_shim_add_source", added);
    }
    PDH_HQUERY query = NULL;
    const PDH_STATUS opened = PdhOpenQuery(NULL, 0, &query);
    if (opened != ERROR_SUCCESS) {
        return report("PdhOpenQuery", opened);
    }
    const int result = watch(&bakery, query);
    PdhCloseQuery(query);
    pdh_shim_remove_source("bakery");
    return result;
}
