#include "base/published.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

using pdh_shim::Published;

namespace {

struct Pair {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::uint8_t last = 0; // not a whole word
};

} // namespace

TEST_CASE("there is nothing to read before a value is published") {
    const Published<Pair> published;
    Pair pair;
    CHECK_FALSE(published.read(pair));
}

TEST_CASE("the value last published is read whole") {
    Published<Pair> published;
    published.publish({1, 2, 3});
    published.publish({4, 5, 6});
    Pair pair;
    REQUIRE(published.read(pair));
    CHECK(pair.left == 4);
    CHECK(pair.right == 5);
    CHECK(pair.last == 6);
}

TEST_CASE("no reader sees a value that is half published") {
    Published<Pair> published;
    published.publish({0, 0, 0});
    std::atomic<bool> ended{false};
    std::thread writer([&] {
        for (std::uint64_t i = 1; !ended.load(); ++i) {
            published.publish({i, i, static_cast<std::uint8_t>(i)});
        }
    });
    std::uint64_t torn = 0;
    for (std::uint64_t seen = 0; seen < 500'000;) {
        Pair pair;
        if (published.read(pair)) {
            ++seen;
            torn += pair.left != pair.right || pair.last != static_cast<std::uint8_t>(pair.left) ? 1 : 0;
        }
    }
    ended.store(true);
    writer.join();
    CHECK(torn == 0);
}
