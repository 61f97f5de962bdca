// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* The functions of libpcp that the library calls, with hosts that a test makes up: see fake_libpcp.h. The
 * hosts are in memory that the test and the processes that it starts share. */

#include "fake_libpcp.h"

#include <errno.h>
#include <fcntl.h>
#include <pcp/pmapi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { most_hosts = 1200, most_name = 64, most_archives = 32, most_parts = 4, most_records = 64 };
enum { first_second = 1600000000, no_metric = -1 };

struct host {
    char name[most_name];
    enum fake_state state;
    int tries;
    int fetches;
    int connections; /* grows when those that there were are lost */
};

struct context {
    int host;
    int connection;
    /* Of a context of archives: their positions in `archives`, and what is read next. */
    int parts[most_parts];
    int part_count;
    int part;
    int record;
    long interpolated_at; /* milliseconds; -1: records are read as they are */
};

struct record {
    long milliseconds;
    int metric;
};

struct archive {
    char name[most_name];
    struct record records[most_records];
    int record_count;
    int is_broken;
};

struct metric {
    const char* name;
    int type;
    int semantics;
    pmUnits units;
    int instances;  /* 0: none */
    long long step; /* growth in a fetch */
    int missing;    /* instances, from the first one on, that it has no value of */
};

#define MILLISECONDS                                                                                         \
    { .dimTime = 1, .scaleTime = PM_TIME_MSEC }
#define KILOBYTES                                                                                            \
    { .dimSpace = 1, .scaleSpace = PM_SPACE_KBYTE }
#define EVENTS                                                                                               \
    { .dimCount = 1 }

static const struct metric metrics[] = {
    {"kernel.all.pswitch", PM_TYPE_U64, PM_SEM_COUNTER, EVENTS, 0, 500, 0},
    {"kernel.percpu.cpu.idle", PM_TYPE_U64, PM_SEM_COUNTER, MILLISECONDS, 2, 600, 0},
    {"kernel.percpu.cpu.wait.total", PM_TYPE_U64, PM_SEM_COUNTER, MILLISECONDS, 2, 150, 0},
    {"kernel.percpu.cpu.user", PM_TYPE_U64, PM_SEM_COUNTER, MILLISECONDS, 2, 200, 0},
    {"kernel.percpu.cpu.nice", PM_TYPE_U64, PM_SEM_COUNTER, MILLISECONDS, 2, 50, 0},
    {"mem.util.available", PM_TYPE_U64, PM_SEM_INSTANT, KILOBYTES, 0, 2048, 0},
    {"web.requests", PM_TYPE_U32, PM_SEM_COUNTER, EVENTS, 0, 25, 0},
    {"web.load", PM_TYPE_FLOAT, PM_SEM_INSTANT, {0}, 2, 0, 0},
    {"web.busy", PM_TYPE_U64, PM_SEM_COUNTER, MILLISECONDS, 0, 250, 0},
    {"web.version", PM_TYPE_STRING, PM_SEM_DISCRETE, {0}, 0, 0, 0},
    {"web.workers", PM_TYPE_U32, PM_SEM_DISCRETE, EVENTS, 0, 4, 0},
    {"net.baudrate", PM_TYPE_U32, PM_SEM_INSTANT, EVENTS, 2, 1000, 1},
    {"net.mtu", PM_TYPE_U32, PM_SEM_INSTANT, EVENTS, 2, 1500, 0},
};
enum { metric_count = sizeof(metrics) / sizeof(metrics[0]) };

struct fleet {
    pthread_mutex_t mutex; /* a process may be killed while it has it */
    struct host hosts[most_hosts];
    int host_count;
};

static struct fleet* fleet;
static struct context contexts[4 * most_hosts];
static int context_count;
static struct archive archives[most_archives];
static int archive_count;

// The context of each thread, or none. It is no __thread variable: LeakSanitizer cannot tell where those of
// a library that was opened late are, and reads elsewhere.
static pthread_key_t current_key;
static pthread_once_t current_key_made = PTHREAD_ONCE_INIT;

static void make_current_key(void) {
    pthread_key_create(&current_key, NULL);
}

static void set_current(int number) {
    pthread_once(&current_key_made, make_current_key);
    pthread_setspecific(current_key, number < 0 ? NULL : &contexts[number]);
}

static struct context* current_context(void) {
    pthread_once(&current_key_made, make_current_key);
    return pthread_getspecific(current_key);
}

