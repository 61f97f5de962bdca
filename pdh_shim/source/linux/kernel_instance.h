#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::source::linux {

/// The instance that a name of the kernel's stands for. Who starts a program, mounts a file system or names
/// an interface chooses that name: so that it stands for no other instance, `#` becomes `_` (`#n` counts the
/// instances of one name), and `_Total` gets a `_` behind it.
[[nodiscard]] std::u16string kernel_instance(std::string_view name);

} // namespace pdh_shim::source::linux
