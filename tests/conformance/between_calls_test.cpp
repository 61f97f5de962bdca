// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What changes between the call that asks for a size and the one that asks for the data. The source is one of
// the program's own, in which there is more at each look.
#include "support.h"

#include <pdh_shim/control.h>
#include <pdh_shim/source.h>

#include <array>
#include <thread>

using namespace conformance;

namespace {

// Objects `Brood` and, once it is asked to, `Nest`. Brood has one more instance (0, 1, 2...) each time that
// it is listed; its counter `Age` is their number.
class Hatchery {
  public:
    Hatchery() {
        use_script("widgets.json");
        objects_[0].name = "Brood";
        objects_[1].name = "Nest";
        for (pdh_shim_object& object : objects_) {
            object.has_instances = 1;
            object.counter_count = 1;
            object.counters = &age_;
        }
        age_.name = "Age";
        age_.type = PERF_COUNTER_RAWCOUNT;
        offer(1);
    }
    Hatchery(const Hatchery&) = delete;
    Hatchery& operator=(const Hatchery&) = delete;
    Hatchery(Hatchery&&) = delete;
    Hatchery& operator=(Hatchery&&) = delete;
    ~Hatchery() { pdh_shim_remove_source("hatchery"); }

    /// Offers this many of the objects from now on.
    void offer(std::uint32_t objects) {
        object_count_ = objects;
        pdh_shim_source source{};
        source.size = sizeof source;
        source.version = PDH_SHIM_SOURCE_VERSION;
        source.name = "hatchery";
        source.context = this;
        source.describe = [](void* context, pdh_shim_catalogue* catalogue) {
            catalogue->objects = static_cast<Hatchery*>(context)->objects_.data();
            catalogue->object_count = static_cast<Hatchery*>(context)->object_count_;
            return 0;
        };
        source.collect = [](void* context, const pdh_shim_request*, std::uint32_t requests, pdh_shim_times*,
                             pdh_shim_writer* writer) {
            for (std::uint32_t request = 0; request < requests; ++request) {
                writer->begin(writer, request);
                static_cast<Hatchery*>(context)->look(writer);
            }
            return 0;
        };
        source.enumerate = [](void* context, std::uint32_t, pdh_shim_writer* writer) {
            static_cast<Hatchery*>(context)->look(writer);
            return 0;
        };
        REQUIRE(pdh_shim_add_source(&source) == ERROR_SUCCESS);
    }

  private:
    void look(pdh_shim_writer* writer) {
        ++looks_;
        for (int i = 0; i < looks_; ++i) {
            const std::uint32_t row =
                writer->add_instance(writer, std::to_string(i).c_str(), nullptr, PDH_SHIM_NO_ID);
            writer->set(writer, row, 0, looks_);
        }
    }

    pdh_shim_counter age_{};
    std::array<pdh_shim_object, 2> objects_{};
    std::uint32_t object_count_ = 0;
    int looks_ = 0;
};

DWORD size_of(const ListCall& call) {
    DWORD size = 0;
    REQUIRE_STATUS(call(nullptr, &size), PDH_MORE_DATA);
    return size;
}

struct Data {
    DWORD status;
    DWORD size;
};

// A call with room for this many characters.
Data data_in(const ListCall& call, DWORD room) {
    GuardedBuffer<TCHAR> buffer(room);
    DWORD size = room;
    const PDH_STATUS status = call(buffer.data(), &size);
    CHECK(buffer.untouched_from(room));
    return {static_cast<DWORD>(status), size};
}

constexpr DWORD plenty = 10'000;

// Each lists the instances of Brood.
std::vector<ListCall> growing_lists() {
    return {
        [](TCHAR* buffer, DWORD* size) {
            return PdhExpandWildCardPath(nullptr, TEXT("\\Brood(*)\\Age"), buffer, size, 0);
        },
        [](TCHAR* buffer, DWORD* size) {
            return PdhExpandWildCardPathH(nullptr, TEXT("\\Brood(*)\\Age"), buffer, size, 0);
        },
        [](TCHAR* buffer, DWORD* size) {
            return PdhExpandCounterPath(TEXT("\\Brood(*)\\Age"), buffer, size);
        },
        [](TCHAR* buffer, DWORD* size) {
            std::array<TCHAR, 64> counters{};
            auto counters_size = static_cast<DWORD>(counters.size());
            return PdhEnumObjectItems(nullptr, nullptr, TEXT("Brood"), counters.data(), &counters_size,
                buffer, size, PERF_DETAIL_WIZARD, 0);
        },
        [](TCHAR* buffer, DWORD* size) {
            std::array<TCHAR, 64> counters{};
            auto counters_size = static_cast<DWORD>(counters.size());
            return PdhEnumObjectItemsH(nullptr, nullptr, TEXT("Brood"), counters.data(), &counters_size,
                buffer, size, PERF_DETAIL_WIZARD, 0);
        },
    };
}

ListCall array_call(PDH_HCOUNTER counter, DWORD format = PDH_FMT_DOUBLE) {
    return [=](TCHAR* buffer, DWORD* size) {
        DWORD count = 0;
        std::vector<PDH_FMT_COUNTERVALUE_ITEM> items(*size / sizeof(PDH_FMT_COUNTERVALUE_ITEM) + 1);
        return PdhGetFormattedCounterArray(
            counter, format, size, &count, buffer == nullptr ? nullptr : items.data());
    };
}

ListCall raw_array_call(PDH_HCOUNTER counter) {
    return [=](TCHAR* buffer, DWORD* size) {
        DWORD count = 0;
        std::vector<PDH_RAW_COUNTER_ITEM> items(*size / sizeof(PDH_RAW_COUNTER_ITEM) + 1);
        return PdhGetRawCounterArray(counter, size, &count, buffer == nullptr ? nullptr : items.data());
    };
}

} // namespace

