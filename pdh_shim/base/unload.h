#pragma once

#include <atomic>
#include <memory>

namespace pdh_shim {

/// Has `destroy` called with the object when the library is unloaded from a program that goes on: a DLL of
/// Windows, by FreeLibrary. The last one first, under the loader's lock. Never called when the program ends,
/// nor elsewhere, where the library stays once it is loaded.
void at_unload(void (*destroy)(void* object), void* object);

/// The one object of its kind, made when it is first asked for; a `static constinit` variable. A program may
/// call the library while its own statics are torn down, and threads may outlive them, so the object is no
/// static itself. Threads that ask at once may each make one, of which one stays: a child that is forked
/// meanwhile waits for none of them, as it would for a static variable's guard.
template <class Object>
class Lasting {
  public:
    [[nodiscard]] Object& get() {
        Object* const object = object_.load(std::memory_order_acquire);
        return object == nullptr ? make() : *object;
    }

  private:
    [[nodiscard]] Object& make() {
        std::unique_ptr<Object> made(new Object);
        Object* there = nullptr;
        if (!object_.compare_exchange_strong(there, made.get(), std::memory_order_acq_rel)) {
            return *there;
        }
        at_unload([](void* object) { delete static_cast<Object*>(object); }, made.get());
        return *made.release();
    }

    std::atomic<Object*> object_{nullptr};
};

} // namespace pdh_shim
