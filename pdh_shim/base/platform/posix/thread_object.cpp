#include "base/thread_object.h"

namespace pdh_shim {
namespace {

// Beside the owner, because they need no making and no clearing up.
thread_local ThreadObject* current = nullptr;
thread_local bool thread_ended = false;

class Owner {
  public:
    Owner() = default;
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    Owner(Owner&&) = delete;
    Owner& operator=(Owner&&) = delete;
    ~Owner() {
        thread_ended = true;
        current = nullptr;
    }

    void set(std::unique_ptr<ThreadObject> object) noexcept {
        current = object.get();
        object_ = std::move(object);
    }

  private:
    std::unique_ptr<ThreadObject> object_;
};

} // namespace

ThreadObject* ThreadObject::get() noexcept {
    return current;
}

void ThreadObject::set(std::unique_ptr<ThreadObject> object) {
    if (thread_ended) {
        return;
    }
    static thread_local Owner owner;
    owner.set(std::move(object));
}

} // namespace pdh_shim
