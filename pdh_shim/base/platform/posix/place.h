#pragma once

#include "base/file.h"

#include <optional>

namespace pdh_shim::platform {

/// The device whose file system an open file or folder is on; none if the system has no such numbers.
[[nodiscard]] std::optional<DeviceNumber> device_of(int place);

/// Whether parts of its file system are mounted as file systems of their own.
[[nodiscard]] bool has_subvolumes(int place);

} // namespace pdh_shim::platform
