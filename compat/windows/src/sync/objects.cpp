// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Events, mutexes, semaphores and waitable timers.
#include "sync/handle.h"

#include <cerrno>
#include <ctime>
#include <mutex>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace pdh_shim::compat {
namespace {

bool read_count(int descriptor) {
    eventfd_t count = 0;
    return eventfd_read(descriptor, &count) == 0;
}

/// An event or a timer: a manual-reset one stays signalled until it is reset.
class Notification : public KernelObject {
  public:
    Notification(ObjectType type, int descriptor, bool manual_reset) noexcept
        : KernelObject(type, descriptor), manual_reset_(manual_reset) {}

    bool try_take() override { return manual_reset_ ? is_signalled() : read_count(descriptor()); }

  protected:
    [[nodiscard]] bool manual_reset() const noexcept { return manual_reset_; }

  private:
    bool manual_reset_;
};

class Event final : public Notification {
  public:
    Event(int descriptor, bool manual_reset, std::shared_ptr<KernelObject> first = nullptr) noexcept
        : Notification(ObjectType::event, descriptor, manual_reset), first_(std::move(first)) {}

    /// A handle of an event is its descriptor's number, so another handle needs another descriptor.
    std::shared_ptr<KernelObject> for_another_handle(const std::shared_ptr<KernelObject>& self) override {
        const int another = duplicate_descriptor(descriptor());
        return another < 0 ? nullptr : std::make_shared<Event>(another, manual_reset(), self);
    }

    void give_back() override {
        if (!manual_reset()) {
            set();
        }
    }

    void set() const { eventfd_write(descriptor(), 1); }
    void reset() const { read_count(descriptor()); }

  private:
    std::shared_ptr<KernelObject> first_; // the name exists while this handle is open
};

class Timer final : public Notification {
  public:
    Timer(int descriptor, bool manual_reset) noexcept
        : Notification(ObjectType::timer, descriptor, manual_reset) {}

    void give_back() override {
        if (!manual_reset()) {
            start({.it_interval = interval_, .it_value = {.tv_sec = 0, .tv_nsec = 1}}, 0);
        }
    }

    bool start(const itimerspec& when, int flags) {
        interval_ = when.it_interval;
        return timerfd_settime(descriptor(), flags, &when, nullptr) == 0;
    }

  private:
    timespec interval_{};
};

class Mutex final : public KernelObject {
  public:
    Mutex(int descriptor, bool owned) : KernelObject(ObjectType::mutex, descriptor) {
        if (owned) {
            owner_ = GetCurrentThreadId();
            depth_ = 1;
        }
    }

    bool try_take() override {
        const std::scoped_lock lock(guard_);
        if (!is_mine() && !read_count(descriptor())) {
            return false;
        }
        owner_ = GetCurrentThreadId();
        ++depth_;
        return true;
    }

    void give_back() override { static_cast<void>(release()); }

    [[nodiscard]] bool is_signalled() const override {
        const std::scoped_lock lock(guard_);
        return is_mine() || KernelObject::is_signalled();
    }

    /// False: this thread does not own it.
    bool release() {
        const std::scoped_lock lock(guard_);
        if (!is_mine()) {
            return false;
        }
        if (--depth_ == 0) {
            eventfd_write(descriptor(), 1);
        }
        return true;
    }

  private:
    [[nodiscard]] bool is_mine() const { return depth_ > 0 && owner_ == GetCurrentThreadId(); }

    mutable std::mutex guard_;
    DWORD owner_ = 0; // guarded by guard_
    int depth_ = 0;   // guarded by guard_
};

class Semaphore final : public KernelObject {
  public:
    Semaphore(int descriptor, LONG count, LONG maximum)
        : KernelObject(ObjectType::semaphore, descriptor), count_(count), maximum_(maximum) {}

    bool try_take() override {
        const std::scoped_lock lock(guard_);
        if (!read_count(descriptor())) {
            return false;
        }
        --count_;
        return true;
    }

    void give_back() override { static_cast<void>(release(1, nullptr)); }

    /// False: there would be more than the maximum.
    bool release(LONG more, LONG* previous) {
        const std::scoped_lock lock(guard_);
        if (more > maximum_ - count_) {
            return false;
        }
        if (previous != nullptr) {
            *previous = count_;
        }
        count_ += more;
        eventfd_write(descriptor(), static_cast<eventfd_t>(more));
        return true;
    }

