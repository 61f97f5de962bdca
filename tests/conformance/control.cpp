// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the cases share that takes <pdh_shim/control.h>: the choice of samples, the clock, and names of
// statuses. The kit for Windows (tests/oracle) has its own in place of this file.
#include "support.h"

#include <pdh_shim/control.h>
#include <pdh_shim/source.h>

#include <array>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace conformance {

std::string name_of(DWORD status) {
    if (status == ERROR_SUCCESS) {
        return "ERROR_SUCCESS";
    }
    if (const char* const name = pdh_shim_status_name(static_cast<LONG>(status))) {
        return name;
    }
    std::array<char, 8> digits{};
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), status, 16).ptr;
    return "0x" + std::string(digits.data(), end);
}

std::string text_of_status(DWORD status) {
    const char* const text = pdh_shim_status_text(static_cast<LONG>(status));
    return text == nullptr ? "" : text;
}

void use_script(const char* file) {
    REQUIRE_SUCCESS(pdh_shim_set_sources((std::string("script:" CONFORMANCE_SCRIPTS "/") + file).c_str()));
}

Text script_path(const char* file) {
    return from_utf8(std::string(CONFORMANCE_SCRIPTS "/") + file);
}

void apply_default_scale(bool apply) {
    REQUIRE_SUCCESS(pdh_shim_set_default_scale(apply ? PDH_SHIM_SCALE_APPLY : PDH_SHIM_SCALE_IGNORE));
}

void reset_default_scale() {
    REQUIRE_SUCCESS(pdh_shim_set_default_scale(PDH_SHIM_SCALE_BY_SOURCE));
}

PDH_STATUS choose_sources(const std::string& list) {
    return pdh_shim_set_sources(list.c_str());
}

// The library lets go of it with the last query that used it, so it outlives its StationSource then.
struct StationSource::State {
    explicit State(const char* source_name) : name(source_name) {
        counters[0].name = "Trains";
        counters[0].type = PERF_COUNTER_RAWCOUNT;
        counters[1].name = "Arrivals/sec";
        counters[1].type = PERF_COUNTER_BULK_COUNT;
        object.name = "Station";
        object.has_instances = 1;
        object.counter_count = static_cast<std::uint32_t>(counters.size());
        object.counters = counters.data();
    }

    void take_sample(pdh_shim_writer* writer, std::uint32_t requests) {
        int before = 0;
        {
            const std::scoped_lock lock(mutex);
            before = samples++;
        }
        taken.notify_all();
        for (std::uint32_t request = 0; request < requests; ++request) {
            writer->begin(writer, request);
            for (const char* const instance : {"north", "south"}) {
                const std::uint32_t row = writer->add_instance(writer, instance, nullptr, PDH_SHIM_NO_ID);
                writer->set(writer, row, 0, before);
                writer->set(writer, row, 1, before);
            }
        }
    }

    const std::string name;
    std::array<pdh_shim_counter, 2> counters{};
    pdh_shim_object object{};
    std::mutex mutex;
    std::condition_variable taken;
    int samples = 0;
};

StationSource::StationSource(const char* name) : state_(std::make_shared<State>(name)) {
    pdh_shim_source source{};
    source.size = sizeof source;
    source.version = PDH_SHIM_SOURCE_VERSION;
    source.name = state_->name.c_str();
    source.context = new std::shared_ptr<State>(state_);
    source.describe = [](void* context, pdh_shim_catalogue* catalogue) {
        catalogue->objects = &(*static_cast<std::shared_ptr<State>*>(context))->object;
        catalogue->object_count = 1;
        return 0;
    };
    source.collect = [](void* context, const pdh_shim_request*, std::uint32_t requests, pdh_shim_times*,
                         pdh_shim_writer* writer) {
        (*static_cast<std::shared_ptr<State>*>(context))->take_sample(writer, requests);
        return 0;
    };
    source.close = [](void* context) { delete static_cast<std::shared_ptr<State>*>(context); };
    REQUIRE(pdh_shim_add_source(&source) == ERROR_SUCCESS);
}

StationSource::~StationSource() {
    pdh_shim_remove_source(state_->name.c_str());
}

bool StationSource::wait_for_samples(int samples) const {
    std::unique_lock lock(state_->mutex);
    return state_->taken.wait_for(
        lock, std::chrono::milliseconds(patience), [&] { return state_->samples >= samples; });
}

FrozenClock::FrozenClock() {
    REQUIRE_SUCCESS(pdh_shim_freeze_clock(0));
}

FrozenClock::~FrozenClock() {
    pdh_shim_release_clock();
}

void FrozenClock::advance(int seconds) {
    REQUIRE_SUCCESS(pdh_shim_advance_clock(seconds * one_second));
}

} // namespace conformance
