// Calls the library as a Windows program does, with nothing of its headers: by functions whose convention is
// written here. Prints what is wrong.
#include <stdint.h>
#include <stdio.h>

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

static int failures = 0;

static void expect(const char* what, int64_t found, int64_t expected) {
    if (found != expected) {
        printf("%s: %lld, expected %lld\n", what, (long long)found, (long long)expected);
        ++failures;
    }
}

int main(void) {
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
    return failures != 0;
}
