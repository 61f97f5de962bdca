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

namespace {

SizeQueryCache& cache() {
    return library().size_query_cache;
}

CallKey key(std::uint64_t number) {
    return CallKey("test", Encoding::ansi).add(number);
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
    const CallKey base = CallKey("f", Encoding::ansi).add(std::uint64_t{1}).add(u"ab").add(u"c");
    CHECK(base == CallKey("f", Encoding::ansi).add(std::uint64_t{1}).add(u"ab").add(u"c"));
    CHECK_FALSE(base == CallKey("g", Encoding::ansi).add(std::uint64_t{1}).add(u"ab").add(u"c"));
    CHECK_FALSE(base == CallKey("f", Encoding::utf16).add(std::uint64_t{1}).add(u"ab").add(u"c"));
    CHECK_FALSE(base == CallKey("f", Encoding::ansi).add(std::uint64_t{2}).add(u"ab").add(u"c"));
    CHECK_FALSE(base == CallKey("f", Encoding::ansi).add(std::uint64_t{1}).add(u"a").add(u"bc"));
}

TEST_CASE("a list is returned once, if the buffer is large enough") {
    cache().keep_list(key(1), "list");
    CHECK(cache().any());
    CHECK(cache().take_list(key(1), 4) == "list");
    CHECK_FALSE(cache().any());
    CHECK_FALSE(cache().take_list(key(1), 4).has_value());
    cache().keep_list(key(1), "list");
    CHECK_FALSE(cache().take_list(key(1), 3).has_value());
    CHECK_FALSE(cache().take_list(key(1), 4).has_value());
}

TEST_CASE("the newest answer of a key counts") {
    cache().keep_list(key(1), "older");
    cache().keep_list(key(1), "newer");
    CHECK(cache().take_list(key(1), 5) == "newer");
    CHECK_FALSE(cache().any());
}

TEST_CASE("four answers of up to 4 MiB each are kept") {
    for (std::uint64_t i = 0; i < 5; ++i) {
        cache().keep_list(key(i), std::to_string(i));
    }
    CHECK_FALSE(cache().take_list(key(0), 1).has_value());
    CHECK(cache().take_list(key(1), 1) == "1");
    CHECK(cache().take_list(key(4), 1) == "4");
    cache().forget();
    CHECK_FALSE(cache().any());
    cache().keep_list(key(0), std::string(largest_kept_data + 1, 'x'));
    CHECK_FALSE(cache().any());
    cache().keep_list(key(0), std::string(largest_kept_data, 'x'));
    CHECK(cache().any());
    cache().forget();
}

TEST_CASE("items are kept with their count, and are no list") {
    ItemArray items{PackedBuffer(Encoding::ansi, 8), 2};
    cache().keep_items(key(1), items);
    const auto kept = cache().take_items(key(1), 8);
    REQUIRE(kept.has_value());
    CHECK(kept->count == 2);
    cache().keep_items(key(1), items);
    CHECK_FALSE(cache().take_list(key(1), 8).has_value());
}

TEST_CASE("each thread has its own answers") {
    cache().keep_list(key(1), "here");
    std::thread([] {
        CHECK_FALSE(cache().take_list(key(1), 5).has_value());
        cache().keep_list(key(1), "there");
        CHECK(cache().take_list(key(1), 5) == "there");
    }).join();
    CHECK(cache().take_list(key(1), 4) == "here");
}

TEST_CASE("an answer is freed when it is fetched, and others stay") {
    cache().keep_list(key(1), std::string(1000, 'x'));
    cache().keep_list(key(2), std::string(10, 'x'));
    CHECK(cache().bytes() == 1010);
    CHECK(cache().take_list(key(1), 1000).has_value());
    CHECK(cache().bytes() == 10);
    CHECK(cache().take_list(key(2), 10).has_value());
    CHECK(cache().bytes() == 0);
}

TEST_CASE("answers of idle and ended threads are freed") {
    StoppedClock clock;
    for (int i = 0; i < 3; ++i) {
        std::thread([] { cache().keep_list(key(1), std::string(1000, 'x')); }).join();
    }
    CHECK(cache().bytes() == 3000);
    clock.advance(2);
    CHECK_FALSE(cache().take_list(key(2), 1).has_value());
    CHECK(cache().bytes() == 0);
    std::thread([] { cache().keep_list(key(1), std::string(1000, 'x')); }).join();
    clock.advance(2);
    cache().forget();
    CHECK(cache().bytes() == 0);
}

TEST_CASE("all threads together have 8 MiB: the oldest answers make room") {
    const std::string large(largest_kept_data, 'x');
    cache().keep_list(key(1), large);
    for (std::uint64_t i = 2; i <= 3; ++i) {
        std::thread([&] { cache().keep_list(key(i), large); }).join();
    }
    CHECK(cache().bytes() == most_kept);
    CHECK_FALSE(cache().take_list(key(1), large.size()).has_value());
    StoppedClock clock;
    clock.advance(2);
    cache().forget();
    CHECK(cache().bytes() == 0);
}
