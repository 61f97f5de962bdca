// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Waiting for objects, and registered waits.
#include "sync/handle.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>
#include <sys/eventfd.h>
#include <thread>
#include <vector>

namespace pdh_shim::compat {
namespace {

using WaitedObjects = std::vector<std::shared_ptr<KernelObject>>;

bool can_be_waited_for(const KernelObject& object) {
    return object.type() != ObjectType::registered_wait && object.descriptor() >= 0;
}

bool find_all(const HANDLE* handles, DWORD count, WaitedObjects& objects) {
    for (DWORD i = 0; i < count; ++i) {
        objects.push_back(find_object(handles[i]));
        if (!objects.back() || !can_be_waited_for(*objects.back())) {
            SetLastError(ERROR_INVALID_HANDLE);
            return false;
        }
    }
    return true;
}

/// Takes the first that is signalled.
DWORD take_any(const WaitedObjects& objects) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (objects[i]->try_take()) {
            return WAIT_OBJECT_0 + static_cast<DWORD>(i);
        }
    }
    return WAIT_TIMEOUT;
}

/// Takes all, or none.
bool take_all(const WaitedObjects& objects) {
    if (!std::all_of(
            objects.begin(), objects.end(), [](const auto& object) { return object->is_signalled(); })) {
        return false;
    }
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (objects[i]->try_take()) {
            continue;
        }
        while (i-- > 0) { // another thread was faster
            objects[i]->give_back();
        }
        return false;
    }
    return true;
}

DWORD wait_any(const WaitedObjects& objects, const Deadline& deadline) {
    std::vector<int> descriptors;
    for (const auto& object : objects) {
        descriptors.push_back(object->descriptor());
    }
    for (;;) {
        const DWORD taken = take_any(objects);
        if (taken != WAIT_TIMEOUT || !wait_readable(descriptors.data(), descriptors.size(), deadline)) {
            return taken;
        }
    }
}

DWORD wait_all(const WaitedObjects& objects, const Deadline& deadline) {
    while (!take_all(objects)) {
        const auto missing = std::find_if(
            objects.begin(), objects.end(), [](const auto& object) { return !object->is_signalled(); });
        if (missing == objects.end()) {
            continue;
        }
        const int descriptor = (*missing)->descriptor();
        if (!wait_readable(&descriptor, 1, deadline)) {
            return WAIT_TIMEOUT;
        }
    }
    return WAIT_OBJECT_0;
}

/// A registered wait. Its thread holds it until it ends.
class RegisteredWait final : public KernelObject, public std::enable_shared_from_this<RegisteredWait> {
  public:
    RegisteredWait(int stop, std::shared_ptr<KernelObject> object, WAITORTIMERCALLBACK callback,
        PVOID context, ULONG milliseconds, bool once)
        : KernelObject(ObjectType::registered_wait, stop), object_(std::move(object)), callback_(callback),
          context_(context), milliseconds_(milliseconds), once_(once) {}

    bool try_take() override { return false; }
    void give_back() override {}

    [[nodiscard]] bool start() {
        return start_system_thread([self = shared_from_this()] { self->run(); });
    }

    /// Lets the thread end; `completion`, if any, is set then.
    void stop(std::shared_ptr<KernelObject> completion) {
        const std::scoped_lock lock(mutex_);
        stopped_ = true;
        completion_ = std::move(completion);
        if (ended_) {
            signal_completion();
        }
        eventfd_write(descriptor(), 1);
    }

    [[nodiscard]] bool is_calling() {
        const std::scoped_lock lock(mutex_);
        return calling_;
    }

    /// Waits until the callback will not be called again. Not in the callback itself.
    void join() {
        std::unique_lock lock(mutex_);
        if (std::this_thread::get_id() != thread_) {
            changed_.wait(lock, [&] { return ended_; });
        }
    }

  private:
    void run() {
        {
            const std::scoped_lock lock(mutex_);
            thread_ = std::this_thread::get_id();
        }
        while (wait_and_call() && !once_) {
        }
        const std::scoped_lock lock(mutex_);
        ended_ = true;
        signal_completion();
        changed_.notify_all();
    }

    /// False: the wait has been stopped.
    bool wait_and_call() {
        const Deadline deadline = deadline_after(milliseconds_);
        const int descriptors[] = {descriptor(), object_->descriptor()};
        bool timed_out = false;
        for (;;) {
            const bool readable = wait_readable(descriptors, 2, deadline);
            const std::scoped_lock lock(mutex_);
            if (stopped_) {
                return false;
            }
            timed_out = !readable;
            if (timed_out || object_->try_take()) {
                calling_ = true;
                break;
            }
        }
        callback_(context_, timed_out ? TRUE : FALSE);
        const std::scoped_lock lock(mutex_);
        calling_ = false;
        return !stopped_;
    }

