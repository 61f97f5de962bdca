// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"

#include <atomic>
#include <memory>
#include <type_traits>
#include <utility>

namespace pdh_shim {

/// A value that is made at its first use. Threads that use it at the same time may each make one; all get the
/// one that was finished first. No lock is held meanwhile, so there is nothing that fork() would have to wait
/// for.
template <class Value>
class Lazy {
  public:
    ~Lazy() { delete value_.load(); }

    template <class Make>
    [[nodiscard]] const Value& get(const Make& make) const {
        const Value* value = value_.load(std::memory_order_acquire);
        if (value == nullptr) {
            auto made = std::make_unique<const Value>(make());
            if (value_.compare_exchange_strong(value, made.get(), std::memory_order_acq_rel)) {
                value = made.release();
            }
        }
        return *value;
    }

  private:
    mutable std::atomic<const Value*> value_{nullptr};
};

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

/// A value that is read from a log once, when it is first needed; other threads wait meanwhile. After a
/// failure it is read again. A child of fork() has what its parent has read, and reads what its parent was
/// reading.
template <class Value>
class ReadOnce {
  public:
    ~ReadOnce() { delete value_.load(); }

    /// @param read returns a Result<Value> with a Status or a Failure, which is returned
    /// @return what is never null and lives as long as this
    template <class Read>
    [[nodiscard]] auto get(const Read& read)
        -> Result<const Value*, typename std::invoke_result_t<const Read&>::error_type> {
        if (const Value* const known = value_.load(std::memory_order_acquire)) {
            return known;
        }
        const auto lock = reading_.lock();
        if (const Value* const known = value_.load(std::memory_order_acquire)) {
            return known;
        }
        PDH_SHIM_TRY(Value value, read());
        auto kept = std::make_unique<const Value>(std::move(value));
        value_.store(kept.get(), std::memory_order_release);
        return static_cast<const Value*>(kept.release());
    }

  private:
    LongMutex reading_{Rank::foreign};
    std::atomic<const Value*> value_{nullptr}; // written with the reading locked
};

} // namespace pdh_shim
