// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"

#include <csignal>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace pdh_shim::platform {

/// The device whose file system an open file or folder is on; none if the system has no such numbers.
[[nodiscard]] std::optional<DeviceNumber> device_of(int place);

/// Whether parts of its file system are mounted as file systems of their own.
[[nodiscard]] bool has_subvolumes(int place);

/// FileSystem::output_queues() of this machine.
/// @retval not_found the system has no such messages, or refuses the socket
/// @retval too_many no descriptor is left for the socket
[[nodiscard]] FileResult<std::string_view> output_queues(FileBuffer& buffer);

/// copy_memory() for a system that has no call for it: the kernel reads the memory into a pipe.
[[nodiscard]] std::size_t copy_memory_through_pipe(const void* from, std::span<std::byte> to) noexcept;

/// The part of `to` whose bytes come from the page of memory that `from` is in.
[[nodiscard]] std::span<std::byte> within_page(const void* from, std::span<std::byte> to) noexcept;

/// Takes a signal that is blocked and pending, if there is one.
void take_signal(const sigset_t& signal) noexcept;

/// Has the system store what was written to a file; errno and -1 where it fails.
[[nodiscard]] int store_contents(int descriptor) noexcept;

} // namespace pdh_shim::platform