  private:
    std::mutex guard_;
    LONG count_; // guarded by guard_
    LONG maximum_;
};

constexpr LONGLONG ticks_per_second = 10'000'000;
constexpr LONGLONG unix_epoch = 116'444'736'000'000'000; // 1970 as a FILETIME

timespec from_ticks(LONGLONG ticks) {
    return {.tv_sec = static_cast<time_t>(ticks / ticks_per_second),
        .tv_nsec = static_cast<long>(ticks % ticks_per_second) * 100};
}

} // namespace

HANDLE create_event(const std::string& name, bool manual_reset, bool signalled) {
    return create_named(name, ObjectType::event, [&]() -> std::shared_ptr<KernelObject> {
        const int descriptor = open_eventfd(signalled ? 1 : 0, 0);
        return descriptor < 0 ? nullptr : std::make_shared<Event>(descriptor, manual_reset);
    });
}

HANDLE create_mutex(const std::string& name, bool owned) {
    return create_named(name, ObjectType::mutex, [&]() -> std::shared_ptr<KernelObject> {
        const int descriptor = open_eventfd(owned ? 0 : 1, 0);
        return descriptor < 0 ? nullptr : std::make_shared<Mutex>(descriptor, owned);
    });
}

HANDLE create_semaphore(const std::string& name, LONG count, LONG maximum) {
    if (maximum <= 0 || count < 0 || count > maximum) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    return create_named(name, ObjectType::semaphore, [&]() -> std::shared_ptr<KernelObject> {
        const int descriptor = open_eventfd(static_cast<unsigned>(count), EFD_SEMAPHORE);
        return descriptor < 0 ? nullptr : std::make_shared<Semaphore>(descriptor, count, maximum);
    });
}

HANDLE create_timer(const std::string& name, bool manual_reset) {
    return create_named(name, ObjectType::timer, [&]() -> std::shared_ptr<KernelObject> {
        const int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
        if (descriptor < 0) {
            SetLastError(ERROR_TOO_MANY_OPEN_FILES);
            return nullptr;
        }
        return std::make_shared<Timer>(descriptor, manual_reset);
    });
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

BOOL WINAPI SetEvent(HANDLE hEvent) {
    const auto event = compat::find_object<compat::Event>(hEvent);
    if (event) {
        event->set();
    }
    return event ? TRUE : FALSE;
}

BOOL WINAPI ResetEvent(HANDLE hEvent) {
    const auto event = compat::find_object<compat::Event>(hEvent);
    if (event) {
        event->reset();
    }
    return event ? TRUE : FALSE;
}

BOOL WINAPI ReleaseMutex(HANDLE hMutex) {
    const auto mutex = compat::find_object<compat::Mutex>(hMutex);
    return mutex ? compat::result(mutex->release(), ERROR_NOT_OWNER) : FALSE;
}

BOOL WINAPI ReleaseSemaphore(HANDLE hSemaphore, LONG lReleaseCount, PLONG lpPreviousCount) {
    const auto semaphore = compat::find_object<compat::Semaphore>(hSemaphore);
    if (!semaphore) {
        return FALSE;
    }
    if (lReleaseCount <= 0) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    return compat::result(semaphore->release(lReleaseCount, lpPreviousCount), ERROR_TOO_MANY_POSTS);
}

BOOL WINAPI SetWaitableTimer(
    HANDLE hTimer, const LARGE_INTEGER* dueTime, LONG period, PTIMERAPCROUTINE routine, LPVOID, BOOL) {
    const auto timer = compat::find_object<compat::Timer>(hTimer);
    if (!timer) {
        return FALSE;
    }
    if (dueTime == nullptr || period < 0 || routine != nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    // Negative: from now on, in intervals of 100 ns. Else a FILETIME.
    const LONGLONG due = dueTime->QuadPart;
    itimerspec when = {.it_interval = compat::from_ticks(period * 10'000LL), .it_value = {}};
    when.it_value = compat::from_ticks(due <= 0 ? -due : due - compat::unix_epoch);
    if (when.it_value.tv_sec <= 0 && when.it_value.tv_nsec <= 0) {
        when.it_value = {.tv_sec = 0, .tv_nsec = 1}; // at once; 0 would stop it
    }
    return compat::result(timer->start(when, due <= 0 ? 0 : TFD_TIMER_ABSTIME), ERROR_INVALID_PARAMETER);
}

BOOL WINAPI CancelWaitableTimer(HANDLE hTimer) {
    const auto timer = compat::find_object<compat::Timer>(hTimer);
    return timer ? compat::result(timer->start({}, 0), ERROR_INVALID_HANDLE) : FALSE;
}
