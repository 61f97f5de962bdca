#pragma once

#include "base/result.h"

#include <memory>
#include <optional>
#include <string>

namespace pdh_shim::platform {

/// A variable of the environment; none when it is unset, and always none in a set-id or otherwise privileged
/// start, where the environment is somebody else's.
[[nodiscard]] std::optional<std::string> environment(const char* name);

/// Name of this computer as UTF-8, without a domain; never empty.
[[nodiscard]] std::string machine_name();

/// An event object of the caller (the hNewDataEvent of PdhCollectQueryDataEx), held by the library for as
/// long as it signals it, whatever the caller does to his own handle.
class Event {
  public:
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    Event(Event&&) = delete;
    Event& operator=(Event&&) = delete;
    virtual ~Event() = default;

    virtual void set() noexcept = 0;
};

/// Takes hold of an event. On POSIX systems the handle is the number of an eventfd descriptor.
/// @retval invalid_argument the handle is not an event
[[nodiscard]] Result<std::unique_ptr<Event>> open_event(void* handle);

/// Identity of this process: another one in a child after fork().
[[nodiscard]] long process_id() noexcept;

/// Has `before` called before each fork() of this process, and `after` behind it in the parent and in the
/// child. Does nothing where there is no fork().
void at_fork(void (*before)(), void (*after)());

} // namespace pdh_shim::platform
