// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "sync/handle.h"

#include "sync/until_unload.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <iterator>
#include <map>
#include <mutex>
#include <poll.h>
#include <string_view>
#include <sys/eventfd.h>
#include <unistd.h>

namespace pdh_shim::compat {
namespace {

thread_local DWORD last_error = 0;

/// All open handles.
struct HandleTable {
    std::mutex mutex;
    std::map<std::uintptr_t, std::shared_ptr<KernelObject>> objects; // guarded by mutex
    std::uintptr_t next = first_number;                              // guarded by mutex
    std::mutex names_mutex;                                          // taken before `mutex`
    std::map<std::string, std::weak_ptr<KernelObject>> names;        // guarded by names_mutex

    // Above all numbers of descriptors, so that libpdh and the table below can distinguish them.
    static constexpr std::uintptr_t first_number = 0x40000004;
};

HandleTable& handles() {
    static auto& instance = keep_until_unload(new HandleTable);
    return instance;
}

std::uintptr_t number_of(HANDLE handle) {
    return reinterpret_cast<std::uintptr_t>(handle);
}

timespec remaining_time(const std::chrono::steady_clock::time_point& deadline) {
    const auto left =
        std::max(deadline - std::chrono::steady_clock::now(), std::chrono::steady_clock::duration(0));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    return {.tv_sec = seconds.count(), .tv_nsec = (left - seconds).count()};
}

} // namespace

namespace {

/// Under names_mutex.
std::shared_ptr<KernelObject> find_named(const std::string& name) {
    const auto found = handles().names.find(name);
    return found == handles().names.end() ? nullptr : found->second.lock();
}

HANDLE handle_of(const std::shared_ptr<KernelObject>& object, ObjectType type) {
    if (object->type() != type) {
        SetLastError(ERROR_INVALID_HANDLE);
        return nullptr;
    }
    auto another = object->for_another_handle(object);
    return another ? add_handle(std::move(another)) : nullptr;
}

/// Under names_mutex.
void remember(const std::string& name, const std::shared_ptr<KernelObject>& object) {
    auto& names = handles().names;
    std::erase_if(names, [](const auto& entry) { return entry.second.expired(); });
    names.insert_or_assign(name, object);
}

} // namespace

DWORD error_of(int number) {
    struct SystemError {
        int number;
        DWORD error;
    };
    constexpr SystemError errors[] = {
        {0, ERROR_SUCCESS},
        {E2BIG, ERROR_BAD_ENVIRONMENT},
        {EACCES, ERROR_ACCESS_DENIED},
        {EAGAIN, ERROR_NO_DATA},
        {EBADF, ERROR_INVALID_HANDLE},
        {EBUSY, ERROR_BUSY},
        {ECONNRESET, ERROR_NETNAME_DELETED},
        {EDQUOT, ERROR_DISK_FULL},
        {EEXIST, ERROR_ALREADY_EXISTS},
        {EFAULT, ERROR_NOACCESS},
        {EFBIG, ERROR_DISK_FULL},
        {EINVAL, ERROR_INVALID_PARAMETER},
        {EISDIR, ERROR_ACCESS_DENIED},
        {ELOOP, ERROR_ACCESS_DENIED},
        {EMFILE, ERROR_TOO_MANY_OPEN_FILES},
        {EMLINK, ERROR_TOO_MANY_OPEN_FILES},
        {ENAMETOOLONG, ERROR_FILENAME_EXCED_RANGE},
        {ENFILE, ERROR_TOO_MANY_OPEN_FILES},
        {ENODEV, ERROR_NOT_SUPPORTED},
        {ENOENT, ERROR_FILE_NOT_FOUND},
        {ENOLCK, ERROR_NO_SYSTEM_RESOURCES},
        {ENOMEM, ERROR_NOT_ENOUGH_MEMORY},
        {ENOSPC, ERROR_DISK_FULL},
        {ENOTDIR, ERROR_PATH_NOT_FOUND},
        {ENOTEMPTY, ERROR_DIR_NOT_EMPTY},
        {ENXIO, ERROR_NOT_READY},
        {EOPNOTSUPP, ERROR_NOT_SUPPORTED},
        {EPERM, ERROR_ACCESS_DENIED},
        {EPIPE, ERROR_NO_DATA},
        {EROFS, ERROR_WRITE_PROTECT},
        {ESPIPE, ERROR_SEEK_ON_DEVICE},
        {ETXTBSY, ERROR_SHARING_VIOLATION},
        {EXDEV, ERROR_NOT_SAME_DEVICE},
    };
    const auto* const found = std::find_if(
        std::begin(errors), std::end(errors), [number](const auto& row) { return row.number == number; });
    return found == std::end(errors) ? ERROR_GEN_FAILURE : found->error;
}

KernelObject::~KernelObject() {
    if (descriptor_ >= 0) {
        close(descriptor_);
    }
}

bool KernelObject::is_signalled() const {
    pollfd poll_one = {.fd = descriptor_, .events = POLLIN, .revents = 0};
    return poll(&poll_one, 1, 0) == 1;
}

int open_eventfd(unsigned count, int flags) {
    const int descriptor = eventfd(count, flags | EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) {
        SetLastError(ERROR_TOO_MANY_OPEN_FILES);
    }
    if (descriptor < 0 || descriptor > STDERR_FILENO) {
        return descriptor;
    }
    const int higher = duplicate_descriptor(descriptor);
    close(descriptor);
    return higher;
}

int duplicate_descriptor(int descriptor) {
    const int duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (duplicate < 0) {
        SetLastError(ERROR_TOO_MANY_OPEN_FILES);
    }
    return duplicate;
}

HANDLE add_handle(std::shared_ptr<KernelObject> object) {
    HandleTable& all = handles();
    const std::scoped_lock lock(all.mutex);
    const bool event = object->type() == ObjectType::event;
    const std::uintptr_t number = event ? static_cast<std::uintptr_t>(object->descriptor()) : all.next;
    all.next += event ? 0 : 4;
    all.objects.insert_or_assign(number, std::move(object));
    return reinterpret_cast<HANDLE>(number);
}

std::shared_ptr<KernelObject> find_object(HANDLE handle) {
    HandleTable& all = handles();
    const std::scoped_lock lock(all.mutex);
    const auto found = all.objects.find(number_of(handle));
    if (found == all.objects.end()) {
        SetLastError(ERROR_INVALID_HANDLE);
        return nullptr;
    }
    return found->second;
}

std::shared_ptr<KernelObject> remove_handle(HANDLE handle) {
    HandleTable& all = handles();
    const std::scoped_lock lock(all.mutex);
    const auto node = all.objects.extract(number_of(handle));
    if (node.empty()) {
        SetLastError(ERROR_INVALID_HANDLE);
        return nullptr;
    }
    return node.mapped();
}

HANDLE create_named(
    const std::string& name, ObjectType type, const std::function<std::shared_ptr<KernelObject>()>& make) {
    const std::scoped_lock lock(handles().names_mutex);
    const std::string known_as = without_session(name);
    if (const auto existing = find_named(known_as)) {
        auto* const handle = handle_of(existing, type);
        if (handle != nullptr) {
            SetLastError(ERROR_ALREADY_EXISTS);
        }
        return handle;
    }
    const std::shared_ptr<KernelObject> made = make();
    if (!made) {
        return nullptr;
    }
    if (!known_as.empty()) {
        remember(known_as, made);
    }
    SetLastError(ERROR_SUCCESS);
    return add_handle(made);
}

HANDLE open_named(const std::string& name, ObjectType type) {
    const std::scoped_lock lock(handles().names_mutex);
    const auto existing = find_named(without_session(name));
    if (!existing) {
        SetLastError(ERROR_FILE_NOT_FOUND);
        return nullptr;
    }
    return handle_of(existing, type);
}

std::string without_session(const std::string& name) {
    for (const std::string_view session : {"Global\\", "Local\\"}) {
        if (name.starts_with(session)) {
            return name.substr(session.size());
        }
    }
    return name;
}

HANDLE add_named(const std::string& name, std::shared_ptr<KernelObject> object) {
    const std::scoped_lock lock(handles().names_mutex);
    const auto existing = name.empty() ? nullptr : find_named(name);
    if (existing && existing->type() != object->type()) {
        SetLastError(ERROR_INVALID_HANDLE);
        return nullptr;
    }
    if (!name.empty()) {
        remember(name, object);
    }
    return add_handle(std::move(object));
}

Deadline deadline_after(DWORD milliseconds) {
    if (milliseconds == INFINITE) {
        return std::nullopt;
    }
    return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

bool wait_readable(const int* descriptors, std::size_t count, const Deadline& deadline) {
    std::array<pollfd, MAXIMUM_WAIT_OBJECTS> polled{};
    for (std::size_t i = 0; i < count; ++i) {
        polled.at(i) = {.fd = descriptors[i], .events = POLLIN, .revents = 0};
    }
    for (;;) {
        const timespec left = deadline ? remaining_time(*deadline) : timespec{};
        const int ready = ppoll(polled.data(), count, deadline ? &left : nullptr, nullptr);
        if (ready > 0) {
            return true;
        }
        if (ready == 0 || errno != EINTR) {
            return false;
        }
    }
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

DWORD WINAPI GetLastError(void) {
    return compat::last_error;
}

VOID WINAPI SetLastError(DWORD dwErrCode) {
    compat::last_error = dwErrCode;
}

BOOL WINAPI CloseHandle(HANDLE hObject) {
    const auto object = compat::find_object(hObject);
    // These have to be given to UnregisterWait, DeregisterEventSource and FindClose, as on Windows.
    if (!object || object->type() == compat::ObjectType::registered_wait ||
        object->type() == compat::ObjectType::event_source ||
        object->type() == compat::ObjectType::file_search) {
        return compat::result(false, ERROR_INVALID_HANDLE);
    }
    return compat::remove_handle(hObject) ? TRUE : FALSE;
}
