#include "base/thread_object.h"

#include <doctest/doctest.h>

#include <thread>

using pdh_shim::ThreadObject;

namespace {

class Counted final : public ThreadObject {
  public:
    explicit Counted(int& destroyed) : destroyed_(destroyed) {}
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    Counted(Counted&&) = delete;
    Counted& operator=(Counted&&) = delete;
    ~Counted() override { ++destroyed_; }

  private:
    int& destroyed_;
};

} // namespace

TEST_CASE("an object of a thread is seen by that thread only, and destroyed when it ends") {
    int destroyed = 0;
    const ThreadObject* seen = nullptr;
    std::thread([&] {
        ThreadObject::set(std::make_unique<Counted>(destroyed));
        seen = ThreadObject::get();
    }).join();
    CHECK(seen != nullptr);
    CHECK(destroyed == 1);
    CHECK(ThreadObject::get() == nullptr);
}

TEST_CASE("a thread has one object: the next takes the place of the one before") {
    int destroyed = 0;
    int destroyed_meanwhile = 0;
    std::thread([&] {
        ThreadObject::set(std::make_unique<Counted>(destroyed));
        ThreadObject::set(std::make_unique<Counted>(destroyed));
        destroyed_meanwhile = destroyed;
    }).join();
    CHECK(destroyed_meanwhile == 1);
    CHECK(destroyed == 2);
}
