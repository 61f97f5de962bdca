#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<int> attempts{0};

// Fails at the first attempt.
struct Stubborn {
    Stubborn() {
        if (attempts.fetch_add(1) == 0) {
            throw std::runtime_error("not yet");
        }
        std::this_thread::yield(); // so that others arrive meanwhile
        value = 7;
    }
    int value = 0;
};

int stubborn_value() {
    static const Stubborn instance;
    return instance.value;
}

} // namespace

TEST_CASE("a local static is initialized once, whoever comes first, and tried again after an exception") {
    CHECK_THROWS_AS(static_cast<void>(stubborn_value()), std::runtime_error);
    std::array<int, 8> values{};
    std::array<std::thread, values.size()> threads;
    for (std::size_t i = 0; i < values.size(); ++i) {
        threads[i] = std::thread([&values, i] { values[i] = stubborn_value(); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const int value : values) {
        CHECK(value == 7);
    }
    CHECK(attempts == 2);
}
