// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <boost/noncopyable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace pdh_shim::compat {

enum class ObjectType { event, mutex, semaphore, thread, timer, wait, mapping, event_source, process };

/// The object of a handle. Objects with a descriptor can be waited for, except registered waits; the wait is
/// on the descriptor, because events are signalled from outside, by libpdh, through theirs.
class Object : boost::noncopyable {
  public:
    /// Owns the descriptor; -1 = none.
    Object(ObjectType type, int descriptor) noexcept : type_(type), descriptor_(descriptor) {}
    virtual ~Object();

    /// Takes the object if it is signalled, as the end of a wait does: an auto-reset event is reset by it.
    virtual bool try_take() = 0;
    /// Undoes try_take().
    virtual void give_back() = 0;
    /// The same object for one more handle; null and the last error on failure.
    virtual std::shared_ptr<Object> for_another_handle(const std::shared_ptr<Object>& self) { return self; }

    [[nodiscard]] ObjectType type() const noexcept { return type_; }
    /// Readable when the object is signalled, or may be.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    /// Whether a wait by this thread may succeed now without taking the object.
    [[nodiscard]] virtual bool is_signalled() const;

  private:
    ObjectType type_;
    int descriptor_;
};

/// Opens an eventfd whose number is above the standard streams; -1 and the last error on failure.
[[nodiscard]] int open_eventfd(unsigned count, int flags);

/// Another descriptor of the same file, above the standard streams; -1 and the last error as above.
[[nodiscard]] int duplicate_descriptor(int descriptor);

/// Gives an object a handle: of an event its descriptor's number, of others a number given once.
[[nodiscard]] HANDLE add_handle(std::shared_ptr<Object> object);

/// The object of a handle; nothing, and ERROR_INVALID_HANDLE, for any other value.
[[nodiscard]] std::shared_ptr<Object> find_object(HANDLE handle);

/// As find_object, and of this class.
template <class Type>
[[nodiscard]] std::shared_ptr<Type> find_object(HANDLE handle) {
    auto object = std::dynamic_pointer_cast<Type>(find_object(handle));
    if (!object) {
        SetLastError(ERROR_INVALID_HANDLE);
    }
    return object;
}

/// Removes a handle and returns its object; on an invalid handle as find_object.
std::shared_ptr<Object> remove_handle(HANDLE handle);

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// When a wait of so many milliseconds ends; never for INFINITE.
[[nodiscard]] Deadline deadline_after(DWORD milliseconds);

/// Nanoseconds-exact wait until one of the descriptors is readable. False: the deadline has passed.
bool wait_readable(const int* descriptors, std::size_t count, const Deadline& deadline);

/// TRUE, or FALSE with this last error.
inline BOOL result(bool success, DWORD error) {
    if (!success) {
        SetLastError(error);
    }
    return success ? TRUE : FALSE;
}

/// Of a name that another handle has been opened under, that object; else what `make` makes (it sets the last
/// error when it cannot), known by the name as long as a handle of it is open. Names are UTF-8, empty for
/// none, and known in this process only. The last error is ERROR_ALREADY_EXISTS when the object was there,
/// ERROR_INVALID_HANDLE when it was one of another kind.
[[nodiscard]] HANDLE create_named(
    const std::string& name, ObjectType type, const std::function<std::shared_ptr<Object>()>& make);

/// A handle of the object of this name and kind; nullptr and ERROR_FILE_NOT_FOUND, or ERROR_INVALID_HANDLE
/// for one of another kind, when there is none.
[[nodiscard]] HANDLE open_named(const std::string& name, ObjectType type);

/// Gives an object that other processes know by its name a handle; nullptr and ERROR_INVALID_HANDLE when one
/// of another kind has the name in this process. An empty name is none.
[[nodiscard]] HANDLE add_named(const std::string& name, std::shared_ptr<Object> object);

/// A name without "Global\\" and "Local\\", which distinguish sessions: here there is only one.
[[nodiscard]] std::string without_session(const std::string& name);

/// Create objects, for the A and W functions.
[[nodiscard]] HANDLE create_event(const std::string& name, bool manual_reset, bool signalled);
[[nodiscard]] HANDLE create_mutex(const std::string& name, bool owned);
[[nodiscard]] HANDLE create_semaphore(const std::string& name, LONG count, LONG maximum);
[[nodiscard]] HANDLE create_timer(const std::string& name, bool manual_reset);

/// Starts a thread that Windows itself would have, for calls back into the program. It is detached,
/// and handles no signals except those that it causes itself. False, and the last error: there is no thread
/// left.
[[nodiscard]] bool start_system_thread(const std::function<void()>& run);

} // namespace pdh_shim::compat
