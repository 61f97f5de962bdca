// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fixture.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <sstream>

namespace pdh_shim::torture {
namespace {

constexpr LONGLONG ticks_per_second = 10'000'000;

constexpr pdh_shim_counter another_counter{
    "A counter with a name of some length", nullptr, 0, PERF_COUNTER_RAWCOUNT, 0, 0, 0};
constexpr pdh_shim_object another_object{
    "An object with a name of some length", nullptr, 0, 0, 1, 1, &another_counter, 0};

PDH_HQUERY open_query() {
    PDH_HQUERY query = nullptr;
    REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    return query;
}

template <class Item, class Fetch, class Tell>
void tell_array(std::ostream& out, const Fetch& fetch, const Tell& tell) {
    DWORD size = 0;
    DWORD count = 0;
    PDH_STATUS status = fetch(&size, &count, static_cast<Item*>(nullptr));
    std::vector<Item> items(size / sizeof(Item) + 1);
    if (static_cast<DWORD>(status) == PDH_MORE_DATA) {
        status = fetch(&size, &count, items.data());
    }
    out << " [" << std::hex << status << std::dec;
    for (DWORD i = 0; status == ERROR_SUCCESS && i < count; ++i) {
        out << ' ' << items[i].szName << '=';
        tell(items[i]);
    }
    out << ']';
}

void tell_raw(std::ostream& out, const PDH_RAW_COUNTER& raw) {
    out << std::hex << raw.CStatus << std::dec << ':' << raw.FirstValue << ',' << raw.SecondValue << ','
        << raw.MultiCount;
}

void tell_value(std::ostream& out, const PDH_FMT_COUNTERVALUE& value) {
    out << std::hex << value.CStatus << std::dec << ':' << value.doubleValue;
}

void tell(std::ostream& out, PDH_HCOUNTER counter) {
    std::array<std::byte, 4096> bytes{};
    auto* const info = reinterpret_cast<PDH_COUNTER_INFO_A*>(bytes.data());
    DWORD size = bytes.size();
    PDH_STATUS status = PdhGetCounterInfoA(counter, TRUE, &size, info);
    out << (status == ERROR_SUCCESS ? info->szFullPath : "?") << ' ';
    PDH_RAW_COUNTER raw{};
    status = PdhGetRawCounterValue(counter, nullptr, &raw);
    out << std::hex << status << ' ';
    tell_raw(out, raw);
    PDH_FMT_COUNTERVALUE value{};
    status = PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value);
    out << ' ' << std::hex << status << ' ';
    tell_value(out, value);
    tell_array<PDH_RAW_COUNTER_ITEM_A>(
        out,
        [=](DWORD* bytes, DWORD* count, auto* items) {
            return PdhGetRawCounterArrayA(counter, bytes, count, items);
        },
        [&](const PDH_RAW_COUNTER_ITEM_A& item) { tell_raw(out, item.RawValue); });
    tell_array<PDH_FMT_COUNTERVALUE_ITEM_A>(
        out,
        [=](DWORD* bytes, DWORD* count, auto* items) {
            return PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, bytes, count, items);
        },
        [&](const PDH_FMT_COUNTERVALUE_ITEM_A& item) { tell_value(out, item.FmtValue); });
    out << '\n';
}

} // namespace

void pass(int seconds) {
    REQUIRE(pdh_shim_advance_clock(seconds * ticks_per_second) == ERROR_SUCCESS);
}

void pass_a_moment() {
    REQUIRE(pdh_shim_advance_clock(ticks_per_second / 10) == ERROR_SUCCESS);
}

PDH_STATUS choose_source(const Scene& scene) {
    const PDH_STATUS status = pdh_shim_set_sources(scene.sources.c_str());
    return status == ERROR_SUCCESS && scene.own_source != nullptr ? scene.own_source->add() : status;
}

PDH_STATUS leave_source(const Scene& scene) {
    return scene.own_source != nullptr ? scene.own_source->remove() : ERROR_SUCCESS;
}

PDH_STATUS Counters::add(const std::string& path) {
    PDH_HCOUNTER counter = nullptr;
    const PDH_STATUS status = PdhAddCounterA(query_, path.c_str(), 0, &counter);
    if (status == ERROR_SUCCESS) {
        counters_.push_back(counter);
    }
    return status;
}

std::string Counters::describe() const {
    std::ostringstream out;
    for (PDH_HCOUNTER const counter : counters_) {
        tell(out, counter);
    }
    return out.str();
}

FrozenClock::FrozenClock() {
    REQUIRE(pdh_shim_freeze_clock(134'000'000'000'000'000) == ERROR_SUCCESS);
}

FrozenClock::~FrozenClock() {
    CHECK(pdh_shim_release_clock() == ERROR_SUCCESS);
}

Fixture::Fixture(const Scene& scene, std::size_t counters)
    : scene_(scene), subject_(open_query()), witness_(open_query()),
      another_source_("a source with a name of some length", {another_object}, [](auto&&...) {}) {
    REQUIRE(choose_source(scene_) == ERROR_SUCCESS);
    for (std::size_t i = 0; i < counters; ++i) {
        CAPTURE(i);
        REQUIRE(subject_.add(scene_.paths.at(i)) == ERROR_SUCCESS);
        REQUIRE(witness_.add(scene_.paths.at(i)) == ERROR_SUCCESS);
    }
    REQUIRE(difference_after(2) == "");
}

Fixture::~Fixture() {
    CHECK(PdhCloseQuery(subject_.query()) == ERROR_SUCCESS);
    CHECK(PdhCloseQuery(witness_.query()) == ERROR_SUCCESS);
    CHECK(leave_source(scene_) == ERROR_SUCCESS);
}

void Fixture::follow() {
    REQUIRE(PdhCollectQueryData(witness_.query()) == ERROR_SUCCESS);
}

std::string Fixture::difference() const {
    const std::string told = subject_.describe();
    const std::string right = witness_.describe();
    return told == right ? std::string() : told + "and not\n" + right;
}

std::string Fixture::difference_after(int collects) {
    for (int i = 0; i < collects; ++i) {
        pass_a_moment();
        for (PDH_HQUERY const query : {subject_.query(), witness_.query()}) {
            const PDH_STATUS status = PdhCollectQueryData(query);
            if (status != ERROR_SUCCESS) {
                return "a collect: " + std::string(pdh_shim_status_name(status));
            }
        }
    }
    return difference();
}

} // namespace pdh_shim::torture
