#pragma once

namespace pdh_shim {

/// While one lives, pthread_cancel() of the calling thread waits: it would unwind the stack from wherever a
/// file is read or a thread sleeps, through functions of C.
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
