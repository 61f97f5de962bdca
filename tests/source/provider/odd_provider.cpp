// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A performance DLL for tests: behaves as the name says that Open is given, from the first request for single
// objects on. Its two objects are `Odd`, with instances, and `Lone`, without.

#define PDH_SHIM_UTF16
#include "odd_provider.h"

#include <windows.h>
#include <winperf.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <latch>
#include <memory>
#include <pthread.h>
#include <semaphore.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

std::string behaviour;
DWORD first_counter = 0;
DWORD first_help = 0;
OddProviderState state;
std::atomic<bool> is_hanging{false};

struct Semaphores {
    Semaphores() {
        sem_init(&release, 0, 0);
        sem_init(&closed, 0, 0);
    }
    sem_t release{};
    sem_t closed{};
};
Semaphores semaphores;

struct OddDefinition {
    PERF_OBJECT_TYPE object;
    PERF_COUNTER_DEFINITION level;
    PERF_COUNTER_DEFINITION hits;
    PERF_COUNTER_DEFINITION lookups;
};

struct OddValues {
    PERF_COUNTER_BLOCK block;
    DWORD level;
    DWORD hits;
    DWORD lookups;
};

struct OddInstance {
    PERF_INSTANCE_DEFINITION instance;
    char16_t name[4];
    OddValues values;
};

struct LoneObject {
    PERF_OBJECT_TYPE object;
    PERF_COUNTER_DEFINITION depth;
    PERF_COUNTER_BLOCK block;
    DWORD value;
};

struct LoneDefinition {
    PERF_OBJECT_TYPE object;
    PERF_COUNTER_DEFINITION depth;
};

// Memory that grows.
class Bytes {
  public:
    template <class T>
    void add(const T& value) {
        const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
    }
    [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_; }

  private:
    std::vector<std::byte> bytes_;
};

PERF_OBJECT_TYPE object(DWORD offset, DWORD counters, DWORD definition) {
    PERF_OBJECT_TYPE object{};
    object.HeaderLength = sizeof object;
    object.DefinitionLength = definition;
    object.ObjectNameTitleIndex = first_counter + offset;
    object.ObjectHelpTitleIndex = first_help + offset;
    object.DetailLevel = PERF_DETAIL_NOVICE;
    object.NumCounters = counters;
    return object;
}

PERF_COUNTER_DEFINITION counter(DWORD offset, DWORD type, DWORD place) {
    PERF_COUNTER_DEFINITION counter{};
    counter.ByteLength = sizeof counter;
    counter.CounterNameTitleIndex = first_counter + offset;
    counter.CounterHelpTitleIndex = first_help + offset;
    counter.DetailLevel = PERF_DETAIL_NOVICE;
    counter.CounterType = type;
    counter.CounterSize = sizeof(DWORD);
    counter.CounterOffset = place;
    return counter;
}

