#include "api/size_answers.h"
#include "base/clock.h"

#include <pdh_shim/control.h>

#include <doctest/doctest.h>

#include <string>
#include <thread>

using namespace pdh_shim::api;

namespace {

CallKey key(std::uint64_t number) {
    return CallKey("test", Encoding::ansi).add(number);
}

// Time passes by advance() only while it lives.
class FrozenClock {
  public:
    FrozenClock() { REQUIRE(pdh_shim_freeze_clock(0) == ERROR_SUCCESS); }
    FrozenClock(const FrozenClock&) = delete;
    FrozenClock& operator=(const FrozenClock&) = delete;
    FrozenClock(FrozenClock&&) = delete;
    FrozenClock& operator=(FrozenClock&&) = delete;
    ~FrozenClock() { CHECK(pdh_shim_release_clock() == ERROR_SUCCESS); }

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
    size_answers::keep_list(key(1), "list");
    CHECK(size_answers::any());
    CHECK(size_answers::take_list(key(1), 4) == "list");
    CHECK_FALSE(size_answers::any());
    CHECK_FALSE(size_answers::take_list(key(1), 4).has_value());
    size_answers::keep_list(key(1), "list");
    CHECK_FALSE(size_answers::take_list(key(1), 3).has_value());
    CHECK_FALSE(size_answers::take_list(key(1), 4).has_value());
}

TEST_CASE("the newest answer of a key counts") {
    size_answers::keep_list(key(1), "older");
    size_answers::keep_list(key(1), "newer");
    CHECK(size_answers::take_list(key(1), 5) == "newer");
    CHECK_FALSE(size_answers::any());
}

TEST_CASE("four answers of up to 4 MiB each are kept") {
    for (std::uint64_t i = 0; i < 5; ++i) {
        size_answers::keep_list(key(i), std::to_string(i));
    }
    CHECK_FALSE(size_answers::take_list(key(0), 1).has_value());
    CHECK(size_answers::take_list(key(1), 1) == "1");
    CHECK(size_answers::take_list(key(4), 1) == "4");
    size_answers::forget();
    CHECK_FALSE(size_answers::any());
    size_answers::keep_list(key(0), std::string(largest_kept_answer + 1, 'x'));
    CHECK_FALSE(size_answers::any());
    size_answers::keep_list(key(0), std::string(largest_kept_answer, 'x'));
    CHECK(size_answers::any());
    size_answers::forget();
}

TEST_CASE("items are kept with their count, and are no list") {
    ItemArray items{PackedBuffer(Encoding::ansi, 8), 2};
    size_answers::keep_items(key(1), items);
    const auto kept = size_answers::take_items(key(1), 8);
    REQUIRE(kept.has_value());
    CHECK(kept->count == 2);
    size_answers::keep_items(key(1), items);
    CHECK_FALSE(size_answers::take_list(key(1), 8).has_value());
}

TEST_CASE("each thread has its own answers") {
    size_answers::keep_list(key(1), "here");
    std::thread([] {
        CHECK_FALSE(size_answers::take_list(key(1), 5).has_value());
        size_answers::keep_list(key(1), "there");
        CHECK(size_answers::take_list(key(1), 5) == "there");
    }).join();
    CHECK(size_answers::take_list(key(1), 4) == "here");
}

TEST_CASE("an answer is freed when it is fetched, and others stay") {
    size_answers::keep_list(key(1), std::string(1000, 'x'));
    size_answers::keep_list(key(2), std::string(10, 'x'));
    CHECK(size_answers::kept_bytes() == 1010);
    CHECK(size_answers::take_list(key(1), 1000).has_value());
    CHECK(size_answers::kept_bytes() == 10);
    CHECK(size_answers::take_list(key(2), 10).has_value());
    CHECK(size_answers::kept_bytes() == 0);
}

TEST_CASE("answers of idle and ended threads are freed") {
    FrozenClock clock;
    for (int i = 0; i < 3; ++i) {
        std::thread([] { size_answers::keep_list(key(1), std::string(1000, 'x')); }).join();
    }
    CHECK(size_answers::kept_bytes() == 3000);
    clock.advance(2);
    CHECK_FALSE(size_answers::take_list(key(2), 1).has_value());
    CHECK(size_answers::kept_bytes() == 0);
    std::thread([] { size_answers::keep_list(key(1), std::string(1000, 'x')); }).join();
    clock.advance(2);
    size_answers::forget();
    CHECK(size_answers::kept_bytes() == 0);
}

TEST_CASE("all threads together have 8 MiB: the oldest answers make room") {
    const std::string large(largest_kept_answer, 'x');
    size_answers::keep_list(key(1), large);
    for (std::uint64_t i = 2; i <= 3; ++i) {
        std::thread([&] { size_answers::keep_list(key(i), large); }).join();
    }
    CHECK(size_answers::kept_bytes() == most_kept);
    CHECK_FALSE(size_answers::take_list(key(1), large.size()).has_value());
    FrozenClock clock;
    clock.advance(2);
    size_answers::forget();
    CHECK(size_answers::kept_bytes() == 0);
}
