#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace pdh_shim::core {

/// Takes the first item off a comma list of the environment, with its comma. An item with a comma in it
/// stands in double quotes, in which two quotes mean one: `"script:a,b.json",linux`.
/// @retval invalid_datasource a quote, or the comma behind one, is missing; the log says which
[[nodiscard]] Result<std::string> take_item(std::string_view& list);

/// Takes the comma behind an item off the list, if the list does not end there.
/// @retval invalid_datasource something else follows; the log says behind which item
[[nodiscard]] Result<void> take_comma(std::string_view& list, std::string_view item);

} // namespace pdh_shim::core
