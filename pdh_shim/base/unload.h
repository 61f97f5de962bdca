// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>

namespace pdh_shim {

/// Calls `destroy` with the object when the library is unloaded while the program continues: a DLL of
/// Windows, by FreeLibrary. The newest object first, under the loader's lock; what is given meanwhile, too.
/// Not when the program ends, nor on other systems, where the library stays loaded.
void at_unload(void (*destroy)(void* object), void* object);

/// Whether the functions given to at_unload() run now. No thread can start then.
[[nodiscard]] bool is_unloading() noexcept;

/// The only object of its class, made at its first use; a `static constinit` variable. A program may call the
/// library while its own statics are destroyed, and threads may outlive them, so the object itself
/// is not a static. Threads that use it at the same time may each make one, of which one stays: a child of
/// fork() waits for none of them, as it would for the guard of a static variable.
template <class Object>
class Singleton {
  public:
    [[nodiscard]] Object& get() {
        Object* const object = object_.load(std::memory_order_acquire);
        return object == nullptr ? make() : *object;
    }

  private:
    // Not in get(), which every call of the library passes.
    [[nodiscard, gnu::cold, gnu::noinline]] Object& make() {
        std::unique_ptr<Object> made(new Object);
        Object* there = nullptr;
        if (!object_.compare_exchange_strong(there, made.get(), std::memory_order_acq_rel)) {
            return *there;
        }
        Object& kept = *made.release();
        // An older object may use this one while it is destroyed itself: then another one is made.
        at_unload([](void* self) { delete static_cast<Singleton*>(self)->object_.exchange(nullptr); }, this);
        return kept;
    }

    std::atomic<Object*> object_{nullptr};
};

} // namespace pdh_shim
