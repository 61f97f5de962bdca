// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* What the application and its performance DLL share: worker.exe and worker_perf.dll in the tests' words. */
#ifndef SHARED_VALUES_H
#define SHARED_VALUES_H

#define WORKERS 0
#define JOBS_DONE 2
#define JOBS_WAITING 4

/* Each width of wchar_t has its own, since their tests run at the same time. */
#if __SIZEOF_WCHAR_T__ == 2
#define SHARED_NAME L"Global\\PdhShimTestWorkers16"
#else
#define SHARED_NAME L"Global\\PdhShimTestWorkers32"
#endif

struct shared_values {
    unsigned jobs_waiting;
    unsigned filler;
    unsigned long long jobs_done;
};

#endif
