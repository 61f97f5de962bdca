// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstdint>

namespace pdh_shim::torture {

/// A resource of the system. In builds with a sanitizer only memory can be made to fail.
enum class Resource : std::uint8_t {
    memory, ///< malloc() and its like; with a sanitizer operator new only
    object, ///< operator new: what our own code and no library in C asks for
    open,   ///< descriptors: EMFILE
    read,   ///< of files and folders: EIO
    thread, ///< EAGAIN
    map,    ///< mmap(): ENOMEM
};

enum class Extent : std::uint8_t { one, rest };

/// Makes one request of the process for a resource fail, or this one and all later ones, while it exists. In
/// the meantime nothing sleeps, so retries do not wait.
class Failure : boost::noncopyable {
  public:
    /// @param nth counted from 0
    Failure(Resource resource, long nth, Extent extent) noexcept;
    ~Failure();

    [[nodiscard]] bool happened() const noexcept;
};

} // namespace pdh_shim::torture
