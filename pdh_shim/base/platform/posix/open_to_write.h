// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <sys/types.h>

namespace pdh_shim::platform {

/// Opens a file to write, as open() does. A program that is started does not get it, and a terminal does not
/// become that of this process. Where checks_trust(), a symbolic link in its place is followed only if nobody
/// else can change it, the folders above it and what it leads to: another user could have this process create
/// or empty any file.
/// @param flags those besides O_CLOEXEC and O_NOCTTY
/// @return a descriptor; below 0: errno, ELOOP for such a link, and for one that leads to no file through
/// another
[[nodiscard]] int open_to_write(const std::string& path, int flags, mode_t mode);

} // namespace pdh_shim::platform
