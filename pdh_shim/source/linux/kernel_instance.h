#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::source::linux {

/// The instance name for a name from the kernel. Users who start a program, mount a file system or name
/// an interface choose that name: so that it means no other instance, `#` becomes `_` (`#n` counts the
/// instances of one name), and `_` is appended to `_Total`.
[[nodiscard]] std::u16string kernel_instance(std::string_view name);

} // namespace pdh_shim::source::linux