std::u16string instance_names(bool listed) {
    if (behaviour == "crowd" && listed) {
        return std::u16string(100'001, u'x');
    }

    if (behaviour == "many_instances") {
        return u"abcdefghijklmnopqrstuvwxyz";
    }
    if (behaviour != "changing_instances" || !listed) {
        return u"ab";
    }
    constexpr std::u16string_view rounds[] = {u"ab", u"bc", u""};
    return std::u16string(rounds[state.lists < 3 ? state.lists : 2]);
}

void add_instance(Bytes& bytes, char16_t name, DWORD number) {
    OddInstance instance{};
    instance.instance.ByteLength = offsetof(OddInstance, values);
    instance.instance.UniqueID = PERF_NO_UNIQUE_ID;
    instance.instance.NameOffset = offsetof(OddInstance, name);
    instance.instance.NameLength = 2 * sizeof(char16_t);
    instance.name[0] = name;
    instance.values = {{sizeof(OddValues)}, number, number, 10};
    bytes.add(instance);
}

void add_odd(Bytes& bytes, bool metadata, bool listed) {
    OddDefinition odd{};
    const std::u16string names = metadata ? std::u16string() : instance_names(listed);
    odd.object = object(ODD, 3, sizeof odd);
    odd.level = counter(ODD_LEVEL, PERF_COUNTER_RAWCOUNT, offsetof(OddValues, level));
    odd.level.DefaultScale = 3;
    odd.hits = counter(ODD_HITS, PERF_RAW_FRACTION, offsetof(OddValues, hits));
    odd.lookups = counter(ODD_LOOKUPS, PERF_RAW_BASE, offsetof(OddValues, lookups));
    odd.object.TotalByteLength = static_cast<DWORD>(sizeof odd + names.size() * sizeof(OddInstance));
    odd.object.NumInstances = metadata ? PERF_METADATA_MULTIPLE_INSTANCES : static_cast<LONG>(names.size());
    if (listed && behaviour == "negative_instances") {
        odd.object.NumInstances = -7;
    }
    if (listed && behaviour == "too_many_instances") {
        odd.object.NumInstances = 1'000;
    }
    bytes.add(odd);
    for (DWORD number = 0; number < names.size(); ++number) {
        add_instance(bytes, names[number], number + 1);
    }
}

void add_lone(Bytes& bytes, bool metadata, DWORD offset = LONE) {
    LoneObject lone{};
    lone.object = object(offset, 1, sizeof(LoneDefinition));
    lone.depth = counter(LONE_DEPTH, PERF_COUNTER_RAWCOUNT, sizeof(PERF_COUNTER_BLOCK));
    lone.block.ByteLength = sizeof lone.block + sizeof lone.value;
    lone.value = 7;
    lone.object.NumInstances = metadata ? PERF_METADATA_NO_INSTANCES : PERF_NO_INSTANCES;
    lone.object.TotalByteLength = metadata ? sizeof(LoneDefinition) : sizeof lone;
    if (metadata) {
        bytes.add(LoneDefinition{lone.object, lone.depth});
    } else {
        bytes.add(lone);
    }
}

std::string ascii(const char16_t* text) {
    std::string ascii;
    for (; text != nullptr && *text != 0; ++text) {
        ascii += static_cast<char>(*text);
    }
    return ascii;
}

// What a provider that never returns does.
void hang() {
    is_hanging = true;
    while (sem_wait(&semaphores.release) != 0) {
    }
}

// A library may do anything while it is loaded.
[[gnu::constructor]] void hang_while_loaded() {
    while (getenv("ODD_HANGS_WHILE_LOADED") != nullptr) {
        pause();
    }
}

// Leaves a process behind that holds on to all that this one has open, standard error included.
void leave_child() {
    if (fork() == 0) {
        setsid(); // to get away from whoever ends a group
        for (;;) {
            pause();
        }
    }
}

void play_with_descriptors() {
    constexpr int most = 64;
    const int null = open("/dev/null", O_RDWR);
    for (int number = 0; number < most; ++number) {
        if (number == STDERR_FILENO || number == null) {
            continue;
        }
        if (behaviour == "closes_descriptors") {
            close(number);
        } else {
            dup2(null, number);
        }
    }
}

// Address space, which costs nothing until it is used.
void take_memory() {
    constexpr std::size_t block = std::size_t{64} << 20U;
    constexpr std::size_t blocks = 64;
    static std::vector<std::unique_ptr<char[]>> taken;
    for (std::size_t i = 0; i < blocks; ++i) {
        taken.push_back(std::unique_ptr<char[]>(new char[block]));
    }
}

// What else a library may do that a process of its own is for.
void misuse_process() {
    if (behaviour == "forks") {
        leave_child();
    }
    if (behaviour == "forks_and_crashes") {
        leave_child();
        std::abort();
    }
    if (behaviour == "closes_descriptors" || behaviour == "replaces_descriptors") {
        play_with_descriptors();
    }
    if (behaviour == "takes_memory") {
        take_memory();
    }
    if (behaviour == "spins") {
        volatile bool spinning = true; // or a compiler may take the loop for none
        while (spinning) {
        }
    }
    if (behaviour == "leaves_thread") {
        // Its first instruction would be gone if it only began when the DLL has been unloaded.
        std::latch has_begun(1);
        std::thread([&has_begun] {
            has_begun.count_down();
            for (;;) {
                pause();
            }
        }).detach();
        has_begun.wait();
    }
    if (behaviour == "ends_thread") {
        pthread_exit(nullptr);
    }
}

// What happens before anything is written; true if that was all.
bool misbehaves(std::byte* data, DWORD bytes, DWORD& error) {
    error = ERROR_SUCCESS;
    if (behaviour == "never_enough" || (behaviour == "needs_a_megabyte" && bytes < (1U << 20U))) {
        error = ERROR_MORE_DATA;
    } else if (behaviour == "collect_fails") {
        error = ERROR_NOT_READY;
    }
    if (behaviour == "hangs" || (behaviour == "hangs_once" && !is_hanging)) {
        hang();
    }
    if (behaviour == "overrun") {
        std::memset(data + bytes, 0, 100);
    }
    if (behaviour == "underrun") {
        std::memset(data - 8, 0, 8);
    }
    misuse_process();
    if (behaviour == "crashes") {
        std::abort();
    }
    if (behaviour == "exits") {
        _exit(3);
    }
    if (behaviour == "throws") {
        throw std::runtime_error("of no use to anyone");
    }
    return error != ERROR_SUCCESS;
}

#ifdef ODD_READS_REGISTRY
// As performance DLLs do on Windows.
void read_indexes() {
    static const char name[] = "SYSTEM\\CurrentControlSet\\Services\\Odd\\Performance";
    HKEY key = nullptr;
    if (RegOpenKeyExA(HKEY_LOCAL_MACHINE, name, 0, KEY_READ, &key) != ERROR_SUCCESS) {
        return;
    }
    DWORD size = sizeof first_counter;
    RegQueryValueExA(key, "First Counter", nullptr, nullptr, reinterpret_cast<LPBYTE>(&first_counter), &size);
    size = sizeof first_help;
    RegQueryValueExA(key, "First Help", nullptr, nullptr, reinterpret_cast<LPBYTE>(&first_help), &size);
    RegCloseKey(key);
}
#else
void read_indexes() {}
#endif

} // namespace

