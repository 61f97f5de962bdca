// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file_failure.h"

#include <cerrno>

namespace pdh_shim::platform {

/// Why a file or folder cannot be opened to be read. @param error a value of errno
[[nodiscard]] inline Failure open_failure(int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return file_failure::not_found();
    case EACCES:
    case EPERM:
        return file_failure::denied();
    case ENXIO: // a socket, or a pipe that nobody reads
    case EISDIR:
        return file_failure::not_regular();
    default:
        return file_failure::unreadable(static_cast<unsigned long>(error));
    }
}

} // namespace pdh_shim::platform