    void signal_completion() {
        if (completion_) {
            eventfd_write(completion_->descriptor(), 1);
        }
    }

    std::shared_ptr<KernelObject> object_;
    WAITORTIMERCALLBACK callback_;
    PVOID context_;
    ULONG milliseconds_;
    bool once_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread::id thread_; // guarded by mutex_, as what follows
    std::shared_ptr<KernelObject> completion_;
    bool stopped_ = false;
    bool calling_ = false;
    bool ended_ = false;
};

std::shared_ptr<RegisteredWait> remove_wait(HANDLE handle) {
    auto wait = find_object<RegisteredWait>(handle);
    return wait && remove_handle(handle) ? wait : nullptr;
}

} // namespace
} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

DWORD WINAPI WaitForMultipleObjects(
    DWORD nCount, const HANDLE* lpHandles, BOOL bWaitAll, DWORD dwMilliseconds) {
    const compat::Deadline deadline = compat::deadline_after(dwMilliseconds);
    if (nCount == 0 || nCount > MAXIMUM_WAIT_OBJECTS || lpHandles == nullptr) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return WAIT_FAILED;
    }
    compat::WaitedObjects objects;
    if (!compat::find_all(lpHandles, nCount, objects)) {
        return WAIT_FAILED;
    }
    if (bWaitAll != 0 && std::set<HANDLE>(lpHandles, lpHandles + nCount).size() != nCount) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return WAIT_FAILED;
    }
    return bWaitAll != 0 ? compat::wait_all(objects, deadline) : compat::wait_any(objects, deadline);
}

DWORD WINAPI WaitForMultipleObjectsEx(
    DWORD nCount, const HANDLE* lpHandles, BOOL bWaitAll, DWORD dwMilliseconds, BOOL) {
    return WaitForMultipleObjects(nCount, lpHandles, bWaitAll, dwMilliseconds);
}

DWORD WINAPI WaitForSingleObject(HANDLE hHandle, DWORD dwMilliseconds) {
    return WaitForMultipleObjects(1, &hHandle, FALSE, dwMilliseconds);
}

DWORD WINAPI WaitForSingleObjectEx(HANDLE hHandle, DWORD dwMilliseconds, BOOL) {
    return WaitForSingleObject(hHandle, dwMilliseconds);
}

BOOL WINAPI RegisterWaitForSingleObject(PHANDLE phNewWaitObject, HANDLE hObject, WAITORTIMERCALLBACK callback,
    PVOID context, ULONG dwMilliseconds, ULONG dwFlags) {
    if (phNewWaitObject == nullptr || callback == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    auto object = compat::find_object(hObject);
    if (!object || !compat::can_be_waited_for(*object) || object->type() == compat::ObjectType::mutex) {
        return compat::result(false, ERROR_INVALID_HANDLE);
    }
    const int stop = compat::open_eventfd(0, 0);
    if (stop < 0) {
        return FALSE;
    }
    const auto wait = std::make_shared<compat::RegisteredWait>(
        stop, std::move(object), callback, context, dwMilliseconds, (dwFlags & WT_EXECUTEONLYONCE) != 0);
    *phNewWaitObject = compat::add_handle(wait); // before the thread begins: the callback may read it
    if (!wait->start()) {
        compat::remove_handle(*phNewWaitObject);
        return FALSE;
    }
    return TRUE;
}

BOOL WINAPI UnregisterWait(HANDLE waitHandle) {
    return UnregisterWaitEx(waitHandle, nullptr);
}

BOOL WINAPI UnregisterWaitEx(HANDLE waitHandle, HANDLE completionEvent) {
    const bool blocking =
        completionEvent ==
        INVALID_HANDLE_VALUE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast): Windows' constant
    std::shared_ptr<compat::KernelObject> completion;
    if (completionEvent != nullptr && !blocking) {
        completion = compat::find_object(completionEvent);
        if (!completion || completion->type() != compat::ObjectType::event) {
            return compat::result(false, ERROR_INVALID_HANDLE);
        }
    }
    const auto wait = compat::remove_wait(waitHandle);
    if (!wait) {
        return FALSE;
    }
    wait->stop(std::move(completion));
    if (blocking) {
        wait->join();
        return TRUE;
    }
    return compat::result(!wait->is_calling(), ERROR_IO_PENDING);
}
