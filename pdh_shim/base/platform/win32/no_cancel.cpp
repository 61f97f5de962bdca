#include "base/no_cancel.h"

namespace pdh_shim {

// A thread of Windows is ended where it is, or not at all.
NoCancel::NoCancel() noexcept = default;

NoCancel::~NoCancel() = default;

} // namespace pdh_shim
