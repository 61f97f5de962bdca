#pragma once

namespace pdh_shim {

/// Delays pthread_cancel() of the calling thread while it exists: cancellation would unwind the stack where a
/// file is read or a thread sleeps, also through C functions.
class NoCancel {
  public:
    NoCancel() noexcept;
    NoCancel(const NoCancel&) = delete;
    NoCancel& operator=(const NoCancel&) = delete;
    NoCancel(NoCancel&&) = delete;
    NoCancel& operator=(NoCancel&&) = delete;
    ~NoCancel();

  private:
    int before_ = 0;
};

} // namespace pdh_shim