TEST_CASE("client: the data call returns the list of the size call, although more appeared") {
    Hatchery hatchery;
    for (const ListCall& call : growing_lists()) {
        for (const DWORD slack : {0U, 1U, 1000U}) {
            const DWORD size = size_of(call);
            const Data data = data_in(call, size + slack);
            CHECK_SUCCESS(data.status);
            CHECK(data.size == size);
        }
    }
}

TEST_CASE("an answer is returned once; the next call lists anew") {
    Hatchery hatchery;
    for (const ListCall& call : growing_lists()) {
        const DWORD size = size_of(call);
        CHECK_SUCCESS(data_in(call, size).status);
        const Data again = data_in(call, size);
        CHECK_STATUS(again.status, PDH_MORE_DATA);
        CHECK(again.size > size);
        CHECK_SUCCESS(data_in(call, again.size).status); // that was the size of this one
    }
}

TEST_CASE("a call without a size call before it lists anew each time") {
    Hatchery hatchery;
    for (const ListCall& call : growing_lists()) {
        DWORD before = data_in(call, plenty).size;
        for (int i = 0; i < 3; ++i) {
            const Data data = data_in(call, plenty);
            CHECK_SUCCESS(data.status);
            CHECK(data.size > before);
            before = data.size;
        }
    }
}

TEST_CASE("a call for the size, or with too small a buffer, lists anew") {
    Hatchery hatchery;
    for (const ListCall& call : growing_lists()) {
        const DWORD first = size_of(call);
        const DWORD second = size_of(call);
        CHECK(second > first);
        const Data third = data_in(call, first);
        CHECK_STATUS(third.status, PDH_MORE_DATA);
        CHECK(third.size > second);
        CHECK(data_in(call, plenty).size == third.size);
    }
}

TEST_CASE("PDH_REFRESHCOUNTERS and bRefresh look anew") {
    Hatchery hatchery;
    const ListCall refreshing = [](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(nullptr, TEXT("\\Brood(*)\\Age"), buffer, size, PDH_REFRESHCOUNTERS);
    };
    const ListCall refreshing_objects = [](TCHAR* buffer, DWORD* size) {
        return PdhEnumObjects(nullptr, nullptr, buffer, size, PERF_DETAIL_WIZARD, TRUE);
    };
    for (const ListCall& call : growing_lists()) {
        DWORD size = size_of(call);
        CHECK_SUCCESS(data_in(refreshing_objects, plenty).status);
        CHECK(data_in(call, plenty).size > size);
        size = size_of(call);
        CHECK_SUCCESS(data_in(refreshing, plenty).status);
        CHECK(data_in(call, plenty).size > size);
    }
    // As documented: on the first call, not on the second.
    const DWORD size = size_of(refreshing);
    CHECK(data_in(growing_lists().front(), size).size == size);
}

TEST_CASE("an object that appears does not get in the way of the list of objects") {
    Hatchery hatchery;
    const ListCall objects = [](TCHAR* buffer, DWORD* size) {
        return PdhEnumObjects(nullptr, nullptr, buffer, size, PERF_DETAIL_WIZARD, FALSE);
    };
    const auto more_in_another_thread = [&](std::uint32_t count) {
        std::thread([&] { hatchery.offer(count); }).join();
    };
    const DWORD size = size_of(objects);
    more_in_another_thread(2);
    const Data data = data_in(objects, size);
    CHECK_SUCCESS(data.status);
    CHECK(data.size == size);
    CHECK(data_in(objects, plenty).size == size + 5); // "Nest"
    // What the thread itself has changed, it sees.
    CHECK(size_of(objects) == size + 5);
    hatchery.offer(1);
    CHECK(data_in(objects, plenty).size == size);
}

