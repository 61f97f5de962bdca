// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The table of HANDLEs, and the kernel objects behind them: events, mutexes, semaphores, timers, threads,
// processes, files, searches of folders, file mappings, event sources and registered waits. Also names of
// objects, waiting, and last errors.

#include <windows.h>

#include <boost/noncopyable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace pdh_shim::compat {

enum class ObjectType {
    event,
    mutex,
    semaphore,
    thread,
    timer,
    registered_wait,
    mapping,
    event_source,
    process,
    file,
    file_search
};

/// What a HANDLE stands for. A wait polls the descriptor of the object, because libpdh signals an event
/// through its descriptor. Objects without a descriptor, and registered waits, cannot be waited for.
class KernelObject : boost::noncopyable {
  public:
    /// @param descriptor  the object closes it; -1 for an object that has no descriptor
    KernelObject(ObjectType type, int descriptor) noexcept : type_(type), descriptor_(descriptor) {}
    virtual ~KernelObject();

    /// Ends a wait if the object is signalled, which resets an auto-reset event.
    virtual bool try_take() = 0;
    /// Undoes try_take().
    virtual void give_back() = 0;
    /// The object for one more handle: itself, or a twin. Null sets the last error.
    virtual std::shared_ptr<KernelObject> for_another_handle(const std::shared_ptr<KernelObject>& self) {
        return self;
    }

    [[nodiscard]] ObjectType type() const noexcept { return type_; }
    /// Becomes readable when the object is signalled, or may be.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    /// Whether a wait by this thread may succeed now without taking the object.
    [[nodiscard]] virtual bool is_signalled() const;

  private:
    ObjectType type_;
    int descriptor_;
};

/// Opens an eventfd whose number is above those of the standard streams. -1 sets the last error.
[[nodiscard]] int open_eventfd(unsigned count, int flags);

/// Duplicates a descriptor, to a number above those of the standard streams. -1 sets the last error.
[[nodiscard]] int duplicate_descriptor(int descriptor);

/// Makes a handle for an object: the number of the descriptor for an event, a number used only once for
/// others.
[[nodiscard]] HANDLE add_handle(std::shared_ptr<KernelObject> object);

/// Finds the object of a handle. Null sets ERROR_INVALID_HANDLE.
[[nodiscard]] std::shared_ptr<KernelObject> find_object(HANDLE handle);

/// Finds the object of a handle if it is of this class. Null sets ERROR_INVALID_HANDLE.
template <class Type>
[[nodiscard]] std::shared_ptr<Type> find_object(HANDLE handle) {
    auto object = std::dynamic_pointer_cast<Type>(find_object(handle));
    if (!object) {
        SetLastError(ERROR_INVALID_HANDLE);
    }
    return object;
}

/// Removes a handle and returns its object. Null sets ERROR_INVALID_HANDLE.
std::shared_ptr<KernelObject> remove_handle(HANDLE handle);

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// When a wait of so many milliseconds ends. INFINITE has no deadline.
[[nodiscard]] Deadline deadline_after(DWORD milliseconds);

/// Waits until one of the descriptors is readable. False: the deadline has passed.
bool wait_readable(const int* descriptors, std::size_t count, const Deadline& deadline);

/// Returns TRUE for success, or FALSE after setting the last error.
inline BOOL result(bool success, DWORD error) {
    if (!success) {
        SetLastError(error);
    }
    return success ? TRUE : FALSE;
}

/// Windows' error for an errno of the system.
[[nodiscard]] DWORD error_of(int number);

/// Opens the object of this name, or else makes one with `make`, which sets the last error when it fails. The
/// name lasts as long as a handle of the object is open. Names are UTF-8 and known in this process only; an
/// empty name gives an object without a name. The last error is ERROR_ALREADY_EXISTS if the object was there,
/// and ERROR_INVALID_HANDLE if it was one of another type.
[[nodiscard]] HANDLE create_named(
    const std::string& name, ObjectType type, const std::function<std::shared_ptr<KernelObject>()>& make);

/// Opens the object of this name. nullptr sets ERROR_FILE_NOT_FOUND, or ERROR_INVALID_HANDLE if the object of
/// the name is of another type.
[[nodiscard]] HANDLE open_named(const std::string& name, ObjectType type);

/// Makes a handle for an object that other processes know by its name. nullptr sets ERROR_INVALID_HANDLE: an
/// object of another type has the name in this process. An object may have an empty name.
[[nodiscard]] HANDLE add_named(const std::string& name, std::shared_ptr<KernelObject> object);

/// Removes "Global\\" and "Local\\" from a name. They distinguish sessions, and here there is only one.
[[nodiscard]] std::string without_session(const std::string& name);

/// Create objects for CreateEvent and its like. @{
[[nodiscard]] HANDLE create_event(const std::string& name, bool manual_reset, bool signalled);
[[nodiscard]] HANDLE create_mutex(const std::string& name, bool owned);
[[nodiscard]] HANDLE create_semaphore(const std::string& name, LONG count, LONG maximum);
[[nodiscard]] HANDLE create_timer(const std::string& name, bool manual_reset);
/// @}

/// Starts a detached thread that calls back into the program, as Windows' own threads do. It handles no
/// signals except those that it causes itself. False sets the last error: the system has no thread left.
[[nodiscard]] bool start_system_thread(const std::function<void()>& run);

} // namespace pdh_shim::compat
