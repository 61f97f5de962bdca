// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Stands in for libnvidia-ml.so.1, with one GPU: only what the source uses, as NVIDIA documents it.
#include "fake_nvml.h"

#include <cstring>

namespace {

constexpr int success = 0;
constexpr int invalid_argument = 2;
constexpr int not_supported = 3;
constexpr int not_found = 6;
constexpr int insufficient_size = 7;

struct PciInfo {
    char older_bus_id[16];
    unsigned numbers[5];
    char bus_id[32];
};
struct Memory {
    unsigned long long total, free, used;
};
struct MemoryV2 {
    unsigned version;
    unsigned long long total, reserved, free, used;
};
struct Process {
    unsigned id;
    unsigned long long used;
    unsigned instances[2];
};
struct Sample {
    unsigned process;
    unsigned long long time;
    unsigned sm, memory, encoder, decoder;
};

} // namespace

#pragma GCC visibility push(default)
extern "C" {

FakeNvml* fake_nvml() {
    static FakeNvml state;
    return &state;
}

int nvmlInit_v2() {
    ++fake_nvml()->starts;
    return fake_nvml()->fails_to_start ? 999 : success;
}

int nvmlShutdown() {
    ++fake_nvml()->stops;
    return success;
}

int nvmlDeviceGetCount_v2(unsigned* count) {
    *count = 1;
    return success;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned /*index*/, void** device) {
    *device = fake_nvml();
    return success;
}

int nvmlDeviceGetPciInfo_v3(void* /*device*/, PciInfo* info) {
    std::strcpy(info->bus_id, "00000000:0A:00.0");
    return success;
}

int nvmlDeviceGetMemoryInfo(void* /*device*/, Memory* memory) {
    const FakeNvml& state = *fake_nvml();
    const unsigned long long used = state.used + state.reserved;
    *memory = {8192, 8192 - used, used};
    return success;
}

int nvmlDeviceGetMemoryInfo_v2(void* /*device*/, MemoryV2* memory) {
    const FakeNvml& state = *fake_nvml();
    if (state.is_old) {
        return not_supported;
    }
    if (memory->version != (sizeof(MemoryV2) | 2U << 24U)) { // nvmlMemory_v2
        return invalid_argument;
    }
    *memory = {memory->version, 8192, state.reserved, 8192 - state.used - state.reserved, state.used};
    return success;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void* /*device*/, unsigned* count, Process* processes) {
    const unsigned room = *count;
    *count = fake_nvml()->processes;
    if (room < *count) {
        return insufficient_size;
    }
    for (unsigned i = 0; i < *count; ++i) {
        processes[i] = {77 + i, fake_nvml()->used_of_process, {}};
    }
    return success;
}

int nvmlDeviceGetGraphicsRunningProcesses_v3(void* device, unsigned* count, Process* processes) {
    return nvmlDeviceGetComputeRunningProcesses_v3(device, count, processes);
}

int nvmlDeviceGetProcessUtilization(
    void* /*device*/, Sample* samples, unsigned* count, unsigned long long since) {
    const FakeNvml& state = *fake_nvml();
    if (state.sample_time == 0 || state.sample_time <= since) {
        return not_found;
    }
    *count = 2;
    samples[0] = {77, state.sample_time, state.percent, 1, 20, 250};
    samples[1] = {78, since, 99, 1, 99, 99}; // an old one
    return success;
}

} // extern "C"
#pragma GCC visibility pop