/* The first process to load this makes the memory, and says where by a variable. */
__attribute__((constructor)) static void share_fleet(void) {
    const char* const variable = "PDH_SHIM_FAKE_FLEET";
    const char* const place = getenv(variable);
    const int file = place == NULL ? memfd_create("fleet", MFD_CLOEXEC) : open(place, O_RDWR | O_CLOEXEC);
    if (file < 0 || ftruncate(file, sizeof(struct fleet)) != 0) {
        abort();
    }
    fleet = mmap(NULL, sizeof(struct fleet), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (fleet == MAP_FAILED) {
        abort();
    }
    if (place != NULL) {
        close(file);
        return;
    }
    char own[most_name];
    snprintf(own, sizeof(own), "/proc/%d/fd/%d", (int)getpid(), file);
    setenv(variable, own, 1);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&fleet->mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

static void lock_fleet(void) {
    if (pthread_mutex_lock(&fleet->mutex) == EOWNERDEAD) {
        pthread_mutex_consistent(&fleet->mutex);
    }
}

static void unlock_fleet(void) {
    pthread_mutex_unlock(&fleet->mutex);
}

static struct host* find_host(const char* name) {
    for (int i = 0; i < fleet->host_count; ++i) {
        if (strcmp(fleet->hosts[i].name, name) == 0) {
            return &fleet->hosts[i];
        }
    }
    struct host* const added = &fleet->hosts[fleet->host_count++];
    strncpy(added->name, name, most_name - 1);
    return added;
}

EXPORT void fake_set(const char* name, enum fake_state state) {
    lock_fleet();
    struct host* const host = find_host(name);
    host->state = state;
    host->connections += state == fake_down || state == fake_other;
    unlock_fleet();
}

EXPORT int fake_tries(const char* name) {
    lock_fleet();
    const int tries = find_host(name)->tries;
    unlock_fleet();
    return tries;
}

static struct archive* find_archive(const char* name, size_t length) {
    for (int i = 0; i < archive_count; ++i) {
        if (strlen(archives[i].name) == length && memcmp(archives[i].name, name, length) == 0) {
            return &archives[i];
        }
    }
    return NULL;
}

static struct archive* archive_named(const char* name) {
    struct archive* known = find_archive(name, strlen(name));
    if (known == NULL) {
        known = &archives[archive_count++];
        strncpy(known->name, name, most_name - 1);
    }
    return known;
}

EXPORT void fake_log(const char* name, int milliseconds, const char* metric) {
    struct archive* const archive = archive_named(name);
    struct record* const record = &archive->records[archive->record_count++];
    record->milliseconds = milliseconds;
    record->metric = no_metric;
    for (int number = 0; metric != NULL && number < metric_count; ++number) {
        if (strcmp(metrics[number].name, metric) == 0) {
            record->metric = number;
        }
    }
}

EXPORT void fake_break(const char* name) {
    archive_named(name)->is_broken = 1;
}

EXPORT int fake_contexts(void) {
    return context_count;
}

static int open_archives(const char* names) {
    struct context opened = {.host = 0, .interpolated_at = -1};
    for (const char* name = names; *name != '\0';) {
        const size_t length = strcspn(name, ",");
        const struct archive* const archive = find_archive(name, length);
        if (archive == NULL) {
            return -ENOENT;
        }
        opened.parts[opened.part_count++] = (int)(archive - archives);
        name += length + (name[length] == ',' ? 1 : 0);
    }
    const int made = context_count++ % (4 * most_hosts);
    contexts[made] = opened;
    set_current(made);
    return made;
}

EXPORT int pmWhichContext(void) {
    const struct context* const context = current_context();
    return context == NULL ? PM_ERR_NOCONTEXT : (int)(context - contexts);
}

EXPORT int pmNewContext(int type, const char* name) {
    if (type == PM_CONTEXT_ARCHIVE) {
        return open_archives(name);
    }
    lock_fleet();
    struct host* const host = find_host(name);
    ++host->tries;
    int made = -111;
    if (host->state != fake_down) {
        made = context_count++ % (4 * most_hosts);
        contexts[made] =
            (struct context){.host = (int)(host - fleet->hosts), .connection = host->connections};
        set_current(made);
    }
    unlock_fleet();
    return made;
}

EXPORT int pmDestroyContext(int context) {
    (void)context;
    return 0;
}

EXPORT int pmUseContext(int context) {
    set_current(context);
    return 0;
}

static struct host* current_host(void) {
    return &fleet->hosts[current_context()->host];
}

/* What the host of the present context has; in its other state the first two metrics are exchanged. */
static const struct metric* metric_of(unsigned number) {
    if (current_host()->state == fake_other && number < 2) {
        return number == 0 ? NULL : &metrics[0];
    }
    return &metrics[number];
}

EXPORT int pmLookupName(int count, const char* names[], pmID numbers[]) {
    int found = 0;
    for (int i = 0; i < count; ++i) {
        numbers[i] = PM_ID_NULL;
        for (unsigned number = 0; number < metric_count; ++number) {
            const struct metric* const metric = metric_of(number);
            if (metric != NULL && strcmp(metric->name, names[i]) == 0) {
                numbers[i] = number;
                ++found;
            }
        }
    }
    return found == 0 ? PM_ERR_NAME : found;
}

EXPORT int pmLookupDescs(int count, pmID* numbers, pmDesc* descriptions) {
    for (int i = 0; i < count; ++i) {
        descriptions[i].pmid = numbers[i];
        if (numbers[i] != PM_ID_NULL) {
            const struct metric* const metric = metric_of(numbers[i]);
            const pmInDom domain = metric->instances == 0 ? PM_INDOM_NULL : (pmInDom)metric->instances;
            descriptions[i] = (pmDesc){numbers[i], metric->type, domain, metric->semantics, metric->units};
        }
    }
    return count;
}

EXPORT int pmTraversePMNS_r(const char* prefix, void (*add)(const char*, void*), void* closure) {
    const int times = current_host()->state == fake_many ? 100 : 1;
    int found = 0;
    for (int i = 0; i < times * (int)metric_count; ++i) {
        const struct metric* const metric = metric_of((unsigned)(i % (int)metric_count));
        const size_t length = strlen(prefix);
        if (metric != NULL && strncmp(metric->name, prefix, length) == 0) {
            add(metric->name, closure);
            ++found;
        }
    }
    return found == 0 ? PM_ERR_NAME : found;
}

EXPORT int pmGetInDom(pmInDom domain, int** numbers, char*** names) {
    const int count = (int)domain;
    *numbers = malloc((size_t)count * sizeof(int));
    char** const list = malloc((size_t)count * (sizeof(char*) + 8));
    char* text = (char*)(list + count);
    for (int i = 0; i < count; ++i) {
        (*numbers)[i] = 10 + i;
        memcpy(text, "cpu0", 5);
        text[3] = (char)('0' + i);
        list[i] = text;
        text += 8;
    }
    *names = list;
    return count;
}

EXPORT int pmGetInDomArchive(pmInDom domain, int** numbers, char*** names) {
    return pmGetInDom(domain, numbers, names);
}

static void free_set(pmValueSet* set) {
    for (int value = 0; value < set->numval; ++value) {
        free(set->vlist[value].value.pval);
    }
    free(set);
}

static pmValueSet* values_of(unsigned number, int fetches) {
    const struct metric* const metric = metric_of(number);
    const int first = metric == NULL ? 0 : metric->missing;
    const int count = metric == NULL ? PM_ERR_PMID : metric->instances == 0 ? 1 : metric->instances - first;
    pmValueSet* const set = calloc(1, sizeof(pmValueSet) + 2 * sizeof(pmValue));
    set->pmid = number;
    set->numval = count;
    set->valfmt = PM_VAL_DPTR;
    for (int i = 0; i < count; ++i) {
        unsigned long long value = (unsigned long long)(metric->step * (fetches + 1) * (first + i + 1));
        pmValueBlock* const block = malloc(sizeof(pmValueBlock) + sizeof(value));
        const float load = 1.5F + (float)i;
        block->vtype = (unsigned char)metric->type;
        block->vlen = metric->type == PM_TYPE_U64 ? PM_VAL_HDR_SIZE + 8 : PM_VAL_HDR_SIZE + 4;
        memcpy(block->vbuf, metric->type == PM_TYPE_FLOAT ? (const void*)&load : (const void*)&value,
            metric->type == PM_TYPE_U64 ? 8 : 4);
        set->vlist[i].inst = metric->instances == 0 ? (int)PM_IN_NULL : 10 + first + i;
        set->vlist[i].value.pval = block;
    }
    return set;
}

static struct timeval time_of(long milliseconds) {
    return (struct timeval){first_second + milliseconds / 1000, milliseconds % 1000 * 1000};
}

static long milliseconds_of(const struct timeval* time) {
    return (long)(time->tv_sec - first_second) * 1000 + time->tv_usec / 1000;
}

static pmResult* result_at(long milliseconds, int count) {
    pmResult* const result = calloc(1, sizeof(pmResult) + (size_t)count * sizeof(pmValueSet*));
    result->timestamp = time_of(milliseconds);
    result->numpmid = count;
    return result;
}

static const struct archive* part_of(const struct context* context, int part) {
    return &archives[context->parts[part]];
}

/* What was logged last before the time. */
static int fetch_interpolated(
    const struct context* context, int count, const pmID* numbers, pmResult** fetched) {
    *fetched = result_at(context->interpolated_at, count);
    for (int i = 0; i < count; ++i) {
        pmValueSet* set = calloc(1, sizeof(pmValueSet));
        set->pmid = numbers[i];
        for (int part = 0; part < context->part_count; ++part) {
            const struct archive* const archive = part_of(context, part);
            for (int at = 0; at < archive->record_count; ++at) {
                const struct record* const record = &archive->records[at];
                if (record->milliseconds <= context->interpolated_at && record->metric == (int)numbers[i]) {
                    free_set(set);
                    set = values_of(numbers[i], (int)(record->milliseconds / 1000) - 1);
                }
            }
        }
        (*fetched)->vset[i] = set;
    }
    return 0;
}

EXPORT int pmSetMode(int mode, const struct timeval* when, int step) {
    struct context* const context = current_context();
    const long wanted = milliseconds_of(when);
    (void)step;
    context->interpolated_at = mode == PM_MODE_INTERP ? wanted : -1;
    context->part = 0;
    context->record = 0;
    while (context->part < context->part_count) {
        const struct archive* const archive = part_of(context, context->part);
        while (context->record < archive->record_count &&
               archive->records[context->record].milliseconds < wanted) {
            ++context->record;
        }
        if (context->record < archive->record_count || context->part + 1 == context->part_count) {
            return 0;
        }
        ++context->part;
        context->record = 0;
    }
    return 0;
}

EXPORT int pmFetchArchive(pmResult** fetched) {
    struct context* const context = current_context();
    const struct archive* const archive = part_of(context, context->part);
    if (context->record == archive->record_count) {
        if (archive->is_broken) {
            return PM_ERR_LOGREC;
        }
        if (context->part + 1 == context->part_count) {
            return PM_ERR_EOL;
        }
        *fetched = result_at(archive->records[archive->record_count - 1].milliseconds + 1, 0);
        ++context->part;
        context->record = 0;
        return 0;
    }
    const struct record* const record = &archive->records[context->record++];
    *fetched = result_at(record->milliseconds, record->metric == no_metric ? 0 : 1);
    if (record->metric != no_metric) {
        (*fetched)->vset[0] = values_of((unsigned)record->metric, (int)(record->milliseconds / 1000) - 1);
    }
    return 0;
}

EXPORT int pmGetArchiveLabel(pmLogLabel* label) {
    const struct context* const context = current_context();
    memset(label, 0, sizeof(*label));
    strncpy(label->ll_hostname, "logged", sizeof(label->ll_hostname) - 1);
    label->ll_start = time_of(part_of(context, 0)->records[0].milliseconds);
    return 0;
}

EXPORT int pmGetArchiveEnd(struct timeval* end) {
    const struct context* const context = current_context();
    const struct archive* const archive = part_of(context, context->part_count - 1);
    *end = time_of(archive->records[archive->record_count - 1].milliseconds);
    return 0;
}

EXPORT int pmFetch(int count, pmID* numbers, pmResult** fetched) {
    struct context* const context = current_context();
    if (context->part_count > 0) {
        return fetch_interpolated(context, count, numbers, fetched);
    }
    lock_fleet();
    struct host* const host = current_host();
    while (host->state == fake_hangs) {
        unlock_fleet();
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        lock_fleet();
    }
    const int is_lost = context->connection != host->connections;
    const int fetches = host->fetches++;
    unlock_fleet();
    if (is_lost) {
        return PM_ERR_IPC;
    }
    pmResult* const result = malloc(sizeof(pmResult) + (size_t)count * sizeof(pmValueSet*));
    /* In the year 2001 and later: the clock of this host is off. */
    result->timestamp = (struct timeval){1000000000 + fetches, 0};
    result->numpmid = count;
    for (int i = 0; i < count; ++i) {
        result->vset[i] = values_of(numbers[i], fetches);
    }
    *fetched = result;
    return 0;
}

EXPORT void pmFreeResult(pmResult* result) {
    for (int i = 0; i < result->numpmid; ++i) {
        free_set(result->vset[i]);
    }
    free(result);
}

EXPORT char* pmErrStr_r(int error, char* text, int size) {
    (void)error;
    strncpy(text, "fake error", (size_t)size);
    return text;
}
