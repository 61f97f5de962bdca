// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::model {

/// The instance name for a name from the kernel, of this machine or another one. Users who start a program,
/// mount a file system or name an interface choose that name: so that it means no other instance, `#` becomes
/// `_` (`#n` counts the instances of one name), and `_` is appended to `_Total`. Control characters become
/// `_`, so that a name can be printed, on one line.
[[nodiscard]] std::u16string kernel_instance(std::string_view name);

/// A path as the name of an instance, before kernel_instance(): without its first slash, the others as `_`.
/// `root` is the name of `/` alone.
[[nodiscard]] std::string path_instance(std::string_view path);

/// A network interface, before kernel_instance(): `(`, `)`, `#` and `/` become `[`, `]`, `_` and `_`.
[[nodiscard]] std::string interface_instance(std::string_view name);

} // namespace pdh_shim::model
