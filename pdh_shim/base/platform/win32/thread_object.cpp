#include "base/thread_object.h"

#include "base/unload.h"

#include <windows.h>

#include <new>

namespace pdh_shim {
namespace {

void WINAPI end_of_thread(void* object);

// Fiber local storage: the only one that calls back when a thread, or a fiber, ends.
class Slots {
  public:
    Slots() : object_(FlsAlloc(end_of_thread)), ended_(TlsAlloc()) {}
    Slots(const Slots&) = delete;
    Slots& operator=(const Slots&) = delete;
    Slots(Slots&&) = delete;
    Slots& operator=(Slots&&) = delete;
    ~Slots() {
        FlsFree(object_); // destroys those of all threads
        TlsFree(ended_);
    }

    [[nodiscard]] ThreadObject* get() const noexcept {
        return static_cast<ThreadObject*>(FlsGetValue(object_));
    }

    void set(std::unique_ptr<ThreadObject> object) const {
        if (TlsGetValue(ended_) != nullptr) {
            return;
        }
        const std::unique_ptr<ThreadObject> before(get());
        if (FlsSetValue(object_, object.get()) == 0) {
            throw std::bad_alloc();
        }
        static_cast<void>(object.release());
    }

    void set_ended() const noexcept { TlsSetValue(ended_, GetModuleHandleW(nullptr)); }

  private:
    DWORD object_;
    DWORD ended_; // not null: yes
};

const Slots& slots() {
    static const Slots& both = lasting(new Slots);
    return both;
}

void WINAPI end_of_thread(void* object) {
    if (object != nullptr) {
        slots().set_ended();
        delete static_cast<ThreadObject*>(object);
    }
}

} // namespace

ThreadObject* ThreadObject::get() noexcept {
    return slots().get();
}

void ThreadObject::set(std::unique_ptr<ThreadObject> object) {
    slots().set(std::move(object));
}

} // namespace pdh_shim