TEST_CASE("other arguments are another call") {
    Hatchery hatchery;
    hatchery.offer(2);
    const ListCall all = growing_lists().front();
    const ListCall one = [](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(nullptr, TEXT("\\Brood(0*)\\Age"), buffer, size, 0);
    };
    const ListCall unexpanded = [](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(nullptr, TEXT("\\Brood(*)\\Age"), buffer, size, PDH_NOEXPANDINSTANCES);
    };
    const ListCall nest = [](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(nullptr, TEXT("\\Nest(*)\\Age"), buffer, size, 0);
    };
    const DWORD size = size_of(all);
    for (const ListCall& other : {one, unexpanded, nest}) {
        CHECK_SUCCESS(data_in(other, plenty).status);
    }
    CHECK(data_in(all, size).size == size); // still there
}

TEST_CASE("answers are kept for each thread") {
    Hatchery hatchery;
    for (const ListCall& call : growing_lists()) {
        const DWORD size = size_of(call);
        Data elsewhere{};
        std::thread([&] { elsewhere = data_in(call, plenty); }).join();
        CHECK(elsewhere.size > size);
        CHECK(data_in(call, size).size == size);
    }
}

TEST_CASE("an answer is kept for a second") {
    const FrozenClock clock;
    Hatchery hatchery;
    for (const ListCall& call : growing_lists()) {
        DWORD size = size_of(call);
        FrozenClock::advance(1);
        CHECK(data_in(call, plenty).size == size);
        size = size_of(call);
        FrozenClock::advance(2);
        CHECK(data_in(call, plenty).size > size);
    }
}

TEST_CASE("PdhEnumObjectItems: the data call for one list returns the list of the size call") {
    Hatchery hatchery;
    DWORD counters_size = 0;
    DWORD instances_size = 0;
    const auto enumerate = [&](TCHAR* counters, TCHAR* instances) {
        return PdhEnumObjectItems(nullptr, nullptr, TEXT("Brood"), counters, &counters_size, instances,
            &instances_size, PERF_DETAIL_WIZARD, 0);
    };
    REQUIRE_STATUS(enumerate(nullptr, nullptr), PDH_MORE_DATA);
    const DWORD told = instances_size;
    std::vector<TCHAR> counters(counters_size);
    std::vector<TCHAR> instances(told);
    CHECK_SUCCESS(enumerate(counters.data(), instances.data()));
    CHECK(instances_size == told);
    // For the instances only, again and again with plenty of room.
    instances.resize(plenty);
    DWORD before = told;
    for (int i = 0; i < 3; ++i) {
        counters_size = 0;
        instances_size = plenty;
        CHECK_STATUS(enumerate(nullptr, instances.data()), PDH_MORE_DATA);
        CHECK(instances_size > before);
        before = instances_size;
    }
}

TEST_CASE("client: an array is the one of its size call, though a collect came between") {
    Hatchery hatchery;
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Brood(*)\\Age"));
    query.collect();
    for (const ListCall& call : {array_call(counter), raw_array_call(counter)}) {
        const DWORD size = size_of(call);
        std::thread([&] { query.collect(); }).join(); // as the thread of PdhCollectQueryDataEx does
        CHECK_SUCCESS(data_in(call, size).status);
        CHECK(data_in(call, plenty).size > size);
    }
}

TEST_CASE("a kept array has one counter and format, and ends with the thread's next collect") {
    Hatchery hatchery;
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Brood(*)\\Age"));
    PDH_HCOUNTER const other = query.add(TEXT("\\Brood(*)\\Age"));
    query.collect();
    const DWORD size = size_of(array_call(counter));
    std::thread([&] { query.collect(); }).join();
    CHECK(data_in(array_call(other), plenty).size > size);
    CHECK(data_in(array_call(counter, PDH_FMT_LONG), plenty).size > size);
    CHECK(data_in(raw_array_call(counter), plenty).size > size);
    CHECK(data_in(array_call(counter), size).size == size);
    CHECK(size_of(array_call(counter)) > size);
    query.collect();
    CHECK(formatted_items(counter).size() == 3);
}

TEST_CASE("PdhSetCounterScaleFactor between the two calls is in the array") {
    Hatchery hatchery;
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Brood(*)\\Age"));
    query.collect();
    DWORD size = 0;
    DWORD count = 0;
    REQUIRE_STATUS(PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, nullptr), PDH_MORE_DATA);
    CHECK(count == 1);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, 2));
    std::vector<PDH_FMT_COUNTERVALUE_ITEM> items(size / sizeof(PDH_FMT_COUNTERVALUE_ITEM) + 1);
    REQUIRE_SUCCESS(PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, items.data()));
    CHECK(items[0].FmtValue.longValue == 100);
}
