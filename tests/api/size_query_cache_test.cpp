// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/library_state.h"
#include "api/size_query_cache.h"
#include "base/clock.h"

#include <pdh_shim/control.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <string>
#include <thread>

using namespace pdh_shim::api;
using pdh_shim::Result;

namespace {

SizeQueryCache& cache() {
    return library().size_query_cache;
}

std::string key(std::uint64_t number) {
    return call_key("test", Encoding::ansi, number);
}

void keep(std::uint64_t number, std::string list) {
    cache().keep(key(number), PackedBuffer(Encoding::ansi, std::move(list)));
}

// The list that is taken; "none" without one.
std::string taken(std::uint64_t number) {
    const auto kept = cache().take(key(number));
    std::string text(kept ? kept->size() : 0, '\0');
    auto size = static_cast<DWORD>(text.size());
    return kept && kept->write(text.data(), &size) ? text : "none";
}

// Time passes by advance() only while it lives.
class StoppedClock : boost::noncopyable {
  public:
    StoppedClock() { REQUIRE(pdh_shim_freeze_clock(0) == ERROR_SUCCESS); }
    ~StoppedClock() { CHECK(pdh_shim_release_clock() == ERROR_SUCCESS); }

    void advance(int seconds) const {
        CHECK(pdh_shim_advance_clock(seconds * pdh_shim::ticks_per_second) == ERROR_SUCCESS);
    }
};

} // namespace

TEST_CASE("keys differ in function, encoding and each argument") {
    const std::string base = call_key("f", Encoding::ansi, 1, u"ab", std::u16string(u"c"));
    CHECK(base == call_key("f", Encoding::ansi, 1, u"ab", u"c"));
    CHECK(base != call_key("g", Encoding::ansi, 1, u"ab", u"c"));
    CHECK(base != call_key("f", Encoding::utf16, 1, u"ab", u"c"));
    CHECK(base != call_key("f", Encoding::ansi, 2, u"ab", u"c"));
    CHECK(base != call_key("f", Encoding::ansi, 1, u"a", u"bc"));
}

TEST_CASE("an answer is given once, if the buffer is large enough") {
    int made = 0;
    const auto ask = [&](DWORD size) {
        const auto make = [&] {
            return Result<PackedBuffer>(PackedBuffer(Encoding::utf16, std::string("l\0i\0s\0t\0", 8)));
        };
        const auto answer = cache().answer(
            size, [] { return key(1); },
            [&] {
                ++made;
                return make();
            });
        REQUIRE(answer.has_value());
        CHECK(answer.value().fits(4));
        CHECK_FALSE(answer.value().fits(3));
        return made;
    };
    CHECK(ask(0) == 1);
    CHECK(cache().bytes() == 8);
    CHECK(ask(4) == 1);
    CHECK(cache().bytes() == 0);
    CHECK(ask(4) == 2);
    CHECK(ask(3) == 3);
    CHECK(ask(3) == 4); // forgets the third
    CHECK(ask(4) == 4);
    CHECK(cache().bytes() == 0);
}

TEST_CASE("the newest answer of a key counts") {
    keep(1, "older");
    keep(1, "newer");
    CHECK(taken(1) == "newer");
    CHECK(cache().bytes() == 0);
}

TEST_CASE("answers of up to 4 MiB are kept") {
    keep(0, std::string(largest_kept_data + 1, 'x'));
    CHECK(cache().bytes() == 0);
    keep(0, std::string(largest_kept_data, 'x'));
    CHECK(cache().bytes() != 0);
    cache().forget();
    CHECK(cache().bytes() == 0);
}

TEST_CASE("items are kept with their count and status") {
    PackedBuffer items(Encoding::ansi, std::size_t{8});
    items.count = 2;
    items.status = pdh_shim::Status::invalid_data;
    cache().keep(key(1), items);
    const auto kept = cache().take(key(1));
    REQUIRE(kept.has_value());
    CHECK(kept->count == 2);
    CHECK(kept->status == pdh_shim::Status::invalid_data);
}

TEST_CASE("each thread has its own answers") {
    keep(1, "here");
    std::thread([] {
        CHECK(taken(1) == "none");
        keep(1, "there");
        CHECK(taken(1) == "there");
    }).join();
    CHECK(taken(1) == "here");
}

TEST_CASE("an answer is freed when it is fetched, and others stay") {
    keep(1, std::string(1000, 'x'));
    keep(2, std::string(10, 'x'));
    CHECK(cache().bytes() == 1010);
    CHECK(taken(1) != "none");
    CHECK(cache().bytes() == 10);
    CHECK(taken(2) != "none");
    CHECK(cache().bytes() == 0);
}

TEST_CASE("answers of idle and ended threads are freed") {
    StoppedClock clock;
    for (int i = 0; i < 3; ++i) {
        std::thread([] { keep(1, std::string(1000, 'x')); }).join();
    }
    CHECK(cache().bytes() == 3000);
    clock.advance(2);
    CHECK(taken(2) == "none");
    CHECK(cache().bytes() == 0);
    std::thread([] { keep(1, std::string(1000, 'x')); }).join();
    clock.advance(2);
    cache().forget();
    CHECK(cache().bytes() == 0);
}

TEST_CASE("all threads together have 8 MiB: the oldest answers make room") {
    const std::string large(largest_kept_data, 'x');
    keep(1, large);
    for (std::uint64_t i = 2; i <= 3; ++i) {
        std::thread([&] { keep(i, large); }).join();
    }
    CHECK(cache().bytes() == most_kept);
    CHECK(taken(1) == "none");
    StoppedClock clock;
    clock.advance(2);
    cache().forget();
    CHECK(cache().bytes() == 0);
}
