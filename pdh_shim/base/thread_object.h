#pragma once

#include <memory>

namespace pdh_shim {

/// Base of what a thread keeps until it ends. mingw-w64's thread_local frees the memory of an object before
/// it is destroyed, so it does only for what needs no destruction.
class ThreadObject {
  public:
    ThreadObject() = default;
    ThreadObject(const ThreadObject&) = delete;
    ThreadObject& operator=(const ThreadObject&) = delete;
    ThreadObject(ThreadObject&&) = delete;
    ThreadObject& operator=(ThreadObject&&) = delete;
    virtual ~ThreadObject() = default;

    /// The calling thread's own, or null.
    [[nodiscard]] static ThreadObject* get() noexcept;

    /// Gives the calling thread its own, in place of the one before. A thread that ends and has lost its
    /// object already takes no other one: programs call even then.
    static void set(std::unique_ptr<ThreadObject> object);
};

} // namespace pdh_shim