extern "C" {

ODD_EXPORT OddProviderState* odd_provider_state() {
    return &state;
}

ODD_EXPORT bool odd_provider_is_hanging() {
    return is_hanging;
}

ODD_EXPORT void odd_provider_release() {
    is_hanging = false;
    sem_post(&semaphores.release);
}

ODD_EXPORT void odd_provider_wait_closed() {
    while (sem_wait(&semaphores.closed) != 0) {
    }
}

ODD_EXPORT void OddIndexes(DWORD counter, DWORD help) {
    first_counter = counter;
    first_help = help;
}

ODD_EXPORT DWORD APIENTRY OddOpen(LPWSTR devices) {
    while (sem_trywait(&semaphores.closed) == 0) {
    }
    state = {};
    state.opens = 1;
    state.has_devices = devices != nullptr;
    behaviour = ascii(devices);
    read_indexes();
    if (behaviour == "open_hangs") {
        hang();
    }
    return behaviour == "open_fails" ? ERROR_ACCESS_DENIED : ERROR_SUCCESS;
}

ODD_EXPORT DWORD APIENTRY OddCollect(LPWSTR request, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
    const std::string asked = ascii(request);
    std::strncpy(state.request, asked.c_str(), sizeof state.request - 1);
    *request = u'?'; // the text is the provider's to write into
    const bool metadata = asked == "MetadataGlobal";
    const bool listed = !asked.empty() && asked[0] >= '0' && asked[0] <= '9';
    const bool all = (metadata || asked == "Global" || listed) && behaviour != "empty";
    auto* const start = static_cast<std::byte*>(*data);
    DWORD error = ERROR_SUCCESS;
    if (metadata) {
        ++state.metadata;
        if (behaviour == "metadata_unknown") {
            *bytes = 0;
            *objects = 0;
            return ERROR_SUCCESS;
        }
    }
    if (listed && misbehaves(start, *bytes, error)) {
        return error;
    }
    Bytes sample;
    if (all) {
        add_odd(sample, metadata, listed);
        add_lone(sample, metadata);
    }
    for (DWORD extra = 0; listed && behaviour == "many_objects" && extra < 1'000; ++extra) {
        add_lone(sample, metadata, LONE + 2 + 2 * extra);
    }
    state.lists += listed ? 1 : 0;
    if (sample.bytes().size() > *bytes) {
        return ERROR_MORE_DATA;
    }
    std::copy(sample.bytes().begin(), sample.bytes().end(), start);
    auto size = static_cast<DWORD>(sample.bytes().size());
    *data = start + size;
    *objects = all ? (listed && behaviour == "many_objects" ? 1'002 : 2) : 0;
    if (listed && behaviour == "wrong_byte_count") {
        size += 8;
    } else if (listed && behaviour == "too_many_bytes") {
        size = *bytes + 8;
    } else if (listed && behaviour == "misaligned") {
        size -= 4;
        *data = start + size;
    } else if (listed && behaviour == "wrong_object_count") {
        *objects = 3;
    } else if (listed && behaviour == "cut_short") {
        size -= 8;
        *data = start + size;
    }
    *bytes = size;
    return ERROR_SUCCESS;
}

ODD_EXPORT DWORD APIENTRY OddClose(void) {
    ++state.closes;
    if (behaviour == "close_hangs") {
        hang();
    }
    sem_post(&semaphores.closed);
    return ERROR_SUCCESS;
}

} // extern "C"
